"""Augmentation: disguises are symmetries, uniformly drawn, and the kernel makes the same as Python."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import numpy
import pytest

from nonet.canonical import canonical
from nonet.data import augment
from nonet.data.disguises import SYMMETRY_COUNT, Disguise
from nonet.errors import NonetError
from nonet.generate import random_grid
from nonet.generate.dig import Dig, dig_many
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.rng import Rng
from nonet.symmetry import keeps_houses

KERNEL = "nonet.data.disguises.kernel"


def boards(count: int) -> Any:
    found = [each for each in dig_many(Dig(), 1, 0, count) if each is not None]
    return numpy.frombuffer(b"".join(found), numpy.uint8).reshape(-1, 81)


def test_the_last_number() -> None:
    last = Disguise.number(SYMMETRY_COUNT - 1)
    assert last.digits == (0, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    assert last.sources[0] == 80
    assert last.sources[1] == 71  # transposed: the next column is the row above
    assert keeps_houses(CLASSIC, last.sources)


@pytest.mark.once
def test_every_disguise_is_a_symmetry_and_numbers_differ() -> None:
    rng = Rng(1)
    drawn = {Disguise.number(rng.below(SYMMETRY_COUNT)) for _ in range(300)}
    assert len(drawn) == 300
    assert all(keeps_houses(CLASSIC, each.sources) for each in drawn)
    assert all(sorted(each.digits) == list(range(10)) for each in drawn)
    assert len({Disguise.number(362_880 * number).sources for number in range(5000)}) == 5000
    assert len({Disguise.number(number).digits for number in range(5000)}) == 5000


@pytest.mark.skipif(kernel is None, reason="compares the kernel with Python")
def test_the_kernel_makes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = boards(60)
    solutions = puzzles[::-1].copy()
    fast = augment(puzzles, solutions, seed=5, first=7, threads=2)
    monkeypatch.setattr(KERNEL, None)
    slow = augment(puzzles, solutions, seed=5, first=7)
    assert all((one == other).all() for one, other in zip(fast, slow, strict=True))


def test_the_class_stays_and_the_solution_fits() -> None:
    rng = Rng(2)
    grids = [random_grid(CLASSIC, rng).values for _ in range(4)]
    solutions = numpy.frombuffer(b"".join(grids), numpy.uint8).reshape(-1, 81)
    puzzles = numpy.where(numpy.arange(81) % 3, solutions, 0)
    new_puzzles, new_solutions = augment(puzzles, solutions, seed=1)
    for old, puzzle, solution in zip(grids, new_puzzles, new_solutions, strict=True):
        grid = Grid(CLASSIC, solution.tobytes())
        assert grid.is_solution()
        assert grid.extends(Grid(CLASSIC, puzzle.tobytes()))
        assert canonical(grid).form == canonical(Grid(CLASSIC, old)).form


def test_places_and_digits_are_uniform() -> None:
    one = numpy.zeros((4050, 81), numpy.uint8)
    one[:, 12] = 4
    changed = augment(one, seed=3)
    cells = Counter(numpy.argmax(changed, axis=1).tolist())
    digits = Counter(changed.max(axis=1).tolist())
    for counts, kinds in ((cells, 81), (digits, 9)):
        assert len(counts) == kinds
        mean = 4050 / kinds
        chi_square = sum((count - mean) ** 2 / mean for count in counts.values())
        assert abs(chi_square - (kinds - 1)) < 5 * sqrt(2 * (kinds - 1))


@pytest.mark.once
def test_streams_continue_and_shapes_are_kept() -> None:
    puzzles = boards(6).reshape(-1, 9, 9)
    whole = augment(puzzles, seed=4)
    assert whole.shape == puzzles.shape
    assert (augment(puzzles[2:], seed=4, first=2) == whole[2:]).all()
    assert not (augment(puzzles, seed=5) == whole).all()
    assert (augment(puzzles.astype("int64"), seed=4) == whole).all()
    assert augment(puzzles[:0], seed=4).shape == (0, 9, 9)


@pytest.mark.parametrize("name", ["4x4", "6x6", "x"])
def test_other_boards(name: str) -> None:
    layout = Layout.named(name)
    grid = random_grid(layout, Rng(1))
    cells = numpy.frombuffer(grid.values, numpy.uint8).reshape(1, -1)
    (changed,) = augment(cells, seed=9, layout=layout)
    assert Grid(layout, changed.tobytes()).is_solution()


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (numpy.zeros((2, 80), "uint8"), "boards are whole numbers of the shape"),
        (numpy.zeros((2, 81)), "not float64"),
        (numpy.full((1, 81), 10), "the values of a 9x9 board are 0 to 9"),
        (numpy.ma.masked_equal(numpy.eye(1, 81, dtype=int), 1), "must not be masked"),
        (numpy.full((1, 81), -1), "the values of a 9x9 board are 0 to 9"),
    ],
)
def test_what_is_not_a_board_is_refused(given: Any, reason: str) -> None:
    with pytest.raises(NonetError, match=reason):
        augment(given, seed=1)


def test_puzzles_without_their_solutions_are_refused() -> None:
    with pytest.raises(NonetError, match="give as many of both"):
        augment(boards(2), boards(3), seed=1)
