"""Rules about two neighbouring cells, or the four around a corner: dots, signs, quadruples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.base import CellPairs, CellSet, Digits, Number, Numbers, Path, Rule, RuleExample, RuleText
from nonet.rules.encoding import at_least_numbers
from nonet.rules.line_base import Paired, Related
from nonet.rules.primitives import Primitive
from nonet.rules.shapes import BorderMark, Shape
from nonet.rules.tables import Relation, at_least

# Relations are made once and kept, because tables are cached by the relation (see `Paired`).


@cache
def _differs_by(difference: int) -> Relation:
    return lambda a, b: abs(a - b) == difference


@cache
def _has_ratio(ratio: int) -> Relation:
    return lambda a, b: a == ratio * b or b == ratio * a


@cache
def _sums_to(total: int) -> Relation:
    return lambda a, b: a + b == total


@cache
def _multiplies_to(product: int) -> Relation:
    return lambda a, b: a * b == product


def _divides(a: int, b: int) -> bool:
    return 0 in (a, b) or a % b == 0 or b % a == 0


@cache
def _none_of(*relations: Relation) -> Relation:
    return lambda a, b: not any(relation(a, b) for relation in relations)


def _check_two(rule: Rule, cells: tuple[int, ...]) -> None:
    if len(cells) != 2:
        raise rule.refuse("it has two cells, not {count}", count=len(cells))


@dataclass(frozen=True)
class _Dot(Paired):
    """A mark between two cells."""

    cells: CellSet

    fill = "white"
    by_value = True

    def relation(self) -> Relation:
        raise NotImplementedError

    def label(self) -> str:
        return ""

    def validate(self, layout: Layout) -> None:
        _check_two(self, self.cells)
        if not any(self.relation()(a, b) for a in layout.digits for b in layout.digits):
            raise self.impossible("no two digits from {low} to {high} fit", **layout.digit_ends)

    def relations(self, layout: Layout) -> Iterable[Related]:
        return [(self.relation(), [(self.cells[0], self.cells[1])])]

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield BorderMark(self.kind, self.cells, self.fill, self.label())


@dataclass(frozen=True)
class Difference(_Dot):
    """A white dot: the digits differ by 1, or by the number in it."""

    difference: Number = 1

    kind = "difference"
    title = T("white dot")
    variant = T("kropki")
    text = T("Digits with a white dot between them differ by {difference}.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"], "difference": 1})

    def relation(self) -> Relation:
        return _differs_by(self.difference)

    def label(self) -> str:
        return "" if self.difference == 1 else str(self.difference)


@dataclass(frozen=True)
class Ratio(_Dot):
    """A black dot: one digit is twice the other, or as many times as the number in it says."""

    ratio: Number = 2

    kind = "ratio"
    title = T("black dot")
    variant = T("kropki")
    text = T("Of two digits with a black dot between them, one is {ratio} times the other.")
    text_twice = T("Of two digits with a black dot between them, one is twice the other.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"], "ratio": 2})
    fill = "black"

    def relation(self) -> Relation:
        return _has_ratio(self.ratio)

    def words(self) -> RuleText:
        return RuleText(self.text_twice if self.ratio == 2 else self.text, self.slots())

    def label(self) -> str:
        return "" if self.ratio == 2 else str(self.ratio)


@dataclass(frozen=True)
class PairSum(_Dot):
    """X and V: two digits that sum to 10 or to 5, or to another number."""

    sum: Number

    kind = "pair_sum"
    title = T("X or V")
    text = T("Digits with a sign between them sum to its number: {sum}.")
    text_x = T("Digits with an X between them sum to 10.")
    text_v = T("Digits with a V between them sum to 5.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"], "sum": 5})
    fill = "none"

    def relation(self) -> Relation:
        return _sums_to(self.sum)

    def words(self) -> RuleText:
        return RuleText({5: self.text_v, 10: self.text_x}.get(self.sum, self.text), self.slots())

    def label(self) -> str:
        return {5: "V", 10: "X"}.get(self.sum, str(self.sum))


@dataclass(frozen=True)
class PairProduct(_Dot):
    product: Number

    kind = "pair_product"
    title = T("product of two cells")
    text = T("The product of two digits with a number between them is that number.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"], "product": 6})

    def relation(self) -> Relation:
        return _multiplies_to(self.product)

    def label(self) -> str:
        return f"×{self.product}"


@dataclass(frozen=True)
class Factor(_Dot):
    kind = "factor"
    title = T("factor")
    text = T("Of two digits with a sign between them, one is a multiple of the other.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"]})

    def relation(self) -> Relation:
        return _divides

    def label(self) -> str:
        return "÷"


@dataclass(frozen=True)
class Greater(Paired):
    """The first of two cells holds the greater digit."""

    cells: Path

    by_value = True
    kind = "greater"
    title = T("greater than")
    text = T("The open side of a sign between two cells faces the greater digit.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2"]})

    def validate(self, layout: Layout) -> None:
        _check_two(self, self.cells)

    def relations(self, layout: Layout) -> Iterable[Related]:
        return [(int.__gt__, [(self.cells[0], self.cells[1])])]

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        greater, smaller = self.cells
        across = layout.row_of(greater) == layout.row_of(smaller)
        sign = (">" if greater < smaller else "<") if across else ("v" if greater < smaller else "^")
        yield BorderMark(self.kind, self.cells, "none", sign)


@dataclass(frozen=True)
class Negative(Paired):
    """All marks of some kinds are given: neighbours that are not `marked` do not have any of these relations."""

    differences: Numbers = ()
    ratios: Numbers = ()
    sums: Numbers = ()
    marked: CellPairs = ()

    kind = "negative"
    title = T("all marks are given")
    text = T("All marks are given: neighbours without one have none of the marked relations ({relations}).")
    example = RuleExample(
        "4x4", {"sums": [5], "marked": [["r1c1", "r1c2"], ["r3c3", "r4c3"], ["r2c4", "r3c4"]]}
    )
    rigid = True

    def validate(self, layout: Layout) -> None:
        if not (self.differences or self.ratios or self.sums):
            raise self.refuse("it needs a difference, a ratio or a sum that unmarked neighbours don't have")

    def relations(self, layout: Layout) -> Iterable[Related]:
        marks = (
            *map(_differs_by, self.differences),
            *map(_has_ratio, self.ratios),
            *map(_sums_to, self.sums),
        )
        marked = set(self.marked)
        return [(_none_of(*marks), [pair for pair in layout.neighbours if pair not in marked])]

    def slots(self) -> dict[str, object]:
        parts = [f"±{n}" for n in self.differences] + [f"×{n}" for n in self.ratios]
        return {"relations": ", ".join([*parts, *(f"Σ{n}" for n in self.sums)])}


@dataclass(frozen=True)
class Quadruple(Rule):
    """Digits that occur in the four cells around a corner, each at least as often as it is listed."""

    cells: CellSet
    digits: Digits

    kind = "quadruple"
    title = T("quadruple")
    text = T("The digits in a circle occur in the four cells around it.")
    example = RuleExample("4x4", {"cells": ["r2c2", "r2c3", "r3c2", "r3c3"], "digits": [1, 2]})
    renameable = True

    def validate(self, layout: Layout) -> None:
        if len(self.cells) != 4 or not _is_square(self.cells, layout):
            raise self.refuse("its cells must be the four around a corner")
        if not 1 <= len(self.digits) <= 4:
            raise self.refuse("it has one to four digits, not {digits}", digits=len(self.digits))

    def holds(self, grid: Grid) -> bool:
        return not Counter(self.digits) - Counter(grid[cell] for cell in self.cells)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        for digit, times in Counter(self.digits).items():
            yield at_least(self.cells, layout.mask_of([digit]), times)

    def numbers(self, layout: Layout) -> Iterable[Sequence[int]]:
        for digit in dict.fromkeys(self.digits):
            yield at_least_numbers(self.cells, layout.mask_of([digit]), self.digits.count(digit))

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        yield BorderMark(self.kind, self.cells, "white", " ".join(map(str, self.digits)))


def _is_square(cells: tuple[int, ...], layout: Layout) -> bool:
    rows = sorted(layout.row_of(cell) for cell in cells)
    columns = sorted(layout.column_of(cell) for cell in cells)
    return rows[3] == rows[0] + 1 and columns[3] == columns[0] + 1
