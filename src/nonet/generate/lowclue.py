"""Puzzles with very few clues, which digging does not reach: from a bank, transformed by a symmetry.

A random dig on the classic board ends at about 24 clues. Puzzles with 18 to 23 were searched for once, with
`tools/lowclue.cpp`, and are kept in `lowclue.txt`: one per line, 81 characters, `.` for an empty cell; lines
that begin with # are comments. Each represents the 3,359,232 · 9! puzzles that the symmetries of the board
make of it, and for those with a few clues more.
"""

from __future__ import annotations

from functools import lru_cache
from pkgutil import get_data

from nonet.engines import Engine, default_engine
from nonet.errors import RecipeError
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import random_transformation


@lru_cache(maxsize=1)
def bases() -> tuple[Grid, ...]:
    """The puzzles of the bank, fewest clues first.

    >>> bases()[0].clue_count
    18
    """
    text = (get_data("nonet.generate", "lowclue.txt") or b"").decode("ascii")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    grids = [Grid(CLASSIC, bytes(0 if c == "." else int(c) for c in line)) for line in lines]
    return tuple(sorted(grids, key=lambda grid: grid.clue_count))


def low_clue_puzzle(clues: int, rng: Rng, *, engine: Engine | None = None) -> Puzzle:
    """A puzzle of the classic board with exactly `clues` clues and one solution.

    A puzzle of the bank with at most that many clues is drawn, missing clues are drawn from its solution, and a
    random symmetry is applied.

    >>> low_clue_puzzle(19, Rng(1)).clue_count
    19
    """
    return draw_low_clue(clues, rng, engine=engine)[0]


def draw_low_clue(clues: int, rng: Rng, *, engine: Engine | None = None) -> tuple[Puzzle, int]:
    """The same, and the number of its base in `bases`, counted from 1."""
    choice = _with_at_most(clues)
    if not choice or clues > CLASSIC.cell_count:
        raise RecipeError(f"no puzzle with {clues} clues is available; choose 18 to {CLASSIC.cell_count}")
    number = rng.below(choice)
    base = bases()[number]
    values = bytearray(base.values)
    if base.clue_count < clues:
        solution = (engine or default_engine(CLASSIC)).solution(Puzzle(base))
        empty = [cell for cell, value in enumerate(values) if not value]
        for cell in rng.shuffled(empty)[: clues - base.clue_count]:
            values[cell] = solution[cell]
    return random_transformation(CLASSIC, rng)(Puzzle(Grid(CLASSIC, bytes(values)))), number + 1


@lru_cache(maxsize=64)
def _with_at_most(clues: int) -> int:
    """How many puzzles of the bank have at most that many clues."""
    return sum(grid.clue_count <= clues for grid in bases())
