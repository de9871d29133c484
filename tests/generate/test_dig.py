"""Digging keeps the solution unique, and stops at the requested clue count or when the puzzle is minimal."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import every, examples, for_each, spread
from nonet.engines import engine
from nonet.errors import NonetError, RecipeError
from nonet.generate.dig import Dig, dig, dig_many, minimize, minimize_many
from nonet.generate.fill import diagonal_grid, random_grid
from nonet.generate.orbits import SYMMETRIES, orbits
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

BOARDS = ["4x4", "6x6", "9x9", "x", "windoku", "jigsaw:1112132233243444"]


@pytest.mark.once
@pytest.mark.parametrize("name", BOARDS)
def test_a_dig_without_a_clue_count_gives_a_minimal_puzzle(name: str) -> None:
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
@settings(max_examples=examples(15), deadline=None)
def test_a_dig_stops_at_the_clue_count(seed: int, blanks: int) -> None:
    rng = Rng(seed)
    grid = random_grid(CLASSIC, rng)
    puzzle = dig(grid, rng, blanks=blanks)
    assert puzzle.givens.values.count(0) == blanks
    assert grid.extends(puzzle.givens)
    assert engine("propagation").is_unique(puzzle)


@given(seed=st.integers(0, 2**32))
@settings(deadline=None)
def test_at_most_one_digit_disappears(seed: int) -> None:
    rng = Rng(seed)
    puzzle = dig(random_grid(Layout.named("4x4"), rng), rng)
    assert len(set(puzzle.givens.values) - {0}) >= 3


def test_cells_are_removed_in_random_order_unless_needed() -> None:
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


def test_a_dig_can_start_from_a_puzzle() -> None:
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


# -- many ---------------------------------------------------------------------------------------------------------


def without(values: bytes, cells: Iterable[int]) -> bytes:
    return bytes(0 if cell in set(cells) else value for cell, value in enumerate(values))


def puzzle_of(what: Dig, values: bytes) -> Puzzle:
    return Puzzle(Grid(what.layout, values))


def check(what: Dig, values: bytes, *, minimal: bool) -> None:
    """Checks all properties of a dug puzzle, with an engine that digging does not use."""
    judge = engine("propagation")
    assert judge.is_unique(puzzle_of(what, values))
    for orbit in orbits(what.layout, what.symmetry):
        filled = [cell for cell in orbit if values[cell]]
        assert filled in ([], list(orbit))
        if minimal and filled and not what.given & set(orbit):
            assert not judge.is_unique(puzzle_of(what, without(values, orbit)))
    assert all(values[cell] for cell in what.given)
    assert not any(values[cell] for cell in what.blank)
    if what.clues is not None:
        assert len(values) - values.count(0) == what.clues


@for_each(SYMMETRIES)
def test_many_digs_are_unique_symmetric_and_minimal(symmetry: str) -> None:
    what = Dig(symmetry=symmetry)
    for values in dig_many(what, seed=11, first=5, count=3 // every(3)):
        assert values is not None
        check(what, values, minimal=True)


@pytest.mark.once
@pytest.mark.parametrize(
    "name", ["4x4", "6x6", pytest.param("x", marks=pytest.mark.slow), "jigsaw:1112132233243444"]
)
def test_digging_other_boards(name: str) -> None:
    what = Dig(layout=Layout.named(name), symmetry="rotational")
    for values in dig_many(what, seed=3, first=0, count=2):
        assert values is not None
        check(what, values, minimal=True)


@given(
    seed=st.integers(-(2**70), 2**70),
    symmetry=st.sampled_from(SYMMETRIES),
    clues=st.integers(34, 60),
    cells=st.lists(st.integers(0, 80), max_size=8, unique=True),
    cut=st.integers(0, 8),
)
@settings(max_examples=examples(20), deadline=None)
def test_a_dig_for_a_count_and_a_pattern(
    seed: int, symmetry: str, clues: int, cells: list[int], cut: int
) -> None:
    stay, go = frozenset(cells[:cut]), frozenset(cells[cut:])
    try:
        what = Dig(symmetry=symmetry, clues=clues, given=stay, blank=go)
    except RecipeError:
        assert symmetry != "none" or len(cells) > 21
        return
    for values in dig_many(what, seed=seed, first=0, count=2):
        if values is not None:
            check(what, values, minimal=False)


# Clue counts well above those of minimal puzzles are reached almost always, if the symmetry allows them.
@pytest.mark.once
@for_each(SYMMETRIES)
def test_counts_above_the_minimum_are_reached(symmetry: str) -> None:
    for clues in spread((37, 45, 60) if symmetry in ("quarter", "full") else (32, 40, 47, 60), 2):
        if clues not in Dig(symmetry=symmetry).clue_counts:
            continue
        found = dig_many(Dig(symmetry=symmetry, clues=clues), seed=2, first=0, count=5)
        reached = [81 - values.count(0) for values in found if values is not None]
        assert set(reached) == {clues}
        assert len(reached) >= 3


def test_counts_that_a_symmetry_does_not_allow() -> None:
    assert 30 not in Dig(symmetry="quarter").clue_counts  # orbits of four, and the cell in the middle
    assert {28, 29, 32, 33} <= Dig(symmetry="quarter").clue_counts
    assert Dig(symmetry="none").clue_counts == set(range(82))
    assert Dig(symmetry="rotational", given=frozenset({40})).clue_counts == set(range(1, 82, 2))
    with pytest.raises(RecipeError, match="do not allow 30 clues"):
        Dig(symmetry="quarter", clues=30)
    with pytest.raises(RecipeError, match="r1c1 must be given and empty at once"):
        Dig(symmetry="rotational", given=frozenset({0}), blank=frozenset({80}))
    with pytest.raises(RecipeError, match="no cell 81 on a 9x9 board"):
        Dig(blank=frozenset({81}))


def test_a_pattern_with_several_solutions_gives_none() -> None:
    assert dig_many(Dig(blank=frozenset(range(80))), seed=1, first=0, count=3) == [None] * 3


def test_the_algorithm_of_the_page() -> None:
    """The algorithm of docs/digging.md: stream k, the grid, the shuffled orbits, each tried once."""
    judge, layout = engine("backtracking"), Layout.named("4x4")
    for number in range(20):
        rng = Rng(9, stream=number)
        values = diagonal_grid(layout, rng).values
        for orbit in rng.shuffled(orbits(layout, "vertical")):
            smaller = without(values, orbit)
            if judge.is_unique(Puzzle(Grid(layout, smaller))):
                values = smaller
        assert dig_many(Dig(layout=layout, symmetry="vertical"), 9, number, 1) == [values]


def test_minimizing_puzzles() -> None:
    starts = [each for each in dig_many(Dig(clues=40), seed=4, first=0, count=3) if each]
    for symmetry in ("none", "diagonal"):
        for start, values in zip(starts, minimize_many(starts, Dig(symmetry=symmetry), seed=1), strict=True):
            assert values is not None
            assert Grid(CLASSIC, start).extends(Grid(CLASSIC, values))
            assert engine("propagation").is_unique(Puzzle(Grid(CLASSIC, values)))
    several, contradiction = bytes(81), bytes([1, 1]) + bytes(79)
    assert minimize_many([several, contradiction], Dig(), seed=1) == [None, None]
    assert minimize_many(starts[:1], Dig(clues=41), seed=1) == [None]
    with pytest.raises(NonetError, match="81 cells, not 3"):
        minimize_many([bytes(3)], Dig(), seed=1)


def test_minimize_removes_redundant_clues() -> None:
    rng = Rng(6)
    puzzle = dig(random_grid(Layout.named("6x6"), rng), rng, blanks=10)
    smaller = minimize(puzzle, rng)
    judge = engine("propagation")
    assert judge.is_unique(smaller)
    for cell in range(36):
        if smaller.givens[cell]:
            assert not judge.is_unique(Puzzle(smaller.givens.with_value(cell, 0)))
