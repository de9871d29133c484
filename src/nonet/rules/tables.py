"""Tables that rules are compiled with: pairs of digits, combinations of digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from math import comb

from nonet.bitsets import digits_in, mask_of
from nonet.layout import Layout
from nonet.limits import check, check_time, reading
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
def pair_table(size: int, relation: Relation) -> tuple[int, ...]:
    """For each first digit the second digits that are related to it.

    >>> pair_table(4, int.__lt__)
    (14, 12, 8, 0)
    """
    digits = range(1, size + 1)
    return tuple(mask_of(second for second in digits if relation(first, second)) for first in digits)


def digit_sets(size: int, count: int, wanted: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...]:
    """Every set of `count` different digits that is wanted, as bitmasks.

    >>> [list(digits_in(mask)) for mask in digit_sets(9, 2, lambda digits: sum(digits) == 5)]
    [[1, 4], [2, 3]]
    """
    check("sets", comb(size, count))
    found = []
    with reading():
        for digits in combinations(range(1, size + 1), count):
            check_time()
            if wanted(digits):
                found.append(mask_of(digits))
    return tuple(found)


def least_sum(count: int) -> int:
    """The least sum of that many different digits."""
    return count * (count + 1) // 2


def most_sum(count: int, size: int) -> int:
    """The greatest sum of that many different digits."""
    return count * (2 * size - count + 1) // 2


def different(cells: Iterable[int], layout: Layout) -> Primitive:
    return Different(tuple(cells), layout.all_digits)


def sum_of(cells: Iterable[int], total: int, layout: Layout) -> Primitive:
    listed = tuple(cells)
    return Linear(listed, (1,) * len(listed), total, layout.size)


def at_least(cells: tuple[int, ...], digits: int, times: int) -> Primitive:
    """At least `times` of the cells hold one of the digits."""
    return Count(cells, digits, ((1 << (len(cells) + 1)) - 1) >> times << times)


def thirds(size: int) -> tuple[int, int, int]:
    """Low, middle and high digits as bitmasks: 1-3, 4-6 and 7-9 on the classic board.

    >>> [list(digits_in(mask)) for mask in thirds(6)]
    [[1, 2], [3, 4], [5, 6]]
    """
    third = size // 3
    digits = range(1, size + 1)
    low = mask_of(digits[:third])
    middle = mask_of(digits[third : size - third])
    return low, middle, mask_of(digits[size - third :])
