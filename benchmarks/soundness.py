"""Checks every step of every path twice: with the verifier, from its evidence alone, and against the solution.

    python benchmarks/soundness.py FILE … [--every 10] [--first 1000]

Each FILE has one puzzle per line. The exit status is 1 if a step is unproved or wrong, or a path incomplete.
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
    """What is wrong with the path of a puzzle; nothing, if all is well."""
    answer = solution(puzzle)
    position = Position.of(puzzle)
    for step in path(puzzle):
        used[step.technique] += 1
        try:
            verify(position, step)
        except StepError as error:
            yield f"not proved: {error}"
        if not _agrees(step, answer.values):
            yield f"contradicts the solution: {step}"
            return
        position.apply(step)
    if bytes(position.values) != answer.values:
        yield f"the path ends with {position.unsolved.bit_count()} empty cells"


def _agrees(step: Step, answer: bytes) -> bool:
    return all(answer[cell] == digit for cell, digit in step.placements) and all(
        answer[cell] != digit for cell, digit in step.eliminations
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Check every step of the paths of many puzzles.")
    parser.add_argument("files", type=Path, nargs="+", help="files with one puzzle per line")
    parser.add_argument("--every", type=int, default=1, help="take every n-th line")
    parser.add_argument("--first", type=int, help="maximum number of puzzles per file")
    options = parser.parse_args()
    bad = 0
    for file in options.files:
        if not file.is_file():
            print(f"no such file: {file}; expected a file with one puzzle per line", file=sys.stderr)
            return 2
        used = Counter[str]()
        started, count, wrong = time.perf_counter(), 0, 0
        with file.open(encoding="utf-8") as lines:
            wanted = (line.strip()[:81] for line in islice(lines, 0, None, options.every))
            for text in islice((text for text in wanted if len(text) == 81), options.first):
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
