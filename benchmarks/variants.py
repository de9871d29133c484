"""Measures the compiled engine for variants on a collection of puzzles with proven answers.

    python -m benchmarks.variants FOLDER [--iss FOLDER] [--rounds 3]

FOLDER holds `data/variants/cases.jsonl`, which is not part of this repository. Each puzzle is proven to have one
solution, in one thread; times are processor times, the best of several rounds. Set-up is what prepares the rules: in
Python (rules to numbers) and compiled (numbers to propagators); every round has new puzzles, so nothing that was
prepared is used twice. "a second" is the sum of the three parts, "batch" one call for all puzzles of a set.

Interactive Sudoku Solver (JavaScript) is measured in the same run if `--iss` names a copy of its repository; Node runs
it. It gets those puzzles of a set that its text can hold. The hardest killers are then taken from that copy: all 42 of
tarek's and four extreme ones, of which FOLDER has 20 and one. Otherwise, if there is `data/variants/iss-results.tsv`,
the last column has what it did with all puzzles of the set earlier, on another machine.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
from array import array
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from nonet import _native
from nonet.engines.rules_kernel import RuleKernel, rule_parts
from nonet.errors import NonetError
from nonet.formats import parse, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nonet.puzzle import Puzzle
    from rules.cases import Case

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

SETS = {
    "krazydad": "ordinary killers",
    "fpuz": "f-puzzles variants (GAS)",
    "TAREK": "tarek's hardest killers",
    "Wecoc": "extreme killers",
    "solo": "Solo killers",
}
"""What occurs in the name of a puzzle, and the set that it belongs to."""

ISS_SETS = {
    "ordinary killers": "KRAZYDAD",
    "f-puzzles variants (GAS)": "FP",
    "tarek's hardest killers": "TAREK_ALL",
    "extreme killers": "EXTREME_KILLERS",
    "Solo killers": "SOLO",
}
"""The sets as the recorded results name them, without what follows a colon."""


class Row(NamedTuple):
    """The cost of one puzzle, in seconds."""

    encode: float
    plan: float
    search: float
    guesses: int

    def better(self, other: Row) -> Row:
        """The best of each part."""
        return Row(
            min(self.encode, other.encode),
            min(self.plan, other.plan),
            min(self.search, other.search),
            self.guesses,
        )


def measured(engine: RuleKernel, case: Case | Unsolved) -> Row:
    """Proves that a puzzle has one solution, the known one if it is known."""
    puzzle = case.puzzle
    start = process_time()
    numbers, allowed = rule_parts(puzzle.layout, puzzle.rules), array("I", puzzle.allowed)
    encoded = process_time()
    plan = _native.rules_plan(engine.board(puzzle.layout), numbers)
    planned = process_time()
    search = _native.rules_search(plan, allowed)
    found = _native.rules_next(search, 2)
    end = process_time()
    is_right = len(found) == len(puzzle.allowed) if case.solution is None else found == case.solution.values
    if not is_right:
        raise SystemExit(f"{case.name}: wrong answer")
    return Row(encoded - start, planned - encoded, end - planned, _native.rules_guesses(search))


class Unsolved(NamedTuple):
    """A puzzle of another collection."""

    name: str
    puzzle: Puzzle
    solution: None = None


def hardest(folder: Path) -> dict[str, list[Case | Unsolved]]:
    """The hardest killers in a copy of Interactive Sudoku Solver."""
    script = Path(__file__).with_name("peers") / "iss_killers.mjs"
    command = ["node", str(script), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, list[Case | Unsolved]] = defaultdict(list)
    for line in done.stdout.splitlines():
        title, text = line.split("\t")
        found[title].append(Unsolved(text, parse(text)))
    return found


def sets_of(path: Path, iss: Path | None) -> dict[str, list[Case | Unsolved]]:
    """The puzzles of each set."""
    from rules.cases import read_cases

    found: dict[str, list[Case | Unsolved]] = defaultdict(list)
    for case in read_cases(path):
        title = next((title for word, title in SETS.items() if word in case.name), None)
        if title is not None:
            found[title].append(case)
    return found | (hardest(iss) if iss else {})


def batch_time(engine: RuleKernel, cases: Sequence[Case | Unsolved]) -> float:
    puzzles = [case.puzzle for case in cases]
    start = process_time()
    engine.solutions_of_each(puzzles)
    return process_time() - start


def iss_now(folder: Path, cases: Sequence[Case | Unsolved]) -> tuple[int, float, float]:
    """How many puzzles Interactive Sudoku Solver could be given, how many it does a second, and guesses on average."""
    texts = []
    for case in cases:
        with suppress(NonetError):
            texts.append(unquote(write(case.puzzle, "iss").strip().partition("?q=")[2]))
    script = Path(__file__).with_name("peers") / "iss.mjs"
    command = ["node", str(script), str(folder)]
    done = subprocess.run(command, input="\n".join(texts), capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    if any(row["solutions"] != 1 for row in rows):
        raise SystemExit("Interactive Sudoku Solver has another answer")
    count = len(rows)
    seconds = sum(row["ms"] for row in rows) / 1000
    return count, count / seconds if count else 0.0, sum(row["guesses"] for row in rows) / max(count, 1)


def recorded(path: Path) -> dict[str, float]:
    """Puzzles a second of Interactive Sudoku Solver, by set."""
    times: dict[str, list[float]] = defaultdict(list)
    if path.exists():
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                if row["status"] == "unique":
                    milliseconds = float(row["build_ms"]) + float(row["solve_ms"])
                    times[row["set"].partition(":")[0]].append(milliseconds)
    return {name: 1000 * len(each) / sum(each) for name, each in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.variants")
    parser.add_argument("folder", help="the folder with data/variants/cases.jsonl")
    parser.add_argument("--iss", type=Path, help="a copy of the repository sigh/Interactive-Sudoku-Solver")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    os.environ["NONET_SHARED"] = arguments.folder
    from rules.cases import cases_path

    path = cases_path()
    if path is None:
        raise SystemExit(f"{arguments.folder} has no data/variants/cases.jsonl")
    engine = RuleKernel(_native)
    rows: dict[str, list[Row]] = {}
    batches: dict[str, float] = {}
    for _ in range(arguments.rounds):
        for title, cases in sets_of(path, arguments.iss).items():
            found = [measured(engine, case) for case in cases]
            rows[title] = [one.better(two) for one, two in zip(rows.get(title, found), found, strict=True)]
        for title, cases in sets_of(path, arguments.iss).items():
            batches[title] = min(batches.get(title, 1e9), batch_time(engine, cases))
    iss = recorded(path.with_name("iss-results.tsv"))
    print(
        f"{'set':26} {'n':>4} {'Python µs':>10} {'plan µs':>8} {'search µs':>10} {'guesses':>8} "
        f"{'a second':>9} {'batch':>7} {'ISS':>6}"
    )
    for title, cases in sets_of(path, arguments.iss).items():
        n = len(cases)
        encode, plan, search, guesses = (sum(row[k] for row in rows[title]) / n for k in range(4))
        theirs = f"{iss.get(ISS_SETS[title], 0):6.0f}"
        if arguments.iss is not None:
            count, speed, their_guesses = iss_now(arguments.iss, cases)
            theirs = f"{speed:6.0f}   now, {count} of them, {their_guesses:.1f} guesses"
        print(
            f"{title:26} {n:4} {encode * 1e6:10.0f} {plan * 1e6:8.0f} {search * 1e6:10.0f} {guesses:8.1f} "
            f"{1 / (encode + plan + search):9.0f} {n / batches[title]:7.0f} {theirs}"
        )


if __name__ == "__main__":
    main()
