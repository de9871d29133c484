"""New killers: a cage for every cell of a random grid; neighbouring cages are joined while the puzzle stays good.

    usually                       good is what has one solution, by an engine
    with a level, on the plain    good is what steps of this level and easier ones solve, which then has one solution,
    9x9 board                     too: the hardest step is mostly of the level itself

A killer of another level than asked for is dropped; then another grid is drawn. A map of cages with a symmetry is
carried onto itself by a turn or a reflection: whenever two cages are joined, their images are joined too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from typing import NamedTuple

from nonet.engines import engine_for
from nonet.generate.orbits import images
from nonet.grid import Grid
from nonet.grouping import grouped
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Entry, Level, technique
from nonet.logic.compiled import Plan
from nonet.logic.killers import cage_bytes, killer_entries, killer_plan, walk_of_cages
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import next_step
from nonet.logic.position import Position
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import Cage
from nonet.step import Step

Border = tuple[tuple[int, ...], ...]
"""Two neighbouring cells, and where a symmetry carries them."""

_MOST_STARTS = 4
"""How many maps are started, at most, to find one without cages of one cell."""
_FIRST = 8
"""How many borders are removed at once at first."""


class CageMap(NamedTuple):
    """For each cell the first cell of its cage; at the first cell of a cage its digits, as a bitmask, and their sum.

    first_cells    0 0 2        two cages: the first has three cells, and 1 3 9 are its digits
                   0 2 2
    """

    first_cells: bytes
    digits: list[int]
    sums: list[int]

    @staticmethod
    def of(grid: Grid, first_cells: bytes) -> CageMap:
        digits, sums = [0] * len(grid), [0] * len(grid)
        for first, digit in zip(first_cells, grid, strict=True):
            digits[first] |= 1 << (digit - 1)
            sums[first] += digit
        return CageMap(first_cells, digits, sums)

    @property
    def rules(self) -> tuple[Cage, ...]:
        cells = grouped((first, cell) for cell, first in enumerate(self.first_cells))
        return tuple(_cage(tuple(each), self.sums[first]) for first, each in cells.items())

    @property
    def singles(self) -> int:
        """How many cages have one cell."""
        return sum(self.first_cells.count(first) == 1 for first in set(self.first_cells))

    def joined(self, border: Border, most: int, small: int) -> CageMap | None:
        """The map without a border and its images.

        None if one cage is on both sides, both have more than `small` cells, or a cage would have a digit twice or more
        than `most` cells.
        """
        first_cells, digits, sums = self
        cell, neighbour = border[0]
        one, two = digits[first_cells[cell]], digits[first_cells[neighbour]]
        if one & two or (one.bit_count() > small and two.bit_count() > small):
            return None
        digits, sums = digits.copy(), sums.copy()
        for cell, neighbour in border:
            low, high = sorted((first_cells[cell], first_cells[neighbour]))
            if low == high:
                continue
            if digits[low] & digits[high] or (digits[low] | digits[high]).bit_count() > most:
                return None
            first_cells = first_cells.replace(bytes((high,)), bytes((low,)))
            digits[low] |= digits[high]
            sums[low] += sums[high]
        return CageMap(first_cells, digits, sums)


def joined_cages(
    grid: Grid, rng: Rng, *, largest: int, symmetry: str = "none", accepts: Callable[[CageMap], bool]
) -> CageMap:
    """Cages of up to `largest` different digits that cannot be joined further at random.

    First cells are joined to pairs, then cells left on their own to a neighbour. Of several such beginnings the one
    with the fewest cages of one cell is continued: any cages are joined.

    `accepts` is asked about the maps. What it refuses, it should refuse with more cages joined, too.

    >>> from nonet.generate.fill import random_grid
    >>> grid = random_grid(Layout.named("4x4"), Rng(1))
    >>> cages = joined_cages(grid, Rng(1), largest=2, accepts=lambda cages: True)
    >>> [len(cage.cells) for cage in cages.rules]
    [2, 2, 2, 2, 2, 2, 2, 2]
    """
    joiner = _Joiner(rng, _borders(grid.layout, symmetry), accepts)
    start = CageMap.of(grid, bytes(range(len(grid))))  # a cage for every cell
    started: list[CageMap] = []
    while len(started) < _MOST_STARTS and all(cages.singles for cages in started):
        pairs = joiner.joined(start, most=2, small=1)
        started.append(joiner.joined(pairs, most=largest, small=1))
    return joiner.joined(min(started, key=lambda cages: cages.singles), most=largest, small=largest)


def joined_by_kernel(
    grid: Grid, givens: Grid, rng: Rng, *, largest: int, symmetry: str, plan: Plan
) -> CageMap:
    """The same on the plain 9x9 board, where maps are accepted that the finders of a plan solve."""
    assert kernel is not None
    borders = _border_bytes(grid.layout, symmetry)
    first_cells, rng.state = kernel.killer_join(
        grid.entries, givens.entries, borders, largest, rng.state, plan.finders, plan.options
    )
    return CageMap.of(grid, first_cells)


class _Joiner(NamedTuple):
    rng: Rng
    borders: Sequence[Border]
    accepts: Callable[[CageMap], bool]

    def joined(self, cages: CageMap, *, most: int, small: int) -> CageMap:
        """Removes borders in a random order, each if `accepts` allows it; for `most` and `small` see `CageMap.joined`.

        Several borders are removed at once; if that is refused, bisection finds the first that must stay.
        """
        borders = self.rng.shuffled(self.borders)
        several = _FIRST
        while ahead := list(islice(_removals(cages, borders, most, small), several)):
            kept = len(ahead)
            if not self.accepts(ahead[-1][0]):
                kept = bisect_left(ahead, True, hi=kept - 1, key=lambda each: not self.accepts(each[0]))
            if kept:
                cages = ahead[kept - 1][0]
            several = 2 * several if kept == len(ahead) else max(kept, 1)
            borders = borders[ahead[min(kept, len(ahead) - 1)][1] :]
        return cages


def _removals(
    cages: CageMap, borders: Sequence[Border], most: int, small: int
) -> Iterator[tuple[CageMap, int]]:
    """Maps without one border, two, three …, and how many of the borders were looked at for each."""
    for looked_at, border in enumerate(borders, start=1):
        if (joined := cages.joined(border, most, small)) is not None:
            cages = joined
            yield cages, looked_at


@lru_cache(maxsize=4096)
def _cage(cells: tuple[int, ...], total: int) -> Cage:
    """Kept, because the same cage occurs in many maps."""
    return Cage(cells, total)


@lru_cache(maxsize=64)
def _borders(layout: Layout, symmetry: str) -> tuple[Border, ...]:
    return tuple(images(layout, symmetry, pair) for pair in layout.neighbours)


@lru_cache(maxsize=64)
def _border_bytes(layout: Layout, symmetry: str) -> bytes:
    """For the kernel: for each border the number of its pairs of cells, and the pairs."""
    return b"".join(
        bytes([len(border), *chain.from_iterable(border)]) for border in _borders(layout, symmetry)
    )


_OPTIONS = Options(uniqueness=False)


def caged(
    grid: Grid, givens: Grid, rng: Rng, *, largest: int, symmetry: str, level: Level | None
) -> Puzzle | None:
    """A killer with this solution; None if it is not of this level."""
    cages = _joined(grid, givens, rng, largest=largest, symmetry=symmetry, level=level)
    if level is None or _has_level(givens, cages, grid, level):
        return Puzzle(givens, rules=cages.rules)
    return None


def _joined(
    grid: Grid, givens: Grid, rng: Rng, *, largest: int, symmetry: str, level: Level | None
) -> CageMap:
    is_good: Callable[[CageMap], bool] = partial(_is_unique, givens)
    if level is not None and level < Level.EXTREME and grid.layout == CLASSIC:
        if (plan := killer_plan(DEFAULTS, level)) is not None:
            return joined_by_kernel(grid, givens, rng, largest=largest, symmetry=symmetry, plan=plan)
        is_good = partial(_is_solved, killer_entries(CLASSIC, level), givens)
    return joined_cages(grid, rng, largest=largest, symmetry=symmetry, accepts=is_good)


# -- levels --------------------------------------------------------------------------------------------------------


def _has_level(givens: Grid, cages: CageMap, solution: Grid, level: Level) -> bool:
    """Whether the path leads to the solution, and the hardest step is of this level."""
    if givens.layout == CLASSIC:
        walk = walk_of_cages(givens.entries, cage_bytes(cages.first_cells, cages.sums))
        if walk is not None:
            return walk.values == solution.entries and _hardest(walk.techniques) == level
    position = Position.of(Puzzle(givens, rules=cages.rules))
    taken: list[str] = []
    for step in position.steps(next_step):
        if technique(step.technique).level > level:
            return False
        taken.append(step.technique)
    return bytes(position.values) == solution.entries and _hardest(taken) == level


def _hardest(taken: Sequence[str]) -> Level:
    return max((technique(key).level for key in set(taken)), default=Level.EASY)


# -- which maps are good -------------------------------------------------------------------------------------------


def _is_unique(givens: Grid, cages: CageMap) -> bool:
    puzzle = Puzzle(givens, rules=cages.rules)
    return engine_for(puzzle).is_unique(puzzle)


def _is_solved(entries: Sequence[Entry], givens: Grid, cages: CageMap) -> bool:
    """Whether these finders solve it."""

    def first(position: Position) -> Step | None:
        return next((step for entry in entries for step in entry.finder(position, _OPTIONS)), None)

    position = Position.of(Puzzle(givens, rules=cages.rules))
    for _ in position.steps(first):
        pass
    return position.is_solved
