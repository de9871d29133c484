"""The size of the drawn board and the positions of its cells, computed from the size of the window.

    ┏━━━━━━━┯━━━━━━━┳━━━      lines are drawn around the board and where regions meet; between other cells
    ┃ 1 2 3 │       ┃         the scale decides, for rows and columns separately
    ┃ 4   6 │   5   ┃
    ┃       │       ┃         inside the lines a cell is `width` by `height`: 7 by 3 holds nine notes
    ┠───────┼───────╂───

`arrange` tries the scales of a board from large to small, with the panel beside the board or below it, and
takes the first that fits the window. If none fits, the board is scrolled.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from nonet.explain.step_picture import candidate_shape
from nonet.layout import Layout
from nonet.rulings import line_above, line_before

Margins = tuple[int, int, int, int]
NO_MARGINS: Margins = (0, 0, 0, 0)

LEAST_SIDE, MOST_SIDE = 22, 46
"""Columns of the panel beside the board, with the gap between them."""
LEAST_BELOW, MOST_BELOW = 7, 12
"""Rows of the panel below the board."""
TOO_NARROW, TOO_LOW = 20, 8
"""In a smaller window only a message is shown."""


@dataclass(frozen=True)
class Scale:
    """The inside of a cell, and whether there are lines between all rows and all columns, or only between regions."""

    width: int
    height: int
    rows_ruled: bool = True
    columns_ruled: bool = True

    @property
    def holds_notes(self) -> bool:
        """Whether each note has its own place in the cell."""
        return self.height > 1


@dataclass(frozen=True)
class Geometry:
    """A board at one scale; `labels` are the numbers of its rows and columns."""

    layout: Layout
    scale: Scale
    labels: bool
    margins: Margins = (0, 0, 0, 0)
    """Columns or rows for clues outside: on the left, at the top, on the right, at the bottom."""

    @cached_property
    def left(self) -> int:
        """Columns before the board."""
        return self.margins[0] + (len(str(self.layout.height)) + 1 if self.labels else 0)

    @cached_property
    def top(self) -> int:
        """Rows above the board."""
        return self.margins[1] + (1 if self.labels else 0)

    @cached_property
    def rows(self) -> int:
        """The rows of the board, and those below it with the cells beside the board and their names."""
        return 1 + max(row for row, _ in self.layout.drawn_at)

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """For each row its height in lines: that of the cells, or one line for names."""
        filled = {row for row, _ in self.layout.drawn_at}
        return tuple(self.scale.height if row in filled else 1 for row in range(self.rows))

    @cached_property
    def row_lines(self) -> tuple[bool, ...]:
        """For each row, and for the end: whether a line runs above it."""
        layout, ruled = self.layout, self.scale.rows_ruled
        return tuple(
            ruled or any(line_above(layout, row, column) for column in range(layout.width))
            for row in range(self.rows + 1)
        )

    @cached_property
    def column_lines(self) -> tuple[bool, ...]:
        """For each column, and for the end: whether a line runs before it."""
        layout, ruled = self.layout, self.scale.columns_ruled
        return tuple(
            ruled or any(line_before(layout, row, column) for row in range(self.rows))
            for column in range(layout.width + 1)
        )

    @cached_property
    def ys(self) -> tuple[int, ...]:
        """For each row its first line on the screen, and the end of the board."""
        return _starts(self.top, self.heights, self.row_lines)

    @cached_property
    def xs(self) -> tuple[int, ...]:
        """For each column its first column on the screen, and the end of the board."""
        return _starts(self.left, (self.scale.width,) * self.layout.width, self.column_lines)

    @property
    def width(self) -> int:
        """Width in columns, with the labels."""
        return self.xs[-1] + self.margins[2]

    @property
    def height(self) -> int:
        """Height in lines, with the labels."""
        return self.ys[-1] + self.margins[3]

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell under a point; the lines above and to the left of a cell belong to it. None where there is none."""
        row = _found(self.ys, self.row_lines, y)
        column = _found(self.xs, self.column_lines, x)
        if row is None or column is None:
            return None
        return self.layout.drawn_at.get((row, column))

    def corner(self, cell: int) -> tuple[int, int]:
        """The first column and line of a cell."""
        return self.xs[self.layout.column_of(cell)], self.ys[self.layout.row_of(cell)]

    def note_place(self, digit: int) -> tuple[int, int]:
        """The column and line of a digit's note within its cell."""
        rows, columns = candidate_shape(self.layout)
        row, column = divmod(digit - 1, columns)
        digit_width = len(str(self.layout.digits[-1]))
        width, height = self.scale.width, self.scale.height
        x = width * (2 * column + 1) // (2 * columns) if digit_width == 1 else 1 + column * (digit_width + 1)
        if rows == height:
            return x, row
        return x, (height // 2 - 1 + 2 * row) if rows == 2 else (height - rows) // 2 + row

    def digit_at(self, x: int, y: int) -> int | None:
        """The digit whose note is at a point of the screen, where notes have places."""
        cell = self.cell_at(x, y)
        if cell is None or not self.scale.holds_notes:
            return None
        left, top = self.corner(cell)
        inside = (x - left, y - top)
        digit_width = len(str(self.layout.digits[-1]))
        for digit in self.layout.entries:
            place = self.note_place(digit)
            if place[1] == inside[1] and place[0] <= inside[0] < place[0] + digit_width:
                return digit
        return None


def _starts(first: int, sizes: tuple[int, ...], lines: tuple[bool, ...]) -> tuple[int, ...]:
    starts, place = [], first
    for line, size in zip(lines, (*sizes, 0), strict=True):
        place += line
        starts.append(place)
        place += size
    return tuple(starts)


def _found(starts: tuple[int, ...], lines: tuple[bool, ...], place: int) -> int | None:
    for number in range(len(starts) - 1):
        if starts[number] - lines[number] <= place < starts[number + 1] - lines[number + 1]:
            return number
    return None


@lru_cache(maxsize=64)
def geometry(layout: Layout, scale: Scale, labels: bool, margins: Margins = NO_MARGINS) -> Geometry:
    """The geometry, computed once."""
    return Geometry(layout, scale, labels, margins)


def scales(layout: Layout) -> tuple[Scale, ...]:
    """The scales of a board, from large to small.

    >>> [(scale.width, scale.height) for scale in scales(Layout.named("9x9"))]
    [(7, 3), (7, 3), (5, 1), (3, 1), (5, 1), (3, 1), (2, 1)]
    """
    rows, columns = candidate_shape(layout)
    digit_width = len(str(layout.digits[-1]))
    notes, height = columns * (digit_width + 1) + 1, max(3, rows)
    offered: list[Scale] = []
    if layout.size <= 6:
        offered += [Scale(13, 5), Scale(9, 3), Scale(9, 3, rows_ruled=False)]
    if layout.size > 4:
        offered += [Scale(notes, height), Scale(notes, height, rows_ruled=False)]
    for ruled in (True, False):
        offered += [Scale(digit_width + 4, 1, rows_ruled=ruled), Scale(digit_width + 2, 1, rows_ruled=ruled)]
    offered.append(Scale(digit_width + 1, 1, rows_ruled=False, columns_ruled=False))
    return tuple(offered)


@dataclass(frozen=True)
class Arrangement:
    """What a window shows: the board at a scale, and `side` columns or `below` rows of panel.

    `keys` are the lines at the foot. A board that `scrolls` is larger than its part of the window. Without
    a scale the window is too small for anything.
    """

    scale: Scale | None
    labels: bool = False
    side: int = 0
    below: int = 0
    keys: int = 1
    scrolls: bool = False


@lru_cache(maxsize=64)
def arrange(layout: Layout, width: int, height: int, margins: Margins = NO_MARGINS) -> Arrangement:
    """The best arrangement for a window of this size; `margins` as in `Geometry`.

    >>> arrange(Layout.named("9x9"), 120, 45).scale
    Scale(width=7, height=3, rows_ruled=True, columns_ruled=True)
    >>> arrange(Layout.named("9x9"), 80, 24).scale
    Scale(width=5, height=1, rows_ruled=True, columns_ruled=True)
    >>> arrange(Layout.named("9x9"), 40, 15).side, arrange(Layout.named("9x9"), 10, 5).scale
    (0, None)
    """
    if width < TOO_NARROW or height < TOO_LOW:
        return Arrangement(None)
    usual = 2 if height >= 20 else 1
    for scale in scales(layout):
        for labels, keys in ((True, usual), (False, usual), (False, 1)):
            board, free = geometry(layout, scale, labels, margins), height - 1 - keys
            if board.height <= free and board.width + LEAST_SIDE <= width:
                return Arrangement(scale, labels, side=min(MOST_SIDE, width - board.width), keys=keys)
            if board.width <= width and board.height + LEAST_BELOW <= free:
                return Arrangement(scale, labels, below=min(MOST_BELOW, free - board.height), keys=keys)
    for scale in scales(layout):
        board = geometry(layout, scale, False, margins)
        if not scale.holds_notes and board.width <= width and board.height <= height - 2:
            return Arrangement(scale, keys=1)
    scale = scales(layout)[-1]
    side = LEAST_SIDE if width >= 2 * LEAST_SIDE + 16 else 0
    return Arrangement(scale, True, side=side, keys=usual, scrolls=True)
