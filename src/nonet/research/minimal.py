"""The minimal puzzles inside a puzzle: those of its givens that have the same only solution, and not one too many.

Call the givens in which another grid differs from the solution a *gap*. A choice of givens has one solution if it has a
given in the gap of every other grid that obeys the rules; so the minimal puzzles are the minimal hitting sets of the
gaps. They are enumerated as by Murakami and Uno ("Efficient algorithms for dualizing large-scale hypergraphs", 2014,
MMCS): choose a gap that has no given so far, try each of its givens, and go back as soon as a chosen given is
superfluous, that is if no gap has this one alone of all that are chosen. Every minimal puzzle is found exactly once.

The gaps are not known beforehand; there may be billions. Whenever the known ones leave a question open, the solver is
asked: is there another solution with these givens, or one in which this cell has another digit? The answer is another
gap, or a proof that there is none. So the work depends on the puzzles found, not on the number of gaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from nonet.bitsets import board_of, cells_in
from nonet.engines import engine_for
from nonet.formats import PuzzleLike, as_puzzle
from nonet.grid import Grid
from nonet.puzzle import Puzzle


def minimal_puzzles(puzzle: PuzzleLike) -> Iterator[Puzzle]:
    """All minimal puzzles with the givens of a puzzle or some of them, lazily; their rules are the same.

    There can be very many of them, even with 30 givens: take as many as you need. Raises NoSolution or
    SeveralSolutions if the puzzle does not have exactly one.

    >>> from collections import Counter
    >>> Counter(each.clue_count for each in minimal_puzzles("1234 3412 2143 4321"))
    Counter({5: 256, 6: 16, 4: 12})
    """
    subject = as_puzzle(puzzle)
    grid = engine_for(subject).solution(subject)
    return _Inside(subject, grid).puzzles()


class _Inside:
    def __init__(self, puzzle: Puzzle, grid: Grid) -> None:
        self.puzzle, self.grid, self.engine = puzzle, grid, engine_for(puzzle)
        self.givens = board_of(cell for cell, value in enumerate(puzzle.givens.entries) if value)
        self.gaps: list[int] = []  # as bitboards; none of them contains another

    def puzzles(self) -> Iterator[Puzzle]:
        needed = 0
        for cell in cells_in(self.givens):
            if self._gap(self.givens ^ 1 << cell, cell):
                needed |= 1 << cell
        return map(self._with, self._hitting(needed, self.givens & ~needed))

    def _hitting(self, chosen: int, free: int) -> Iterator[int]:
        """The minimal choices of `chosen`, every given of which is needed so far, and some of those that are free."""
        open_gaps = [gap & free for gap in self.gaps if not gap & chosen]
        if not open_gaps:
            gap = self._gap(chosen)
            if not gap:
                yield chosen
                return
            open_gaps = [gap & free]
        ways = min(open_gaps, key=int.bit_count)
        free &= ~ways
        for cell in cells_in(ways):
            if self._all_needed(chosen | 1 << cell):
                yield from self._hitting(chosen | 1 << cell, free)
                free |= 1 << cell

    def _all_needed(self, chosen: int) -> bool:
        needed = 0
        for gap in self.gaps:
            alone = gap & chosen
            if not alone & (alone - 1):
                needed |= alone
        return all(self._gap(chosen ^ 1 << cell, cell) for cell in cells_in(chosen & ~needed))

    def _gap(self, kept: int, cell: int | None = None) -> int:
        """A gap without these givens, and with the cell if there is one: asked of the solver, and noted; or 0.

        It is made small, since small gaps leave fewer ways to try.
        """
        gap = self._difference(kept, cell)
        for each in cells_in(gap):
            if gap >> each & 1 and each != cell:
                gap = self._difference(self.givens & ~gap | 1 << each, cell) or gap
        if gap:
            self.gaps.append(gap)
        return gap

    def _difference(self, kept: int, cell: int | None) -> int:
        """The givens in which another solution differs, one that has these givens, and another digit in the cell."""
        puzzle = self._with(kept)
        entries = self.grid.entries
        if cell is not None:
            out = list(puzzle.ruled_out) or [0] * len(entries)
            out[cell] |= 1 << (entries[cell] - 1)
            puzzle = Puzzle(puzzle.givens, tuple(out), puzzle.rules)
        for other in islice(self.engine.solutions(puzzle), 2):
            if other != self.grid:
                differing = board_of(c for c, value in enumerate(other.entries) if value != entries[c])
                return differing & self.givens
        return 0

    def _with(self, kept: int) -> Puzzle:
        values = bytes(value if kept >> cell & 1 else 0 for cell, value in enumerate(self.grid.entries))
        return Puzzle(Grid(self.grid.layout, values), self.puzzle.ruled_out, self.puzzle.rules)
