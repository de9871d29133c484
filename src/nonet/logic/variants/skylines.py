"""Skyscrapers by limits: how many digits can be seen at most, and at least, if a cell is so high.

4 |  . . 8 .        two cells before the 8, itself and the 9 after it: 4 are seen at most
2 |  5 . . .        9 is not in r1c2 or r1c3: what is greater than 5 there would be seen, and 9 too
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonet.bitsets import digits_in
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.rules.outside import Skyscraper
from nonet.step import Evidence, Role, RoleKind, Step, Truth


class Height(NamedTuple):
    """A cell that cannot be `low` or more (or, if `many`, not `low` or more without being the greatest digit): `before`
    digits are seen before it, at most (or at least), and `after` after it.
    """

    cell: int
    low: int
    before: int
    after: int
    many: bool = False


def too_few(rule: Skyscraper, masks: Sequence[int], size: int) -> list[Height]:
    """Cells that may not be so high, since too few digits could be seen; `masks` are what each cell can hold."""
    found = []
    highest = before = 0
    known = True
    for cell, mask in zip(rule.cells, masks, strict=True):
        low = size - (rule.count - before - 2)  # from here on, too few greater digits are left
        if mask.bit_count() > 1 and low <= size and mask >> (low - 1):
            found.append(Height(cell, low, before, size - low))
        known = known and mask.bit_count() == 1
        if mask.bit_length() > highest:
            before += 1
            highest = mask.bit_length() if known else highest
    return [each for each in found if each.low > 0]


def too_many(rule: Skyscraper, masks: Sequence[int], size: int) -> list[Height]:
    """Cells that may not be higher than those at the start and hide the greatest digit from no one."""
    highest = before = place = 0
    while place < len(masks) and masks[place].bit_count() == 1:
        if masks[place].bit_length() > highest:
            highest, before = masks[place].bit_length(), before + 1
        place += 1
    found = []
    if highest < size and before + 2 > rule.count:
        for cell, mask in zip(rule.cells[place:], masks[place:], strict=True):
            if mask & ((1 << (size - 1)) - 1) & ~((1 << highest) - 1):
                found.append(Height(cell, highest + 1, before, 1, many=True))
            if mask >> (size - 1) & 1:
                break
    return found


def heights(rule: Skyscraper, masks: Sequence[int], size: int) -> list[Height]:
    """What the clue says about single cells, the easier kind first."""
    return too_few(rule, masks, size) or too_many(rule, masks, size)


def skylines(position: Position, options: Options) -> Iterator[Step]:
    """Digits with which a line would show too few digits, or too many."""
    layout = position.layout
    for rule in position.rules:
        if not isinstance(rule, Skyscraper) or layout.first_digit != 1 or len(rule.cells) != layout.size:
            continue
        lines = (number for number, house in enumerate(layout.houses) if {*house.cells} == {*rule.cells})
        line = next(lines, None)
        if line is None:  # the greatest digit may be missing
            continue
        found = heights(rule, position.state(rule.cells), layout.size)
        top = layout.size if any(each.many for each in found) else layout.size + 1
        gone = tuple(
            (each.cell, digit)
            for each in found
            for digit in digits_in(position.masks[each.cell])
            if each.low <= digit < top
        )
        if gone:
            roles = (Role(RoleKind.BASE, tuple(each.cell for each in found)),)
            is_placed = layout.size in (position.values[cell] for cell in rule.cells)
            truths = () if is_placed else (Truth(house=line, digit=layout.size),)
            yield Step("skyline", (), gone, Evidence(roles, truths, rules=(rule,)))
