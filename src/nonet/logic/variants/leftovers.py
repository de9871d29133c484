"""The law of leftovers: three rows hold every digit three times, and so do three regions of a jigsaw.

    1 1 1 1 1 2 2 2 2       Rows 1 and 2 and regions 1 and 2 share all cells but x and y.
    1 1 1 1 2 2 2 2 x       What is in the rows alone (x) and what is in the regions alone (y) therefore hold the
    · · · · · 2 · · ·       same digits: x = y.
              y

Digit by digit: where none of the one kind can hold a digit, none of the other kind does; and neither side has a digit
more often than the other has room for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.bitsets import cells_in, union
from nonet.dimensions import HouseKind
from nonet.layout import Layout
from nonet.logic.houses import candidates_at
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.rules.cages import Cage
from nonet.step import Evidence, Role, RoleKind, Step, Truth

MOST_HOUSES = 4
MOST_CELLS = 5
"""The most houses, and the most cells that are left on a side, that people work with; small boards have fewer."""


class Side(NamedTuple):
    """Houses that share no cell, and those of their cells that the houses of the other side do not have."""

    houses: tuple[int, ...]
    cells: int


def leftovers(position: Position, options: Options) -> Iterator[Step]:
    """The fewest houses first, and of those the fewest cells; killers do without, so that their paths stay the same."""
    if position.rules and all(isinstance(rule, Cage) and rule.is_usual for rule in position.rules):
        return
    for one, other in balances(position.layout):
        if (one.cells | other.cells) & position.unsolved:
            yield from _steps(position, one, other)
            yield from _steps(position, other, one)


def _steps(position: Position, one: Side, other: Side) -> Iterator[Step]:
    """What follows for the second side."""
    lacking: list[int] = []
    for digit in position.layout.entries:
        places, free = (position.boards[digit] & side.cells for side in (other, one))
        if not places:
            continue
        has, known = (_count(position, side, digit) for side in (other, one))
        if not has and not known and not free:
            lacking.append(digit)
        elif has and has == _room(position.layout, known, free):
            yield _step(position, one, other, (digit,))
        elif has + places.bit_count() == known:
            yield _step(position, one, other, (digit,), placed=True)
    if lacking:
        yield _step(position, one, other, tuple(lacking))


def _count(position: Position, side: Side, digit: int) -> int:
    return sum(position.values[cell] == digit for cell in cells_in(side.cells))


def _room(layout: Layout, known: int, free: int) -> int:
    """How often a side can have a digit, at most: once if all its places see each other."""
    places = tuple(cells_in(free))
    if not known and all(layout.peer_boards[one] >> two & 1 for one, two in combinations(places, 2)):
        return min(len(places), 1)
    return known + len(places)


def _step(
    position: Position, one: Side, other: Side, digits: tuple[int, ...], *, placed: bool = False
) -> Step:
    """The digits have their places in the houses of the first side; those that are placed, in the second's."""
    layout, values = position.layout, position.values
    truths = tuple(
        Truth(house=house, digit=digit)
        for digit in digits
        for house in (other if placed else one).houses
        if not any(values[cell] == digit for cell in layout.houses[house].cells)
    )
    found = tuple(each for d in digits for each in candidates_at(position.boards[d] & other.cells, d))
    roles = (
        Role(RoleKind.SET, tuple(cells_in(one.cells)), label="A"),
        Role(RoleKind.SET, tuple(cells_in(other.cells)), label="B"),
        Role(RoleKind.BASE, houses=one.houses),
        Role(RoleKind.COVER, houses=other.houses),
    )
    evidence = Evidence(roles, truths)
    return Step("leftovers", found if placed else (), () if placed else found, evidence)


@lru_cache(maxsize=256)
def balances(layout: Layout) -> tuple[tuple[Side, Side], ...]:
    """Neighbouring rows or columns against as many regions, where a few cells are left.

    >>> layout = Layout.jigsaw("1112 1222 3344 3344")
    >>> [(list(cells_in(one.cells)), list(cells_in(other.cells))) for one, other in balances(layout)]
    [([5], [2])]
    """
    boards, most = layout.place_boards, min(MOST_CELLS, (layout.size + 1) // 2)
    full = [number for number, board in enumerate(boards) if board]
    regions = [number for number in full if layout.houses[number].kind is HouseKind.REGION]
    found: dict[frozenset[int], tuple[Side, Side]] = {}
    for count in range(1, min(MOST_HOUSES, layout.size // 2) + 1):
        for kind in (HouseKind.ROW, HouseKind.COLUMN):
            lines = [number for number in full if layout.houses[number].kind is kind]
            for first in range(len(lines) - count + 1):
                chosen = tuple(lines[first : first + count])
                inside = union(boards[each] for each in chosen)
                near = [each for each in regions if (boards[each] & ~inside).bit_count() <= most]
                for others in combinations(near, count):
                    area = union(boards[each] for each in others)
                    if 0 < (area & ~inside).bit_count() <= most:
                        pair = Side(chosen, inside & ~area), Side(others, area & ~inside)
                        found.setdefault(frozenset(side.cells for side in pair), pair)
    alone = (pair for pair in found.values() if len(pair[0].houses) > 1)  # one house each: locked candidates
    return tuple(sorted(alone, key=lambda pair: (len(pair[0].houses), pair[0].cells.bit_count())))
