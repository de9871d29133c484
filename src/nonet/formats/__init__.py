"""Text in, text out: puzzles are read from the plain text that people keep them in, and grids are written so.

    rows     5 3 0 0 7 0 0 0 0      a line a row, numbers between blanks or tabs
    joined   530070000              a line a row, one symbol a cell
    line     53..7....6..195...…    the whole board on one line, one symbol a cell
    board    | 5 3 . | . 7 . | …    rows with borders drawn around the boxes
    csv      5,3,,,7,,,,            a line a row, commas (or semicolons) between the cells

Reading and writing are twins: `parse(format_grid(grid, name), layout=grid.layout).givens == grid`.
Reading never guesses: what can be read in two ways, or in none, is a `FormatError` that says where,
and what to do.

To add a format: a file with `BLANK`, `ONE_SYMBOL`, `read` and `write` (see `registry.Format`), its name in
`registry`, and the shape that gives it away in `detect`.
"""

from nonet.formats.inputs import PuzzleLike, ValuesLike, as_grid, as_puzzle
from nonet.formats.parsing import parse, parse_line, read, read_bytes
from nonet.formats.reading import Reading
from nonet.formats.registry import format_names
from nonet.formats.writing import format_grid

__all__ = [
    "PuzzleLike",
    "Reading",
    "ValuesLike",
    "as_grid",
    "as_puzzle",
    "format_grid",
    "format_names",
    "parse",
    "parse_line",
    "read",
    "read_bytes",
]
