"""A line a row, one symbol a cell: `530070000`, with or without gaps between the boxes: `53. .7. ...`."""

from __future__ import annotations

from nonet.formats import cells, shape
from nonet.formats.reading import Reading, Text, Wanted, blanks_in_words, in_words
from nonet.grid import Grid
from nonet.puzzle import Puzzle

__all__ = ["BLANK", "ONE_SYMBOL", "read", "write"]

BLANK = "0"
ONE_SYMBOL = True


def read(text: Text, wanted: Wanted) -> Reading:
    rows = ["".join(line.split()) for line in text.lines]
    size = shape.rows_size(rows, wanted.size, lines=text.lines)
    found = cells.from_symbols(rows, size, wanted.symbols)
    which = f" {found.symbols}" if found.symbols else ""
    words = f"{in_words(size)} row{'s' * (size > 1)} of {in_words(size)} symbols{which}"
    puzzle = Puzzle(Grid(wanted.layout_of(size), found.values))
    return Reading(puzzle, "joined", f"{words}, {blanks_in_words(found.blanks)}")


def write(grid: Grid, *, blank: str, style: str) -> str:
    return "\n".join(cells.symbol_rows(grid.rows(), grid.layout.size, blank))
