"""What a parser of plain text is given: the lines with cells (`Text`), and how to read them (`ReadOptions`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from nonet.dimensions import Dimensions
from nonet.errors import FormatError
from nonet.layout import CLASSIC, Layout
from nonet.limits import check_time


class Text(NamedTuple):
    """The lines of a text that have cells or borders, without comments, and what the comments declare.

    `lines` has no empty lines; `tabbed` also has those with a tab, which may be rows of empty cells.
    """

    lines: list[str]
    tabbed: list[str]
    layout: str | None = None
    symbols: str | None = None
    conflict: FormatError | None = None
    """The error if two comments say different things: then this is no single puzzle."""


class ReadOptions(NamedTuple):
    """How to read a text: the layout and the symbols, if the caller or a comment in the text names them."""

    layout: Layout | None = None
    symbols: str | None = None

    @property
    def board(self) -> Dimensions | None:
        """The rows, columns and digits of the layout asked for."""
        return None if self.layout is None else self.layout.dimensions

    def layout_of(self, size: int) -> Layout:
        """The layout asked for, or the usual one of that size."""
        if self.layout is not None:
            return self.layout
        return CLASSIC if size == CLASSIC.size else Layout.named(f"{size}x{size}")


def clean(text: str) -> Text:
    r"""The lines with content. A byte order mark, CR, CRLF, empty lines and comments are removed.

    A comment is a line that begins with # or //, or whatever follows a # that has a blank before it.

    >>> clean("\ufeff# layout: mini\r\n12 # first\r\n\r\n")
    Text(lines=['12 '], tabbed=['12 '], layout='mini', symbols=None, conflict=None)
    """
    lines: list[str] = []
    tabbed: list[str] = []
    notes: dict[str, str] = {}
    conflict: FormatError | None = None
    for line in text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        check_time()
        if "#" in line or "//" in line:
            line, comment = _split(line)
            conflict = _take_notes(comment, notes) or conflict
        if line and not line.isspace():
            lines.append(line)
            tabbed.append(line)
        elif "\t" in line:
            tabbed.append(line)
    return Text(lines, tabbed, notes.get("layout"), notes.get("symbols"), conflict)


def _split(line: str) -> tuple[str, str]:
    start = line.lstrip()
    if start.startswith(("#", "//")):
        return "", start.lstrip("#/")
    at = line.find("#")
    while at >= 0 and not line[at - 1].isspace():
        at = line.find("#", at + 1)
    return (line, "") if at < 0 else (line[:at], line[at + 1 :])


_BETWEEN_NOTES = re.compile(r",(?=\s|\w+\s*:)")
"""The comma between two notes; names of boards have commas, too: `overlap:9x9:r1c1,r7c7`."""


def _take_notes(comment: str, notes: dict[str, str]) -> FormatError | None:
    """Records `layout: 9x9+x, symbols: 1-G`; other comments are ignored. The error if an earlier comment differs."""
    if not comment.lstrip()[:8].lower().startswith(("layout:", "symbols:")):
        return None
    for part in _BETWEEN_NOTES.split(comment):
        key, _, value = (piece.strip() for piece in part.partition(":"))
        key = key.lower()
        if key in ("layout", "symbols") and notes.setdefault(key, value) != value:
            return FormatError(f"another comment says {key}: {notes[key]}", text=value)
    return None


def in_words(number: int) -> str:
    """A number up to twelve in words.

    >>> in_words(9), in_words(16)
    ('nine', '16')
    """
    return _WORDS[number] if number < len(_WORDS) else str(number)


_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def blanks_in_words(blanks: Iterable[str]) -> str:
    """How a text writes its blanks.

    >>> blanks_in_words("0."), blanks_in_words([""]), blanks_in_words("")
    ('0 or . for a blank', 'nothing for a blank', 'no blank')
    """
    signs = [blank or "nothing" for blank in blanks]
    return f"{' or '.join(signs)} for a blank" if signs else "no blank"
