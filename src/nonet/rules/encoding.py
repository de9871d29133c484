"""The numbers of the commonest rules, written at once.

`Rule.numbers` makes primitives and lets `primitives.encoded` write them. Making the objects takes most of that time, so
rules that occur by the dozen write the same numbers with these functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonet.rules.primitives import CODES, Count, Either, Linear, Pair

__all__ = [
    "CAGE_CODE",
    "at_least_numbers",
    "cage_numbers",
    "either_numbers",
    "linear_numbers",
    "pair_numbers",
]

CAGE_CODE = 12
"""Different for all digits and Linear with weights 1, of the same cells, in one."""

_PAIR, _LINEAR, _COUNT, _EITHER = CODES[Pair], CODES[Linear], CODES[Count], CODES[Either]


def cage_numbers(cells: tuple[int, ...], total: int) -> tuple[int, ...]:
    """Cells that differ and have a sum.

    >>> cage_numbers((0, 1, 9), 15)
    (12, 5, 15, 3, 0, 1, 9)
    """
    count = len(cells)
    return (CAGE_CODE, count + 2, total, count, *cells)


def linear_numbers(cells: tuple[int, ...], weights: tuple[int, ...], total: int) -> tuple[int, ...]:
    count = len(cells)
    return (_LINEAR, 2 * count + 2, total, count, *cells, *weights)


def pair_numbers(pairs: Iterable[tuple[int, int]], table: tuple[int, ...]) -> list[int]:
    """Pairs of cells that are all related by the same table."""
    size = len(table)
    result: list[int] = []
    for a, b in pairs:
        result += (_PAIR, size + 3, a, b, size, *table)
    return result


def at_least_numbers(cells: tuple[int, ...], digits: int, times: int) -> tuple[int, ...]:
    """At least `times` of the cells hold one of the digits."""
    count = len(cells)
    allowed = range(times, count + 1)
    return (_COUNT, 3 + count + len(allowed), digits, count, *cells, len(allowed), *allowed)


def either_numbers(branches: Sequence[Sequence[int]]) -> list[int]:
    """At least one branch holds; each is given as numbers."""
    result = [_EITHER, 1 + sum(len(branch) + 1 for branch in branches), len(branches)]
    for branch in branches:
        result += (len(branch), *branch)
    return result
