"""Text in, puzzles out, and back: plain text, the files of applications, data sets, and links.

    rows     5 3 0 0 7 0 0 0 0      one line per row, numbers separated by spaces or tabs
    joined   530070000              one line per row, one symbol per cell
    line     53..7....6..195...…    the whole board on one line, one symbol per cell
    board    | 5 3 . | . 7 . | …    rows with borders drawn around the boxes
    csv      5,3,,,7,,,,            one line per row, cells separated by commas (or semicolons)

These five are plain text, for any grid; `registry` lists the others. Reading and writing are twins:
`parse(write(puzzle, name)) == puzzle`. Reading never guesses: what can be read in two ways, or in none, is a
`FormatError` that says where, and what to do.

To add a format: a file with a subclass of `format.Format`, and its name in `registry`.
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
