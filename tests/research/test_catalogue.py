"""The catalogue of grids: every grid has one number, and every number a grid."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from itertools import permutations

import pytest

import nonet
from many_cases import every, spread
from nonet.canonical import canonical
from nonet.errors import LayoutError, NonetError
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.native import kernel
from nonet.research import (
    CLASSES,
    automorphisms,
    band_index,
    band_indices,
    random_class,
    rank,
    rank_many,
    unrank,
    unrank_many,
)
from nonet.research.catalogue import BANDS, _table
from nonet.rng import Rng
from nonet.symmetry import random_transformation

pytestmark = pytest.mark.skipif(kernel is None, reason="this is about the kernel")


def lines(joined: bytes) -> list[str]:
    return [joined[i : i + 81].decode() for i in range(0, len(joined), 81)]


def check_numbers(count: int, seed: int, *, near: int = 1) -> None:
    """Random numbers, and as many more `near` to each: these share the search."""
    rng = Rng(seed)
    starts = [rng.below(CLASSES - near) for _ in range(count)]
    numbers = [start + k for start in starts for k in range(near)]
    forms = lines(unrank_many(numbers, threads=None))
    disguises = [random_transformation(CLASSIC, rng) for _ in range(min(count, 1000))]
    grids = [disguises[rng.below(len(disguises))](Grid.of(CLASSIC, form)).symbols for form in forms]
    assert lines(bytes(nonet.canonical_many(grids, threads=None).forms)) == forms
    assert list(rank_many(grids, threads=None)) == numbers


def random_boxes(rng: Rng) -> str:
    """A board with the three boxes on the diagonal filled."""
    cells = ["."] * 81
    for first in (0, 30, 60):
        for place, digit in enumerate(rng.shuffled("123456789")):
            cells[first + place // 3 * 9 + place % 3] = digit
    return "".join(cells)


def check_grids(count: int, seed: int) -> None:
    rng = Rng(seed)
    solved = nonet.solve_many([random_boxes(rng) for _ in range(count)], threads=None)
    grids = lines(solved.solutions)
    forms = lines(bytes(nonet.canonical_many(grids, threads=None).forms))
    assert lines(unrank_many(rank_many(grids, threads=None), threads=None)) == forms


def test_all_classes_are_in_the_table() -> None:
    first, before = _table()
    assert (len(first), before[-1]) == (BANDS, CLASSES)


def test_the_first_and_the_last_grid() -> None:
    assert unrank(0).symbols < unrank(1).symbols < unrank(CLASSES - 2).symbols < unrank(CLASSES - 1).symbols
    assert [rank(unrank(number)) for number in (0, 1, CLASSES - 1)] == [0, 1, CLASSES - 1]


def test_numbers_and_back() -> None:
    check_numbers(50 // every(3), 1, near=18)


def test_grids_and_back() -> None:
    check_grids(100 // every(3), 1)


@pytest.mark.slow
def test_a_million_numbers_and_back() -> None:
    check_numbers(1_000_000, 2)


@pytest.mark.slow
def test_a_million_grids_and_back() -> None:
    check_grids(1_000_000, 2)


def test_a_cell_has_exactly_its_canonical_grids() -> None:
    """Of all grids with the band and the fourth row that a random walk meets, none is missing."""
    assert kernel is not None
    first, before = _table()
    band, cell = 7, next(c for c in range(300, 2000) if before[first[7] + c + 1] - before[first[7] + c] > 50)
    count = before[first[band] + cell + 1] - before[first[band] + cell]
    forms = bytearray(81 * count)
    kernel.catalogue_unrank(array("I", [band, cell] * count), array("i", range(count)), forms)
    grids = [bytes(forms[i : i + 81]) for i in range(0, len(forms), 81)]
    assert grids == sorted(set(grids))
    assert len({grid[:36] for grid in grids}) == 1
    for grid in spread(grids, 3):
        assert canonical(Grid(CLASSIC, grid)).form.entries == grid
    again = bytearray(81 * count)
    kernel.catalogue_unrank(array("I", [band, cell] * count), array("i", range(-count, 0)), again)
    assert again == forms  # numbers below 0 count from the end
    for number in (count, -count - 1):
        with pytest.raises(ValueError, match="not all of these"):
            kernel.catalogue_unrank(array("I", [band, cell]), array("i", [number]), bytearray(81))


def test_a_band_counted_again_is_as_in_the_table() -> None:
    assert kernel is not None
    first, before = _table()
    for band in spread((400, 350, 415), 2):
        counts, symmetric = kernel.catalogue_count(band)
        numbers = array("I", counts)
        cells = range(first[band], first[band] + len(numbers))
        assert numbers.tolist() == [before[cell + 1] - before[cell] for cell in cells]
        assert sum(numbers) == sum(symmetric)


def test_a_random_class_is_canonical() -> None:
    grid = random_class(Rng(3))
    assert canonical(grid).form == grid
    assert random_class(Rng(3)) == grid


def test_a_band_keeps_its_index_in_any_disguise() -> None:
    grid = unrank(3_000_000_000)
    indices = band_indices(grid)
    assert indices[0] == min(indices)
    moved = band_indices(random_transformation(CLASSIC, Rng(1))(grid))
    assert {tuple(sorted(moved[:3])), tuple(sorted(moved[3:]))} == {
        tuple(sorted(indices[:3])),
        tuple(sorted(indices[3:])),
    }


def test_every_band_has_its_own_index() -> None:
    rows = ["123456789", "457893612", "986217354"]
    assert {band_index("".join(order)) for order in permutations(rows)} == {BANDS - 1}
    first, before = _table()
    starts = [*(before[cell] for cell in first), CLASSES]
    used = [band for band in range(BANDS) if starts[band] < starts[band + 1]]
    assert len(used) == 401  # all grids with one of the others have a smaller band, too
    some = spread(used, 5)
    forms = lines(unrank_many([starts[band] for band in some]))
    assert [band_index(form[:27]) for form in forms] == some


def test_automorphisms_map_a_grid_to_itself() -> None:
    for number in (0, CLASSES - 1):
        grid = unrank(number)
        found = automorphisms(grid)
        assert found[0].is_identity
        assert len(set(found)) == len(found) == canonical(grid).automorphisms
        assert all(change(grid) == grid for change in found)


def test_what_is_not_in_the_catalogue() -> None:
    for number in (-1, CLASSES):
        with pytest.raises(NonetError, match="0 to 5,472,730,537"):
            unrank(number)
    with pytest.raises(NonetError, match="complete grid"):
        rank("." * 81)
    with pytest.raises(NonetError, match="number 2 is not a complete grid"):
        rank_many([unrank(0).symbols, "1" * 81])
    with pytest.raises(LayoutError, match="4x4"):
        rank("1234341221434321")
    for rows in ("", "1" * 27, "abc" * 9):
        with pytest.raises(NonetError, match="not a band"):
            band_index(rows)


def test_the_kernel_refuses_what_is_not_canonical() -> None:
    assert kernel is not None
    grid = random_transformation(CLASSIC, Rng(1))(unrank(5)).entries
    with pytest.raises(ValueError, match="not all of these are in the catalogue"):
        kernel.catalogue_rank(grid, array("I", [0, 0]), array("i", [0]))
    with pytest.raises(ValueError, match="there is no band 416"):
        kernel.catalogue_count(BANDS)


def test_without_the_kernel_an_error_says_so() -> None:
    code = "import nonet; nonet.unrank(0)"
    ended = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "NONET_PURE": "1"}, capture_output=True, text=True
    )
    assert "MissingKernel" in ended.stderr
    assert "the catalogue of grids" in ended.stderr
