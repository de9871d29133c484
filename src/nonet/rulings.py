"""The heavy lines of a board that is drawn with characters: between regions, and around the board."""

from __future__ import annotations

from nonet.layout import Layout

CORNERS = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
"""A sign for each set of heavy lines that meet: up 1, down 2, left 4, right 8."""
PLAIN_CORNERS = " |||-+++-+++-+++"
"""The same in ASCII."""


def line_above(layout: Layout, row: int, column: int) -> bool:
    """Whether there is a heavy line above this cell; the row after the last is below the board."""
    return _region(layout, row - 1, column) != _region(layout, row, column)


def line_before(layout: Layout, row: int, column: int) -> bool:
    """Whether there is a heavy line to the left of this cell; the column after the last is to its right."""
    return _region(layout, row, column - 1) != _region(layout, row, column)


def corner(layout: Layout, row: int, column: int) -> int:
    """The heavy lines that meet in the upper left corner of a cell, as a place in `CORNERS`.

    >>> four = Layout.named("4x4")
    >>> "".join(CORNERS[corner(four, 2, column)] for column in range(5))
    '┣━╋━┫'
    """
    up, down = line_before(layout, row - 1, column), line_before(layout, row, column)
    left, right = line_above(layout, row, column - 1), line_above(layout, row, column)
    return up + 2 * down + 4 * left + 8 * right


def _region(layout: Layout, row: int, column: int) -> int:
    if not (0 <= row < layout.height and 0 <= column < layout.width):
        return -1
    return layout.box_of[row * layout.width + column] if layout.boxes else 0
