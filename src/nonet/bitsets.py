"""Sets as integers: digit d is the bit 1 << (d - 1) of a bitmask, cell c is the bit 1 << c of a bitboard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import and_, or_


def mask_of(digits: Iterable[int]) -> int:
    """The bitmask of some digits.

    >>> mask_of([1, 3])
    5
    """
    mask = 0
    for digit in digits:
        mask |= 1 << (digit - 1)
    return mask


def digits_in(mask: int) -> Iterator[int]:
    """The digits of a bitmask, ascending.

    >>> list(digits_in(0b100000101))
    [1, 3, 9]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length()
        mask ^= low


def bits_in(number: int) -> Iterator[int]:
    """The positions of the ones, ascending.

    >>> list(bits_in(0b10110))
    [1, 2, 4]
    """
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def cells_in(board: int) -> Iterator[int]:
    """The cells of a bitboard, ascending.

    >>> list(cells_in(1 << 80 | 1 << 3))
    [3, 80]
    """
    return bits_in(board)


def board_of(cells: Iterable[int]) -> int:
    """The bitboard of some cells.

    >>> board_of([0, 3])
    9
    """
    board = 0
    for cell in cells:
        board |= 1 << cell
    return board


def union(sets: Iterable[int]) -> int:
    """What is in any of some bitmasks, or bitboards.

    >>> bin(union([0b100, 0b001]))
    '0b101'
    """
    return reduce(or_, sets, 0)


def common(sets: Sequence[int]) -> int:
    """What is in all of some bitmasks, or bitboards; nothing if there are none.

    >>> bin(common([0b110, 0b011])), common([])
    ('0b10', 0)
    """
    return reduce(and_, sets) if sets else 0


def groups_at(count: int, groups: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """For each of so many cells the groups that it is in, a bit for each.

    >>> groups_at(3, [(0, 2), (2,)])
    (1, 0, 3)
    """
    found = [0] * count
    for number, cells in enumerate(groups):
        for cell in cells:
            found[cell] |= 1 << number
    return tuple(found)
