"""Region maps drawn by chance: jigsaw boards of any size from 4 to 12, always with a solution.

A map begins with plain boxes, and is walked away from by trades: two regions that touch give each other a cell.

    1 1 2 2        1 1 1 2
    1 1 2 2        1 2 2 2        r1c3 for r2c2; both regions are still in one piece, so the trade holds
    3 3 4 4        3 3 4 4
    3 3 4 4        3 3 4 4

Most maps can be filled, a few cannot, and to prove that may take a search very long. So nothing is proven: after the
walk a short search looks for a solution (`lucky_grid`), and where it finds none the walk goes on.
"""

from __future__ import annotations

from itertools import pairwise

from nonet.errors import RecipeError
from nonet.generate.boards import lucky_grid
from nonet.layout import Layout
from nonet.rng import Rng

__all__ = ["LARGEST", "SMALLEST", "random_jigsaw"]

SMALLEST, LARGEST = 4, 12

TRADES_A_CELL = 1
"""How many trades a walk makes, for each cell of the board, before the map is looked at."""

_SYMBOLS = "123456789ABC"


def random_jigsaw(size: int, rng: Rng) -> Layout:
    """A board whose regions are drawn by chance: connected, of `size` cells each, and fillable.

    Its name tells the whole map, so a puzzle on it can be written, read back and solved.

    >>> layout = random_jigsaw(6, Rng(1))
    >>> layout.name
    'jigsaw:111222111233444233454263455663555666'
    >>> Layout.named(layout.name) == layout
    True
    """
    if not SMALLEST <= size <= LARGEST:
        raise RecipeError(
            f"jigsaws are drawn from {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST}, not {size}x{size}"
        )
    walk = _Walk(size, _start(size))
    while True:
        walk.go(TRADES_A_CELL * size * size, rng)
        layout = Layout.jigsaw("".join(_SYMBOLS[region] for region in walk.region_of))
        if lucky_grid(layout, rng) is not None:
            return layout


def _start(size: int) -> list[int]:
    """A plain map: for each cell its region. Boxes; where there are none, a path through the board, cut in pieces.

    1 1 4 4 4        the path winds down two columns, and up the other three
    1 1 4 4 3
    1 2 3 3 3
    2 2 3 5 5
    2 2 5 5 5
    """
    boxed = Layout.named(f"{size}x{size}")
    if boxed.boxes:
        return list(boxed.box_of)
    borders = {5: (0, 2, 5), 7: (0, 2, 4, 7), 11: (0, 3, 7, 11)}[size]
    path = [
        row * size + column
        for strip, (left, right) in enumerate(pairwise(borders))
        for turn, row in enumerate(range(size) if strip % 2 == 0 else reversed(range(size)))
        for column in (range(left, right) if turn % 2 == 0 else reversed(range(left, right)))
    ]
    region_of = [0] * size * size
    for place, cell in enumerate(path):
        region_of[cell] = place // size
    return region_of


class _Walk:
    """A map that changes by trades."""

    def __init__(self, size: int, region_of: list[int]) -> None:
        self.size = size
        self.region_of = region_of
        cells = range(size * size)
        self.beside = [
            [
                other
                for other in (cell - size, cell - 1, cell + 1, cell + size)
                if other in cells and (other // size == cell // size or other % size == cell % size)
            ]
            for cell in cells
        ]
        """The cells that share a side with each cell."""

    def go(self, trades: int, rng: Rng) -> None:
        """Makes so many trades."""
        while trades:
            trades -= self._trade(rng)

    def _trade(self, rng: Rng) -> bool:
        """Draws a cell, a neighbour, and a cell of the neighbour's region to come back; trades, if it can be."""
        region_of = self.region_of
        cell = rng.below(len(region_of))
        here, there = region_of[cell], region_of[rng.choice(self.beside[cell])]
        if here == there:
            return False
        other = rng.choice([other for other, region in enumerate(region_of) if region == there])
        region_of[cell], region_of[other] = there, here
        if self._is_whole(cell) and self._is_whole(other):
            return True
        region_of[cell], region_of[other] = here, there
        return False

    def _is_whole(self, start: int) -> bool:
        """Whether all cells of a cell's region can be reached from it."""
        region, found = self.region_of[start], [start]
        for cell in found:
            found += [
                near for near in self.beside[cell] if self.region_of[near] == region and near not in found
            ]
        return len(found) == self.size
