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

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from nonet.generate.levels import hardness, level_named, most_score, usual
from nonet.generate.recipe import SINGLES, Recipe
from nonet.generate.walk import Walk, entries_with, walk
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.logic.catalog import Entry, Level
from nonet.logic.options import DEFAULTS
from nonet.logic.path import entries_for
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import Rating
from nonet.rating.hodoku import Hodoku
from nonet.records import SIGNS

__all__ = ["Acceptance", "PathSummary", "Refusal", "needs", "solved_by_singles"]


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
    def of(puzzle: Puzzle) -> PathSummary:
        """Of the path of a puzzle with one solution."""
        return PathSummary.of_walk(walk(puzzle, entries_for(puzzle.layout, DEFAULTS)))

    @staticmethod
    def of_walk(walked: Walk) -> PathSummary:
        """Of a path that reaches the solution."""
        used = sorted(set(walked.techniques), key=lambda key: (hardness(key), key))
        rating = Hodoku().rate_techniques(walked.techniques, differs=walked.differs)
        return PathSummary(rating, tuple(used))


def needs(puzzle: Puzzle, technique: str, *, within: Collection[str]) -> bool:
    """Whether the techniques `within` cannot solve the puzzle without this one.

    >>> puzzle = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> needs(puzzle, "naked-single", within=["full-house", "naked-single"])
    True
    >>> needs(puzzle, "full-house", within=["full-house", "naked-single"])
    False
    """
    others = frozenset(within) - {technique}
    return not walk(puzzle, entries_with(puzzle.layout, others), only=others).is_solved


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
    entries = entries_with(CLASSIC, SINGLES)
    return [walk(Puzzle(Grid(CLASSIC, values)), entries).is_solved for values in puzzles]


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
        self._usual = tuple(each.key for each in usual(recipe.layout))
        self._permitted = frozenset(key for key in self._usual if recipe.permits(key))
        tops = [] if recipe.rating is None else [recipe.rating[1]]
        if self.level is not None and (bound := most_score(self.level)) is not None:
            tops.append(bound)
        self._most = min(tops, default=None)

    @cached_property
    def _path(self) -> tuple[Entry, ...]:
        """What the usual path tries, up to the last finder that a permitted technique needs."""
        last = max(self._usual.index(key) for key in self._permitted)
        return entries_with(self.recipe.layout, self._usual[: last + 1])

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
        recipe = self.recipe
        walked = walk(puzzle, self._path, permitted=self._permitted, most=self._most)
        if walked.techniques and walked.techniques[-1] not in self._permitted:
            return self._too_much(walked.techniques[-1])
        if not walked.is_solved or (self._most is not None and walked.score > self._most):
            return Refusal.TOO_HARD
        summary = PathSummary.of_walk(walked)
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
