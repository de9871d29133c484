"""The bank of low-clue puzzles, and what is made of it."""

from __future__ import annotations

from collections import Counter

import pytest

from nonet.canonical import canonical
from nonet.engines import engine
from nonet.errors import RecipeError
from nonet.generate.lowclue import bases, low_clue_puzzle
from nonet.puzzle import Puzzle
from nonet.rng import Rng


def test_the_bank_has_fifty_and_more_of_each_kind() -> None:
    counts = Counter(grid.clue_count for grid in bases())
    assert set(counts) == set(range(18, 24))
    assert min(counts.values()) >= 50
    assert len(set(bases())) == len(bases())


def test_each_base_has_one_solution() -> None:
    judge = engine("search")
    assert all(judge.is_unique(Puzzle(grid)) for grid in bases())


@pytest.mark.slow
def test_each_base_has_one_solution_says_another_engine() -> None:
    judge = engine("propagation")
    assert all(judge.is_unique(Puzzle(grid)) for grid in bases())


@pytest.mark.slow
def test_no_two_bases_have_the_same_solution_in_disguise() -> None:
    solutions = [engine("search").solution(Puzzle(grid)) for grid in bases()]
    assert len({canonical(solution).form for solution in solutions}) == len(bases())


@pytest.mark.parametrize("clues", [*range(18, 26), 40, 81])
def test_exactly_as_many_clues_as_asked_for(clues: int) -> None:
    for seed in range(5):
        puzzle = low_clue_puzzle(clues, Rng(seed))
        assert puzzle.clue_count == clues
        assert len(set(puzzle.givens.values) - {0}) >= 8
        assert engine("propagation").is_unique(puzzle)


def test_the_same_base_comes_in_many_disguises() -> None:
    assert len({low_clue_puzzle(18, Rng(seed)) for seed in range(300)}) == 300


@pytest.mark.parametrize("clues", [-1, 0, 17, 82])
def test_what_the_bank_cannot_give(clues: int) -> None:
    with pytest.raises(RecipeError, match=f"no puzzle with {clues} clues can be had: 18 to 81 can"):
        low_clue_puzzle(clues, Rng(1))
