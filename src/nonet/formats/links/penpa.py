"""Links to Penpa+, a program for drawing puzzles: the givens and the regions are read. Everything else in a link is a
drawing whose meaning is not known, so a puzzle that has more is refused.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=vVZNb9tG…       lines of text, deflated, in base64

    sudoku,9,9,38,0,1,1,380,380,84,84,0,0,0,0,Title: …,Author: …,source,rules,…
    [0,0,0,0]                                rows and columns around the board: above, below, left, right
    …
    {zN:{"43":["1",1,"1"]},zE:{"186,199":2},zS:{},…}      z and a sign stand for a name: zN is "number", zE "lineE"

Cells are numbered row by row with two more on each side of the board; corners of cells follow in the same way.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from nonet.about import About
from nonet.dimensions import MAX_SIZE
from nonet.errors import FormatError
from nonet.formats.codecs import json_text
from nonet.formats.codecs.decoding import decoding
from nonet.formats.codecs.json_text import whole
from nonet.formats.codecs.packing import inflated
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.links.address import parameter
from nonet.formats.reading import ReadOptions
from nonet.formats.values import layout_of
from nonet.formats.variants.fpuzzles_rules import refuse
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

_SITE = re.compile(r"(?:https?://)?[^\s/]+/(?:\S*/)?penpa-edit/\S*", re.IGNORECASE)
_SHORT = re.compile(r'"(?:[^"\\]|\\.)*"|z[0-9A-Z_]')
_NAMES = {"zN": "number", "zE": "lineE"}
_DRAWINGS = {
    "zS": "shaded cells",
    "z1": "small numbers",
    "zY": "symbols",
    "zF": "lines",
    "z2": "lines",
    "zT": "thermometers",
    "z7": "thermometers",
    "z3": "arrows",
    "zD": "arrows",
    "z0": "frames",
    "z5": "polygons",
    "zL": "lines",
    "zW": "walls",
    "zC": "cages",
    "z6": "cages",
    "z4": "grid lines that are left out",
}
"""Parts of a drawing, and what a player would call them."""
_HEAVY = (2, 21)
"""The styles of lines between regions."""
_NORMAL = "1"
"""The style of a digit as large as its cell."""
_TITLE, _AUTHOR, _SOURCE, _RULES = 15, 16, 17, 18
"""Places in the first line."""
_ESCAPES = {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}


class PenpaFormat(LineFormat):
    name = "penpa"
    title = "links to Penpa+, `https://swaroopg92.github.io/penpa-edit/#m=edit&p=…`: givens and regions"
    only_read = True

    def matches(self, line: str) -> bool:
        return _SITE.fullmatch(line) is not None

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        data = parameter(line, "p")
        if not data:
            raise FormatError("no puzzle in the link; the page would have to be downloaded", text=line)
        with decoding("the puzzle in the link is damaged"):
            packed = b64decode(unquote(data), validate=True)
            lines = inflated(packed, limit="puzzle", format_=-zlib.MAX_WBITS).decode().split("\n")
        if len(lines) < 4:
            raise FormatError("the puzzle in the link is damaged")
        return _entry(lines, options)

    def format_line(self, entry: PuzzleEntry) -> str:
        raise NotImplementedError


def _entry(lines: list[str], options: ReadOptions) -> PuzzleEntry:
    head = lines[0].split(",")
    if head[0] not in ("sudoku", "square") or len(head) < 3:
        raise FormatError("the board does not have square cells", text=head[0])
    board = _Board(head, lines[1])
    drawing = json_text.loads(_SHORT.sub(_long_name, lines[3]))
    drawn = dict.fromkeys(word for name, word in _DRAWINGS.items() if drawing.get(name))
    values = bytearray(board.size**2)
    for index, number in _items(drawing, "number"):
        cell = board.cell(whole(int(index) if index.isdecimal() else index, 0, 99_999, where="a cell"))
        text, style = str(number[0]).strip(), str(number[2])
        if cell is None or style != _NORMAL or not text.isdecimal():
            drawn["text"] = None
        else:
            values[cell] = whole(int(text), 1, board.size, where="a digit")
    heavy = {tuple(sorted(ends.split(","))) for ends, style in _items(drawing, "lineE") if style in _HEAVY}
    if any(style not in _HEAVY for _, style in _items(drawing, "lineE")):
        drawn["lines"] = None
    refuse((), drawn)
    layout = options.layout or board.layout(heavy)
    return PuzzleEntry(Puzzle(Grid(layout, bytes(values))), about=_about(head))


class _Board:
    """The board of a drawing, and how the drawing numbers its cells and their corners."""

    def __init__(self, head: list[str], around: str) -> None:
        columns, rows = (whole(int(n) if n.isdecimal() else n, 1, 99, where="a size") for n in head[1:3])
        space = json_text.loads(f'{{"": {around}}}')[""]
        if not isinstance(space, list) or len(space) != 4:
            raise FormatError("the rows and columns around the board are damaged", text=around)
        above, below, left, right = (whole(each, 0, 99, where="around the board") for each in space)
        self.size, self.above, self.left = rows - above - below, above, left
        self.width, self.count = columns + 4, (columns + 4) * (rows + 4)
        if self.size != columns - left - right or not 1 <= self.size <= MAX_SIZE:
            raise FormatError("the board does not have as many rows as columns")

    def cell(self, index: int) -> int | None:
        """Our number of a cell; None if it is not on the board."""
        row, column = divmod(index, self.width)
        row, column = row - 2 - self.above, column - 2 - self.left
        on_board = 0 <= row < self.size and 0 <= column < self.size
        return row * self.size + column if on_board else None

    def corner(self, row: int, column: int) -> str:
        """The corner at the upper left of a cell, which may be beside the board."""
        return str(self.count + self.width * (row + 1 + self.above) + column + 1 + self.left)

    def layout(self, heavy: set[tuple[str, ...]]) -> Layout:
        """The layout with the regions between these lines; the usual boxes where there are no lines inside."""
        size = self.size
        regions = [-1] * size**2
        for start in range(size**2):
            if regions[start] < 0:
                number, stack = max(regions) + 1, [start]
                while stack:
                    cell = stack.pop()
                    if regions[cell] < 0:
                        regions[cell] = number
                        stack += self._open_neighbours(cell, heavy)
        if not any(regions):
            return ReadOptions().layout_of(size)
        if {regions.count(number) for number in regions} != {size}:
            raise FormatError(f"the heavy lines do not divide the board into {size} regions of {size} cells")
        return layout_of(regions)

    def _open_neighbours(self, cell: int, heavy: set[tuple[str, ...]]) -> Iterator[int]:
        """The cells beside a cell without a heavy line between them."""
        row, column = divmod(cell, self.size)
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= row + down < self.size and 0 <= column + right < self.size:
                top, left = row + max(down, 0), column + max(right, 0)
                ends = self.corner(top, left), self.corner(top + abs(right), left + abs(down))
                if tuple(sorted(ends)) not in heavy:
                    yield cell + down * self.size + right


def _items(drawing: dict[str, Any], name: str) -> list[tuple[str, Any]]:
    found = drawing.get(name) or {}
    if not isinstance(found, dict) or (
        name == "number" and any(not isinstance(each, list) or len(each) != 3 for each in found.values())
    ):
        raise FormatError(f"{name} is damaged")
    return list(found.items())


def _long_name(found: re.Match[str]) -> str:
    if found[0].startswith('"'):
        return found[0]
    return "null" if found[0] == "zO" else f'"{_NAMES.get(found[0], found[0])}"'


def _about(head: list[str]) -> About:
    words = [*head, *[""] * _RULES]
    title, author = words[_TITLE].removeprefix("Title: "), words[_AUTHOR].removeprefix("Author: ")
    return About(
        title=_unescaped(title).strip(),
        author=_unescaped(author).strip(),
        source=_unescaped(words[_SOURCE]),
        description=_unescaped(words[_RULES]),
    )


def _unescaped(text: str) -> str:
    return re.sub("%2[CDEF]", lambda found: _ESCAPES[found[0]], text)
