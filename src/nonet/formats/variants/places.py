"""Cells and clues outside the board, as f-puzzles and ISS name them: `R1C2`, `R0C3`, `C2`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from nonet.errors import FormatError

_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})", re.ASCII)
_DIRECTIONS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}


class Places:
    """The names on a board of `size` rows and columns.

    >>> places = Places(9)
    >>> places.cell("R2C1"), places.name(9), places.line("R0C3")[:3], places.clue([2, 11, 20])
    (9, 'R2C1', (2, 11, 20), 'R0C3')
    """

    def __init__(self, size: int) -> None:
        self.size = size

    def cell(self, name: object) -> int:
        row, column = self._numbers(name)
        if not (1 <= row <= self.size and 1 <= column <= self.size):
            raise FormatError("there is no such cell", text=str(name))
        return (row - 1) * self.size + column - 1

    def cells(self, names: object) -> tuple[int, ...]:
        if not isinstance(names, list | tuple) or not names:
            raise FormatError("expected a list of cells", text=str(names)[:40])
        return tuple(self.cell(name) for name in names)

    def name(self, cell: int) -> str:
        return f"R{cell // self.size + 1}C{cell % self.size + 1}"

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
        last = self.size + 1
        if row in (0, last) and 1 <= column <= self.size:
            cells = range(column - 1, self.size * self.size, self.size)
            return tuple(cells) if row == 0 else tuple(reversed(cells))
        if column in (0, last) and 1 <= row <= self.size:
            cells = range((row - 1) * self.size, row * self.size)
            return tuple(cells) if column == 0 else tuple(reversed(cells))
        raise FormatError("not a place outside the board", text=str(name))

    def clue(self, cells: Sequence[int]) -> str:
        """The name of the place before the first cell of a whole row or column."""
        row, column = divmod(cells[0], self.size)
        step = cells[1] - cells[0]
        if step == self.size:
            return f"R0C{column + 1}"
        if step == -self.size:
            return f"R{self.size + 1}C{column + 1}"
        return f"R{row + 1}C0" if step == 1 else f"R{row + 1}C{self.size + 1}"

    def diagonal(self, name: object, direction: object) -> tuple[int, ...]:
        """The cells of the diagonal that begins at a place outside the board and goes in that direction."""
        row, column = self._numbers(name)
        if not isinstance(direction, str) or direction not in _DIRECTIONS:
            raise FormatError("the direction of a diagonal is DR, DL, UR or UL", text=str(direction)[:40])
        down, right = _DIRECTIONS[direction]
        return tuple(self._along(row - 1 + down, column - 1 + right, down, right))

    def _along(self, row: int, column: int, down: int, right: int) -> Iterator[int]:
        while 0 <= row < self.size and 0 <= column < self.size:
            yield row * self.size + column
            row, column = row + down, column + right

    def before_diagonal(self, cells: Sequence[int]) -> tuple[str, str]:
        """The place and the direction of a diagonal; the twin of `diagonal`."""
        row, column = divmod(cells[0], self.size)
        for direction, (down, right) in _DIRECTIONS.items():
            inside = 0 <= row - down < self.size and 0 <= column - right < self.size
            if not inside and tuple(self._along(row, column, down, right)) == tuple(cells):
                return f"R{row - down + 1}C{column - right + 1}", direction
        raise FormatError("a little killer clue needs a whole diagonal")

    def neighbours(self, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The pairs of cells in a list that share an edge."""
        for at, one in enumerate(cells):
            for other in cells[at + 1 :]:
                rows, columns = one // self.size - other // self.size, one % self.size - other % self.size
                if abs(rows) + abs(columns) == 1:
                    yield one, other


def without_crossings(cells: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The pieces of a line that crosses itself. Each begins where the last one ended, so that the pairs of neighbours
    on the line are the same.

    >>> list(without_crossings([1, 2, 3, 1, 4]))
    [(1, 2, 3), (3, 1, 4)]
    """
    piece: list[int] = []
    for cell in cells:
        if cell in piece:
            yield tuple(piece)
            piece = [piece[-1]]
        piece.append(cell)
    yield tuple(piece)
