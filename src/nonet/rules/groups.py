"""Rules about other groups of cells: extra regions, clones, magic squares, counted digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.automaton import Automaton, built
from nonet.rules.base import Cell, CellSet, Digits, Flag, Groups, Path, Rule, RuleExample, RuleText
from nonet.rules.cages import DifferentDigits
from nonet.rules.encoding import different_numbers
from nonet.rules.line_base import EqualSumRule
from nonet.rules.primitives import Count, Pair, Primitive, Same, Word
from nonet.rules.shapes import Badge, Outline, Shape, Tint
from nonet.rules.tables import at_least, different, pair_table


@dataclass(frozen=True)
class EqualSumGroups(EqualSumRule):
    """Groups of cells with the same sum, which is not given."""

    groups: Groups

    kind = "equal_sums"
    title = T("equal sums")
    text = T("Outlined groups of one colour have the same sum.")
    example = RuleExample("4x4", {"groups": [["r1c1", "r1c2"], ["r3c3"]]})

    def validate(self, layout: Layout) -> None:
        if len(self.groups) < 2 or not all(self.groups):
            raise self.refuse("it needs at least two groups of cells")
        if any(len(set(group)) < len(group) for group in self.groups):
            raise self.refuse("a group has a cell twice")

    def equal_sums(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        return self.groups

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        return (Tint(self.kind, group) for group in self.groups)


@dataclass(frozen=True)
class ExtraRegion(DifferentDigits):
    """Cells whose digits differ; with as many cells as digits, they hold each digit once."""

    kind = "extra_region"
    title = T("extra region")
    text = T("Digits in a shaded region differ.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c2", "r3c3"]})
    renameable = True

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield different(self.cells, layout)

    def numbers(self, layout: Layout) -> Iterable[Sequence[int]]:
        return (different_numbers(self.cells, layout),)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Tint(self.kind, self.cells)


@dataclass(frozen=True)
class SameDigits(Rule):
    """Groups of equal length that hold the same digits, in any order."""

    groups: Groups

    kind = "same_digits"
    title = T("same digits")
    text = T("Groups of one colour hold the same digits, each the same number of times.")
    example = RuleExample("4x4", {"groups": [["r1c1", "r1c2"], ["r3c3", "r4c3"]]})
    renameable = True

    def validate(self, layout: Layout) -> None:
        if len(self.groups) < 2 or len({len(group) for group in self.groups}) > 1 or not self.groups[0]:
            raise self.refuse("it needs at least two groups with the same number of cells")
        if any(len(set(group)) < len(group) for group in self.groups):
            raise self.refuse("a group has a cell twice")

    def holds(self, grid: Grid) -> bool:
        first, *others = (Counter(grid[cell] for cell in group) for group in self.groups)
        return all(other == first for other in others)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        if len(self.groups[0]) == 1:
            first, *others = (group[0] for group in self.groups)
            for other in others:
                yield Pair((first, other), pair_table(layout.digits, int.__eq__))
        else:
            yield Same(self.groups)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        return (Tint(self.kind, group) for group in self.groups)


@dataclass(frozen=True)
class Clone(Rule):
    """Two groups of cells; corresponding cells hold the same digit."""

    cells: Path
    copy: Path

    kind = "clone"
    title = T("clones")
    text = T("Shaded groups of the same shape hold the same digits in the same places.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"], "copy": ["r3c2", "r3c3"]})
    renameable = True

    def validate(self, layout: Layout) -> None:
        if len(self.cells) != len(self.copy):
            raise self.refuse(
                "{count} cells and a copy of {copy} do not match",
                count=len(self.cells),
                copy=len(self.copy),
            )

    def holds(self, grid: Grid) -> bool:
        return all(grid[a] == grid[b] for a, b in zip(self.cells, self.copy, strict=True))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        for a, b in zip(self.cells, self.copy, strict=True):
            if a != b:
                yield Pair((a, b), pair_table(layout.digits, int.__eq__))

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Tint(self.kind, self.cells)
        yield Tint(self.kind, self.copy)


@dataclass(frozen=True)
class MagicSquare(EqualSumRule):
    """Nine cells, row by row, whose rows, columns and both diagonals have the same sum."""

    cells: Path

    kind = "magic_square"
    title = T("magic square")
    text = T("The rows, columns and diagonals of the shaded square have the same sum.")
    example = RuleExample("9x9", {"cells": [f"r{row}c{column}" for row in (4, 5, 6) for column in (4, 5, 6)]})

    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def validate(self, layout: Layout) -> None:
        if len(self.cells) != 9:
            raise self.refuse("it has 9 cells, not {count}", count=len(self.cells))

    def equal_sums(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(self.cells[place] for place in line) for line in self.LINES)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Tint(self.kind, self.cells)


@dataclass(frozen=True)
class Contains(Rule):
    """Digits that occur in a group of cells, each as often as it is listed; with `exact`, not more often."""

    cells: CellSet
    digits: Digits
    exact: Flag = False

    kind = "contains"
    title = T("contained digits")
    text = T("The outlined cells contain the digits {digits}.")
    text_exact = T("The outlined cells contain the digits {digits}, each exactly as often as listed.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3"], "digits": [1, 2]})
    renameable = True

    def validate(self, layout: Layout) -> None:
        if not 1 <= len(self.digits) <= len(self.cells):
            raise self.impossible(
                "{count} cells cannot contain {digits} digits", count=len(self.cells), digits=len(self.digits)
            )

    def holds(self, grid: Grid) -> bool:
        held = Counter(grid[cell] for cell in self.cells)
        wanted = Counter(self.digits)
        return all(held[d] == n if self.exact else held[d] >= n for d, n in wanted.items())

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        for digit, times in Counter(self.digits).items():
            mask = layout.mask_of([digit])
            yield Count(self.cells, mask, 1 << times) if self.exact else at_least(self.cells, mask, times)

    def words(self) -> RuleText:
        return RuleText(self.text_exact if self.exact else self.text, self.slots())

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Outline(self.kind, self.cells, " ".join(map(str, self.digits)))


@dataclass(frozen=True)
class CountingCircles(Rule):
    """A digit in a circle is the number of circles that hold it."""

    cells: CellSet

    kind = "counting_circles"
    title = T("counting circles")
    text = T("A digit in a circle says how many circles hold that digit.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2", "r3c1"]})

    def holds(self, grid: Grid) -> bool:
        return all(digit == times for digit, times in Counter(grid[cell] for cell in self.cells).items())

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        for digit in layout.digits:
            yield Count(self.cells, layout.mask_of([digit]), 1 | 1 << digit)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        return (Badge(self.kind, (cell,), "circle") for cell in self.cells)


@lru_cache(maxsize=64)
def _count_distinct(digits: range, count: int) -> Automaton:
    """Accepts some digits and how many of them differ."""

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        place, seen = state
        if place < count:
            return place + 1, seen | 1 << digit
        return (count + 1, 0) if place == count and seen.bit_count() == digit else None

    return built(digits, (0, 0), step, lambda state: state[0] == count + 1)


@dataclass(frozen=True)
class CountDistinct(Rule):
    """The digit of one cell is the number of different digits in others."""

    cell: Cell
    cells: CellSet

    kind = "count_distinct"
    title = T("count of different digits")
    text = T("The marked cell says how many different digits there are in its group.")
    example = RuleExample("4x4", {"cell": "r1c1", "cells": ["r1c2", "r2c3", "r3c3"]})

    def validate(self, layout: Layout) -> None:
        if self.cell in self.cells:
            raise self.refuse("{cell} cannot be in its own group", cell=layout.cell_name(self.cell))

    def holds(self, grid: Grid) -> bool:
        return grid[self.cell] == len({grid[cell] for cell in self.cells})

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Word((*self.cells, self.cell), _count_distinct(layout.digits, len(self.cells)))

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Badge(self.kind, (self.cell,), "circle")
        yield Tint(self.kind, self.cells)
