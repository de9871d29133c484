"""Between lines: one end is the smaller one, and everything between lies strictly between the ends.

    r1c1  r1c2 r1c3 r1c4  r2c5      as the smaller end, r1c1 is at most 5: three different digits and r2c5 are greater
    · 5 6 · ·                       as the greater end, it is at least 5

Which end is the smaller one is often not known; then what both cases exclude goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from nonet.bitsets import board_of, cells_in, digits_in, union
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.deduction import Sees, deduced, not_kept
from nonet.rules.lines import BetweenLine
from nonet.step import Candidate, Role, RoleKind, Step


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
        if isinstance(rule, BetweenLine) and len({*rule.cells}) == len(rule.cells):
            ends, inner = (rule.cells[0], rule.cells[-1]), rule.cells[1:-1]
            for cells in (inner, ends):
                find = partial(_gone, position, rule, cells)
                roles = (Role(RoleKind.PINCER, ends), Role(RoleKind.BASE, inner))
                yield from deduced("between-ends", position, (rule,), rule.cells, find, *roles)


def _gone(position: Position, rule: BetweenLine, cells: tuple[int, ...], sees: Sees) -> tuple[Candidate, ...]:
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
