"""Puzzles of several levels from the same candidates.

    number k → dig → clue count → minimal? → singles? → path → easy, medium, hard, unfair or extreme

A candidate that is refused for one level is often what another one asks for. So every candidate is judged once, for all
levels that still need puzzles, and its path is given up where it becomes too hard for the hardest of them. Each level
gets the puzzles that `make` finds for it with the same seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nonet.engines import default_engine
from nonet.generate.acceptance import TOGETHER, PathSummary, solved_by_singles
from nonet.generate.banks import Candidate
from nonet.generate.examine import Made, acceptance_of, shape
from nonet.generate.levels import LEVELS
from nonet.generate.recipe import Recipe
from nonet.generate.search import make
from nonet.generate.sources import source
from nonet.generate.walk import Walk
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

AT_ONCE = 128
"""Candidates that are dug at once, at most."""

Numbered = tuple[int, Candidate]


def make_levels(
    recipe: Recipe, seed: int, counts: Mapping[str, int], *, effort: int | None = None
) -> dict[str, list[Made]]:
    """For each level the first puzzles of this recipe and seed, as many as `counts` says.

    The recipe asks neither for a level nor for a rating or techniques. The search ends early, with fewer puzzles, when
    `effort` candidates in a row were refused for some level.

    >>> found = make_levels(Recipe(), 7, {"easy": 2, "medium": 1})
    >>> [[made.rating.level for made in some] for some in found.values()]
    [['easy', 'easy'], ['medium']]
    """
    if recipe.layout != CLASSIC:  # where each level has numbers of clues of its own
        return {
            level: list(make(replace(recipe, level=level), seed, count=count, effort=effort)) if count else []
            for level, count in counts.items()
        }
    search = _LevelSearch(recipe, seed, counts)
    first, size = 0, min(AT_ONCE, search.origin.batches[1])
    while missing := search.missing():
        if effort is not None and any(first - search.after[level] >= effort for level in missing):
            break
        search.examine(first, size)
        first += size
    return search.found


class _LevelSearch:
    """The puzzles that were found so far; `after` has the number that follows the last one of each level."""

    def __init__(self, recipe: Recipe, seed: int, counts: Mapping[str, int]) -> None:
        self.recipe = recipe
        self.seed = seed
        self.counts = counts
        self.origin = source(recipe)
        self.found: dict[str, list[Made]] = {level: [] for level in counts}
        self.after = dict.fromkeys(counts, 0)
        self._acceptance = {level: acceptance_of(replace(recipe, level=level)) for level in counts}
        self._engine = default_engine(recipe.layout)

    def missing(self) -> list[str]:
        """The levels that need more puzzles, easiest first."""
        return [level for level in LEVELS if len(self.found.get(level, ())) < self.counts.get(level, 0)]

    def examine(self, first: int, count: int) -> None:
        """Keeps what is needed of `count` candidates, from number `first` on."""
        shaped = [
            (number, each)
            for number, each in enumerate(self.origin.candidates(self.seed, first, count), first)
            if each and isinstance(shape(self.recipe, each.values, minimal=self.origin.minimal), bytes)
        ]
        for start in range(0, len(shaped), TOGETHER):
            some = shaped[start : start + TOGETHER]
            easy = solved_by_singles([each.values for _, each in some])
            for grade in (True, False):
                self._judge([each for each, own in zip(some, easy, strict=True) if own == grade], grade)

    def _judge(self, some: Sequence[Numbered], grade: bool | None) -> None:
        """Finds the paths of candidates that singles solve, or do not solve, or of which that is not known."""
        levels = [level for level in self.missing() if self._acceptance[level].by_grade is grade]
        if not levels:
            return
        walks = self._acceptance[levels[-1]].walks([each.values for _, each in some])
        for numbered, walked in zip(some, walks, strict=True):
            if walked.is_solved:
                self._sort(numbered, walked, levels)

    def _sort(self, numbered: Numbered, walked: Walk, levels: Sequence[str]) -> None:
        """Keeps a candidate, if its level is one of these and still needs it."""
        number, candidate = numbered
        summary = PathSummary.of_walk(walked)
        level = summary.rating.level
        if level not in levels or len(self.found[level]) == self.counts[level]:
            return
        puzzle = Puzzle(Grid(self.recipe.layout, candidate.values))
        solution = self._engine.solution(puzzle)
        self.found[level].append(Made(puzzle, solution, number, self.seed, candidate.origin, summary))
        self.after[level] = number + 1
