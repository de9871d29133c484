"""`create`: one puzzle, of the classic board as in spec 001, or of a level."""

from __future__ import annotations

from nonet.engines import Engine
from nonet.errors import RecipeError
from nonet.generate.classic import Fill, create_many
from nonet.generate.fill import switched_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.rng import fresh_seed


def create(
    seed: int | None = None,
    *,
    level: str | None = None,
    stream: int = 0,
    fill: Fill = switched_grid,
    engine: Engine | None = None,
) -> Puzzle:
    """A puzzle with exactly one solution and 40 to 63 blanks, each number as likely as the others.

    The seed decides everything; without one the puzzle is new each time. `stream` k is the k-th puzzle of a batch.
    `fill` draws the grids to dig in. With a `level` it is a puzzle of `make`, with as many blanks as that leaves.

    >>> puzzle = create(2)
    >>> puzzle == create(2)
    True
    >>> 18 <= puzzle.clue_count <= 41
    True
    """
    seed = fresh_seed() if seed is None else seed
    if level is None:
        return Puzzle(Grid(CLASSIC, create_many(seed, stream, 1, fill=fill, engine=engine)[0].values))
    if fill is not switched_grid or engine is not None:
        raise RecipeError("a puzzle of a level is made without fill and engine")
    from nonet.generate.recipe import Recipe  # these take as long to load as everything else
    from nonet.generate.search import make

    *_, made = make(Recipe(level=level, count=stream + 1), seed)
    return made.puzzle
