"""From text to a puzzle: the format is detected, or known to be a line."""

from __future__ import annotations

from nonet.errors import FormatError, LayoutError, NonetError
from nonet.formats import line
from nonet.formats.detect import detect
from nonet.formats.reading import Reading, Text, Wanted, clean
from nonet.formats.registry import format_module
from nonet.layout import Layout
from nonet.puzzle import Puzzle

__all__ = ["parse", "parse_line", "read", "read_bytes"]


def read(text: str | bytes, *, layout: Layout | None = None, symbols: str | None = None) -> Reading:
    r"""The one puzzle in a text, with the format that was detected. Bytes are read as UTF-8.

    The layout is the one asked for; else the one that a comment names (`# layout: 9x9+x`); else the one whose
    boxes the borders draw; else the usual board of that many cells. `symbols` (1-G, 0-F or A-P for 16x16)
    says what letters mean where the text leaves it open.

    >>> reading = read("0 1 3 0\n4 3 0 2\n0 2 0 3\n0 0 0 0\n")
    >>> reading.format, reading.description, reading.puzzle.layout.name
    ('rows', 'four rows of numbers, 0 for a blank', '4x4')
    >>> read("0130\n4302\n0203\n0005")
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 4, column 4: larger than 4: '5'
    """
    if isinstance(text, bytes):
        return read_bytes(text, layout=layout, symbols=symbols)
    if not isinstance(text, str):
        raise NonetError(
            f"expected text with a puzzle, not {type(text).__name__}; "
            "functions such as nonet.solution also accept a Puzzle, a Grid, rows of numbers or an array"
        )
    content = clean(text)
    wanted = _wanted(content, layout, symbols)
    return format_module(detect(content, wanted)).read(content, wanted)


def parse(text: str | bytes, *, layout: Layout | None = None, symbols: str | None = None) -> Puzzle:
    r"""The one puzzle in a text; the twin of `format_grid`.

    >>> print(parse("| . 1 | 3 . |\n| 4 3 | . 2 |\n|-----+-----|\n| . 2 | . 3 |\n| . . | . . |"))
    0 1 3 0
    4 3 0 2
    0 2 0 3
    0 0 0 0
    """
    return read(text, layout=layout, symbols=symbols).puzzle


def read_bytes(data: bytes, *, layout: Layout | None = None, symbols: str | None = None) -> Reading:
    r"""The one puzzle in the bytes of a file: UTF-8, with or without a byte order mark.

    >>> read_bytes(b"12\n2\xff")
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 2, column 2: this byte is not UTF-8; save the text as UTF-8: '0xff'
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        what = f"0x{data[error.start]:02x}"
        looks = "; it looks like UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        raise FormatError(
            f"this byte is not UTF-8{looks}; save the text as UTF-8",
            row=before.count(b"\n") + 1,
            column=len(before) - before.rfind(b"\n"),
            text=what,
        ) from None
    return read(text, layout=layout, symbols=symbols)


def parse_line(text: str, layout: Layout | None = None, *, symbols: str | None = None) -> Puzzle:
    """The puzzle on one line. Faster than `parse`, because no other format is considered.

    >>> parse_line("0130430202030000").layout.name
    '4x4'
    """
    puzzle = line.quickly(text, layout)
    if puzzle is not None:
        return puzzle
    content = clean(text)
    return line.read(content, _wanted(content, layout, symbols)).puzzle


def _wanted(content: Text, layout: Layout | None, symbols: str | None) -> Wanted:
    """What the caller asks for; where nothing is asked for, what a comment in the text says."""
    if layout is None and content.layout is not None:
        try:
            layout = Layout.named(content.layout)
        except LayoutError as error:
            raise FormatError(f"in the comment: {error}") from None
    return Wanted(layout, symbols if symbols is not None else content.symbols)
