"""What rules about two cells at a time, about lines and about equal sums have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.rules.base import Path, Rule
from nonet.rules.primitives import EqualSums, Pair, Primitive
from nonet.rules.shapes import Shape, Stroke
from nonet.rules.tables import Relation, pair_table

Related = tuple[Relation, Iterable[tuple[int, int]]]
"""What must be true of two digits, and the pairs of cells whose digits they are."""


@dataclass(frozen=True)
class Paired(Rule):
    """A subclass says which cells are related how; the rest follows.

    Tables are cached by the relation, so use the same function object each time, not a new lambda.
    """

    def relations(self, layout: Layout) -> Iterable[Related]:
        raise NotImplementedError

    def holds(self, grid: Grid) -> bool:
        return all(
            relation(grid[a], grid[b]) for relation, pairs in self.relations(grid.layout) for a, b in pairs
        )

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        for relation, pairs in self.relations(layout):
            table = pair_table(layout.digits, relation)
            yield from (Pair(pair, table) for pair in pairs)


@cache
def apart(least: int) -> Relation:
    return lambda a, b: abs(a - b) >= least


@dataclass(frozen=True)
class LineRule(Rule):
    """A rule about the cells of one line, in order."""

    cells: Path

    least_cells = 2
    crossing = True
    ends: ClassVar[tuple[str, str]] = ("", "")
    """How the line is drawn at its first and its last cell; see `Stroke`."""

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells, *self.ends)

    def digits_on(self, grid: Grid) -> list[int]:
        return [grid[cell] for cell in self.cells]


@dataclass(frozen=True)
class PairedLine(LineRule, Paired):
    """A line whose rule is about pairs of its cells."""

    by_value = True

    def near(self, count: int) -> Iterator[tuple[int, int]]:
        """The pairs of cells that are among the same `count` cells in a row."""
        for steps in range(1, count):
            yield from zip(self.cells, self.cells[steps:], strict=False)


@dataclass(frozen=True)
class EqualSumRule(Rule):
    """Groups of cells with the same sum, which is not given."""

    by_value = True

    def equal_sums(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        """The groups."""
        raise NotImplementedError

    def holds(self, grid: Grid) -> bool:
        return len({sum(grid[cell] for cell in group) for group in self.equal_sums(grid.layout)}) == 1

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        groups = self.equal_sums(layout)
        if len(groups) > 1:
            yield EqualSums(groups, layout.size, layout.first_digit - 1)
