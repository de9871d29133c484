"""Clues beside a line that add up some of its cells: limits on how many cells these are.

    sandwich    so many cells are between the smallest and the largest digit that the sum can be reached, and no more
                than that: with 15, two to four of them. Where no cell so far away can be 9, there is no 1.
                The digits between them are then one of a few sets: a cell that is between them wherever they are has a
                digit of these, one that never is has none that all these sets have.
    X-sum       a first digit with which the sum stays too small, or becomes too large, is impossible.

Where these cells are known, they are a sum like others: see `sum_limits`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from nonet.bitsets import digits_in
from nonet.layout import Layout
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.deduction import evidence_of
from nonet.logic.variants.sum_limits import extreme_digits
from nonet.rules.outside import Sandwich, XSum
from nonet.step import Candidate, Step


class Gap(NamedTuple):
    """How many cells can be between the bread; with fewer, and with more, these digits make too little, or too much."""

    counts: tuple[int, ...]
    fewer: tuple[int, ...]
    more: tuple[int, ...]


class FirstDigits(NamedTuple):
    """First digits with which an X-sum is at most, or at least, that of these digits: the first one and the others."""

    entries: tuple[int, ...]
    digits: tuple[int, ...]
    most: bool


class Filling(NamedTuple):
    """The sets of digits that can be between the bread, as entries, and what cells lose by them."""

    sets: tuple[tuple[int, ...], ...]
    lost: tuple[tuple[tuple[int, ...], int, bool], ...]
    """Cells, the entry that they lose, and whether they are inside the sandwich, or outside."""


MOST_SETS = 6
"""More sets than this are not listed."""


def sandwich_crust(position: Position, options: Options) -> Iterator[Step]:
    """Places of the bread that no place of the other half fits."""
    for rule in position.rules:
        if isinstance(rule, Sandwich) and _all_differ(rule.cells, position.layout):
            gone = _without_partner(rule, position.layout, position.state(rule.cells))
            if gone:
                yield Step("sandwich-crust", (), gone, evidence_of(rule, rule.cells))


def sandwich_filling(position: Position, options: Options) -> Iterator[Step]:
    """Digits that cells inside a sandwich lack, and those that cells outside it lose."""
    for rule in position.rules:
        if isinstance(rule, Sandwich) and _all_differ(rule.cells, position.layout):
            filling = filling_of(rule, position.layout, position.state(rule.cells))
            if filling is not None and filling.lost:
                gone = tuple((cell, entry) for cells, entry, _ in filling.lost for cell in cells)
                yield Step("sandwich-filling", (), gone, evidence_of(rule, rule.cells))


def x_sum_limits(position: Position, options: Options) -> Iterator[Step]:
    """First digits of X-sums that make the sum too small or too large."""
    for rule in position.rules:
        if isinstance(rule, XSum) and rule.shifts == (0,) and _all_differ(rule.cells, position.layout):
            found = wrong_first_digits(rule, position.layout, position.state(rule.cells))
            if gone := tuple((rule.cells[0], entry) for each in found for entry in each.entries):
                yield Step("x-sum-limits", (), gone, evidence_of(rule, rule.cells))


@lru_cache(maxsize=4096)
def _all_differ(cells: tuple[int, ...], layout: Layout) -> bool:
    return any({*cells} <= {*house.cells} for house in layout.houses)


@lru_cache(maxsize=4096)
def gap_of(rule: Sandwich, layout: Layout) -> Gap:
    """How far apart the bread is.

    >>> gap_of(Sandwich(tuple(range(9)), 15), Layout.named("9x9"))
    Gap(counts=(2, 3, 4), fewer=(8,), more=(2, 3, 4, 5, 6))
    """
    others = [digit for digit in layout.digits if digit not in rule.bread_on(layout)]
    sizes = range(min(len(others), len(rule.cells) - 2) + 1)
    fewer = [size for size in sizes if sum(others[len(others) - size :]) < rule.sum]
    more = [size for size in sizes if sum(others[:size]) > rule.sum]
    return Gap(
        tuple(size for size in sizes if size not in (*fewer, *more)),
        tuple(others[len(others) - fewer[-1] :][::-1]) if fewer else (),
        tuple(others[: more[0]]) if more else (),
    )


@lru_cache(maxsize=50_000)
def _without_partner(rule: Sandwich, layout: Layout, state: tuple[int, ...]) -> tuple[Candidate, ...]:
    bread = [layout.entry_of(digit) for digit in rule.bread_on(layout)]
    counts = gap_of(rule, layout).counts
    gone = []
    if not counts:  # no sandwich has this sum
        return ()
    for place, mask in enumerate(state):
        for entry, other in (bread, bread[::-1]):
            partners = [place + side * (count + 1) for count in counts for side in (1, -1)]
            if mask >> (entry - 1) & 1 and not any(
                0 <= at < len(state) and state[at] >> (other - 1) & 1 for at in partners
            ):
                gone.append((rule.cells[place], entry))
    return tuple(gone) if all(state[rule.cells.index(cell)].bit_count() > 1 for cell, _ in gone) else ()


@lru_cache(maxsize=50_000)
def filling_of(rule: Sandwich, layout: Layout, state: tuple[int, ...]) -> Filling | None:
    """What can be between the bread; None if there is no place for it, or if there are too many sets."""
    one, other = (layout.entry_of(digit) for digit in rule.bread_on(layout))
    counts = gap_of(rule, layout).counts
    gaps = [
        range(min(first, last) + 1, max(first, last))
        for first, last in permutations(range(len(state)), 2)
        if state[first] >> (one - 1) & 1
        and state[last] >> (other - 1) & 1
        and abs(first - last) - 1 in counts
    ]
    others = [entry for entry in layout.entries if entry not in (one, other)]
    sets = tuple(
        each
        for size in sorted({len(gap) for gap in gaps})
        for each in combinations(others, size)
        if sum(map(layout.digit_of, each)) == rule.sum
    )
    if not sets or len(sets) > MOST_SETS:
        return None
    inside = [at for at in range(len(state)) if all(at in gap for gap in gaps)]
    outside = [at for at in range(len(state)) if not any(at in gap for gap in gaps)]
    lost = []
    for entry in others:
        held = [entry in each for each in sets]
        for places, useless, within in ((inside, not any(held), True), (outside, all(held), False)):
            open_ = [at for at in places if state[at].bit_count() > 1 and state[at] >> (entry - 1) & 1]
            if useless and open_:
                lost.append((tuple(rule.cells[at] for at in open_), entry, within))
    return Filling(sets, tuple(lost))


@lru_cache(maxsize=50_000)
def wrong_first_digits(rule: XSum, layout: Layout, state: tuple[int, ...]) -> tuple[FirstDigits, ...]:
    """Those that make the sum too small, and those that make it too large; one by one if one sentence is not enough."""
    found: list[FirstDigits] = []
    for most in (True, False):
        wrong = [
            (entry, digits)
            for entry in digits_in(state[0] if state[0].bit_count() > 1 else 0)
            if (digits := _added(layout, state, entry, most)) is not None
            and (sum(digits) < rule.sum if most else sum(digits) > rule.sum)
        ]
        if not wrong:
            continue
        last = (max if most else min)(wrong, key=lambda each: sum(each[1]))
        if last == (wrong[-1] if most else wrong[0]):
            found.append(FirstDigits(tuple(entry for entry, _ in wrong), last[1], most))
        else:
            found += [FirstDigits((entry,), digits, most) for entry, digits in wrong]
    return tuple(found)


def _added(layout: Layout, state: tuple[int, ...], entry: int, most: bool) -> tuple[int, ...] | None:
    """The digits of the greatest, or least, sum that begins with this one; None if there is no such sum."""
    first = layout.digit_of(entry)
    if not 1 <= first <= len(state):
        return None
    masks = tuple(mask & ~(1 << (entry - 1)) for mask in state[1:first])
    others = extreme_digits(masks, least=not most) if all(masks) else None
    return None if others is None else (first, *map(layout.digit_of, others[:: -1 if most else 1]))
