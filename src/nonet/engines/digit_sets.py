"""Which digits each cell of a group can take, given what the digits sum to, whether they may repeat or all differ.

Sets of sums are bitsets, Python integers in which the sum s is the bit 1 << s. Sets of digits are bitmasks. Where all
digits differ, a set of such sets is a bitset too, in which the bit 1 << mask stands for one of them. With three digits
it has eight bits; those of the sets without the digit 2 are marked:

    bit          7    6   5   4   3   2   1   0
    set         123  23  13   3  12   2   1   -
    without 2    .    .   x   x   .   .   x   x

To put digit d into all sets that do not have it, keep those and shift them by 1 << (d - 1):

    sets = (sets & without[d - 1]) << (1 << (d - 1))

So the sets of digits that the first 1, 2, 3 … cells of a group can hold take one such line for each candidate.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from nonet.bitsets import bits_in


@lru_cache(maxsize=1 << 17)
def indices_of(mask: int) -> tuple[int, ...]:
    """The positions of the bits of a mask, ascending.

    >>> indices_of(0b1010)
    (1, 3)
    """
    return tuple(bits_in(mask))


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


MOST_SIZE = 16
"""The bitsets for larger boards would be too long."""

Support = tuple[tuple[int, ...], int, int]
"""What each cell can still take, the digits that must occur, and the possible sums (a bitset)."""


@cache
def sets_without(size: int) -> tuple[int, ...]:
    """For each of the digits 1 to `size`, the sets that do not have it.

    >>> [f"{sets:08b}" for sets in sets_without(3)]
    ['01010101', '00110011', '00001111']
    """
    every = (1 << (1 << size)) - 1
    return tuple(every // ((1 << (1 << index)) + 1) for index in range(size))


@cache
def _sets_by_sum(size: int) -> tuple[int, ...]:
    """For each sum, the sets of digits that have it."""
    by_sum = [1]
    for index in range(size):  # each new digit is added to every set so far
        shift = 1 << index
        longer = by_sum + [0] * (index + 1)
        for total, sets in enumerate(by_sum):
            longer[total + index + 1] |= sets << shift
        by_sum = longer
    return tuple(by_sum)


@lru_cache(maxsize=1 << 12)
def _sets_with_sums(size: int, totals: int) -> int:
    """The sets whose sum is one of `totals` (a bitset)."""
    found = 0
    for total, sets in enumerate(_sets_by_sum(size)):
        if totals >> total & 1:
            found |= sets
    return found


@lru_cache(maxsize=1 << 16)
def distinct_support(masks: tuple[int, ...], totals: int) -> Support | None:
    """What different digits whose sum is one of `totals` (a bitset) allow; None if there are none.

    >>> distinct_support((0b1111, 0b1111), 1 << 3)
    ((3, 3), 3, 8)
    """
    size = max(masks, default=0).bit_length()
    without = sets_without(size)
    reached = [1]
    for mask in masks:
        before, after = reached[-1], 0
        for index in indices_of(mask):
            after |= (before & without[index]) << (1 << index)
        reached.append(after)
    wanted = reached[-1] & _sets_with_sums(size, totals)
    if not wanted:
        return None
    required = sum([1 << index for index, sets in enumerate(without) if not wanted & sets])
    sums = sum([1 << total for total, sets in enumerate(_sets_by_sum(size)) if wanted & sets])
    return tuple(_backwards(masks, reached, wanted, without)), required, sums


def _backwards(
    masks: Sequence[int], reached: Sequence[int], wanted: int, without: Sequence[int]
) -> list[int]:
    """For each cell the candidates that lead to a wanted set."""
    result = [0] * len(masks)
    for place in range(len(masks) - 1, -1, -1):
        support = earlier = 0
        for index in indices_of(masks[place]):
            hit = wanted >> (1 << index) & without[index] & reached[place]
            if hit:
                support |= 1 << index
                earlier |= hit
        result[place], wanted = support, earlier
    return result
