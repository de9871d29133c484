"""Sudoku Explainer's scale, version 1.2.1: the hardest step of its path, and two more numbers.

    ER    the hardest step of all                              the rating that people quote
    EP    the hardest up to the first cell that is filled      EP = ER: a pearl
    ED    the hardest up to the first step                     ED = EP = ER: a diamond

The path is `nonet.logic.se`'s. A puzzle that none of its rules can solve has no rating; none is known.
"""

from __future__ import annotations

from types import MappingProxyType

from nonet.errors import NonetError
from nonet.layout import CLASSIC
from nonet.logic.se.board import ExplainerBoard, bits
from nonet.logic.se.names import rule_name
from nonet.logic.se.path import hints
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating.base import Rating

__all__ = ["SudokuExplainer"]

BEYOND = "none of Sudoku Explainer's rules solves this puzzle"


class SudokuExplainer:
    """Rates as Sudoku Explainer 1.2.1 does."""

    name = "se"
    version = "1.2.1"
    columns = ("er", "ep", "ed", "technique")

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
        if kernel is None or puzzle.ruled_out:
            return self._rate_in_python(puzzle)
        found = kernel.explainer_rate(puzzle.givens.values)
        if found is None:
            raise NonetError(BEYOND)
        er, ep, ed, number, size, steps = found
        return self._rating(er / 10, ep / 10, ed / 10, rule_name(number, size), steps)

    def _rate_in_python(self, puzzle: Puzzle) -> Rating:
        board = ExplainerBoard.of(puzzle.givens.values)
        for cell, mask in enumerate(puzzle.ruled_out):
            for digit in bits(mask << 1):
                board.remove(cell, digit)
        er = ep = ed = 0.0
        name, steps = "", 0
        for hint in hints(board):
            steps += 1
            if hint.difficulty > er:
                er, name = hint.difficulty, hint.name
            ed = ed or er
            if hint.placement is not None:
                ep = ep or er
        if not board.is_solved:
            raise NonetError(BEYOND)
        return self._rating(er, ep, ed, name, steps)

    def _rating(self, er: float, ep: float, ed: float, technique: str, steps: int) -> Rating:
        parts = MappingProxyType({"ep": round(ep, 1), "ed": round(ed, 1)})
        return Rating(self.name, self.version, round(er, 1), "", technique, steps, parts)
