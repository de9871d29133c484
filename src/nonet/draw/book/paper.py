"""Paper: sizes, margins, and where on a page the puzzles go.

Lengths are points, from the upper left corner of the page as it is after trimming.

     left page        right page
    ┌───────────┐│┌───────────┐
    │ outside   │││ inside    │     inside: the margin at the spine, wider in thicker books
    │ ┌───────┐ │││ ┌───────┐ │     outside: all other margins
    │ │ frame │ │││ │ frame │ │     bleed: beyond the edges that are trimmed, so not at the spine
    │ └───────┘ │││ └───────┘ │
    └───────────┘│└───────────┘
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

INCH = 72.0
MM = INCH / 25.4
PAPERS = {
    "A4": (210 * MM, 297 * MM),
    "A5": (148 * MM, 210 * MM),
    "Letter": (8.5 * INCH, 11 * INCH),
    "8.5x11": (8.5 * INCH, 11 * INCH),
    "8x10": (8 * INCH, 10 * INCH),
    "6x9": (6 * INCH, 9 * INCH),
    "5.5x8.5": (5.5 * INCH, 8.5 * INCH),
}
"""Width and height of the pages."""
_GUTTERS = ((150, 0.375), (300, 0.5), (500, 0.625), (700, 0.75))
"""The least margin at the spine, in inches, that print-on-demand printers ask of books up to so many pages."""
_THICKEST = 0.875
_BESIDE_GUTTER = 0.2 * INCH
"""More than the least, so that one can write near the spine."""
STOCKS = {"white": 0.002252 * INCH, "cream": 0.0025 * INCH}
"""How thick a page of this paper is."""
COVER_COLOURS = {
    "blue": "#17324d",
    "green": "#1d4a3a",
    "red": "#7b1e2b",
    "violet": "#43275c",
    "yellow": "#f6c945",
    "black": "#1b1b1b",
    "white": "#ffffff",
}
PER_PAGE = (1, 2, 4, 6, 9)
_GRID = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}


def least_gutter(pages: int) -> float:
    """The narrowest margin at the spine that printers accept.

    >>> [least_gutter(pages) / INCH for pages in (24, 150, 151, 828)]
    [0.375, 0.375, 0.5, 0.875]
    """
    return INCH * next((inches for most, inches in _GUTTERS if pages <= most), _THICKEST)


def usual_inside(pages: int, outside: float) -> float:
    """The margin at the spine of a book of so many pages."""
    return max(outside, least_gutter(pages) + _BESIDE_GUTTER)


@dataclass(frozen=True)
class Frame:
    """A part of a page."""

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

    def joined(self, other: Frame) -> Frame:
        """The frame around both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Frame(left, top, max(self.right, other.right) - left, max(self.bottom, other.bottom) - top)


@dataclass(frozen=True)
class Sheet:
    """The pages of a book: all have this size and these margins. `line` is the height of the lines above and below the
    frame: the running head and the page number.
    """

    width: float
    height: float
    outside: float
    inside: float
    line: float
    bleed: float = 0
    spine_right: bool = False
    """Whether the spine of the first page is on its right."""

    def has_spine_left(self, page: int) -> bool:
        return (page % 2 == 1) != self.spine_right

    def frame(self, page: int) -> Frame:
        """What a page has between its running head and its number."""
        left = self.inside if self.has_spine_left(page) else self.outside
        top = self.outside + self.line
        return Frame(left, top, self.width - self.inside - self.outside, self.height - 2 * top)

    def printed(self, page: int) -> Frame:
        """The page with its bleed."""
        left = 0 if self.has_spine_left(page) else -self.bleed
        return Frame(left, -self.bleed, self.width + self.bleed, self.height + 2 * self.bleed)


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
