"""Measures the logic: paths and ratings, hints, and puzzles made to order; see docs/speed.md.

    python -m benchmarks.logic [--data FOLDER] [--ratings FILE] [--positions N] [--quick]

`--data` is a folder with `easy.txt`, `minimal.txt`, `top1465.txt` and `hardest-11plus.txt`, one puzzle per line;
without it puzzles are made here. `--ratings` is a CSV file whose first column has puzzles with Sudoku Explainer ratings
from 2.5 to 9.3. One thread, CPU time; everything is measured in several turns, and the best counts. Prints a table:
what was measured, and what it is compared with (HoDoKu 2.2 in Java, sukaku-forge, nonet without compiled logic).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from benchmarks.report import processor

import nonet
from nonet.formats import format_grid
from nonet.generate import Recipe, make
from nonet.hints import hint
from nonet.logic import Position, path
from nonet.native import kernel
from nonet.puzzle import Puzzle

TURNS = 3
EXPERT = ("unfair", "extreme")
"""The levels of the puzzles of `minimal.txt` that are taken as expert ones."""
ANCHORS = {"easy": 505.0, "expert": 28.0, "top1465": 2.8, "hardest-11plus": 0.4, "se": 36.0}
BEFORE = {"medium": 141.0, "hard": 58.0, "extreme": 13.0}


@dataclass(frozen=True)
class Row:
    """A line of the table; numbers are per second, or milliseconds where `unit` says so."""

    what: str
    measured: float
    anchor: float
    compared: str
    unit: str = "/s"

    def __str__(self) -> str:
        ratio = self.measured / self.anchor if self.unit == "/s" else self.anchor / self.measured
        return f"| {self.what} | {self.measured:,.1f} {self.unit} | {self.compared}: {self.anchor:g} | {ratio:.1f}x |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--ratings", type=Path)
    parser.add_argument(
        "--positions", type=int, default=10_000, help="positions in which a hint is asked for"
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    given = parser.parse_args()
    scale = 10 if given.quick else 1
    sets = _read(given.data) if given.data else _made()
    print(f"{processor()}, nonet {nonet.__version__}, {'kernel' if kernel else 'pure Python'}, one thread\n")
    print("| | measured | compared with | |")
    print("|---|--:|--:|--:|")
    for row in _rows(sets, given.ratings, given.positions // scale, scale):
        print(row, flush=True)


def _rows(sets: dict[str, list[str]], ratings: Path | None, positions: int, scale: int) -> Iterator[Row]:
    sizes = {"easy": 5000, "expert": 300, "top1465": 150, "hardest-11plus": 30}
    for name, size in sizes.items():
        puzzles = _spread(sets[name], max(size // scale, 5))
        compared = "nonet in Python" if name == "hardest-11plus" else "HoDoKu (Java)"
        yield Row(f"path and score, {name}", _rate(puzzles, "hodoku"), ANCHORS[name], compared)
    if ratings is not None:
        puzzles = _spread(_puzzles(ratings), 539 // scale)
        yield Row("SE rating, 2.5 to 9.3", _rate(puzzles, "se"), ANCHORS["se"], "sukaku-forge")
        yield Row("SE 1.18 rating, same", _rate(puzzles, "se-1.18"), ANCHORS["se"], "sukaku-forge (1.2.1)")
    worst, median = _hints([*sets["hardest-11plus"], *sets["top1465"]], positions)
    yield Row(f"first hint, worst of {positions:,}", worst, 408.0, "nonet in Python", "ms")
    yield Row("first hint, median", median, 50.0, "asked for", "ms")
    for level, anchor in BEFORE.items():
        count = {"medium": 2000, "hard": 1000, "extreme": 200}[level] // scale
        yield Row(f"create, {level}", _created(level, count), anchor, "nonet in Python")


# -- the puzzles ---------------------------------------------------------------------------------------------


def _read(folder: Path) -> dict[str, list[str]]:
    sets = {
        name: _puzzles(folder / f"{name}.txt") for name in ("easy", "minimal", "top1465", "hardest-11plus")
    }
    return sets | {"expert": _experts(sets["minimal"])}


def _made() -> dict[str, list[str]]:
    """Puzzles of nonet's own, the same on every machine; the hard ones are not as hard as the famous ones."""
    made = {level: _lines(Recipe(level=level), count) for level, count in (("easy", 500), ("extreme", 60))}
    return {
        "easy": made["easy"],
        "expert": _experts(_lines(Recipe(minimal=True), 2000)),
        "top1465": made["extreme"],
        "hardest-11plus": made["extreme"][::3],
    }


def _lines(recipe: Recipe, count: int) -> list[str]:
    return [format_grid(made.puzzle.givens, "line") for made in make(recipe, 1, count=count)]


def _experts(lines: Sequence[str]) -> list[str]:
    some = _spread(lines, 2000)
    rated = nonet.rate_many(some)
    return [line for line, rating in zip(some, rated, strict=True) if rating and rating.level in EXPERT]


def _puzzles(file: Path) -> list[str]:
    """The first 81 characters of every line that has as many and begins with a puzzle."""
    lines = (line[:81] for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if len(line) == 81 and set(line) <= set(".0123456789")]


def _spread(lines: Sequence[str], count: int) -> list[str]:
    """Evenly spaced ones."""
    count = min(count, len(lines))
    return [lines[n * len(lines) // count] for n in range(count)]


# -- the measurements ----------------------------------------------------------------------------------------


def _best(work: Callable[[], object]) -> float:
    """The CPU seconds of the best turn."""
    times = []
    for _ in range(TURNS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def _rate(puzzles: Sequence[str], scheme: str) -> float:
    return len(puzzles) / _best(lambda: nonet.rate_many(puzzles, scheme=scheme))


def _created(level: str, count: int) -> float:
    seeds = iter(range(1, 1 + TURNS))
    return count / _best(lambda: list(make(Recipe(level=level), next(seeds), count=count)))


def _hints(lines: Sequence[str], count: int) -> tuple[float, float]:
    """The worst and the median time of a hint, in milliseconds, on the way through these puzzles."""
    times: list[tuple[float, int]] = []
    asked = list(islice(_positions(lines), count))
    for number, position in enumerate(asked):
        times.append((_hint_time(position), number))
    times.sort(reverse=True)
    again = [min(_hint_time(asked[number]) for _ in range(TURNS)) for _, number in times[:20]]
    return 1000 * max(again), 1000 * times[len(times) // 2][0]


def _positions(lines: Sequence[str]) -> Iterator[tuple[Puzzle, Position]]:
    for line in lines:
        puzzle = nonet.parse(line)
        position = Position.of(puzzle)
        for step in path(puzzle):
            yield puzzle, position.copy()
            position.apply(step)


def _hint_time(asked: tuple[Puzzle, Position]) -> float:
    puzzle, position = asked
    grid = position.candidates().grid
    began = time.process_time()
    hint(puzzle, grid, candidates=position.masks)
    return time.process_time() - began


if __name__ == "__main__":
    main()
