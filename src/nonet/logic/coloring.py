"""Colouring: along strong links, the places of a digit take two colours in turn.

All of one colour are right, all of the other wrong.

    A ═══ B ═══ A            ═══  strong link: the only two places of a house
          ║
          A ═══ B

    simple colors, trap     a place that sees A and B goes
                  wrap      two A see each other: all A go
    multi-colors            two colourings A/B and C/D that no strong link joins
                  1         an A sees a C, so one of these colours is wrong: what sees B and D goes
                  2         the A see both C and D, one of which is right: all A go
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nonet.bitsets import cells_in, union
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.logic.houses import candidates_at, two_places
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.templates import digits_with_doomed_places
from nonet.step import Evidence, Role, RoleKind, Step, Truth


class Coloring(NamedTuple):
    """Places joined by strong links: two colours, each with what it sees, and the houses of the links."""

    colors: tuple[tuple[int, int], tuple[int, int]]
    houses: tuple[int, ...]


def simple_colors(position: Position, options: Options) -> Iterator[Step]:
    """Digit by digit, colouring by colouring: first a wrap, then a trap."""
    for digit, _ in digits_with_doomed_places(position):
        board = position.boards[digit]
        for each in colorings(position.layout, board):
            (_, one_sees), (_, other_sees) = each.colors
            if gone := union(color for color, sees in each.colors if color & sees):
                yield _step("simple-colors-wrap", digit, gone, each)
            if gone := board & one_sees & other_sees:
                yield _step("simple-colors-trap", digit, gone, each)


def multi_colors(position: Position, options: Options) -> Iterator[Step]:
    """Digit by digit, two colourings by two: first type 2, then type 1."""
    for digit, _ in digits_with_doomed_places(position):
        board = position.boards[digit]
        found = colorings(position.layout, board)
        for number, first in enumerate(found):
            for second in found:
                if second is first:
                    continue
                if gone := _overruled(first, second):
                    yield _step("multi-colors-2", digit, gone, first, second)
                if second in found[number + 1 :] and (gone := board & _seen_by_both(first, second)):
                    yield _step("multi-colors-1", digit, gone, first, second)


def _overruled(first: Coloring, second: Coloring) -> int:
    """The colours of the first that see both colours of the second."""
    return union(color for color, sees in first.colors if all(sees & other for other, _ in second.colors))


def _seen_by_both(first: Coloring, second: Coloring) -> int:
    """What a colour of the first and one of the second see, where their counterparts see each other."""
    (one, one_sees), (other, other_sees) = second.colors
    seen = 0
    for (_, sees), (_, rest) in (first.colors, first.colors[::-1]):
        seen |= rest & other_sees if sees & one else 0
        seen |= rest & one_sees if sees & other else 0
    return seen


@lru_cache(maxsize=1024)
def colorings(layout: Layout, board: int) -> tuple[Coloring, ...]:
    """The colourings of a digit's places, by their first places."""
    partners = grouped(
        (start, (end, house))
        for house, ends in two_places(layout, board)
        for start, end in (ends, ends[::-1])
    )
    found = []
    done = 0
    for start in sorted(partners):
        if done >> start & 1:
            continue
        colors = [1 << start, 0]
        sees = [0, 0]
        houses = []
        waiting = [(start, 0)]
        done |= 1 << start
        while waiting:
            cell, color = waiting.pop()
            sees[color] |= layout.peer_boards[cell]
            for partner, house in partners[cell]:
                if not done >> partner & 1:
                    done |= 1 << partner
                    colors[1 - color] |= 1 << partner
                    houses.append(house)
                    waiting.append((partner, 1 - color))
        found.append(Coloring(((colors[0], sees[0]), (colors[1], sees[1])), tuple(houses)))
    return tuple(found)


def _step(technique: str, digit: int, gone: int, *colorings: Coloring) -> Step:
    return Step(technique, (), candidates_at(gone, digit), colored(digit, *colorings))


def colored(digit: int, *colorings: Coloring) -> Evidence:
    """The colours, and the houses that join them."""
    colors = [color for each in colorings for color, _ in each.colors]
    roles = tuple(
        Role(RoleKind.COLOR, tuple(cells_in(color)), (digit,), label=label)
        for label, color in zip("ABCD", colors, strict=False)
    )
    truths = tuple(Truth(house=house, digit=digit) for each in colorings for house in each.houses)
    return Evidence(roles, truths)
