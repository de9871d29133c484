"""HoDoKu's scheme: every step costs its score, and the hardest step gives the level.

Where the sum is above the bound of the level, the level is raised.

    level     easy  medium  hard  unfair  extreme
    bound      800    1000  1600    1800        –

    a hard path that costs 1,650 is unfair; one that costs 2,000, extreme

The scores and levels of the techniques are in the catalogue. Where nothing else helps, HoDoKu fills a cell by
brute force. We go on with proofs: longer forcing nets than HoDoKu looks for (700 points each, like the others),
then nested nets (10,000, like a guess). Such a path is not HoDoKu's, and its rating says so in its version:
"2.2, differs". Otherwise the aim is the path of HoDoKu 2.2 itself; docs/ratings.md says how close it comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from struct import Struct

from nonet.layout import CLASSIC
from nonet.logic.catalog import Level, Technique, technique, techniques
from nonet.logic.compiled import ASKS_PYTHON
from nonet.logic.options import DEFAULTS
from nonet.logic.path import classic_plan, path
from nonet.many import puzzles_of
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating.base import Rating
from nonet.records import CELLS, SIGNS
from nonet.step import Step

BOUNDS = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}
"""The highest sum of a level; extreme has none."""

_RECORD = Struct("<IHBBB")
"""A rating of `kernel.logic_rate`: score, steps, hardest technique, status, and whether it differs."""

_TECHNIQUES = techniques()


class Hodoku:
    """Rates as HoDoKu 2.2 does."""

    name = "hodoku"
    version = "2.2"
    columns = ("level", "score", "technique")

    def rate(self, puzzle: Puzzle) -> Rating:
        """The rating of a puzzle with one solution."""
        if kernel is not None and puzzle.layout == CLASSIC and not any(puzzle.ruled_out):
            (rating,) = self.rate_records(puzzle.givens.entries.translate(SIGNS), 1)
            return rating
        return self.rate_path(path(puzzle))

    def rate_records(self, records: bytes, count: int, *, threads: int = 1) -> list[Rating]:
        """The ratings of many puzzles of the classic board, each with one solution."""
        plan = classic_plan(DEFAULTS)
        if kernel is None or plan is None:
            return [self.rate_path(path(puzzle)) for puzzle in puzzles_of(records)]
        table = bytearray(_RECORD.size * count)
        kernel.logic_rate(records, table, plan.finders, plan.options, threads=threads)
        ratings = []
        for row, (score, steps, hardest, status, differs) in enumerate(_RECORD.iter_unpack(table)):
            if status == ASKS_PYTHON:
                (puzzle,) = puzzles_of(records[row * CELLS : (row + 1) * CELLS])
                ratings.append(self.rate_path(path(puzzle)))
            else:
                technique = _TECHNIQUES[hardest] if steps else None
                ratings.append(self._rating(score, steps, technique, bool(differs)))
        return ratings

    def rate_path(self, steps: Iterable[Step]) -> Rating:
        """The rating of a path that is known already.

        >>> print(Hodoku().rate_path([Step("hidden-single"), Step("x-wing"), Step("skyscraper")]))
        hard 284 (hodoku 2.2)
        """
        steps = list(steps)
        differs = any(step.beyond_hodoku for step in steps)
        return self.rate_techniques([step.technique for step in steps], differs=differs)

    def rate_techniques(self, keys: Sequence[str], *, differs: bool = False) -> Rating:
        """The rating of a path with these techniques; `differs`: HoDoKu would not find one of its steps."""
        times = Counter(keys)
        hardest = max(map(technique, times), key=lambda each: (each.level, each.score), default=None)
        score = sum(technique(key).score * count for key, count in times.items())
        return self._rating(score, len(keys), hardest, differs)

    def _rating(self, score: int, steps: int, hardest: Technique | None, differs: bool) -> Rating:
        level = Level.EASY if hardest is None else hardest.level
        while score > BOUNDS.get(level, score):
            level = Level(level + 1)
        key = "" if hardest is None else hardest.key
        version = f"{self.version}, differs" if differs else self.version
        return Rating(self.name, version, score, level.name.lower(), key, steps)
