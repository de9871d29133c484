"""Rules about all digits of a line together: renbans, sums, what lies between the ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, pairwise

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.automaton import Automaton, built
from nonet.rules.base import Flag, Number, RuleExample
from nonet.rules.encoding import either_numbers, pair_numbers
from nonet.rules.line_base import EqualSumRule, LineRule, apart
from nonet.rules.primitives import Either, Pair, Primitive, Sets, Word
from nonet.rules.shapes import Shape, Stroke
from nonet.rules.tables import different, pair_table


@dataclass(frozen=True)
class Renban(LineRule):
    by_value = True
    kind = "renban"
    title = T("renban line")
    text = T("Digits on a renban line are consecutive and different, in any order.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"]})
    least_cells = 1

    def validate(self, layout: Layout) -> None:
        self.check_room_to_differ(self.cells, layout)

    def holds(self, grid: Grid) -> bool:
        digits = sorted(grid[cell] for cell in set(self.cells))
        return all(b == a + 1 for a, b in pairwise(digits))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        cells = tuple(dict.fromkeys(self.cells))
        count = len(cells)
        masks = tuple((1 << count) - 1 << low for low in range(layout.size - count + 1))
        yield different(cells, layout)
        yield Sets(cells, masks)


@dataclass(frozen=True)
class RegionSumLine(LineRule, EqualSumRule):
    """Box borders cut the line into pieces, which have the same sum. A piece ends whenever the line leaves a box."""

    kind = "region_sum_line"
    title = T("region sum line")
    text = T("Box borders divide the line into pieces with the same sum.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r2c4"]})
    placed = True

    def validate(self, layout: Layout) -> None:
        super().validate(layout)
        if not layout.boxes:
            raise self.refuse("this board has no boxes")

    def equal_sums(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(piece) for _, piece in groupby(self.cells, layout.box_of.__getitem__))


@lru_cache(maxsize=256)
def _pieces(digits: range, total: int, offset: int) -> Automaton:
    """For a line in pieces with this total; one has the sum `offset` before the line and the rest of it at the end."""

    def step(state: tuple[int, bool], digit: int) -> tuple[int, bool] | None:
        had, zeros = (
            state  # the sum of the piece so far, and whether the line so far is all zeros: that is no piece
        )
        return None if had + digit > total else ((had + digit) % total, zeros and not digit)

    return built(digits, (offset, True), step, lambda state: state == (offset, False))


@dataclass(frozen=True)
class SumLine(LineRule):
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
        return total == 0 and any(digits)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        offsets = range(self.sum if self.loop else 1)
        words = [Word(self.cells, _pieces(layout.digits, self.sum, offset)) for offset in offsets]
        yield Either(tuple((word,) for word in words)) if self.loop else words[0]

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Stroke(self.kind, self.cells, closed=self.loop)


@dataclass(frozen=True)
class BetweenLine(LineRule):
    by_value = True
    kind = "between_line"
    title = T("between line")
    text = T("Digits between the two circles of a line lie strictly between the circled digits.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3"]})
    least_cells = 3
    ends = ("circle", "circle")

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.digits_on(grid)
        return all(min(first, last) < digit < max(first, last) for digit in inner)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        table = pair_table(layout.digits, int.__lt__)
        ways = (self._pairs(rising=True), self._pairs(rising=False))
        yield Either(tuple(tuple(Pair(pair, table) for pair in pairs) for pairs in ways))

    def numbers(self, layout: Layout) -> Iterable[Sequence[int]]:
        table = pair_table(layout.digits, int.__lt__)
        return (
            either_numbers([pair_numbers(self._pairs(rising=rising), table) for rising in (True, False)]),
        )

    def _pairs(self, *, rising: bool) -> Iterator[tuple[int, int]]:
        """The pairs of cells whose first digit is the smaller one."""
        first, *inner, last = self.cells if rising else self.cells[::-1]
        for cell in inner:
            yield first, cell
            yield cell, last


@dataclass(frozen=True)
class LockoutLine(LineRule):
    """The ends differ by at least 4 (or `difference`), and no inner digit is between them or equal to one."""

    difference: Number = 4

    kind = "lockout_line"
    title = T("lockout line")
    text = T(
        "The ends of a lockout line differ by at least {difference}; "
        "no digit between the ends of the line lies between their digits or equals one of them."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3"], "difference": 2})
    ends = ("circle", "circle")

    def validate(self, layout: Layout) -> None:
        if not 0 <= self.difference < layout.size:
            raise self.impossible(
                "digits from {low} to {high} cannot differ by {difference}",
                difference=self.difference,
                **layout.digit_ends,
            )

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.digits_on(grid)
        if abs(first - last) < self.difference:
            return False
        return all(digit < min(first, last) or digit > max(first, last) for digit in inner)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        first, *inner, last = self.cells
        yield Pair((first, last), pair_table(layout.digits, apart(self.difference)))
        for cell in inner:
            yield Word((first, cell, last), _outside(layout.digits))


@cache
def _outside(digits: range) -> Automaton:
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
    return built(digits, start, step, lambda state: state == (0, 0, 0))


@dataclass(frozen=True)
class ZipperLine(LineRule, EqualSumRule):
    """Digits at equal distance from the middle have one common sum; on a line of odd length the middle is that sum."""

    kind = "zipper_line"
    title = T("zipper line")
    text = T(
        "Digits at equal distance from the middle of a zipper line have the same sum; "
        "a digit in the middle is that sum."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3", "r3c3", "r3c4"]})

    def equal_sums(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        half = len(self.cells) // 2
        groups = tuple(zip(self.cells[:half], self.cells[::-1], strict=False))
        return (*groups, (self.cells[half],)) if len(self.cells) % 2 else groups


@dataclass(frozen=True)
class IndexLine(LineRule):
    """The second digit says where on the rest of the line the first digit is repeated."""

    kind = "index_line"
    title = T("index line")
    text = T("If the second digit of the line is N, the Nth digit after it equals the first digit.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3", "r3c3"]})
    least_cells = 3
    ends = ("", "arrow")

    def holds(self, grid: Grid) -> bool:
        first, number, *rest = self.digits_on(grid)
        return 1 <= number <= len(rest) and rest[number - 1] == first

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield Word(self.cells, _repeats_first(layout.digits, len(self.cells)))


@lru_cache(maxsize=64)
def _repeats_first(digits: range, count: int) -> Automaton:
    """For `count` digits, the first of which is repeated where the second one says."""

    def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int] | None:
        # left: how many cells until the one that repeats `wanted`; 0 once it was seen
        place, wanted, left = state
        if place == 0:
            return 1, digit, 0
        if place == 1:
            return (2, wanted, digit) if 1 <= digit <= count - 2 else None
        if left == 1:
            return (2, 0, 0) if digit == wanted else None
        return place, wanted, max(left - 1, 0)

    return built(digits, (0, 0, 0), step, lambda state: state == (2, 0, 0))
