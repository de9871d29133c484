"""What deductions about rules have in common: cells of a rule, and other rules that keep these cells apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from nonet.bitsets import board_of, digits_in
from nonet.logic.fewest import fewest
from nonet.logic.position import Position, apart_by_rule, sight
from nonet.rules.base import Rule
from nonet.step import Candidate, Evidence, Role, RoleKind, Step

T = TypeVar("T")

Sees = Callable[[int], int]
"""For a cell the bitboard of the cells that cannot hold the same digit."""


def deduced(
    key: str,
    position: Position,
    rules: tuple[Rule, ...],
    cells: tuple[int, ...],
    find: Callable[[Sees], tuple[Candidate, ...]],
    *roles: Role,
) -> Iterator[Step]:
    """The step of what `find` excludes, if anything, by these rules and by what keeps the cells apart."""
    if gone := find(position.sees):
        apart = rules_between(position, cells, find, own=rules)
        yield Step(key, (), gone, Evidence(roles, rules=rules, apart=apart))


def evidence_of(rule: Rule, cells: Iterable[int], digits: Iterable[int] = ()) -> Evidence:
    return Evidence((Role(RoleKind.BASE, tuple(cells), tuple(digits)),), rules=(rule,))


def not_kept(position: Position, kept: Iterable[tuple[int, int]]) -> tuple[Candidate, ...]:
    """The candidates of cells that are not among those kept for them, each once, in order."""
    masks = position.masks
    return tuple(sorted({(cell, digit) for cell, mask in kept for digit in digits_in(masks[cell] & ~mask)}))


def rules_between(
    position: Position, cells: tuple[int, ...], result: Callable[[Sees], T], own: tuple[Rule, ...] = ()
) -> tuple[Rule, ...]:
    """Rules that keep cells apart, without which `result` would not follow; `own` rules count anyway.

    A rule is left out where the others are enough.
    """
    layout, board = position.layout, board_of(cells)
    needed = [
        rule
        for rule, seen in apart_by_rule(layout, position.rules)
        if any(seen[cell] & board for cell in cells) and rule not in own
    ]
    if not needed:
        return ()
    whole = result(sight(layout, (*own, *needed)).__getitem__)
    return tuple(fewest(needed, lambda fewer: result(sight(layout, (*own, *fewer)).__getitem__) == whole))
