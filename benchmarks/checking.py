"""Checks the answers of all solvers.

Solutions are checked against the rules and the clues by code that shares nothing with nonet. All solvers must agree on
the number of solutions of a puzzle; if they don't, nonet's engine in pure Python decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from benchmarks.peers.base import Answer
from benchmarks.peers.search import Search

__all__ = ["AnswerChecker", "is_solution"]

HOUSES = [
    *([9 * row + column for column in range(9)] for row in range(9)),
    *([9 * row + column for row in range(9)] for column in range(9)),
    *(
        [9 * (3 * band + i // 3) + 3 * stack + i % 3 for i in range(9)]
        for band in range(3)
        for stack in range(3)
    ),
]
DIGITS = set("123456789")


def is_solution(puzzle: str, line: str) -> bool:
    """Whether the line obeys the rules and contains the clues.

    >>> is_solution("." * 81, "123456789" * 9)
    False
    """
    return (
        len(line) == len(puzzle) == 81
        and all(clue in (".", digit) for clue, digit in zip(puzzle, line, strict=True))
        and all({line[cell] for cell in house} == DIGITS for house in HOUSES)
    )


class AnswerChecker:
    """Collects the answers of all solvers and counts the wrong ones.

    >>> checker = AnswerChecker()
    >>> checker.add("one", ["." * 81], [Answer(1)])
    >>> checker.add("other", ["." * 81], [Answer(2)])
    >>> dict(checker.wrong())
    {'one': 1}
    """

    def __init__(self) -> None:
        self.given: dict[str, dict[int, list[str]]] = {}
        self.valid: set[tuple[str, str]] = set()
        self.bad: Counter[str] = Counter()
        self.answers = 0

    def add(self, name: str, puzzles: Sequence[str], answers: Sequence[Answer]) -> None:
        """Checks solutions immediately; the numbers of solutions are compared later, in `wrong()`."""
        self.answers += len(answers)
        for puzzle, answer in zip(puzzles, answers, strict=True):
            if self._is_sound(puzzle, answer):
                if answer.count is not None:
                    self.given.setdefault(puzzle, {}).setdefault(answer.count, []).append(name)
            else:
                self.bad[name] += 1

    def wrong(self) -> Counter[str]:
        """The number of wrong answers by solver; solvers without any are left out."""
        wrong, engine = self.bad.copy(), Search()
        for puzzle, counts in self.given.items():
            if len(counts) > 1:
                right = engine.solve(puzzle).count
                wrong.update(name for count, names in counts.items() if count != right for name in names)
        return wrong

    def _is_sound(self, puzzle: str, answer: Answer) -> bool:
        """Whether the answer is complete, and its solution, if it has one, is valid."""
        if answer.solution is None:
            return answer.count in (0, 1, 2)
        if (puzzle, answer.solution) not in self.valid:
            if not is_solution(puzzle, answer.solution):
                return False
            self.valid.add((puzzle, answer.solution))
        return answer.count in (None, 1, 2)
