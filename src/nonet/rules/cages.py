"""Cages: groups of cells whose digits have a sum, a product, or something else in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import Any

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.base import CellSet, Number, NumberPairs, Numbers, Path, Rule, RuleExample, RuleText
from nonet.rules.encoding import cage_numbers, linear_numbers
from nonet.rules.primitives import Among, Count, Either, Pair, Primitive, Sets
from nonet.rules.shapes import Outline, Shape
from nonet.rules.tables import check_sum, different, digit_sets, least_sum, most_sum, pair_table, sum_of


@dataclass(frozen=True)
class DifferentDigits(Rule):
    """A cage: its digits differ."""

    cells: CellSet

    def validate(self, layout: Layout) -> None:
        self.check_room_to_differ(self.cells, layout)

    def holds(self, grid: Grid) -> bool:
        return len({grid[cell] for cell in self.cells}) == len(set(self.cells))

    def digits_in(self, grid: Grid) -> list[int]:
        return [grid[cell] for cell in self.cells]


@dataclass(frozen=True)
class Cage(DifferentDigits):
    """A killer cage. Without a sum, its digits only differ.

    >>> from nonet.layout import CLASSIC
    >>> Cage((0, 1), 3).broken(Grid.of(CLASSIC, [4] + [0] * 80))
    (0,)
    """

    sum: Number | None = None

    crossing = True
    by_value = True
    kind = "cage"
    title = T("killer cage")
    text = T("Digits in a cage differ and sum to the number in its corner.")
    text_without_sum = T("Digits in a cage differ.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"], "sum": 8})

    def validate(self, layout: Layout) -> None:
        super().validate(layout)
        count, digits, ends = len(self.cells), layout.digits, layout.digit_ends
        if self.sum is not None and not self.is_usual:
            check_sum(self, count, self.sum, layout)
        elif self.sum is not None and not least_sum(count, digits) <= self.sum <= most_sum(count, digits):
            if count == 1:
                raise self.impossible("a digit from {low} to {high} cannot be {sum}", sum=self.sum, **ends)
            raise self.impossible(
                "{count} different digits from {low} to {high} cannot sum to {sum}",
                count=count,
                sum=self.sum,
                **ends,
            )

    @property
    def is_usual(self) -> bool:
        """Whether each cell is listed once, as the techniques for killers expect. In a sum, a cell counts as often as
        it is listed.
        """
        return len(set(self.cells)) == len(self.cells)

    def holds(self, grid: Grid) -> bool:
        return super().holds(grid) and self.sum in (None, sum(self.digits_in(grid)))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield different(self.cells, layout)
        if self.sum is not None:
            yield sum_of(self.cells, self.sum, layout)

    def numbers(self, layout: Layout) -> Iterable[Sequence[int]]:
        if self.sum is None or not self.is_usual:
            return super().numbers(layout)
        return (cage_numbers(self.cells, self.sum, layout),)

    def of_values(self) -> Rule | None:
        return None if self.sum is None else Sum(self.cells, self.sum)

    def of_digits(self) -> Rule | None:
        return Cage(self.cells)

    def words(self) -> RuleText:
        return RuleText(self.text_without_sum, {}) if self.sum is None else super().words()

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Outline(self.kind, self.cells, "" if self.sum is None else str(self.sum))


@dataclass(frozen=True)
class Sum(Rule):
    """A sum without the condition that the digits differ."""

    cells: CellSet
    sum: Number

    crossing = True
    by_value = True
    kind = "sum"
    title = T("sum")
    text = T("Digits in an outlined group sum to its number; they may repeat.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c3", "r3c2"], "sum": 9})

    def validate(self, layout: Layout) -> None:
        check_sum(self, len(self.cells), self.sum, layout)

    def holds(self, grid: Grid) -> bool:
        return sum(grid[cell] for cell in self.cells) == self.sum

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield sum_of(self.cells, self.sum, layout)

    def numbers(self, layout: Layout) -> Iterable[Sequence[int]]:
        return (linear_numbers(self.cells, (1,) * len(self.cells), self.sum, layout),)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Outline(self.kind, self.cells, str(self.sum))


@dataclass(frozen=True)
class _SetCage(DifferentDigits):
    """A cage whose digits, as a set, have a property."""

    def allows(self, digits: tuple[int, ...], every: range) -> bool:
        """Whether a cage may hold these different digits, in any order."""
        raise NotImplementedError

    def label(self) -> str:
        return ""

    def holds(self, grid: Grid) -> bool:
        digits = tuple(sorted(self.digits_in(grid)))
        return super().holds(grid) and self.allows(digits, grid.layout.digits)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        clue = tuple(getattr(self, field.name) for field in self.fields() if field.name != "cells")
        yield different(self.cells, layout)
        yield Sets(self.cells, _allowed_sets(type(self), clue, len(self.cells), layout))  # type: ignore[arg-type] # as in `Rule.fields`

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Outline(self.kind, self.cells, self.label())


@lru_cache(maxsize=1024)
def _allowed_sets(cage: type[_SetCage], clue: tuple[Any, ...], count: int, layout: Layout) -> tuple[int, ...]:
    """The sets of digits that all cages of so many cells with this clue may hold."""
    rule = cage(tuple(range(count)), *clue)
    return digit_sets(layout, count, lambda digits: rule.allows(digits, layout.digits))


@dataclass(frozen=True)
class MultiSumCage(_SetCage):
    """A cage with several possible sums; a digital root is the list of its sums."""

    sums: Numbers

    kind = "multi_sum_cage"
    title = T("cage with several sums")
    text = T("Digits in a cage differ and sum to one of its numbers.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"], "sums": [6, 8]})

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "sums", tuple(sorted(set(self.sums))))

    def validate(self, layout: Layout) -> None:
        super().validate(layout)
        if not self.sums:
            raise self.refuse("it needs at least one sum")

    def allows(self, digits: tuple[int, ...], every: range) -> bool:
        return sum(digits) in self.sums

    def label(self) -> str:
        return "/".join(map(str, self.sums))


@dataclass(frozen=True)
class LookAndSayCage(Rule):
    """A cage that says how often some digits occur: (2, 5) means two 5s. Digits may repeat."""

    cells: CellSet
    counts: NumberPairs

    kind = "look_and_say_cage"
    title = T("look-and-say cage")
    text = T("The clue of a cage says how often digits occur in it: 1325 means one 3 and two 5s.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"], "counts": [[1, 2], [1, 3]]})

    def validate(self, layout: Layout) -> None:
        if not self.counts:
            raise self.refuse("it needs a clue")
        for times, digit in self.counts:
            if digit not in layout.digits:
                raise self.refuse(
                    "{digit} is not a digit; digits are {low} to {high}", digit=digit, **layout.digit_ends
                )
            if not 0 <= times <= len(self.cells):
                raise self.impossible(
                    "{count} cells cannot hold the digit {digit} {times} times",
                    times=times,
                    digit=digit,
                    count=len(self.cells),
                )
        digit, times = Counter(digit for _, digit in self.counts).most_common(1)[0]
        if times > 1:
            raise self.refuse("the digit {digit} is counted twice", digit=digit)

    def holds(self, grid: Grid) -> bool:
        held = Counter(grid[cell] for cell in self.cells)
        return all(held[digit] == times for times, digit in self.counts)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        for times, digit in self.counts:
            yield Count(self.cells, layout.mask_of([digit]), 1 << times)

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Outline(self.kind, self.cells, "".join(f"{times}{digit}" for times, digit in self.counts))


@dataclass(frozen=True)
class RellikCage(_SetCage):
    """The reverse of a killer cage: no group of its digits has the sum."""

    sum: Number

    kind = "rellik_cage"
    title = T("rellik cage")
    text = T("Digits in a cage differ, and no group of one or more of them sums to its number.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"], "sum": 4})

    def allows(self, digits: tuple[int, ...], every: range) -> bool:
        sums = 0  # those of groups, a bit each
        for digit in digits:
            sums |= (sums | 1) << digit
        return self.sum < 0 or not sums >> self.sum & 1

    def label(self) -> str:
        return f"≠{self.sum}"


@dataclass(frozen=True)
class EqualityCage(_SetCage):
    """As many odd digits as even ones, and as many low as high; the middle digit is neither low nor high."""

    kind = "equality_cage"
    title = T("equality cage")
    text = T("Digits in a cage differ; as many are odd as even, and as many are low as high.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"]})

    def allows(self, digits: tuple[int, ...], every: range) -> bool:
        odd = sum(digit % 2 for digit in digits)
        low = sum(2 * digit < every[0] + every[-1] for digit in digits)
        high = sum(2 * digit > every[0] + every[-1] for digit in digits)
        return 2 * odd == len(digits) and low == high


@dataclass(frozen=True)
class ProductCage(_SetCage):
    """A cage with a product for a clue."""

    product: Number

    kind = "product_cage"
    title = T("product cage")
    text = T("Digits in a cage differ, and their product is its number.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"], "product": 12})

    def allows(self, digits: tuple[int, ...], every: range) -> bool:
        return prod(digits) == self.product

    def label(self) -> str:
        return f"{self.product}x"


@dataclass(frozen=True)
class DivisibleCage(_SetCage):
    """A cage whose sum is a multiple of a number."""

    divisor: Number

    kind = "divisible_cage"
    title = T("divisible cage")
    text = T("Digits in a cage differ, and their sum is a multiple of {divisor}.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"], "divisor": 3})

    def validate(self, layout: Layout) -> None:
        super().validate(layout)
        if self.divisor < 1:
            raise self.refuse("divisor must be at least 1, not {value}", value=self.divisor)

    def allows(self, digits: tuple[int, ...], every: range) -> bool:
        return sum(digits) % self.divisor == 0

    def label(self) -> str:
        return f"÷{self.divisor}"


@dataclass(frozen=True)
class Lunchbox(Rule):
    """Cells in order; the digits between the smallest and the largest of them have the sum."""

    cells: Path
    sum: Number

    kind = "lunchbox"
    title = T("lunchbox")
    text = T("Digits in a lunchbox differ; those between its smallest and its largest digit sum to {sum}.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r2c4"], "sum": 3})
    least_cells = 2

    def validate(self, layout: Layout) -> None:
        self.check_room_to_differ(self.cells, layout)

    def holds(self, grid: Grid) -> bool:
        digits = [grid[cell] for cell in self.cells]
        first, last = sorted((digits.index(min(digits)), digits.index(max(digits))))
        return len(set(digits)) == len(digits) and sum(digits[first + 1 : last]) == self.sum

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield different(self.cells, layout)
        branches = []
        for first, last in combinations(range(len(self.cells)), 2):
            inside, inner = self.cells[first + 1 : last], layout.digits[1:-1]
            if not least_sum(len(inside), inner) <= self.sum <= most_sum(len(inside), inner):
                continue
            ends = self.cells[first], self.cells[last]
            total = [sum_of(inside, self.sum, layout)] if inside else []
            branches += [(*self._between(low, high, layout), *total) for low, high in (ends, ends[::-1])]
        yield Either(tuple(branches)) if branches else Among(self.cells[0], 0)

    def _between(self, low: int, high: int, layout: Layout) -> list[Primitive]:
        """These two cells hold the smallest and the largest digit."""
        smaller = pair_table(layout.digits, int.__lt__)
        pairs = [(low, cell) for cell in self.cells if cell != low]
        pairs += [(cell, high) for cell in self.cells if cell not in (low, high)]
        return [Pair(pair, smaller) for pair in pairs]

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield Outline(self.kind, self.cells, str(self.sum))
