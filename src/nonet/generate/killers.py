"""New killers: a cage for every cell of a random grid; neighbouring cages are joined while the puzzle stays good.

    usually                       good is what has one solution, by an engine
    with a level, on the plain    good is what steps of this level and easier ones solve, which then has one solution,
    9x9 board                     too: the hardest step is mostly of the level itself

Whoever asks for a level looks at the result, and draws another grid if it is of another level.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from nonet.engines import engine_for
from nonet.generate.cages import CageMap, joined_cages
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.logic.catalog import Entry, Level, technique
from nonet.logic.killers import cage_bytes, killer_entries, killer_plan, killer_walk, solves
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import next_step
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rng import Rng

__all__ = ["caged", "has_level"]

_OPTIONS = Options(uniqueness=False)


def caged(grid: Grid, givens: Grid, rng: Rng, *, largest: int, symmetry: str, level: Level | None) -> Puzzle:
    """A killer with this solution, probably of this level; see `has_level`."""
    is_good: Callable[[CageMap], bool] = partial(_is_unique, givens)
    if level is not None and level < Level.EXTREME and grid.layout == CLASSIC:
        is_good = _is_solved_within(level, givens)
    cages = joined_cages(grid, rng, largest=largest, symmetry=symmetry, accepts=is_good)
    return Puzzle(givens, rules=cages.rules)


def has_level(puzzle: Puzzle, solution: Grid, level: Level) -> bool:
    """Whether its path leads to the solution, and the hardest step is of this level."""
    walk = killer_walk(puzzle)
    if walk is not None:
        return walk.values == solution.values and _hardest(walk.techniques) == level
    position = Position.of(puzzle)
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


def _is_solved_within(level: Level, givens: Grid) -> Callable[[CageMap], bool]:
    """On the plain board: by the kernel, or without it by the Python finders."""
    if (plan := killer_plan(DEFAULTS, level)) is not None:
        return lambda cages: solves(plan, givens.values, cage_bytes(cages.first_cells, cages.sums))
    entries = killer_entries(CLASSIC, level)
    return lambda cages: _solves(entries, Puzzle(givens, rules=cages.rules))


def _solves(entries: Sequence[Entry], puzzle: Puzzle) -> bool:
    """What `solves` does, in Python."""
    position = Position.of(puzzle)
    while position.unsolved:
        steps = (step for entry in entries for step in entry.finder(position, _OPTIONS))
        if (step := next(steps, None)) is None:
            return False
        position.apply(step)
    return True
