"""What a rule of Sudoku Explainer concludes: a value, or candidates that go, and how hard that is to see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from nonet.logic.se.board import ExplainerBoard, bits

__all__ = ["Candidate", "ExplainerHint", "RuleHint", "hash_order"]

Candidate = tuple[int, int]
"""A cell and a digit."""


class ExplainerHint(ABC):
    """One conclusion.

    `name` is Sudoku Explainer's, `difficulty` its rating of the step. `removable` maps cells to a mask of the digits
    that go; `placement` is a value that follows at once.
    """

    name: str
    difficulty: float
    removable: dict[int, int]
    placement: Candidate | None

    @abstractmethod
    def parents(self, start: ExplainerBoard, now: ExplainerBoard) -> list[Candidate]:
        """The candidates that had to go, between two positions, before the rule applied: for chains that use it."""

    def eliminations(self) -> Iterator[Candidate]:
        """The candidates that go, in the order in which Sudoku Explainer takes them out."""
        for cell in hash_order(self.removable):
            for digit in bits(self.removable[cell]):
                yield cell, digit

    def apply(self, board: ExplainerBoard) -> None:
        for cell, digit in self.eliminations():
            board.remove(cell, digit)
        if self.placement is not None:
            board.place(*self.placement)


@dataclass
class RuleHint(ExplainerHint):
    """The conclusion of any rule but a chain: the cells, digits and houses that make the pattern."""

    name: str
    difficulty: float
    removable: dict[int, int] = field(default_factory=dict)
    placement: Candidate | None = None
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    rests_on: Callable[[ExplainerBoard, ExplainerBoard], list[Candidate]] | None = None

    def parents(self, start: ExplainerBoard, now: ExplainerBoard) -> list[Candidate]:
        return [] if self.rests_on is None else self.rests_on(start, now)


def hash_order(cells: Iterable[int]) -> list[int]:
    """The cells in the order of a Java HashMap: by the remainder of their number by the table's size.

    Which link of a chain is found first, and so how long the chain is, depends on it.
    """
    given = list(cells)
    size = 16
    while len(given) > size * 3 // 4:
        size *= 2
    return sorted(given, key=lambda cell: cell % size)
