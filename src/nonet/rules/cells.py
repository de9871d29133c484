"""Rules about single cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.base import CellSet, Rule, RuleExample, RuleText, Symmetry, Text
from nonet.rules.line_base import Paired, Related
from nonet.rules.primitives import Among, Primitive
from nonet.rules.shapes import Badge, Shape, Tint
from nonet.rules.tables import Relation, points_to


@dataclass(frozen=True)
class Odd(Rule):
    cells: CellSet

    by_value = True
    kind = "odd"
    title = T("odd")
    text = T("Cells with a circle hold odd digits.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r3c2"]})
    parity = 1
    form = "circle"

    def holds(self, grid: Grid) -> bool:
        return all(grid[cell] % 2 == self.parity for cell in self.cells)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        digits = layout.mask_of(digit for digit in layout.digits if digit % 2 == self.parity)
        return (Among(cell, digits) for cell in self.cells)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        return (Badge(self.kind, (cell,), self.form) for cell in self.cells)


@dataclass(frozen=True)
class Even(Odd):
    kind = "even"
    title = T("even")
    text = T("Cells with a square hold even digits.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r3c2"]})
    parity = 0
    form = "square"


@dataclass(frozen=True)
class Minimum(Paired):
    """Marked cells are smaller than all their neighbours that are not marked."""

    cells: CellSet

    kind = "minimum"
    title = T("minimum")
    text = T("A cell with arrows pointing inwards is smaller than every neighbour without such arrows.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"]})
    rigid = True
    form = "inward"

    def relations(self, layout: Layout) -> Iterable[Related]:
        marked = set(self.cells)
        borders = [pair for pair in layout.neighbours if len(marked.intersection(pair)) == 1]
        return [(self.relation(), [(a, b) if a in marked else (b, a) for a, b in borders])]

    def relation(self) -> Relation:
        return int.__lt__

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        return (Badge(self.kind, (cell,), self.form) for cell in self.cells)


@dataclass(frozen=True)
class Maximum(Minimum):
    """Marked cells are greater than all their neighbours that are not marked."""

    kind = "maximum"
    title = T("maximum")
    text = T("A cell with arrows pointing outwards is greater than every neighbour without such arrows.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"]})
    form = "outward"

    def relation(self) -> Relation:
        return int.__gt__


@cache
def _both_or_neither(first: int, second: int) -> Relation:
    return lambda a, b: (a == first) == (b == second)


@cache
def _at_most(length: int) -> Relation:
    return lambda a, b: 1 <= a <= length


def _line(cell: int, axis: str, layout: Layout) -> tuple[int, ...]:
    """The cells that a digit in the cell may point to."""
    row, column = layout.row_of(cell), layout.column_of(cell)
    if axis == "column":
        return tuple(layout.cell(row, number) for number in range(layout.width))
    if axis == "row":
        return tuple(layout.cell(number, column) for number in range(layout.height))
    return tuple(sorted(layout.boxes[layout.box_of[cell]].cells))


@lru_cache(maxsize=4096)
def _pointing(cell: int, axis: str, layout: Layout) -> list[tuple[Relation, list[tuple[int, int]]]]:
    """What a cell that points along this axis has to do with the cells there."""
    line = _line(cell, axis, layout)
    place = line.index(cell) + 1
    apart = any(set(line) <= set(house.cells) for house in layout.houses)  # then no other cell points there
    found = [
        ((_both_or_neither if apart else points_to)(number, place), [(cell, other)])
        for number, other in enumerate(line, start=1)
        if other != cell
    ]
    if set(layout.digits) - set(range(1, len(line) + 1)):  # it may not point beyond the line
        found.append((_at_most(len(line)), [(cell, cell)]))
    return found


@dataclass(frozen=True)
class Indexing(Paired):
    """A marked cell says where in its row, column or box a digit is.

    With the axis `column`, the digit d of a cell in column c says that the cell of its row in column d holds c; with
    `row` the same holds for rows; with `box`, the dth cell of its box holds the number of the cell's own place there.
    """

    cells: CellSet
    axis: Text = "column"

    kind = "indexing"
    title = T("indexing")
    text = T("A marked cell says at which place of its row, column or box the cell's own number is.")
    text_column = T("If a marked cell in column C holds D, then column D of its row holds C.")
    text_row = T("If a marked cell in row R holds D, then row D of its column holds R.")
    text_box = T("If a marked cell at place P of its box holds D, then place D of the box holds P.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c1"], "axis": "column"})
    placed = True
    rigid = True
    square_only = True

    def validate(self, layout: Layout) -> None:
        if self.axis not in ("row", "column", "box"):
            raise self.refuse("axis must be row, column or box, not {value!r}", value=self.axis)
        if self.axis == "box" and not layout.boxes:
            raise self.refuse("this board has no boxes")

    def relations(self, layout: Layout) -> Iterable[Related]:
        return chain.from_iterable(_pointing(cell, self.axis, layout) for cell in self.cells)

    def mapped(self, symmetry: Symmetry) -> Indexing | None:
        """Only a transposition keeps the numbers of rows and columns: it exchanges them."""
        layout = symmetry.layout
        if symmetry.digits != tuple(range(layout.size + 1)):
            return None
        if symmetry.cells == tuple(range(layout.cell_count)):
            return self
        if layout.height != layout.width:
            return None
        turned = tuple(
            layout.cell(layout.column_of(cell), layout.row_of(cell)) for cell in range(layout.board_count)
        )
        if symmetry.cells != turned or self.axis == "box":
            return None
        return Indexing(
            tuple(turned[cell] for cell in self.cells), "row" if self.axis == "column" else "column"
        )

    def words(self) -> RuleText:
        texts = {"column": self.text_column, "row": self.text_row, "box": self.text_box}
        return RuleText(texts[self.axis], {})

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Tint(self.kind, self.cells)
