"""Sue de Coq: two sets of cells that share a crossing, one along the line, one in the box.

The crossing of a line and a box has n cells with at least n + 2 digits. Cells of the line outside the crossing lock
some of these digits, cells of the box lock the others. Each outer set may have more digits of its own, with one more
cell for each:

    digits of all three = cells of all three      (a digit that both outer sets have besides counts twice)

                 box 1
        r1   1247  1258  .  | 12  .  .  | .  .  .     crossing  r1c12           1 2 4 5 7 8
        r2   .     .     47 | .                       line      r1c4            1 2       takes one of them
        r3   58    478   .  | .                       box       r2c3 r3c1 r3c2  4 5 7 8   takes three of them

Every digit stays in its part: digits of the line set go from the rest of the line, digits of the box set from the
rest of the box, and digits of the crossing that neither outer set has from both. An extra digit of both outer sets is
in both, and goes from both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.bitsets import cells_in, digits_in
from nonet.dimensions import HouseKind
from nonet.layout import Layout
from nonet.logic.almost_locked import NarrowSet, cell_sets, narrow_sets
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Candidate, Evidence, Role, RoleKind, Step, Truth

Part = tuple[int, int, int]
"""The board of a set, its digits, and how many digits it takes out of the crossing."""


def sue_de_coqs(position: Position, options: Options) -> Iterator[Step]:
    """Line by line, box by box."""
    masks, unsolved, size = position.masks, position.unsolved, position.layout.size
    boards, narrow = position.layout.house_boards, narrow_sets(position)
    for line, box in _crossings(position.layout):
        if not narrow[line] or not narrow[box]:
            continue
        in_line, in_box = boards[line] & unsolved, boards[box] & unsolved
        crossing = in_line & in_box
        if not crossing & (crossing - 1):
            continue
        cells = tuple(cells_in(crossing))
        for middle, digits, count in cell_sets(cells, [masks[cell] for cell in cells], size, size):
            spare = digits.bit_count() - count
            if count < 2 or spare < 2:
                continue
            of_line = _parts(narrow[line], middle, digits, spare)
            of_box = _parts(narrow[box], middle, digits, spare) if of_line else []
            for part in of_line:
                for other in of_box:
                    shared = part[0] & other[0] or part[1] & other[1] & digits
                    if shared or part[2] + other[2] != spare:
                        continue
                    if gone := _eliminations(position, (in_line, in_box), (middle, digits), part, other):
                        yield _step((line, box), (middle, digits), part, other, gone)


@lru_cache(maxsize=64)
def _crossings(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Pairs of a line and a box with two cells or more in common: rows, columns, then the others."""
    lines = (HouseKind.ROW, HouseKind.COLUMN, HouseKind.DIAGONAL)
    boards = layout.house_boards
    return tuple(
        (line, box)
        for kind in lines
        for line, house in enumerate(layout.houses)
        if house.kind is kind
        for box, other in enumerate(layout.houses)
        if other.kind not in lines and (boards[line] & boards[box]).bit_count() > 1
    )


def _parts(sets: tuple[NarrowSet, ...], middle: int, digits: int, spare: int) -> list[Part]:
    """The sets outside the crossing that take some of its digits, and leave some to the other set.

    Narrow ones will do: a set that had many digits more than cells would leave the other too few.
    """
    return [
        (cells, own, taken)
        for cells, own, count, _ in sets
        if not cells & middle and own & digits and 0 < (taken := count - (own & ~digits).bit_count()) < spare
    ]


def _eliminations(
    position: Position, open_cells: tuple[int, int], crossing: tuple[int, int], part: Part, other: Part
) -> tuple[Candidate, ...]:
    middle, digits = crossing
    both = part[1] & other[1]
    gone: dict[Candidate, None] = {}
    for board, own, mask in (
        (open_cells[1], other[0], (digits | other[1]) & ~part[1] | both),
        (open_cells[0], part[0], (digits | part[1]) & ~other[1] | both),
    ):
        gone |= dict.fromkeys(position.among(cells_in(board & ~own & ~middle), mask))
    return tuple(gone)


def _step(
    houses: tuple[int, int], crossing: tuple[int, int], part: Part, other: Part, gone: tuple[Candidate, ...]
) -> Step:
    middle, digits = crossing
    roles = (
        Role(RoleKind.BASE, tuple(cells_in(middle)), tuple(digits_in(digits)), houses),
        Role(RoleKind.SET, tuple(cells_in(part[0])), tuple(digits_in(part[1])), houses[:1], "A"),
        Role(RoleKind.SET, tuple(cells_in(other[0])), tuple(digits_in(other[1])), houses[1:], "B"),
    )
    truths = tuple([Truth(cell=cell) for cell in cells_in(middle | part[0] | other[0])])
    return Step("sue-de-coq", (), gone, Evidence(roles, truths))
