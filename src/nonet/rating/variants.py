"""Our scale for puzzles with rules: every step costs its score, and the hardest step gives the level.

The scores are those of the two tables of techniques, `catalog.txt` and `variants.txt` in `nonet/logic`: HoDoKu's for
the usual techniques, and for those about rules ours, chosen to fit between them. There is no sum at which a level is
raised: a killer has three times as many steps as a classic puzzle, most of them about one cage.

A path that no technique continues is extreme, and costs 10,000 more; its rating says so in its version:
"2, unfinished".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonet.logic.catalog import Level, technique
from nonet.logic.killers import killer_walk
from nonet.logic.path import next_step
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rating.base import Rating
from nonet.step import Step

UNFINISHED = 10_000
"""What a path that ends early costs besides."""


class VariantScale:
    """Rates puzzles with rules by the steps of their path."""

    name = "variants"
    version = "2"
    columns = ("level", "score", "technique")

    def rate(self, puzzle: Puzzle) -> Rating:
        """The rating of a puzzle with one solution."""
        keys, finished = self.techniques(puzzle)
        return self.rate_techniques(keys, finished=finished)

    @staticmethod
    def techniques(puzzle: Puzzle) -> tuple[Sequence[str], bool]:
        """The techniques of the path of a puzzle, step by step, and whether it leads to the end."""
        if (walk := killer_walk(puzzle)) is not None:
            return walk.techniques, walk.is_solved
        position = Position.of(puzzle)
        keys = [step.technique for step in position.steps(next_step)]
        return keys, position.is_solved

    def rate_path(self, steps: Iterable[Step], *, finished: bool = True) -> Rating:
        """The rating of a path that is known already.

        >>> print(VariantScale().rate_path([Step("cage-combinations"), Step("rule-of-45"), Step("hidden-single")]))
        easy 56 (variants 2)
        >>> print(VariantScale().rate_path([Step("cage-combinations")], finished=False))
        extreme 10012 (variants 2, unfinished)
        """
        return self.rate_techniques([step.technique for step in steps], finished=finished)

    def rate_techniques(self, keys: Sequence[str], *, finished: bool = True) -> Rating:
        """The rating of a path with these techniques."""
        used = list(map(technique, keys))
        hardest = max(used, key=lambda each: (each.level, each.score), default=None)
        score = sum(each.score for each in used)
        key = "" if hardest is None else hardest.key
        if not finished:
            version = f"{self.version}, unfinished"
            return Rating(self.name, version, score + UNFINISHED, Level.EXTREME.name.lower(), key, len(used))
        level = Level.EASY if hardest is None else hardest.level
        return Rating(self.name, self.version, score, level.name.lower(), key, len(used))
