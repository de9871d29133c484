"""Lockout lines: the ends differ by so much, and nothing on the line lies between them or equals one of them.

    (·) · · · (·)      Ends from 1 to 9 that differ by 4 or more: the smaller one is at most 5, the greater one at least
                       5, so 5 is nowhere between the ends.

An end is too far from the other one if too few digits are left for the cells between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from nonet.bitsets import digits_in, union
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.between import different_cells
from nonet.logic.variants.deduction import Sees, deduced
from nonet.rules.lines import LockoutLine
from nonet.step import Candidate, Role, RoleKind, Step


def locked_out(position: Position, options: Options) -> Iterator[Step]:
    """Candidates of the cells between the ends, then those of the ends."""
    for rule in position.rules:
        if isinstance(rule, LockoutLine) and len({*rule.cells}) == len(rule.cells) > 2:
            ends, inner = (rule.cells[0], rule.cells[-1]), rule.cells[1:-1]
            for look in (_inner_gone, _ends_gone):
                find = partial(look, position, rule)
                roles = (Role(RoleKind.PINCER, ends), Role(RoleKind.BASE, inner))
                yield from deduced("locked-out", position, (rule,), rule.cells, find, *roles)


def _inner_gone(position: Position, rule: LockoutLine, sees: Sees) -> tuple[Candidate, ...]:
    low, high = locked(rule, position.held(rule.cells[0]), position.held(rule.cells[-1]))
    between = (1 << high) - 1 & -1 << (low - 1) if high else 0
    return position.among(sorted(rule.cells[1:-1]), between)


def _ends_gone(position: Position, rule: LockoutLine, sees: Sees) -> tuple[Candidate, ...]:
    masks = dict(zip(rule.cells, position.state(rule.cells), strict=True))
    return tuple(
        (end, digit)
        for end in (rule.cells[0], rule.cells[-1])
        for digit in digits_in(position.masks[end])
        if reason_against(rule, end, digit, masks, sees)
    )


def locked(rule: LockoutLine, one: int, other: int) -> tuple[int, int]:
    """What the smaller end is at most, and the greater at least, where the ends have these candidates."""
    pairs = [
        sorted((digit, far)) for digit in digits_in(one) for far in digits_in(_partners(rule, digit, other))
    ]
    if not pairs:
        return 1, 0
    return max(low for low, _ in pairs), min(high for _, high in pairs)


def reason_against(
    rule: LockoutLine, end: int, digit: int, masks: dict[int, int], sees: Sees
) -> tuple[int, ...]:
    """The cells between the ends for which too little would be left outside: one, or some that differ."""
    inner, other = rule.cells[1:-1], rule.cells[-1] if end == rule.cells[0] else rule.cells[0]
    partners = list(digits_in(_partners(rule, digit, masks[other])))
    if not partners:
        return ()
    for cells in (*((cell,) for cell in inner), different_cells(inner, tuple(map(sees, inner)))):
        left = union(masks[cell] for cell in cells)
        if all((left & ~_between(digit, far)).bit_count() < len(cells) for far in partners):
            return cells
    return ()


def _partners(rule: LockoutLine, digit: int, mask: int) -> int:
    """The candidates of the other end that differ enough."""
    far = rule.difference
    return mask & ~((1 << (digit + far - 1)) - 1 & -1 << max(digit - far, 0))


def _between(one: int, other: int) -> int:
    return (1 << max(one, other)) - 1 & -1 << (min(one, other) - 1)
