"""Counting solutions without visiting each of them, with two ideas.

**Interchangeable digits.** Digits that are neither among the givens nor among the ruled-out candidates can be
swapped throughout a solution. Where a cell can take several of them, only one is tried, and its solutions count
that many times. On the empty 9x9 board the first row alone gives 9 · 8 · 7
· … = 362,880.

        r1c1: 1 2 3 4 5 6 7 8 9        count(r1c1 = 1) · 9

**Known positions.** What is left of a position, the open options of its unmet needs, is one number: `board`.
It alone determines how many solutions follow, so the count for each `board` is remembered. Independent parts
of a board, say two rectangles whose digits can be swapped,

        1 2 | . . .            3 . . 4
        2 1 | . . .            4 . . 3        2 · 2 solutions,  counted as 2 + 2

are each solved once.
"""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from nonet.engines.base import PAUSE, Progress
from nonet.engines.exact_cover import Placement
from nonet.engines.position import SearchPosition
from nonet.engines.restarts import PATIENCE, some_solved_position
from nonet.engines.tally import Tally
from nonet.puzzle import Puzzle

MEMORY = 1 << 29
"""Upper limit for the remembered boards, in bits: 64 MB, which is 184,000 boards of 9x9."""


def count_solutions(
    puzzle: Puzzle, *, limit: int | None = None, progress: Progress | None = None, tally: Tally | None = None
) -> int:
    """How many solutions there are; counting stops at `limit`.

    >>> from nonet.grid import Grid
    >>> from nonet.layout import Layout
    >>> count_solutions(Puzzle(Grid.empty(Layout.named("4x4"))))
    288
    >>> count_solutions(Puzzle(Grid.empty(Layout.named("9x9"))), limit=1_000_001)
    1000001
    """
    if limit is not None and limit <= 0:
        return 0
    tally = tally or Tally()
    position = SearchPosition.of(puzzle)
    most = MEMORY // position.board.bit_length() if position.board else 1
    known: dict[int, int] = {}
    total = 0
    hopeful = False
    patience = tally.nodes + PATIENCE * puzzle.layout.cell_count
    said = monotonic()

    # The stack has positions to visit, each with the weight of one of its solutions and the digits that are still
    # interchangeable in it; and, below the options of a position, a marker to sum up their solutions.
    stack: list[tuple[SearchPosition, int, int] | _Sum] = [(position, 1, interchangeable_digits(puzzle))]
    while stack:
        entry = stack.pop()
        if isinstance(entry, _Sum):
            if len(known) >= most:
                known.clear()
            known[entry.board] = (total - entry.found_before) // entry.weight
            continue
        position, weight, free = entry
        tally.visit()
        if not position.propagate():
            tally.backtracks += 1
            continue
        ways = known.get(position.board) if position.unmet else 1
        if ways is None:
            stack.append(_Sum(position.board, total, weight))
            for placement, times in _weighed(position.options(), free):
                stack.append((position.after(placement), weight * times, free & ~(1 << placement.digit - 1)))
        else:
            total += ways * weight
            if limit is not None and total >= limit:
                return limit
        if not total and not hopeful and tally.nodes >= patience:
            if some_solved_position(SearchPosition.of(puzzle), tally) is None:
                return 0
            hopeful = True
        if progress is not None and monotonic() - said >= PAUSE:
            progress(total)
            said = monotonic()
    return total


def interchangeable_digits(puzzle: Puzzle) -> int:
    """The digits that appear neither in the givens nor in `ruled_out`, as a bitmask.

    >>> from nonet.layout import Layout
    >>> bin(interchangeable_digits(Puzzle.of(Layout.named("4x4"), [0, 3] + [0] * 14, ruled_out={5: [1]})))
    '0b1010'
    """
    named = 0
    for digit in puzzle.givens.entries:
        named |= 1 << digit
    named >>= 1  # drop the 0 of empty cells
    for mask in puzzle.ruled_out:
        named |= mask
    return puzzle.layout.all_digits & ~named


class _Sum(NamedTuple):
    """A marker on the stack: when it is popped, all options of `board` have been counted."""

    board: int
    found_before: int
    weight: int


def _weighed(placements: list[Placement], free: int) -> list[tuple[Placement, int]]:
    """The placements to try with their weights: of the free digits of a cell, one is tried for all."""
    if placements[0].cell != placements[-1].cell:
        return [(placement, 1) for placement in placements]  # places of one digit are not interchangeable
    alike = [placement for placement in placements if free >> placement.digit - 1 & 1]
    weighed = [(placement, 1) for placement in placements if not free >> placement.digit - 1 & 1]
    return weighed + ([(alike[0], len(alike))] if alike else [])
