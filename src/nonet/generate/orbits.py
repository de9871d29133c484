"""Symmetric patterns of clues: the orbits of cells.

A pattern is symmetric if a turn or a reflection of the board carries clues onto clues, and empty cells onto empty
cells. So the cells fall into orbits, and the cells of an orbit are either all given or all empty. On a 4x4 board, with
the same letter for the cells of an orbit:

    rotational    quarter    horizontal    vertical    diagonal    antidiagonal    full
     a b c d      a b c a     a b c d      a b b a      a b c d      a b c d      a b b a
     e f g h      c d d b     e f g h      c d d c      b e f g      e f g c      b c c b
     h g f e      b d d c     e f g h      e f f e      c f h i      h i f b      b c c b
     d c b a      a c b a     a b c d      g h h g      d g i j      j h e a      a b b a

Reflections are named by their line: *horizontal* is the one in the horizontal line through the middle. Symmetry is a
matter of places alone; the houses need not be symmetric (a 6x6 pattern can have a quarter turn).
"""

from __future__ import annotations

from functools import lru_cache

from nonet.errors import LayoutError, RecipeError
from nonet.layout import Layout
from nonet.symmetry import REFLECTIONS, TURNS, Move

_GENERATORS: dict[str, tuple[Move, ...]] = {
    "none": (),
    "rotational": (TURNS[2],),
    "quarter": (TURNS[1],),
    "horizontal": (REFLECTIONS["-"],),
    "vertical": (REFLECTIONS["|"],),
    "diagonal": (REFLECTIONS["\\"],),
    "antidiagonal": (REFLECTIONS["/"],),
    "full": (TURNS[1], REFLECTIONS["\\"]),
}

SYMMETRIES: tuple[str, ...] = tuple(_GENERATORS)
"""The names of all symmetries, `none` first."""


@lru_cache(maxsize=256)
def orbits(layout: Layout, symmetry: str = "none") -> tuple[tuple[int, ...], ...]:
    """The orbits of the cells: each ascending, all of them by their first cell.

    >>> mini = Layout.named("4x4")
    >>> orbits(mini, "rotational")[:3]
    ((0, 15), (1, 14), (2, 13))
    >>> [len(orbits(Layout.named("9x9"), name)) for name in SYMMETRIES]
    [81, 41, 21, 45, 45, 45, 45, 15]
    """
    orbit_of = (
        tuple(sorted(there for (there,) in images(layout, symmetry, (cell,))))
        for cell in range(layout.cell_count)
    )
    return tuple(dict.fromkeys(orbit_of))


@lru_cache(maxsize=4096)
def images(layout: Layout, symmetry: str, cells: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Where the symmetry carries these cells: themselves first, then every other image once.

    >>> images(Layout.named("4x4"), "rotational", (0, 1))
    ((0, 1), (15, 14))
    """
    if symmetry not in _GENERATORS:
        raise RecipeError(f"unknown symmetry {symmetry!r}; choose from {', '.join(SYMMETRIES)}")
    last = max(layout.height, layout.width) - 1
    known = [cells]
    for image in known:  # it grows meanwhile
        for move in _GENERATORS[symmetry]:
            moved = [move(layout.row_of(cell), layout.column_of(cell), last) for cell in image]
            try:
                there = tuple(layout.cell(row, column) for row, column in moved)
            except LayoutError:
                raise RecipeError(f"the {layout.name} board is not symmetric: {symmetry}") from None
            if there not in known:
                known.append(there)
    return tuple(known)


@lru_cache(maxsize=256)
def orbit_map(layout: Layout, symmetry: str = "none") -> tuple[int, ...]:
    """For each cell the number of its orbit.

    >>> orbit_map(Layout.named("4x4"), "vertical")[:4]
    (0, 1, 1, 0)
    """
    result = [0] * layout.cell_count
    for number, orbit in enumerate(orbits(layout, symmetry)):
        for cell in orbit:
            result[cell] = number
    return tuple(result)
