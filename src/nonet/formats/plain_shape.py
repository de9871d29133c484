"""Which plain text format a text has, judging by its shape alone.

    a bar, or lines that can only be borders     board
    commas or semicolons in half of the lines    csv (fewer are stray characters, to be reported where they are)
    as many words per row as there are rows        rows
    one word, or equal groups, on one line       line
    one word, or equal groups, on each line      joined

No text has the shapes of two formats with different cells in them.
"""

from __future__ import annotations

from nonet.errors import FormatError
from nonet.formats.reading import ReadOptions, Text
from nonet.formats.shape import side

__all__ = ["plain_format"]


def plain_format(text: Text, options: ReadOptions) -> str:
    """The name of the format.

    >>> plain_format(Text(["1,2", "2,"], []), ReadOptions())
    'csv'
    """
    lines = text.lines
    if not lines:
        raise FormatError("no puzzle in the input")
    if _may_be_drawn(lines):
        from nonet.formats.board import is_drawn

        if is_drawn(lines):
            return "board"
    if 2 * sum("," in line or ";" in line for line in lines) >= len(lines):
        return "csv"
    if any("\t" in line for line in lines):
        from nonet.formats.rows import tab_rows

        if tab_rows(text, options) is not None:
            return "rows"
    if len(lines) == 1:
        return _on_one_line(lines[0].split())
    rows = [line.split() for line in lines]
    name = _on_lines(rows, options.size)
    if name == "joined" and any("\t\t" in line for line in lines) and len("".join(rows[0])) != len(rows):
        return "rows"  # some of them lack a tab
    return name


def _may_be_drawn(lines: list[str]) -> bool:
    """Whether some line has a character of a border. Cheap, and false for most texts."""
    return any(not line.isascii() or any(sign in line for sign in "|-=+*_") for line in lines)


def _on_one_line(words: list[str]) -> str:
    lengths = {len(word) for word in words}
    groups = len(lengths) == 1 and lengths != {1} and not (lengths == {2} and side(len(words)))
    return "line" if len(words) == 1 or groups else "rows"


def _on_lines(rows: list[list[str]], size: int | None) -> str:
    if all(len(words) == (size or len(rows)) for words in rows):
        return "rows" if len(rows[0]) > 1 else "joined"
    groups = {len(word) for word in rows[0]}
    if all(len(words) == 1 for words in rows) or (len(groups) == 1 and groups != {1}):
        return "joined"
    return "rows"
