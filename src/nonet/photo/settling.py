"""Which digits were meant: the most probable ones that make a Sudoku with exactly one solution.

The network gives each cell a probability for each digit. Taking the best everywhere is right for most photographs. If
some cells are doubtful, or if what was read breaks a rule or does not have exactly one solution, other readings are
tried in the order of their probability: first those that change one doubtful cell, then also two, and so on.

    found exactly one good reading     the doubtful cells are settled
    found several                      the cells in which they differ stay doubtful
    found none                         the most probable reading that breaks no rule; its doubtful cells stay so
    gave up                            there may be others that are as good: the doubtful cells stay so
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from nonet.engines import engine_for
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

CERTAIN = 0.9
"""A digit with at least this probability is not doubtful."""
POSSIBLE = 0.02
"""The least probability of another digit in a cell."""
CONCEIVABLE = 0.0003
"""The same if the reading breaks a rule: then something must be wrong."""
RIVAL = log(100)
"""A second good reading counts if it is at most this much less probable (as a logarithm)."""
MOST_READINGS = 4000
MOST_SEARCHES = 120
"""Readings that are tried, and those whose solutions are counted."""

Probabilities = Sequence[Sequence[float]]
Change = tuple[float, int, int]
"""How much less probable a reading becomes (as a logarithm), if this cell has this digit."""


@dataclass(frozen=True)
class Doubt:
    """A cell that is hard to read: the digit that was chosen (0 for an empty cell), its probability according to
    its image alone, and the other digits that it may be, the most probable first.
    """

    cell: int
    digit: int
    probability: float
    others: tuple[int, ...]

    @property
    def name(self) -> str:
        return CLASSIC.cell_name(self.cell)


@dataclass(frozen=True)
class Settled:
    """The outcome: the values, what remains doubtful, and what only the rules could decide."""

    values: bytes
    doubts: tuple[Doubt, ...]
    settled: tuple[Doubt, ...]
    unique: bool


def settle(probabilities: Probabilities) -> Settled | None:
    """The meant digits; None if every reading breaks a rule. `probabilities` has ten numbers per cell: empty, 1 … 9.

    >>> sure = [[0.991 if digit == value else 0.001 for digit in range(10)] for value in [1] + [0] * 80]
    >>> settle(sure).values.count(0), settle(sure).unique
    (80, False)
    """
    best = [max(range(10), key=lambda digit, row=row: row[digit]) for row in probabilities]  # type: ignore[misc]
    doubtful = {cell for cell, digit in enumerate(best) if probabilities[cell][digit] < CERTAIN}
    legal: bytes | None = None
    good: list[tuple[float, bytes]] = []
    searches, gave_up = 0, False
    least = POSSIBLE if _is_legal(best) else CONCEIVABLE
    for loss, changes in _readings(_changes(probabilities, best, least)):
        if good and (loss > good[0][0] + RIVAL or not doubtful):
            break
        if changes is None or searches >= MOST_SEARCHES:
            gave_up = True
            break
        trial = _changed(best, changes)
        if not _is_legal(trial):
            continue
        legal = legal or trial
        searches += 1
        if _has_one_solution(trial):
            good.append((loss, trial))
            doubtful.update(cell for _, cell, _ in changes)
    values = good[0][1] if good else legal
    if values is None:
        return None
    doubtful.update(cell for cell, digit in enumerate(best) if values[cell] != digit)
    rivals = [other for _, other in good[1:]]
    is_open = gave_up or not good
    open_ = {cell for cell in doubtful if is_open or any(other[cell] != values[cell] for other in rivals)}
    doubts = {cell: _doubt(cell, values[cell], probabilities[cell]) for cell in sorted(doubtful)}
    return Settled(
        values,
        tuple(doubt for cell, doubt in doubts.items() if cell in open_),
        tuple(doubt for cell, doubt in doubts.items() if cell not in open_),
        bool(good),
    )


def _changes(probabilities: Probabilities, best: Sequence[int], least: float) -> list[Change]:
    """Every single change of the best reading, the most probable first."""
    return sorted(
        (log(row[best[cell]] / row[digit]), cell, digit)
        for cell, row in enumerate(probabilities)
        for digit in range(10)
        if digit != best[cell] and row[digit] >= least
    )


def _readings(changes: Sequence[Change]) -> Iterator[tuple[float, tuple[Change, ...] | None]]:
    """Sets of changes in at most one digit per cell, in the order of their total loss; the empty set first, and None
    where there are too many.
    """
    queue: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for _ in range(MOST_READINGS):
        if not queue:
            return
        loss, chosen = heapq.heappop(queue)
        made = tuple(changes[each] for each in chosen)
        if len({cell for _, cell, _ in made}) == len(made):
            yield loss, made
        following = chosen[-1] + 1 if chosen else 0
        if following < len(changes):
            more = changes[following][0]
            heapq.heappush(queue, (loss + more, (*chosen, following)))
            if chosen:
                heapq.heappush(queue, (loss - changes[chosen[-1]][0] + more, (*chosen[:-1], following)))
    if queue:
        yield queue[0][0], None


def _changed(best: Sequence[int], changes: Sequence[Change]) -> bytes:
    values = bytearray(best)
    for _, cell, digit in changes:
        values[cell] = digit
    return bytes(values)


def _is_legal(values: Sequence[int]) -> bool:
    for house in CLASSIC.houses:
        digits = [values[cell] for cell in house.cells if values[cell]]
        if len(set(digits)) != len(digits):
            return False
    return True


def _has_one_solution(values: bytes) -> bool:
    puzzle = Puzzle(Grid(CLASSIC, values))
    return engine_for(puzzle).is_unique(puzzle)


def _doubt(cell: int, digit: int, row: Sequence[float]) -> Doubt:
    others = sorted((each for each in range(10) if each != digit), key=lambda each: -row[each])
    likely = [each for each in others if row[each] >= POSSIBLE] or others[:1]
    return Doubt(cell, digit, round(float(row[digit]), 4), tuple(likely))
