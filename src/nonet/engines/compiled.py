"""Solutions as the compiled engines give them: one byte per cell, one grid after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nonet.errors import NoSolution, SeveralSolutions
from nonet.grid import Grid
from nonet.layout import Layout

_PIECE = 1024


def grids_in_pieces(layout: Layout, fetch: Callable[[int], bytes]) -> Iterator[Grid]:
    """Every solution: fetched one at first, then twice as many each time, up to `_PIECE` at a time."""
    piece = 1
    while found := fetch(piece):
        for start in range(0, len(found), layout.cell_count):
            yield Grid(layout, found[start : start + layout.cell_count])
        piece = min(2 * piece, _PIECE)


def only_grid(layout: Layout, found: bytes) -> Grid:
    """The solution, if there is exactly one among up to two; raises NoSolution or SeveralSolutions otherwise."""
    if not found:
        raise NoSolution
    if len(found) > layout.cell_count:
        raise SeveralSolutions
    return Grid(layout, found)
