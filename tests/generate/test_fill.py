"""Solution grids drawn by chance: right, repeatable, and without a preference that can be seen."""

from __future__ import annotations

from collections import Counter

import pytest

from nonet.engines import Order, engine
from nonet.errors import RecipeError
from nonet.generate.fill import random_grid, switch_rows, switched_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

JIGSAW = "jigsaw:1112132233243444"


@pytest.mark.parametrize("name", ["1x1", "4x4", "6x6", "6x6/3x2", "8x8", "9x9", "x", "windoku", JIGSAW])
def test_every_board_can_be_filled(name: str) -> None:
    layout = Layout.named(name)
    grids = [random_grid(layout, Rng(seed)) for seed in range(5)]
    assert all(grid.layout == layout and grid.is_solution() for grid in grids)
    assert grids == [random_grid(layout, Rng(seed)) for seed in range(5)]


@pytest.mark.parametrize("name", ["16x16", pytest.param("25x25", marks=pytest.mark.slow)])
def test_large_boards_can_be_filled_and_are_well_mixed(name: str) -> None:
    layout = Layout.named(name)
    grid = random_grid(layout, Rng(1))
    assert grid.is_solution()
    assert grid != random_grid(layout, Rng(2))
    # In the regular grid that it begins with, any two boxes of a band have their rows in common, as sets.
    height, width = layout.box_shape or (0, 0)
    parts = [
        {frozenset(row[left : left + width]) for left in range(0, layout.size, width)} for row in grid.rows()
    ]
    for top in range(0, layout.size, height):
        assert len(set().union(*parts[top : top + height])) > height * layout.size // width // 2


def test_a_random_grid_is_what_backtracking_finds_first() -> None:
    for name in ("4x4", "6x6"):
        layout = Layout.named(name)
        for seed in range(10):
            order = Order.random_digits(layout, Rng(seed))
            first = engine("backtracking").first_solution(Puzzle(Grid.empty(layout)), order)
            assert random_grid(layout, Rng(seed)) == first


@pytest.mark.parametrize("count", [54, pytest.param(450, marks=pytest.mark.slow)])
def test_no_cell_prefers_a_digit(count: int) -> None:
    rng = Rng(8)
    grids = [random_grid(CLASSIC, rng) for _ in range(count)]
    chi_squares = [chi_square(Counter(grid[cell] for grid in grids), 9) for cell in range(81)]
    # 8 degrees of freedom: one cell in ten thousand exceeds 31.8, and the mean over 81 cells is 8 ± 0.44.
    assert max(chi_squares) < 31.8
    assert abs(sum(chi_squares) / 81 - 8) < 1.8


def test_opposite_corners_know_nothing_of_each_other() -> None:
    rng, layout = Rng(9), Layout.named("6x6")
    pairs = Counter((grid[0], grid[35]) for grid in (random_grid(layout, rng) for _ in range(360)))
    assert chi_square(pairs, 36) < 35 + 4 * 70**0.5


def chi_square(counts: Counter[int] | Counter[tuple[int, int]], kinds: int) -> float:
    expected = counts.total() / kinds
    never = (kinds - len(counts)) * expected
    return never + sum((count - expected) ** 2 / expected for count in counts.values())


def test_a_switched_grid_follows_spec_001_step_by_step() -> None:
    for seed in range(4):
        rng = Rng(seed)
        orders = [rng.shuffled(range(1, 10)) for _ in range(81)]
        filled = plain_backtracking([0] * 81, orders)
        assert filled is not None
        rows = [filled[9 * row : 9 * row + 9] for row in range(9)]
        for top in (0, 3, 6):
            one, other = rng.below(3), rng.below(2)
            other += other >= one
            rows[top + one], rows[top + other] = rows[top + other], rows[top + one]
        bands = [rows[0:3], rows[3:6], rows[6:9]]
        one, other = rng.below(3), rng.below(2)
        other += other >= one
        bands[one], bands[other] = bands[other], bands[one]
        assert switched_grid(CLASSIC, Rng(seed)).rows() == [bytes(row) for band in bands for row in band]


def plain_backtracking(values: list[int], orders: list[list[int]], cell: int = 0) -> list[int] | None:
    """Written once more, for this test alone."""
    if cell == 81:
        return values
    for digit in orders[cell]:
        if all(values[peer] != digit for peer in CLASSIC.peers[cell]):
            values[cell] = digit
            if plain_backtracking(values, orders, cell + 1) is not None:
                return values
            values[cell] = 0
    return None


def test_switches_touch_every_band() -> None:
    grid = random_grid(CLASSIC, Rng(1))
    bands = [frozenset(grid.rows()[top : top + 3]) for top in (0, 3, 6)]
    for seed in range(20):
        switched = switch_rows(grid, Rng(seed))
        after = [frozenset(switched.rows()[top : top + 3]) for top in (0, 3, 6)]
        assert switched.is_solution()
        assert set(after) == set(bands)
        assert sum(now == was for now, was in zip(after, bands, strict=True)) == 1
        for now, was in zip(after, bands, strict=True):
            if now == was:
                top = 3 * bands.index(was)
                still = [switched.rows()[row] == grid.rows()[row] for row in range(top, top + 3)]
                assert sum(still) == 1


@pytest.mark.parametrize("name", ["1x1", "2x2", "4x4", "6x6", "8x8"])
def test_other_boards_can_be_switched_too(name: str) -> None:
    assert switched_grid(Layout.named(name), Rng(3)).is_solution()


@pytest.mark.parametrize("name", [JIGSAW, "4x4+x"])
def test_boards_whose_rows_cannot_be_switched(name: str) -> None:
    with pytest.raises(RecipeError, match="rows can be switched on boards of boxes only"):
        switched_grid(Layout.named(name), Rng(1))


def test_a_board_that_cannot_be_filled_says_so() -> None:
    with pytest.raises(RecipeError, match="a 2x2\\+x board cannot be filled"):
        random_grid(Layout.named("2x2+x"), Rng(1))
