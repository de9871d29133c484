"""Large boards, where a search would take too long, and what is done there instead.

Two questions are answered differently on large boards:

    is there another solution?    Up to 16x16 (with diagonals or windows 12x12, jigsaws 10x10) a search answers in
                                  time. Beyond, it may take years; there a clue is removed only if simple logic
                                  shows that it follows from the others: assume another digit in the cell, place
                                  singles and apply locked candidates until nothing follows. If that ends in a
                                  contradiction, the clue is not needed.

    how can the board be filled?  A board of boxes has regular grids, which are then mixed. With windows or diagonals
                                  there are none; for the large ones `grids.txt` has a grid that was found once. On
                                  large jigsaws short searches are repeated until one succeeds.

This logic is confluent: it ends in the same position whatever the order of the conclusions. The short search is always
the one in Python, and it is limited by its number of steps. So the answers are the same on all machines.
"""

from __future__ import annotations

from functools import lru_cache

from nonet.engines import Engine
from nonet.engines.position import SearchPosition
from nonet.generate.banks import bank_lines
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import is_boxed

LARGEST_EXACT = {"boxes": 16, "more houses": 12, "jigsaw": 10}
"""Up to this size a clue is kept only if there is another solution without it; beyond, if logic finds no proof."""

STEPS_A_CELL = 1
"""Positions that a short search examines, for each cell of the board."""


def is_exact(layout: Layout) -> bool:
    """Whether a dig on this board ends in a minimal puzzle; on larger boards a few redundant clues may be left.

    >>> is_exact(Layout.named("16x16")), is_exact(Layout.named("25x25"))
    (True, False)
    """
    kind = "boxes" if is_boxed(layout) else "jigsaw" if layout.box_shape is None else "more houses"
    return layout.size <= LARGEST_EXACT[kind]


def has_no_solution(puzzle: Puzzle, engine: Engine) -> bool:
    """Whether the puzzle certainly has no solution; on large boards True only if simple logic shows it.

    >>> from nonet.engines import engine
    >>> mini = Layout.named("4x4")
    >>> stuck = Puzzle.of(mini, [1, 2, 3, 0] + [0] * 12, ruled_out={3: [4]})
    >>> has_no_solution(stuck, engine("search")), has_no_solution(Puzzle(Grid.empty(mini)), engine("search"))
    (True, False)
    """
    if is_exact(puzzle.layout):
        return engine.some_solution(puzzle) is None
    return not SearchPosition.of(puzzle).propagate()


def known_grid(layout: Layout) -> Grid | None:
    """A solution grid of a large board with windows, or diagonals, or both; None if none is known.

    >>> known_grid(Layout.named("25x25+windows")).is_solution(), known_grid(Layout.named("9x9"))
    (True, None)
    """
    for values in _grids().get(layout.size, ()):
        grid = Grid(layout, values)
        if grid.is_solution():
            return grid
    return None


def lucky_grid(layout: Layout, rng: Rng) -> Grid | None:
    """A solution grid that a short search from the empty board finds, or None.

    Singles and locked candidates first, then the cell or place with the fewest options, in random order.

    >>> lucky_grid(Layout.named("9x9"), Rng(1)).is_solution()
    True
    """
    stack = [SearchPosition.of(Puzzle(Grid.empty(layout)))]
    for _ in range(STEPS_A_CELL * layout.cell_count):
        if not stack:
            break
        position = stack.pop()
        if position.propagate():
            if not position.unmet:
                return position.grid()
            stack += [position.after(move) for move in rng.shuffled(position.options())]
    return None


@lru_cache(maxsize=1)
def _grids() -> dict[int, tuple[bytes, bytes]]:
    """By size: each grid of the file, and its transpose."""
    grids = {}
    for name, symbols in bank_lines("grids.txt"):
        size = Layout.named(name).size
        values = bytes(int(symbol, 36) for symbol in symbols)
        grids[size] = values, bytes(values[c * size + r] for r in range(size) for c in range(size))
    return grids
