"""Two kinds of digits in turn: low and high ones on a whisper line, odd and even ones along white dots.

    r1c1 – r1c2 – r1c3 – r2c3       German whispers: 1234 and 6789 take turns
     12     ·      ·      ·         r1c1 is low, so r1c2 is high, r1c3 is low and r2c3 is high

Any relation of two cells will do in which the digits fall into two kinds, and each goes with the other kind alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nonet.bitsets import digits_in
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.deduction import not_kept
from nonet.logic.variants.pairs import Relation, Table, relations_of
from nonet.rules.base import Rule
from nonet.step import Evidence, Role, RoleKind, Step

Kinds = tuple[int, int]


@lru_cache(maxsize=1024)
def kinds_of(table: Table) -> Kinds | None:
    """The two kinds of digits that a relation has, as bitmasks; None if it has not.

    >>> kinds_of((0b1100, 0b1000, 0b0001, 0b0011)), kinds_of((0b110, 0b101, 0b011))
    ((3, 12), None)
    """
    related = [digit for digit, allowed in enumerate(table, start=1) if allowed]
    if not related or any(not table[b - 1] >> (a - 1) & 1 for a in related for b in digits_in(table[a - 1])):
        return None
    one, other = 1 << (related[0] - 1), 0
    while True:
        more = one, other
        for digit in related:
            bit = 1 << (digit - 1)
            other |= table[digit - 1] if bit & one else 0
            one |= table[digit - 1] if bit & other else 0
        if one & other:
            return None
        if more == (one, other):
            return (one, other) if (one | other).bit_count() == len(related) else None


Near = dict[int, list[Relation]]


@lru_cache(maxsize=64)
def _graphs(layout: Layout, rules: tuple[Rule, ...]) -> tuple[tuple[Kinds, Near], ...]:
    """For each two kinds, the relations from each cell."""
    found = [(kinds, each) for each in relations_of(layout, rules) if (kinds := kinds_of(each.said))]
    return tuple(
        (kinds, grouped((each.other, each) for each in own)) for kinds, own in grouped(found).items()
    )


class KindAt(NamedTuple):
    """A cell, the kind of digits it holds, and the relation from which that follows."""

    cell: int
    kind: int
    relation: Relation | None


def in_turn(position: Position, options: Options) -> Iterator[Step]:
    """Digits of the wrong kind in cells that are reached, step by step, from one whose kind is known."""
    for kinds, near in _graphs(position.layout, position.rules):
        seen: set[int] = set()
        for start in near:
            kind = next((kind for kind in kinds if not position.held(start) & ~kind), 0)
            if start in seen or not kind or not position.held(start):
                continue
            turns = {start: KindAt(start, kind, None)}
            for cell in (order := [start]):
                for each in near[cell]:
                    if each.cell not in turns:
                        turns[each.cell] = KindAt(each.cell, sum(kinds) - turns[cell].kind, each)
                        order.append(each.cell)
            seen.update(order)
            if step := _step(position, start, turns):
                yield step


def _step(position: Position, start: int, turns: dict[int, KindAt]) -> Step | None:
    """Without the cells that are not needed; None if only cells beside the first one lose candidates."""
    gone = not_kept(position, ((each.cell, each.kind) for each in turns.values()))
    if all((relation := turns[cell].relation) is None or relation.other == start for cell, _ in gone):
        return None
    used: dict[int, Relation] = {}
    for cell, _ in gone:
        at = cell
        while (relation := turns[at].relation) is not None and at not in used:
            used[at] = relation
            at = relation.other
    same = tuple(cell for cell in turns if turns[cell].kind == turns[start].kind and cell in (start, *used))
    others = tuple(cell for cell in used if cell not in same)
    roles = (
        Role(RoleKind.PIVOT, (start,)),
        Role(RoleKind.COLOR, same, tuple(digits_in(turns[start].kind)), label="A"),
        Role(RoleKind.COLOR, others, tuple(digits_in(turns[others[0]].kind)), label="B"),
    )
    rules = tuple(dict.fromkeys(each.rule for each in used.values()))
    return Step("in-turn", (), gone, Evidence(roles, rules=rules))
