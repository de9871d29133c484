"""Uniform grids: correct counts, a grid for each number, and a uniform distribution."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import sqrt

import pytest

from nonet.canonical import canonical
from nonet.engines import Order, default_engine, engine
from nonet.errors import RecipeError
from nonet.generate import random_grid
from nonet.generate.uniform import disguised_grid, draw_below, grid_count, grid_number, uniform_grid
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

MINI = Layout.named("4x4")
SIX = Layout.named("6x6")


def chi_square(counts: Counter[bytes], expected: dict[bytes, float]) -> float:
    assert set(counts) <= set(expected)
    return sum((counts[kind] - mean) ** 2 / mean for kind, mean in expected.items())


def bound(kinds: int) -> float:
    """Five standard deviations above the mean of chi-square; fewer than one seed in 100,000 exceeds it."""
    freedom = kinds - 1
    return freedom + 5 * sqrt(2 * freedom)


# -- counts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("1x1", 1),
        ("4x4", 288),
        ("6x6", 28_200_960),  # Jarvis and Russell
        ("6x6/3x2", 28_200_960),
        ("5x5", 161_280),  # Latin squares: OEIS A002860
        ("6x6/1x6", 812_851_200),
    ],
)
def test_known_counts(name: str, count: int) -> None:
    assert grid_count(Layout.named(name)) == count


@pytest.mark.parametrize(
    "name",
    ["4x4+x", "5x5+x", "6x6+x", "6x6+windows", "jigsaw:1112132233243444", "jigsaw:1112211222334443354435555"],
)
def test_counts_agree_with_a_search(name: str) -> None:
    layout = Layout.named(name)
    assert grid_count(layout) == engine("search").count_solutions(Puzzle(Grid.empty(layout)))


@pytest.mark.parametrize("name", ["7x7", "8x8", "x", "25x25"])
def test_boards_too_large_to_count_are_refused(name: str) -> None:
    with pytest.raises(RecipeError, match="too many to be counted"):
        uniform_grid(Layout.named(name), Rng(1))


def test_a_board_without_a_grid() -> None:
    with pytest.raises(RecipeError, match="a 2x2\\+x board cannot be filled"):
        uniform_grid(Layout.named("2x2+x"), Rng(1))


# -- numbers ------------------------------------------------------------------------------------------------


def test_numbers_give_all_grids_in_lexicographic_order() -> None:
    grids = [grid_number(MINI, number) for number in range(288)]
    assert all(grid.is_solution() for grid in grids)
    assert all(one.values < other.values for one, other in pairwise(grids))


def test_the_first_and_last_grids_agree_with_backtracking() -> None:
    order = Order.row_by_row(SIX)
    empty = Puzzle(Grid.empty(SIX))
    assert grid_number(SIX, 0) == engine("search").first_solution(empty, order)
    last = engine("search").first_solution(empty, order.reversed_digits())
    assert grid_number(SIX, grid_count(SIX) - 1) == last


def test_numbers_in_order_are_grids_in_order() -> None:
    rng = Rng(3)
    numbers = sorted({rng.below(grid_count(SIX)) for _ in range(200)})
    grids = [grid_number(SIX, number) for number in numbers]
    assert all(grid.is_solution() for grid in grids)
    assert all(one.values < other.values for one, other in pairwise(grids))


@pytest.mark.parametrize("number", [-1, 288, 10**30])
def test_a_number_beyond_the_count(number: int) -> None:
    with pytest.raises(RecipeError, match=f"there are 288 solution grids, from 0; no number {number}"):
        grid_number(MINI, number)


def test_numbers_beyond_64_bits_are_uniform() -> None:
    rng, n = Rng(4), 3 << 70
    drawn = [draw_below(rng, n) for _ in range(3000)]
    assert all(0 <= number < n for number in drawn)
    thirds = Counter(bytes([number >> 70]) for number in drawn)
    assert chi_square(thirds, {bytes([k]): 1000 for k in range(3)}) < bound(3)
    low = Counter(bytes([number & 7]) for number in drawn)
    assert chi_square(low, {bytes([k]): 375 for k in range(8)}) < bound(8)
    assert draw_below(Rng(1), 1 << 64) == Rng(1).next()


# -- draws --------------------------------------------------------------------------------------------------


def test_the_288_grids_of_4x4_are_uniform() -> None:
    rng = Rng(5)
    counts = Counter(uniform_grid(MINI, rng).values for _ in range(8640))
    assert len(counts) == 288
    assert chi_square(counts, dict.fromkeys(counts, 30)) < bound(288)


def test_the_random_fill_is_not_uniform() -> None:
    rng = Rng(5)
    counts = Counter(random_grid(MINI, rng).values for _ in range(2880))
    every = {grid_number(MINI, number).values: 10.0 for number in range(288)}
    assert chi_square(counts, every) > 1.3 * bound(288)


@pytest.mark.slow
def test_second_rows_of_6x6_occur_in_proportion_to_their_grids() -> None:
    """With the digits renamed so that row 1 is 1 2 3 4 5 6, row 2 is one of 36; a search counts the grids of each."""
    counts: Counter[bytes] = Counter()
    rng = Rng(6)
    for _ in range(2400):
        values = uniform_grid(SIX, rng).values
        counts[bytes(values[:6].index(value) + 1 for value in values[6:12])] += 1
    halves = [
        bytes([a, b, c]) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) if len({a, b, c}) == 3
    ]
    seconds = [left + right for left in halves if min(left) > 3 for right in halves if max(right) < 4]
    assert len(seconds) == 36
    ways = {
        second: default_engine(SIX).count_solutions(
            Puzzle(Grid(SIX, bytes(range(1, 7)) + second + bytes(24)))
        )
        for second in seconds
    }
    assert sum(ways.values()) * 720 == 28_200_960
    total = sum(ways.values())
    assert chi_square(counts, {second: 2400 * n / total for second, n in ways.items()}) < bound(36)


@pytest.mark.parametrize("name", ["jigsaw:1112132233243444", "4x4+x"])
def test_other_boards_are_uniform(name: str) -> None:
    layout, rng = Layout.named(name), Rng(7)
    count = grid_count(layout)
    counts = Counter(uniform_grid(layout, rng).values for _ in range(20 * count))
    assert len(counts) == count
    assert chi_square(counts, dict.fromkeys(counts, 20)) < bound(count)


@pytest.mark.slow
def test_random_symmetries_are_uniform_within_a_class() -> None:
    """The 288 grids of 4x4 form two classes, of 96 and 192 grids."""
    rng = Rng(8)
    drawn = Counter(disguised_grid(MINI, rng).values for _ in range(1728))
    classes: dict[bytes, list[bytes]] = {}
    for number in range(288):
        grid = grid_number(MINI, number)
        classes.setdefault(canonical(grid).form.values, []).append(grid.values)
    assert sorted(map(len, classes.values())) == [96, 192]
    for grids in classes.values():
        counts = Counter({values: drawn[values] for values in grids})
        assert chi_square(counts, dict.fromkeys(grids, counts.total() / len(grids))) < bound(len(grids))
