"""The heavy lines of a board that is drawn with characters: between regions, and around the board."""

from __future__ import annotations

from nonet.layout import Layout

CORNERS = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
"""A sign for each set of heavy lines that meet: up 1, down 2, left 4, right 8."""
PLAIN_CORNERS = " |||-+++-+++-+++"
"""The same in ASCII."""


def line_above(layout: Layout, row: int, column: int) -> bool:
    """Whether there is a heavy line above this cell; the row after the last is below the board."""
    return weight_above(layout, row, column) == 2


def line_before(layout: Layout, row: int, column: int) -> bool:
    """Whether there is a heavy line to the left of this cell; the column after the last is to its right."""
    return weight_before(layout, row, column) == 2


def weight_above(layout: Layout, row: int, column: int) -> int:
    """The line above this place: 2 is heavy, 1 is light, 0 is none, where there is no cell on either side."""
    return _weight(_region(layout, row - 1, column), _region(layout, row, column))


def weight_before(layout: Layout, row: int, column: int) -> int:
    """The line to the left of this place."""
    return _weight(_region(layout, row, column - 1), _region(layout, row, column))


def corner(layout: Layout, row: int, column: int) -> int:
    """The heavy lines that meet in the upper left corner of a cell, as a place in `CORNERS`.

    >>> four = Layout.named("4x4")
    >>> "".join(CORNERS[corner(four, 2, column)] for column in range(5))
    '┣━╋━┫'
    """
    up, down = line_before(layout, row - 1, column), line_before(layout, row, column)
    left, right = line_above(layout, row, column - 1), line_above(layout, row, column)
    return up + 2 * down + 4 * left + 8 * right


def _weight(one: int, other: int) -> int:
    return 2 if one != other else 0 if one == _NOWHERE else 1


_NOWHERE = -1


def _region(layout: Layout, row: int, column: int) -> int:
    """A number for each region; a cell beside the board is one of its own."""
    cell = layout.drawn_at.get((row, column))
    if cell is None:
        return _NOWHERE
    if cell >= layout.board_count:
        return len(layout.boxes) + cell
    return layout.box_of[cell] if layout.boxes else 0
