"""Minimal puzzles without bias: every one of all that exist has its chance, and the kernel draws what Python draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import islice
from math import comb, sqrt

import pytest

from many_cases import every
from nonet.engines import default_engine
from nonet.errors import NonetError, RecipeError
from nonet.generate.unbiased import (
    TRIES,
    MinimalDraw,
    _exchanges,
    _is_minimal,
    _last_unique,
    kept_tries,
    resampled,
    unbiased_draws,
)
from nonet.generate.uniform import grid_number, uniform_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.many import unique_many
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.records import ONE
from nonet.rng import Rng

SMALL = Layout.named("4x4")
needs_kernel = pytest.mark.skipif(kernel is None, reason="takes minutes without the kernel")

KEPT = [(101_760, 25), (179_863, 26), (295_473, 26), (881_857, 28), (887_147, 27), (927_442, 24)]
"""The numbers and the clues of the tries that are kept with the grids 10 to 129 of seed 5."""

BY_CLUES = {4: 25_728, 5: 58_368, 6: 1_536}
"""The minimal puzzles of the 4x4 board: 85,632. `test_all_minimal_puzzles` counts them."""


@cache
def _grids() -> list[bytes]:
    return [grid_number(SMALL, number).values for number in range(288)]


def minimal_sets(grid: bytes) -> list[int]:
    """The clues of every minimal puzzle of a 4x4 grid, as bitmasks: those that tell it from all other grids."""
    differ = {sum(1 << c for c in range(16) if grid[c] != other[c]) for other in _grids() if other != grid}
    smallest = [each for each in differ if not any(less & each == less for less in differ - {each})]
    unique = bytearray(b"\1" * (1 << 16))
    for each in smallest:
        clues = others = 0xFFFF & ~each
        while clues:
            unique[clues] = False
            clues = (clues - 1) & others
    unique[0] = False
    return [
        clues
        for clues in range(1 << 16)
        if unique[clues] and not any(clues >> c & 1 and unique[clues ^ 1 << c] for c in range(16))
    ]


@pytest.fixture(scope="module")
def draws() -> list[MinimalDraw]:
    return list(islice(unbiased_draws(3, layout=SMALL), 800 // every(4)))


def test_all_minimal_puzzles() -> None:
    """There are two kinds of grids, 96 and 192 of them."""
    one, other = (Counter(map(int.bit_count, minimal_sets(_grids()[number]))) for number in (0, 5))
    assert (one, other) == ({4: 12, 5: 256, 6: 16}, {4: 128, 5: 176})
    assert {clues: 96 * one[clues] + 192 * other[clues] for clues in (4, 5, 6)} == BY_CLUES


def test_a_grid_gives_each_of_its_minimal_puzzles_by_its_chance() -> None:
    """Many tries with one grid: none is missing, and those with five clues come alike."""
    grid, tries = grid_number(SMALL, 0), 12_000 // every(4)
    exchanges, found = _exchanges(grid), Counter[int]()
    for number in range(tries):
        clues = _last_unique(grid, Rng(8, stream=number).shuffled(range(16)), exchanges)
        if clues is not None and _is_minimal(grid, clues):
            found[sum(1 << cell for cell in clues)] += 1
    minimal = minimal_sets(grid.values)
    assert set(found) <= set(minimal)
    for size in (4, 5, 6):
        some = [clues for clues in minimal if clues.bit_count() == size]
        expected = tries / comb(16, size)
        total = sum(found[clues] for clues in some)
        assert abs(total - expected * len(some)) < 4 * sqrt(expected * len(some))
        chi = sum((found[clues] - expected) ** 2 for clues in some) / expected
        assert abs(chi - len(some)) < 4 * sqrt(2 * len(some))


def test_weights_count_the_minimal_puzzles(draws: list[MinimalDraw]) -> None:
    tries = draws[-1].number + 1
    for clues, puzzles in BY_CLUES.items():
        expected = tries * puzzles / (288 * comb(16, clues))
        assert abs(sum(draw.clues == clues for draw in draws) - expected) < 4 * sqrt(expected)


def test_resampled_puzzles_have_the_same_chance(draws: list[MinimalDraw]) -> None:
    some = list(resampled(iter(draws), 3))
    assert len(some) > 280 // every(4)
    for clues, puzzles in BY_CLUES.items():
        expected = len(some) * puzzles / sum(BY_CLUES.values())
        assert abs(sum(draw.clues == clues for draw in some) - expected) < 4 * sqrt(expected)
    assert some == list(resampled(iter(draws), 3)) != list(resampled(iter(draws), 4))


def test_heavy_draws_come_several_times() -> None:
    """A 4x4 puzzle with 8 clues weighs 1.6 times as much as one with 6."""
    heavy = [
        MinimalDraw(Grid(SMALL, bytes(cell % 2 for cell in range(16))), number) for number in range(1000)
    ]
    assert abs(len(list(resampled(iter(heavy), 1))) - 1000 * comb(16, 8) / comb(16, 6)) < 70


def test_draws_are_minimal(draws: list[MinimalDraw]) -> None:
    engine = default_engine(SMALL)
    for draw in draws[:100]:
        assert engine.is_unique(Puzzle(draw.givens))
        for cell, value in enumerate(draw.givens.values):
            less = bytearray(draw.givens.values)
            less[cell] = 0
            assert not value or not engine.is_unique(Puzzle(Grid(SMALL, bytes(less))))


# -- the classic board -------------------------------------------------------------------------------------------


@cache
def _kept() -> Sequence[MinimalDraw]:
    return kept_tries(5, 10, 120, threads=3)


@needs_kernel
def test_the_number_of_threads_changes_nothing() -> None:
    assert [(draw.number, draw.clues) for draw in _kept()] == KEPT
    assert list(kept_tries(5, 10, 60)) + list(kept_tries(5, 70, 60, threads=2)) == _kept()
    for threads in (1, 3):
        assert kept_tries(5, 10, 2, threads=threads) == kept_tries(5, 10, 0, threads=threads) == []


@needs_kernel
def test_classic_draws_are_minimal() -> None:
    for draw in _kept():
        assert draw.weight == comb(81, draw.clues)
        values = draw.givens.values
        fewer = [bytearray(values) for value in values if value]
        for puzzle, cell in zip(fewer, (cell for cell in range(81) if values[cell]), strict=True):
            puzzle[cell] = 0
        text = ["".join(map(str, puzzle)) for puzzle in (values, *fewer)]
        assert [status == ONE for status in unique_many(text)] == [True] + [False] * draw.clues


@needs_kernel
def test_python_draws_the_same() -> None:
    """What the kernel keeps of two grids, and nothing else among tries of a grid that has none."""
    for draw in _kept()[:2]:
        grid, clues = _try(draw.number)
        assert clues is not None
        assert _is_minimal(grid, clues)
        assert {*clues} == {cell for cell, value in enumerate(draw.givens.values) if value}
    for number in range(10 * TRIES, 10 * TRIES + 150 // every(5)):
        grid, clues = _try(number)
        assert clues is None or not _is_minimal(grid, clues)


def _try(number: int) -> tuple[Grid, Sequence[int] | None]:
    grid, exchanges = _grid(number // TRIES)
    return grid, _last_unique(grid, Rng(~5, stream=number).shuffled(range(81)), exchanges)


@cache
def _grid(number: int) -> tuple[Grid, Sequence[int]]:
    grid = uniform_grid(CLASSIC, Rng(5, stream=number))
    return grid, _exchanges(grid)


@needs_kernel
def test_progress_counts_tries() -> None:
    seen: list[int] = []
    next(unbiased_draws(1, progress=seen.append))
    assert seen == [64 * TRIES * k for k in range(1, len(seen) + 1)]


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(RecipeError, match="too many to be counted"):
        next(unbiased_draws(1, layout=Layout.named("16x16")))
    with pytest.raises(RecipeError, match="only puzzles of the classic board"):
        next(unbiased_draws(1, layout=SMALL, device="cuda"))
    with pytest.raises(NonetError, match="device must be 'cuda'"):
        next(unbiased_draws(1, device="tpu"))
    for layout in (SMALL, CLASSIC):
        with pytest.raises(NonetError, match="threads must be 1 to"):
            next(unbiased_draws(1, layout=layout, threads=0))


def test_threads_can_be_all_cores() -> None:
    draws = [next(unbiased_draws(1, layout=SMALL, threads=threads)) for threads in (None, 1)]
    assert draws[0] == draws[1]
