"""True candidates: the digits that a cell holds in some solution, and in how many.

A candidate that no rule excludes at once may still occur in no solution. `possible` finds those that do occur, by
looking for solutions that contain a candidate not yet seen; each solution settles one candidate of every cell.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from operator import index

from nonet.arguments import takes_cell
from nonet.engines import engine_for
from nonet.errors import NonetError
from nonet.formats import PuzzleLike, as_puzzle
from nonet.layout import Layout


@dataclass(frozen=True)
class TrueCandidates:
    """For each cell and digit, in how many solutions the cell holds the digit, counted up to `limit`.

    `counts[cell]` has that number for each of `layout.digits`; 0 says that no solution has the digit there.
    """

    layout: Layout
    limit: int
    counts: tuple[tuple[int, ...], ...]

    @takes_cell
    def digits(self, cell: int) -> tuple[int, ...]:
        """The digits that the cell holds in some solution."""
        return tuple(
            digit for digit, count in zip(self.layout.digits, self.counts[cell], strict=True) if count
        )

    @property
    def has_solution(self) -> bool:
        return any(self.counts[0])


def possible(
    puzzle: PuzzleLike,
    *,
    limit: int = 1,
    engine: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> TrueCandidates:
    """The digits that occur in some solution, in each cell, with the number of solutions up to `limit`.

    `progress` is called with the number of solutions found so far.

    >>> possible("12.. .... .... 2...").digits(2)
    (3, 4)
    >>> possible("12.. .... .... ....", limit=100).counts[2]
    (0, 0, 12, 12)
    """
    limit = index(limit)
    if limit < 1:
        raise NonetError(f"limit must be at least 1, not {limit}")
    subject = as_puzzle(puzzle)
    layout = subject.layout
    solver = engine_for(subject, engine)
    counts = [[0] * layout.size for _ in range(layout.cell_count)]
    seen: set[bytes] = set()

    def record(values: bytes) -> None:
        if values in seen:
            return
        seen.add(values)
        for cell, value in enumerate(values):
            counts[cell][value - 1] += 1
        if progress is not None:
            progress(len(seen))

    most = min(limit, sys.maxsize)
    for grid in islice(solver.solutions(subject), most):
        record(grid.entries)
    if len(seen) < limit:  # these are all solutions
        return TrueCandidates(layout, limit, tuple(map(tuple, counts)))
    for cell in range(layout.cell_count):
        for digit in layout.entries:
            if counts[cell][digit - 1] < limit and subject.allowed[cell] >> (digit - 1) & 1:
                for grid in islice(solver.solutions(subject.with_digit(cell, layout.digit_of(digit))), most):
                    record(grid.entries)
    return TrueCandidates(layout, limit, tuple(tuple(min(count, limit) for count in own) for own in counts))
