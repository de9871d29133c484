"""A board as one symbol per cell, row by row: `.` for an empty cell, `A` for 10. Records and share links use it."""

from __future__ import annotations

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.play.errors import PlayError

_SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"


def symbols_of(grid: Grid) -> str:
    """The twin of `grid_of`.

    >>> from nonet.formats import parse
    >>> symbols_of(parse("0130430202030000").givens)
    '.13.43.2.2.3....'
    """
    return "".join(_SYMBOLS[value] for value in grid)


def grid_of(symbols: object, layout: Layout, where: str) -> Grid:
    """The board of a text; `where` names the text in the PlayError."""
    if not isinstance(symbols, str) or len(symbols) != layout.cell_count:
        raise PlayError(f"expected {layout.cell_count} symbols, one per cell", where=where)
    values = [_SYMBOLS.find(symbol) for symbol in symbols]
    for cell, value in enumerate(values):
        if not 0 <= value <= layout.size:
            raise PlayError(f"{layout.cell_name(cell)}: {symbols[cell]!r} is not a digit", where=where)
    return Grid(layout, bytes(values))
