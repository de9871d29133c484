"""The boards of a book: how they are drawn, and how small they may be."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.draw.board import BoardOptions, board_scene, text_digits
from nonet.draw.book.paper import MM
from nonet.draw.book.plan import BookPlan
from nonet.draw.book.puzzles import BookPuzzle
from nonet.draw.book.typography import LARGE_PRINT
from nonet.draw.pictograms import check_size, picture_digits
from nonet.draw.rule_shapes import draw_rules
from nonet.draw.scene import CELL, Label, Scene
from nonet.puzzle import Puzzle

_LEAST_DIGIT = 7.5
"""The least size of digits, in points; in large print, that of all text."""
_LEAST_CLUE, _LEAST_LARGE_CLUE = 5.0, 8.0
"""The same for numbers in the corners of cells, such as the sums of cages."""
_LEAST_PICTURE = 7 * MM
_LARGE_CLUES = 1.3
"""How much larger such numbers are in large print."""
_WIDEST = 150 * MM
"""Small boards need not be larger, but for large print."""


@dataclass(frozen=True)
class Extent:
    """How much room a board needs, in units of its drawing: cells, and clues around them. `least` is the least scale at
    which it can be read, and `most` the largest one that makes sense, in points per unit.
    """

    margins: tuple[float, float, float, float]
    """Left, top, right, bottom."""
    columns: int
    rows: int
    least: float
    most: float

    @property
    def width(self) -> float:
        return self.margins[0] + self.columns * CELL + self.margins[2]

    @property
    def height(self) -> float:
        return self.margins[1] + self.rows * CELL + self.margins[3]

    def joined(self, other: Extent) -> Extent:
        """Room for either of two boards of one size, so that they can be in line."""
        left, top, right, bottom = map(max, self.margins, other.margins)
        least = max(self.least, other.least)
        return Extent((left, top, right, bottom), self.columns, self.rows, least, self.most)


class Boards:
    """The drawings of a book's boards."""

    def __init__(self, plan: BookPlan) -> None:
        self.plan = plan

    def scene(self, puzzle: Puzzle) -> Scene:
        if self.plan.pictures:
            check_size(puzzle.layout)
        return board_scene(puzzle, options=self._options(puzzle, self._share(puzzle)))

    def solved(self, puzzle: BookPuzzle) -> Scene:
        plain = puzzle.puzzle.without_rules()
        return board_scene(
            plain, grid=puzzle.solution, options=self._options(plain, self._solved_share(plain))
        )

    def extent(self, puzzle: Puzzle) -> Extent:
        layout, large = puzzle.layout, self.plan.large_print
        options = self._options(puzzle, self._share(puzzle))
        drawn = draw_rules(puzzle.rules, layout, clues=options.clues)
        left, top, right, bottom = (max(margin, options.thick / 2 + 0.5) for margin in drawn.margins)
        least = self._least_cell(self._share(puzzle)) / CELL
        clues = [item.size for item in (*drawn.under, *drawn.over) if isinstance(item, Label)]
        if clues:
            least = max(least, (_LEAST_LARGE_CLUE if large else _LEAST_CLUE) / min(clues))
        most = 1e9 if large or layout.size > 9 else _WIDEST / (layout.width * CELL)
        return Extent((left, top, right, bottom), layout.width, layout.height, least, most)

    def least_solution(self, puzzle: Puzzle) -> float:
        """The least width of a solution."""
        return self._least_cell(self._solved_share(puzzle)) * puzzle.layout.width

    def _least_cell(self, share: float) -> float:
        if self.plan.pictures:
            return _LEAST_PICTURE
        return (LARGE_PRINT if self.plan.large_print else _LEAST_DIGIT) / share

    def _share(self, puzzle: Puzzle) -> float:
        """The size of digits, as a share of the cell; those of variants leave room for clues."""
        if puzzle.layout.size > 9:
            return 0.62 if self.plan.large_print else 0.52
        return 0.86 if self.plan.large_print and not puzzle.rules else 0.66

    def _solved_share(self, puzzle: Puzzle) -> float:
        return 0.9 if self.plan.large_print and puzzle.layout.size <= 9 else self._share(puzzle)

    def _options(self, puzzle: Puzzle, share: float) -> BoardOptions:
        large = self.plan.large_print
        digits = picture_digits if self.plan.pictures else text_digits(share)
        return BoardOptions(
            digits=digits,
            thin=1.6 if large else 1.1,
            thick=5 if large else 3.4,
            clues=_LARGE_CLUES if large else 1,
        )
