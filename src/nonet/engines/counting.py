"""Counting solutions without visiting each of them. Two ideas make counts multiply.

**Interchangeable digits.** A digit that no given shows and no ruled-out candidate names can change places
with any other such digit throughout a solution. Where a cell has to choose among them, one stands for all:
count its solutions, and take them that many times. On the empty 9x9 board the first row alone gives 9 · 8 · 7
· … = 362,880.

        r1c1: 1 2 3 4 5 6 7 8 9        count(r1c1 = 1) · 9

**Positions met before.** What is left of a position, the open options of its unmet needs, is one number:
`board`. It alone decides how many ways there are to go on. Two guesses that leave the same rest have the same
count, so the count of each rest is remembered. Independent parts of a board, say two rectangles whose digits
can swap,

        1 2 | . . .            3 . . 4
        2 1 | . . .            4 . . 3        2 · 2 solutions,  counted as 2 + 2

are each solved once, whatever the other one does.
"""

from __future__ import annotations

from time import monotonic

from nonet.engines.attempts import PATIENCE, some_solved_position
from nonet.engines.base import PAUSE, Progress
from nonet.engines.needs import Move
from nonet.engines.position import Position
from nonet.engines.tally import Tally
from nonet.puzzle import Puzzle

__all__ = ["count_solutions", "interchangeable_digits"]

MEMORY = 1 << 29
"""How many bits of boards are remembered: 64 MB, which is 184,000 boards of the 9x9."""


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
    position = Position.of(puzzle)
    most = MEMORY // position.board.bit_length() if position.board else 1
    known: dict[int, int] = {}
    found = 0
    hopeful = False
    patience = tally.nodes + PATIENCE * puzzle.layout.cell_count
    said = monotonic()

    # The stack holds positions to be looked at, each with the number of solutions that one of its own stands
    # for and with the digits still interchangeable in it; and, under the options of a position, a note to sum
    # up what they gave.
    stack: list[tuple[Position, int, int] | _Sum] = [(position, 1, interchangeable_digits(puzzle))]
    while stack:
        entry = stack.pop()
        if isinstance(entry, _Sum):
            if len(known) >= most:
                known.clear()
            known[entry.board] = (found - entry.found_before) // entry.weight
            continue
        position, weight, free = entry
        tally.nodes += 1
        if not position.propagate():
            continue
        ways = known.get(position.board) if position.unmet else 1
        if ways is None:
            stack.append(_Sum(position.board, found, weight))
            for move, times in _weighed(position.options(), free):
                stack.append((position.after(move), weight * times, free & ~(1 << move.digit - 1)))
        else:
            found += ways * weight
            if limit is not None and found >= limit:
                return limit
        if not found and not hopeful and tally.nodes >= patience:
            if some_solved_position(Position.of(puzzle), tally) is None:
                return 0
            hopeful = True
        if progress is not None and monotonic() - said >= PAUSE:
            progress(found)
            said = monotonic()
    return found


def interchangeable_digits(puzzle: Puzzle) -> int:
    """The digits that appear neither in the givens nor in `ruled_out`, as a bitmask.

    >>> from nonet.layout import Layout
    >>> bin(interchangeable_digits(Puzzle.of(Layout.named("4x4"), [0, 3] + [0] * 14, ruled_out={5: [1]})))
    '0b1010'
    """
    named = 0
    for digit in puzzle.givens.values:
        named |= 1 << digit
    named >>= 1  # empty cells said 0
    for mask in puzzle.ruled_out:
        named |= mask
    return puzzle.layout.all_digits & ~named


class _Sum:
    """A note on the stack: when it comes up again, all options of `board` have been counted."""

    __slots__ = ("board", "found_before", "weight")

    def __init__(self, board: int, found_before: int, weight: int) -> None:
        self.board = board
        self.found_before = found_before
        self.weight = weight


def _weighed(moves: list[Move], free: int) -> list[tuple[Move, int]]:
    """The moves to look at, and how often each counts: of the free digits of a cell, one for all."""
    if moves[0].cell != moves[-1].cell:
        return [(move, 1) for move in moves]  # the places of one digit: none like the other
    alike = [move for move in moves if free >> move.digit - 1 & 1]
    weighed = [(move, 1) for move in moves if not free >> move.digit - 1 & 1]
    return weighed + ([(alike[0], len(alike))] if alike else [])
