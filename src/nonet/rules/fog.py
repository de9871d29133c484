"""Fog of war: it says nothing about digits, only about what the player sees (`nonet.play.fog`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.base import CellSet, Rule, RuleExample, Rules
from nonet.rules.primitives import Primitive
from nonet.rules.shapes import Badge, Cover, Shape


@dataclass(frozen=True)
class Fog(Rule):
    """Its cells are the lights, which are clear from the beginning."""

    cells: CellSet = ()

    kind = "fog"
    title = T("fog of war")
    text = T(
        "Fog hides the clues in its cells. Each correct digit lifts it from its cell and the cells around it."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"]})
    renameable = True
    rigid = True
    least_cells = 0

    def holds(self, grid: Grid) -> bool:
        return True

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        return iter(())

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        return (Badge(self.kind, (cell,), "light") for cell in self.cells)


@dataclass(frozen=True)
class RemainingFog(Fog):
    """The fog of a game as it is now: its cells are hidden. `partly` are rules that are hidden in part."""

    partly: Rules = ()

    def clue(self, layout: Layout) -> str:
        return ""

    def affected(self, layout: Layout) -> tuple[int, ...]:
        return self.cells

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        for rule in self.partly:
            yield from rule.shapes(layout)
        yield Cover(self.kind, self.cells)
