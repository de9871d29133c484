"""Measures the compiled engine for variants on a collection of puzzles with proven answers.

    python -m benchmarks.variants FOLDER

FOLDER holds `data/variants/cases.jsonl`, which is not part of this repository. Each puzzle is proven to have one
solution, in one thread; times are processor times. Set-up is what prepares the rules: in Python (rules to numbers)
and compiled (numbers to propagators). "batch" gives all puzzles of a set to the kernel in one call, Python's part
included. If there is `data/variants/iss-results.tsv`, the last column has what Interactive Sudoku Solver (JavaScript)
did with all puzzles of the set: set-up and search, recorded earlier, on another machine.
"""

from __future__ import annotations

import csv
import os
import sys
from array import array
from collections import defaultdict
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from nonet import _native
from nonet.engines.rules_kernel import RuleKernel, rule_numbers
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
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


def measured(engine: RuleKernel, case: Case) -> Row:
    """Proves that a puzzle has the solution that is known, and no other."""
    puzzle = case.puzzle
    start = process_time()
    numbers, allowed = rule_numbers(puzzle.layout, puzzle.rules), array("I", puzzle.allowed)
    encoded = process_time()
    plan = _native.rules_plan(engine.board(puzzle.layout), numbers)
    planned = process_time()
    search = _native.rules_search(plan, allowed)
    found = _native.rules_next(search, 2)
    end = process_time()
    if found != case.solution.values:
        raise SystemExit(f"{case.name}: wrong answer")
    return Row(encoded - start, planned - encoded, end - planned, _native.rules_guesses(search))


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
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m benchmarks.variants FOLDER")
    os.environ["NONET_SHARED"] = sys.argv[1]
    from rules.cases import cases_path, read_cases

    path = cases_path()
    if path is None:
        raise SystemExit(f"{sys.argv[1]} has no data/variants/cases.jsonl")
    engine = RuleKernel(_native)
    rows: dict[str, list[Row]] = defaultdict(list)
    puzzles: dict[str, list[Puzzle]] = defaultdict(list)
    for _, case in read_cases(path):
        kind = next((title for word, title in SETS.items() if case and word in case.name), None)
        if case is not None and kind is not None:
            rows[kind].append(measured(engine, case))
            puzzles[kind].append(case.puzzle)
    iss = recorded(path.with_name("iss-results.tsv"))
    print(
        f"{'set':26} {'n':>4} {'Python µs':>10} {'plan µs':>8} {'search µs':>10} {'guesses':>8} "
        f"{'a second':>9} {'batch':>7} {'ISS':>6}"
    )
    for title, found in rows.items():
        n = len(found)
        encode, plan, search, guesses = (sum(row[k] for row in found) / n for k in range(4))
        start = process_time()
        engine.solutions_of_each(puzzles[title])
        batch = n / (process_time() - start)
        print(
            f"{title:26} {n:4} {encode * 1e6:10.0f} {plan * 1e6:8.0f} {search * 1e6:10.0f} {guesses:8.1f} "
            f"{1 / (encode + plan + search):9.0f} {batch:7.0f} {iss.get(ISS_SETS[title], 0):6.0f}"
        )


if __name__ == "__main__":
    main()
