"""Sums by their limits: what the other cells make at least, or at most, leaves no more, or no less, for a cell.

    ( ) ← · · ·       Arrow: the three cells of the shaft see each other, so they make at least 1 + 2 + 3 = 6. The
                      circle is at least 6; and as it is at most 9, each cell of the shaft is at most 9 - 1 - 2 = 6.

That holds for every rule that is an equation: arrows, little killers, sums, lines whose parts have the same sum;
sandwiches and X-sums, too, where it is known which cells they add up. An equation is read as two sides. The sum of a
side is taken in parts: cells of a part all differ, so that it makes at least the sum of its smallest different
candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.bitsets import bits_in, board_of, cells_in, digits_in, groups_at, union
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.deduction import Sees, deduced
from nonet.rules.base import Rule, compiled
from nonet.rules.cages import Cage
from nonet.rules.outside import Sandwich, XSum
from nonet.rules.primitives import EqualSums, Linear
from nonet.rules.tables import linear
from nonet.step import Candidate, Role, RoleKind, Step

State = tuple[int, ...]
"""For each cell its candidates, as a bitmask; one that is filled has its digit alone."""


class SumPart(NamedTuple):
    """Cells that all differ, and the digits with which they make the least, or the most."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    weight: int
    house: int | None
    """The last house that has them all, if they are several: a box rather than a row."""

    @property
    def total(self) -> int:
        return self.weight * sum(self.digits)


class SumLimit(NamedTuple):
    """A cell is at most, or at least, what the other side leaves it less the cells on its own side.

    `exact`: all other cells are known, and so is this one.
    """

    cell: int
    most: bool
    bound: int
    across: tuple[SumPart, ...]
    beside: tuple[SumPart, ...]
    weight: int
    exact: bool

    @property
    def pattern(self) -> tuple[object, ...]:
        """What several cells of a side may have in common, so that one sentence is about all of them."""
        beside = tuple(part._replace(cells=()) for part in self.beside)
        return self.most, self.bound, self.across, beside, self.cell if self.weight != 1 else None

    def excludes(self, digit: int) -> bool:
        if self.exact:
            return digit != self.bound
        return digit > self.bound if self.most else digit < self.bound


def sum_limits(position: Position, options: Options) -> Iterator[Step]:
    """Candidates too large or too small for a sum; killer cages have techniques of their own."""
    rules, watching = _watched(position.layout, position.rules)
    waiting, kept = position.waiting("sum-limits", watching), 0
    for number in bits_in(waiting):
        for equation in equations_here(rules[number], position.layout, position.values):
            found = _limits(position, equation, position.sees)
            for limits in grouped((limit.pattern, limit) for limit in found).values():
                kept |= 1 << number
                position.leave_waiting("sum-limits", waiting | kept)
                yield from _steps(position, rules[number], equation, limits)
        waiting &= ~(1 << number)
    position.leave_waiting("sum-limits", kept)


@lru_cache(maxsize=256)
def _watched(layout: Layout, rules: tuple[Rule, ...]) -> tuple[tuple[Rule, ...], tuple[int, ...]]:
    """The rules with a sum, and for each cell which of them are about it, as bits."""
    summed = tuple(
        rule
        for rule in rules
        if not (isinstance(rule, Cage) and rule.is_usual)
        and (isinstance(rule, (XSum, Sandwich)) or equations(rule, layout))
    )
    cells = ([cell for part in compiled(rule, layout) for cell in part.cells] for rule in summed)
    return summed, groups_at(layout.cell_count, cells)


def _steps(position: Position, rule: Rule, equation: Linear, limits: list[SumLimit]) -> Iterator[Step]:
    chosen = {(limit.cell, limit.most) for limit in limits}

    def result(sees: Sees) -> tuple[Candidate, ...]:
        found = _limits(position, equation, sees)
        return _gone(position, [limit for limit in found if (limit.cell, limit.most) in chosen])

    across = tuple(cell for part in limits[0].across for cell in part.cells)
    own = tuple(cell for cell in equation.cells if cell not in across)
    roles = (Role(RoleKind.BASE, cells) for cells in (own, across) if cells)
    return deduced("sum-limits", position, (rule,), equation.cells, result, *roles)


def _gone(position: Position, limits: list[SumLimit]) -> tuple[Candidate, ...]:
    return tuple(
        (limit.cell, digit)
        for limit in limits
        for digit in digits_in(position.masks[limit.cell])
        if limit.excludes(digit)
    )


@lru_cache(maxsize=4096)
def equations(rule: Rule, layout: Layout) -> tuple[Linear, ...]:
    """The equations that a rule asks for: a sum that is given, or two sums that are equal.

    >>> from nonet.rules import Arrow
    >>> [(each.weights, each.total) for each in equations(Arrow((0,), (1, 2)), Layout.named("4x4"))]
    [((1, -1, -1), 0)]
    """
    found: list[Linear] = []
    for part in compiled(rule, layout):
        if isinstance(part, Linear):
            found.append(part)
        elif isinstance(part, EqualSums):
            found += [part.difference(*pair) for pair in combinations(range(len(part.groups)), 2)]
    return tuple(
        each
        for each in found
        if all(each.weights)
        and max(each.cells) < layout.board_count
        and (len({weight > 0 for weight in each.weights}) == 1 or not _total(each, layout))
    )


def equations_here(rule: Rule, layout: Layout, entries: Sequence[int]) -> tuple[Linear, ...]:
    """Those of a rule, and what a clue beside a line says of the cells that it is known to add up."""
    if not isinstance(rule, (XSum, Sandwich)):
        return equations(rule, layout)
    cells = known_cells(rule, layout, entries)
    if not cells:
        return ()
    known = layout.digit_of(entries[rule.cells[0]]) if isinstance(rule, XSum) else 0
    return (linear(cells, (1,) * len(cells), rule.sum - known, layout),)


def known_cells(rule: XSum | Sandwich, layout: Layout, entries: Sequence[int]) -> tuple[int, ...]:
    """The cells between the bread, or those after the first that an X-sum adds up; none if that is not known."""
    line = [entries[cell] for cell in rule.cells]
    if isinstance(rule, Sandwich):
        ends = [line.index(each) for each in map(layout.entry_of, rule.bread_on(layout)) if each in line]
        return rule.cells[min(ends) + 1 : max(ends)] if len(ends) == 2 else ()
    return rule.cells[1 : layout.digit_of(line[0])] if line[0] and rule.shifts == (0,) else ()


def _total(equation: Linear, layout: Layout) -> int:
    """What the digits, not the entries, make."""
    return layout.digit_total(equation.total, sum(equation.weights))


def _limits(position: Position, equation: Linear, sees: Sees) -> tuple[SumLimit, ...]:
    seen = tuple(map(sees, equation.cells))
    return limits_of(equation, position.layout, position.state(equation.cells), seen)


@lru_cache(maxsize=50_000)
def limits_of(equation: Linear, layout: Layout, state: State, seen: tuple[int, ...]) -> tuple[SumLimit, ...]:
    """The limits that exclude a candidate of a cell; for each cell at most one from above and one from below."""
    if not all(state):
        return ()
    limits = []
    unknown = sum(mask.bit_count() > 1 for mask in state)
    sides = _sides(equation.cells, equation.weights, seen)

    @cache
    def part(group: tuple[int, ...], least: bool) -> SumPart | None:
        """Cells that all differ; None if they cannot be filled."""
        digits = extreme_digits(tuple([state[at] for at in group]), least=least)
        cells = tuple([equation.cells[at] for at in group])
        weight = abs(equation.weights[group[0]])
        return None if digits is None else SumPart(cells, digits, weight, _house_of(layout, cells))

    for place, mask in enumerate(state):
        if mask.bit_count() > 1:
            weight = abs(equation.weights[place])
            own, other = sides[place]
            for most in (True, False)[: 2 if unknown > 1 else 1]:
                beside = tuple([found for group in own if (found := part(group, most))])
                across = tuple([found for group in other if (found := part(group, not most))])
                if len(beside) < len(own) or len(across) < len(other):
                    continue  # they cannot be filled
                rest = equation.total if equation.weights[place] > 0 else -equation.total
                rest += sum([each.total for each in across]) - sum([each.total for each in beside])
                exact = unknown == 1 and not rest % weight
                bound = rest // weight if most else -(-rest // weight)
                if exact or (mask.bit_length() > bound if most else (mask & -mask).bit_length() < bound):
                    cell = equation.cells[place]
                    limits.append(SumLimit(cell, most, bound, across, beside, weight, exact))
    return tuple(limits)


Groups = tuple[tuple[int, ...], ...]
"""Places of cells that all differ."""


@lru_cache(maxsize=4096)
def _sides(
    cells: tuple[int, ...], weights: tuple[int, ...], seen: tuple[int, ...]
) -> tuple[tuple[Groups, Groups], ...]:
    """For each place the others on its own side of the equation, and those on the other side."""
    found = []
    for place, sign in enumerate(weights):
        others = [at for at in range(len(cells)) if at != place]
        own = tuple(at for at in others if weights[at] * sign > 0)
        across = tuple(at for at in others if weights[at] * sign < 0)
        found.append((_cliques(cells, weights, seen, own), _cliques(cells, weights, seen, across)))
    return tuple(found)


@lru_cache(maxsize=50_000)
def _house_of(layout: Layout, cells: tuple[int, ...]) -> int | None:
    """The last house that has all these cells, if they are several."""
    board = board_of(cells)
    houses = [number for number, house in enumerate(layout.house_boards) if not board & ~house]
    return houses[-1] if len(cells) > 1 and houses else None


@lru_cache(maxsize=50_000)
def _cliques(
    cells: tuple[int, ...], weights: tuple[int, ...], seen: tuple[int, ...], places: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """The places in groups of cells that have one weight and all see each other, the largest group first."""
    links = _links(cells, weights, seen)
    left, groups = board_of(places), []
    while left:
        best = 0
        for first in cells_in(left):
            group, others = 1 << first, links[first] & left
            while others:
                group |= others & -others
                others &= links[(others & -others).bit_length() - 1]
            best = max(best, group, key=int.bit_count)
        groups.append(tuple(cells_in(best)))
        left &= ~best
    return tuple(groups)


@lru_cache(maxsize=4096)
def _links(cells: tuple[int, ...], weights: tuple[int, ...], seen: tuple[int, ...]) -> tuple[int, ...]:
    """For each place the places that have the same weight and that it sees, as bits."""
    return tuple(
        board_of(
            at for at, cell in enumerate(cells) if weights[at] == weights[place] and seen[place] >> cell & 1
        )
        for place in range(len(cells))
    )


@lru_cache(maxsize=200_000)
def extreme_digits(masks: tuple[int, ...], *, least: bool) -> tuple[int, ...] | None:
    """The different digits with which cells that have these candidates make the least, or the greatest, sum.

    A digit is taken if the cells can still be filled with it and those taken before, the smallest (greatest) first.

    >>> extreme_digits((0b111, 0b100, 0b111), least=True), extreme_digits((0b1, 0b1), least=True)
    ((1, 2, 3), None)
    """
    holder: dict[int, int] = {}

    def takes(digit: int, tried: set[int]) -> bool:
        for place, mask in enumerate(masks):
            if mask >> (digit - 1) & 1 and place not in tried:
                tried.add(place)
                if place not in holder or takes(holder[place], tried):
                    holder[place] = digit
                    return True
        return False

    digits = list(digits_in(union(masks)))
    for digit in digits if least else reversed(digits):
        takes(digit, set())
    return tuple(sorted(holder.values())) if len(holder) == len(masks) else None
