"""Cells whose digits are in order, by thermometers and signs: what a cell is at least, and at most, by its place.

    r1c1 < r1c2 < r1c3 < r1c4       at least  1 2 3 4       at most  6 7 8 9
    r1c1 without 1, r1c3 without 4  at least  2 3 5 6

A way up may go over several rules. The way down is the same with the digits counted from the greatest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.logic.options import Options
from nonet.logic.position import Position, sight
from nonet.logic.variants.deduction import Sees, deduced, not_kept
from nonet.logic.variants.pairs import Relation, mirrored, relations_of, rise_of
from nonet.rules.base import Rule
from nonet.step import Candidate, Role, RoleKind, Step

Way = tuple[Relation, ...]
"""Each relation says by how much its cell is greater than its other cell, which is the cell of the one before."""


def by_place(position: Position, options: Options) -> Iterator[Step]:
    """Candidates below what a cell is at least, or above what it is at most; both at once if by the same rules."""
    ups, downs = (list(_ways(position, up=up)) for up in (True, False))
    for way in ups:
        back = next((each for each in downs if {*_rules(each)} == {*_rules(way)}), None)
        if back is not None:
            downs.remove(back)
        yield from _steps(position, way, back)
    for way in downs:
        yield from _steps(position, way)


def _steps(position: Position, *ways: Way | None) -> Iterator[Step]:
    taken = [way for way in ways if way is not None]
    rules = tuple(dict.fromkeys(rule for way in taken for rule in _rules(way)))

    def gone(sees: Sees) -> tuple[Candidate, ...]:
        return tuple(sorted({each for way in taken for each in _beyond(position, way, sees)}))

    paths = [cells_of(way) for way in taken]
    cells = tuple(dict.fromkeys(cell for path in paths for cell in path))
    return deduced("by-place", position, rules, cells, gone, *(Role(RoleKind.BASE, path) for path in paths))


def _rules(way: Way) -> tuple[Rule, ...]:
    return tuple(each.rule for each in way)


def cells_of(way: Way) -> tuple[int, ...]:
    return (way[0].other, *(each.cell for each in way))


def bounds(held: Sequence[int], way: Way, sees: Sees) -> tuple[tuple[int, ...], bool]:
    """What the cells of a way are at least (or at most: False), given what each can hold."""
    size = len(way[0].said)
    tables = [each.table(sees) for each in way]
    up = all(rise_of(table) is not None for table in tables)
    if not up:
        tables = list(map(mirrored, tables))
        held = [_turned(mask, size) for mask in held]
    found = [(held[0] & -held[0]).bit_length() or 1]
    for mask, table in zip(held[1:], tables, strict=True):
        least = found[-1] + (rise_of(table) or 0)
        found.append(_least_from(least, mask, size))
    return tuple(found) if up else tuple(size + 1 - each for each in found), up


def _turned(mask: int, size: int) -> int:
    return int(f"{mask:0{size}b}"[::-1], 2)


def _least_from(least: int, mask: int, size: int) -> int:
    """The least candidate from a digit on; if there is none, that digit, or one more than there are."""
    rest = mask >> (least - 1)
    return least - 1 + (rest & -rest).bit_length() if rest else min(least, size + 1)


def _beyond(position: Position, way: Way, sees: Sees) -> tuple[Candidate, ...]:
    """The candidates that a way excludes."""
    cells = cells_of(way)
    found, up = bounds(position.state(cells), way, sees)
    inside = [-1 << max(each - 1, 0) if up else (1 << max(each, 0)) - 1 for each in found]
    return not_kept(position, zip(cells, inside, strict=True))


def _ways(position: Position, *, up: bool) -> Iterator[Way]:
    """The ways on which cells lose candidates, each as long as it can be."""
    masks, size = position.masks, position.layout.size
    least: dict[int, int] = {}
    before: dict[int, Relation] = {}
    forced = []
    for cell, steps in _sorted(position.layout, position.rules, up):
        mask = position.held(cell) if up else _turned(position.held(cell), size)
        own = lowest = (mask & -mask).bit_length() or 1
        for relation, rise in steps:
            if least[relation.other] + rise > lowest:
                lowest = least[relation.other] + rise
                before[cell] = relation
        least[cell] = _least_from(lowest, mask, size)
        if lowest > own and masks[cell]:
            forced.append(cell)
    inner = {before[cell].other for cell in forced}
    for cell in forced:
        if cell not in inner:
            way = [before[cell]]
            while way[0].other in before:
                way.insert(0, before[way[0].other])
            yield tuple(way)


Steps = tuple[tuple[int, tuple[tuple[Relation, int], ...]], ...]


@lru_cache(maxsize=128)
def _sorted(layout: Layout, rules: tuple[Rule, ...], up: bool) -> Steps:
    """Each cell after those below it (or above it), with the relations that say by how much."""
    seen = sight(layout, rules).__getitem__
    steps: dict[int, list[tuple[Relation, int]]] = {}
    for own in grouped((each.rule, each) for each in relations_of(layout, rules)).values():
        rises = {}
        for each in own:
            table = each.table(seen)
            rise = rise_of(table if up else mirrored(table))
            if rise is not None:
                rises[each.other, each.cell] = rise, each
        for (low, high), (rise, each) in rises.items():
            between = (cell for start, cell in rises if start == low and (cell, high) in rises)
            if all(rises[low, cell][0] + rises[cell, high][0] < rise for cell in between):
                steps.setdefault(high, []).append((each, rise))
                steps.setdefault(low, [])
    ordered: dict[int, None] = {}
    waiting = dict.fromkeys(sorted(steps))
    while ready := [cell for cell in waiting if all(each.other in ordered for each, _ in steps[cell])]:
        for cell in ready:
            ordered[cell] = None
            del waiting[cell]
    return tuple((cell, tuple(steps[cell])) for cell in ordered)  # without those that go round in a circle
