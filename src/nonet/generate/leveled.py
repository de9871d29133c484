"""Puzzles of a variant for people: steps up to a level solve them, and some step is of the level itself.

    draft       clues of the variant, and then a grid; of several, those that steps solve furthest
    givens      where the steps end, a digit is given: of some cells tried, the one that leads furthest
    thinning    givens and then clues are removed while steps of the level solve the puzzle (for an unfair one, while
                hard steps do)
    one less    where that is too easy, one more is removed, or exchanged for a given, so that a few steps of the level
                are needed

A puzzle of another level than asked for is dropped. What such steps solve has one solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from nonet.engines import engine_for
from nonet.generate.orbits import orbits
from nonet.generate.thinning import needed
from nonet.generate.variant_clues import Group
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.logic.catalog import Level, technique
from nonet.logic.path import next_step, settle
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules.base import Rule

Part = tuple[int | Rule, ...]
"""Cells that are given together, or clues."""

_TRIES = 3
"""How many puzzles are made of a draft."""
_CELLS_TRIED = 4
_MOST_GIVENS = 8
"""On the classic board; a symmetry may need as many again. Rules of the whole board, without clues, need more."""
_MOST_PATHS = 40
"""How many paths are looked at to see what can be removed."""
_MOST_ENDS = {Level.MEDIUM: 15, Level.HARD: 15, Level.UNFAIR: 5}
"""Of how many puzzles that easier steps do not solve those of the level are tried; unfair ones take longer."""


class Sketch(NamedTuple):
    """A solution, rules of the whole board, and clues to choose from, of which so many kinds are wanted and at least
    so many clues.
    """

    grid: Grid
    fixed: tuple[Rule, ...]
    clues: tuple[Group, ...]
    kinds: int
    least: int = 0

    def puzzle(self, parts: Sequence[Part]) -> Puzzle:
        """The puzzle with these givens and clues."""
        everything = [*self.fixed, *(each for part in parts for each in part)]
        shown = {each for each in everything if isinstance(each, int)}
        givens = bytes(value if cell in shown else 0 for cell, value in enumerate(self.grid))
        rules = tuple(each for each in everything if isinstance(each, Rule))
        return Puzzle(Grid(self.grid.layout, givens), rules=rules)


class ClueDraft(NamedTuple):
    """A puzzle of clues alone, some of which may be impossible together; `finished` leaves these out and makes a grid,
    which takes longer than to draw the clues.
    """

    puzzle: Puzzle
    finished: Callable[[], Sketch]


def kinds_of(rules: Iterable[Rule]) -> set[str]:
    """The kinds of clues; white and black dots are one."""
    return {rule.variant or rule.kind for rule in rules}


def leveled(
    drafts: Iterable[ClueDraft], rng: Rng, level: Level, symmetry: str
) -> tuple[Sketch, Puzzle | None]:
    """A puzzle of this level with some of the clues, and as few givens as possible; None if none was found."""
    draft = _best(drafts)
    start = Position.of(draft.puzzle(draft.clues))
    settle(start, min(level, Level.HARD))
    for _ in range(_TRIES):
        cells = rng.shuffled(orbits(draft.grid.layout, symmetry))
        most = _MOST_GIVENS * max(map(len, cells)) * len(draft.grid) // CLASSIC.cell_count
        if not draft.clues:
            most = len(draft.grid)
        for puzzle in _thinned(draft, start, cells, rng, level, most):
            if puzzle.clue_count <= most and _has_level(puzzle, level):
                return draft, puzzle
    return draft, None


def _thinned(
    draft: Sketch, start: Position, cells: Sequence[tuple[int, ...]], rng: Rng, level: Level, most: int
) -> Iterator[Puzzle]:
    usual = min(level, Level.HARD)
    givens = _needed_givens(start, draft.grid, cells, usual)
    clues = rng.shuffled(draft.clues) if draft.kinds > 1 else draft.clues[::-1]
    is_enough = partial(_is_enough, draft, usual, iter(range(_MOST_PATHS)))

    def are_many(kept: Sequence[Group]) -> bool:
        return sum(map(len, kept)) >= draft.least

    givens = needed(rng.shuffled(givens), lambda kept: is_enough([*kept, *clues]))
    less = max(map(len, cells)) if level > Level.EASY else 0  # what may be removed once more
    if _given(givens) - less > most:
        return
    parts: list[Part] = [*givens, *needed(clues, lambda kept: are_many(kept) and is_enough([*givens, *kept]))]
    if level == usual:
        yield draft.puzzle(parts)
    if level > Level.EASY:
        yield from _one_less(draft, parts, cells, level, most)


def _one_less(
    draft: Sketch, parts: list[Part], cells: Sequence[tuple[int, ...]], level: Level, most: int
) -> Iterator[Puzzle]:
    """Without one of the parts, perhaps with another given, such that steps of the level are needed, but few of them:
    of those tried, where they begin last.
    """
    easier = Level(level - 1)
    without = ([*parts[:at], *parts[at + 1 :]] for at in range(len(parts)))
    ends = [(position, kept) for kept in without if (position := _settled(draft, easier, kept))]
    ends = sorted((end for end in ends if end[0].unsolved), key=lambda end: _left(end[0]))
    for position, kept in ends[:_CELLS_TRIED]:
        waiting = (orbit for orbit in cells if any(position.unsolved >> cell & 1 for cell in orbit))
        for orbit in islice(waiting, _CELLS_TRIED):
            ends.append((_with_given(position, draft.grid, orbit, easier), [orbit, *kept]))
    ends = sorted((end for end in ends if end[0].unsolved), key=lambda end: _left(end[0]))
    for position, kept in ends[: _MOST_ENDS[level]]:
        if _given(kept) > most:
            continue
        settle(position, level)
        if position.is_solved:
            yield draft.puzzle(kept)


def _given(parts: Sequence[Part]) -> int:
    """How many cells are given."""
    return sum(isinstance(each, int) for part in parts for each in part)


def _best(drafts: Iterable[ClueDraft]) -> Sketch:
    """The draft that easy steps solve furthest."""
    best, least = None, 0
    for draft in drafts:
        position = Position.of(draft.puzzle)
        settle(position, Level.EASY)
        left = len(position.values) ** 2 if position.is_stuck else _left(position)
        if best is None or left < least:
            best, least = draft, left
        if position.is_solved:
            break
    assert best is not None
    return best.finished()


def _is_enough(draft: Sketch, limit: Level, paths: Iterator[int], kept: Sequence[Part]) -> bool:
    """Whether steps up to a level solve it, as long as there are paths left to try."""
    position = _settled(draft, limit, kept, paths)
    return position is not None and position.is_solved


def _settled(
    draft: Sketch, limit: Level, kept: Sequence[Part], paths: Iterator[int] | None = None
) -> Position | None:
    """Where steps up to a level end; None if there are no paths left to try, a kind is missing or there are several
    solutions.

    An engine sees that sooner than steps do; its proof that there is one is short as well, but for sums of diagonals.
    """
    puzzle = draft.puzzle(kept)
    kinds = kinds_of(puzzle.rules)
    if len(kinds) < draft.kinds or (
        "little_killer" not in kinds and not engine_for(puzzle).is_unique(puzzle)
    ):
        return None
    if paths is not None and next(paths, None) is None:
        return None
    position = Position.of(puzzle)
    settle(position, limit)
    return position


def _has_level(puzzle: Puzzle, level: Level) -> bool:
    """Whether the hardest step of the path of a puzzle that such steps solve is of this level.

    It is not if easier steps solve it, too, which is soon known. A harder one may come before those of the level.
    """
    if level > Level.EASY:
        position = Position.of(puzzle)
        settle(position, Level(level - 1))
        if position.is_solved:
            return False
    position, hardest = Position.of(puzzle), Level.EASY
    for step in position.steps(next_step):
        hardest = max(hardest, technique(step.technique).level)
        if hardest > level:
            return False
    return position.is_solved and hardest == level


def _left(position: Position) -> int:
    """How many candidates are left."""
    return sum(mask.bit_count() for mask in position.masks)


def _needed_givens(
    position: Position, grid: Grid, cells: Sequence[tuple[int, ...]], level: Level
) -> list[Part]:
    """Cells that are enough for steps up to a level, from these orbits."""
    givens: list[Part] = []
    waiting = list(cells)
    while not position.is_solved:
        waiting = [orbit for orbit in waiting if any(position.unsolved >> cell & 1 for cell in orbit)]
        further = {orbit: _with_given(position, grid, orbit, level) for orbit in waiting[:_CELLS_TRIED]}
        best = min(further, key=lambda orbit: _left(further[orbit]))
        position = further[best]
        givens.append(best)
        waiting.remove(best)
        waiting = waiting[_CELLS_TRIED - 1 :] + waiting[: _CELLS_TRIED - 1]
    return givens


def _with_given(position: Position, grid: Grid, cells: Sequence[int], level: Level) -> Position:
    position = position.copy()
    for cell in cells:
        if not position.values[cell]:
            position.place(cell, grid[cell])
    settle(position, level)
    return position
