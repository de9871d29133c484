"""Text in, text out: puzzles are read from the plain text that people keep them in, and grids are written so.

    rows     5 3 0 0 7 0 0 0 0      a line a row, numbers between blanks or tabs
    joined   530070000              a line a row, one symbol a cell
    line     53..7....6..195...…    the whole board on one line, one symbol a cell
    board    | 5 3 . | . 7 . | …    rows with borders drawn around the boxes
    csv      5,3,,,7,,,,            a line a row, commas (or semicolons) between the cells

Reading and writing are twins: `parse(format_grid(grid, name), layout=grid.layout).givens == grid`.
Reading never guesses: what can be read in two ways, or in none, is a `FormatError` that says where,
and what to do.

To add a format: a file with `BLANK`, `ONE_SYMBOL`, `read` and `write` (see `Format`), its name in `_NAMES`
and `_module`, and the shape that gives it away in `detect`. Each file is imported when it is first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from nonet.errors import FormatError, LayoutError
from nonet.formats.reading import Reading, Text, Wanted, clean

if TYPE_CHECKING:
    from nonet.grid import Grid
    from nonet.layout import Layout
    from nonet.puzzle import Puzzle

__all__ = ["Reading", "format_grid", "format_names", "parse", "parse_line", "read", "read_bytes"]

_NAMES = ("rows", "joined", "line", "board", "csv")
_STYLES = ("ascii", "unicode")


class Format(Protocol):
    """What each file of this folder offers."""

    BLANK: str
    """What it writes for an empty cell, unless asked for something else."""
    ONE_SYMBOL: bool
    """Each cell is one symbol: 10 and above are letters."""

    def read(self, text: Text, wanted: Wanted) -> Reading:
        """The puzzle in a text of this format."""
        ...

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        """The grid as text, without a newline at the end."""
        ...


def format_names() -> tuple[str, ...]:
    """The names of the formats that can be written.

    >>> format_names()
    ('rows', 'joined', 'line', 'board', 'csv')
    """
    return _NAMES


def read(text: str, *, layout: Layout | None = None, symbols: str | None = None) -> Reading:
    r"""The one puzzle in a text, and what the text was taken for.

    The layout is the one asked for; else the one that a comment names (`# layout: 9x9+x`); else the one whose
    boxes the borders draw; else the usual board of that many cells. `symbols` (on a 16x16 board 1-G, 0-F or
    A-P) says how letters are meant, where the text leaves it open.

    >>> reading = read("0 1 3 0\n4 3 0 2\n0 2 0 3\n0 0 0 0\n")
    >>> reading.format, reading.description, reading.puzzle.layout.name
    ('rows', 'four rows of numbers, 0 for a blank', '4x4')
    >>> read("0130\n4302\n0203\n0005")
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 4, column 4: larger than 4: '5'
    """
    from nonet.formats.detect import detect

    content = clean(text)
    wanted = _wanted(content, layout, symbols)
    return _module(detect(content, wanted)).read(content, wanted)


def parse(text: str, *, layout: Layout | None = None, symbols: str | None = None) -> Puzzle:
    r"""The one puzzle in a text; the twin of `format_grid`.

    >>> print(parse("| . 1 | 3 . |\n| 4 3 | . 2 |\n|-----+-----|\n| . 2 | . 3 |\n| . . | . . |"))
    0 1 3 0
    4 3 0 2
    0 2 0 3
    0 0 0 0
    """
    return read(text, layout=layout, symbols=symbols).puzzle


def read_bytes(data: bytes, *, layout: Layout | None = None, symbols: str | None = None) -> Reading:
    r"""The same for the bytes of a file: UTF-8, with or without a byte order mark.

    >>> read_bytes(b"12\n2\xff")
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: row 2, column 2: a byte that is no UTF-8; save the text as UTF-8: '0xff'
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        what = f"0x{data[error.start]:02x}"
        looks = "; it looks like UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        raise FormatError(
            f"a byte that is no UTF-8{looks}; save the text as UTF-8",
            row=before.count(b"\n") + 1,
            column=len(before) - before.rfind(b"\n"),
            text=what,
        ) from None
    return read(text, layout=layout, symbols=symbols)


def parse_line(text: str, layout: Layout | None = None, *, symbols: str | None = None) -> Puzzle:
    """The puzzle on one line, and quickly: no other format is considered.

    >>> parse_line("0130430202030000").layout.name
    '4x4'
    """
    from nonet.formats import line

    puzzle = line.quickly(text, layout)
    if puzzle is not None:
        return puzzle
    content = clean(text)
    return line.read(content, _wanted(content, layout, symbols)).puzzle


def format_grid(
    grid: Grid,
    name: str = "rows",
    *,
    blank: str | None = None,
    with_layout: bool = False,
    style: str = "ascii",
) -> str:
    """The grid as text of that format, without a newline at the end; the twin of `parse`.

    `blank` is the sign for an empty cell (one of 0 . _ * - x), if not the usual one of the format.
    `with_layout` adds a comment that names the layout, so that a reader need not be told.
    `style="unicode"` draws the borders of a board with box-drawing characters.
    Where letters could be misread because some symbol is missing, a comment says which are meant
    (`# symbols: 1-G`).

    >>> grid = parse("0130430202030000").givens
    >>> print(format_grid(grid, "board"))
    +-----+-----+
    | . 1 | 3 . |
    | 4 3 | . 2 |
    +-----+-----+
    | . 2 | . 3 |
    | . . | . . |
    +-----+-----+
    >>> format_grid(grid, "line", with_layout=True)
    '.13.43.2.2.3.... # layout: 4x4'
    """
    module = _module(name)
    sign = module.BLANK if blank is None else blank
    if blank is not None and (len(blank) != 1 or blank not in "0._*-xX"):
        raise FormatError("a blank is one of 0 . _ * - x", text=blank)
    if style not in _STYLES:
        raise FormatError(f"boards are drawn in the styles {' and '.join(_STYLES)}", text=style)
    text = module.write(grid, blank=sign, style=style)
    notes = [f"layout: {grid.layout.name}"] if with_layout else []
    if module.ONE_SYMBOL and grid.layout.size > 9:
        from nonet.formats.cells import note_needed

        notes += note_needed(text, grid.layout.size)
    if not notes:
        return text
    comment = f"# {', '.join(notes)}"
    return f"{text} {comment}" if name == "line" else f"{comment}\n{text}"


def _wanted(content: Text, layout: Layout | None, symbols: str | None) -> Wanted:
    """What the caller asks for, and where he does not, what a comment in the text says."""
    if layout is None and content.layout is not None:
        from nonet.layout import Layout

        try:
            layout = Layout.named(content.layout)
        except LayoutError as error:
            raise FormatError(f"the comment names no layout: {error}") from None
    return Wanted(layout, symbols if symbols is not None else content.symbols)


def _module(name: str) -> Format:
    if name == "rows":
        from nonet.formats import rows

        return rows
    if name == "joined":
        from nonet.formats import joined

        return joined
    if name == "line":
        from nonet.formats import line

        return line
    if name == "board":
        from nonet.formats import board

        return board
    if name == "csv":
        from nonet.formats import csv_rows

        return csv_rows
    raise FormatError(f"there is no such format; known are {', '.join(_NAMES)}", text=name)
