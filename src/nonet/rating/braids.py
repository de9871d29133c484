"""Ratings by trial and error, and by chains of a length: Denis Berthier's T&E, B, W and what follows from them.

    te      how deep suppositions must be nested: 0 singles are enough, 1 T&E(1), 2 T&E(2); 3 means more than 2
    b       the length of the braids that solve the puzzle; each shows that a candidate is false
    w, gw   the same for whips, and for whips with groups
    bxb     the length of the braids that T&E(1) needs after each supposition
    bxbb    the same for T&E(2)

The definitions are those of *Pattern-Based Constraint Satisfaction*; see docs/ratings.md. The kernel has them
(`native/braids/`), so these scales need it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from nonet.errors import NonetError
from nonet.layout import CLASSIC
from nonet.native import required_kernel
from nonet.puzzle import Puzzle
from nonet.rating.base import Rating
from nonet.records import CELLS

SCHEMES = ("te", "b", "bxb", "bxbb", "w", "gw")
"""By their numbers in the kernel."""

_BEYOND = 255
_WHY = {
    "b": "no braids solve this puzzle: T&E(1) does not, either; rate it by te, bxb or bxbb",
    "bxb": "T&E(1) with braids does not solve this puzzle; rate it by te or bxbb",
    "w": "no whips solve this puzzle; rate it by te, b or bxb",
    "gw": "no whips with groups solve this puzzle; rate it by te, b or bxb",
}
ZERO = {
    **dict.fromkeys(("te", "b", "w", "gw"), "singles solve it"),
    "bxb": "T&E(1) solves it without braids",
    "bxbb": "T&E(2) solves it without braids",
}
"""What the rating 0 means."""


class Braids:
    """Rates by trial and error, or by the length of chains."""

    version = "1"

    def __init__(self, name: str) -> None:
        self.name = name
        self.columns = (name,)
        self._kernel = required_kernel(f"the rating scheme {name}")

    def rate(self, puzzle: Puzzle) -> Rating:
        """The rating of a puzzle with one solution.

        >>> from nonet.formats import parse
        >>> hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> [Braids(name).rate(parse(hard)).score for name in ("te", "b", "w")]
        [1, 1, 1]
        """
        if puzzle.layout != CLASSIC:
            raise NonetError(f"the scheme {self.name} rates 9x9 puzzles only, not {puzzle.layout.name}")
        record = bytes(ord("0") + each for each in puzzle.givens.entries)
        ruled_out = array("H", puzzle.ruled_out) if puzzle.ruled_out else None
        (rating,) = self._rated(record, 1, threads=1, ruled_out=ruled_out)
        if rating is None:
            raise NonetError(_WHY.get(self.name, "this puzzle is beyond the scheme"))
        return rating

    def rate_records(self, records: bytes, count: int, *, threads: int) -> Sequence[Rating | None]:
        """The ratings of many puzzles with one solution each, 81 characters per puzzle; None if it has none."""
        return self._rated(records, count, threads=threads)

    def _rated(
        self, records: bytes, count: int, *, threads: int, ruled_out: array[int] | None = None
    ) -> list[Rating | None]:
        scores = bytearray(count)
        self._kernel.braids_batch(
            records, scores, SCHEMES.index(self.name), ruled_out=ruled_out, stride=CELLS, threads=threads
        )
        return [None if score == _BEYOND else self._rating(score) for score in scores]

    def _rating(self, score: int) -> Rating:
        return Rating(self.name, self.version, score, "", "", 0)
