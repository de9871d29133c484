"""What a board is before it has boxes: its rows, columns and digits; and houses, groups of cells that must differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from nonet.errors import LayoutError

MAX_SIZE = 25


class HouseKind(Enum):
    """The kind of a house; the value is its name."""

    ROW = "row"
    COLUMN = "column"
    BOX = "box"
    REGION = "region"
    DIAGONAL = "diagonal"
    WINDOW = "window"
    EXTRA = "extra region"

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


class Dimensions(NamedTuple):
    """Rows, columns and digits: what a board is before it has boxes."""

    rows: int
    columns: int
    asked: range | None = None

    @property
    def is_square(self) -> bool:
        return self.rows == self.columns

    @property
    def is_plain(self) -> bool:
        """Whether it has as many rows as columns as digits, and these begin with 1."""
        return self.is_square and self.digits == range(1, self.rows + 1)

    @property
    def digits(self) -> range:
        return self.asked or range(1, max(self.rows, self.columns) + 1)

    @property
    def name(self) -> str:
        usual = self.digits == self._replace(asked=None).digits
        digits = "" if usual else f":{self.digits[0]}-{self.digits[-1]}"
        return f"{self.rows}x{self.columns}{digits}"

    @property
    def usual_box(self) -> tuple[int, int]:
        """The most square box with as many cells as the longer lines, wide rather than high: 6x6 gives (2, 3).

        A row, if there is none: then the board has no boxes.
        """
        return self.box_of(max(self.rows, self.columns)) or (1, self.columns)

    def box_of(self, size: int) -> tuple[int, int] | None:
        """The most square box of that many cells that fills the board, wide rather than high; None if there is none."""
        for small in range(int(size**0.5), 1, -1):
            for rows, columns in ((small, size // small), (size // small, small)):
                if rows * columns == size and not self.rows % rows and not self.columns % columns:
                    return rows, columns
        return None

    def checked(self, *, may_repeat: bool = False) -> None:
        """Raises LayoutError for a board that there is not; where digits `may_repeat`, there may be few of them."""
        if not (1 <= self.rows <= MAX_SIZE and 1 <= self.columns <= MAX_SIZE):
            raise LayoutError(
                f"a board has 1 to {MAX_SIZE} rows and columns, not {self.rows} by {self.columns}"
            )
        least = 1 if may_repeat else max(self.rows, self.columns)
        if not least <= len(self.digits) <= MAX_SIZE:
            raise LayoutError(
                f"a board of {self.rows} by {self.columns} cells has {least} to {MAX_SIZE} "
                f"digits, not {len(self.digits)}"
            )

    def lines(self) -> list[House]:
        rows, columns = self.rows, self.columns
        across = [House(HouseKind.ROW, r, tuple(range(r * columns, (r + 1) * columns))) for r in range(rows)]
        down = [House(HouseKind.COLUMN, c, tuple(range(c, rows * columns, columns))) for c in range(columns)]
        return across + down

    def diagonals(self) -> list[House]:
        if not self.is_square:
            raise LayoutError("only a board with as many rows as columns has diagonals")
        return diagonals_of(self.rows)

    def boxes(
        self, rows: int, columns: int, kind: HouseKind, corners: Iterable[tuple[int, int]]
    ) -> list[House]:
        """Rectangles of that many rows and columns, at these top left cells."""
        return [
            House(
                kind,
                number,
                tuple((top + r) * self.columns + left + c for r in range(rows) for c in range(columns)),
            )
            for number, (top, left) in enumerate(corners)
        ]


def diagonals_of(size: int) -> list[House]:
    falling = tuple(i * size + i for i in range(size))
    rising = tuple(i * size + size - 1 - i for i in range(size))
    return [House(HouseKind.DIAGONAL, 0, falling), House(HouseKind.DIAGONAL, 1, rising)]


def windows_of(height: int, width: int, rows: int, columns: int) -> list[House]:
    """The inner boxes, one cell from the edge and from each other: on 9x9 the four of windoku."""
    corners = [
        (top, left)
        for top in range(1, height - rows, rows + 1)
        for left in range(1, width - columns, columns + 1)
    ]
    return Dimensions(height, width).boxes(rows, columns, HouseKind.WINDOW, corners)


def dimensions_named(board: str, name: str) -> Dimensions:
    """The dimensions of `6x6`, `4x7`, `9x9:0-8`; `name` is that of the whole layout, for errors."""
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})(?::(\d{1,2})-(\d{1,2}))?", board, flags=re.ASCII)
    if match is None:
        raise LayoutError(
            f"unknown layout {short_name(name)}; use 4x4, 6x6, 9x9, 12x12, 16x16, 25x25 (any NxN up to 25x25), "
            "6x6/3x2 for another box shape, 9x9:0-8 for other digits, 4x7, x, windoku, jigsaw:MAP, samurai, raw:9x9"
        )
    rows, columns = int(match[1]), int(match[2])
    if not (1 <= rows <= MAX_SIZE and 1 <= columns <= MAX_SIZE):
        raise LayoutError(f"unknown layout {short_name(name)}: boards have 1 to {MAX_SIZE} rows and columns")
    digits = range(int(match[3]), int(match[4]) + 1) if match[3] else None
    if digits is not None and not len(digits):
        raise LayoutError(f"unknown layout {short_name(name)}: no digits from {match[3]} to {match[4]}")
    dimensions = Dimensions(rows, columns, digits)
    return dimensions if digits != dimensions._replace(asked=None).digits else dimensions._replace(asked=None)


def short_name(name: str) -> str:
    """A name in a message."""
    return repr(name if len(name) <= 100 else f"{name[:100]}…")
