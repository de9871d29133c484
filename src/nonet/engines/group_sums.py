"""Which digits each cell of a group can take, given what the digits sum to.

Sets of sums are bitsets, Python integers in which the sum s is the bit 1 << s. Sets of digits are bitmasks.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from math import comb

__all__ = ["MOST_SUBSETS", "distinct_support", "few_subsets", "free_sums", "free_support", "indices_of"]

MOST_SUBSETS = 5000
"""Groups of different digits with more possible subsets than this are treated like sums with repeats."""

_EXACT = 4
"""Up to this many open cells, `distinct_support` is exact."""


@lru_cache(maxsize=1 << 17)
def indices_of(mask: int) -> tuple[int, ...]:
    """The positions of the bits of a mask, ascending.

    >>> indices_of(0b1010)
    (1, 3)
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


@lru_cache(maxsize=1 << 17)
def _sum_of(mask: int) -> int:
    return sum(indices_of(mask)) + mask.bit_count()


@cache
def few_subsets(size: int, cells: int) -> bool:
    """Whether a group of that many different digits is small enough for `distinct_support`."""
    return sum(comb(size, count) for count in range(1, cells + 1)) <= MOST_SUBSETS


Support = tuple[tuple[int, ...], int, int]
"""What each cell can still take, the digits that must occur, and the possible sums (a bitset)."""


@lru_cache(maxsize=1 << 16)
def distinct_support(masks: tuple[int, ...], totals: int) -> Support | None:
    """What different digits with one of some sums allow; None if there are none.

    It is exact for a few open cells. With more of them it is exact about the sets of digits, but not about which cell
    of the group takes which digit.

    >>> distinct_support((0b1111, 0b1111), 1 << 3)
    ((3, 3), 3, 8)
    """
    fixed = 0
    for mask in masks:
        if not mask & (mask - 1):
            if fixed & mask:
                return None
            fixed |= mask
    places = [place for place, mask in enumerate(masks) if mask & (mask - 1)]
    base = _sum_of(fixed)
    left = tuple(masks[place] & ~fixed for place in places)
    if not left:
        return (masks, fixed, 1 << base) if totals >> base & 1 else None
    found = (_exact if len(left) <= _EXACT else _by_combinations)(left, totals >> base)
    if found is None:
        return None
    support, required, sums = found
    result = list(masks)
    for place, allowed in zip(places, support, strict=True):
        result[place] = allowed
    return tuple(result), required | fixed, sums << base


def _exact(masks: tuple[int, ...], totals: int) -> Support | None:
    """The digits used by the first cells are a set; the sets that can be completed are found from the back."""
    order = sorted(range(len(masks)), key=lambda place: masks[place].bit_count())
    layers = [{0}]
    for place in order:
        mask = masks[place]
        layers.append({used | bit for used in layers[-1] for bit in _bits_of(mask & ~used)})
    alive = {used for used in layers[-1] if totals >> _sum_of(used) & 1}
    if not alive:
        return None
    required, sums = -1, 0
    for used in alive:
        required &= used
        sums |= 1 << _sum_of(used)
    result = [0] * len(masks)
    for place, layer in zip(reversed(order), reversed(layers[:-1]), strict=True):
        mask, support, before = masks[place], 0, set()
        for used in layer:
            for bit in _bits_of(mask & ~used):
                if used | bit in alive:
                    support |= bit
                    before.add(used)
        result[place], alive = support, before
    return tuple(result), required, sums


def _by_combinations(masks: tuple[int, ...], totals: int) -> Support | None:
    """Every set of digits that fits: each cell can take one of them, and each digit has a cell."""
    union = 0
    for mask in masks:
        union |= mask
    possible, required, sums = 0, -1, 0
    for chosen in _combinations(union, len(masks)):
        total = _sum_of(chosen)
        if totals >> total & 1 and all(map(chosen.__and__, masks)):
            possible |= chosen
            required &= chosen
            sums |= 1 << total
    if not possible:
        return None
    return tuple([mask & possible for mask in masks]), required, sums


@lru_cache(maxsize=1 << 14)
def _combinations(union: int, count: int) -> tuple[int, ...]:
    return tuple(sum(bits) for bits in combinations(_bits_of(union), count))


@lru_cache(maxsize=1 << 17)
def _bits_of(mask: int) -> tuple[int, ...]:
    return tuple(1 << index for index in indices_of(mask))


def free_sums(masks: list[int], terms: list[tuple[int, ...]]) -> list[int]:
    """The sums that the first 0, 1, 2 … cells can have; `terms[i][d - 1]` is what digit d of cell i adds.

    >>> free_sums([0b11, 0b100], [(1, 2, 3), (1, 2, 3)])
    [1, 6, 48]
    """
    sums = [1]
    for mask, own in zip(masks, terms, strict=True):
        before, after = sums[-1], 0
        for index in indices_of(mask):
            after |= before << own[index]
        sums.append(after)
    return sums


def free_support(masks: list[int], terms: list[tuple[int, ...]], totals: int) -> list[int] | None:
    """What each cell can take if repeats are allowed; None if no digits have one of the sums."""
    sums = free_sums(masks, terms)
    wanted = sums[-1] & totals
    if not wanted:
        return None
    result = [0] * len(masks)
    for place in range(len(masks) - 1, -1, -1):
        before, own, support, earlier = sums[place], terms[place], 0, 0
        for index in indices_of(masks[place]):
            hit = (wanted >> own[index]) & before
            if hit:
                support |= 1 << index
                earlier |= hit
        result[place], wanted = support, earlier
    return result
