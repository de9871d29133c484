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

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

from nonet.generate.levels import hardness, level_named, most_score, usual
from nonet.generate.recipe import SINGLES, Recipe
from nonet.generate.walk import Walk, Walker
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Level
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import Rating
from nonet.rating.hodoku import Hodoku
from nonet.rating.variants import VariantScale
from nonet.records import SIGNS

TOGETHER = 32
"""Puzzles that are judged at once; the last few may be judged for nothing."""


class Refusal(Enum):
    """Why a candidate is refused."""

    UNDUG = "without a puzzle"
    WRONG_COUNT = "with another clue count"
    NOT_MINIMAL = "not minimal"
    TOO_EASY = "too easy"
    TOO_HARD = "too hard"
    NOT_ALLOWED = "with a technique that is not allowed"
    NOT_NEEDED = "not needing the technique"
    WRONG_RATING = "with another rating"
    REPEATED = "repeated"

    __hash__ = object.__hash__


@dataclass(frozen=True)
class PathSummary:
    """What a recipe may ask of a path: its rating, and its techniques, easiest first."""

    rating: Rating
    techniques: tuple[str, ...]

    @staticmethod
    def of(puzzle: Puzzle) -> PathSummary:
        """Of the path of a puzzle with one solution."""
        if puzzle.rules:
            keys, finished = VariantScale.techniques(puzzle)
            return PathSummary(VariantScale().rate_techniques(keys, finished=finished), _in_order(keys))
        return PathSummary.of_walk(_usual_walker(puzzle.layout).walk(puzzle.givens.entries))

    @staticmethod
    def of_walk(walked: Walk) -> PathSummary:
        """Of a path that reaches the solution."""
        return PathSummary(_rating(walked), _in_order(walked.techniques))


def _in_order(techniques: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(techniques), key=lambda key: (hardness(key), key)))


def _rating(walked: Walk) -> Rating:
    return Hodoku().rate_techniques(walked.techniques, differs=walked.differs)


def needs(puzzle: Puzzle, technique: str, *, within: Collection[str]) -> bool:
    """Whether the techniques `within` cannot solve the puzzle without this one.

    >>> puzzle = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> needs(puzzle, "naked-single", within=["full-house", "naked-single"])
    True
    >>> needs(puzzle, "full-house", within=["full-house", "naked-single"])
    False
    """
    others = frozenset(within) - {technique}
    return not Walker(puzzle.layout, others, only=others).walk(puzzle.givens.entries).is_solved


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
    return [walked.is_solved for walked in Walker(CLASSIC, SINGLES).walks(puzzles)]


@lru_cache(maxsize=16)
def _usual_walker(layout: Layout) -> Walker:
    return Walker(layout, [each.key for each in usual(layout)])


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
    def _walker(self) -> Walker:
        """Walks the usual path, with finders up to the last one that a permitted technique needs."""
        last = max(self._usual.index(key) for key in self._permitted)
        return Walker(self.recipe.layout, self._usual[: last + 1], permitted=self._permitted, most=self._most)

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
        return next(self.judge_many([puzzle.givens.entries]))

    def judge_many(self, many: Sequence[bytes]) -> Iterator[PathSummary | Refusal]:
        """Judges puzzles, given as values row by row, a few at a time."""
        for first in range(0, len(many), TOGETHER):
            some = many[first : first + TOGETHER]
            yield from map(self._verdict, some, self._walker.walks(some))

    def walks(self, many: Sequence[bytes]) -> Iterator[Walk]:
        """The paths of puzzles, each given up where the recipe refuses it."""
        return self._walker.walks(many)

    def _verdict(self, givens: bytes, walked: Walk) -> PathSummary | Refusal:
        recipe = self.recipe
        if walked.techniques and (last := walked.techniques[-1]) not in self._permitted:
            too_hard = recipe.limit is not None and hardness(last) > recipe.limit.key
            return Refusal.TOO_HARD if too_hard else Refusal.NOT_ALLOWED
        if not walked.is_solved:
            return Refusal.TOO_HARD
        if not recipe.required <= set(walked.techniques):
            return Refusal.NOT_NEEDED
        rating = _rating(walked)
        if self.level is not None and rating.level != recipe.level:
            return Refusal.TOO_EASY
        if recipe.rating is not None and rating.score < recipe.rating[0]:
            return Refusal.WRONG_RATING
        summary = PathSummary.of_walk(walked)
        puzzle = Puzzle(Grid(recipe.layout, givens)) if recipe.required else None
        if puzzle and not all(needs(puzzle, key, within=summary.techniques) for key in recipe.required):
            return Refusal.NOT_NEEDED
        return summary
