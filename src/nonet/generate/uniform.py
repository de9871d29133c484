"""Uniformly random solution grids, on boards small enough to count them; those of 9x9 are drawn by `exact_uniform`.

The solution grids of a board are numbered from 0 in lexicographic order. `grid_number` finds the grid of a number
without enumerating those before it, and `uniform_grid` draws the number. This needs the number of grids with a given
beginning, which depends on little of that beginning:

    cells are filled row by row; a house is open if some of its cells are filled, but not all

        1 2 3 4        row 2, columns 1 … 4, box 1 and box 2 are open here:
        3 . . .        what matters of a digit is which open houses have it already

                          1: column 1, box 1              3: row 2, column 1, box 1
                          2: column 2, box 1              4: column 4, box 2       (and 3 in column 3, box 2)

These house sets of all digits, sorted, are the whole state: neither the names of the digits nor their order matters. On
6x6 some thousand states represent 28,200,960 grids. Each state is counted once; all numbers are exact.
"""

from __future__ import annotations

from functools import lru_cache

from nonet.arguments import clear_type_errors
from nonet.engines import Engine
from nonet.errors import RecipeError
from nonet.generate.exact_uniform import exact_grid, exact_grids
from nonet.generate.fill import random_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.rng import Rng
from nonet.symmetry import random_transformation

LARGEST = 7
"""Larger boards have millions of states; they are refused without counting."""

MOST_STATES = 100_000
"""Upper limit for the states that are counted: about a second and 50 MB. The 6x6 boards need up to 40,000."""


@clear_type_errors
def uniform_grid(layout: Layout, rng: Rng) -> Grid:
    """A solution grid; all of them are equally likely.

    >>> print(uniform_grid(Layout.named("4x4"), Rng(1)))
    3 1 4 2
    4 2 1 3
    2 4 3 1
    1 3 2 4
    """
    if layout == CLASSIC:
        return exact_grid(layout, rng)
    return grid_number(layout, draw_below(rng, grid_count(layout)))


def uniform_grids(layout: Layout, seed: int, first: int, count: int, *, threads: int = 1) -> list[bytes]:
    """The values of the first uniform grid of each of the streams `first`, `first + 1`, … of a seed."""
    if layout == CLASSIC:
        return exact_grids(seed, first, count, threads=threads)
    return [uniform_grid(layout, Rng(seed, stream=number)).values for number in range(first, first + count)]


def require_uniform(layout: Layout) -> None:
    """Raises a RecipeError if uniform grids of this board cannot be drawn."""
    if layout != CLASSIC:
        _table(layout)


@clear_type_errors
def grid_count(layout: Layout) -> int:
    """How many solution grids a board has; RecipeError if counting them would take too long.

    >>> grid_count(Layout.named("4x4")), grid_count(Layout.named("6x6"))
    (288, 28200960)
    >>> grid_count(Layout.named("9x9"))
    Traceback (most recent call last):
        ...
    nonet.errors.RecipeError: 9x9: its solution grids are too many to be counted here; those of boards up to 6x6 can be
    """
    return _table(layout).total


@clear_type_errors
def grid_number(layout: Layout, number: int) -> Grid:
    """The solution grid of that number, counted from 0 in lexicographic order.

    >>> print(grid_number(Layout.named("4x4"), 287))
    4 3 2 1
    2 1 4 3
    3 4 1 2
    1 2 3 4
    """
    table = _table(layout)
    if not 0 <= number < table.total:
        raise RecipeError(
            f"{layout.name}: there are {table.total} solution grids, from 0; no number {number}"
        )
    marks = [0] * layout.size
    values = bytearray()
    for cell in range(layout.cell_count):
        for digit in layout.entries:
            if marks[digit - 1] & table.houses[cell]:
                continue
            after = table.placed(cell, marks, digit - 1)
            ways = table.ways(cell + 1, tuple(sorted(after)))
            if number < ways:
                break
            number -= ways
        marks = after
        values.append(digit)
    return Grid(layout, bytes(values))


@clear_type_errors
def disguised_grid(layout: Layout, rng: Rng, *, engine: Engine | None = None) -> Grid:
    """A `random_grid`, transformed by a random symmetry: no digit, cell, row, band or stack is preferred.

    The digits of any two cells are then distributed as in a uniform draw. What remains of the fill's bias is between
    classes of equivalent grids.

    >>> disguised_grid(Layout.named("9x9"), Rng(1)).is_solution()
    True
    """
    grid = random_grid(layout, rng, engine=engine)
    return random_transformation(layout, rng)(grid)


class _Table:
    """Counts, for each cell and state, the ways to fill the rest of the board."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.houses = [sum(1 << house for house in houses) for houses in layout.houses_at]
        """The houses of each cell, as a bitmask."""
        last = [max(house.cells) for house in layout.houses]
        self.open = [
            sum(1 << house for house, cell in enumerate(last) if cell > now)
            for now in range(len(self.houses))
        ]
        """The houses that are not yet full after a cell has been filled, as a bitmask."""
        self._known: list[dict[tuple[int, ...], int]] = [{} for _ in range(layout.cell_count + 1)]
        self._states = 0
        self.total = self.ways(0, (0,) * layout.size)

    def placed(self, cell: int, marks: list[int] | tuple[int, ...], digit: int) -> list[int]:
        """The house sets of all digits, not sorted, after this digit was placed in the cell."""
        still = self.open[cell]
        after = [mark & still for mark in marks]
        after[digit] = (marks[digit] | self.houses[cell]) & still
        return after

    def ways(self, cell: int, state: tuple[int, ...]) -> int:
        """In how many ways the cells from this one on can be filled."""
        if cell == self.layout.cell_count:
            return 1
        known = self._known[cell]
        if state not in known:
            self._states += 1
            if self._states > MOST_STATES:
                raise _too_many(self.layout)
            ways = like = 0
            for digit, mark in enumerate(state):
                if mark & self.houses[cell]:
                    continue
                if digit == 0 or mark != state[digit - 1]:  # otherwise the same as for the digit before
                    like = self.ways(cell + 1, tuple(sorted(self.placed(cell, state, digit))))
                ways += like
            known[state] = ways
        return known[state]


def _too_many(layout: Layout) -> RecipeError:
    drawn = "" if layout == CLASSIC else ", and so they cannot be drawn uniformly; those of 9x9 can"
    return RecipeError(
        f"{layout.name}: its solution grids are too many to be counted here; those of boards up to 6x6 can be{drawn}"
    )


@lru_cache(maxsize=16)
def _table(layout: Layout) -> _Table:
    if layout.size > LARGEST:
        raise _too_many(layout)
    table = _Table(layout)
    if not table.total:
        raise RecipeError(f"a {layout.name} board cannot be filled")
    return table


def draw_below(rng: Rng, n: int) -> int:
    """`rng.below`, also for numbers beyond 64 bits: several words are drawn, and rejected if out of range."""
    words = -(-(n - 1).bit_length() // 64)
    if words <= 1:
        return rng.below(n)
    usable = (1 << 64 * words) // n * n
    while True:
        drawn = 0
        for _ in range(words):
            drawn = drawn << 64 | rng.next()
        if drawn < usable:
            return drawn % n
