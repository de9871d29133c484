"""Paper: sizes, margins, and where on a page the puzzles go. All lengths in points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

MM = 72 / 25.4
PAPERS = {
    "A4": (210.0, 297.0),
    "A5": (148.0, 210.0),
    "Letter": (215.9, 279.4),
    "6x9": (152.4, 228.6),
}
"""Width and height in millimetres."""
PER_PAGE = (1, 2, 4, 6, 9)
_GRID = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}


@dataclass(frozen=True)
class Frame:
    """The part of a page that is printed on, or the place of one puzzle."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @staticmethod
    def of(width: float, height: float, *, inner_left: bool, gutter: float, bleed: float) -> Frame:
        """The frame of a page; the gutter widens the margin at the spine."""
        margin = (13 if width > 500 else 11) * MM
        left = bleed + margin + (gutter if inner_left else 0)
        right = margin + (0 if inner_left else gutter)
        top, bottom = margin + 6 * MM, margin + 7 * MM
        return Frame(left, bleed + top, bleed + width - left - right, height - top - bottom)


def slots(frame: Frame, count: int, *, right_to_left: bool = False) -> Iterator[Frame]:
    """The places of the puzzles on a page, row by row.

    >>> [round(slot.left) for slot in slots(Frame(0, 0, 200, 300), 4)]
    [0, 105, 0, 105]
    """
    columns, rows = _GRID[count]
    gap = frame.width * (0.05 if columns < 3 else 0.035)
    width = (frame.width - gap * (columns - 1)) / columns
    height = (frame.height - gap * (rows - 1)) / rows
    for row in range(rows):
        for column in range(columns):
            place = columns - 1 - column if right_to_left else column
            yield Frame(frame.left + place * (width + gap), frame.top + row * (height + gap), width, height)
