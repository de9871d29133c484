"""Rules as numbers, for the compiled engine.

`Rule.numbers` makes primitives and lets `primitives.encoded` write them. Making the objects takes most of that time, so
rules that occur by the dozen write the same numbers with the functions here. Pairs of cells with the same relation are
collected from all rules of a puzzle: many dots or thermometers need few tables.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import chain

from nonet.layout import Layout
from nonet.limits import reading
from nonet.rules.base import Rule
from nonet.rules.line_base import Paired
from nonet.rules.primitives import CODES, Count, Different, Either, Linear, Pair, encoded
from nonet.rules.tables import Relation, different, pair_table

CAGE_CODE = 12
"""Different for all digits and Linear with weights 1, of the same cells, in one."""

RECURRING_CODE = 16
"""Houses, and in how many of them each digit occurs at least: see `Layout.recurring`."""

_DIFFERENT, _PAIR, _LINEAR = CODES[Different], CODES[Pair], CODES[Linear]
_COUNT, _EITHER = CODES[Count], CODES[Either]


def house_array(layout: Layout) -> array[int]:
    """The houses that have every digit, as the kernel reads them."""
    return array("H", [cell for house in layout.full_houses for cell in house.cells])


@reading
def rule_parts(layout: Layout, rules: Collection[Rule]) -> list[Sequence[int]]:
    """The houses that are not full and the primitives of all rules, as `encoded_parts` has them; pairs come last."""
    parts: list[Sequence[int]] = [_short_houses(layout)] if layout.short_houses else []
    if not rules:
        return parts
    related: defaultdict[Relation, list[tuple[int, int]]] = defaultdict(list)
    for rule in rules:
        if isinstance(rule, Paired):
            for relation, pairs in rule.relations(layout):
                related[relation] += pairs
        else:
            parts += rule.numbers(layout)
    for relation, pairs in related.items():
        parts.append(pair_numbers(pairs, pair_table(layout.digits, relation)))
    return parts


@lru_cache(maxsize=64)
def _short_houses(layout: Layout) -> array[int]:
    numbers = encoded(different(house.cells, layout) for house in layout.short_houses)
    for houses, times in layout.recurring:
        own = [times, len(houses), *chain.from_iterable((len(cells), *cells) for cells in houses)]
        numbers.extend([RECURRING_CODE, len(own), *own])
    return numbers


def different_numbers(cells: Iterable[int], layout: Layout) -> list[int]:
    """Cells that differ."""
    group = dict.fromkeys(cells)
    return [_DIFFERENT, len(group) + 2, layout.all_digits, len(group), *group]


def cage_numbers(cells: tuple[int, ...], total: int, layout: Layout) -> list[int]:
    """Cells that differ and have a sum.

    >>> from nonet.layout import CLASSIC
    >>> cage_numbers((0, 1, 9), 15, CLASSIC)
    [12, 5, 15, 3, 0, 1, 9]
    """
    count = len(cells)
    return [CAGE_CODE, count + 2, layout.entry_total(total, count), count, *cells]


def linear_numbers(cells: tuple[int, ...], weights: tuple[int, ...], total: int, layout: Layout) -> list[int]:
    count = len(cells)
    return [_LINEAR, 2 * count + 2, layout.entry_total(total, sum(weights)), count, *cells, *weights]


def pair_numbers(pairs: Iterable[tuple[int, int]], table: tuple[int, ...]) -> list[int]:
    """Pairs of cells that are all related by the same table."""
    result = [_PAIR, 0, len(table), *table, *chain.from_iterable(pairs)]
    result[1] = len(result) - 2
    return result


def at_least_numbers(cells: tuple[int, ...], digits: int, times: int) -> list[int]:
    """At least `times` of the cells hold one of the digits."""
    count = len(cells)
    allowed = range(times, count + 1)
    return [_COUNT, 3 + count + len(allowed), digits, count, *cells, len(allowed), *allowed]


def either_numbers(branches: Sequence[Sequence[int]]) -> list[int]:
    """At least one branch holds; each is given as numbers."""
    result = [_EITHER, 1 + sum(len(branch) + 1 for branch in branches), len(branches)]
    for branch in branches:
        result += (len(branch), *branch)
    return result
