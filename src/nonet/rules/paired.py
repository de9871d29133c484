"""Rules that are nothing but conditions on two cells at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.rules.base import Rule
from nonet.rules.primitives import CODES, Pair, Primitive
from nonet.rules.tables import Relation, pair_table

__all__ = ["Paired"]


@dataclass(frozen=True)
class Paired(Rule):
    """A subclass says which two cells are related how; the rest follows.

    Relations are compared by identity, so yield the same function object for many pairs, not a new lambda for each.
    """

    def relations(self, layout: Layout) -> Iterator[tuple[int, int, Relation]]:
        """Two cells, and what must be true of their digits."""
        raise NotImplementedError

    def holds(self, grid: Grid) -> bool:
        return all(relation(grid[a], grid[b]) for a, b, relation in self.relations(grid.layout))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        for a, b, relation in self.relations(layout):
            yield Pair((a, b), pair_table(layout.size, relation))

    def numbers(self, layout: Layout) -> Sequence[int]:
        code, size = CODES[Pair], layout.size
        result: list[int] = []
        for a, b, relation in self.relations(layout):
            result += (code, size + 3, a, b, size, *pair_table(size, relation))
        return result
