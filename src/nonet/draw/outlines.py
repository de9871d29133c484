"""The border of a group of cells, drawn a little inside of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonet.draw.scene import CELL
from nonet.layout import Layout

Point = tuple[float, float]

INSET = 5.0
"""From the border of a cell to the line."""


def cage_outlines(
    layout: Layout, cells: Iterable[int], *, inset: float = INSET
) -> Iterator[tuple[Point, ...]]:
    """The corners of each closed line around the cells, clockwise; a hole has a line of its own.

    >>> from nonet.layout import CLASSIC
    >>> [len(loop) for loop in cage_outlines(CLASSIC, [0, 1, 9])]
    [6]
    """
    follows = dict(_edges(layout, set(cells), inset))
    while follows:
        start = next(iter(follows))
        loop = [start]
        while (point := follows.pop(loop[-1])) != start:
            loop.append(point)
        yield tuple(_corners(loop))


def _edges(layout: Layout, cells: set[int], inset: float) -> Iterator[tuple[Point, Point]]:
    """Directed pieces of the border, with the cells on their right; each begins where another one ends."""
    places = {(layout.row_of(cell), layout.column_of(cell)) for cell in cells}
    for row, column in sorted(places):
        left, top = column * CELL, row * CELL
        right, bottom = left + CELL, top + CELL
        up, down = (row - 1, column) in places, (row + 1, column) in places
        back, on = (row, column - 1) in places, (row, column + 1) in places
        near_x, far_x = left + inset, right - inset
        near_y, far_y = top + inset, bottom - inset
        if not up:
            yield (left if back else near_x, near_y), (right if on else far_x, near_y)
        if not on:
            yield (far_x, top if up else near_y), (far_x, bottom if down else far_y)
        if not down:
            yield (right if on else far_x, far_y), (left if back else near_x, far_y)
        if not back:
            yield (near_x, bottom if down else far_y), (near_x, top if up else near_y)
        # Inner corners: two neighbours belong to the group, the cell between them does not.
        if up and back and (row - 1, column - 1) not in places:
            yield (left, near_y), (near_x, near_y)
            yield (near_x, near_y), (near_x, top)
        if up and on and (row - 1, column + 1) not in places:
            yield (far_x, top), (far_x, near_y)
            yield (far_x, near_y), (right, near_y)
        if down and on and (row + 1, column + 1) not in places:
            yield (right, far_y), (far_x, far_y)
            yield (far_x, far_y), (far_x, bottom)
        if down and back and (row + 1, column - 1) not in places:
            yield (near_x, bottom), (near_x, far_y)
            yield (near_x, far_y), (left, far_y)


def _corners(loop: list[Point]) -> Iterator[Point]:
    """The points of a loop at which it turns."""
    for number, point in enumerate(loop):
        before, after = loop[number - 1], loop[(number + 1) % len(loop)]
        if not (before[0] == point[0] == after[0] or before[1] == point[1] == after[1]):
            yield point
