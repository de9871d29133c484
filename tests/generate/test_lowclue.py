"""The bank of low-clue puzzles, and the puzzles made from it."""

from __future__ import annotations

from collections import Counter

import pytest

from many_cases import for_each
from nonet.canonical import canonical
from nonet.engines import engine
from nonet.errors import RecipeError
from nonet.generate.banks import low_clue_bases, low_clue_puzzle
from nonet.puzzle import Puzzle
from nonet.rng import Rng


def test_the_bank_has_at_least_fifty_puzzles_per_clue_count() -> None:
    counts = Counter(grid.clue_count for grid in low_clue_bases())
    assert set(counts) == set(range(18, 24))
    assert min(counts.values()) >= 50
    assert len(set(low_clue_bases())) == len(low_clue_bases())


def test_each_puzzle_has_one_solution() -> None:
    judge = engine("search")
    assert all(judge.is_unique(Puzzle(grid)) for grid in low_clue_bases())


@pytest.mark.slow
def test_each_puzzle_has_one_solution_with_another_engine() -> None:
    judge = engine("propagation")
    assert all(judge.is_unique(Puzzle(grid)) for grid in low_clue_bases())


@pytest.mark.slow
def test_no_two_solutions_are_equivalent() -> None:
    solutions = [engine("search").solution(Puzzle(grid)) for grid in low_clue_bases()]
    assert len({canonical(solution).form for solution in solutions}) == len(low_clue_bases())


@for_each([*range(18, 26), 40, 81])
def test_the_requested_number_of_clues(clues: int) -> None:
    for seed in range(5):
        puzzle = low_clue_puzzle(clues, Rng(seed))
        assert puzzle.clue_count == clues
        assert len(set(puzzle.givens.values) - {0}) >= 8
        assert engine("propagation").is_unique(puzzle)


def test_a_puzzle_is_transformed_randomly() -> None:
    assert len({low_clue_puzzle(18, Rng(seed)) for seed in range(300)}) == 300


@pytest.mark.parametrize("clues", [-1, 0, 17, 82])
def test_clue_counts_that_are_not_in_the_bank(clues: int) -> None:
    with pytest.raises(RecipeError, match=f"no puzzle with {clues} clues is available; choose 18 to 81"):
        low_clue_puzzle(clues, Rng(1))
