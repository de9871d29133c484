"""What the rules about lines have in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.rules.base import Path, Rule
from nonet.rules.paired import Paired
from nonet.rules.shapes import Shape, Stroke
from nonet.rules.tables import Relation


@cache
def apart(least: int) -> Relation:
    return lambda a, b: abs(a - b) >= least


@dataclass(frozen=True)
class LineRule(Rule):
    """A rule about the cells of one line, in order."""

    cells: Path

    least_cells = 2

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells)

    def digits_on(self, grid: Grid) -> list[int]:
        return [grid[cell] for cell in self.cells]


@dataclass(frozen=True)
class PairedLine(LineRule, Paired):
    """A line whose rule is about pairs of its cells."""

    def near(self, count: int) -> Iterator[tuple[int, int]]:
        """The pairs of cells that are among the same `count` cells in a row."""
        for steps in range(1, count):
            yield from zip(self.cells, self.cells[steps:], strict=False)
