"""Random solution grids, to dig in.

Three ways, all by backtracking:

    random_grid      row by row, each cell tries the digits in a random order of its own: in every cell all digits
                     are equally likely
    switched_grid    spec 001: the same, and then rows and bands are switched
    diagonal_grid    the boxes along the diagonal first, which do not see each other, and then the rest row by row:
                     the fastest

A single random order for all cells would only rename the digits of what backtracking finds first: all grids would be
equivalent. So an order is drawn for each cell.

On boards beyond 12x12 a search from the empty board may take too long. There `random_grid` transforms a regular or
known grid (see `boards`), removes four digits at a time, and fills the gaps at random. On large jigsaws short searches
are repeated until one finds a grid.
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


def random_grid(layout: Layout, rng: Rng, *, engine: Engine | None = None) -> Grid:
    """A solution grid; in every cell all digits are equally likely.

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

        1 . .       Boxes 1, 5 and 9 share no house, so any order of the digits is allowed in each, and there is always
        . 5 .       a solution (all 322 · 10,080 essentially different cases were tried). The other cells follow row
        . . 9       by row, each trying the digits in a random order of its own.

    Any other board gets a `random_grid`.

    >>> grid = diagonal_grid(CLASSIC, Rng(1))
    >>> grid.is_solution(), grid == diagonal_grid(CLASSIC, Rng(1))
    (True, True)
    """
    if layout != CLASSIC:
        return random_grid(layout, rng, engine=engine)
    values = bytearray(layout.cell_count)
    for box in (0, 4, 8):
        for cell, digit in zip(layout.boxes[box].cells, rng.shuffled(layout.entries), strict=True):
            values[cell] = digit
    ascending = tuple(layout.entries)
    digits = tuple(ascending if value else tuple(rng.shuffled(ascending)) for value in values)
    return _filled(Grid(layout, bytes(values)), Order(tuple(range(layout.cell_count)), digits), engine)


_MOST_SEARCHED = 12
_LOOSENED = 4
_ATTEMPTS = 50


def _regular_grid(layout: Layout) -> Grid:
    """Each row is the one above, shifted by the width of a box; each band is shifted by one more.

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
    """Removes four digits and fills the gaps at random, repeatedly; each digit is removed twice on average."""
    layout = grid.layout
    for _ in range(layout.size // 2):
        loose = rng.shuffled(layout.entries)[:_LOOSENED]
        rest = Grid(layout, bytes(0 if value in loose else value for value in grid))
        grid = _filled(rest, Order.random_digits(layout, rng), engine)
    return grid


def switched_grid(layout: Layout, rng: Rng, *, engine: Engine | None = None) -> Grid:
    """A solution grid as in spec 001: digits in random order, a backtracking fill, `switch_rows`.

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
    """Two different numbers below `count`; 0 twice if there is only one."""
    if count == 1:
        return 0, 0
    first, second = rng.below(count), rng.below(count - 1)
    return first, second + (second >= first)


def _filled(start: Grid, order: Order, engine: Engine | None) -> Grid:
    grid = (engine or default_engine(start.layout)).first_solution(Puzzle(start), order)
    if grid is None:
        raise RecipeError(f"a {start.layout.name} board cannot be filled")
    return grid
