"""Every step of every path, judged twice: by the verifier, from its evidence alone, and by the solution.

    python benchmarks/soundness.py FILE … [--every 10] [--first 1000]

Each FILE holds a puzzle a line. The status is 1 if any step is unproved or wrong, or any path incomplete.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from nonet.layout import CLASSIC
from nonet.logic.path import path
from nonet.logic.position import Position
from nonet.logic.verify import StepError, verify
from nonet.puzzle import Puzzle
from nonet.solving import solution
from nonet.step import Step


def faults(puzzle: Puzzle, used: Counter[str]) -> Iterator[str]:
    """What is wrong with the path of a puzzle."""
    answer = solution(puzzle)
    position = Position.of(puzzle)
    for step in path(puzzle):
        used[step.technique] += 1
        try:
            verify(position, step)
        except StepError as error:
            yield f"not proved: {error}"
        if not _agrees(step, answer.values):
            yield f"against the solution: {step}"
            return
        position.apply(step)
    if bytes(position.values) != answer.values:
        yield f"the path ends with {position.unsolved.bit_count()} cells open"


def _agrees(step: Step, answer: bytes) -> bool:
    return all(answer[cell] == digit for cell, digit in step.placements) and all(
        answer[cell] != digit for cell, digit in step.eliminations
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Judge every step of the paths of many puzzles.")
    parser.add_argument("files", type=Path, nargs="+", help="a puzzle a line")
    parser.add_argument("--every", type=int, default=1, help="take every n-th line")
    parser.add_argument("--first", type=int, help="stop after so many puzzles of a file")
    given = parser.parse_args()
    bad = 0
    for file in given.files:
        if not file.is_file():
            print(f"there is no file {file}; give files with a puzzle a line", file=sys.stderr)
            return 2
        used = Counter[str]()
        started, count, wrong = time.perf_counter(), 0, 0
        with file.open(encoding="utf-8") as lines:
            wanted = (line.strip()[:81] for line in islice(lines, 0, None, given.every))
            for text in islice((text for text in wanted if len(text) == 81), given.first):
                count += 1
                puzzle = Puzzle.of(CLASSIC, [int(symbol) if symbol.isdigit() else 0 for symbol in text])
                for fault in faults(puzzle, used):
                    wrong += 1
                    print(f"{text}  {fault}", flush=True)
        seconds = time.perf_counter() - started
        bad += wrong
        print(f"{file.name}: {count} puzzles, {used.total()} steps, {wrong} faults, {seconds:.0f} s")
        print("  " + ", ".join(f"{key} {times}" for key, times in used.most_common()), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
