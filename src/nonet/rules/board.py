"""Rules about the whole board."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TypeVar

from nonet.dimensions import House, HouseKind, diagonals_of, windows_of
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.automaton import Automaton, built
from nonet.rules.base import Digits, Flag, Number, Path, Rule, RuleExample, RuleText, Symmetry, Text
from nonet.rules.line_base import Paired, Related
from nonet.rules.primitives import Among, Different, Either, Primitive, Word
from nonet.rules.shapes import Shape, Stroke, Tint
from nonet.rules.tables import at_least, different, thirds

Grouped = TypeVar("Grouped", bound="_Groups")


@dataclass(frozen=True)
class _Groups(Rule):
    """Groups of cells whose digits differ."""

    renameable = True
    rigid = True
    square_only = True

    def groups(self, layout: Layout) -> Iterator[tuple[int, ...]]:
        raise NotImplementedError

    def holds(self, grid: Grid) -> bool:
        return all(len({grid[cell] for cell in group}) == len(group) for group in self.groups(grid.layout))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        return (different(group, layout) for group in self.groups(layout))

    def mapped(self: Grouped, symmetry: Symmetry) -> Grouped | None:
        """None also where the groups move, as windows do that are not in the middle of a 6x6 board."""
        groups = [frozenset(group) for group in self.groups(symmetry.layout)]
        moved = {frozenset(symmetry.cells[cell] for cell in group) for group in groups}
        return super().mapped(symmetry) if moved == {*groups} else None


@dataclass(frozen=True)
class Diagonal(_Groups):
    """One of the long diagonals: `falling` from the top left, `rising` from the bottom left.

    For both of them there is also a layout, `9x9+x`.
    """

    direction: Text = "rising"

    kind = "diagonal"
    title = T("diagonal")
    text = T("Digits on a marked diagonal differ.")
    example = RuleExample("4x4", {"direction": "falling"})
    house_kind = HouseKind.DIAGONAL

    def validate(self, layout: Layout) -> None:
        if self.direction not in ("rising", "falling"):
            raise self.refuse("direction must be rising or falling, not {value!r}", value=self.direction)
        if layout.height != layout.width:
            raise self.refuse("it needs a square board, which a {layout} board is not", layout=layout.name)

    def groups(self, layout: Layout) -> Iterator[tuple[int, ...]]:
        falling, rising = diagonals_of(layout.height)
        yield falling.cells if self.direction == "falling" else rising.cells

    def mapped(self, symmetry: Symmetry) -> Diagonal | None:
        cells = next(self.groups(symmetry.layout))
        target = {symmetry.cells[cell] for cell in cells}
        for direction in ("rising", "falling"):
            if target == set(next(Diagonal(direction).groups(symmetry.layout))):
                return Diagonal(direction)
        return None

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        return (Stroke(self.kind, group) for group in self.groups(layout))


@dataclass(frozen=True)
class Windoku(_Groups):
    """Four more boxes inside the board. There is also a layout, `9x9+windows`."""

    kind = "windoku"
    title = T("windoku")
    text = T("Digits in each shaded window differ.")
    example = RuleExample("9x9", {})
    house_kind = HouseKind.WINDOW

    def validate(self, layout: Layout) -> None:
        if layout.box_shape is None or not list(self.groups(layout)):
            raise self.refuse("a {layout} board has no windows", layout=layout.name)

    def groups(self, layout: Layout) -> Iterator[tuple[int, ...]]:
        box_shape = layout.box_shape or (layout.height, layout.width)
        return (window.cells for window in windows_of(layout.height, layout.width, *box_shape))

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        return (Tint(self.kind, group) for group in self.groups(layout))


@dataclass(frozen=True)
class DisjointGroups(_Groups):
    kind = "disjoint_groups"
    title = T("disjoint groups")
    text = T("Cells at the same place of their boxes hold different digits.")
    example = RuleExample("4x4", {})

    def validate(self, layout: Layout) -> None:
        if not layout.boxes or len({len(house.cells) for house in layout.boxes}) > 1:
            raise self.refuse("this board has no boxes")

    def groups(self, layout: Layout) -> Iterator[tuple[int, ...]]:
        return zip(*(sorted(house.cells) for house in layout.boxes), strict=True)


@dataclass(frozen=True)
class _Leaps(_Groups):
    """Cells that are a leap apart hold different digits."""

    @property
    def leap(self) -> tuple[int, int]:
        """Rows and columns between two cells that must differ."""
        raise NotImplementedError

    def groups(self, layout: Layout) -> Iterator[tuple[int, ...]]:
        dr, dc = self.leap
        steps = {(dr, dc), (dr, -dc), (dc, dr), (dc, -dr)}
        for cell in range(layout.board_count):
            row, column = layout.row_of(cell), layout.column_of(cell)
            for dr, dc in sorted(steps):
                if (dr, dc) > (0, 0) and row + dr < layout.height and 0 <= column + dc < layout.width:
                    yield cell, layout.cell(row + dr, column + dc)


@dataclass(frozen=True)
class AntiKnight(_Leaps):
    kind = "anti_knight"
    title = T("anti-knight")
    text = T("Cells a knight's move apart hold different digits.")
    example = RuleExample("4x4", {})
    leap = (1, 2)


@dataclass(frozen=True)
class AntiKing(_Leaps):
    kind = "anti_king"
    title = T("anti-king")
    text = T("Cells that touch at a corner hold different digits.")
    example = RuleExample("4x4", {})
    leap = (1, 1)


@dataclass(frozen=True)
class AntiLeap(_Leaps):
    """Any other leap: (1, 3) is the long knight, (1, 4) the giraffe."""

    rows: Number = 1
    columns: Number = 3

    kind = "anti_leap"
    title = T("anti-leap")
    text = T("Cells that are a leap of {rows} by {columns} cells apart hold different digits.")
    example = RuleExample("4x4", {"rows": 1, "columns": 3})

    def validate(self, layout: Layout) -> None:
        if min(self.rows, self.columns) < 0 or self.rows == self.columns == 0:
            raise self.refuse(
                "a leap of {rows} by {columns} cells is not possible", rows=self.rows, columns=self.columns
            )

    @property
    def leap(self) -> tuple[int, int]:
        return self.rows, self.columns


@dataclass(frozen=True)
class AntiQueen(Rule):
    """Some digits, the largest by default, never share a diagonal with an equal digit."""

    digits: Digits = ()

    kind = "anti_queen"
    title = T("anti-queen")
    text = T("None of these digits occurs twice on the same diagonal line: {digits}.")
    text_default = T("The largest digit never occurs twice on the same diagonal line.")
    example = RuleExample("4x4", {"digits": [4]})
    renameable = True
    rigid = True
    square_only = True

    def _digits(self, layout: Layout) -> tuple[int, ...]:
        return self.digits or (layout.digits[-1],)

    def _diagonals(self, layout: Layout) -> Iterator[tuple[int, ...]]:
        height, width = layout.height, layout.width
        for total in range(height + width - 1):
            rows = range(max(0, total - width + 1), min(height, total + 1))
            if len(rows) > 1:
                yield tuple(layout.cell(row, total - row) for row in rows)
                yield tuple(layout.cell(row, width - 1 - total + row) for row in rows)

    def holds(self, grid: Grid) -> bool:
        return all(
            [grid[cell] for cell in line].count(digit) <= 1
            for line in self._diagonals(grid.layout)
            for digit in self._digits(grid.layout)
        )

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        digits = layout.mask_of(self._digits(layout))
        return (Different(line, digits) for line in self._diagonals(layout))

    def mapped(self, symmetry: Symmetry) -> AntiQueen | None:
        largest = symmetry.layout.digits[-1]
        rule = self if self.digits or symmetry.digits[largest] == largest else AntiQueen((largest,))
        return super(AntiQueen, rule).mapped(symmetry)

    def words(self) -> RuleText:
        return RuleText(self.text if self.digits else self.text_default, self.slots())


@dataclass(frozen=True)
class AntiTaxicab(Rule):
    """Two equal digits d are never exactly d steps apart, counted in rows and columns."""

    kind = "anti_taxicab"
    title = T("anti-taxicab")
    text = T("Two equal digits D are never D steps apart, counted along rows and columns.")
    example = RuleExample("4x4", {})
    rigid = True
    square_only = True

    def _pairs(self, layout: Layout) -> Iterator[tuple[int, int, int]]:
        places = [(cell, layout.row_of(cell), layout.column_of(cell)) for cell in range(layout.board_count)]
        for (a, row_a, column_a), (b, row_b, column_b) in combinations(places, 2):
            distance = abs(row_a - row_b) + abs(column_a - column_b)
            if distance in layout.digits:
                yield a, b, distance

    def holds(self, grid: Grid) -> bool:
        return not any(grid[a] == grid[b] == distance for a, b, distance in self._pairs(grid.layout))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        masks = {digit: layout.mask_of([digit]) for digit in layout.digits}
        for a, b, distance in self._pairs(layout):
            if b not in layout.peers[a]:
                yield Different((a, b), masks[distance])


def _not_consecutive(a: int, b: int) -> bool:
    return abs(a - b) != 1


@dataclass(frozen=True)
class NonConsecutive(Paired):
    """Neighbours never differ by 1; with `diagonal`, nor do cells that touch at a corner."""

    diagonal: Flag = False

    kind = "non_consecutive"
    title = T("non-consecutive")
    text = T("Neighbouring cells never hold consecutive digits.")
    text_diagonal = T("Neighbouring cells, also diagonally, never hold consecutive digits.")
    example = RuleExample("4x4", {})
    rigid = True
    square_only = True

    def relations(self, layout: Layout) -> Iterable[Related]:
        diagonal = AntiKing().groups(layout) if self.diagonal else ()
        return [(_not_consecutive, [*layout.neighbours, *diagonal])]

    def words(self) -> RuleText:
        return RuleText(self.text_diagonal if self.diagonal else self.text, {})


@dataclass(frozen=True)
class _Squares(Rule):
    """Every 2x2 square holds a digit of each of some sets."""

    rigid = True
    square_only = True

    def sets(self, digits: range) -> Sequence[Container[int]]:
        raise NotImplementedError

    def holds(self, grid: Grid) -> bool:
        return all(
            any(grid[cell] in wanted for cell in square)
            for square in grid.layout.squares
            for wanted in self.sets(grid.layout.digits)
        )

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        sets = self.sets(layout.digits)
        masks = [layout.mask_of(digit for digit in layout.digits if digit in wanted) for wanted in sets]
        for square in layout.squares:
            for mask in masks:
                yield at_least(square, mask, 1)


@dataclass(frozen=True)
class GlobalEntropy(_Squares):
    kind = "global_entropy"
    title = T("global entropy")
    text = T("Every 2x2 square of cells holds a low, a middle and a high digit.")
    example = RuleExample("6x6", {})

    def validate(self, layout: Layout) -> None:
        if layout.size % 3:
            raise self.refuse("{size} digits do not divide into low, middle and high ones", size=layout.size)

    def sets(self, digits: range) -> Sequence[Container[int]]:
        return thirds(digits)


@dataclass(frozen=True)
class GlobalModulo(_Squares):
    """Every 2x2 square holds digits of all remainders, modulo 3 by default."""

    modulus: Number = 3

    kind = "global_modulo"
    title = T("global modulo")
    text = T("Every 2x2 square of cells holds digits with every remainder when divided by {modulus}.")
    example = RuleExample("4x4", {"modulus": 2})

    def validate(self, layout: Layout) -> None:
        if not 2 <= self.modulus <= 4:
            raise self.refuse("modulus must be 2 to 4, not {value}", value=self.modulus)

    def sets(self, digits: range) -> Sequence[Container[int]]:
        return [{digit for digit in digits if digit % self.modulus == rest} for rest in range(self.modulus)]


@cache
def _flatmates(digits: range, place: str) -> Automaton:
    """For the cells above, at and below a place; at the edge of the board, one of them is missing."""
    low, middle, high = digits[0], digits[len(digits) // 2], digits[-1]

    def step(read: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        return (*read, digit) if len(read) < len(place) else None

    def accepts(read: tuple[int, ...]) -> bool:
        if len(read) < len(place):
            return False
        held = dict(zip(place, read, strict=True))
        return held["0"] != middle or held.get("-") == low or held.get("+") == high

    start: tuple[int, ...] = ()
    return built(digits, start, step, accepts)


@dataclass(frozen=True)
class DutchFlatmates(Rule):
    """Every middle digit (5) has a 1 directly above it or the largest digit (9) directly below it."""

    kind = "dutch_flatmates"
    title = T("dutch flatmates")
    text = T("Every 5 has a 1 directly above it or a 9 directly below it.")
    example = RuleExample("9x9", {})
    rigid = True
    square_only = True

    def validate(self, layout: Layout) -> None:
        if layout.size % 2 == 0 or layout.size < 3:
            raise self.refuse("the digits {low} to {high} have no middle one", **layout.digit_ends)

    def holds(self, grid: Grid) -> bool:
        width, digits, values = grid.layout.width, grid.layout.digits, grid.values
        return all(
            (cell >= width and values[cell - width] == digits[0])
            or (cell + width < len(values) and values[cell + width] == digits[-1])
            for cell, value in enumerate(values)
            if value == digits[len(digits) // 2]
        )

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        width = layout.width
        for cell in range(layout.board_count):
            near = {"-": cell - width, "0": cell, "+": cell + width}
            there = {sign: at for sign, at in near.items() if 0 <= at < layout.board_count}
            yield Word(tuple(there.values()), _flatmates(layout.digits, "".join(there)))

    def mapped(self, symmetry: Symmetry) -> DutchFlatmates | None:
        layout = symmetry.layout
        keeps_columns = all(
            symmetry.cells[cell + layout.width] == symmetry.cells[cell] + layout.width
            for cell in range(layout.board_count - layout.width)
        )
        return self if keeps_columns and symmetry.digits == tuple(range(layout.size + 1)) else None


@dataclass(frozen=True)
class Doppelganger(Rule):
    """The digits 0 to n on a board of n rows: each house holds 0 and all but one of the others.

    Cells beside the board hold the digit that each row, column and box lacks. Those of a kind differ, and so do those
    of the houses of a 0.
    """

    rows: Path
    columns: Path
    boxes: Path = ()

    kind = "doppelganger"
    title = T("doppelgänger")
    text = T(
        "Every row, column and box holds 0 and all but one of the other digits; no two rows, columns or boxes lack the "
        "same digit, and the row, the column and the box of a 0 lack different ones."
    )
    example = RuleExample(
        "4x4:0-4/1x4+R4+C4", {"rows": ["R1", "R2", "R3", "R4"], "columns": ["C1", "C2", "C3", "C4"]}
    )
    of_board = True
    rigid = True
    square_only = True

    def _lacking(self, layout: Layout) -> list[tuple[House, int]]:
        """Each house, and the cell that holds what it lacks."""
        groups = zip(
            (HouseKind.ROW, HouseKind.COLUMN, HouseKind.BOX),
            (self.rows, self.columns, self.boxes),
            strict=True,
        )
        return [
            (house, lacking)
            for kind, cells in groups
            for house, lacking in zip(
                (each for each in layout.houses if each.kind is kind), cells, strict=False
            )
        ]

    def validate(self, layout: Layout) -> None:
        if (
            len(self._lacking(layout)) != len(layout.houses)
            or any(len(house.cells) + 1 != layout.size for house in layout.houses)
            or layout.first_digit
        ):
            raise self.refuse(
                "it needs a board of n rows and columns with the digits 0 to n, and a cell beside it for each house"
            )

    def holds(self, grid: Grid) -> bool:
        lacking = self._lacking(grid.layout)
        digits = set(grid.layout.digits)
        return (
            all(
                {grid[cell], *(grid[each] for each in house.cells)} == digits and grid[cell]
                for house, cell in lacking
            )
            and all(
                len({grid[cell] for cell in cells}) == len(cells)
                for cells in (self.rows, self.columns, self.boxes)
            )
            and all(
                len({grid[cell] for house, cell in lacking if place in house.cells})
                == len(grid.layout.houses_at[place])
                for place, value in enumerate(grid.values)
                if value == 0
            )
        )

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        zero, lacking = layout.mask_of([0]), self._lacking(layout)
        for house, cell in lacking:
            yield different((*house.cells, cell), layout)
            yield Among(cell, layout.all_digits & ~zero)
        for cells in filter(None, (self.rows, self.columns, self.boxes)):
            yield different(cells, layout)
        lacks = {house.cells: cell for house, cell in lacking}
        for place in range(layout.board_count):
            own = tuple(lacks[house.cells] for house in layout.houses_of(place))
            yield Either(((Among(place, layout.all_digits & ~zero),), (different(own, layout),)))
