"""Tables that rules are compiled with: pairs of digits, combinations of digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import combinations
from math import comb

from nonet.bitsets import digits_in
from nonet.layout import Layout
from nonet.limits import check, check_time, reading
from nonet.rules.base import Rule
from nonet.rules.primitives import Count, Different, Linear, Primitive

Relation = Callable[[int, int], bool]


@lru_cache(maxsize=1 << 16)
def bits_of(mask: int) -> tuple[int, ...]:
    """The bits of a bitmask, ascending: each the mask of one digit.

    >>> bits_of(0b101)
    (1, 4)
    """
    return tuple(1 << (digit - 1) for digit in digits_in(mask))


@lru_cache(maxsize=1024)
def pair_table(digits: range, relation: Relation) -> tuple[int, ...]:
    """For each first digit the second digits that are related to it.

    >>> pair_table(range(1, 5), int.__lt__)
    (14, 12, 8, 0)
    """
    return tuple(
        sum(1 << place for place, second in enumerate(digits) if relation(first, second)) for first in digits
    )


@cache
def points_to(place: int, digit: int) -> Relation:
    """If the first digit is the place, the second is the digit."""
    return lambda a, b: a != place or b == digit


@reading
def digit_sets(layout: Layout, count: int, wanted: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...]:
    """Every set of `count` different digits that is wanted, as bitmasks.

    >>> from nonet.layout import CLASSIC
    >>> [list(digits_in(mask)) for mask in digit_sets(CLASSIC, 2, lambda digits: sum(digits) == 5)]
    [[1, 4], [2, 3]]
    """
    check("sets", comb(layout.size, count))
    found = []
    for digits in combinations(layout.digits, count):
        check_time()
        if wanted(digits):
            found.append(layout.mask_of(digits))
    return tuple(found)


def least_sum(count: int, digits: range) -> int:
    """The least sum of that many different digits."""
    return sum(digits[:count])


def most_sum(count: int, digits: range) -> int:
    """The greatest sum of that many different digits."""
    return sum(digits[len(digits) - count :])


def different(cells: Iterable[int], layout: Layout) -> Primitive:
    return Different(tuple(dict.fromkeys(cells)), layout.all_digits)


def check_sum(rule: Rule, count: int, total: int, layout: Layout) -> None:
    """Refuses a sum that this many digits cannot have, where they may repeat."""
    ends = layout.digit_ends
    if not count * ends["low"] <= total <= count * ends["high"]:
        raise rule.impossible(
            "{count} digits from {low} to {high} cannot sum to {sum}", count=count, sum=total, **ends
        )


def linear(cells: Iterable[int], weights: Iterable[int], total: int, layout: Layout) -> Linear:
    """Each digit times its weight, added up, makes the total; a cell may be listed several times."""
    weight_of: dict[int, int] = {}
    for cell, weight in zip(cells, weights, strict=True):
        weight_of[cell] = weight_of.get(cell, 0) + weight
    own = tuple(weight_of.values())
    return Linear(tuple(weight_of), own, layout.entry_total(total, sum(own)), layout.size)


def sum_of(cells: Iterable[int], total: int, layout: Layout) -> Primitive:
    listed = tuple(cells)
    return linear(listed, (1,) * len(listed), total, layout)


def at_least(cells: tuple[int, ...], digits: int, times: int) -> Primitive:
    """At least `times` of the cells hold one of the digits."""
    return Count(cells, digits, ((1 << (len(cells) + 1)) - 1) >> times << times)


def thirds(digits: range) -> tuple[range, range, range]:
    """Low, middle and high digits: 1-3, 4-6 and 7-9 on the classic board.

    >>> thirds(range(1, 7))
    (range(1, 3), range(3, 5), range(5, 7))
    """
    third = len(digits) // 3
    return digits[:third], digits[third : len(digits) - third], digits[len(digits) - third :]
