"""Fog of war: it says nothing about digits, only about what the player sees (`nonet.play.fog`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.base import CellSet, Flag, Rule, RuleExample, Rules, RuleText
from nonet.rules.primitives import Primitive
from nonet.rules.shapes import Badge, Cover, Outline, Shape, Stroke, Tint


@dataclass(frozen=True)
class Fog(Rule):
    """Its cells are the lights, which are clear from the beginning."""

    cells: CellSet = ()

    kind = "fog"
    title = T("fog of war")
    text = T(
        "Fog hides the clues, except in cells that are clear from the beginning. Each correct digit lifts it from its "
        "cell and the cells around it."
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
class FogTrigger(Rule):
    """Correct digits in all `cells` lift the fog from the cells `lit`. A puzzle with triggers
    has fog, which nothing else lifts.
    """

    cells: CellSet
    lit: CellSet

    kind = "fog_trigger"
    title = T("fog trigger")
    text = T(
        "Fog lifts only where a trigger says so: once all cells of the trigger have their correct digits."
    )
    example = RuleExample("4x4", {"cells": ["r1c1"], "lit": ["r4c3", "r4c4"]})
    renameable = True

    def holds(self, grid: Grid) -> bool:
        return True

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        return iter(())

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Tint(self.kind, self.lit)
        yield from (Badge(self.kind, (cell,), "square") for cell in self.cells)


@dataclass(frozen=True)
class RemainingFog(Fog):
    """The fog of a game as it is now: its cells are hidden. `partly` are rules that are hidden in part. Which cells
    are `triggered` is hidden, too.
    """

    partly: Rules = ()
    triggered: Flag = False

    def words(self) -> RuleText:
        if not self.triggered:
            return super().words()
        return RuleText(T("Fog hides the clues in its cells. Correct digits in certain cells lift it."), {})

    def clue(self, layout: Layout) -> str:
        return ""

    def affected(self, layout: Layout) -> tuple[int, ...]:
        return self.cells

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        hidden = frozenset(self.cells)
        for rule in self.partly:
            for shape in rule.shapes(layout):
                yield from _seen(shape, hidden, layout)
        yield Cover(self.kind, self.cells)


def _seen(shape: Shape, hidden: frozenset[int], layout: Layout) -> Iterator[Shape]:
    """The parts of a shape that reach into clear cells. What else it has is not even drawn below the fog: a picture
    or a page can be read without looking at it.
    """
    cells: tuple[int, ...] = getattr(shape, "cells", ())
    if hidden.issuperset(cells):
        return
    match shape:
        case Stroke():
            ring = (*cells, cells[0]) if shape.closed else cells
            for is_seen, parts in groupby(pairwise(ring), lambda part: not hidden.issuperset(part)):
                (first, *ends), *others = parts
                run = (first, *ends, *(end for _, end in others))
                if is_seen:
                    yield replace(shape, cells=run, closed=False)
        case Outline():
            clear = set(cells) - hidden
            edge = {cell for pair in layout.neighbours if clear.intersection(pair) for cell in pair}
            seen = tuple(cell for cell in cells if cell in clear or cell in edge)
            yield replace(shape, cells=seen, label="" if cells[0] in hidden else shape.label)
        case Tint():
            yield replace(shape, cells=tuple(cell for cell in cells if cell not in hidden))
        case _:
            yield shape
