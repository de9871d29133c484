"""Regions that are not drawn: each cell has a label beside the board, the number of its region."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from nonet.grid import Grid
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.automaton import Automaton, built
from nonet.rules.base import Cell, Flag, Groups, Path, Rule, RuleExample, RuleText
from nonet.rules.primitives import Among, Connected, CountAlike, DigitsByLabel, Primitive, Word
from nonet.rules.shapes import Badge, Shape

MOST_ARMS, MOST_LABELS = 8, 61
"""There are eight directions, and the compiled search counts in 64 bits."""


@cache
def _in_order(labels: range) -> Automaton:
    """For the labels of all cells, row by row: a new region has the next number."""

    def step(last: int, label: int) -> int | None:
        return max(last, label) if label <= last + 1 else None

    return built(labels, 0, step, lambda last: last > 0)


@dataclass(frozen=True)
class UnknownRegions(Rule):
    """The board divides into connected regions of as many cells as there are digits, each with every digit once.

    `labels` has for each cell of the board, row by row, the cell beside the board that holds the number of its region.
    Regions are numbered in the order in which they are met, row by row.
    """

    labels: Path

    kind = "unknown_regions"
    title = T("unknown regions")
    text = T(
        "The board divides into regions that are not drawn: connected groups of as many cells as there are digits, "
        "in which no digit repeats."
    )
    example = RuleExample("4x4/1x4+R16", {"labels": [f"R{number}" for number in range(1, 17)]})
    renameable = True
    rigid = True
    square_only = True
    of_board = True
    divides = True

    def labels_on(self, layout: Layout) -> tuple[int, ...]:
        return self.labels

    def validate(self, layout: Layout) -> None:
        count = layout.board_count
        if len(self.labels) != count or not layout.region_cells.keys() >= {*self.labels}:
            name = layout.name if layout.region_cells else f"{layout.name}+R{count}"
            raise self.refuse("it needs a label beside the board for each cell: a board {name}", name=name)
        if layout.board_count % layout.size or not layout.first_digit:
            raise self.refuse(
                "{count} cells do not divide into regions of {size}",
                count=layout.board_count,
                size=layout.size,
            )

    def holds(self, grid: Grid) -> bool:
        regions = grouped((grid[label], cell) for cell, label in enumerate(self.labels))
        every = set(grid.layout.digits)
        return (
            list(regions) == list(range(1, len(regions) + 1))
            and all(
                {grid[cell] for cell in cells} == every and len(cells) == len(every)
                for cells in regions.values()
            )
            and not any(part.broken(grid.entries) for part in self._connected(grid.layout))
        )

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        count = layout.board_count // layout.size
        for label in self.labels:
            yield Among(label, (1 << count) - 1)
        yield DigitsByLabel(tuple(range(layout.board_count)), self.labels, layout.size, layout.all_digits)
        yield Word(self.labels, _in_order(layout.digits))
        yield from self._connected(layout)

    def _connected(self, layout: Layout) -> Iterator[Primitive]:
        labels = self.labels
        steps = tuple((labels[one], labels[other]) for one, other in layout.neighbours)
        sets = tuple(1 << label for label in range(layout.board_count // layout.size))
        yield Connected(labels, steps, sets, layout.size)


@dataclass(frozen=True)
class RegionArrows(Rule):
    """A digit that says how many cells along its arrows belong to the same region as the first.

    Each arm lists labels; all begin with the same one. From there, cells are counted until one is in another region.
    The first cell counts once, or with `skip_first` not at all.
    """

    cell: Cell
    arms: Groups
    skip_first: Flag = False

    kind = "region_arrows"
    title = T("region arrows")
    text = T(
        "A digit with arrows says how many cells in their directions, itself included, belong to its region."
    )
    text_skip = T("A digit with arrows says how many other cells in their directions belong to its region.")
    example = RuleExample(
        "4x4/1x4+R16", {"cell": "r1c1", "arms": [["R1", "R2", "R3", "R4"], ["R1", "R5", "R9"]]}
    )
    rigid = True

    def validate(self, layout: Layout) -> None:
        if not self.arms or not all(self.arms) or len({arm[0] for arm in self.arms}) > 1:
            raise self.refuse("its arms must begin with the same cell")
        if len(self.arms) > MOST_ARMS:
            raise self.refuse("at most {most} arms", most=MOST_ARMS)
        if sum(len(arm) - 1 for arm in self.arms) > MOST_LABELS:
            raise self.refuse("at most {most} cells along its arms", most=MOST_LABELS)

    def holds(self, grid: Grid) -> bool:
        total = 0 if self.skip_first else 1
        for first, *rest in self.arms:
            for cell in rest:
                if grid[cell] != grid[first]:
                    break
                total += 1
        return grid[self.cell] == total

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        added = (not self.skip_first) + 1 - layout.first_digit
        arms = tuple(arm[1:] for arm in self.arms)
        yield CountAlike(self.cell, self.arms[0][0], arms, in_row=True, added=added)

    def words(self) -> RuleText:
        return RuleText(self.text_skip if self.skip_first else self.text, {})

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        if self.cell >= layout.board_count:
            return  # a label is not drawn
        before = self.arms[0][0] - self.cell  # labels are in the order of the cells
        ends = [arm[1] - before for arm in self.arms if len(arm) > 1]
        ends = [end for end in ends if 0 <= end < layout.board_count]  # arms of no labels can lead anywhere
        (row, column), *places = layout.places_of((self.cell, *ends))
        ways = tuple((right - column, down - row) for down, right in places)
        near = tuple(way for way in ways if max(map(abs, way)) == 1)
        yield Badge(self.kind, (self.cell,), "" if near else "circle", ways=near)


@dataclass(frozen=True)
class RegionCount(Rule):
    """A digit that says how many of some cells belong to the same region as the first of them; `cells` are labels."""

    cell: Cell
    cells: Path
    skip_first: Flag = False

    kind = "region_count"
    title = T("region count")
    text = T("A marked digit says how many of the cells around it, itself included, belong to its region.")
    example = RuleExample("4x4/1x4+R16", {"cell": "r1c1", "cells": ["R1", "R2", "R5", "R6"]})
    rigid = True

    def validate(self, layout: Layout) -> None:
        if len(self.cells) - 1 > MOST_LABELS:
            raise self.refuse("at most {most} cells besides the first", most=MOST_LABELS)

    def holds(self, grid: Grid) -> bool:
        first, *rest = self.cells
        return grid[self.cell] == (not self.skip_first) + sum(grid[cell] == grid[first] for cell in rest)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        added = (not self.skip_first) + 1 - layout.first_digit
        first, *rest = self.cells
        yield CountAlike(self.cell, first, (tuple(rest),), in_row=False, added=added)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Badge(self.kind, (self.cell,), "circle")
