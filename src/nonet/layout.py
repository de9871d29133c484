"""The board: which cells there are, and which of them must differ.

The words of this package, the same in code, commands, messages and docs:

    cell        a place on the board, numbered from 0 row by row; people call it r4c7 (row 4, column 7)
    digit       1 … size; as a set of digits, a bitmask in which digit d is the bit 1 << (d - 1)
    house       as many cells as there are digits, all different in a solution: row, column, box, …
    box         the small rectangle (a region, where the map of a jigsaw draws it)
    peer        of a cell: another cell that shares a house with it
    candidate   a digit that is still possible in a cell
    given       a digit that the puzzle comes with; a clue
    step        one deduction: digits placed, candidates eliminated, and why

A layout is created once and shared. All tables are computed here; no other module assumes that a board has nine
rows.

        c1 c2 c3   c4 c5 c6   c7 c8 c9
    r1   0  1  2 |  3  4  5 |  6  7  8
    r2   9 10 11 | 12 13 14 | 15 16 17
    r3  18 19 20 | 21 22 23 | 24 25 26
        ---------+----------+---------
    r4  27 28 29 | …
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from operator import index

from nonet.arguments import clear_type_errors
from nonet.errors import LayoutError, expect
from nonet.grouping import grouped

MAX_SIZE = 25


class HouseKind(Enum):
    """The kind of a house; the value is its name."""

    ROW = "row"
    COLUMN = "column"
    BOX = "box"
    REGION = "region"
    DIAGONAL = "diagonal"
    WINDOW = "window"

    # Hashing enum members by identity is ten times as fast as the default.
    __hash__ = object.__hash__


@dataclass(frozen=True)
class House:
    """Cells that must all differ: `House(ROW, 0, (0, 1, …, 8))` is row 1."""

    kind: HouseKind
    index: int
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """Its name for people, counted from 1: `row 1`, `box 9`."""
        return f"{self.kind.value} {self.index + 1}"


@dataclass(frozen=True)
@clear_type_errors
class Layout:
    """A board of `size` rows and columns, and its houses. Layouts with the same houses are equal.

    Create one by name, or with the functions below:

    >>> Layout.named("9x9") == Layout.boxed(3, 3) == CLASSIC
    True
    >>> Layout.named("6x6").boxes[1].cells
    (3, 4, 5, 9, 10, 11)
    >>> [house.name for house in CLASSIC.houses_of(CLASSIC.cell_named("r4c7"))]
    ['row 4', 'column 7', 'box 6']
    >>> len(CLASSIC.peers[0]), len(Layout.named("x").peers[0])
    (20, 26)
    """

    name: str
    size: int
    houses: tuple[House, ...]
    box_shape: tuple[int, int] | None = None
    """Rows and columns of a box; None where the regions are not rectangles."""
    places: tuple[tuple[int, int], ...] | None = None
    """The row and the column of each cell on a board of overlapping squares; None on a square board."""

    def __post_init__(self) -> None:
        if not 1 <= self.size <= MAX_SIZE:
            raise LayoutError(f"a board has 1 to {MAX_SIZE} rows, not {self.size}")
        cells = set(range(self.cell_count))
        for house in self.houses:
            if len(house.cells) != self.size or not cells.issuperset(house.cells):
                raise LayoutError(f"{house.name} must have {self.size} cells of the board")
            if len(set(house.cells)) != self.size:
                raise LayoutError(f"{house.name} has a cell twice")

    # -- making one -----------------------------------------------------------------------------------------

    @staticmethod
    def boxed(box_rows: int, box_columns: int, *, diagonals: bool = False, windows: bool = False) -> Layout:
        """Boxes of `box_rows` by `box_columns` cells: (3, 3) is the classic board, (2, 3) the 6x6.

        `diagonals` adds the two long diagonals as houses (Sudoku X), `windows` the inner boxes (windoku).

        >>> Layout.boxed(2, 3).name, Layout.boxed(3, 2).name, Layout.boxed(3, 3, diagonals=True).name
        ('6x6', '6x6/3x2', '9x9+x')
        """
        return _boxed(index(box_rows), index(box_columns), diagonals, windows)

    @staticmethod
    def jigsaw(regions: str | Sequence[str], *, diagonals: bool = False) -> Layout:
        """Regions from a map: one symbol for each cell, the same symbol throughout a region; blanks are ignored.

        >>> layout = Layout.jigsaw("1122 1122 3344 3344")
        >>> layout.boxes[0].cells
        (0, 1, 4, 5)
        """
        text = "".join(regions) if not isinstance(regions, str) else regions
        return _jigsaw("".join(text.split()), diagonals)

    @staticmethod
    def overlapping(corners: Iterable[tuple[int, int]], *, square: Layout | None = None) -> Layout:
        """Several boards on one sheet that share cells where they overlap, such as samurai and twodoku.

        `corners` are the row and the column, from 0, of the top left cell of each board; all are like `square`, by
        default classic. Cells are numbered row by row over the whole sheet.

        >>> samurai = Layout.overlapping([(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)])
        >>> samurai.cell_count, len(samurai.houses), samurai == Layout.named("samurai")
        (369, 131, True)
        >>> samurai.cell_name(samurai.cell_named("r21c1"))
        'r21c1'
        """
        return _overlapping(square or CLASSIC, tuple(sorted(set(corners))))

    @staticmethod
    def of(given: Layout | str) -> Layout:
        """The layout itself, or the one of that name.

        >>> Layout.of("9x9") is Layout.of(CLASSIC)
        True
        """
        if isinstance(given, str):
            return Layout.named(given)
        if not isinstance(given, Layout):
            raise LayoutError(f"a layout is a Layout or its name, such as '9x9', not {given!r}")
        return given

    @staticmethod
    def named(name: str) -> Layout:
        """The layout of that name; `Layout.named(layout.name) == layout` for every layout.

        9x9, 4x4, 16x16 …       the board of that size, its boxes as square as possible, wide if not square
        6x6/3x2                 the same with boxes of 3 rows and 2 columns
        9x9+x, x                with both diagonals
        9x9+windows, windoku    with the four windows
        jigsaw:1122112233443344 regions from a map (and +x for the diagonals)
        samurai, twodoku        five or two classic boards that overlap
        overlap:9x9:r1c1,r7c7   boards that overlap, each named by its top left cell
        """
        expect(name, str, "layout")
        return _named(name.strip().lower() if not name.strip().startswith("jigsaw:") else name.strip())

    # -- cells ----------------------------------------------------------------------------------------------

    @cached_property
    def cell_count(self) -> int:
        return self.size * self.size if self.places is None else len(self.places)

    @cached_property
    def height(self) -> int:
        """How many rows the board has."""
        return self.size if self.places is None else 1 + max(row for row, _ in self.places)

    @cached_property
    def width(self) -> int:
        """How many columns the board has."""
        return self.size if self.places is None else 1 + max(column for _, column in self.places)

    @cached_property
    def _cell_at(self) -> dict[tuple[int, int], int]:
        return {(self.row_of(cell), self.column_of(cell)): cell for cell in range(self.cell_count)}

    @cached_property
    def all_digits(self) -> int:
        return (1 << self.size) - 1

    @cached_property
    def value_masks(self) -> tuple[int, ...]:
        """For each value of a cell the digits that it can be: all of them for 0, an empty cell."""
        return (self.all_digits, *(1 << k for k in range(self.size)))

    @property
    def digits(self) -> range:
        return range(1, self.size + 1)

    def row_of(self, cell: int) -> int:
        """The cell's row, counted from 0."""
        return cell // self.size if self.places is None else self.places[cell][0]

    def column_of(self, cell: int) -> int:
        """The cell's column, counted from 0."""
        return cell % self.size if self.places is None else self.places[cell][1]

    def cell(self, row: int, column: int) -> int:
        """The cell of a row and a column, both counted from 0."""
        if self.places is not None:
            if (row, column) not in self._cell_at:
                raise LayoutError(
                    f"there is no cell in row {row + 1}, column {column + 1} of a {self.name} board"
                )
            return self._cell_at[row, column]
        if not (0 <= row < self.size and 0 <= column < self.size):
            raise LayoutError(
                f"there is no row {row + 1}, column {column + 1} on a {self.size}x{self.size} board"
            )
        return row * self.size + column

    def cell_name(self, cell: int) -> str:
        """`r4c7`; the twin of `cell_named`."""
        return f"r{self.row_of(cell) + 1}c{self.column_of(cell) + 1}"

    def cell_named(self, name: str) -> int:
        """The cell that people call `r4c7`; the twin of `cell_name`."""
        match = re.fullmatch(r"[rR](\d{1,2})[cC](\d{1,2})", name.strip(), flags=re.ASCII)
        if match is None:
            raise LayoutError(f"{name!r} is not a cell; write r4c7 for row 4, column 7")
        return self.cell(int(match[1]) - 1, int(match[2]) - 1)

    def cell_words(self, cell: int) -> str:
        """`row 4, column 7`, for messages."""
        return f"row {self.row_of(cell) + 1}, column {self.column_of(cell) + 1}"

    # -- houses and peers -----------------------------------------------------------------------------------

    @cached_property
    def boxes(self) -> tuple[House, ...]:
        """The boxes, or the regions of a jigsaw."""
        return tuple(house for house in self.houses if house.kind in (HouseKind.BOX, HouseKind.REGION))

    @cached_property
    def box_of(self) -> tuple[int, ...]:
        """For each cell the number of its box or region; on a board without boxes, of its row."""
        result = [self.row_of(cell) for cell in range(self.cell_count)]
        for number, house in enumerate(self.boxes):
            for cell in house.cells:
                result[cell] = number
        return tuple(result)

    @cached_property
    def houses_at(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the numbers of its houses in `houses`."""
        result: list[list[int]] = [[] for _ in range(self.cell_count)]
        for number, house in enumerate(self.houses):
            for cell in house.cells:
                result[cell].append(number)
        return tuple(map(tuple, result))

    def houses_of(self, cell: int) -> tuple[House, ...]:
        """The houses of a cell."""
        return tuple(self.houses[number] for number in self.houses_at[cell])

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell its peers, ascending."""
        return tuple(
            tuple(sorted({peer for number in numbers for peer in self.houses[number].cells} - {cell}))
            for cell, numbers in enumerate(self.houses_at)
        )

    @cached_property
    def neighbours(self) -> tuple[tuple[int, int], ...]:
        """Every two cells that share an edge, the smaller first."""
        near = (
            (cell, self._cell_at.get((row + down, column + right)))
            for (row, column), cell in self._cell_at.items()
            for down, right in ((0, 1), (1, 0))
        )
        return tuple(sorted((cell, other) for cell, other in near if other is not None))

    # Sets of cells as bitboards: Python integers in which cell c is the bit 1 << c.

    @cached_property
    def all_cells(self) -> int:
        return (1 << self.cell_count) - 1

    @cached_property
    def house_boards(self) -> tuple[int, ...]:
        """For each house the bitboard of its cells."""
        return tuple(sum(1 << cell for cell in house.cells) for house in self.houses)

    @cached_property
    def peer_boards(self) -> tuple[int, ...]:
        """For each cell the bitboard of its peers."""
        return tuple(sum(1 << peer for peer in peers) for peers in self.peers)

    # -- value ----------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Layout):
            return NotImplemented
        return self.size == other.size and self.houses == other.houses and self.places == other.places

    @cached_property
    def _hash(self) -> int:
        return hash((self.size, self.houses))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Layout.named({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuilt, (self.name, self.size, self.houses, self.box_shape, self.places))


def _rebuilt(
    name: str,
    size: int,
    houses: tuple[House, ...],
    box_shape: tuple[int, int] | None,
    places: tuple[tuple[int, int], ...] | None = None,
) -> Layout:
    """Unpickles. A layout with a name becomes the shared object, so that its tables are not computed twice."""
    try:
        layout = Layout.named(name)
    except LayoutError:
        return Layout(name, size, houses, box_shape, places)
    same = layout.houses == houses and layout.places == places
    return layout if same else Layout(name, size, houses, box_shape, places)


def _lines(size: int) -> list[House]:
    rows = [House(HouseKind.ROW, r, tuple(r * size + c for c in range(size))) for r in range(size)]
    columns = [House(HouseKind.COLUMN, c, tuple(r * size + c for r in range(size))) for c in range(size)]
    return rows + columns


def diagonals_of(size: int) -> list[House]:
    falling = tuple(i * size + i for i in range(size))
    rising = tuple(i * size + size - 1 - i for i in range(size))
    return [House(HouseKind.DIAGONAL, 0, falling), House(HouseKind.DIAGONAL, 1, rising)]


def windows_of(size: int, rows: int, columns: int) -> list[House]:
    """The inner boxes, one cell from the edge and from each other: on 9x9 the four of windoku."""
    corners = [
        (top, left)
        for top in range(1, size - rows, rows + 1)
        for left in range(1, size - columns, columns + 1)
    ]
    return [
        House(
            HouseKind.WINDOW,
            number,
            tuple((top + r) * size + left + c for r in range(rows) for c in range(columns)),
        )
        for number, (top, left) in enumerate(corners)
    ]


@lru_cache(maxsize=256)
def _boxed(rows: int, columns: int, diagonals: bool, windows: bool) -> Layout:
    if rows < 1 or columns < 1 or rows * columns > MAX_SIZE:
        raise LayoutError(f"boxes of {rows} by {columns} cells: a board has 1 to {MAX_SIZE} rows")
    size = rows * columns
    houses = _lines(size)
    if rows > 1 and columns > 1:  # otherwise the boxes would be the rows or the columns: a Latin square
        houses += [
            House(
                HouseKind.BOX,
                number,
                tuple(
                    (number // rows * rows + r) * size + number % rows * columns + c
                    for r in range(rows)
                    for c in range(columns)
                ),
            )
            for number in range(size)
        ]
    name = f"{size}x{size}" + ("" if (rows, columns) == _usual_box(size) else f"/{rows}x{columns}")
    if diagonals:
        houses += diagonals_of(size)
        name += "+x"
    if windows:
        inner = windows_of(size, rows, columns)
        if not inner or rows == 1 or columns == 1:
            raise LayoutError(f"a board of {rows}x{columns} boxes has no windows")
        houses += inner
        name += "+windows"
    return Layout(name, size, tuple(houses), (rows, columns))


@lru_cache(maxsize=256)
def _jigsaw(text: str, diagonals: bool) -> Layout:
    size = next((n for n in range(1, MAX_SIZE + 1) if n * n == len(text)), 0)
    if not size:
        raise LayoutError(
            f"a region map needs one symbol for every cell of a square board; this one has {len(text)} symbols"
        )
    regions = grouped((symbol, cell) for cell, symbol in enumerate(text))
    for symbol, cells in regions.items():
        if len(cells) != size:
            raise LayoutError(f"region {symbol!r} has {len(cells)} cells; each must have {size}")
    houses = _lines(size)
    houses += [House(HouseKind.REGION, i, tuple(cells)) for i, cells in enumerate(regions.values())]
    symbols = "123456789ABCDEFGHIJKLMNOP"
    number = {symbol: symbols[i] for i, symbol in enumerate(regions)}
    name = "jigsaw:" + "".join(number[symbol] for symbol in text)
    if diagonals:
        houses += diagonals_of(size)
        name += "+x"
    return Layout(name, size, tuple(houses), None)


@lru_cache(maxsize=64)
def _overlapping(square: Layout, corners: tuple[tuple[int, int], ...]) -> Layout:
    if square.places is not None or not corners:
        raise LayoutError("overlapping boards need a square board and at least one corner")
    last = MOST_LINES - square.size
    if any(not (0 <= row <= last and 0 <= column <= last) for row, column in corners):
        raise LayoutError(f"a board has at most {MOST_LINES} rows and columns")
    own = [(square.row_of(cell), square.column_of(cell)) for cell in range(square.cell_count)]
    sheets = [[(top + row, left + column) for row, column in own] for top, left in corners]
    places = tuple(sorted({place for sheet in sheets for place in sheet}))
    number = {place: cell for cell, place in enumerate(places)}
    houses: dict[frozenset[int], House] = {}
    for sheet in sheets:
        for house in square.houses:
            cells = tuple(number[sheet[cell]] for cell in house.cells)
            index = sum(other.kind is house.kind for other in houses.values())
            houses.setdefault(frozenset(cells), House(house.kind, index, cells))
    names = ",".join(f"r{row + 1}c{column + 1}" for row, column in corners)
    name = _SHEETS.get(names if square == CLASSIC else "", f"overlap:{square.name}:{names}")
    return Layout(name, square.size, tuple(houses.values()), None, places)


MOST_LINES = 99
"""The most rows and columns of overlapping boards; names of cells have two digits."""

_SHEETS = {"r1c1,r1c13,r7c7,r13c1,r13c13": "samurai", "r1c1,r7c7": "twodoku"}


def _usual_box(size: int) -> tuple[int, int]:
    """The most square box of a board, wide rather than high: 6 gives (2, 3)."""
    rows = max(r for r in range(1, size + 1) if size % r == 0 and r * r <= size)
    return rows, size // rows


@lru_cache(maxsize=256)
def _named(name: str) -> Layout:
    base, *extras = name.split("+")
    aliases = {"x": ("9x9", "x"), "windoku": ("9x9", "windows"), "classic": ("9x9",), "mini": ("4x4",)}
    if base in aliases:
        base, *more = aliases[base]
        extras = [*more, *extras]
    sheets = {alias: f"overlap:9x9:{corners}" for corners, alias in _SHEETS.items()}
    if name in sheets or name.startswith("overlap:"):
        return _named_overlap(sheets.get(name, name))
    if unknown := [extra for extra in extras if extra not in ("x", "windows")]:
        raise LayoutError(f"unknown layout {name!r}: {'+' + unknown[0]!r} is neither +x nor +windows")
    if base.startswith("jigsaw:"):
        if "windows" in extras:
            raise LayoutError("a jigsaw has no windows")
        return Layout.jigsaw(base.removeprefix("jigsaw:"), diagonals="x" in extras)
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})(?:/(\d{1,2})x(\d{1,2}))?", base, flags=re.ASCII)
    if match is None:
        raise LayoutError(
            f"unknown layout {name!r}; use 4x4, 6x6, 9x9, 12x12, 16x16, 25x25 (any NxN up to 25x25), "
            "6x6/3x2 for another box shape, x, windoku, jigsaw:MAP, samurai"
        )
    size = int(match[1])
    if int(match[2]) != size:
        raise LayoutError(
            f"unknown layout {name!r}: boards are NxN; {match[1]} rows and {match[2]} columns are not supported"
        )
    if not 1 <= size <= MAX_SIZE:
        raise LayoutError(f"unknown layout {name!r}: boards are NxN, N from 1 to {MAX_SIZE}")
    rows, columns = (int(match[3]), int(match[4])) if match[3] else _usual_box(size)
    if rows * columns != size:
        raise LayoutError(f"unknown layout {name!r}: boxes of {rows}x{columns} do not fill {size} cells")
    return Layout.boxed(rows, columns, diagonals="x" in extras, windows="windows" in extras)


def _named_overlap(name: str) -> Layout:
    """The overlapping boards of a name such as `overlap:9x9:r1c1,r7c7`."""
    square, _, corners = name.removeprefix("overlap:").rpartition(":")
    found = [re.fullmatch(r"r(\d{1,2})c(\d{1,2})", corner, flags=re.ASCII) for corner in corners.split(",")]
    if not square or not all(found):
        raise LayoutError(
            f"unknown layout {name!r}; write overlap:9x9:r1c1,r7c7, the top left cells of the boards"
        )
    places = [(int(match[1]) - 1, int(match[2]) - 1) for match in found if match]
    return Layout.overlapping(places, square=Layout.named(square))


CLASSIC = Layout.boxed(3, 3)
