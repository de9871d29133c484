"""What a rule of Sudoku Explainer concludes: a value, or candidates that go, and how hard that is to see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from nonet.logic.se.board import ExplainerBoard, bits

__all__ = ["Candidate", "ExplainerHint", "RuleHint", "eliminations", "hash_order", "take"]

Candidate = tuple[int, int]
"""A cell and a digit."""


class ExplainerHint(Protocol):
    """One conclusion."""

    @property
    def name(self) -> str:
        """What Sudoku Explainer calls it."""
        ...

    @property
    def difficulty(self) -> float:
        """Sudoku Explainer's rating of the step."""
        ...

    @property
    def removable(self) -> dict[int, int]:
        """The digits that go, as a mask for each cell."""
        ...

    @property
    def placement(self) -> Candidate | None:
        """A value that follows at once."""
        ...

    def parents(self, start: ExplainerBoard, now: ExplainerBoard) -> list[Candidate]:
        """The candidates that had to go, between two positions, before the rule applied: for chains that use it."""
        ...


def eliminations(hint: ExplainerHint) -> Iterator[Candidate]:
    """The candidates that go, in the order in which Sudoku Explainer takes them out."""
    for cell in hash_order(hint.removable):
        for digit in bits(hint.removable[cell]):
            yield cell, digit


def take(hint: ExplainerHint, board: ExplainerBoard) -> None:
    """Changes the board as the hint says."""
    for cell, digit in eliminations(hint):
        board.remove(cell, digit)
    if hint.placement is not None:
        board.place(*hint.placement)


@dataclass
class RuleHint:
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
    """The cells in the order of a Java HashMap: by their number modulo the table's size.

    Which link of a chain is found first, and so how long the chain is, depends on it.
    """
    given = list(cells)
    size = 16
    while len(given) > size * 3 // 4:
        size *= 2
    return sorted(given, key=lambda cell: cell % size)
