"""The effort of a puzzle: the guesses and rounds of one fixed search, the same on every machine.

Other searches here are made to be fast, and how much they guess depends on the processor. This one is made to be a
measure: simple enough to be specified in a paragraph, and implemented twice, here and in native/effort.

A position has the candidates of every cell; at first, a given cell has one, an empty cell all. A **round** has two
steps:

    1.  a cell with one candidate removes it from its peers;
    2.  a digit with one place in a house is placed there.

Each step is done for all cells at once, from the position before it. There is no solution if two cells of a house have
the same single candidate, if a cell has no candidate, a digit no place in a house, or a cell is the only place of two
digits. Rounds are repeated until one changes nothing.

Then the search **guesses**: it takes the cell with the fewest candidates, of several the first one row by row, and
tries its candidates in ascending order; each digit tried is a guess. It ends when a second solution is found or nothing
is left to try, so the guesses include those that prove there is only one solution.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from nonet.layout import Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle

MOST_GUESSES = 1_000_000
"""A search is given up after this many guesses."""


class Effort(NamedTuple):
    """`solutions` is 0, 1, or 2 for several; what was found so far if the search was given up."""

    guesses: int
    rounds: int
    solutions: int


def effort(puzzle: Puzzle) -> Effort:
    """The effort of a puzzle without further rules.

    >>> effort(Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0]))
    Effort(guesses=0, rounds=2, solutions=1)
    >>> effort(Puzzle.of(Layout.named("4x4"), [0] * 16))
    Effort(guesses=8, rounds=20, solutions=2)
    """
    puzzle.require_classic("the effort")
    return effort_many(puzzle.layout, [puzzle.givens.entries])[0]


def effort_many(layout: Layout, boards: Sequence[bytes], *, threads: int = 1) -> list[Effort]:
    """The effort of many puzzles of the same board, given as values row by row."""
    if kernel is None:
        return [EffortSearch(layout).run(values) for values in boards]
    count = len(boards)
    guesses, rounds, solutions = array("Q", bytes(8 * count)), array("Q", bytes(8 * count)), bytearray(count)
    kernel.effort_batch(
        layout.size,
        _house_cells(layout),
        b"".join(boards),
        guesses,
        rounds,
        solutions,
        MOST_GUESSES,
        threads=threads,
    )
    return [Effort(*each) for each in zip(guesses, rounds, solutions, strict=True)]


@lru_cache(maxsize=16)
def _house_cells(layout: Layout) -> array[int]:
    return array("H", [cell for house in layout.houses for cell in house.cells])


class _GivenUp(Exception):
    pass


class EffortSearch:
    def __init__(self, layout: Layout) -> None:
        self.houses = [house.cells for house in layout.houses]
        self.houses_at = layout.houses_at
        self.all = (1 << layout.size) - 1
        self.guesses = self.rounds = self.solutions = 0

    def run(self, values: bytes) -> Effort:
        try:
            for _ in self._solutions([1 << (value - 1) if value else self.all for value in values]):
                self.solutions += 1
                if self.solutions == 2:
                    break
        except _GivenUp:
            pass
        return Effort(self.guesses, self.rounds, self.solutions)

    def _solutions(self, position: list[int]) -> Iterator[None]:
        while True:
            self.rounds += 1
            after = self._placed(self._removed(position))
            if after is None:
                return
            if after == position:
                break
            position = after
        open_cells = [(each.bit_count(), cell) for cell, each in enumerate(position) if each & (each - 1)]
        if not open_cells:
            yield
            return
        _, cell = min(open_cells)
        left = position[cell]
        while left:
            if self.guesses == MOST_GUESSES:
                raise _GivenUp
            self.guesses += 1
            guess = list(position)
            guess[cell] = left & -left
            left &= left - 1
            yield from self._solutions(guess)

    def _removed(self, position: list[int]) -> list[int] | None:
        """Step 1; None if there is no solution."""
        solved = []
        for house in self.houses:
            here = 0
            for cell in house:
                one = position[cell]
                if not one & (one - 1):
                    if here & one:
                        return None
                    here |= one
            solved.append(here)
        after = list(position)
        for cell, each in enumerate(position):
            if each & (each - 1):
                for house_number in self.houses_at[cell]:
                    each &= ~solved[house_number]
                if not each:
                    return None
                after[cell] = each
        return after

    def _placed(self, position: list[int] | None) -> list[int] | None:
        """Step 2; None if there is no solution."""
        if position is None:
            return None
        alone = []
        for house in self.houses:
            once = twice = 0
            for cell in house:
                twice |= once & position[cell]
                once |= position[cell]
            if once != self.all:
                return None
            alone.append(once & ~twice)
        after = list(position)
        for cell, each in enumerate(position):
            if each & (each - 1):
                here = 0
                for house_number in self.houses_at[cell]:
                    here |= alone[house_number]
                here &= each
                if here & (here - 1):
                    return None
                after[cell] = here or each
        return after
