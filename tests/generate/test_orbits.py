"""Orbits: they partition the cells, are closed under the symmetry, and have the right sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from many_cases import for_each
from nonet.errors import RecipeError
from nonet.generate.orbits import SYMMETRIES, orbit_map, orbits
from nonet.layout import CLASSIC, Layout

# The images of the cell in row r, column c of a 9x9 board under each symmetry, as an independent implementation.
MOVES: dict[str, list[Callable[[int, int], tuple[int, int]]]] = {
    "none": [],
    "rotational": [lambda r, c: (8 - r, 8 - c)],
    "quarter": [lambda r, c: (c, 8 - r), lambda r, c: (8 - r, 8 - c), lambda r, c: (8 - c, r)],
    "horizontal": [lambda r, c: (8 - r, c)],
    "vertical": [lambda r, c: (r, 8 - c)],
    "diagonal": [lambda r, c: (c, r)],
    "antidiagonal": [lambda r, c: (8 - c, 8 - r)],
}
MOVES["full"] = [move for moves in MOVES.values() for move in moves]


@for_each(SYMMETRIES)
def test_an_orbit_is_a_cell_and_its_images(symmetry: str) -> None:
    number = orbit_map(CLASSIC, symmetry)
    for cell in range(81):
        images = {cell} | {9 * r + c for r, c in (move(cell // 9, cell % 9) for move in MOVES[symmetry])}
        assert orbits(CLASSIC, symmetry)[number[cell]] == tuple(sorted(images))


@for_each(["1x1", "4x4", "6x6", "9x9", "jigsaw:1112132233243444", "16x16", "samurai"], SYMMETRIES)
def test_every_cell_is_in_one_orbit(name: str, symmetry: str) -> None:
    layout = Layout.named(name)
    found = orbits(layout, symmetry)
    assert sorted(cell for orbit in found for cell in orbit) == list(range(layout.cell_count))
    assert [orbit[0] for orbit in found] == sorted(orbit[0] for orbit in found)


def test_sizes_on_the_classic_board() -> None:
    sizes = {name: Counter(map(len, orbits(CLASSIC, name))) for name in SYMMETRIES}
    assert sizes == {
        "none": {1: 81},
        "rotational": {1: 1, 2: 40},
        "quarter": {1: 1, 4: 20},
        "horizontal": {1: 9, 2: 36},
        "vertical": {1: 9, 2: 36},
        "diagonal": {1: 9, 2: 36},
        "antidiagonal": {1: 9, 2: 36},
        "full": {1: 1, 4: 8, 8: 6},
    }


def test_boards_that_overlap_turn_as_a_whole() -> None:
    samurai = Layout.named("samurai")
    corner = samurai.cell_named("r1c2")
    number = orbit_map(samurai, "rotational")[corner]
    assert orbits(samurai, "rotational")[number] == (corner, samurai.cell_named("r21c20"))


@for_each(["vertical", "quarter", "full"])
def test_a_board_without_the_symmetry_is_refused(symmetry: str) -> None:
    with pytest.raises(RecipeError, match=f"the twodoku board is not symmetric: {symmetry}"):
        orbits(Layout.named("twodoku"), symmetry)


def test_an_unknown_symmetry_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RecipeError, match="unknown symmetry 'mirror'; choose from none, rotational, quarter"):
        orbits(CLASSIC, "mirror")
