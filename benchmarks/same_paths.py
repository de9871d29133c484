"""Compares the compiled logic with the Python finders, step by step, on any puzzles; see docs/speed.md.

    python -m benchmarks.same_paths FILE … [--scheme SCHEME] [--every N] [--processes N]

A file has a puzzle at the beginning of each line; other lines are skipped. A path is the same if every step has the
same technique, placements, eliminations and evidence; with --scheme se or se-1.18, if the records of Sudoku Explainer's
path are the same bytes. Prints the puzzles whose paths differ, and how many are the same; the exit status is 1 if any
differ. The Python finders need a second or two for each of the hardest puzzles, Sudoku Explainer's rules in Python
many minutes: --most skips puzzles above a rating.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from multiprocessing import Pool
from pathlib import Path

from nonet.formats import parse
from nonet.layout import CLASSIC
from nonet.logic import Position, path
from nonet.logic.options import DEFAULTS
from nonet.logic.path import EXPLAINER_VERSIONS, entries_for
from nonet.logic.se.records import write_conclusion
from nonet.logic.se.steps import readable_conclusions
from nonet.native import kernel
from nonet.rating import path_many, rate_many
from nonet.step import Step


def python_path(line: str) -> Iterator[Step]:
    """The path by the Python finders."""
    position = Position.of(line)
    entries = entries_for(CLASSIC, DEFAULTS)
    while position.unsolved:
        step = next((step for entry in entries for step in entry.finder(position, DEFAULTS)), None)
        if step is None:
            return
        yield step
        position.apply(step)


def paths(line: str, scheme: str) -> tuple[Iterable[object], Iterable[object]]:
    """The compiled path, and the one by Python."""
    if scheme == "hodoku":
        return path(line), python_path(line)
    puzzle = parse(line)
    is_118 = scheme == "se-1.18"
    compiled = path_many([line], scheme="se-1.18" if is_118 else "se").conclusions(0)
    readable = readable_conclusions(puzzle, is_118=is_118)
    return map(write_conclusion, compiled), map(write_conclusion, readable)


def compare(task: tuple[str, str]) -> tuple[int, str]:
    """How many steps are the same, and what differs then, if anything does."""
    line, scheme = task
    same = 0
    for compiled, readable in zip_longest(*paths(line, scheme)):
        if compiled != readable:
            return same, f"{line}: step {same + 1}\n  compiled {compiled}\n  Python   {readable}"
        same += 1
    return same, ""


def puzzles(file: Path, every: int) -> list[str]:
    lines = (line[:81] for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if len(line) == 81 and set(line) <= set(".0123456789")][::every]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every N-th puzzle of each file")
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    parser.add_argument("--scheme", choices=["hodoku", *EXPLAINER_VERSIONS], default="hodoku")
    parser.add_argument("--most", type=float, default=99, help="of Sudoku Explainer's rating")
    given = parser.parse_args()
    if kernel is None:
        sys.exit("there is no kernel to compare with")
    status = 0
    with Pool(given.processes) as pool:
        for file in given.files:
            same = steps = differ = 0
            lines = puzzles(file, given.every)
            if given.scheme != "hodoku":
                rated = rate_many(lines, scheme=given.scheme, threads=given.processes)
                lines = [
                    line for line, each in zip(lines, rated, strict=True) if each and each.score <= given.most
                ]
            tasks = [(line, given.scheme) for line in lines]
            for count, difference in pool.imap_unordered(compare, tasks):
                steps += count
                same += not difference
                differ += bool(difference)
                if difference:
                    print(difference, flush=True)
            print(
                f"{file.name}: {same:,} paths with {steps:,} steps are the same, {differ} differ", flush=True
            )
            status = status or int(differ > 0)
    return status


if __name__ == "__main__":
    sys.exit(main())
