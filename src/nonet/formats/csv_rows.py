"""One line per row, cells separated by commas or semicolons, nothing for a blank: `5,3,,,7,,,,`.

Cells may be in quotation marks, and a separator may follow the last cell of every row.
"""

from __future__ import annotations

from nonet.formats.entry import Reading
from nonet.formats.plain import PlainFormat
from nonet.formats.reading import ReadOptions, Text
from nonet.formats.rows import from_rows
from nonet.grid import Grid


def read(text: Text, options: ReadOptions) -> Reading:
    """The separators are commas, or semicolons if there is no comma."""
    separator = "," if any("," in line for line in text.lines) else ";"
    rows = [[_unquoted(cell.strip()) for cell in line.split(separator)] for line in text.lines]
    size = options.size or len(rows)
    if all(len(row) == size + 1 and not row[-1] for row in rows) and len(rows) == size:
        rows = [row[:-1] for row in rows]
    between = " between commas" if separator == "," else " between semicolons"
    return from_rows(rows, options, name="csv", between=between, lines=text.lines)


def _unquoted(cell: str) -> str:
    return cell[1:-1].strip() if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def write(grid: Grid, *, blank: str, style: str) -> str:
    if grid.layout.size == 1 and not blank:
        blank = "0"  # an empty text would not be a puzzle
    signs = [blank, *map(str, grid.layout.digits)]
    return "\n".join([",".join([signs[value] for value in row]) for row in grid.rows()])


class CsvFormat(PlainFormat):
    """See the top of this file."""

    name = "csv"
    title = "one line per row, cells separated by commas or semicolons"
    blank = ""
    one_symbol = False

    def read(self, text: Text, options: ReadOptions) -> Reading:
        return read(text, options)

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        return write(grid, blank=blank, style=style)
