"""Compares the engines on sets of puzzles: `python benchmarks/engines.py FOLDER`.

FOLDER contains text files with one 9x9 puzzle per line, with `.` or `0` for empty cells; each file is a set. Evenly
spaced puzzles are taken from each set. The engines take turns on each puzzle, in several rounds, so that other load on
the machine affects them all, and the best round counts, in CPU time. Each engine looks for two solutions, so uniqueness
is proved. An engine that has not finished a puzzle after `--cap` seconds of wall-clock time is stopped; the CPU time it
has used counts, so its figures are then lower bounds, marked `>`.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from pathlib import Path
from types import FrameType

from nonet.engines import Engine, engine, engine_names
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle


class Capped(Exception):
    """The engine has used up its time."""


@contextmanager
def cap(seconds: float) -> Iterator[None]:
    """Raises Capped after this many seconds."""

    def stop(signum: int, frame: FrameType | None) -> None:
        raise Capped

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@dataclass
class Score:
    """The best time of each puzzle, and which of them were stopped."""

    times: list[float] = field(default_factory=list)
    capped: set[int] = field(default_factory=set)

    def row(self, name: str, engine: str) -> str:
        """A line of the table."""
        mark = ">" if self.capped else " "
        mean, worst = 1e3 * sum(self.times) / len(self.times), 1e3 * max(self.times)
        stopped = f"{len(self.capped)} stopped" if self.capped else ""
        return f"{name:16}{engine:14}{mark}{mean:9.3f} ms {mark}{worst:10.2f} ms  {stopped}".rstrip()


def seconds_for(search: Engine, puzzle: Puzzle, most: float) -> tuple[float, bool]:
    """CPU seconds spent on whether the puzzle has one solution, and whether it was stopped before it knew."""
    start = time.process_time()
    try:
        with cap(most):
            start = time.process_time()
            list(islice(search.solutions(puzzle), 2))
            return time.process_time() - start, False
    except Capped:
        return time.process_time() - start, True


def compare(puzzles: list[Puzzle], names: list[str], *, rounds: int, most: float) -> dict[str, Score]:
    scores = {name: Score([inf] * len(puzzles)) for name in names}
    for _ in range(rounds):
        for number, puzzle in enumerate(puzzles):
            for name, score in scores.items():
                if number in score.capped:
                    continue
                seconds, stopped = seconds_for(engine(name), puzzle, most)
                score.times[number] = min(score.times[number], seconds)
                if stopped:
                    score.capped.add(number)
    return scores


def read(path: Path, count: int) -> list[Puzzle]:
    """Some puzzles of a file, evenly spaced."""
    lines = [line[:81].replace(".", "0") for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if len(line) == 81 and line.isdigit()]
    step = max(1, len(lines) // count)
    return [Puzzle.of(CLASSIC, map(int, line)) for line in lines[::step][:count]]


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares the engines on sets of 9x9 puzzles.")
    parser.add_argument("folder", type=Path, help="text files, one puzzle per line")
    parser.add_argument("--puzzles", type=int, default=50, help="puzzles per file (50)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the best counts (3)")
    parser.add_argument("--cap", type=float, default=1.0, help="time limit per puzzle in seconds (1)")
    parser.add_argument("--engines", nargs="+", default=list(engine_names()), choices=engine_names())
    options = parser.parse_args()
    files = sorted(options.folder.glob("*.txt"))
    if not files:
        print(f"{options.folder}: no text files with puzzles", file=sys.stderr)
        return 2
    print(f"{'set':16}{'engine':14} {'mean':>12} {'worst':>14}")
    for path in files:
        puzzles = read(path, options.puzzles)
        if puzzles:
            for name, score in compare(
                puzzles, options.engines, rounds=options.rounds, most=options.cap
            ).items():
                print(score.row(path.stem, name), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
