"""Which digits each cell of a group can take, given what the digits sum to; they may repeat (else see `digit_sets`).

Sets of sums are bitsets, Python integers in which the sum s is the bit 1 << s. Sets of digits are bitmasks.
"""

from __future__ import annotations

from functools import lru_cache


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
