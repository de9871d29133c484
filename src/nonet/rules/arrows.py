"""Arrows: a number in a circle is the sum along a line, or nearly so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.base import Path, Rule, RuleExample
from nonet.rules.encoding import linear_numbers
from nonet.rules.line_base import LineRule
from nonet.rules.primitives import Either, Primitive
from nonet.rules.shapes import Badge, Shape, Stroke
from nonet.rules.tables import linear


@dataclass(frozen=True)
class _CircledArrow(Rule):
    """A circle, and a shaft whose digits have a weighted sum with it of 0."""

    circle: Path
    shaft: Path

    crossing = True
    by_value = True

    @property
    def weights(self) -> tuple[int, ...]:
        """Of the cells of the circle and the shaft."""
        raise NotImplementedError

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield linear(self.circle + self.shaft, self.weights, 0, layout)

    def numbers(self, layout: Layout) -> Iterable[Sequence[int]]:
        return (linear_numbers(self.circle + self.shaft, self.weights, 0, layout),)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        first = self.shaft[0]
        start = min(self.circle, key=lambda cell: _distance(cell, first, layout))
        yield Badge(self.kind, self.circle, "circle" if len(self.circle) == 1 else "pill")
        yield Stroke(self.kind, (start, *self.shaft), end="arrow")


@dataclass(frozen=True)
class Arrow(_CircledArrow):
    """The number in the circle is the sum along the shaft. Digits on the shaft may repeat.

    A circle of two or three cells (a pill) is read as a number, in the order given: left to right, top to bottom.
    An arrow with several shafts is several of these.
    """

    kind = "arrow"
    title = T("arrow")
    text = T("Digits along an arrow sum to the number in its circle.")
    example = RuleExample("4x4", {"circle": ["r1c1"], "shaft": ["r2c1", "r2c2"]})

    def validate(self, layout: Layout) -> None:
        if not 1 <= len(self.circle) <= 3:
            raise self.refuse("the circle has one to three cells, not {count}", count=len(self.circle))
        if not self.shaft:
            raise self.refuse("the shaft has no cell")
        if both := set(self.circle) & set(self.shaft):
            raise self.refuse("{cell} is in the circle and on the shaft", cell=layout.cell_name(min(both)))

    def holds(self, grid: Grid) -> bool:
        number = 0
        for cell in self.circle:
            number = 10 * number + grid[cell]
        return number == sum(grid[cell] for cell in self.shaft)

    @property
    def weights(self) -> tuple[int, ...]:
        return (100, 10, 1)[-len(self.circle) :] + (-1,) * len(self.shaft)


@dataclass(frozen=True)
class AverageArrow(_CircledArrow):
    kind = "average_arrow"
    title = T("average arrow")
    text = T("The digit in the circle is the average of the digits along the arrow.")
    example = RuleExample("4x4", {"circle": ["r1c1"], "shaft": ["r2c1", "r2c2"]})

    def validate(self, layout: Layout) -> None:
        if len(self.circle) != 1 or not self.shaft or self.circle[0] in self.shaft:
            raise self.refuse("it has one cell in the circle and others on the shaft")

    def holds(self, grid: Grid) -> bool:
        return grid[self.circle[0]] * len(self.shaft) == sum(grid[cell] for cell in self.shaft)

    @property
    def weights(self) -> tuple[int, ...]:
        return (len(self.shaft), *(-1 for _ in self.shaft))


@dataclass(frozen=True)
class FuzzyArrow(LineRule):
    """One cell of the line, no matter which, is the sum of the others."""

    by_value = True
    kind = "fuzzy_arrow"
    title = T("fuzzy arrow")
    text = T("One digit of a fuzzy arrow is the sum of all its other digits.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c1", "r2c2"]})

    def _circles(self) -> Sequence[int]:
        """The places on the line, from 0, that may be the sum; a line may go through a cell at several of them."""
        return range(len(self.cells))

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_on(grid)
        return any(2 * digits[circle] == sum(digits) for circle in self._circles())

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        def branch(circle: int) -> tuple[Primitive, ...]:
            weights = tuple(1 if place == circle else -1 for place in range(len(self.cells)))
            return (linear(self.cells, weights, 0, layout),)

        yield Either(tuple(branch(circle) for circle in self._circles()))


@dataclass(frozen=True)
class AmbiguousArrow(FuzzyArrow):
    """One of the two ends is the sum of the other cells."""

    kind = "ambiguous_arrow"
    title = T("ambiguous arrow")
    text = T("The digit at one end of the line is the sum of all its other digits.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c1", "r2c2"]})

    def _circles(self) -> Sequence[int]:
        return 0, len(self.cells) - 1


@dataclass(frozen=True)
class DoubleArrow(LineRule):
    by_value = True
    kind = "double_arrow"
    title = T("double arrow")
    text = T("The two circles of a double arrow have the same sum as the line between them.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3", "r3c3"]})
    least_cells = 3
    ends = ("circle", "circle")

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.digits_on(grid)
        return first + last == sum(inner)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        weights = (1, *(-1 for _ in self.cells[1:-1]), 1)
        yield linear(self.cells, weights, 0, layout)


@dataclass(frozen=True)
class SplitPeas(LineRule):
    """The digits between the circles sum to the two-digit number of the circles, in either order."""

    kind = "split_peas"
    title = T("split peas")
    text = T(
        "Digits between two circles sum to a number written with the two circled digits, in either order."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c1", "r2c2", "r3c2", "r3c3", "r4c3"]})
    least_cells = 3
    ends = ("circle", "circle")

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.digits_on(grid)
        return sum(inner) in (10 * first + last, 10 * last + first)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        inner = tuple(-1 for _ in self.cells[1:-1])
        yield Either(tuple((linear(self.cells, (a, *inner, b), 0, layout),) for a, b in ((10, 1), (1, 10))))


def _distance(one: int, other: int, layout: Layout) -> int:
    rows = layout.row_of(one) - layout.row_of(other)
    columns = layout.column_of(one) - layout.column_of(other)
    return abs(rows) + abs(columns)
