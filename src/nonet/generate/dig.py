"""Digging: clues are taken away in random order, as long as there is one solution only."""

from __future__ import annotations

from nonet.engines import Engine, default_engine
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rng import Rng

__all__ = ["dig"]


def dig(start: Grid, rng: Rng, *, blanks: int | None = None, engine: Engine | None = None) -> Puzzle:
    """Takes clues from `start`, in random order, until `blanks` cells are empty or no clue can go any more.

    `start` is a solution grid, or the givens of a puzzle with one solution; what comes back has one, too.
    Each cell is tried once: a clue that is needed now will be needed later, when there are fewer of them.
    Without `blanks` the result is therefore minimal; on the classic board about 24 clues are left. All digits
    but one at most are among them, for two that are missing could trade places in the solution.

    >>> from nonet.generate.fill import random_grid
    >>> from nonet.layout import Layout
    >>> rng = Rng(1)
    >>> grid = random_grid(Layout.named("4x4"), rng)
    >>> puzzle = dig(grid, rng, blanks=8)
    >>> puzzle.clue_count, grid.extends(puzzle.givens)
    (8, True)
    """
    layout = start.layout
    engine = engine or default_engine(layout)
    values = bytearray(start.values)
    empty = values.count(0)
    for cell in rng.shuffled(range(layout.cell_count)):
        if empty == blanks:
            break
        digit, values[cell] = values[cell], 0
        if digit and _is_forced(Grid(layout, bytes(values)), cell, digit, engine):
            empty += 1
        else:
            values[cell] = digit
    return Puzzle(Grid(layout, bytes(values)))


def _is_forced(grid: Grid, cell: int, digit: int, engine: Engine) -> bool:
    """Whether the other clues allow no other digit in the cell.

    If they have one solution together with this clue, that is: whether they have one solution without it.
    """
    layout, values = grid.layout, grid.values
    at_hand = {values[peer] for peer in layout.peers[cell]}
    if len(at_hand - {0}) == layout.size - 1:
        return True
    ruled_out = [0] * layout.cell_count
    ruled_out[cell] = 1 << (digit - 1)
    return engine.some_solution(Puzzle(grid, tuple(ruled_out))) is None
