"""Filled boards to begin with: solution grids drawn by chance.

Three ways, all of them a backtracking search:

    random_grid      row by row, each cell tries the digits in a random order of its own: in every cell each
                     digit is as likely as the others
    switched_grid    spec 001: the same, and then rows and bands are switched
    diagonal_grid    the boxes along the diagonal first, which do not see each other, and then the rest row by row:
                     the quickest, for digging by the thousand

One random order for all cells would only rename the digits of what backtracking finds first: every grid would
be the same one in disguise, and look it. So the order is drawn anew for each cell.

On boards beyond 12x12 a search through the empty board may lose its way. There `random_grid` begins
with a regular grid in disguise, or with one that is known (see `boards`), takes four digits at a time off the board,
and puts them back at random. On large jigsaws short searches are made until one finds a grid.
"""

from __future__ import annotations

from nonet.engines import Engine, Order, default_engine
from nonet.errors import RecipeError
from nonet.generate.boards import is_exact, known_grid, lucky_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import Transformation, is_boxed, random_transformation

__all__ = ["diagonal_grid", "random_grid", "switch_rows", "switched_grid"]


def random_grid(layout: Layout, rng: Rng, *, engine: Engine | None = None) -> Grid:
    """A solution grid in which no cell prefers a digit.

    >>> grid = random_grid(Layout.named("6x6"), Rng(1))
    >>> grid.is_solution()
    True
    >>> grid == random_grid(Layout.named("6x6"), Rng(1))
    True
    """
    start = _regular_grid(layout) if layout.size > _MOST_SEARCHED and is_boxed(layout) else known_grid(layout)
    if start is not None:
        return _remixed(random_transformation(layout, rng)(start), rng, engine)
    if layout.box_shape is None and not is_exact(layout):
        for _ in range(_ATTEMPTS):
            if (lucky := lucky_grid(layout, rng)) is not None:
                return lucky
    return _filled(Grid.empty(layout), Order.random_digits(layout, rng), engine)


def diagonal_grid(layout: Layout, rng: Rng, *, engine: Engine | None = None) -> Grid:
    """A solution grid of the classic board that begins with the boxes along the diagonal.

        1 . .       In box 1, 5 and 9 any order of the digits will do: no house joins them, and there is always a
        . 5 .       solution (all 322 · 10,080 cases that differ were tried). Then come the other cells, row by
        . . 9       row, each trying the digits in a random order of its own.

    Any other board gets a `random_grid`.

    >>> grid = diagonal_grid(CLASSIC, Rng(1))
    >>> grid.is_solution(), grid == diagonal_grid(CLASSIC, Rng(1))
    (True, True)
    """
    if layout != CLASSIC:
        return random_grid(layout, rng, engine=engine)
    values = bytearray(layout.cell_count)
    for box in (0, 4, 8):
        for cell, digit in zip(layout.boxes[box].cells, rng.shuffled(layout.digits), strict=True):
            values[cell] = digit
    ascending = tuple(layout.digits)
    digits = tuple(ascending if value else tuple(rng.shuffled(ascending)) for value in values)
    return _filled(Grid(layout, bytes(values)), Order(tuple(range(layout.cell_count)), digits), engine)


_MOST_SEARCHED = 12
_LOOSENED = 4
_ATTEMPTS = 50


def _regular_grid(layout: Layout) -> Grid:
    """Each row is the one above, moved on by the width of a box; each band is moved on by one more.

    1 2 3 4
    3 4 1 2
    2 3 4 1
    4 1 2 3
    """
    height, width = layout.box_shape or (1, layout.size)
    size = layout.size
    return Grid.of(
        layout,
        [
            (width * (row % height) + row // height + column) % size + 1
            for row in range(size)
            for column in range(size)
        ],
    )


def _remixed(grid: Grid, rng: Rng, engine: Engine | None) -> Grid:
    """Takes four digits off the board and fills the gaps at random; on average each digit has two turns."""
    layout = grid.layout
    for _ in range(layout.size // 2):
        loose = rng.shuffled(layout.digits)[:_LOOSENED]
        rest = Grid(layout, bytes(0 if value in loose else value for value in grid))
        grid = _filled(rest, Order.random_digits(layout, rng), engine)
    return grid


def switched_grid(layout: Layout, rng: Rng, *, engine: Engine | None = None) -> Grid:
    """A solution grid as spec 001 makes it: digits in random order, a backtracking fill, `switch_rows`.

    >>> switched_grid(CLASSIC, Rng(1)).is_solution()
    True
    """
    return switch_rows(random_grid(layout, rng, engine=engine), rng)


def switch_rows(grid: Grid, rng: Rng) -> Grid:
    """Switches two rows in each band, from the top, and then two of the bands (spec 001, step 4)."""
    layout = grid.layout
    if layout.box_shape is None or not is_boxed(layout):
        raise RecipeError(f"{layout.name}: rows can be switched on boards of boxes only")
    height, _ = layout.box_shape
    rows = list(range(layout.size))
    for top in range(0, layout.size, height):
        first, second = _two_of(height, rng)
        rows[top + first], rows[top + second] = rows[top + second], rows[top + first]
    bands = list(range(layout.size // height))
    first, second = _two_of(len(bands), rng)
    bands[first], bands[second] = bands[second], bands[first]
    return Transformation.rows(layout, rows).then(Transformation.bands(layout, bands))(grid)


def _two_of(count: int, rng: Rng) -> tuple[int, int]:
    """Two different numbers below `count`; the same one twice, where there is no other."""
    if count == 1:
        return 0, 0
    first, second = rng.below(count), rng.below(count - 1)
    return first, second + (second >= first)


def _filled(start: Grid, order: Order, engine: Engine | None) -> Grid:
    grid = (engine or default_engine(start.layout)).first_solution(Puzzle(start), order)
    if grid is None:
        raise RecipeError(f"a {start.layout.name} board cannot be filled")
    return grid
