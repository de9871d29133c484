"""The boards of a book: how they are drawn, and how small they may be."""

from __future__ import annotations

from nonet.draw.board import (
    BoardOptions,
    board_scene,
    drawn_height,
    text_digits,
    with_regions_alone,
)
from nonet.draw.book.paper import MM
from nonet.draw.book.plan import BookPlan
from nonet.draw.book.puzzles import BookPuzzle
from nonet.draw.book.typography import LARGE_PRINT
from nonet.draw.pictograms import check_size, picture_digits
from nonet.draw.rule_shapes import OUTSIDE_CLUE, draw_rules
from nonet.draw.scene import CELL, Label, Scene
from nonet.puzzle import Puzzle

_LEAST_DIGIT = 7.0
"""The least size of digits, in points; in large print, that of all text."""
_LEAST_CLUE, _LEAST_LARGE_CLUE = 5.0, 8.0
"""The same for numbers in the corners of cells, such as the sums of cages."""
_LEAST_PICTURE = 7 * MM
_LARGE_CLUES, _LARGE_OUTSIDE = 1.3, 1.5
"""How much larger such numbers, and those outside the board, are in large print."""
_WIDEST = 150 * MM
"""Small boards need not be larger, but for large print."""


class BookBoards:
    """The drawings of a book's boards."""

    def __init__(self, plan: BookPlan) -> None:
        self.plan, self.large = plan, plan.large_print

    def scene(self, puzzle: Puzzle) -> Scene:
        if self.plan.pictures:
            check_size(puzzle.layout)
        return board_scene(puzzle, options=self._options(self._share(puzzle)))

    def solved(self, puzzle: BookPuzzle) -> Scene:
        plain = with_regions_alone(puzzle.puzzle)
        return board_scene(plain, grid=puzzle.solution, options=self._options(self._solved_share(plain)))

    def solved_height(self, puzzle: Puzzle) -> float:
        """The height of a solution, as a share of its width."""
        layout = puzzle.layout
        return drawn_height(layout) / (layout.width * CELL)

    def least_scale(self, puzzle: Puzzle) -> float:
        """The least scale at which digits and clues can be read, in points per unit."""
        options = self._options(1)
        drawn = draw_rules(puzzle.rules, puzzle.layout, clues=options.clues, outside=options.outside)
        scales = [self._least_cell(self._share(puzzle)) / CELL]
        least_clue = _LEAST_LARGE_CLUE if self.large else _LEAST_CLUE
        clues = [item.size for item in (*drawn.under, *drawn.over) if isinstance(item, Label)]
        scales += [least_clue / size for size in clues]
        if drawn.around:
            scales.append((LARGE_PRINT if self.large else _LEAST_CLUE) / (OUTSIDE_CLUE * options.outside))
        return max(scales)

    def most_scale(self, puzzle: Puzzle) -> float:
        """The largest scale that makes sense."""
        layout = puzzle.layout
        return 1e9 if self.large or layout.digits[-1] > 9 else _WIDEST / (layout.width * CELL)

    def least_solution(self, puzzle: Puzzle) -> float:
        """The least width of a solution."""
        edges = self._options(1).thick + 1
        return self._least_cell(self._solved_share(puzzle)) * (puzzle.layout.width + edges / CELL)

    def _least_cell(self, share: float) -> float:
        return _LEAST_PICTURE if self.plan.pictures else (LARGE_PRINT if self.large else _LEAST_DIGIT) / share

    def _share(self, puzzle: Puzzle) -> float:
        """The size of digits, as a share of the cell; those of variants leave room for clues."""
        if puzzle.layout.digits[-1] > 9:
            return 0.62 if self.large else 0.52
        return 0.86 if self.large and not puzzle.rules else 0.66

    def _solved_share(self, puzzle: Puzzle) -> float:
        return 0.95 if self.large and puzzle.layout.digits[-1] <= 9 else self._share(puzzle)

    def _options(self, share: float) -> BoardOptions:
        digits = picture_digits if self.plan.pictures else text_digits(share)
        if self.large:
            return BoardOptions(digits=digits, thin=1.6, thick=5, clues=_LARGE_CLUES, outside=_LARGE_OUTSIDE)
        return BoardOptions(digits=digits, thin=1.1, thick=3.4)
