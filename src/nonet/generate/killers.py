"""New killers: a cage for every cell of a random grid; neighbouring cages are joined while the puzzle stays good.

    usually                       good is what has one solution, by an engine
    with a level, on the plain    good is what steps of this level and easier ones solve, which then has one solution,
    9x9 board                     too: the hardest step is mostly of the level itself

A killer of another level than asked for is dropped; then another grid is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from nonet.engines import engine_for
from nonet.generate.cages import CageMap, joined_by_kernel, joined_cages
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.logic.catalog import Entry, Level, technique
from nonet.logic.killers import cage_bytes, killer_entries, killer_plan, walk_of_cages
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import next_step
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rng import Rng

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
        walk = walk_of_cages(givens.values, cage_bytes(cages.first_cells, cages.sums))
        if walk is not None:
            return walk.values == solution.values and _hardest(walk.techniques) == level
    position = Position.of(Puzzle(givens, rules=cages.rules))
    taken: list[str] = []
    while position.unsolved:
        step = next_step(position)
        if step is None or technique(step.technique).level > level:
            return False
        taken.append(step.technique)
        position.apply(step)
    return bytes(position.values) == solution.values and _hardest(taken) == level


def _hardest(taken: Sequence[str]) -> Level:
    return max((technique(key).level for key in set(taken)), default=Level.EASY)


# -- which maps are good -------------------------------------------------------------------------------------------


def _is_unique(givens: Grid, cages: CageMap) -> bool:
    puzzle = Puzzle(givens, rules=cages.rules)
    return engine_for(puzzle).is_unique(puzzle)


def _is_solved(entries: Sequence[Entry], givens: Grid, cages: CageMap) -> bool:
    """Whether these finders solve it."""
    position = Position.of(Puzzle(givens, rules=cages.rules))
    while position.unsolved:
        steps = (step for entry in entries for step in entry.finder(position, _OPTIONS))
        if (step := next(steps, None)) is None:
            return False
        position.apply(step)
    return True
