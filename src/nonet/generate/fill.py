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
with a regular grid in disguise, takes four digits at a time off the board, and puts them back at random.
"""

from __future__ import annotations

from nonet.engines import Engine, Order, default_engine
from nonet.errors import RecipeError
from nonet.grid import Grid
from nonet.layout import Layout
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
    if layout.size > _MOST_SEARCHED and is_boxed(layout):
        return _remixed(random_transformation(layout, rng)(_regular_grid(layout)), rng, engine)
    return _filled(Grid.empty(layout), Order.random_digits(layout, rng), engine)


def diagonal_grid(layout: Layout, rng: Rng, *, engine: Engine | None = None) -> Grid:
    """A solution grid that begins with the boxes along the diagonal, each a random order of all digits.

        1 . .       A box 1, in which any order of the digits will do, since no house joins it with box 2 or 3;
        . 2 .       then the other cells row by row, each trying the digits in a random order of its own.
        . . 3

    Boards that have no such boxes, or are too large to be searched, get a `random_grid`.

    >>> grid = diagonal_grid(Layout.named("9x9"), Rng(1))
    >>> grid.is_solution(), grid == diagonal_grid(Layout.named("9x9"), Rng(1))
    (True, True)
    """
    if layout.size > _MOST_SEARCHED or not is_boxed(layout) or not layout.boxes:
        return random_grid(layout, rng, engine=engine)
    values = bytearray(layout.cell_count)
    for box in diagonal_boxes(layout):
        for cell, digit in zip(box, rng.shuffled(layout.digits), strict=True):
            values[cell] = digit
    given = tuple(layout.digits)
    digits = tuple(given if value else tuple(rng.shuffled(given)) for value in values)
    return _filled(Grid(layout, bytes(values)), Order(tuple(range(layout.cell_count)), digits), engine)


def diagonal_boxes(layout: Layout) -> list[tuple[int, ...]]:
    """The cells of the boxes from the top left downwards, no two of them in the same rows or columns.

    >>> [box[0] for box in diagonal_boxes(Layout.named("9x9"))], len(diagonal_boxes(Layout.named("6x6")))
    ([0, 30, 60], 2)
    """
    height, width = layout.box_shape or (layout.size, 1)
    corners = [(i * height, i * width) for i in range(min(layout.size // height, layout.size // width))]
    return [layout.boxes[layout.box_of[layout.cell(row, column)]].cells for row, column in corners]


_MOST_SEARCHED = 12
_LOOSENED = 4


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

    >>> from nonet.layout import CLASSIC
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
