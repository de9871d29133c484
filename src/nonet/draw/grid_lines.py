"""The lines of a board: thin between the cells of a box, thick between boxes and around the board."""

from __future__ import annotations

from collections import defaultdict

from nonet.layout import Layout

Line = tuple[int, int, int, int]
"""x1, y1, x2, y2, in cells."""


def grid_lines(layout: Layout) -> tuple[list[Line], list[Line]]:
    """Thin lines and thick lines, each as long as it goes straight; several boards on one sheet have gaps.

    >>> thin, thick = grid_lines(Layout.named("4x4"))
    >>> thin
    [(0, 1, 4, 1), (0, 3, 4, 3), (1, 0, 1, 4), (3, 0, 3, 4)]
    >>> len(thick)
    6
    """
    boxes = _boxes_of_places(layout)
    edges: dict[bool, dict[tuple[bool, int], list[int]]] = {
        False: defaultdict(list),
        True: defaultdict(list),
    }
    for upright in (False, True):
        across, along = (layout.width, layout.height) if upright else (layout.height, layout.width)
        for line in range(across + 1):
            for place in range(along):
                before = boxes.get((place, line - 1) if upright else (line - 1, place))
                after = boxes.get((place, line) if upright else (line, place))
                if before is not None or after is not None:
                    edges[before != after][upright, line].append(place)
    return _straight(edges[False]), _straight(edges[True])


def _boxes_of_places(layout: Layout) -> dict[tuple[int, int], frozenset[int]]:
    """The boxes of each cell, by row and column."""
    found: dict[tuple[int, int], frozenset[int]] = {
        (layout.row_of(cell), layout.column_of(cell)): frozenset() for cell in range(layout.cell_count)
    }
    for number, box in enumerate(layout.boxes):
        for cell in box.cells:
            found[layout.row_of(cell), layout.column_of(cell)] |= {number}
    return found


def _straight(edges: dict[tuple[bool, int], list[int]]) -> list[Line]:
    """Edges of one cell each, joined where they follow one another."""
    lines: list[Line] = []
    for (upright, line), places in edges.items():
        start = places[0]
        for place, following in zip(places, [*places[1:], -1], strict=True):
            if following != place + 1:
                end = place + 1
                lines.append((line, start, line, end) if upright else (start, line, end, line))
                start = following
    return lines
