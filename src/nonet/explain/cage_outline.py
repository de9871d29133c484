"""The outline of a killer cage: dashed lines a little inside the borders of its cells.

┌ ─ ─ ─ ┐
│ 14    │       Along a border that the cage does not cross; where the cage goes on, the line meets that of the
└ ─ ┐   │       next cell.
│   │
└ ─ ┘
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from nonet.layout import Layout

__all__ = ["outline"]

INSET = 3.0

Line = tuple[float, float, float, float]


def outline(
    layout: Layout, cells: Iterable[int], corner: Callable[[int], tuple[float, float]], side: float
) -> Iterator[Line]:
    """The lines of a cage, each from (x, y) to (x, y); `corner` gives the upper left corner of a cell.

    >>> small = Layout.named("4x4")
    >>> lines = list(outline(small, [0, 1], lambda cell: (10.0 * cell, 0.0), 10.0))
    >>> len(lines), lines[0]
    (6, (3.0, 3.0, 10.0, 3.0))
    """
    places = {(layout.row_of(cell), layout.column_of(cell)): cell for cell in cells}
    for (row, column), cell in places.items():
        left, top = corner(cell)
        right, bottom = left + side, top + side

        def on(down: int, across: int, row: int = row, column: int = column) -> bool:
            return (row + down, column + across) in places

        def reach(toward: bool, beside: bool) -> float:
            """How far a line goes past the cell (negative: it stops short)."""
            return (INSET if beside else 0.0) if toward else -INSET

        for down in (-1, 1):
            if not on(down, 0):
                y = top + INSET if down < 0 else bottom - INSET
                yield (
                    left - reach(on(0, -1), on(down, -1)),
                    y,
                    right + reach(on(0, 1), on(down, 1)),
                    y,
                )
        for across in (-1, 1):
            if not on(0, across):
                x = left + INSET if across < 0 else right - INSET
                yield (
                    x,
                    top - reach(on(-1, 0), on(-1, across)),
                    x,
                    bottom + reach(on(1, 0), on(1, across)),
                )
