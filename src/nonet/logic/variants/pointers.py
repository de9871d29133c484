"""Cells that say where a digit is, and cells that are less or greater than others: what two cells exclude.

pointer     r1c4 = 3 would put 4 in r1c3, where it cannot go; r1c4 is 3, so r1c3 is 4        (indexing)
a room numbered 5 whose first cell is 3 or 4: 5 is in the third or the fourth     (numbered rooms)
extreme     a cell is less than another, which is at most 5; or than three that see each other
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.deduction import evidence_of
from nonet.logic.variants.needs import seen_by_places
from nonet.logic.variants.pairs import relations_of
from nonet.rules.base import Rule
from nonet.rules.cells import Indexing
from nonet.rules.outside import NumberedRoom
from nonet.step import Step

Pointer = tuple[int, int, int, int]
"""If the cell holds the digit, the other cell holds the other digit."""


@lru_cache(maxsize=4096)
def pointers(rule: Rule, layout: Layout) -> tuple[tuple[Pointer, ...], ...]:
    """For each cell that points somewhere what its digits say; the other direction is another pointer."""
    found = grouped(
        (each.other, (each.other, digit, each.cell, allowed.bit_length()))
        for each in relations_of(layout, (rule,))
        for digit, allowed in enumerate(each.said, start=1)
        if allowed.bit_count() == 1
    )
    return tuple(map(tuple, found.values()))


def points(position: Position, options: Options) -> Iterator[Step]:
    """Digits that are pointed to, and digits that would point to what cannot be."""
    for rule in position.rules:
        if isinstance(rule, (Indexing, NumberedRoom)):
            for each in pointers(rule, position.layout):
                yield from _of_cell(position, rule, each)


def _of_cell(position: Position, rule: Rule, said: tuple[Pointer, ...]) -> Iterator[Step]:
    cell, masks = said[0][0], position.masks
    mask = position.held(cell)
    possible = [each for each in said if mask >> (each[1] - 1) & 1]
    if mask.bit_count() == 1 and possible:
        _, digit, other, put = possible[0]
        if masks[other] >> (put - 1) & 1:
            yield Step("pointer", ((other, put),), (), evidence_of(rule, (cell, other), (digit,)))
        return
    wrong = [each for each in possible if not position.held(each[2]) >> (each[3] - 1) & 1]
    if wrong and masks[cell]:
        cells = (cell, *(other for _, _, other, _ in wrong))
        gone = tuple((cell, digit) for _, digit, _, _ in wrong)
        yield Step("pointer", (), gone, evidence_of(rule, cells))
    elif possible and isinstance(rule, NumberedRoom) and cell == rule.cells[0]:
        digit, places = possible[0][3], tuple(other for _, _, other, _ in possible)
        if len(possible) == mask.bit_count():
            yield from seen_by_places("pointer", position, rule, digit, places, places)
