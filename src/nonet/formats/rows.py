r"""One line per row, numbers separated by blanks or tabs: `5 3 0 0 7 0 0 0 0`.

Between tabs a cell may be empty: `5\t3\t\t\t7\t\t\t\t`. All numbers may also be on one line, if there are more
than the largest board has in a row.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.formats import cells, shape
from nonet.formats.entry import Reading
from nonet.formats.plain import PlainFormat
from nonet.formats.reading import ReadOptions, Text, blanks_in_words, in_words
from nonet.grid import Grid
from nonet.layout import MAX_SIZE
from nonet.puzzle import Puzzle


def read(text: Text, options: ReadOptions) -> Reading:
    """The puzzle in rows of numbers."""
    if (rows := tab_rows(text, options)) is not None:
        return from_rows(rows, options, name="rows", between=" between tabs", lines=text.lines)
    rows = [line.split() for line in text.lines]
    if not all(len(row) == len(rows) for row in rows) and any("\t\t" in line for line in text.lines):
        rows = [_fields(line) for line in text.lines]  # so that the error message counts empty cells too
    return from_rows(rows, options, name="rows", between="", lines=text.lines)


def from_rows(
    rows: Sequence[Sequence[str]], options: ReadOptions, *, name: str, between: str, lines: Sequence[str]
) -> Reading:
    """The puzzle in these cells: a row for each line, or all of them in one. `lines` is their text."""
    words = ""
    if len(rows) == 1 and (options.size or len(rows[0]) > MAX_SIZE):  # otherwise it is one row of a board
        size = shape.line_size(rows[0], options.size, line=lines[0])
        rows = [rows[0][start : start + size] for start in range(0, size * size, size)]
        words = f"{size * size} numbers{between} on one line"
    else:
        size = shape.rows_size(rows, options.size, lines=lines)
    found = cells.from_tokens(rows, size, options.symbols)
    what = "numbers" if found.symbols is None else f"symbols {found.symbols}"
    words = words or f"{in_words(size)} row{'s' * (size > 1)} of {what}{between}"
    puzzle = Puzzle(Grid(options.layout_of(size), found.values))
    return Reading(puzzle, format=name, description=f"{words}, {blanks_in_words(found.blanks)}")


def tab_rows(text: Text, options: ReadOptions) -> list[list[str]] | None:
    r"""The cells of a text in which all rows have the same number of tabs, as many as a board needs.

    >>> tab_rows(Text(["1\t"], ["1\t", "\t"]), ReadOptions())
    [['1', ''], ['', '']]
    """
    tabs = text.lines[0].count("\t")
    if not tabs or any(line.count("\t") != tabs for line in text.lines):
        return None
    rows = [_fields(line) for line in text.tabbed if line.count("\t") == tabs]
    size = options.size or len(rows)
    if tabs == size and not any(row[-1] for row in rows):  # a tab after each cell
        rows = [row[:-1] for row in rows]
        tabs -= 1
    return rows if len(rows) == size == tabs + 1 else None


def _fields(line: str) -> list[str]:
    return [field.strip() for field in line.split("\t")]


def write(grid: Grid, *, blank: str, style: str) -> str:
    signs = [blank, *map(str, grid.layout.digits)]
    return "\n".join([" ".join([signs[value] for value in row]) for row in grid.rows()])


class RowsFormat(PlainFormat):
    """See the top of this file."""

    name = "rows"
    title = "one line per row, numbers separated by spaces or tabs"
    blank = "0"
    one_symbol = False

    def read(self, text: Text, options: ReadOptions) -> Reading:
        return read(text, options)

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        return write(grid, blank=blank, style=style)
