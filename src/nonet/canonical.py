"""The canonical form: one representative for all puzzles that are symmetric to each other.

Of all the puzzles that a puzzle's symmetries make of it (see `nonet.symmetry`), the canonical one is the
smallest when written row by row, an empty cell before 1 before 2 … ("row-minlex"). Two puzzles are symmetric to
each other exactly if their canonical forms are equal.

The search builds the form row by row and keeps every partial form that is still the smallest. Choices that have
not mattered so far are left open:

    . . . | . . 1 | . 2 3      after this row the first stack is open, and so are two columns of the second
    o o o   o o     o          and one of the third: they have been empty so far and have no order yet

    1 2 3                      three digits have their new names; the others have none yet

Open stacks are to the left of the others, open columns to the left in their stack. So sorting makes a row as
small as possible: empty cells, then digits with a name, then digits without one, which take the next free
names. Only the order of the last is a choice, and is branched on.

The kernel does the same for the classic board (`native/canonical`), with the same result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, permutations, product
from math import factorial
from typing import Generic, NamedTuple, TypeVar, overload

from nonet.arguments import clear_type_errors
from nonet.errors import LayoutError, NonetError
from nonet.formats import PuzzleLike, ValuesLike, as_puzzle, format_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.symmetry import Transformation, is_boxed

__all__ = ["Canonical", "canonical", "ways_to_canonical"]

Board = TypeVar("Board", Grid, Puzzle, str)


class Canonical(NamedTuple, Generic[Board]):
    """The form, a transformation that leads to it, and the number of automorphisms.

    `automorphisms` counts the ways to move the cells that, with some renaming of digits, map the board to
    itself. Most boards have one, the identity.
    """

    form: Board
    transformation: Transformation
    automorphisms: int


@overload
def canonical(board: Grid) -> Canonical[Grid]: ...  # type: ignore[overload-overlap] # the more special case
@overload
def canonical(board: str) -> Canonical[str]: ...
@overload
def canonical(board: ValuesLike) -> Canonical[Puzzle]: ...
def canonical(board: PuzzleLike) -> Canonical[Grid] | Canonical[Puzzle] | Canonical[str]:
    """The canonical form of a board of boxes, up to 9x9: a grid for a grid, text for text, otherwise a puzzle.

    >>> from nonet.layout import CLASSIC
    >>> grid = Grid.of(CLASSIC, [0] * 40 + [5] + [0] * 40)
    >>> form, change, automorphisms = canonical(grid)
    >>> form.entries.index(1), change(grid) == form, automorphisms
    (80, True, 41472)
    >>> from nonet.symmetry import random_transformation
    >>> from nonet.rng import Rng
    >>> canonical(random_transformation(CLASSIC, Rng(1))(grid)).form == form
    True
    """
    if isinstance(board, str):
        form, change, automorphisms = canonical(as_puzzle(board))
        return Canonical(format_grid(form, "line"), change, automorphisms)
    if not isinstance(board, Grid):
        board = as_puzzle(board)
        board.require_classic("the canonical form")
    layout = board.layout
    _check(layout)
    if isinstance(board, Puzzle):
        if board.ruled_out:
            raise NonetError("a puzzle with candidates ruled out has no canonical form")
        grid = board.givens
    else:
        grid = board
        grid.check()
    if kernel is not None and layout is CLASSIC:
        _, cells, digits, automorphisms = kernel.canonical(grid.entries)
        change = Transformation(layout, tuple(cells), tuple(digits))
    else:
        ways = _smallest(_Sheets.of(grid))
        change = ways[0].transformation(layout)
        automorphisms = sum(way.total for way in ways)
    if isinstance(board, Puzzle):
        return Canonical(change(board), change, automorphisms)
    return Canonical(change(board), change, automorphisms)


@clear_type_errors
def ways_to_canonical(grid: Grid) -> list[Transformation]:
    """Every transformation that maps a complete grid to its canonical form: as many as it has automorphisms.

    >>> len(ways_to_canonical(Grid.of("4x4", "1234341221434321")))
    32
    """
    _check(grid.layout)
    if not grid.is_solution():
        raise NonetError("this needs a complete grid that keeps the rules")
    return [way.transformation(grid.layout) for way in _smallest(_Sheets.of(grid))]


def _check(layout: Layout) -> None:
    layout.require_usual("the canonical form")
    if not is_boxed(layout) or 1 in (layout.box_shape or ()) or layout.size > 9:
        raise LayoutError(f"{layout.name}: canonical forms exist only for boards with boxes, up to 9x9")


# -- partial forms -----------------------------------------------------------------------------------------

_Line = Sequence[int]
_Stack = tuple[tuple[int, ...], tuple[int, ...]]
"""A stack that is not open: its open columns, and its others in order."""


class _Way(NamedTuple):
    """A smallest partial form: all choices made so far."""

    sheet: int  # 0: the board as it is; 1: transposed
    rows: tuple[int, ...]  # the rows of the sheet, in their new order
    open_stacks: tuple[tuple[int, ...], ...]  # the columns of each
    stacks: tuple[_Stack, ...]
    names: tuple[int, ...]  # of each digit; _NAMELESS for one that has none yet
    times: int  # how many partial forms it represents; they differ in the order of empty rows

    @property
    def total(self) -> int:
        """How many complete forms it represents: whatever is still open can be in any order."""
        ways = self.times * factorial(len(self.open_stacks))
        for columns in (*self.open_stacks, *(stack[0] for stack in self.stacks)):
            ways *= factorial(len(columns))
        return ways

    def transformation(self, layout: Layout) -> Transformation:
        """The transformation from the board to the form."""
        columns = [column for stack in self.open_stacks for column in stack]
        columns += [column for stack in self.stacks for part in stack for column in part]
        size = layout.size
        cells = [0] * layout.cell_count
        for target_row, row in enumerate(self.rows):
            for target_column, column in enumerate(columns):
                source = column * size + row if self.sheet else row * size + column
                cells[source] = target_row * size + target_column
        unused = iter(sorted(set(layout.entries).difference(self.names)))
        digits = [name if name != _NAMELESS else next(unused) for name in self.names]
        return Transformation(layout, tuple(cells), tuple(digits))


_NAMELESS = 99
"""The name of a digit that has none yet; it sorts after all names."""


class _Sheets(NamedTuple):
    """The rows of the board, and of the transposed board where that is a symmetry."""

    layout: Layout
    height: int
    rows: tuple[tuple[bytes, ...], ...]

    @staticmethod
    def of(grid: Grid) -> _Sheets:
        layout = grid.layout
        shape = layout.box_shape or (1, layout.size)
        rows = tuple(grid.rows())
        columns = tuple(bytes(column) for column in zip(*rows, strict=True))
        return _Sheets(layout, shape[0], (rows, columns) if shape[0] == shape[1] else (rows,))

    def starts(self) -> list[_Way]:
        size, width = self.layout.size, self.layout.size // self.height
        stacks = tuple(tuple(range(left, left + width)) for left in range(0, size, width))
        names = (0, *(_NAMELESS,) * size)
        return [_Way(sheet, (), stacks, (), names, 1) for sheet in range(len(self.rows))]

    def next_rows(self, way: _Way) -> Iterator[tuple[int, int]]:
        """The rows that may come next, each with how many it represents: one of a band's empty rows is enough."""
        height, rows = self.height, self.rows[way.sheet]
        if len(way.rows) % height:
            bands: Iterable[int] = (way.rows[-1] // height,)
        else:
            bands = set(range(len(rows) // height)).difference(row // height for row in way.rows)
        for band in bands:
            left = [row for row in range(band * height, (band + 1) * height) if row not in way.rows]
            empty = [row for row in left if not any(rows[row])]
            if empty:
                yield empty[0], len(empty)
            yield from ((row, 1) for row in left if row not in empty)


# -- the search ---------------------------------------------------------------------------------------------


def _smallest(sheets: _Sheets) -> list[_Way]:
    """All ways to arrange the board as the smallest form."""
    ways = sheets.starts()
    if sheets.layout.size == 9 and all(all(row) for row in sheets.rows[0]):
        ways = list(_openings(sheets))
    for _ in range(sheets.layout.size - len(ways[0].rows)):
        smallest: list[int] | None = None
        best: list[tuple[_Way, int, int]] = []
        for way in ways:
            for row, times in sheets.next_rows(way):
                line = _arranged(way, sheets.rows[way.sheet][row])
                if smallest is None or line < smallest:
                    smallest, best = line, []
                if line == smallest:
                    best.append((way, row, times))
        ways = [
            further
            for way, row, times in best
            for further in _further(way, row, sheets.rows[way.sheet][row], times)
        ]
    return ways


def _arranged(way: _Way, row: _Line) -> list[int]:
    """The row as small as this way can make it, with _NAMELESS for each digit that is new."""
    names = way.names
    line: list[int] = []
    for block in sorted([sorted([names[row[column]] for column in stack]) for stack in way.open_stacks]):
        line += block
    for open_columns, columns in way.stacks:
        line += sorted([names[row[column]] for column in open_columns])
        line += [names[row[column]] for column in columns]
    return line


def _further(way: _Way, number: int, row: _Line, times: int) -> Iterator[_Way]:
    """Each way to add the row so that it reads as in `_arranged`."""
    names = way.names
    blocks = sorted((sorted([names[row[column]] for column in stack]), stack) for stack in way.open_stacks)
    still_open = tuple(stack for block, stack in blocks if not any(block))
    touched = [(block, stack) for block, stack in blocks if any(block)]
    alike = [[stack for _, stack in group] for _, group in groupby(touched, key=lambda item: item[0])]
    for order in product(*(permutations(stacks) for stacks in alike)):
        opened = [_places(stack, (), row, names) for stacks in order for stack in stacks]
        others = [_places(open_columns, columns, row, names) for open_columns, columns in way.stacks]
        for stacks in product(*opened, *others):
            yield _Way(
                way.sheet,
                (*way.rows, number),
                still_open,
                stacks,
                _named(row, stacks, names),
                way.times * times,
            )


def _places(
    open_columns: Sequence[int], columns: tuple[int, ...], row: _Line, names: Sequence[int]
) -> list[_Stack]:
    """Each smallest order of a stack: empty columns stay open, digits without a name may be in any order."""
    still_open = tuple(column for column in open_columns if not row[column])
    named = sorted(
        [column for column in open_columns if row[column] and names[row[column]] != _NAMELESS],
        key=lambda column: names[row[column]],
    )
    nameless = [column for column in open_columns if names[row[column]] == _NAMELESS]
    return [(still_open, (*named, *order, *columns)) for order in permutations(nameless)]


def _named(row: _Line, stacks: Iterable[_Stack], names: tuple[int, ...]) -> tuple[int, ...]:
    """The names with those of the row's new digits, in reading order."""
    result = list(names)
    free = len(names) - names.count(_NAMELESS)
    for _, columns in stacks:
        for column in columns:
            if result[row[column]] == _NAMELESS:
                result[row[column]] = free
                free += 1
    return tuple(result)


# -- full grids ---------------------------------------------------------------------------------------------


def _openings(sheets: _Sheets) -> Iterator[_Way]:
    """Ways to place the first row of a full 9x9 grid, without those whose second row cannot be the smallest.

    Whichever row comes first reads 123 456 789, in 18 · 1296 ways. Below 123 are three digits that the first row
    has in its other stacks. At best it has all three in one stack, which then comes next:

        1 2 3 | 4 5 6 | 7 8 9                 1 2 3 | 4 5 6 | 7 8 9
        4 5 6 |                and otherwise  4 5 7 |
    """
    openings: dict[_Way, None] = {}
    most = 0
    for start in sheets.starts():
        rows = sheets.rows[start.sheet]
        for (first, second), stacks in product(permutations(range(9), 2), permutations(start.open_stacks)):
            if first // 3 != second // 3:
                continue
            left, middle, _ = stacks
            from_middle = sum(rows[second][column] in {rows[first][c] for c in middle} for column in left)
            if from_middle < max(most, 2):
                continue
            if from_middle > most:
                most = from_middle
                openings.clear()
            for columns in _opening_columns(rows[first], rows[second], stacks):
                placed: tuple[_Stack, ...] = tuple(((), part) for part in columns)
                names = _named(rows[first], placed, start.names)
                openings[_Way(start.sheet, (first,), (), placed, names, 1)] = None
    return iter(openings)


def _opening_columns(
    first: _Line, second: _Line, stacks: Sequence[Sequence[int]]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Orders of the columns that bring the second row's left stack to 456, or to 457."""
    column_of = {digit: column for column, digit in enumerate(first)}
    left, middle, right = stacks
    for order in permutations(left):
        above = [column_of[second[column]] for column in order]
        if [column in right for column in above] != sorted(column in right for column in above):
            continue
        in_middle = [column for column in above if column in middle]
        in_right = [column for column in above if column in right]
        rest_middle = [column for column in middle if column not in in_middle]
        rest_right = [column for column in right if column not in in_right]
        for ends in product(permutations(rest_middle), permutations(rest_right)):
            yield order, (*in_middle, *ends[0]), (*in_right, *ends[1])
