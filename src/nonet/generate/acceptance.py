"""The acceptance test for a level or a technique: whether a puzzle's path is what a recipe asks for.

*The path* is the one that is rated: the easiest step first, in the order of the catalog. A puzzle **needs** a technique
if

    1.  the technique is on the path, and
    2.  the other techniques of the path do not solve the puzzle without it.

One technique is *harder* than another if its level is higher, or its score at the same level. The limit of a recipe is
its level; without a level, the hardest technique that it requires.

Most puzzles are refused, so refusing must be fast. First the grade: do singles solve the puzzle? (The kernel grades a
hundred thousand a second.) Then the path, given up at the first step that is too hard or too expensive. Last, the path
without the technique.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from nonet.generate.levels import hardness, level_named, most_score, usual
from nonet.generate.recipe import SINGLES, Recipe
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import ENTRIES, Finder, Level
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import Rating
from nonet.rating.hodoku import Hodoku
from nonet.step import Step

__all__ = ["SIGNS", "Acceptance", "PathSummary", "Refusal", "needs", "solved_by_singles", "walk"]


class Refusal(Enum):
    """Why a candidate is refused."""

    UNDUG = "not dug as asked"
    WRONG_COUNT = "with another clue count"
    NOT_MINIMAL = "not minimal"
    TOO_EASY = "too easy"
    TOO_HARD = "too hard"
    NOT_ALLOWED = "with a technique that is not allowed"
    NOT_NEEDED = "without need of the technique"
    WRONG_RATING = "with another rating"

    __hash__ = object.__hash__


@dataclass(frozen=True)
class PathSummary:
    """What a recipe may ask of a path: its rating, and its techniques, easiest first."""

    rating: Rating
    techniques: tuple[str, ...]

    @staticmethod
    def of(steps: Sequence[Step]) -> PathSummary:
        """Of a path that reaches the solution."""
        used = {step.technique for step in steps}
        return PathSummary(
            Hodoku().rate_path(steps), tuple(sorted(used, key=lambda key: (hardness(key), key)))
        )


def walk(
    position: Position, finders: Sequence[Finder], *, only: Collection[str] | None = None
) -> Iterator[Step]:
    """Solves by these finders and techniques alone, the easiest step first; ends when none finds a step."""
    while position.unsolved:
        step = _first(position, finders, only)
        if step is None:
            return
        yield step
        position.apply(step)


def _first(position: Position, finders: Sequence[Finder], only: Collection[str] | None) -> Step | None:
    for find in finders:
        for step in find(position, DEFAULTS):
            if only is None or step.technique in only:
                return step
    return None


def needs(puzzle: Puzzle, technique: str, *, within: Collection[str]) -> bool:
    """Whether the techniques `within` cannot solve the puzzle without this one.

    >>> puzzle = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> needs(puzzle, "naked-single", within=["full-house", "naked-single"])
    True
    >>> needs(puzzle, "full-house", within=["full-house", "naked-single"])
    False
    """
    position = Position.of(puzzle)
    others = frozenset(within) - {technique}
    for _ in walk(position, _finders(puzzle.layout, others), only=others):
        pass
    return not position.is_solved


def solved_by_singles(puzzles: Sequence[bytes]) -> list[bool]:
    """For each puzzle of the classic board, values row by row: whether naked and hidden singles solve it.

    >>> solved_by_singles([bytes(81)])
    [False]
    """
    if kernel is not None:
        grades = bytearray(len(puzzles))
        text = b"".join(puzzles).translate(SIGNS)
        kernel.grade_batch(text, grades)
        return [grade == 1 for grade in grades]
    finders = _finders(CLASSIC, SINGLES)
    found = []
    for values in puzzles:
        position = Position.of(Puzzle(Grid(CLASSIC, values)))
        for _ in walk(position, finders):
            pass
        found.append(position.is_solved)
    return found


SIGNS = bytes(48 + value if value < 10 else 63 for value in range(256))
"""Translates values to the characters that the kernel reads."""


def _finders(layout: Layout, keys: frozenset[str]) -> tuple[Finder, ...]:
    """The finders of any of these techniques, in the order of the catalog."""
    return tuple(
        entry.finder
        for entry in ENTRIES
        if entry.on and any(each.key in keys and each.suits(layout) for each in entry.techniques)
    )


class Acceptance:
    """The acceptance test of a recipe, prepared for many puzzles.

    >>> mini = Layout.named("4x4")
    >>> acceptance = Acceptance(Recipe(layout=mini, level="easy"))
    >>> acceptance.judge(Puzzle.of(mini, [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])).rating.score
    36
    """

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.level = None if recipe.level is None else level_named(recipe.level)
        self._prices = {each.key: each.score for each in usual(recipe.layout)}
        self._permitted = frozenset(key for key in self._prices if recipe.permits(key))
        tops = [] if recipe.rating is None else [recipe.rating[1]]
        if self.level is not None and (bound := most_score(self.level)) is not None:
            tops.append(bound)
        self._most = min(tops, default=None)

    @cached_property
    def _path(self) -> tuple[Finder, ...]:
        """The finders of the usual path, up to the last one that a permitted technique needs."""
        keys = list(self._prices)
        last = max(keys.index(key) for key in self._permitted)
        return _finders(self.recipe.layout, frozenset(keys[: last + 1]))

    @cached_property
    def by_grade(self) -> bool | None:
        """True: singles must solve the puzzle; False: they must not; None: either."""
        if self.recipe.layout != CLASSIC:
            return None
        if self._permitted <= SINGLES:
            return True
        if self.level is not None and self.level > Level.EASY:
            return False
        return False if self.recipe.required - SINGLES else None

    def judge(self, puzzle: Puzzle) -> PathSummary | Refusal:
        """Judges a puzzle by its path. It has one solution, and its clues are as the recipe asks."""
        recipe, position = self.recipe, Position.of(puzzle)
        steps: list[Step] = []
        spent = 0
        for step in walk(position, self._path):
            if step.technique not in self._permitted:
                return self._too_much(step.technique)
            steps.append(step)
            spent += self._prices[step.technique]
            if self._most is not None and spent > self._most:
                return Refusal.TOO_HARD
        if not position.is_solved:
            return Refusal.TOO_HARD
        summary = PathSummary.of(steps)
        if not recipe.required <= set(summary.techniques):
            return Refusal.NOT_NEEDED
        if self.level is not None and summary.rating.level != recipe.level:
            return Refusal.TOO_EASY
        if recipe.rating is not None and summary.rating.score < recipe.rating[0]:
            return Refusal.WRONG_RATING
        if not all(needs(puzzle, key, within=summary.techniques) for key in recipe.required):
            return Refusal.NOT_NEEDED
        return summary

    def _too_much(self, key: str) -> Refusal:
        limit = self.recipe.limit
        return Refusal.TOO_HARD if limit is not None and hardness(key) > limit.key else Refusal.NOT_ALLOWED
