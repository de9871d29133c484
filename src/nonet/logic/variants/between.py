"""Lines whose ends say where the digits between them lie.

Between lines: one end is the smaller one, and everything between lies strictly between the ends.

    r1c1  r1c2 r1c3 r1c4  r2c5      as the smaller end, r1c1 is at most 5: three different digits and r2c5 are greater
    · 5 6 · ·                       as the greater end, it is at least 5

Which end is the smaller one is often not known; then what both cases exclude goes.

Lockout lines: the ends differ by so much, and nothing on the line lies between them or equals one of them.

    (·) · · · (·)      Ends from 1 to 9 that differ by 4 or more: the smaller one is at most 5, the greater one at least
                       5, so 5 is nowhere between the ends.

An end is too far from the other one if too few digits are left for the cells between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from nonet.bitsets import board_of, cells_in, digits_in, union
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.deduction import Sees, deduced, not_kept
from nonet.rules.lines import BetweenLine, LockoutLine
from nonet.step import Candidate, Role, RoleKind, Step

Line = BetweenLine | LockoutLine
Gone = tuple[Candidate, ...]


class EndBound(NamedTuple):
    """What an end is at most as the smaller one (or at least as the greater one), because of these cells."""

    digit: int
    cells: tuple[int, ...]


class EndCase(NamedTuple):
    """One of the ends is the smaller one."""

    low: int
    high: int
    most: EndBound
    """What the smaller end is at most."""
    least: EndBound
    """What the greater end is at least."""
    digits: int
    """What is strictly between the ends."""
    fails: int | None
    """The end that has no candidate in this case."""


def between_ends(position: Position, options: Options) -> Iterator[Step]:
    """Candidates of the cells between, then those of the ends."""
    for rule in position.rules:
        if isinstance(rule, BetweenLine):
            looks = [partial(_gone, cells=cells) for cells in (rule.cells[1:-1], _ends(rule))]
            yield from _steps("between-ends", position, rule, looks)


def locked_out(position: Position, options: Options) -> Iterator[Step]:
    """Candidates of the cells between the ends, then those of the ends."""
    for rule in position.rules:
        if isinstance(rule, LockoutLine) and len(rule.cells) > 2:
            yield from _steps("locked-out", position, rule, (_inner_gone, _ends_gone))


def _ends(rule: Line) -> tuple[int, int]:
    return rule.cells[0], rule.cells[-1]


def _steps(key: str, position: Position, rule: Line, looks: Iterable[Callable[..., Gone]]) -> Iterator[Step]:
    """What these look at in turn, on a line that does not cross itself."""
    roles = (Role(RoleKind.PINCER, _ends(rule)), Role(RoleKind.BASE, rule.cells[1:-1]))
    for look in looks if len({*rule.cells}) == len(rule.cells) else ():
        yield from deduced(key, position, (rule,), rule.cells, partial(look, position, rule), *roles)


# -- between lines -----------------------------------------------------------------------------------------------------


def _gone(position: Position, rule: BetweenLine, sees: Sees, cells: tuple[int, ...]) -> Gone:
    """The candidates of these cells that neither case allows."""
    kept = dict.fromkeys(cells, 0)
    for case in cases(position.state(rule.cells), rule.cells, sees):
        if case.fails is None:
            own = {case.low: (1 << case.most.digit) - 1, case.high: -1 << (case.least.digit - 1)}
            for cell in cells:
                kept[cell] |= own.get(cell, case.digits)
    return not_kept(position, kept.items())


def cases(masks: tuple[int, ...], cells: tuple[int, ...], sees: Sees) -> tuple[EndCase, EndCase]:
    """The first end is the smaller one, or the last end is."""
    different = different_cells(cells[1:-1], tuple(map(sees, cells[1:-1])))
    return _case(masks, cells, different), _case(masks[::-1], cells[::-1], different)


@lru_cache(maxsize=10_000)
def _case(masks: tuple[int, ...], cells: tuple[int, ...], different: tuple[int, ...]) -> EndCase:
    low, high = cells[0], cells[-1]
    least, most = (masks[0] & -masks[0]).bit_length(), masks[-1].bit_length()
    digits = ((1 << (most - 1)) - 1 if most > 1 else 0) & -1 << least
    inner = {cell: mask & digits or mask for cell, mask in zip(cells[1:-1], masks[1:-1], strict=True)}
    groups = [*((cell,) for cell in inner), different]
    above, below = [], []
    for group in groups:
        held = list(digits_in(union(inner[cell] for cell in group)))
        if len(held) < len(group):
            held = [0] * len(group)
        above.append(EndBound(max(held[-len(group)] - 1, 0), group))
        below.append(EndBound(held[len(group) - 1] + 1, group))
    largest, smallest = min(above), max(below, key=lambda each: each.digit)
    fails = None
    if not masks[0] & (1 << largest.digit) - 1:
        fails = low
    elif not masks[-1] & -1 << (smallest.digit - 1):
        fails = high
    return EndCase(low, high, largest, smallest, digits, fails)


@lru_cache(maxsize=1024)
def different_cells(cells: tuple[int, ...], seen: tuple[int, ...]) -> tuple[int, ...]:
    """Cells that all see each other; as many as are found at a glance."""
    best: tuple[int, ...] = ()
    sees = dict(zip(cells, seen, strict=True))
    board = board_of(cells)
    for first in cells:
        group, rest = [first], sees[first] & board
        while rest:
            _, cell = max(((sees[each] & rest).bit_count(), each) for each in cells_in(rest))
            group.append(cell)
            rest &= sees[cell]
        if len(group) > len(best):
            best = tuple(sorted(group))
    return best


# -- lockout lines -----------------------------------------------------------------------------------------------------


def _inner_gone(position: Position, rule: LockoutLine, sees: Sees) -> Gone:
    low, high = locked(rule, position.held(rule.cells[0]), position.held(rule.cells[-1]))
    between = (1 << high) - 1 & -1 << (low - 1) if high else 0
    return position.among(sorted(rule.cells[1:-1]), between)


def _ends_gone(position: Position, rule: LockoutLine, sees: Sees) -> Gone:
    masks = dict(zip(rule.cells, position.state(rule.cells), strict=True))
    return tuple(
        (end, digit)
        for end in _ends(rule)
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
