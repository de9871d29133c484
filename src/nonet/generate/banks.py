"""Banks of puzzles that digging does not reach, each transformed by a symmetry; and where every puzzle came from.

    dug            clues removed from a random grid
    exchanged      dug, and then clues exchanged for others
    bank:NAME/N    puzzle N of a bank, counted from 1, transformed by a random symmetry: the bank of a technique
                   (`bank:jellyfish/3`), or of puzzles with few clues (`bank:low-clue/17`)

Every created puzzle says so, because those of a bank are a few puzzles in many disguises.

`lowclue.txt` has puzzles with very few clues. A random dig on the classic board ends at about 24 clues; those with 18
to 23 were searched for once, with `tools/lowclue.cpp`. `bank.txt` has puzzles that need a rare technique, and nothing
harder; `tools/bank.py` found them. A puzzle is a line of 81 characters, `.` for an empty cell, after the technique if
there is one; lines that begin with # are comments. Each represents the 3,359,232 · 9! puzzles that the symmetries of
the board make of it. The path of such a puzzle may differ, so it must be rated again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pkgutil import get_data
from typing import NamedTuple

from nonet.engines import Engine, default_engine
from nonet.errors import RecipeError
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import random_transformation

DUG = "dug"
EXCHANGED = "exchanged"


class Candidate(NamedTuple):
    """A puzzle of some source: its values row by row, and its origin."""

    values: bytes
    origin: str


def from_bank(name: str, number: int) -> str:
    """The origin of puzzle `number` of a bank.

    >>> from_bank("jellyfish", 3)
    'bank:jellyfish/3'
    """
    return f"bank:{name}/{number}"


def bank_lines(name: str) -> Iterator[list[str]]:
    """The words of each line of a file of this package, without comments."""
    text = (get_data("nonet.generate", name) or b"").decode("ascii")
    return (line.split() for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _grid(signs: str) -> Grid:
    return Grid(CLASSIC, bytes(0 if sign == "." else int(sign) for sign in signs))


@lru_cache(maxsize=1)
def low_clue_bases() -> tuple[Grid, ...]:
    """The puzzles with few clues, fewest first.

    >>> low_clue_bases()[0].clue_count
    18
    """
    grids = [_grid(signs) for (signs,) in bank_lines("lowclue.txt")]
    return tuple(sorted(grids, key=lambda grid: grid.clue_count))


@lru_cache(maxsize=1)
def technique_bases() -> dict[str, tuple[Grid, ...]]:
    """The puzzles that need a rare technique, by technique. Each was dug from a random grid and is minimal.

    >>> all(grid.clue_count < 32 for grids in technique_bases().values() for grid in grids)
    True
    """
    found: dict[str, tuple[Grid, ...]] = {}
    for key, signs in bank_lines("bank.txt"):
        found[key] = (*found.get(key, ()), _grid(signs))
    return found


def low_clue_puzzle(clues: int, rng: Rng, *, engine: Engine | None = None) -> Puzzle:
    """A puzzle of the classic board with exactly `clues` clues and one solution.

    A puzzle of the bank with at most that many clues is drawn, missing clues are drawn from its solution, and a
    random symmetry is applied.

    >>> low_clue_puzzle(19, Rng(1)).clue_count
    19
    """
    return draw_low_clue(clues, rng, engine=engine)[0]


def draw_low_clue(clues: int, rng: Rng, *, engine: Engine | None = None) -> tuple[Puzzle, int]:
    """The same, and the number of its base in `low_clue_bases`, counted from 1."""
    choice = _with_at_most(clues)
    if not choice or clues > CLASSIC.cell_count:
        raise RecipeError(f"no puzzle with {clues} clues is available; choose 18 to {CLASSIC.cell_count}")
    number = rng.below(choice)
    base = low_clue_bases()[number]
    values = bytearray(base.entries)
    if base.clue_count < clues:
        solution = (engine or default_engine(CLASSIC)).solution(Puzzle(base))
        empty = [cell for cell, value in enumerate(values) if not value]
        for cell in rng.shuffled(empty)[: clues - base.clue_count]:
            values[cell] = solution[cell]
    return random_transformation(CLASSIC, rng)(Puzzle(Grid(CLASSIC, bytes(values)))), number + 1


@lru_cache(maxsize=64)
def _with_at_most(clues: int) -> int:
    """How many puzzles of the bank have at most that many clues."""
    return sum(grid.clue_count <= clues for grid in low_clue_bases())
