"""Exocet: two cells of a box, the base, whose digits come back in two other cells, the targets.

The base is two cells of a row (or column) in a box. The targets are one cell in each of the other two boxes of that
band, not in the row of the base. Three columns, the cross-lines, go through the third cell of the base's row in its
box and through the targets:

        base              target            target
    r1   B B | · · · · · · · ·              r1c12 hold two of 1 2 3 4
    r2   · · · | · T · | · · ·              a digit of the base is nowhere else in row 1 and in box 1
    r3   · · · | · · · | · · T
               |   |       |                so in the columns 3, 5 and 9 it is in a target,
    r4–r9      x   x       x                or below, in three rows

Where a digit of the base can be in two of these rows only, it must be in a target. If that holds for every candidate
of the base, the targets hold its two digits: what the one cannot hold, the other cannot hold either. (After the
"junior exocet" of D. P. Bird; the first was found in Fata Morgana by Champagne and A. Barker.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from nonet.bitsets import cells_in, digits_in
from nonet.layout import CLASSIC
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Candidate, Evidence, Role, RoleKind, Step, Truth

MOST_DIGITS = 4
"""The most candidates of the base."""


class _Base(NamedTuple):
    cells: tuple[int, int]
    seen: int  # the cells of its line and of its box
    cross: int  # the cross-line of its box
    targets: tuple[tuple[tuple[int, int], ...], ...]
    """For each of the other boxes its targets, with their cross-lines."""


def exocets(position: Position, options: Options) -> Iterator[Step]:
    """Base by base, target by target."""
    if position.layout != CLASSIC:
        return
    masks = position.masks
    for base in _bases():
        one, other = base.cells
        digits = masks[one] | masks[other]
        if not (masks[one] and masks[other] and 2 < digits.bit_count() <= MOST_DIGITS):
            continue
        near, far = ([each for each in own if masks[each[0]] & digits] for own in base.targets)
        for (first, line), (second, third) in product(near, far):
            lines = base.cross, line, third
            out = base.seen | 1 << first | 1 << second
            if any(_fits(position, digit, lines, out) for digit in digits_in(digits)):
                continue
            if gone := _eliminations(masks, (one, other), (first, second)):
                yield _step(position, base, (first, second), lines, digits, gone)


def _fits(position: Position, digit: int, lines: Sequence[int], out: int) -> bool:
    """Whether the digit has a place in each of the lines that need it, none of them in `out`."""
    if not lines:
        return True
    board = CLASSIC.house_boards[lines[0]]
    if not position.boards[digit] & board and any(position.values[cell] == digit for cell in cells_in(board)):
        return _fits(position, digit, lines[1:], out)
    return any(
        _fits(position, digit, lines[1:], out | CLASSIC.peer_boards[cell])
        for cell in cells_in(position.boards[digit] & board & ~out)
    )


def _eliminations(masks: list[int], base: tuple[int, int], targets: tuple[int, int]) -> tuple[Candidate, ...]:
    """What base and targets lose, since they hold the same two digits; nothing, if they cannot."""
    cells = *base, *targets
    kept = [0] * 4
    for one, other in product(*(digits_in(masks[cell]) for cell in base)):
        for turned in ((one, other), (other, one)):
            ways = *(1 << one - 1, 1 << other - 1), *(1 << digit - 1 for digit in turned)
            if one != other and all(masks[cell] & bit for cell, bit in zip(cells, ways, strict=True)):
                kept = [mask | bit for mask, bit in zip(kept, ways, strict=True)]
    pairs = zip(cells, kept, strict=True) if all(kept) else ()
    return tuple((cell, digit) for cell, mask in pairs for digit in digits_in(masks[cell] & ~mask))


def _step(
    position: Position,
    base: _Base,
    targets: tuple[int, int],
    lines: tuple[int, ...],
    digits: int,
    gone: tuple[Candidate, ...],
) -> Step:
    own = tuple(digits_in(digits))
    roles = (
        Role(RoleKind.BASE, base.cells, own),
        Role(RoleKind.PINCER, targets, own),
        Role(RoleKind.COVER, digits=own, houses=lines),
    )
    needed = [
        Truth(house=line, digit=digit)
        for digit in own
        for line in lines
        if position.boards[digit] & CLASSIC.house_boards[line]
    ]
    return Step("exocet", (), gone, Evidence(roles, (*(Truth(cell=cell) for cell in base.cells), *needed)))


@cache
def _bases() -> tuple[_Base, ...]:
    found = []
    boards, at = CLASSIC.house_boards, CLASSIC.houses_at
    for across, line in product((0, 1), range(9)):
        row = boards[line + 9 * across]
        for start in (0, 3, 6):
            cells = list(cells_in(row))[start : start + 3]
            box = at[cells[0]][2]
            others = sorted({at[cell][2] for cell in cells_in(row)} - {box})
            targets = tuple(
                tuple((cell, at[cell][1 - across]) for cell in cells_in(boards[other] & ~row))
                for other in others
            )
            for third in reversed(cells):
                one, other = (cell for cell in cells if cell != third)
                found.append(_Base((one, other), row | boards[box], at[third][1 - across], targets))
    return tuple(found)
