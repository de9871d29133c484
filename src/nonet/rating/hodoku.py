"""HoDoKu's scheme: every step costs its score, and the hardest step gives the level.

Where the sum is above the bound of the level, the level is raised.

    level     easy  medium  hard  unfair  extreme
    bound      800    1000  1600    1800        –

    a hard path that costs 1,650 is unfair; one that costs 2,000, extreme

The scores and levels of the techniques are in the catalogue. Where nothing else helps, HoDoKu fills a cell by
brute force; we have nested nets there, with the same score, so such puzzles may come out differently. Otherwise
the aim is the path of HoDoKu 2.2 itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonet.logic.catalog import Level, Technique, technique
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import path
from nonet.puzzle import Puzzle
from nonet.rating.base import Rating
from nonet.step import Step

__all__ = ["BOUNDS", "Hodoku"]

BOUNDS = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}
"""The highest sum of a level; extreme has none."""


class Hodoku:
    """Rates as HoDoKu 2.2 does."""

    name = "hodoku"
    version = "2.2"
    columns = ("level", "score", "technique")

    def __init__(self, *, options: Options = DEFAULTS) -> None:
        self.options = options

    def rate(self, puzzle: Puzzle) -> Rating:
        """The rating of a puzzle with one solution."""
        return self.rate_path(path(puzzle, options=self.options))

    def rate_path(self, steps: Iterable[Step]) -> Rating:
        """The rating of a path that is known already.

        >>> print(Hodoku().rate_path([Step("hidden-single"), Step("x-wing"), Step("skyscraper")]))
        hard 284 (hodoku 2.2)
        """
        score, count = 0, 0
        hardest: Technique | None = None
        for step in steps:
            used = technique(step.technique)
            score += used.score
            count += 1
            if hardest is None or (used.level, used.score) > (hardest.level, hardest.score):
                hardest = used
        level = Level.EASY if hardest is None else hardest.level
        while score > BOUNDS.get(level, score):
            level = Level(level + 1)
        key = "" if hardest is None else hardest.key
        return Rating(self.name, self.version, score, level.name.lower(), key, count)
