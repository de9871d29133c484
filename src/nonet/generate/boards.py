"""Boards that ask for something else than the classic one: where a search is no help, and what is then done.

Two questions have no good answer on the largest boards, and get another one here:

    is there another solution?    Up to 16x16 a search always says so in time. Beyond, it may take years; there a
                                  clue is taken away only if plain logic shows that it follows from the others.
                                  Suppose that the cell held another digit, place singles and make claims (locked
                                  candidates) until nothing follows: if that ends in a contradiction, the clue is
                                  not needed.

    how can the board be filled?  A board of boxes has regular grids, to be mixed. With windows there is none; for the
                                  large ones `grids.txt` has a grid that was found once.

Plain logic is confluent: it ends in the same position in whatever order the conclusions are drawn. So the answer is one
for all machines, with and without the kernel, and no clock or counter has a say in it.
"""

from __future__ import annotations

from functools import lru_cache
from pkgutil import get_data

from nonet.engines import Engine
from nonet.engines.position import Position
from nonet.grid import Grid
from nonet.layout import HouseKind, Layout
from nonet.puzzle import Puzzle

__all__ = ["LARGEST_EXACT", "has_no_solution", "is_exact", "known_grid"]

LARGEST_EXACT = 16
"""Up to this size clues are needed if there is another solution without them; beyond, if logic finds no proof."""


def is_exact(layout: Layout) -> bool:
    """Whether a dig on this board ends in a minimal puzzle; beyond 16x16 a few clues too many may be left.

    >>> is_exact(Layout.named("16x16")), is_exact(Layout.named("25x25"))
    (True, False)
    """
    return layout.size <= LARGEST_EXACT


def has_no_solution(puzzle: Puzzle, engine: Engine) -> bool:
    """Whether the puzzle certainly has no solution: on large boards True only if plain logic shows it.

    >>> from nonet.engines import engine
    >>> mini = Layout.named("4x4")
    >>> stuck = Puzzle.of(mini, [1, 2, 3, 0] + [0] * 12, ruled_out={3: [4]})
    >>> has_no_solution(stuck, engine("search")), has_no_solution(Puzzle(Grid.empty(mini)), engine("search"))
    (True, False)
    """
    if is_exact(puzzle.layout):
        return engine.some_solution(puzzle) is None
    return not Position.of(puzzle).propagate()


def known_grid(layout: Layout) -> Grid | None:
    """A solution grid to begin with, on boards that a search does not fill; None for all others.

    >>> known_grid(Layout.named("25x25+windows")).is_solution(), known_grid(Layout.named("25x25"))
    (True, None)
    """
    if layout.size <= 15 or not any(house.kind is HouseKind.WINDOW for house in layout.houses):
        return None
    for values in _grids().get(layout.size, ()):
        grid = Grid(layout, values)
        if grid.is_solution():
            return grid
    return None


@lru_cache(maxsize=1)
def _grids() -> dict[int, tuple[bytes, bytes]]:
    """By size: each grid of the file, and the same grid with rows and columns changed about."""
    text = (get_data("nonet.generate", "grids.txt") or b"").decode("ascii")
    grids = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, symbols = line.split()
            size = Layout.named(name).size
            values = bytes(int(symbol, 36) for symbol in symbols)
            grids[size] = values, bytes(values[c * size + r] for r in range(size) for c in range(size))
    return grids
