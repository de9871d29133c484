"""Exchange search: puzzles are unique, have the requested number of clues, and depend only on the seed."""

from __future__ import annotations

from itertools import combinations

import pytest

from many_cases import every
from nonet.engines import engine
from nonet.errors import RecipeError
from nonet.generate.dig import Dig, dig_many
from nonet.generate.exchange import climb, deciding_clues, few_clues, neighbours
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

MINI = Layout.named("4x4")


def is_unique(values: bytes, layout: Layout) -> bool:
    return engine("propagation").is_unique(Puzzle(Grid(layout, values)))


def mini_puzzles(count: int) -> list[bytes]:
    return [each for each in dig_many(Dig(layout=MINI), seed=5, first=0, count=count) if each]


def with_value(values: bytes, cell: int, digit: int) -> bytes:
    return values[:cell] + bytes([digit]) + values[cell + 1 :]


@pytest.mark.once
def test_deciding_clues_make_the_solution_unique() -> None:
    for values in mini_puzzles(6 // every(3)):
        for gap in combinations([cell for cell in range(16) if values[cell]], 2):
            base = with_value(with_value(values, gap[0], 0), gap[1], 0)
            expected = [
                (cell, digit)
                for cell in range(16)
                if not base[cell]
                for digit in range(1, 5)
                if next(Grid(MINI, with_value(base, cell, digit)).conflicts(), None) is None
                and is_unique(with_value(base, cell, digit), MINI)
            ]
            assert deciding_clues([base], layout=MINI) == [expected]


def test_deciding_clues_of_the_classic_board() -> None:
    (values,) = dig_many(Dig(clues=30), seed=1, first=0, count=1)
    assert values is not None
    judge = engine("propagation")
    for cell in [cell for cell in range(81) if values[cell]][:6]:
        base = with_value(values, cell, 0)
        solutions = [grid.values for grid in judge.solutions(Puzzle(Grid(CLASSIC, base)))]
        columns = [[solution[c] for solution in solutions] for c in range(81)]
        expected = [
            (c, d) for c in range(81) if not base[c] for d in range(1, 10) if columns[c].count(d) == 1
        ]
        assert deciding_clues([base], limit=len(solutions)) == [expected]
        assert deciding_clues([base], limit=len(solutions) - 1 or 1) == [
            [] if len(solutions) > 1 else expected
        ]


def test_neighbours_are_other_puzzles_with_as_many_clues() -> None:
    (values,) = dig_many(Dig(), seed=8, first=0, count=1)
    assert values is not None
    clues = [cell for cell in range(81) if values[cell]]
    for cell, found in zip(clues, neighbours(values, [[cell] for cell in clues]), strict=True):
        for other in found[:3]:
            assert other != values
            assert not other[cell] or other[cell] != values[cell]
            assert 81 - other.count(0) == len(clues)
            assert is_unique(other, CLASSIC)


@pytest.mark.parametrize(("clues", "seed"), [(23, 1), (22, 2), (22, 3)])
def test_fewer_clues_than_digging_finds(clues: int, seed: int) -> None:
    from nonet.native import kernel

    if kernel is None:  # 400 digs take too long in pure Python; the small board tests it there
        found, layout, clues = few_clues(4, seed, layout=MINI), MINI, 4
    else:
        found, layout = few_clues(clues, seed), CLASSIC
        assert found == few_clues(clues, seed, threads=2)
    assert found is not None
    assert len(found) - found.count(0) == clues
    assert is_unique(found, layout)


@pytest.mark.slow
@pytest.mark.parametrize("clues", [19, 20])
def test_very_few_clues(clues: int) -> None:
    found = [few_clues(clues, seed=1, number=number) for number in range(12)]
    puzzles = [values for values in found if values is not None]
    assert len(puzzles) >= 3
    assert len(set(puzzles)) == len(puzzles)
    assert all(81 - values.count(0) == clues and is_unique(values, CLASSIC) for values in puzzles)


def test_fewer_clues_than_possible() -> None:
    assert few_clues(3, seed=1, layout=MINI, moves=2) is None  # the minimum on this board is 4 clues
    with pytest.raises(RecipeError, match="1 to 16 clues, not 17"):
        few_clues(17, seed=1, layout=MINI)


@pytest.mark.once
def test_a_climb_only_goes_up() -> None:
    def score(values: bytes) -> float:  # the score: clues in the first two rows
        seen.append(values)
        return sum(map(bool, values[:8]))

    for start in mini_puzzles(8 // every(2)):
        seen: list[bytes] = []
        steps = list(climb(start, score, Rng(1), layout=MINI, tries=60))
        assert len(seen) <= 60
        assert steps[0] == (score(start), start)
        values = [value for value, _ in steps]
        assert values == sorted(set(values))
        for value, puzzle in steps:
            assert value == score(puzzle)
            assert puzzle.count(0) == start.count(0)
            assert is_unique(puzzle, MINI)
        assert steps == list(climb(start, score, Rng(1), layout=MINI, tries=60))
    assert max(len(list(climb(start, score, Rng(1), layout=MINI, tries=60))) for start in mini_puzzles(8)) > 1


def test_a_climb_exchanges_two_clues_when_one_does_not_help() -> None:
    (start,) = mini_puzzles(1)
    seen: list[bytes] = []

    def score(values: bytes) -> float:
        seen.append(values)
        return 0

    assert list(climb(start, score, Rng(1), layout=MINI, tries=200)) == [(0, start)]
    assert len(seen) == 200
    changed = {sum(a != b for a, b in zip(start, each, strict=True)) for each in seen}
    assert max(changed) > 2  # more than one clue was exchanged
    assert all(is_unique(each, MINI) for each in seen)
