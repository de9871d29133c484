"""An attempt at an exercise: every move is checked at once against the steps that are right."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from nonet.step import Candidate

__all__ = ["Attempt", "Judgement"]


class Judgement(Enum):
    RIGHT = "right"
    WRONG = "wrong"
    AGAIN = "again"

    __hash__ = object.__hash__


class Attempt:
    """`answers` as in `lessons.Exercise`. Where some right step places a digit, placements are asked for.

    >>> attempt = Attempt([((), ((3, 7), (4, 7)))])
    >>> attempt.placing, attempt.move(3, 7), attempt.move(5, 7), attempt.solved
    (False, <Judgement.RIGHT: 'right'>, <Judgement.WRONG: 'wrong'>, False)
    >>> attempt.move(4, 7), attempt.solved, attempt.mistakes
    (<Judgement.RIGHT: 'right'>, True, 1)
    """

    def __init__(self, answers: Sequence[tuple[Sequence[Candidate], Sequence[Candidate]]]) -> None:
        self.placing = any(placed for placed, _ in answers)
        chosen = [placed if self.placing else gone for placed, gone in answers]
        self.answers = [frozenset(answer) for answer in chosen if answer]
        self.made: set[Candidate] = set()
        self.mistakes = 0

    def move(self, cell: int, digit: int) -> Judgement:
        """A digit that is placed in a cell, or struck out there."""
        if (cell, digit) in self.made:
            return Judgement.AGAIN
        if not any((cell, digit) in answer for answer in self.answers):
            self.mistakes += 1
            return Judgement.WRONG
        self.made.add((cell, digit))
        return Judgement.RIGHT

    @property
    def solved(self) -> bool:
        """Whether all of some right step is made."""
        return any(answer <= self.made for answer in self.answers)
