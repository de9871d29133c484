"""Symmetries: changes to a board that map every house to a house, so that a puzzle stays equally hard.

A symmetry moves cells, renames digits, or both. Moving cells is a symmetry of a layout if it maps each house to
a house. On a board with boxes these are

    the bands (rows of boxes) in any order, the rows of each band in any order,
    the stacks (columns of boxes) and their columns likewise,
    and the transposition, where boxes are as high as wide,

                  stack 1    stack 2    stack 3
    band 1  r1   1  2  3 |  4  5  6 |  7  8  9
            r2   4  5  6 |  7  8  9 |  1  2  3
            r3   7  8  9 |  1  2  3 |  4  5  6
                ---------+----------+---------
    band 2  r4   …

    which makes 2 · (3! · 3!³)² = 3,359,232 for the classic board.

Boards with more houses (X, windoku) or irregular ones (jigsaw) have those of the eight rotations and reflections
of the whole board that map houses to houses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod
from typing import TYPE_CHECKING, overload

from nonet.arguments import clear_type_errors
from nonet.bitsets import digits_in, mask_of
from nonet.dimensions import HouseKind
from nonet.errors import InvalidRule, LayoutError, NonetError, expect
from nonet.formats import PuzzleLike, ValuesLike, as_puzzle, format_grid
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

if TYPE_CHECKING:
    from nonet.rules.base import Rule

__all__ = [
    "Transformation",
    "cell_symmetries",
    "cell_symmetry_count",
    "geometric_symmetries",
    "is_boxed",
    "keeps_houses",
    "random_transformation",
]


@dataclass(frozen=True)
@clear_type_errors
class Transformation:
    """A symmetry of a layout: the value in cell c moves to `cells[c]`, and digit d becomes `digits[d]`.

    `digits` has `size + 1` numbers and starts with 0, because an empty cell stays empty. Call it with a grid or
    a puzzle:

    >>> from nonet.layout import Layout
    >>> mini = Layout.named("4x4")
    >>> grid = Grid.of(mini, [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    >>> turn = Transformation.rotation(mini)
    >>> print(turn(grid))
    0 0 0 1
    0 0 0 2
    0 0 0 3
    0 0 0 4
    >>> rename = Transformation.relabelling(mini, [4, 3, 2, 1])
    >>> print(turn.then(rename)(grid))
    0 0 0 4
    0 0 0 3
    0 0 0 2
    0 0 0 1
    >>> turn.then(turn.inverse).is_identity
    True
    """

    layout: Layout
    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        layout = self.layout
        expect(layout, Layout, "layout")
        expect(self.cells, tuple, "cells")
        expect(self.digits, tuple, "digits")
        if sorted(self.cells) != list(range(layout.cell_count)):
            raise NonetError(f"cells must have every cell of a {layout.name} board once")
        if self.digits[:1] != (0,) or sorted(self.digits) != list(range(layout.size + 1)):
            raise NonetError(f"digits must be 0 and then each of 1 to {layout.size} once")
        if not keeps_houses(layout, self.cells):
            raise LayoutError(f"not every house of a {layout.name} board stays a house")

    # -- what it does ---------------------------------------------------------------------------------------

    @overload
    def __call__(self, board: Grid) -> Grid: ...  # type: ignore[overload-overlap] # the more special case

    @overload
    def __call__(self, board: str) -> str: ...

    @overload
    def __call__(self, board: ValuesLike) -> Puzzle: ...

    def __call__(self, board: PuzzleLike) -> Grid | Puzzle | str:
        """The board after the change: a grid for a grid, text for text, a puzzle for everything else."""
        if isinstance(board, str):
            return format_grid(self(as_puzzle(board)), "line")
        if not isinstance(board, Grid):
            board = as_puzzle(board)
        if board.layout != self.layout:
            raise LayoutError(f"this is a symmetry of {self.layout.name} boards, not of {board.layout.name}")
        if isinstance(board, Grid):
            return self._moved(board)
        rules = tuple(self._mapped(rule) for rule in board.rules)
        return Puzzle(self._moved(board.givens), self.masks(board.ruled_out), rules)

    def masks(self, masks: Sequence[int]) -> tuple[int, ...]:
        """Sets of digits, one for each cell, after the change; none if there are none."""
        if len(masks) not in (0, len(self.cells)):
            raise LayoutError(f"masks: {len(masks)} for the {len(self.cells)} cells of {self.layout.name}")
        moved = sorted(zip(self.cells, masks, strict=True)) if masks else ()
        return tuple(mask_of(self.digits[digit] for digit in digits_in(mask)) for _, mask in moved)

    def _mapped(self, rule: Rule) -> Rule:
        moved = rule.mapped(self)
        if moved is None:
            raise InvalidRule("this rule has no counterpart after such a change of the board", rule.title)
        return moved

    def _moved(self, grid: Grid) -> Grid:
        values = bytearray(len(grid))
        for target, value in zip(self.cells, grid.entries, strict=True):
            values[target] = self.digits[value]
        return Grid(self.layout, bytes(values))

    # -- the group ------------------------------------------------------------------------------------------

    def then(self, other: Transformation) -> Transformation:
        """Applies this one, then the other: `a.then(b)(grid) == b(a(grid))`."""
        if other.layout != self.layout:
            raise LayoutError(f"symmetries of {self.layout.name} and of {other.layout.name} do not combine")
        return Transformation(
            self.layout,
            tuple(other.cells[cell] for cell in self.cells),
            tuple(other.digits[digit] for digit in self.digits),
        )

    @property
    def inverse(self) -> Transformation:
        return Transformation(self.layout, _inverted(self.cells), _inverted(self.digits))

    @property
    def is_identity(self) -> bool:
        return self.cells == _same(self.layout) and self.digits == tuple(range(self.layout.size + 1))

    # -- making one: digits ---------------------------------------------------------------------------------

    @staticmethod
    def identity(layout: Layout) -> Transformation:
        return _moving(layout, _same(layout))

    @staticmethod
    def relabelling(layout: Layout, digits: Sequence[int]) -> Transformation:
        """The digits 1, 2, 3 … become those given."""
        return Transformation(layout, _same(layout), (0, *digits))

    # -- making one: the board as a whole -------------------------------------------------------------------

    @staticmethod
    def rotation(layout: Layout, quarter_turns: int = 1) -> Transformation:
        """Rotates the board clockwise. Not every board has quarter turns: 6x6 has only half turns.

        >>> Transformation.rotation(Layout.named("6x6"), 2).cells[0]
        35
        >>> Transformation.rotation(Layout.named("6x6"))
        Traceback (most recent call last):
            ...
        nonet.errors.LayoutError: not every house of a 6x6 board stays a house
        """
        return _placing(layout, TURNS[quarter_turns % 4])

    @staticmethod
    def transposition(layout: Layout) -> Transformation:
        """Rows become columns: the reflection in the falling diagonal."""
        return _placing(layout, REFLECTIONS["\\"])

    @staticmethod
    def reflection(layout: Layout, axis: str = "|") -> Transformation:
        r"""The reflection in a line through the middle of the board: `|`, `-`, or a diagonal, `\` or `/`.

        >>> Transformation.reflection(Layout.named("4x4"), "|").cells[:4]
        (3, 2, 1, 0)
        """
        if axis not in REFLECTIONS:
            raise NonetError(f"a reflection must be one of {' '.join(REFLECTIONS)}, not {axis!r}")
        return _placing(layout, REFLECTIONS[axis])

    # -- making one: lines ----------------------------------------------------------------------------------

    @staticmethod
    def rows(layout: Layout, order: Sequence[int]) -> Transformation:
        """Rows in another order, counted from 0: row `order[i]` moves to place i.

        >>> mini = Layout.named("4x4")
        >>> swap = Transformation.rows(mini, [1, 0, 2, 3])
        >>> swap.cells[0], swap.cells[4]
        (4, 0)
        >>> Transformation.rows(mini, [2, 1, 0, 3])
        Traceback (most recent call last):
            ...
        nonet.errors.LayoutError: not every house of a 4x4 board stays a house
        """
        places = _places(order, layout.size, "rows")
        return _placing(layout, lambda row, column, last: (places[row], column))

    @staticmethod
    def columns(layout: Layout, order: Sequence[int]) -> Transformation:
        """Columns in another order, counted from 0: column `order[i]` moves to place i."""
        places = _places(order, layout.size, "columns")
        return _placing(layout, lambda row, column, last: (row, places[column]))

    @staticmethod
    def bands(layout: Layout, order: Sequence[int]) -> Transformation:
        """Bands, the rows of boxes, in another order, counted from 0.

        >>> from nonet.layout import CLASSIC
        >>> Transformation.bands(CLASSIC, [2, 0, 1]).cells[0]
        27
        """
        height, _ = _box_shape(layout)
        _places(order, layout.size // height, "bands")
        return Transformation.rows(layout, [band * height + row for band in order for row in range(height)])

    @staticmethod
    def stacks(layout: Layout, order: Sequence[int]) -> Transformation:
        """Stacks, the columns of boxes, in another order, counted from 0."""
        _, width = _box_shape(layout)
        _places(order, layout.size // width, "stacks")
        return Transformation.columns(layout, [stack * width + c for stack in order for c in range(width)])


# -- which cells may move where -----------------------------------------------------------------------------


def keeps_houses(layout: Layout, cells: Sequence[int]) -> bool:
    """Whether moving each cell c to `cells[c]` maps the houses, as sets of cells, to houses.

    >>> from nonet.layout import CLASSIC
    >>> keeps_houses(CLASSIC, range(81)), keeps_houses(CLASSIC, [1, 0, *range(2, 81)])
    (True, False)
    """
    expect(layout, Layout, "layout")
    expect(cells, Sequence, "cells")
    houses = _house_sets(layout)
    moved = (frozenset(cells[cell] for cell in house) for house in houses)
    return len(cells) == layout.cell_count and all(house in houses for house in moved)


@clear_type_errors
def is_boxed(layout: Layout) -> bool:
    """Whether the layout has only rows, columns and rectangular boxes.

    >>> is_boxed(Layout.named("6x6")), is_boxed(Layout.named("x"))
    (True, False)
    """
    plain = (HouseKind.ROW, HouseKind.COLUMN, HouseKind.BOX)
    return layout.box_shape is not None and all(house.kind in plain for house in layout.houses)


@clear_type_errors
@lru_cache(maxsize=64)
def geometric_symmetries(layout: Layout) -> tuple[Transformation, ...]:
    """Those of the eight rotations and reflections that are symmetries of the layout, the identity first.

    >>> [len(geometric_symmetries(Layout.named(name))) for name in ("9x9", "x", "windoku", "6x6")]
    [8, 8, 8, 4]
    """
    layout.require_usual("symmetry")
    found = []
    for move in (*TURNS, *REFLECTIONS.values()):
        with suppress(LayoutError):
            cells = _moved_cells(layout, move)
            if keeps_houses(layout, cells):
                found.append(_moving(layout, cells))
    return tuple(dict.fromkeys(found))


@clear_type_errors
def cell_symmetry_count(layout: Layout) -> int:
    """The number of symmetries that move the cells of a board with boxes, without renaming digits.

    >>> from nonet.layout import CLASSIC
    >>> cell_symmetry_count(CLASSIC), cell_symmetry_count(Layout.named("4x4"))
    (3359232, 128)
    """
    height, width = _box_shape(layout)
    bands, stacks = layout.size // height, layout.size // width
    rows = prod([factorial(bands), *[factorial(height)] * bands])
    columns = prod([factorial(stacks), *[factorial(width)] * stacks])
    return rows * columns * (2 if _transposes(layout) else 1)


@clear_type_errors
def cell_symmetries(layout: Layout) -> Iterator[tuple[int, ...]]:
    """Every symmetry that moves the cells of a board with boxes: the new place of each cell. The identity is first.

    >>> sum(1 for cells in cell_symmetries(Layout.named("4x4")))
    128
    """
    height, width = _box_shape(layout)
    size = layout.size
    for transposed in (False, True) if _transposes(layout) else (False,):
        for rows in _line_orders(size, height):
            for columns in _line_orders(size, width):
                at = _inverted(rows), _inverted(columns)
                if transposed:
                    yield tuple(at[0][c] * size + at[1][r] for r in range(size) for c in range(size))
                else:
                    yield tuple(at[0][r] * size + at[1][c] for r in range(size) for c in range(size))


@clear_type_errors
def random_transformation(layout: Layout, rng: Rng) -> Transformation:
    """A random symmetry of the layout, uniformly among those described at the top of this file.

    On a board with boxes it draws the order of the bands and of the rows in each band, of the stacks and of the
    columns in each, whether to transpose (where that is a symmetry), and the new digits. On any other board it
    draws one of the `geometric_symmetries`, and the new digits. `docs/randomness.md` has the exact rule.

    >>> from nonet.layout import CLASSIC
    >>> disguise = random_transformation(CLASSIC, Rng(1))
    >>> disguise.then(disguise.inverse).is_identity
    True
    """
    layout.require_usual("symmetry")
    if not is_boxed(layout):
        move = rng.choice(geometric_symmetries(layout)).cells
        return Transformation(layout, move, (0, *rng.shuffled(layout.entries)))
    height, width = _box_shape(layout)
    rows = _inverted(_shuffled_lines(layout.size, height, rng))
    columns = _inverted(_shuffled_lines(layout.size, width, rng))
    transposed = _transposes(layout) and rng.below(2) == 1

    def move_cell(row: int, column: int, last: int) -> tuple[int, int]:
        return (rows[column], columns[row]) if transposed else (rows[row], columns[column])

    return Transformation(layout, _moved_cells(layout, move_cell), (0, *rng.shuffled(layout.entries)))


# -- the parts ----------------------------------------------------------------------------------------------

Move = Callable[[int, int, int], tuple[int, int]]
"""Maps a row, a column and the index of the last row to the new row and column."""

TURNS: tuple[Move, ...] = (
    lambda row, column, last: (row, column),
    lambda row, column, last: (column, last - row),
    lambda row, column, last: (last - row, last - column),
    lambda row, column, last: (last - column, row),
)

REFLECTIONS: dict[str, Move] = {
    "|": lambda row, column, last: (row, last - column),
    "-": lambda row, column, last: (last - row, column),
    "\\": lambda row, column, last: (column, row),
    "/": lambda row, column, last: (last - column, last - row),
}


def _moved_cells(layout: Layout, move: Move) -> tuple[int, ...]:
    """Where each cell goes; raises LayoutError where the board has no such cell."""
    last = max(layout.height, layout.width) - 1
    return tuple(
        layout.cell(*move(layout.row_of(cell), layout.column_of(cell), last))
        for cell in range(layout.cell_count)
    )


def _moving(layout: Layout, cells: Sequence[int]) -> Transformation:
    return Transformation(layout, tuple(cells), tuple(range(layout.size + 1)))


def _placing(layout: Layout, move: Move) -> Transformation:
    return _moving(layout, _moved_cells(layout, move))


def _same(layout: Layout) -> tuple[int, ...]:
    return tuple(range(layout.cell_count))


def _inverted(permutation: Sequence[int]) -> tuple[int, ...]:
    result = [0] * len(permutation)
    for place, item in enumerate(permutation):
        result[item] = place
    return tuple(result)


def _places(order: Sequence[int], count: int, lines: str) -> tuple[int, ...]:
    if sorted(order) != list(range(count)):
        raise NonetError(f"{lines} must name each of 0 to {count - 1} once, not {list(order)}")
    return _inverted(order)


@lru_cache(maxsize=64)
def _house_sets(layout: Layout) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(house.cells) for house in layout.houses)


def _box_shape(layout: Layout) -> tuple[int, int]:
    if layout.box_shape is None or not is_boxed(layout):
        raise LayoutError(
            f"{layout.name}: only boards with plain boxes have bands and stacks that can be moved"
        )
    return layout.box_shape


@lru_cache(maxsize=64)
def _transposes(layout: Layout) -> bool:
    """Whether the transposition is a symmetry of its own; on a single cell it changes nothing."""
    return layout.size > 1 and keeps_houses(layout, _moved_cells(layout, REFLECTIONS["\\"]))


def _line_orders(size: int, height: int) -> Iterator[tuple[int, ...]]:
    """Every order of the rows that keeps bands together; or of the columns, given the width of a box."""
    within = list(permutations(range(height)))
    for groups in permutations(range(size // height)):
        for inner in product(within, repeat=size // height):
            order = zip(groups, inner, strict=True)
            yield tuple(group * height + line for group, lines in order for line in lines)


def _shuffled_lines(size: int, height: int, rng: Rng) -> list[int]:
    """The row that moves to each place: the bands are drawn first, then the rows of each."""
    bands = rng.shuffled(range(size // height))
    return [band * height + row for band in bands for row in rng.shuffled(range(height))]
