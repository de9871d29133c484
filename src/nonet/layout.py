"""The board: which cells there are, and which of them must differ.

The words of this package, the same in code, commands, messages and docs:

    cell        a place on the board, numbered from 0 row by row; people call it r4c7 (row 4, column 7)
    digit       a number that a cell can hold: 1 … 9, on some boards 0 … 8 or 1 … 9 in rows of six cells
    entry       a digit by its place among the digits, from 1; 0 is an empty cell. Where digits begin with 1, digits and
                entries are the same. As a set, a bitmask in which entry e is the bit 1 << (e - 1)
    house       cells that all differ in a solution: row, column, box, …; it is full if it holds every digit
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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from itertools import pairwise, permutations
from operator import attrgetter, index

from nonet.arguments import clear_type_errors, takes_cell
from nonet.bitsets import cells_in, union
from nonet.board_plans import (
    BoardPlan,
    board_plan,
    jigsaw_plan,
    overlapping_plan,
    plan_named,
    raw_plan,
    with_extras,
)
from nonet.dimensions import MAX_SIZE, Dimensions, House, HouseKind
from nonet.errors import LayoutError, expect
from nonet.grouping import grouped


@dataclass(frozen=True)
@clear_type_errors
class Layout(BoardPlan):
    """A board with `size` digits, and its houses. Layouts with the same houses and digits are equal.

    Most boards are squares of `size` rows and columns with the digits 1 to `size`, and all houses are full. Others have
    more digits than a row has cells, or fewer rows than columns: `shape` says how many.

    Create one by name, or with the functions below:

    >>> Layout.named("9x9") == Layout.boxed(3, 3) == CLASSIC
    True
    >>> Layout.named("6x6").boxes[1].cells
    (3, 4, 5, 9, 10, 11)
    >>> [house.name for house in CLASSIC.houses_of(CLASSIC.cell_named("r4c7"))]
    ['row 4', 'column 7', 'box 6']
    >>> len(CLASSIC.peers[0]), len(Layout.named("x").peers[0])
    (20, 26)
    >>> small = Layout.named("4x6:0-8")
    >>> small.height, small.width, small.digits, len(small.full_houses)
    (4, 6, range(0, 9), 0)
    """

    def __post_init__(self) -> None:
        if not 1 <= self.size <= MAX_SIZE:
            raise LayoutError(f"a board has 1 to {MAX_SIZE} digits, not {self.size}")
        if not 0 <= self.first_digit <= 1:
            raise LayoutError(f"the digits of a board begin with 0 or 1, not with {self.first_digit}")
        cells = set(range(self.cell_count))
        for house in self.houses:
            if not cells.issuperset(house.cells):
                raise LayoutError(f"{house.name} has cells that are not on the board")
            if len(house.cells) > self.size:
                raise LayoutError(f"{house.name} has {len(house.cells)} cells for {self.size} digits")
            if len(set(house.cells)) != len(house.cells):
                raise LayoutError(f"{house.name} has a cell twice")

    # -- making one -----------------------------------------------------------------------------------------

    @staticmethod
    def boxed(box_rows: int, box_columns: int, *, diagonals: bool = False, windows: bool = False) -> Layout:
        """Boxes of `box_rows` by `box_columns` cells: (3, 3) is the classic board, (2, 3) the 6x6.

        `diagonals` adds the two long diagonals as houses (Sudoku X), `windows` the inner boxes (windoku).

        >>> Layout.boxed(2, 3).name, Layout.boxed(3, 2).name, Layout.boxed(3, 3, diagonals=True).name
        ('6x6', '6x6/3x2', '9x9+x')
        """
        size = index(box_rows) * index(box_columns)
        if box_rows < 1 or box_columns < 1 or size > MAX_SIZE:
            raise LayoutError(f"boxes of {box_rows} by {box_columns} cells: a board has 1 to {MAX_SIZE} rows")
        box = index(box_rows), index(box_columns)
        return _board(Dimensions(size, size), box, diagonals, windows)

    @staticmethod
    def board(
        rows: int,
        columns: int,
        *,
        digits: range | None = None,
        box: tuple[int, int] | None = None,
        diagonals: bool = False,
        windows: bool = False,
    ) -> Layout:
        """Any rows, columns and digits; `box` are the rows and columns of a box, (1, 1) for a board without boxes.

        By default there are as many digits as cells in the longer lines, from 1, and boxes of as many cells if they
        fit.

        >>> Layout.board(6, 6, digits=range(1, 10), box=(3, 3)).name, Layout.board(9, 9, digits=range(9)).name
        ('6x6:1-9/3x3', '9x9:0-8')
        """
        dimensions = Dimensions(index(rows), index(columns), digits)
        dimensions.checked(may_repeat=True)
        return _board(dimensions, tuple(box or dimensions.usual_box), diagonals, windows)

    @staticmethod
    def raw(rows: int, columns: int, *, digits: range | None = None) -> Layout:
        """A board without houses, on which only rules say what must differ.

        >>> layout = Layout.raw(9, 9, digits=range(3))
        >>> layout.name, len(layout.houses)
        ('raw:9x9:0-2', 0)
        """
        return _shared(raw_plan(Dimensions(index(rows), index(columns), digits)))

    @staticmethod
    def jigsaw(
        regions: str | Sequence[str],
        *,
        diagonals: bool = False,
        shape: tuple[int, int] | None = None,
        digits: range | None = None,
    ) -> Layout:
        """Regions from a map: one symbol for each cell, the same symbol throughout a region; blanks are ignored.

        A `.` is a cell outside all regions. `shape` are the rows and columns of a board that is not square, or has
        other digits than 1 to its size.

        >>> layout = Layout.jigsaw("1122 1122 3344 3344")
        >>> layout.boxes[0].cells
        (0, 1, 4, 5)
        >>> Layout.jigsaw("1122 1122", shape=(2, 4)).name
        'jigsaw:2x4:11221122'
        """
        text = "".join("".join(regions).split())
        return _shared(jigsaw_plan(text, None if shape is None else Dimensions(*shape, digits), diagonals))

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
        return _shared(overlapping_plan((square or CLASSIC).plan, tuple(sorted(set(corners)))))

    def with_extras(self, groups: Iterable[tuple[str, int]]) -> Layout:
        """The same board with further unknowns beside it.

        >>> layout = Layout.named("6x6").with_extras([("A", 3)])
        >>> layout.cell_count, layout.board_count, layout.cell_name(37), layout.cell_named("A2"), layout.name
        (39, 36, 'A2', 37, '6x6+A3')
        """
        further = tuple(groups)
        return _shared(with_extras(self.plan, further)) if further else self

    def with_houses(self, houses: Iterable[House]) -> Layout:
        """The same board, also by name, with further houses; those that it has already are left out.

        >>> from nonet.dimensions import House, HouseKind
        >>> diagonal = House(HouseKind.DIAGONAL, 0, (0, 5, 10, 15))
        >>> len(Layout.named("4x4").with_houses([diagonal, diagonal]).houses)
        13
        """
        known = {frozenset(house.cells) for house in self.houses}
        more = {cells: house for house in houses if (cells := frozenset(house.cells)) not in known}
        return _shared(replace(self.plan, houses=(*self.houses, *more.values()))) if more else self

    def with_apart(self, apart: tuple[int, ...]) -> Layout:
        """The same board, also by name, on which further cells must differ: for each cell a bitboard of them."""
        return _shared(replace(self.plan, apart=apart))

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
        9x9:0-8, 6x6:1-9/3x3    with other digits
        4x7, 9x8/1x8            rows and columns of different length; without boxes
        jigsaw:1122112233443344 regions from a map (and +x for the diagonals); jigsaw:4x7:MAP, jigsaw:4x4:0-3:MAP
        raw:9x9, raw:9x9:0-2    without houses: only rules say what must differ
        6x6+A3                  with three unknowns beside the board, called A1, A2 and A3
        samurai, twodoku        five or two classic boards that overlap
        overlap:9x9:r1c1,r7c7   boards that overlap, each named by its top left cell
        """
        expect(name, str, "layout")
        return _named(name.strip().lower() if not name.strip().startswith("jigsaw:") else name.strip())

    # -- cells ----------------------------------------------------------------------------------------------

    @cached_property
    def board_count(self) -> int:
        """How many cells the board has."""
        return self.height * self.width if self.places is None else len(self.places)

    @cached_property
    def cell_count(self) -> int:
        """How many cells there are, those beside the board included."""
        return self.board_count + sum(count for _, count in self.extras)

    @cached_property
    def extra_names(self) -> tuple[str, ...]:
        """The names of the cells beside the board."""
        return tuple(f"{name}{number}" for name, count in self.extras for number in range(1, count + 1))

    @cached_property
    def label_cells(self) -> dict[int, int]:
        """The cells beside the board that are labels, and for each the cell of the board that it belongs to: those of a
        group R, M or S, or CC as ISS calls it, that has as many cells as the board. They are not drawn.
        """
        return {
            label: cell
            for name in ("R", "CC", "M", "S")
            for cell, label in enumerate(self.labels_named(name))
        }

    def labels_named(self, group: str) -> tuple[int, ...]:
        """The labels of a group, one for each cell of the board; none if the board has no such group."""
        start = self.board_count
        for name, count in self.extras:
            if (name, count) == (group, self.board_count):
                return tuple(range(start, start + count))
            start += count
        return ()

    @cached_property
    def region_cells(self) -> dict[int, int]:
        """Those labels that number regions: of a group R or CC."""
        return {label: cell for name in ("R", "CC") for cell, label in enumerate(self.labels_named(name))}

    @cached_property
    def height(self) -> int:
        """How many rows the board has."""
        if self.places is not None:
            return 1 + max(row for row, _ in self.places)
        return self.size if self.shape is None else self.shape[0]

    @cached_property
    def width(self) -> int:
        """How many columns the board has."""
        if self.places is not None:
            return 1 + max(column for _, column in self.places)
        return self.size if self.shape is None else self.shape[1]

    @cached_property
    def dimensions(self) -> Dimensions:
        """Its rows, columns and digits."""
        usual = Dimensions(self.height, self.width)
        return usual if usual.digits == self.digits else usual._replace(asked=self.digits)

    @cached_property
    def is_usual(self) -> bool:
        """Whether digits begin with 1, every house holds all of them, every cell has a box if any has, and nothing is
        beside the board. What does not know other boards refuses them with `require_usual`.
        """
        boxed = sum(len(house.cells) for house in self.boxes)
        covered = self.places is not None or boxed in (0, self.board_count)
        plain_digits = self.first_digit == 1 and self.shape is None
        return plain_digits and covered and self.has_full_houses and not self.extras

    def require_usual(self, what: str) -> None:
        """Raises LayoutError where `what`, named for people, does not know such a board."""
        if not self.is_usual:
            raise LayoutError(
                f"{what} knows no {self.name} board yet, only boards whose houses all hold the digits from 1 on"
            )

    @property
    def is_plain(self) -> bool:
        """Whether it is a square of as many rows as there are digits, and these begin with 1."""
        return self.places is None and self.dimensions.is_plain

    @cached_property
    def _place_of(self) -> tuple[tuple[int, int], ...]:
        """The row and the column of each cell. Those beside the board are drawn in lines below it: each group begins a
        line of its own, with a free row above it.
        """
        own = self.places or tuple(divmod(cell, self.width) for cell in range(self.board_count))
        beside = list[tuple[int, int]]()
        row = self.height + 1
        for _, count in self.extras:
            beside += [(row + 2 * (n // self.width), n % self.width) for n in range(count)]
            row = beside[-1][0] + 2
        return (*own, *beside)

    @cached_property
    def _cell_at(self) -> dict[tuple[int, int], int]:
        return {(self.row_of(cell), self.column_of(cell)): cell for cell in range(self.board_count)}

    @cached_property
    def drawn_at(self) -> dict[tuple[int, int], int]:
        """The cells by row and column: those of the board, and those beside it that are no labels."""
        cells = (cell for cell in range(self.cell_count) if cell not in self.label_cells)
        return {(self.row_of(cell), self.column_of(cell)): cell for cell in cells}

    @cached_property
    def all_digits(self) -> int:
        return (1 << self.size) - 1

    @cached_property
    def value_masks(self) -> tuple[int, ...]:
        """For each value of a cell the digits that it can be: all of them for 0, an empty cell."""
        return (self.all_digits, *(1 << k for k in range(self.size)))

    @cached_property
    def digits(self) -> range:
        """The numbers that a cell can hold."""
        return range(self.first_digit, self.first_digit + self.size)

    @property
    def entries(self) -> range:
        """The digits as they are counted here and in sets: 1 is the first."""
        return range(1, self.size + 1)

    @property
    def digit_ends(self) -> dict[str, int]:
        """The smallest and the largest digit, to fill the slots of messages."""
        return {"low": self.digits[0], "high": self.digits[-1]}

    def digit_of(self, entry: int) -> int:
        """The number of an entry; the twin of `entry_of`."""
        return entry + self.first_digit - 1

    def entry_of(self, digit: int) -> int:
        """How a digit is counted; the twin of `digit_of`."""
        return digit - self.first_digit + 1

    def entry_total(self, total: int, count: int) -> int:
        """What the entries of `count` cells add up to where their digits make the total."""
        return total - count * (self.first_digit - 1)

    def digit_total(self, total: int, count: int) -> int:
        """What the digits add up to where the entries make the total; the twin of `entry_total`."""
        return total + count * (self.first_digit - 1)

    def mask_of(self, digits: Iterable[int]) -> int:
        """The bitmask of some digits.

        >>> CLASSIC.mask_of([1, 3]), Layout.named("9x9:0-8").mask_of([0, 2])
        (5, 5)
        """
        mask = 0
        for digit in digits:
            if digit not in self.digits:
                ends = "{low} to {high}".format(**self.digit_ends)
                raise LayoutError(f"digits: those of a {self.name} board are {ends}, not {digit}")
            mask |= 1 << (digit - self.first_digit)
        return mask

    def digits_in(self, mask: int) -> Iterator[int]:
        """The digits of a bitmask, ascending; the twin of `mask_of`."""
        return (digit for place, digit in enumerate(self.digits) if mask >> place & 1)

    @takes_cell
    def row_of(self, cell: int) -> int:
        """The cell's row, counted from 0; that of a cell beside the board is where it is drawn, below the others."""
        plain = self.places is None and not self.extras
        return cell // self.width if plain else self._place_of[cell][0]

    @takes_cell
    def column_of(self, cell: int) -> int:
        """The cell's column, counted from 0."""
        plain = self.places is None and not self.extras
        return cell % self.width if plain else self._place_of[cell][1]

    @clear_type_errors
    def cell(self, row: int, column: int) -> int:
        """The cell of a row and a column, both counted from 0."""
        if self.places is not None:
            if (row, column) not in self._cell_at:
                raise LayoutError(
                    f"there is no cell in row {row + 1}, column {column + 1} of a {self.name} board"
                )
            return self._cell_at[row, column]
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise LayoutError(
                f"there is no row {row + 1}, column {column + 1} on a {self.height}x{self.width} board"
            )
        return row * self.width + column

    @takes_cell
    def cell_name(self, cell: int) -> str:
        """`r4c7`; the twin of `cell_named`."""
        if cell >= self.board_count:
            return self.extra_names[cell - self.board_count]
        return f"r{self.row_of(cell) + 1}c{self.column_of(cell) + 1}"

    def cell_named(self, name: str) -> int:
        """The cell that people call `r4c7`; the twin of `cell_name`."""
        match = re.fullmatch(r"[rR](\d{1,2})[cC](\d{1,2})", name.strip(), flags=re.ASCII)
        if match is None and name.strip().upper() in self.extra_names:
            return self.board_count + self.extra_names.index(name.strip().upper())
        if match is None:
            raise LayoutError(f"{name!r} is not a cell; write r4c7 for row 4, column 7")
        return self.cell(int(match[1]) - 1, int(match[2]) - 1)

    def places_of(self, cells: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """The row and the column of each cell, counted from 1."""
        return tuple(
            (self.row_of(cell) + 1, self.column_of(cell) + 1) for cell in cells if cell < self.board_count
        )

    @takes_cell
    def cell_words(self, cell: int) -> str:
        """`row 4, column 7`, for messages."""
        if cell >= self.board_count:
            return self.cell_name(cell)
        return f"row {self.row_of(cell) + 1}, column {self.column_of(cell) + 1}"

    # -- houses and peers -----------------------------------------------------------------------------------

    @cached_property
    def full_houses(self) -> tuple[House, ...]:
        """The houses that hold every digit."""
        return tuple(house for house in self.houses if len(house.cells) == self.size)

    @cached_property
    def short_houses(self) -> tuple[House, ...]:
        """The other houses: no digit repeats, but some are missing."""
        return tuple(house for house in self.houses if len(house.cells) < self.size)

    @cached_property
    def recurring(self) -> tuple[tuple[tuple[tuple[int, ...], ...], int], ...]:
        """Houses of a kind, some of them short, and in how many of them each digit occurs at least: as many as the full
        houses of another kind that they cover. Eight of nine rows have a 5 if each of their eight columns has one.

        >>> [(len(houses), times) for houses, times in Layout.named("9x8").recurring]
        [(9, 8)]
        >>> [(len(houses), times) for houses, times in Layout.named("9x6/3x3").recurring]
        [(9, 6), (3, 2), (3, 2), (3, 2)]
        """
        found = []
        kinds = grouped(zip((house.kind for house in self.houses), self.house_boards, strict=True))
        for lines, others in permutations(kinds.values(), 2):
            full = [board for board in others if board.bit_count() == self.size]
            while full:
                area, grown = 0, full[0]
                while area != grown:
                    area, grown = grown, union(board for board in (*lines, *full) if board & grown)
                across = [board for board in lines if board & area]
                inside = [board for board in full if board & area]
                full = [board for board in full if not board & area]
                are_apart = union(inside).bit_count() == len(inside) * self.size
                if are_apart and union(across) == area and any(b.bit_count() < self.size for b in across):
                    found.append((tuple(tuple(cells_in(board)) for board in across), len(inside)))
        return tuple(found)

    @property
    def has_full_houses(self) -> bool:
        """Whether every house holds every digit, and there are any."""
        return bool(self.houses) and not self.short_houses

    @cached_property
    def boxes(self) -> tuple[House, ...]:
        """The boxes, or the regions of a jigsaw."""
        return tuple(house for house in self.houses if house.kind in (HouseKind.BOX, HouseKind.REGION))

    @cached_property
    def box_of(self) -> tuple[int, ...]:
        """For each cell the number of its box or region; the next number for all cells outside, and on a board without
        boxes the number of the row.
        """
        if self.boxes:
            result = [len(self.boxes)] * self.board_count
        else:
            result = [self.row_of(cell) for cell in range(self.board_count)]
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

    @takes_cell
    def houses_of(self, cell: int) -> tuple[House, ...]:
        """The houses of a cell."""
        return tuple(self.houses[number] for number in self.houses_at[cell])

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell its peers, ascending."""
        found = [
            {peer for number in numbers for peer in self.houses[number].cells} - {cell}
            for cell, numbers in enumerate(self.houses_at)
        ]
        for peers, board in zip(found, self.apart, strict=False):
            peers.update(cells_in(board))
        return tuple(tuple(sorted(peers)) for peers in found)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, int], ...]:
        """Every two cells that share an edge, the smaller first."""
        near = (
            (cell, self._cell_at.get((row + down, column + right)))
            for (row, column), cell in self._cell_at.items()
            for down, right in ((0, 1), (1, 0))
        )
        return tuple(sorted((cell, other) for cell, other in near if other is not None))

    def neighbours_among(self, cells: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """Every two of these cells that share an edge. Groups beside the board count as rows of its width.

        >>> Layout.named("2x2+S4").neighbours_among([0, 1, 4, 5, 7])
        ((0, 1), (4, 5), (5, 7))
        """
        pairs, first = [*self.neighbours], self.board_count
        for _, count in self.extras:
            group = range(first, first + count)
            rows = [group[at : at + self.width] for at in range(0, count, self.width)]
            pairs += [pair for row in rows for pair in pairwise(row)]
            pairs += zip(group, group[self.width :], strict=False)
            first += count
        wanted = {*cells}
        return tuple(pair for pair in pairs if wanted.issuperset(pair))

    @cached_property
    def squares(self) -> tuple[tuple[int, ...], ...]:
        """Every 2x2 square of cells, row by row."""
        at = self._cell_at
        corners = (
            [(row + down, column + right) for down in (0, 1) for right in (0, 1)] for row, column in at
        )
        return tuple(
            tuple(at[place] for place in four) for four in corners if all(map(at.__contains__, four))
        )

    @cached_property
    def most_of_each(self) -> int:
        """How often a digit is on the board; where houses are not full, at most."""
        if not self.houses:
            return self.board_count
        if not self.short_houses:
            return self.board_count // self.size
        all_boxed = sum(len(house.cells) for house in self.boxes) == self.board_count
        return min(self.height, self.width, len(self.boxes) if all_boxed else self.board_count)

    # Sets of cells as bitboards: Python integers in which cell c is the bit 1 << c.

    @cached_property
    def all_cells(self) -> int:
        return (1 << self.board_count) - 1

    @cached_property
    def house_boards(self) -> tuple[int, ...]:
        """For each house the bitboard of its cells."""
        return tuple(sum(1 << cell for cell in house.cells) for house in self.houses)

    @cached_property
    def place_boards(self) -> tuple[int, ...]:
        """For each house the same if it is full, otherwise no cells: the places of which every digit has one."""
        full = self.full_houses
        return tuple(
            board if house in full else 0 for house, board in zip(self.houses, self.house_boards, strict=True)
        )

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
        return self._value == other._value

    @property
    def plan(self) -> BoardPlan:
        """Its name, houses and so on, without the tables that follow from them."""
        return BoardPlan(*_FIELDS(self))

    @property
    def _value(self) -> tuple[object, ...]:
        return (self.size, self.first_digit, self.shape, self.places, self.extras, self.houses, self.apart)

    @cached_property
    def _hash(self) -> int:
        return hash((self.size, self.first_digit, self.shape, self.extras, self.houses, self.apart))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Layout.named({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _shared, (self.plan,)


@lru_cache(maxsize=256)
def _named(name: str) -> Layout:
    return _shared(plan_named(name))


@lru_cache(maxsize=512)
def _board(dimensions: Dimensions, box: tuple[int, int], diagonals: bool, windows: bool) -> Layout:
    return _shared(board_plan(dimensions, box, diagonals, windows))


@lru_cache(maxsize=512)
def _shared(plan: BoardPlan) -> Layout:
    """The one layout of this plan, so that its tables are not computed twice."""
    return Layout(*_FIELDS(plan))


_FIELDS = attrgetter(*(field.name for field in fields(BoardPlan)))

CLASSIC = Layout.boxed(3, 3)
