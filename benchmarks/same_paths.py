"""Compares the compiled logic with the Python finders, step by step, on any puzzles; see docs/speed.md.

    python -m benchmarks.same_paths FILE … [--every N] [--processes N]

A file has a puzzle at the beginning of each line; other lines are skipped. A path is the same if every step has the
same technique, placements, eliminations and evidence. Prints the puzzles whose paths differ, and how many are the same;
the exit status is 1 if any differ. The Python finders need a second or two for each of the hardest puzzles.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import zip_longest
from multiprocessing import Pool
from pathlib import Path

from nonet.layout import CLASSIC
from nonet.logic import Position, path
from nonet.logic.options import DEFAULTS
from nonet.logic.path import entries_for
from nonet.native import kernel
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


def compare(line: str) -> tuple[int, str]:
    """How many steps are the same, and what differs then, if anything does."""
    same = 0
    for compiled, readable in zip_longest(path(line), python_path(line)):
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
    given = parser.parse_args()
    if kernel is None:
        sys.exit("there is no kernel to compare with")
    status = 0
    with Pool(given.processes) as pool:
        for file in given.files:
            same = steps = differ = 0
            for count, difference in pool.imap_unordered(compare, puzzles(file, given.every)):
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
