"""nonet's own share text: the cells, with the name of the board before them where it is not the classic one. The
page's links have it behind `#p=`. A puzzle with rules, words or candidates ruled out is our own JSON, packed.

    53..7....6..195…        x:53..7…        jigsaw:1112…:53..7…        http://127.0.0.1:8729/#p=4x4:.13.43.2.2.3....
    rules:eNpN0E0KwjAQBeC7zDq…
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import quote, unquote

from nonet.errors import FormatError, LayoutError
from nonet.formats.codecs.decoding import decoding
from nonet.formats.codecs.packing import inflated
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import grid_of
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle

_LINK = re.compile(r"https?://[^\s#]*#p=(\S+)", re.IGNORECASE)
_TEXT = re.compile(r"([0-9a-zA-Z+/:,.-]+):([0-9A-Px.*-]+)", re.ASCII)
_PACKED = re.compile(r"rules:([\w-]+)", re.ASCII)
_NOTHING = ReadOptions()
_HOME = "http://127.0.0.1:8729/#p="


class ShareFormat(LineFormat):
    name = "share"
    title = "nonet's share text and links: `x:53..7…`, `rules:eNpN…`, `http://127.0.0.1:8729/#p=…`"
    holds = frozenset({"several", "boards", "any boards", "houses", "ruled out", "rules", "words"})
    tells_rules_from_houses = True

    def matches(self, line: str) -> bool:
        if _LINK.fullmatch(line) or _PACKED.fullmatch(line):
            return True
        match = _TEXT.fullmatch(line)
        return match is not None and _layout(match[1]) is not None

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        link = _LINK.fullmatch(line)
        return PuzzleEntry(from_share(unquote(link[1]) if link else line, options))

    def format_line(self, entry: PuzzleEntry) -> str:
        return _HOME + quote(to_share(entry.puzzle), safe=":+./")


def to_share(puzzle: Puzzle) -> str:
    """The puzzle as text, safe in an address.

    >>> to_share(Puzzle.of("4x4", ".13.43.2.2.3...."))
    '4x4:.13.43.2.2.3....'
    """
    if puzzle.rules or puzzle.ruled_out or puzzle.about:
        return _packed(puzzle)
    cells = puzzle.givens.symbols
    return cells if puzzle.layout == CLASSIC else f"{puzzle.layout.name}:{cells}"


def from_share(text: str, options: ReadOptions = _NOTHING) -> Puzzle:
    """The twin of `to_share`."""
    if packed := _PACKED.fullmatch(text.strip()):
        return _unpacked(packed[1])
    name, colon, cells = text.strip().rpartition(":")
    layout = _layout(name) if colon else CLASSIC
    if layout is None:
        raise FormatError("unknown board", text=name)
    layout = options.layout or layout
    whole = len(cells) in (layout.board_count, layout.cell_count)
    if whole and ("." in cells or not layout.is_usual):
        return Puzzle(Grid.of(layout, cells))
    return Puzzle(grid_of(cells, ReadOptions(layout, options.symbols)))


def _packed(puzzle: Puzzle) -> str:
    from nonet.formats.json_format import puzzle_to_data

    data = json.dumps(puzzle_to_data(puzzle), separators=(",", ":")).encode()
    return "rules:" + urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def _unpacked(text: str) -> Puzzle:
    from nonet.formats.json_format import from_text

    with decoding("the packed puzzle is damaged"):
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        found = inflated(data, limit="puzzle").decode()
    return from_text(found)


def _layout(name: str) -> Layout | None:
    try:
        return Layout.named(name)
    except LayoutError:
        return None
