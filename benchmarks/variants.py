"""Measures the compiled engine for variants on a collection of puzzles with proven answers.

    python -m benchmarks.variants FOLDER

FOLDER holds `data/variants/cases.jsonl`, which is not part of this repository. Each puzzle is proven to have one
solution, in one thread; times are processor times. Set-up is what prepares the rules: in Python (rules to primitives)
and compiled (primitives to propagators).
"""

from __future__ import annotations

import os
import sys
from array import array
from collections import defaultdict
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from nonet import _native
from nonet.engines.rules_kernel import RuleKernel, rule_numbers

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
    for _, case in read_cases(path):
        kind = next((title for word, title in SETS.items() if case and word in case.name), None)
        if case is not None and kind is not None:
            rows[kind].append(measured(engine, case))
    print(
        f"{'set':28} {'n':>4} {'Python µs':>10} {'plan µs':>8} {'search µs':>10} {'guesses':>8} {'a second':>9}"
    )
    for title, found in rows.items():
        n = len(found)
        encode, plan, search, guesses = (sum(row[k] for row in found) / n for k in range(4))
        print(
            f"{title:28} {n:4} {encode * 1e6:10.0f} {plan * 1e6:8.0f} {search * 1e6:10.0f} {guesses:8.1f} "
            f"{1 / (encode + plan + search):9.0f}"
        )


if __name__ == "__main__":
    main()
