"""Rules about the digits along a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby, pairwise

from nonet.bitsets import mask_of
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.automaton import Automaton, built
from nonet.rules.base import Flag, Number, Path, Rule, RuleExample
from nonet.rules.encoding import either_numbers, linear_numbers, pair_numbers
from nonet.rules.paired import Paired
from nonet.rules.primitives import Either, EqualSums, Linear, Pair, Primitive, Sets, Word
from nonet.rules.shapes import Badge, Shape, Stroke
from nonet.rules.tables import Relation, different, pair_table, thirds

__all__ = [
    "RULES",
    "AmbiguousArrow",
    "Arrow",
    "AverageArrow",
    "BetweenLine",
    "DoubleArrow",
    "EntropicLine",
    "FuzzyArrow",
    "IndexLine",
    "LockoutLine",
    "ModularLine",
    "Nabner",
    "Palindrome",
    "ParityLine",
    "RegionSumLine",
    "Renban",
    "SlowThermometer",
    "SplitPeas",
    "SumLine",
    "Thermometer",
    "Whisper",
    "ZipperLine",
]


# Relations are made once and kept, because tables are cached by the relation (see `Paired`).


@cache
def _below(steps: int) -> Relation:
    return lambda a, b: b - a >= steps


@cache
def _apart(least: int) -> Relation:
    return lambda a, b: abs(a - b) >= least


def _differ_in_parity(a: int, b: int) -> bool:
    return (a - b) % 2 == 1


@cache
def _differ_modulo(modulus: int) -> Relation:
    return lambda a, b: (a - b) % modulus != 0


@cache
def _different_thirds(size: int) -> Relation:
    part = {
        digit: k
        for k, mask in enumerate(thirds(size))
        for digit in range(1, size + 1)
        if mask >> (digit - 1) & 1
    }
    return lambda a, b: part[a] != part[b]


@cache
def _outside(size: int) -> Automaton:
    """For the words (end, inner, end) whose inner digit is below both ends or above both."""

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if len(state) < 2:
            return (*state, digit)
        if len(state) == 3:
            return None
        first, inner = state
        fits = inner < min(first, digit) or inner > max(first, digit)
        return (0, 0, 0) if fits else None

    start: tuple[int, ...] = ()
    return built(size, start, step, lambda state: state == (0, 0, 0))


@dataclass(frozen=True)
class _LineRule(Rule):
    """A rule about the cells of one line, in order."""

    cells: Path

    least_cells = 2

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells)

    def digits_on(self, grid: Grid) -> list[int]:
        return [grid[cell] for cell in self.cells]


@dataclass(frozen=True)
class _PairedLine(_LineRule, Paired):
    """A line whose rule is about pairs of its cells."""


@dataclass(frozen=True)
class Thermometer(_PairedLine):
    """Digits increase from the bulb, the first cell. A branching thermometer is several of these."""

    kind = "thermometer"
    title = T("thermometer")
    text = T("Digits increase along a thermometer, starting at the bulb.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"]})

    def validate(self, layout: Layout) -> None:
        if len(self.cells) > layout.size:
            raise self.refuse(
                "{count} cells are too many; there are only {size} digits",
                count=len(self.cells),
                size=layout.size,
            )

    def relations(self, layout: Layout) -> Iterator[tuple[int, int, Relation]]:
        for (i, a), (j, b) in combinations(enumerate(self.cells), 2):
            yield a, b, _below(j - i)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells, start="bulb")


@dataclass(frozen=True)
class SlowThermometer(_PairedLine):
    kind = "slow_thermometer"
    title = T("slow thermometer")
    text = T("Digits increase or stay the same along a slow thermometer, starting at the bulb.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3"]})

    def relations(self, layout: Layout) -> Iterator[tuple[int, int, Relation]]:
        return ((a, b, _below(0)) for a, b in pairwise(self.cells))

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells, start="bulb")


def _distance(one: int, other: int, layout: Layout) -> int:
    rows = layout.row_of(one) - layout.row_of(other)
    columns = layout.column_of(one) - layout.column_of(other)
    return abs(rows) + abs(columns)


@dataclass(frozen=True)
class Arrow(Rule):
    """The number in the circle is the sum along the shaft. Digits on the shaft may repeat.

    A circle of two or three cells (a pill) is read as a number, in the order given: left to right, top to bottom.
    An arrow with several shafts is several of these.
    """

    circle: Path
    shaft: Path

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
        """Of the cells of the circle and the shaft."""
        return (100, 10, 1)[-len(self.circle) :] + (-1,) * len(self.shaft)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Linear(self.circle + self.shaft, self.weights, 0, layout.size)

    def numbers(self, layout: Layout) -> Sequence[int]:
        return linear_numbers(self.circle + self.shaft, self.weights, 0)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        first = self.shaft[0]
        start = min(self.circle, key=lambda cell: _distance(cell, first, layout))
        yield Badge(self.kind, self.circle, "circle" if len(self.circle) == 1 else "pill")
        yield Stroke(self.kind, (start, *self.shaft), end="arrow")


@dataclass(frozen=True)
class AverageArrow(Rule):
    circle: Path
    shaft: Path

    kind = "average_arrow"
    title = T("average arrow")
    text = T("The digit in the circle is the average of the digits along the arrow.")
    example = RuleExample("4x4", {"circle": ["r1c1"], "shaft": ["r2c1", "r2c2"]})

    def validate(self, layout: Layout) -> None:
        if len(self.circle) != 1 or not self.shaft or self.circle[0] in self.shaft:
            raise self.refuse("it has one cell in the circle and others on the shaft")

    def holds(self, grid: Grid) -> bool:
        return grid[self.circle[0]] * len(self.shaft) == sum(grid[cell] for cell in self.shaft)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        weights = (len(self.shaft), *(-1 for _ in self.shaft))
        yield Linear(self.circle + self.shaft, weights, 0, layout.size)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Badge(self.kind, self.circle, "circle")
        yield Stroke(self.kind, (*self.circle, *self.shaft), end="arrow")


@dataclass(frozen=True)
class FuzzyArrow(_LineRule):
    """One cell of the line, no matter which, is the sum of the others."""

    kind = "fuzzy_arrow"
    title = T("fuzzy arrow")
    text = T("One digit of a fuzzy arrow is the sum of all its other digits.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c1", "r2c2"]})

    def _circles(self) -> tuple[int, ...]:
        return self.cells

    def holds(self, grid: Grid) -> bool:
        total = sum(self.digits_on(grid))
        return any(2 * grid[cell] == total for cell in self._circles())

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        def branch(circle: int) -> tuple[Primitive, ...]:
            weights = tuple(1 if cell == circle else -1 for cell in self.cells)
            return (Linear(self.cells, weights, 0, layout.size),)

        yield Either(tuple(branch(circle) for circle in self._circles()))


@dataclass(frozen=True)
class AmbiguousArrow(FuzzyArrow):
    """One of the two ends is the sum of the other cells."""

    kind = "ambiguous_arrow"
    title = T("ambiguous arrow")
    text = T("The digit at one end of the line is the sum of all its other digits.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c1", "r2c2"]})

    def _circles(self) -> tuple[int, ...]:
        return self.cells[0], self.cells[-1]


@dataclass(frozen=True)
class DoubleArrow(_LineRule):
    kind = "double_arrow"
    title = T("double arrow")
    text = T("The two circles of a double arrow have the same sum as the line between them.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3", "r3c3"]})
    least_cells = 3

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.digits_on(grid)
        return first + last == sum(inner)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        weights = (1, *(-1 for _ in self.cells[1:-1]), 1)
        yield Linear(self.cells, weights, 0, layout.size)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells, start="circle", end="circle")


@dataclass(frozen=True)
class SplitPeas(_LineRule):
    """The digits between the circles sum to the two-digit number of the circles, in either order."""

    kind = "split_peas"
    title = T("split peas")
    text = T(
        "Digits between two circles sum to a number written with the two circled digits, in either order."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c1", "r2c2", "r3c2", "r3c3", "r4c3"]})
    least_cells = 3

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.digits_on(grid)
        return sum(inner) in (10 * first + last, 10 * last + first)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        inner = tuple(-1 for _ in self.cells[1:-1])
        yield Either(
            tuple((Linear(self.cells, (a, *inner, b), 0, layout.size),) for a, b in ((10, 1), (1, 10)))
        )

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells, start="circle", end="circle")


@dataclass(frozen=True)
class Whisper(_PairedLine):
    """Neighbours on the line differ by at least 5 (German whispers), or another number."""

    difference: Number = 5

    kind = "whisper"
    title = T("whisper line")
    text = T("Digits next to each other on a whisper line differ by at least {difference}.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"], "difference": 2})

    def validate(self, layout: Layout) -> None:
        if not 1 <= self.difference < layout.size:
            raise self.refuse(
                "digits from 1 to {size} cannot differ by {difference}",
                size=layout.size,
                difference=self.difference,
            )

    def relations(self, layout: Layout) -> Iterator[tuple[int, int, Relation]]:
        return ((a, b, _apart(self.difference)) for a, b in pairwise(self.cells))


@dataclass(frozen=True)
class Renban(_LineRule):
    kind = "renban"
    title = T("renban line")
    text = T("Digits on a renban line are consecutive and different, in any order.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"]})
    least_cells = 1

    def validate(self, layout: Layout) -> None:
        if len(self.cells) > layout.size:
            raise self.refuse(
                "{count} cells are too many; there are only {size} digits",
                count=len(self.cells),
                size=layout.size,
            )

    def holds(self, grid: Grid) -> bool:
        digits = sorted(self.digits_on(grid))
        return all(b == a + 1 for a, b in pairwise(digits))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        count = len(self.cells)
        masks = tuple(mask_of(range(low, low + count)) for low in range(1, layout.size - count + 2))
        yield different(self.cells, layout)
        yield Sets(self.cells, masks)


@dataclass(frozen=True)
class Nabner(_PairedLine):
    """The reverse of a renban: no two digits of the line are equal or consecutive."""

    kind = "nabner"
    title = T("nabner line")
    text = T("No two digits on a nabner line are equal or consecutive, wherever they are on it.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c2"]})

    def relations(self, layout: Layout) -> Iterator[tuple[int, int, Relation]]:
        return ((a, b, _apart(2)) for a, b in combinations(self.cells, 2))


@dataclass(frozen=True)
class Palindrome(_PairedLine):
    kind = "palindrome"
    title = T("palindrome")
    text = T("A palindrome reads the same in both directions.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r2c3", "r3c1"]})
    renameable = True

    def relations(self, layout: Layout) -> Iterator[tuple[int, int, Relation]]:
        half = len(self.cells) // 2
        return ((a, b, int.__eq__) for a, b in zip(self.cells[:half], self.cells[::-1], strict=False))


@dataclass(frozen=True)
class RegionSumLine(_LineRule):
    """Box borders cut the line into pieces, which have the same sum. A piece ends whenever the line leaves a box."""

    kind = "region_sum_line"
    title = T("region sum line")
    text = T("Box borders divide the line into pieces with the same sum.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r2c4"]})

    def pieces(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(piece) for _, piece in groupby(self.cells, layout.box_of.__getitem__))

    def holds(self, grid: Grid) -> bool:
        return len({sum(grid[cell] for cell in piece) for piece in self.pieces(grid.layout)}) == 1

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        pieces = self.pieces(layout)
        if len(pieces) > 1:
            yield EqualSums(pieces, layout.size)


@dataclass(frozen=True)
class SumLine(_LineRule):
    """The line can be cut into pieces that each have the sum. A loop may be cut anywhere."""

    sum: Number = 10
    loop: Flag = False

    kind = "sum_line"
    title = T("sum line")
    text = T("The line can be cut into pieces whose digits each sum to {sum}.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r2c4", "r3c4"], "sum": 5})
    least_cells = 1

    def validate(self, layout: Layout) -> None:
        if self.sum < 1:
            raise self.refuse("sum must be at least 1, not {sum}", sum=self.sum)

    def holds(self, grid: Grid) -> bool:
        digits = self.digits_on(grid)
        starts = range(len(digits)) if self.loop else range(1)
        return any(self._divides(digits[start:] + digits[:start]) for start in starts)

    def _divides(self, digits: list[int]) -> bool:
        total = 0
        for digit in digits:
            total += digit
            if total > self.sum:
                return False
            total %= self.sum
        return total == 0

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        def word(offset: int) -> Word:
            """The line when a piece has the sum `offset` before its first cell, and the rest of it at the end."""

            def step(total: int, digit: int) -> int | None:
                return None if total + digit > self.sum else (total + digit) % self.sum

            return Word(self.cells, built(layout.size, offset, step, lambda total: total == offset))

        if self.loop:
            yield Either(tuple((word(offset),) for offset in range(self.sum)))
        else:
            yield word(0)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells, closed=self.loop)


@dataclass(frozen=True)
class BetweenLine(_LineRule):
    kind = "between_line"
    title = T("between line")
    text = T("Digits between the two circles of a line lie strictly between the circled digits.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3"]})
    least_cells = 3

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.digits_on(grid)
        return all(min(first, last) < digit < max(first, last) for digit in inner)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        rising = [Pair(pair, pair_table(layout.size, int.__lt__)) for pair in self._pairs(rising=True)]
        falling = [Pair(pair, pair_table(layout.size, int.__lt__)) for pair in self._pairs(rising=False)]
        yield Either((tuple(rising), tuple(falling)))

    def numbers(self, layout: Layout) -> Sequence[int]:
        table = pair_table(layout.size, int.__lt__)
        return either_numbers([pair_numbers(self._pairs(rising=rising), table) for rising in (True, False)])

    def _pairs(self, *, rising: bool) -> Iterator[tuple[int, int]]:
        """The pairs of cells whose first digit is the smaller one."""
        first, *inner, last = self.cells if rising else self.cells[::-1]
        for cell in inner:
            yield first, cell
            yield cell, last

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells, start="circle", end="circle")


@dataclass(frozen=True)
class LockoutLine(_LineRule):
    """The ends differ by at least 4 (or `difference`), and no inner digit is between them or equal to one."""

    difference: Number = 4

    kind = "lockout_line"
    title = T("lockout line")
    text = T(
        "The ends of a lockout line differ by at least {difference}; "
        "no digit between the ends of the line lies between their digits or equals one of them."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3"], "difference": 2})

    def validate(self, layout: Layout) -> None:
        if not 0 <= self.difference < layout.size:
            raise self.refuse(
                "digits from 1 to {size} cannot differ by {difference}",
                size=layout.size,
                difference=self.difference,
            )

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.digits_on(grid)
        if abs(first - last) < self.difference:
            return False
        return all(digit < min(first, last) or digit > max(first, last) for digit in inner)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        first, *inner, last = self.cells
        yield Pair((first, last), pair_table(layout.size, _apart(self.difference)))
        for cell in inner:
            yield Word((first, cell, last), _outside(layout.size))

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells, start="circle", end="circle")


@dataclass(frozen=True)
class ZipperLine(_LineRule):
    """Digits at equal distance from the middle have one common sum; on a line of odd length the middle is that sum."""

    kind = "zipper_line"
    title = T("zipper line")
    text = T(
        "Digits at equal distance from the middle of a zipper line have the same sum; "
        "a digit in the middle is that sum."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3", "r3c3", "r3c4"]})

    def _groups(self) -> tuple[tuple[int, ...], ...]:
        half = len(self.cells) // 2
        groups = tuple(zip(self.cells[:half], self.cells[::-1], strict=False))
        return (*groups, (self.cells[half],)) if len(self.cells) % 2 else groups

    def holds(self, grid: Grid) -> bool:
        return len({sum(grid[cell] for cell in group) for group in self._groups()}) == 1

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        groups = self._groups()
        if len(groups) > 1:
            yield EqualSums(groups, layout.size)


@dataclass(frozen=True)
class ModularLine(_PairedLine):
    modulus: Number = 3

    kind = "modular_line"
    title = T("modular line")
    text = T("Any {modulus} digits in a row on the line have different remainders when divided by {modulus}.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"], "modulus": 2})

    def validate(self, layout: Layout) -> None:
        if not 2 <= self.modulus <= layout.size:
            raise self.refuse(
                "modulus must be 2 to {size}, not {value}", size=layout.size, value=self.modulus
            )

    def relations(self, layout: Layout) -> Iterator[tuple[int, int, Relation]]:
        for distance in range(1, self.modulus):
            for a, b in zip(self.cells, self.cells[distance:], strict=False):
                yield a, b, _differ_modulo(self.modulus)


@dataclass(frozen=True)
class EntropicLine(_PairedLine):
    """Any three digits in a row: one low, one middle, one high."""

    kind = "entropic_line"
    title = T("entropic line")
    text = T("Any three digits in a row on the line are a low, a middle and a high one.")
    example = RuleExample("6x6", {"cells": ["r1c1", "r1c2", "r2c2", "r2c3"]})

    def validate(self, layout: Layout) -> None:
        if layout.size % 3:
            raise self.refuse("{size} digits do not divide into low, middle and high ones", size=layout.size)

    def relations(self, layout: Layout) -> Iterator[tuple[int, int, Relation]]:
        for distance in (1, 2):
            for a, b in zip(self.cells, self.cells[distance:], strict=False):
                yield a, b, _different_thirds(layout.size)


@dataclass(frozen=True)
class ParityLine(_PairedLine):
    kind = "parity_line"
    title = T("parity line")
    text = T("Odd and even digits alternate along the line.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"]})

    def relations(self, layout: Layout) -> Iterator[tuple[int, int, Relation]]:
        return ((a, b, _differ_in_parity) for a, b in pairwise(self.cells))


@dataclass(frozen=True)
class IndexLine(_LineRule):
    """The second digit says where on the rest of the line the first digit is repeated."""

    kind = "index_line"
    title = T("index line")
    text = T("If the second digit of the line is N, the Nth digit after it equals the first digit.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3", "r3c3"]})
    least_cells = 3

    def holds(self, grid: Grid) -> bool:
        first, number, *rest = self.digits_on(grid)
        return number <= len(rest) and rest[number - 1] == first

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        count = len(self.cells)

        def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
            place, wanted, left = (
                state  # left: how many cells until the one that repeats `wanted`; 0 once it was seen
            )
            if place == 0:
                return 1, digit, 0
            if place == 1:
                return (2, wanted, digit) if digit <= count - 2 else None
            if left == 1:
                return (2, 0, 0) if digit == wanted else None
            return place, wanted, max(left - 1, 0)

        accepts = built(layout.size, (0, 0, 0), step, lambda state: state == (2, 0, 0))
        yield Word(self.cells, accepts)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells, end="arrow")


RULES: tuple[type[Rule], ...] = (
    Thermometer,
    SlowThermometer,
    Arrow,
    AverageArrow,
    FuzzyArrow,
    AmbiguousArrow,
    DoubleArrow,
    SplitPeas,
    Whisper,
    Renban,
    Nabner,
    Palindrome,
    RegionSumLine,
    SumLine,
    BetweenLine,
    LockoutLine,
    ZipperLine,
    ModularLine,
    EntropicLine,
    ParityLine,
    IndexLine,
)
