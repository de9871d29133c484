r"""The grid in what a model wrote, and whether it is right.

>>> found = answer(".13. 43.2 .2.3 ....", "The solution is\n2134\n4312\n1243\n3421")
>>> found.verdict.value, found.correct, str(found.grid).split("\n")[0]
('right', 9, '2 1 3 4')
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import islice

from nonet.arguments import clear_type_errors
from nonet.engines import engine_for
from nonet.errors import NonetError, NoSolution, expect
from nonet.formats import PuzzleLike, as_puzzle
from nonet.grid import Grid
from nonet.limits import limits
from nonet.models.written_answers import written_answer
from nonet.puzzle import Puzzle
from nonet.step import Candidate


class AnswerVerdict(Enum):
    """What an answer is."""

    RIGHT = "right"  # every cell is filled, and all rules hold
    INCOMPLETE = "incomplete"  # cells are empty, but those that are filled are right
    WRONG = "wrong"  # a digit that no solution has there, whether cells are empty or not
    CLUES_CHANGED = "clues-changed"  # another digit in place of a clue
    UNREADABLE = "unreadable"  # no grid was found

    __hash__ = object.__hash__


@dataclass(frozen=True)
class JudgedAnswer:
    """A verdict, the grid that was found, and how far it is right.

    `correct` counts right placements before the first error, in the order in which they were written: clues do not
    count. `error` is the first cell with a wrong digit, or with another digit in place of a clue.
    """

    verdict: AnswerVerdict
    grid: Grid | None = None
    correct: int = 0
    error: int | None = None

    def to_json(self) -> dict[str, object]:
        """The same as plain values."""
        grid, error = self.grid, self.error
        return {
            "verdict": self.verdict.value,
            "correct": self.correct,
            "error": None if grid is None or error is None else grid.layout.cell_name(error),
            "grid": None if grid is None else grid.symbols[: grid.layout.board_count],
        }


@clear_type_errors
def answer(puzzle: PuzzleLike, text: str) -> JudgedAnswer:
    """Finds the grid in a text and judges it.

    Of several grids the last without an empty cell counts, or the last of all but the puzzle itself; of a text with
    <answer> tags, what is between the last two. Where there is no grid, or placements such as `r1c2: 5` fill all cells
    behind it, they are taken, as Sudoku-Bench asks for. If the puzzle has several solutions, each of them is right.
    """
    puzzle = as_puzzle(puzzle)
    expect(text, str, "text")
    solutions_of(puzzle)
    written = written_answer(puzzle, text[-limits().answer :])
    if written is None:
        return JudgedAnswer(AnswerVerdict.UNREADABLE)
    givens = puzzle.givens.entries
    entries = bytearray(givens)
    correct, error, changed = 0, None, False
    right = _right(puzzle, written)
    for number, (cell, entry) in enumerate(written):
        changed = changed or bool(givens[cell] and entry != givens[cell])
        if number >= right and error is None:
            error = cell
        correct += error is None and not entries[cell]
        entries[cell] = entry
    grid = Grid(puzzle.layout, bytes(entries))
    if error is not None:
        return JudgedAnswer(
            AnswerVerdict.CLUES_CHANGED if changed else AnswerVerdict.WRONG, grid, correct, error
        )
    filled = 0 not in entries[: puzzle.layout.board_count]
    return JudgedAnswer(AnswerVerdict.RIGHT if filled else AnswerVerdict.INCOMPLETE, grid, correct)


@lru_cache(maxsize=1024)
def solutions_of(puzzle: Puzzle) -> tuple[Grid, ...]:
    """A solution, or two if there are several."""
    found = tuple(islice(engine_for(puzzle).solutions(puzzle), 2))
    if not found:
        raise NoSolution("the puzzle has no solution, so that no answer is right")
    return found


def _right(puzzle: Puzzle, written: Sequence[Candidate]) -> int:
    """How many of the placements, from the first on, a solution has all together."""
    first, *others = solutions_of(puzzle)
    if not others:
        wrong = (number for number, (cell, entry) in enumerate(written) if first.entries[cell] != entry)
        return next(wrong, len(written))
    return bisect_left(range(len(written)), True, key=lambda last: not _agrees(puzzle, written[: last + 1]))


def _agrees(puzzle: Puzzle, written: Iterable[Candidate]) -> bool:
    """Whether a solution has all these placements."""
    entries = bytearray(puzzle.givens.entries)
    for cell, entry in written:
        if entries[cell] not in (0, entry):
            return False
        entries[cell] = entry
    try:
        held = Puzzle(Grid(puzzle.layout, bytes(entries)), puzzle.ruled_out, puzzle.rules)
    except NonetError:  # digits that break a rule
        return False
    return engine_for(held).some_solution(held) is not None
