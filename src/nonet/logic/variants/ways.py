"""How cells can be filled so that their digits make a sum.

Different digits are a set, and a set of digits is a bitmask. So all ways to fill a cage are paths through layers of
sets, one layer per cell; two digits in either order lead to the same set:

    candidates  12  13  23          sum 6
    sets        {} → {1} {2} → {12} {13} {23} → {123}     one combination; {12} → {123} by 3 alone

There are at most a few hundred sets in a layer, however many ways there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.bitsets import digits_in
from nonet.logic.position import Position, remembered
from nonet.rules.base import Rule
from nonet.rules.cages import Cage, Sum
from nonet.rules.tables import bits_of


class Ways(NamedTuple):
    """The combinations of digits, as bitmasks, and for each cell the digits that it has in some way."""

    combinations: tuple[int, ...]
    digits: tuple[int, ...]


@lru_cache(maxsize=200_000)
def ways_of(masks: tuple[int, ...], total: int) -> Ways:
    """All ways to fill cells that have these candidates with different digits that make a total.

    >>> found = ways_of((0b11, 0b101, 0b110), 6)
    >>> [list(digits_in(each)) for each in found.combinations], found.digits
    ([[1, 2, 3]], (3, 5, 6))
    """
    layers = held_together(masks)
    good = {held for held in layers[-1] if _sum_of(held) == total}
    combinations = tuple(sorted(good))
    digits = []
    for mask, before in zip(reversed(masks), reversed(layers[:-1]), strict=True):
        used, earlier = 0, set()
        for held in before:
            for bit in bits_of(mask & ~held):
                if held | bit in good:
                    used |= bit
                    earlier.add(held)
        digits.append(used)
        good = earlier
    return Ways(combinations, tuple(reversed(digits)))


def held_together(masks: Iterable[int]) -> list[set[int]]:
    """For the first cells, none, one, two and so on: the sets of different digits that they can hold."""
    layers = [{0}]
    for mask in masks:
        layers.append({held | bit for held in layers[-1] for bit in bits_of(mask & ~held)})
    return layers


@lru_cache(maxsize=1 << 16)
def _sum_of(digits: int) -> int:
    return sum(digits_in(digits))


@lru_cache(maxsize=200_000)
def reachable(
    masks: tuple[int, ...], weights: tuple[int, ...], total: int, apart: frozenset[tuple[int, int]]
) -> tuple[int, ...]:
    """For each cell the digits with which an equation can hold; `apart` are pairs of places that differ.

    >>> reachable((0b1111, 0b1100), (1, -1), 1, frozenset())
    (8, 4)
    """
    digits_used = [0] * len(masks)

    def fill(place: int, rest: int, chosen: tuple[int, ...]) -> bool:
        if place == len(masks):
            return not rest
        any_way = False
        for digit in digits_in(masks[place]):
            if any(chosen[other] == digit for other in range(place) if (other, place) in apart):
                continue
            if fill(place + 1, rest - weights[place] * digit, (*chosen, digit)):
                digits_used[place] |= 1 << (digit - 1)
                any_way = True
        return any_way

    fill(0, total, ())
    return tuple(digits_used)


def places_apart(cells: Sequence[int], sees: Callable[[int], int]) -> frozenset[tuple[int, int]]:
    """The pairs of places in a row of cells that cannot hold the same digit."""
    pairs = combinations(range(len(cells)), 2)
    return frozenset((one, other) for one, other in pairs if sees(cells[one]) >> cells[other] & 1)


def all_apart(count: int, apart: frozenset[tuple[int, int]]) -> bool:
    """Whether so many cells all differ."""
    return len(apart) == count * (count - 1) // 2


class SumGroup(NamedTuple):
    """A killer cage as it stands: its empty cells, their candidates, and what their digits must make."""

    rule: Cage
    cells: tuple[int, ...]
    masks: tuple[int, ...]
    total: int

    @property
    def ways(self) -> Ways:
        return ways_of(self.masks, self.total)


@remembered
def cages_of(position: Position) -> list[SumGroup]:
    """The killer cages that have a sum and an empty cell, and list no cell twice."""
    groups = []
    values, masks = position.values, position.masks
    for rule in position.rules:
        if isinstance(rule, Cage) and rule.sum is not None and rule.is_usual:
            cells = tuple([cell for cell in rule.cells if not values[cell]])
            if cells:
                whole = position.layout.entry_total(rule.sum, len(rule.cells))
                total = whole - sum([values[cell] for cell in rule.cells])
                groups.append(SumGroup(rule, cells, tuple([masks[cell] for cell in cells]), total))
    return groups


def sums_of(rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, tuple[int, ...], int]]:
    """Rules that say what the digits of some cells add up to, with the cells and the sum."""
    for rule in rules:
        if isinstance(rule, (Cage, Sum)) and rule.sum is not None:
            yield rule, rule.cells, rule.sum
