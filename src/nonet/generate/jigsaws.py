"""Random region maps: jigsaw boards of any size from 4 to 12, always with a solution.

A random walk that starts from boxes. In each step two adjacent regions swap a cell:

    1 1 2 2        1 1 1 2
    1 1 2 2        1 2 2 2        r1c3 for r2c2; both regions are still connected, so the swap is valid
    3 3 4 4        3 3 4 4
    3 3 4 4        3 3 4 4

Most maps can be filled; to prove that one cannot may take very long. So after the walk a short search looks for a
solution (`lucky_grid`), and if it finds none the walk continues.
"""

from __future__ import annotations

import re
from itertools import pairwise

from nonet.arguments import clear_type_errors
from nonet.errors import RecipeError
from nonet.generate.boards import lucky_grid
from nonet.layout import Layout
from nonet.rng import Rng

SMALLEST, LARGEST = 4, 12

SWAPS_PER_CELL = 1
"""Swaps that a walk makes, for each cell of the board, before the map is tried."""

_SYMBOLS = "123456789ABC"


def random_size(board: str) -> int:
    """The size of the jigsaws that a name such as `jigsaw:7x7` asks for without a map; 0 for other boards.

    >>> random_size("jigsaw"), random_size("jigsaw:7x7"), random_size("9x9")
    (9, 7, 0)
    """
    match = re.fullmatch(r"jigsaw(?::(\d{1,2})x\1)?", board)
    return int(match[1] or 9) if match else 0


@clear_type_errors
def random_jigsaw(size: int, rng: Rng) -> Layout:
    """A board with random regions: connected, of `size` cells each, and with a solution.

    Its name contains the whole map, so a puzzle on it can be written, read back and solved.

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
        walk.go(SWAPS_PER_CELL * size * size, rng)
        layout = Layout.jigsaw("".join(_SYMBOLS[region] for region in walk.region_of))
        if lucky_grid(layout, rng) is not None:
            return layout


def _start(size: int) -> list[int]:
    """The first map, as the region of each cell: boxes, or pieces of a path through the board if there are none.

    1 1 4 4 4        the path winds down two columns and up the other three
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

    def go(self, swaps: int, rng: Rng) -> None:
        while swaps:
            swaps -= self._swap(rng)

    def _swap(self, rng: Rng) -> bool:
        """Draws a cell, a neighbour, and a cell of the neighbour's region; swaps them if both stay connected."""
        region_of = self.region_of
        cell = rng.below(len(region_of))
        here, there = region_of[cell], region_of[rng.choice(self.beside[cell])]
        if here == there:
            return False
        other = rng.choice([other for other, region in enumerate(region_of) if region == there])
        region_of[cell], region_of[other] = there, here
        if self._is_connected(cell) and self._is_connected(other):
            return True
        region_of[cell], region_of[other] = here, there
        return False

    def _is_connected(self, start: int) -> bool:
        region, found = self.region_of[start], [start]
        for cell in found:
            found += [
                near for near in self.beside[cell] if self.region_of[near] == region and near not in found
            ]
        return len(found) == self.size
