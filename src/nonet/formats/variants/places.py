"""Cells and clues outside the board, as f-puzzles and ISS name them: `R1C2`, `R0C3`, `C2`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from nonet.errors import FormatError

_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})", re.ASCII)
_DIRECTIONS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}


class Places:
    """The names on a board.

    >>> places = Places(9)
    >>> places.cell("R2C1"), places.name(9), places.line("R0C3")[:3], places.clue([2, 11, 20])
    (9, 'R2C1', (2, 11, 20), 'R0C3')
    >>> Places(1, 4).clue([2]), Places(4, 1).clue([2]), Places(1).clue([0])
    ('R0C3', 'R3C0', 'R1C0')
    """

    def __init__(self, rows: int, columns: int | None = None) -> None:
        self.rows = rows
        self.columns = columns or rows

    def cell(self, name: object) -> int:
        row, column = self._numbers(name)
        if not (1 <= row <= self.rows and 1 <= column <= self.columns):
            raise FormatError("there is no such cell", text=str(name))
        return (row - 1) * self.columns + column - 1

    def cells(self, names: object) -> tuple[int, ...]:
        if not isinstance(names, list | tuple) or not names:
            raise FormatError("expected a list of cells", text=str(names)[:40])
        return tuple(self.cell(name) for name in names)

    def name(self, cell: int) -> str:
        return f"R{cell // self.columns + 1}C{cell % self.columns + 1}"

    def names(self, cells: Iterable[int]) -> list[str]:
        return [self.name(cell) for cell in cells]

    def _numbers(self, name: object) -> tuple[int, int]:
        match = _CELL.fullmatch(name) if isinstance(name, str) else None
        if match is None:
            raise FormatError("not the name of a cell such as R1C2", text=str(name)[:40])
        return int(match[1]), int(match[2])

    # -- outside ---------------------------------------------------------------------------------------------

    def line(self, name: object) -> tuple[int, ...]:
        """The row or column that a clue outside the board looks along, from the clue inwards."""
        row, column = self._numbers(name)
        if row in (0, self.rows + 1) and 1 <= column <= self.columns:
            cells = range(column - 1, self.rows * self.columns, self.columns)
            return tuple(cells) if row == 0 else tuple(reversed(cells))
        if column in (0, self.columns + 1) and 1 <= row <= self.rows:
            cells = range((row - 1) * self.columns, row * self.columns)
            return tuple(cells) if column == 0 else tuple(reversed(cells))
        raise FormatError("not a place outside the board", text=str(name))

    def clue(self, cells: Sequence[int]) -> str:
        """The name of the place before the first cell of a whole row or column."""
        row, column = divmod(cells[0], self.columns)
        if len(cells) == 1:
            return f"R{row + 1}C0" if self.columns == 1 else f"R0C{column + 1}"
        step = cells[1] - cells[0]
        if step == self.columns:
            return f"R0C{column + 1}"
        if step == -self.columns:
            return f"R{self.rows + 1}C{column + 1}"
        return f"R{row + 1}C0" if step == 1 else f"R{row + 1}C{self.columns + 1}"

    def diagonal(self, name: object, direction: object) -> tuple[int, ...]:
        """The cells of the diagonal that begins at a place outside the board and goes in that direction."""
        row, column = self._numbers(name)
        if not isinstance(direction, str) or direction not in _DIRECTIONS:
            raise FormatError("the direction of a diagonal is DR, DL, UR or UL", text=str(direction)[:40])
        down, right = _DIRECTIONS[direction]
        return tuple(self.along(row - 1 + down, column - 1 + right, down, right))

    def along(self, row: int, column: int, down: int, right: int) -> Iterator[int]:
        """The cells from one on in a direction, to the edge."""
        while 0 <= row < self.rows and 0 <= column < self.columns:
            yield row * self.columns + column
            row, column = row + down, column + right

    def before_diagonal(self, cells: Sequence[int]) -> tuple[str, str]:
        """The place and the direction of a diagonal; the twin of `diagonal`."""
        row, column = divmod(cells[0], self.columns)
        for direction, (down, right) in _DIRECTIONS.items():
            inside = 0 <= row - down < self.rows and 0 <= column - right < self.columns
            if not inside and tuple(self.along(row, column, down, right)) == tuple(cells):
                return f"R{row - down + 1}C{column - right + 1}", direction
        raise FormatError("a little killer clue needs a whole diagonal")

    def neighbours(self, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The pairs of cells in a list that share an edge."""
        for at, one in enumerate(cells):
            for other in cells[at + 1 :]:
                rows = one // self.columns - other // self.columns
                if abs(rows) + abs(one % self.columns - other % self.columns) == 1:
                    yield one, other
