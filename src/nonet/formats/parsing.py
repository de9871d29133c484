"""From text to puzzles: the format is detected, or asked for by name."""

from __future__ import annotations

from nonet.errors import FormatError, NonetError
from nonet.formats.codecs.decoding import decoding
from nonet.formats.detect import parse_detected, read_in
from nonet.formats.entry import Reading
from nonet.formats.file_kinds import not_a_puzzle
from nonet.formats.plain import declared
from nonet.formats.plain_text import OneLineFormat, quickly
from nonet.formats.reading import ReadOptions, clean
from nonet.formats.registry import format_named
from nonet.layout import Layout
from nonet.limits import reading
from nonet.puzzle import Puzzle


def read_all(
    text: str | bytes,
    *,
    layout: Layout | str | None = None,
    symbols: str | None = None,
    format: str | None = None,  # noqa: A002 — the word that callers expect
) -> tuple[Reading, ...]:
    r"""All the puzzles of a text or a file, with what else it tells: the player's progress, the title and so on.

    `format` is the name of the format, if it should not be detected. A file may be a zip archive or gzip.

    >>> [reading.puzzle.clue_count for reading in read_all("12..............\n.3.2............\n")]
    [2, 2]
    """
    return _read_all(text, ReadOptions(None if layout is None else Layout.of(layout), symbols), format)


@reading
def _read_all(text: str | bytes, options: ReadOptions, name: str | None) -> tuple[Reading, ...]:
    if isinstance(text, bytes):
        text = decoded(_unpacked(text))
    if not isinstance(text, str):
        raise NonetError(
            f"expected text with a puzzle, not {type(text).__name__}; "
            "functions such as nonet.solution also accept a Puzzle, a Grid, rows of numbers or an array"
        )
    with decoding("there is half of a surrogate pair, which is not a character"):
        text.encode()
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if name is None:
        return tuple(parse_detected(text, options))
    return tuple(read_in(format_named(name), text, options))


def read(
    text: str | bytes,
    *,
    layout: Layout | str | None = None,
    symbols: str | None = None,
    format: str | None = None,  # noqa: A002 — the word that callers expect
) -> Reading:
    r"""The one puzzle in a text, with the format that was detected. Bytes are read as UTF-8.

    The layout is the one asked for (a name will do); otherwise the one that a comment names (`# layout: 9x9+x`), the
    one whose boxes the borders draw, or the usual board of that many cells, in this order. `symbols` (1-G, 0-F or A-P
    for 16x16) says what letters mean where the text leaves it open.

    >>> reading = read("0 1 3 0\n4 3 0 2\n0 2 0 3\n0 0 0 0\n")
    >>> reading.format, reading.description, reading.puzzle.layout.name
    ('rows', 'four rows of numbers, 0 for a blank', '4x4')
    >>> read("0130\n4302\n0203\n0005")
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 4, column 4: larger than 4: '5'
    """
    readings = read_all(text, layout=layout, symbols=symbols, format=format)
    if len(readings) != 1:
        raise FormatError(f"{len(readings)} puzzles instead of one" if readings else "no puzzle in the input")
    return readings[0]


def parse(
    text: str | bytes,
    *,
    layout: Layout | str | None = None,
    symbols: str | None = None,
    format: str | None = None,  # noqa: A002 — the word that callers expect
) -> Puzzle:
    r"""The one puzzle in a text; the twin of `format_grid` and `write`.

    >>> print(parse("| . 1 | 3 . |\n| 4 3 | . 2 |\n|-----+-----|\n| . 2 | . 3 |\n| . . | . . |"))
    0 1 3 0
    4 3 0 2
    0 2 0 3
    0 0 0 0
    """
    return read(text, layout=layout, symbols=symbols, format=format).puzzle


def read_bytes(data: bytes, *, layout: Layout | str | None = None, symbols: str | None = None) -> Reading:
    r"""The one puzzle in the bytes of a file: UTF-8, with or without a byte order mark.

    >>> read_bytes(b"12\n2\xff")
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 2, column 2: this byte is not UTF-8; save the text as UTF-8: '0xff'
    """
    return read(data, layout=layout, symbols=symbols)


def _unpacked(data: bytes) -> bytes:
    if not data.startswith((b"PK\x03\x04", b"\x1f\x8b")):
        return data
    from nonet.formats.codecs import packing  # slow to import, and rarely needed

    return packing.unpacked(data)


def decoded(data: bytes) -> str:
    """The text of some bytes; an error names the first that is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if known := not_a_puzzle(data[:100].decode("latin-1")):
            raise known from None
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        what = f"0x{data[error.start]:02x}"
        looks = "; it looks like UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        raise FormatError(
            f"this byte is not UTF-8{looks}; save the text as UTF-8",
            row=before.count(b"\n") + 1,
            column=len(before) - before.rfind(b"\n"),
            text=what,
        ) from None


def parse_line(text: str, layout: Layout | str | None = None, *, symbols: str | None = None) -> Puzzle:
    """The puzzle on one line: 81 symbols, or any other format that needs only one line, such as a link. Faster than
    `parse`, because the usual line is recognised at once.

    >>> parse_line("0130430202030000").layout.name
    '4x4'
    """
    layout = None if layout is None else Layout.of(layout)
    if not isinstance(text, str):
        return parse(text, layout=layout, symbols=symbols)
    puzzle = quickly(text, layout)
    if puzzle is not None:
        return puzzle
    content = clean(text)
    try:
        return OneLineFormat().read(content, declared(content, layout, symbols)).puzzle
    except FormatError:
        if _HAS_OTHER_MARKS.isdisjoint(text) or "\n" in text.strip():
            raise
    return parse(text, layout=layout, symbols=symbols)


_HAS_OTHER_MARKS = frozenset(":/{<^=,~")
"""Every one-line format but the plain one has one of these."""
