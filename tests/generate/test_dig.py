"""Digging keeps one solution, stops where it is told, and goes as far as it can where it is not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.engines import engine
from nonet.generate import dig, random_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

BOARDS = ["4x4", "6x6", "9x9", "x", "windoku", "jigsaw:1112132233243444"]


@pytest.mark.parametrize("name", BOARDS)
def test_a_dig_without_a_goal_ends_in_a_minimal_puzzle(name: str) -> None:
    layout, judge = Layout.named(name), engine("propagation")
    rng = Rng(4)
    grid = random_grid(layout, rng)
    puzzle = dig(grid, rng)
    assert grid.extends(puzzle.givens)
    assert judge.solution(puzzle) == grid
    for cell, value in enumerate(puzzle.givens):
        if value:
            assert not judge.is_unique(Puzzle(puzzle.givens.with_value(cell, 0)))


@given(seed=st.integers(0, 2**32), blanks=st.integers(0, 50))
@settings(max_examples=15, deadline=None)
def test_a_dig_stops_at_its_goal(seed: int, blanks: int) -> None:
    rng = Rng(seed)
    grid = random_grid(CLASSIC, rng)
    puzzle = dig(grid, rng, blanks=blanks)
    assert puzzle.givens.values.count(0) == blanks
    assert grid.extends(puzzle.givens)
    assert engine("propagation").is_unique(puzzle)


@given(seed=st.integers(0, 2**32))
@settings(deadline=None)
def test_all_digits_but_one_stay(seed: int) -> None:
    rng = Rng(seed)
    puzzle = dig(random_grid(Layout.named("4x4"), rng), rng)
    assert len(set(puzzle.givens.values) - {0}) >= 3


def test_cells_go_in_the_order_drawn_and_needed_clues_stay() -> None:
    layout, judge = Layout.named("4x4"), engine("backtracking")
    for seed in range(30):
        rng = Rng(seed)
        grid = random_grid(layout, rng)
        expected = grid
        for cell in Rng(rng.state).shuffled(range(16)):
            without = expected.with_value(cell, 0)
            if judge.is_unique(Puzzle(without)):
                expected = without
        assert dig(grid, rng).givens == expected


def test_a_dig_may_begin_with_a_puzzle() -> None:
    rng = Rng(2)
    start = dig(random_grid(CLASSIC, rng), rng, blanks=30)
    deeper = dig(start.givens, rng, blanks=45)
    assert deeper.givens.values.count(0) == 45
    assert start.givens.extends(deeper.givens)
    assert engine("propagation").is_unique(deeper)


def test_nothing_to_dig() -> None:
    grid = random_grid(CLASSIC, Rng(1))
    assert dig(grid, Rng(1), blanks=0).givens == grid
    assert dig(Grid.of(Layout.named("1x1"), [1]), Rng(1)).clue_count == 0
