"""One line per row, one symbol per cell: `530070000`, with or without gaps between the boxes: `53. .7. ...`."""

from __future__ import annotations

from nonet.formats import cells, shape
from nonet.formats.entry import Reading
from nonet.formats.plain import PlainFormat
from nonet.formats.reading import ReadOptions, Text, blanks_in_words, in_words
from nonet.grid import Grid
from nonet.puzzle import Puzzle


def read(text: Text, options: ReadOptions) -> Reading:
    rows = ["".join(line.split()) for line in text.lines]
    size = shape.rows_size(rows, options.size, lines=text.lines)
    found = cells.from_symbols(rows, size, options.symbols)
    which = f" {found.symbols}" if found.symbols else ""
    words = f"{in_words(size)} row{'s' * (size > 1)} of {in_words(size)} symbols{which}"
    puzzle = Puzzle(Grid(options.layout_of(size), found.values))
    return Reading(puzzle, format="joined", description=f"{words}, {blanks_in_words(found.blanks)}")


def write(grid: Grid, *, blank: str, style: str) -> str:
    return "\n".join(cells.symbol_rows(grid.rows(), grid.layout.size, blank))


class JoinedFormat(PlainFormat):
    """See the top of this file."""

    name = "joined"
    title = "one line per row, one symbol per cell"
    blank = "0"
    one_symbol = True

    def read(self, text: Text, options: ReadOptions) -> Reading:
        return read(text, options)

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        return write(grid, blank=blank, style=style)
