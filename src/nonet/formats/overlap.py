"""Boards that overlap, such as samurai: the rows of the whole sheet, or all cells on one line.

Blanks and line ends between the cells are ignored. Either there is one symbol for each cell, or one for each place of
the sheet; symbols at places outside all boards are then ignored.
"""

from __future__ import annotations

from nonet.errors import FormatError
from nonet.formats.cells import BLANKS
from nonet.formats.entry import Reading
from nonet.formats.reading import Text
from nonet.grid import SYMBOLS, Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle


def read_overlapping(text: Text, layout: Layout) -> Reading:
    """The puzzle on a board of overlapping squares; raises FormatError that says where, and what is wrong."""
    signs = [
        (sign, row, column)
        for row, line in enumerate(text.lines, start=1)
        for column, sign in enumerate("".join(line.split()), start=1)
    ]
    if len(signs) == layout.height * layout.width:
        signs = [
            signs[layout.row_of(c) * layout.width + layout.column_of(c)] for c in range(layout.cell_count)
        ]
    if len(signs) != layout.cell_count:
        raise FormatError(
            f"{len(signs)} symbols; a {layout.name} board has {layout.cell_count} cells "
            f"on {layout.height} rows of {layout.width}"
        )
    values = [_value(sign, row, column, layout) for sign, row, column in signs]
    puzzle = Puzzle(Grid.of(layout, values))
    return Reading(
        puzzle, format="rows", description=f"the {layout.cell_count} cells of a {layout.name} board"
    )


def _value(sign: str, row: int, column: int, layout: Layout) -> int:
    value = 0 if sign in BLANKS else SYMBOLS.find(sign.upper())
    if not 0 <= value <= layout.size:
        raise FormatError(
            f"not a digit from 1 to {layout.size} or a blank", row=row, column=column, text=sign
        )
    return value


def write_overlapping(grid: Grid, name: str, blank: str | None) -> str:
    """The grid as `line` or `rows`; the other formats cannot leave places out."""
    if name == "line":
        return grid.symbols.replace(".", blank or ".")
    if name != "rows":
        raise FormatError("overlapping boards are written as rows or line", text=name)
    layout = grid.layout
    at = {(layout.row_of(cell), layout.column_of(cell)): SYMBOLS[value] for cell, value in enumerate(grid)}
    rows = (
        " ".join(at.get((row, column), " ") for column in range(layout.width)).rstrip()
        for row in range(layout.height)
    )
    return "\n".join(rows).replace(".", blank or "0")
