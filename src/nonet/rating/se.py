"""Sudoku Explainer's scale: the hardest step of its path, and two more numbers.

    ER    the hardest step of all                              the rating that people quote
    EP    the hardest up to the first cell that is filled      EP = ER: a pearl
    ED    the hardest up to the first step                     ED = EP = ER: a diamond

Two versions are in use. "se" is 1.2.1, which most lists and most players mean; "se-1.18" is SukakuExplainer 1.18, which
also knows strong links of one digit and large wings, and therefore gives lower ratings between 4 and 8.

The path is `nonet.logic.se`'s, so this scale needs the kernel. A puzzle that none of its rules can solve has no rating;
none is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from types import MappingProxyType

from nonet.errors import NonetError
from nonet.layout import CLASSIC
from nonet.logic.se.records import KERNEL_VERSIONS, rule_name, ruled_out_bytes
from nonet.native import required_kernel
from nonet.puzzle import Puzzle
from nonet.rating.base import Rating

_RECORD = Struct("<5BxHH")
"""A record of the kernel's: ER, EP, ED, rule, whether it was solved; variant of the rule, steps."""


class SudokuExplainer:
    """Rates as Sudoku Explainer does, in version 1.2.1 or 1.18.1."""

    columns = ("er", "ep", "ed", "technique")

    def __init__(self, version: str = "1.2.1") -> None:
        self.name = "se-1.18" if version == "1.18.1" else "se"
        self.version = version
        self._number = KERNEL_VERSIONS[version]
        self._kernel = required_kernel("Sudoku Explainer")

    def rate(self, puzzle: Puzzle) -> Rating:
        """The rating of a puzzle with one solution.

        >>> from nonet.formats import parse
        >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        >>> rating = SudokuExplainer().rate(parse(easy))
        >>> rating.score, rating.technique, dict(rating.parts)
        (1.2, 'Hidden Single', {'ep': 1.2, 'ed': 1.2})
        """
        if puzzle.layout != CLASSIC:
            raise NonetError(f"Sudoku Explainer rates 9x9 puzzles only, not {puzzle.layout.name}")
        board = puzzle.givens.entries, ruled_out_bytes(puzzle)
        found = self._kernel.explainer_rate(*board, self._number)
        if found is None:
            raise NonetError("none of Sudoku Explainer's rules solves this puzzle")
        er, ep, ed, rule, variant, steps = found
        return self._rating(er / 10, ep / 10, ed / 10, rule_name(rule, variant), steps)

    def rate_records(self, records: bytes, count: int, *, threads: int) -> Sequence[Rating | None]:
        """The ratings of many puzzles with one solution each, 81 characters per puzzle; None if no rule solves it."""
        table = bytearray(_RECORD.size * count)
        self._kernel.explainer_batch(records, table, version=self._number, threads=threads)
        return [
            self._rating(er / 10, ep / 10, ed / 10, rule_name(rule, variant), steps) if is_solved else None
            for er, ep, ed, rule, is_solved, variant, steps in _RECORD.iter_unpack(table)
        ]

    def _rating(self, er: float, ep: float, ed: float, technique: str, steps: int) -> Rating:
        parts = MappingProxyType({"ep": round(ep, 1), "ed": round(ed, 1)})
        return Rating(self.name, self.version, round(er, 1), "", technique, steps, parts)
