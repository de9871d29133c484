"""Rules that are nothing but conditions on two cells at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.rules.base import Rule
from nonet.rules.primitives import Pair, Primitive
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
            table = pair_table(layout.size, relation)
            yield from (Pair(pair, table) for pair in pairs)
