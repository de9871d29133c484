"""Sums that follow from cages and houses together: innies, outies and hidden cages.

A house of the classic board sums to 45. Where cages cover most of some houses, little is left:

    row 1   A A A B B . . C C        the sums of A and B are known, C leaves the row:
    row 2   . . . . . . . . C        r1c6 + r1c7 - r2c9 = 45 - A - B - C

The cells inside that no cage covers are innies, those of a cage outside are outies. A cage that crosses the border
is used if it has fewer cells outside than inside. An equation with few cells is worth a propagator; innies alone,
in one house, are a cage that nobody drew (a hidden cage).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from nonet.bitsets import cells_in
from nonet.dimensions import HouseKind
from nonet.layout import Layout

MOST_CELLS = 8
"""Equations with more cells than this are not used, unless all of their cells are different."""

MOST_OPEN = 4
"""Little follows from an equation with more open cells than this, unless all of them are different."""

Equation = tuple[tuple[int, ...], tuple[int, ...], int]
"""Cells that count positively, cells that count negatively, and the total."""


def derived_sums(
    layout: Layout, cages: Sequence[tuple[tuple[int, ...], int]], *, most_houses: int | None = None
) -> list[Equation]:
    """The equations of few cells that follow from cages, each a tuple of cells and a sum.

    Cages must not overlap; of those that do, only the first is used. `most_houses`: of a region; None for no limit.
    """
    used: list[tuple[int, int]] = []
    covered = 0
    for cells, total in sorted(cages, key=lambda cage: len(cage[0])):
        board = sum(1 << cell for cell in cells)
        if not board & covered:
            covered |= board
            used.append((board, total))
    totals: dict[tuple[int, int], int] = {}
    house_sum = layout.size * (layout.size + 1) // 2
    for region, houses in _regions(layout):
        if most_houses is not None and houses > most_houses:
            continue
        for inside, outside, total in _equations(region, houses * house_sum, used):
            if (inside or outside) and (inside, outside) not in totals:
                totals[inside, outside] = total
    known = {board for board, _ in used}
    return [
        (tuple(cells_in(inside)), tuple(cells_in(outside)), total)
        for (inside, outside), total in totals.items()
        if not (inside in known and not outside)
    ]


@lru_cache(maxsize=64)
def _regions(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Sets of cells made of whole houses that do not overlap, and how many houses."""
    return tuple(_adjacent_houses(layout))


def _adjacent_houses(layout: Layout) -> Iterator[tuple[int, int]]:
    """Single houses, adjacent lines, adjacent boxes."""
    boards: dict[HouseKind, list[int]] = {kind: [] for kind in HouseKind}
    for house in layout.full_houses:
        boards[house.kind].append(sum(1 << cell for cell in house.cells))
    rows, columns = boards.pop(HouseKind.ROW), boards.pop(HouseKind.COLUMN)
    for lines in (rows, columns):
        for first in range(len(lines)):
            region = 0
            for count, line in enumerate(lines[first:], start=1):
                region |= line
                if region != layout.all_cells:
                    yield region, count
    yield from ((board, 1) for others in boards.values() for board in others)
    yield from _adjacent_boxes(boards[HouseKind.BOX] + boards[HouseKind.REGION], layout)


def _adjacent_boxes(boxes: Sequence[int], layout: Layout) -> Iterator[tuple[int, int]]:
    """Two boxes that touch, and four around a corner or three in an angle."""
    near = [
        [
            other
            for other, board in enumerate(boxes)
            if other != number and not boxes[number] & board and _grown(boxes[number], layout) & board
        ]
        for number in range(len(boxes))
    ]
    seen: set[int] = set()
    for number, others in enumerate(near):
        for other in others:
            pair = boxes[number] | boxes[other]
            groups = [(pair, 2)]
            thirds = {*others, *near[other]} - {number, other}
            groups += [(pair | boxes[third], 3) for third in thirds if not pair & boxes[third]]
            for group, count in groups:
                if group not in seen:
                    seen.add(group)
                    yield group, count


def _grown(board: int, layout: Layout) -> int:
    """The cells that share an edge with cells of a board."""
    grown = 0
    for a, b in layout.neighbours:
        if board >> a & 1:
            grown |= 1 << b
        if board >> b & 1:
            grown |= 1 << a
    return grown


def _equations(region: int, total: int, cages: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """What is left of a region when the cages in it are taken away: with crossing cages, and without."""
    inside, rest = region, total
    crossing = []
    for board, cage_sum in cages:
        if not board & ~region:
            inside &= ~board
            rest -= cage_sum
        elif board & region:
            crossing.append((board, cage_sum))
    if inside != region and inside.bit_count() <= 2 * MOST_CELLS:
        yield inside, 0, rest
    outside = 0
    for board, cage_sum in crossing:
        if (board & ~region).bit_count() <= (board & region).bit_count():
            inside &= ~board
            outside |= board & ~region
            rest -= cage_sum
    if crossing and inside.bit_count() + outside.bit_count() <= MOST_CELLS:
        yield inside, outside, rest
