"""A grid: a layout and the value of each cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonet.arguments import clear_type_errors
from nonet.display import svg_of
from nonet.errors import NonetError, RuleError, expect
from nonet.layout import House, Layout
from nonet.optional_import import optional_import

if TYPE_CHECKING:
    import numpy

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
"""How a value is written where each cell is one character; `.` is an empty cell."""
_SYMBOL_BYTES = SYMBOLS.encode("ascii").ljust(256)


@dataclass(frozen=True)
class Conflict:
    """A digit that appears more than once in a house."""

    house: House
    digit: int
    cells: tuple[int, ...]


@dataclass(frozen=True)
@clear_type_errors
class Grid:
    r"""The values of a board, row by row: 1 … size, and 0 for an empty cell.

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
    """

    layout: Layout
    values: bytes

    def __post_init__(self) -> None:
        values = self.values
        expect(self.layout, Layout, "layout")
        expect(values, bytes, "values")
        if len(values) != self.layout.cell_count:
            raise NonetError(
                f"a {self.layout.name} board has {self.layout.cell_count} cells, not {len(values)}"
            )
        if values and max(values) > self.layout.size:
            cell = next(c for c, v in enumerate(values) if v > self.layout.size)
            raise NonetError(
                f"{self.layout.cell_name(cell)} holds {values[cell]}; digits are 1 to {self.layout.size}"
            )

    @staticmethod
    def of(layout: Layout | str, values: Iterable[int] | str) -> Grid:
        """The grid of these values, row by row: numbers, or one character per cell as `repr` writes them."""
        layout = Layout.of(layout)
        items = _from_symbols(layout, values) if isinstance(values, str) else list(values)
        for cell, value in enumerate(items):
            if not 0 <= value <= layout.size:
                where = layout.cell_name(cell) if cell < layout.cell_count else f"value {cell + 1}"
                raise NonetError(f"{where} holds {value}; digits are 1 to {layout.size}, 0 is empty")
        return Grid(layout, bytes(items))

    @staticmethod
    def empty(layout: Layout) -> Grid:
        expect(layout, Layout, "layout")
        return Grid(layout, bytes(layout.cell_count))

    def __repr__(self) -> str:
        return f"Grid.of({self.layout.name!r}, {self.symbols!r})"

    @property
    def symbols(self) -> str:
        """The values row by row, one character per cell: 1 to 9, then A to P, and `.` for an empty cell."""
        return self.values.translate(_SYMBOL_BYTES).decode("ascii")

    def __getitem__(self, cell: int) -> int:
        return self.values[cell]

    def __iter__(self) -> Iterator[int]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def rows(self) -> Sequence[bytes]:
        size = self.layout.size
        if self.layout.places is not None:
            numbers = range(self.layout.height)
            cells = [
                [cell for cell in range(len(self)) if self.layout.row_of(cell) == row] for row in numbers
            ]
            return [bytes(self.values[cell] for cell in row) for row in cells]
        return [self.values[start : start + size] for start in range(0, len(self.values), size)]

    def __str__(self) -> str:
        if self.layout.places is not None:
            return self._drawn(dict(zip(self.layout.places, self.values, strict=True)))
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

    def with_value(self, cell: int, value: int) -> Grid:
        """A copy with another value in one cell; 0 empties it."""
        return Grid(self.layout, self.values[:cell] + bytes([value]) + self.values[cell + 1 :])

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
        return len(self.values) - self.values.count(0)

    @property
    def is_filled(self) -> bool:
        return 0 not in self.values

    def conflicts(self) -> Iterator[Conflict]:
        """Every digit that appears more than once in a house, house by house."""
        values = self.values
        for house in self.layout.houses:
            present = [values[cell] for cell in house.cells if values[cell]]
            if len(set(present)) == len(present):
                continue
            for digit in sorted({value for value in present if present.count(value) > 1}):
                yield Conflict(house, digit, tuple(cell for cell in house.cells if values[cell] == digit))

    def check(self) -> None:
        """Raises RuleError for the first conflict."""
        for conflict in self.conflicts():
            raise RuleError(
                self.layout.name, self.layout.size, conflict.house.name, conflict.digit, conflict.cells
            )

    def is_solution(self) -> bool:
        """Whether each house holds every digit once. It uses no engine, so it can check all of them."""
        every_digit = set(self.layout.digits)
        return all({self.values[cell] for cell in house.cells} == every_digit for house in self.layout.houses)

    def extends(self, other: Grid) -> bool:
        """Whether this grid has every value of the other."""
        return self.layout == other.layout and all(
            theirs in (0, ours) for ours, theirs in zip(self.values, other.values, strict=True)
        )


def _from_symbols(layout: Layout, text: str) -> list[int]:
    values = [SYMBOLS.find(symbol) for symbol in text]
    if -1 in values:
        cell = values.index(-1)
        where = layout.cell_name(cell) if cell < layout.cell_count else f"value {cell + 1}"
        raise NonetError(f"{where} holds {text[cell]!r}; write 1 to 9, A to P, and . for an empty cell")
    return values
