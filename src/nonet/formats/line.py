"""The whole board on one line, row by row, one symbol per cell: 81 characters for the classic board."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.errors import FormatError
from nonet.formats import cells, shape
from nonet.formats.entry import PuzzleEntry, Reading
from nonet.formats.plain import PlainFormat
from nonet.formats.reading import ReadOptions, Text, blanks_in_words
from nonet.grid import Grid
from nonet.layout import CLASSIC, MAX_SIZE, Layout
from nonet.limits import check_time
from nonet.puzzle import Puzzle

# From byte to value; 255 if it is neither a digit nor a blank.
_VALUES = bytes(
    0 if sign in cells.BLANKS else int(sign) if sign in "123456789" else 255 for sign in map(chr, range(256))
)


def read(text: Text, options: ReadOptions) -> Reading:
    """The puzzle on the one line of a text."""
    rows = ["".join(line.split()) for line in text.lines]
    if not rows:
        raise FormatError("no puzzle in the input")
    if len(rows) > 1:
        shape.line_size(rows[0], options.size, line=text.lines[0])
        raise FormatError(f"{len(rows)} lines instead of one", row=2, column=1, text=text.lines[1].strip())
    row = rows[0]
    size = shape.line_size(row, options.size, line=text.lines[0])
    parts = [row[start : start + size] for start in range(0, len(row), size)]
    try:
        found = cells.from_symbols(parts, size, options.symbols)
    except FormatError as error:
        if error.row is None or error.column is None:
            raise
        place = (error.row - 1) * size + error.column
        short = f"; {len(row)} cells on one line make {cells.a_board(size)}" if len(row) <= MAX_SIZE else ""
        reason = f"{error.reason} (cell {place} of the line{short})"
        raise FormatError(reason, row=error.row, column=error.column, text=error.text) from None
    which = f" {found.symbols}" if found.symbols else ""
    puzzle = Puzzle(Grid(options.layout_of(size), found.values))
    words = f"{len(row)} symbol{'s' * (size > 1)}{which} on one line"
    return Reading(puzzle, format="line", description=f"{words}, {blanks_in_words(found.blanks)}")


def quickly(text: str, layout: Layout | None) -> Puzzle | None:
    """The puzzle, if the line is digits 1-9 and blanks only, one for each cell; otherwise None."""
    text = text.strip()
    if layout is None:
        if len(text) != CLASSIC.cell_count:
            return None
        layout = CLASSIC
    if len(text) != layout.cell_count or layout.size > 9 or not text.isascii():
        return None
    values = text.encode("ascii").translate(_VALUES)
    return Puzzle(Grid(layout, values)) if max(values) <= layout.size else None


def write(grid: Grid, *, blank: str, style: str) -> str:
    return "".join(cells.symbol_rows([grid.values], grid.layout.size, blank))


class OneLineFormat(PlainFormat):
    """See the top of this file."""

    name = "line"
    title = "the whole board on one line, one symbol per cell"
    blank = "."
    one_symbol = True
    endings = (".txt",)

    def blocks(self, text: str) -> list[str]:
        return text.split("\n")

    def quickly(self, block: str, options: ReadOptions) -> Reading | None:
        check_time()
        puzzle = quickly(block, options.layout)
        if puzzle is None:
            return None
        words = f"{puzzle.layout.cell_count} symbols on one line"
        return Reading(puzzle, format=self.name, description=words)

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        return "\n".join(self.labelled(entry.puzzle.givens, usual=True) for entry in entries)

    def read(self, text: Text, options: ReadOptions) -> Reading:
        return read(text, options)

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        return write(grid, blank=blank, style=style)
