"""Many puzzles on any boards and with any rules. Those with rules are searched together, in threads of the kernel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

from nonet.engines import Engine, Order, engine_for
from nonet.grid import Grid
from nonet.puzzle import Puzzle

__all__ = ["counts_of_puzzles", "greatest_solution", "solutions_of_puzzles", "solve_puzzles"]

T = TypeVar("T")


def solutions_of_puzzles(puzzles: Sequence[Puzzle], *, limit: int = 2, threads: int = 1) -> list[list[Grid]]:
    """For each puzzle its solutions, up to `limit`."""
    return _by_engine(
        puzzles, lambda engine, asked: engine.solutions_of_each(asked, limit=limit, threads=threads)
    )


def counts_of_puzzles(puzzles: Sequence[Puzzle], *, limit: int, threads: int = 1) -> list[int]:
    """For each puzzle how many solutions it has, up to `limit`."""
    return _by_engine(
        puzzles, lambda engine, asked: engine.counts_of_each(asked, limit=limit, threads=threads)
    )


def solve_puzzles(puzzles: Sequence[Puzzle], *, threads: int = 1) -> tuple[list[Grid | None], bytes]:
    """For each puzzle its solution (of several the greatest), and whether it has none, one or several: 0, 1 or 2.

    >>> from nonet.rules import Thermometer
    >>> thermometers = [Thermometer((0, 1, 2, 3)), Thermometer((12, 8, 4))]
    >>> grids, status = solve_puzzles([Puzzle.of("4x4", "." * 16, rules=thermometers)])
    >>> grids[0].symbols, list(status)
    ('1234432134122143', [2])
    """
    found = solutions_of_puzzles(puzzles, threads=threads)
    grids = [
        greatest_solution(puzzle) if len(own) > 1 else next(iter(own), None)
        for puzzle, own in zip(puzzles, found, strict=True)
    ]
    return grids, bytes(map(len, found))


def greatest_solution(puzzle: Puzzle) -> Grid | None:
    """The solution that is greatest when it is read row by row: what `sudoku solve` prints."""
    return engine_for(puzzle).first_solution(puzzle, Order.row_by_row(puzzle.layout).reversed_digits())


def _by_engine(puzzles: Sequence[Puzzle], ask: Callable[[Engine, list[Puzzle]], Sequence[T]]) -> list[T]:
    """The answers of the best engine for each puzzle, in the order of the puzzles."""
    rows: dict[Engine, list[int]] = defaultdict(list)
    for row, puzzle in enumerate(puzzles):
        rows[engine_for(puzzle)].append(row)
    answers: dict[int, T] = {}
    for engine, own in rows.items():
        answers.update(zip(own, ask(engine, [puzzles[row] for row in own]), strict=True))
    return [answers[row] for row in range(len(puzzles))]
