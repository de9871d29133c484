"""`create`: a puzzle of the classic board as in spec 001.

How it is made depends on the number of blanks, which is drawn first:

    40 … 56    fill the board, switch rows and bands, dig (spec 001, steps 1 to 5); a dig that ends with too few
               blanks is repeated in a new grid
    57 … 63    a puzzle of the low-clue bank, transformed: digging seldom gets that far
"""

from __future__ import annotations

from typing import Protocol

from nonet.engines import Engine, default_engine
from nonet.errors import RecipeError
from nonet.generate.dig import dig
from nonet.generate.fill import switched_grid
from nonet.generate.lowclue import low_clue_puzzle
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

__all__ = ["FEWEST_BLANKS", "MOST_BLANKS", "MOST_DUG", "create", "draw_blanks"]

FEWEST_BLANKS, MOST_BLANKS = 40, 63
MOST_DUG = 56
"""The most blanks that are dug for: six digs in ten reach 56, only three get further."""


class Fill(Protocol):
    def __call__(self, layout: Layout, rng: Rng, *, engine: Engine | None = None) -> Grid: ...


def create(seed: int, *, stream: int = 0, fill: Fill = switched_grid, engine: Engine | None = None) -> Puzzle:
    """A puzzle with exactly one solution and 40 to 63 blanks, each number as likely as the others.

    The seed decides everything; `stream` k is the k-th puzzle of a batch. `fill` draws the grids to dig in.

    >>> puzzle = create(2)
    >>> puzzle == create(2)
    True
    >>> 18 <= puzzle.clue_count <= 41
    True
    """
    rng = Rng(seed, stream=stream)
    engine = engine or default_engine(CLASSIC)
    blanks = draw_blanks(rng)
    if blanks > MOST_DUG:
        puzzle = low_clue_puzzle(CLASSIC.cell_count - blanks, rng, engine=engine)
    else:
        puzzle = dig(fill(CLASSIC, rng, engine=engine), rng, blanks=blanks, engine=engine)
        while puzzle.givens.values.count(0) < blanks:
            puzzle = dig(fill(CLASSIC, rng, engine=engine), rng, blanks=blanks, engine=engine)
    _prove(puzzle, blanks, engine)
    return puzzle


def draw_blanks(rng: Rng) -> int:
    """The number of empty cells: the first thing `create` draws."""
    return rng.between(FEWEST_BLANKS, MOST_BLANKS)


def _prove(puzzle: Puzzle, blanks: int, engine: Engine) -> None:
    """Checks every promise of `create` on the finished puzzle."""
    digits = set(puzzle.givens.values) - {0}
    kept = puzzle.givens.values.count(0) == blanks and len(digits) >= CLASSIC.size - 1
    if not (kept and engine.is_unique(puzzle)):
        line = "".join(map(str, puzzle.givens))
        raise RecipeError(f"this puzzle breaks a promise of create; please report it: {line}")
