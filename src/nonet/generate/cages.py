"""Maps of killer cages: start with a cage for every cell, and join neighbouring cages while the puzzle stays unique.

A map with a symmetry is carried onto itself by a turn or a reflection: whenever two cages are joined, their images
are joined too.
"""

from __future__ import annotations

from collections.abc import Callable

from nonet.generate.orbits import images
from nonet.grid import Grid
from nonet.rng import Rng
from nonet.rules import Cage

__all__ = ["CageMap", "joined_cages"]

CageMap = tuple[frozenset[int], ...]
"""For each cell the cells of its cage."""


def joined_cages(
    grid: Grid,
    rng: Rng,
    *,
    largest: int,
    symmetry: str = "none",
    is_unique: Callable[[list[Cage]], bool],
) -> list[Cage]:
    """Cages of up to `largest` different digits, with their sums, that cannot be joined further at random.

    First cells are joined to pairs, then cells left on their own to a neighbour, then any cages. `is_unique` is asked
    about every map before it is accepted; several borders are tried at once, and fewer after a refusal.

    >>> from nonet.generate.fill import random_grid
    >>> from nonet.layout import Layout
    >>> grid = random_grid(Layout.named("4x4"), Rng(1))
    >>> sorted(len(cage.cells) for cage in joined_cages(grid, Rng(1), largest=2, is_unique=lambda cages: True))
    [2, 2, 2, 2, 2, 2, 2, 2]
    """
    cages: CageMap = tuple(frozenset((cell,)) for cell in range(grid.layout.cell_count))
    with_sums = _Sums(grid)
    for most, small in ((2, 1), (largest, 1), (largest, largest)):
        borders = rng.shuffled(grid.layout.neighbours)
        at, several = 0, 8
        while at < len(borders):
            tried = cages
            for one, two in borders[at : at + several]:
                if min(len(tried[one]), len(tried[two])) <= small:
                    tried = _joined(tried, one, two, grid, most, symmetry)
            if tried is cages or is_unique(with_sums(tried)):
                cages = tried
                at, several = at + several, 2 * several
            elif several == 1:
                at += 1
            else:
                several //= 2
    return with_sums(cages)


def _joined(cages: CageMap, one: int, two: int, grid: Grid, largest: int, symmetry: str) -> CageMap:
    """The map without the border between two cells, and without its images; as it was if a cage would be wrong."""
    if cages[one] is cages[two]:
        return cages
    result = list(cages)
    for first, second in images(grid.layout, symmetry, (one, two)):
        if result[first] is result[second]:
            continue
        cage = result[first] | result[second]
        if len(cage) > largest or len({grid[cell] for cell in cage}) < len(cage):
            return cages
        for cell in cage:
            result[cell] = cage
    return tuple(result)


class _Sums:
    """Makes the rules of a map; a cage that occurs in many maps is made once."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.made: dict[frozenset[int], Cage] = {}

    def __call__(self, cages: CageMap) -> list[Cage]:
        return [self.made.get(cage) or self.make(cage) for cage in dict.fromkeys(cages)]

    def make(self, cage: frozenset[int]) -> Cage:
        made = self.made[cage] = Cage(tuple(sorted(cage)), sum(self.grid[cell] for cell in cage))
        return made
