"""A grid: a layout and the value of each cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from nonet.arguments import clear_type_errors, takes_cell
from nonet.dimensions import House
from nonet.display import svg_of
from nonet.errors import NonetError, NoSuchCell, RuleError, expect, shown
from nonet.layout import Layout
from nonet.optional_import import optional_import

if TYPE_CHECKING:
    import numpy

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
"""How an entry is written where digits begin with 1 and each cell is one character; `.` is an empty cell."""

NO_VALUE = 255
"""The value of an empty cell on a board that has the digit 0."""


def symbols_of(layout: Layout) -> str:
    """For each entry how it is written where each cell is one character: 0 to 9, then A to P; `.` is an empty cell.

    >>> symbols_of(Layout.named("4x4")), symbols_of(Layout.named("4x4:0-3"))
    ('.1234', '.0123')
    """
    digits = SYMBOLS if layout.first_digit else f".0{SYMBOLS[1:]}"
    return digits[: layout.size + 1]


@dataclass(frozen=True)
class Conflict:
    """A digit that appears more than once in a house."""

    house: House
    digit: int
    cells: tuple[int, ...]


@dataclass(frozen=True)
@clear_type_errors
class Grid:
    r"""The values of a board, row by row: its digits, and 0 for an empty cell.

    On a board that has the digit 0, an empty cell is 255. `entries` are the same with the digits counted from 1 and 0
    for an empty cell, whatever the digits are.

    >>> grid = Grid.of("4x4", ".13.43.2.2.3....")
    >>> grid == Grid.of("4x4", [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0]) == eval(repr(grid))
    True
    >>> print(grid)
    0 1 3 0
    4 3 0 2
    0 2 0 3
    0 0 0 0
    >>> grid[1], grid.clue_count, grid.is_solution()
    (1, 7, False)
    >>> grid.with_value(0, 2).values[:4]
    b'\x02\x01\x03\x00'
    >>> small = Grid.of("4x4:0-3", ".02.32.1.1.2....")
    >>> small.values[:3] == bytes([255, 0, 2]), small.entries[:3]
    (True, b'\x00\x01\x03')
    """

    layout: Layout
    entries: bytes

    def __post_init__(self) -> None:
        entries = self.entries
        expect(self.layout, Layout, "layout")
        expect(entries, bytes, "values")
        if len(entries) != self.layout.cell_count:
            raise NonetError(
                f"a {self.layout.name} board has {self.layout.cell_count} cells, not {len(entries)}"
            )
        if entries and max(entries) > self.layout.size:
            cell = next(c for c, v in enumerate(entries) if v > self.layout.size)
            raise NonetError(
                f"{self.layout.cell_name(cell)} holds {self.layout.digit_of(entries[cell])}; digits are "
                "{low} to {high}".format(**self.layout.digit_ends)
            )

    @cached_property
    def values(self) -> bytes:
        """The digit of each cell on the board; 0 is an empty cell, or 255 where 0 is a digit."""
        return self._digits[: self.layout.board_count] if self.layout.extras else self._digits

    @cached_property
    def _digits(self) -> bytes:
        return self.entries if self.layout.first_digit else self.entries.translate(_VALUES_FROM_0)

    @staticmethod
    def of(layout: Layout | str, values: Iterable[int] | str) -> Grid:
        """The grid of these values, row by row: numbers, or one character per cell as `repr` writes them."""
        layout = Layout.of(layout)
        if isinstance(values, str):
            return _padded(layout, bytes(_from_symbols(layout, values)))
        empty = 0 if layout.first_digit else NO_VALUE
        items = list(values)
        for cell, value in enumerate(items):
            if isinstance(value, bool) or (value != empty and value not in layout.digits):
                where = layout.cell_name(cell) if cell < layout.cell_count else f"value {cell + 1}"
                ends = "{low} to {high}".format(**layout.digit_ends)
                raise NonetError(f"{where} holds {shown(value)}; digits are {ends}, {empty} is empty")
        return _padded(layout, bytes(0 if value == empty else layout.entry_of(value) for value in items))

    @staticmethod
    def empty(layout: Layout) -> Grid:
        expect(layout, Layout, "layout")
        return Grid(layout, bytes(layout.cell_count))

    def __repr__(self) -> str:
        return f"Grid.of({self.layout.name!r}, {self.symbols!r})"

    @property
    def symbols(self) -> str:
        """The values row by row, one character per cell: 0 to 9, then A to P, and `.` for an empty cell; then those
        beside the board, if some are known.
        """
        known = any(self.entries[self.layout.board_count :])
        entries = self.entries if known else self.entries[: self.layout.board_count]
        return entries.translate(symbols_of(self.layout).encode("ascii").ljust(256)).decode("ascii")

    def __getitem__(self, cell: int) -> int:
        try:
            return self._digits[cell]
        except IndexError:
            raise NoSuchCell(self.layout.name, cell) from None

    def __iter__(self) -> Iterator[int]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def rows(self) -> Sequence[bytes]:
        width = self.layout.width
        if self.layout.places is not None:
            numbers = range(self.layout.height)
            cells = [
                [cell for cell in range(len(self)) if self.layout.row_of(cell) == row] for row in numbers
            ]
            return [bytes(self.values[cell] for cell in row) for row in cells]
        return [self.values[start : start + width] for start in range(0, len(self.values), width)]

    def __str__(self) -> str:
        if self.layout.places is not None:
            return self._drawn(dict(zip(self.layout.places, self.values, strict=True)))
        if not self.layout.first_digit:
            return "\n".join(" ".join("." if v == NO_VALUE else str(v) for v in row) for row in self.rows())
        return "\n".join(" ".join(map(str, row)) for row in self.rows())

    def _drawn(self, at: dict[tuple[int, int], int]) -> str:
        """The rows of overlapping boards, with blanks where there is no cell."""
        layout = self.layout
        wide = len(str(layout.size))
        rows = (
            " ".join(f"{at.get((row, column), ''):>{wide}}" for column in range(layout.width))
            for row in range(layout.height)
        )
        return "\n".join(row.rstrip() for row in rows)

    @takes_cell
    def with_value(self, cell: int, value: int) -> Grid:
        """A copy with another value in one cell; 0 empties it (255 where 0 is a digit)."""
        values = [*self.values[:cell], value, *self.values[cell + 1 :]]
        return Grid.of(self.layout, values)

    @takes_cell
    def with_entry(self, cell: int, entry: int) -> Grid:
        """A copy with another entry in one cell; 0 empties it."""
        if not 0 <= entry <= self.layout.size:
            raise NonetError(
                f"{self.layout.cell_name(cell)} holds {entry}; entries are 0 to {self.layout.size}"
            )
        return Grid(self.layout, self.entries[:cell] + bytes([entry]) + self.entries[cell + 1 :])

    def to_numpy(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint8]]:
        """The values as an array of bytes, a row of the board in each row; 0 is an empty cell, or no cell at all.

        >>> Grid.of("4x4", "12..............").to_numpy()[0].tolist()
        [1, 2, 0, 0]
        """
        np = optional_import("numpy", "an array")
        layout = self.layout
        array: numpy.ndarray[Any, Any] = np.zeros((layout.height, layout.width), dtype="uint8")
        for cell, value in enumerate(self.values):
            array[layout.row_of(cell), layout.column_of(cell)] = value
        return array

    def _repr_svg_(self) -> str | None:
        return svg_of(self)

    @property
    def clue_count(self) -> int:
        return len(self.entries) - self.entries.count(0)

    @property
    def is_filled(self) -> bool:
        return 0 not in self.entries

    def conflicts(self) -> Iterator[Conflict]:
        """Every digit that appears more than once in a house, house by house."""
        values, entries = self.values, self.entries
        for house in self.layout.houses:
            present = [values[cell] for cell in house.cells if entries[cell]]
            if len(set(present)) == len(present):
                continue
            for digit in sorted({value for value in present if present.count(value) > 1}):
                yield Conflict(house, digit, tuple(cell for cell in house.cells if values[cell] == digit))

    def check(self) -> None:
        """Raises RuleError for the first conflict."""
        for conflict in self.conflicts():
            places = self.layout.places_of(conflict.cells)
            error = RuleError(self.layout.name, conflict.house.name, conflict.digit, conflict.cells, places)
            error.grid = self
            raise error

    def is_solution(self) -> bool:
        """Whether every cell is filled and no house has a digit twice. It uses no engine, so it can check them all."""
        return self.is_filled and all(
            len({self.entries[cell] for cell in house.cells}) == len(house.cells)
            for house in self.layout.houses
        )

    def extends(self, other: Grid) -> bool:
        """Whether this grid has every value of the other."""
        return self.layout == other.layout and all(
            theirs in (0, ours) for ours, theirs in zip(self.entries, other.entries, strict=True)
        )


def _padded(layout: Layout, entries: bytes) -> Grid:
    """The grid of these entries; cells beside the board may be left out."""
    missing = layout.cell_count - len(entries) if len(entries) == layout.board_count else 0
    return Grid(layout, entries + bytes(missing))


def _from_symbols(layout: Layout, text: str) -> list[int]:
    symbols = SYMBOLS if layout.first_digit else f".0{SYMBOLS[1:]}"
    entries = [symbols.find(symbol) for symbol in text]
    if -1 in entries:
        cell = entries.index(-1)
        where = layout.cell_name(cell) if cell < layout.cell_count else f"value {cell + 1}"
        raise NonetError(
            f"{where} holds {text[cell]!r}; write {symbols[1]} to 9, A to P, and . for an empty cell"
        )
    return entries


_VALUES_FROM_0 = bytes([NO_VALUE, *range(255)])
"""The value of each entry where digits begin with 0."""
