"""Every solution in ascending order, whatever order the engine has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from nonet.errors import BrokenRule
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.engines import Engine
    from nonet.grid import Grid

BATCH = 8
"""Up to this many solutions are sorted directly; more are split by the first empty cell."""


def ascending(engine: Engine, puzzle: Puzzle) -> Iterator[Grid]:
    """The solutions from the smallest to the greatest, read row by row; lazily, and in little memory.

    >>> from nonet.engines import engine
    >>> from nonet.layout import Layout
    >>> empty = Puzzle.of(Layout.named("4x4"), [0] * 16)
    >>> every = [grid.values for grid in ascending(engine("propagation"), empty)]
    >>> len(every), every == sorted(every)
    (288, True)
    """
    if engine.name == "backtracking":
        yield from engine.solutions(puzzle)  # already in this order
        return
    waiting = [puzzle]
    while waiting:
        puzzle = waiting.pop()
        found = list(islice(engine.solutions(puzzle), BATCH + 1))
        if len(found) <= BATCH:
            yield from sorted(found, key=lambda grid: grid.values)
            continue
        givens, layout = puzzle.givens, puzzle.layout
        cell = givens.values.index(0)
        taken = {givens[peer] for peer in layout.peers[cell]}
        waiting += [
            after
            for digit in reversed(layout.digits)
            if digit not in taken and (after := _with_given(puzzle, cell, digit)) is not None
        ]


def _with_given(puzzle: Puzzle, cell: int, digit: int) -> Puzzle | None:
    """The puzzle with one more given; None if it breaks a rule."""
    try:
        return Puzzle(puzzle.givens.with_value(cell, digit), puzzle.ruled_out, puzzle.rules)
    except BrokenRule:
        return None
