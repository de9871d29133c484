"""Counting: interchangeable digits, memoized positions, limits, progress, interruption."""

from __future__ import annotations

from itertools import count
from math import factorial

import pytest

from nonet.engines.base import PAUSE
from nonet.engines.counting import count_solutions, interchangeable_digits
from nonet.engines.search import Search
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle


def empty(name: str) -> Puzzle:
    return Puzzle(Grid.empty(Layout.named(name)))


@pytest.mark.parametrize("name", ["9x9", "x", "windoku", "12x12", "16x16"])
def test_an_empty_board_reaches_the_limit_immediately(name: str) -> None:
    tally = Tally()
    assert count_solutions(empty(name), limit=1_000_001, tally=tally) == 1_000_001
    assert tally.nodes <= 2 * Layout.named(name).cell_count


# Latin squares: 1, 2, 12, 576, 161280, 812851200 (OEIS A002860); Sudoku grids: 288 of 4x4, 28200960 of 6x6.
@pytest.mark.parametrize(
    ("name", "grids"),
    [
        ("1x1", 1),
        ("2x2", 2),
        ("3x3", 12),
        ("4x4/1x4", 576),
        ("4x4", 288),
        ("5x5", 161_280),
        pytest.param("6x6", 28_200_960, marks=pytest.mark.slow),
    ],
)
def test_numbers_of_grids(name: str, grids: int) -> None:
    tally = Tally()
    assert count_solutions(empty(name), tally=tally) == grids
    assert tally.nodes < 20_000
    assert grids % factorial(Layout.named(name).size) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "grids"), [("6x6/3x2", 28_200_960), ("6x6/1x6", 812_851_200)])
def test_larger_numbers_of_grids(name: str, grids: int) -> None:
    assert count_solutions(empty(name)) == grids


def test_interchangeable_digits() -> None:
    mini = Layout.named("4x4")
    assert interchangeable_digits(Puzzle.of(mini, [0] * 16)) == 0b1111
    assert interchangeable_digits(Puzzle.of(mini, [0, 3] + [0] * 14)) == 0b1011
    assert interchangeable_digits(Puzzle.of(mini, [0, 3] + [0] * 14, ruled_out={15: [1, 4]})) == 0b0010


@pytest.mark.parametrize("cells", [(), (0,), (0, 5), (0, 6, 9), (0, 6, 9, 15)])
def test_digits_missing_from_the_givens(cells: tuple[int, ...]) -> None:
    """Renaming digits does not change the count, which agrees with a plain enumeration."""
    mini = Layout.named("4x4")
    counts = set()
    for digit in mini.digits:
        values = [digit if cell in cells else 0 for cell in range(16)]
        if any(True for _ in Grid.of(mini, values).conflicts()):
            values = [0] * 16
        puzzle = Puzzle.of(mini, values)
        counts.add(count_solutions(puzzle))
        assert count_solutions(puzzle) == sum(1 for _ in Search().solutions(puzzle))
    assert len(counts) == 1


def test_independent_parts_multiply() -> None:
    """Emptying k rectangles without a common house gives 2ᵏ solutions, counted in a few steps per rectangle."""
    big = Layout.named("16x16")
    grid = Search().some_solution(Puzzle(Grid.empty(big)))
    assert grid is not None
    rectangles = _rectangles(grid)
    assert len(rectangles) >= 4
    values = [0 if any(cell in four for four in rectangles) else digit for cell, digit in enumerate(grid)]
    tally = Tally()
    assert count_solutions(Puzzle.of(big, values), tally=tally) == 2 ** len(rectangles)
    assert tally.nodes <= 4 * len(rectangles) + 1


def _rectangles(grid: Grid) -> list[tuple[int, ...]]:
    """Rectangles a b / b a in two boxes of a band, no two with a common row, column or box."""
    layout = grid.layout
    found: list[tuple[int, ...]] = []
    used: set[int] = set()
    for top in range(layout.cell_count):
        row, left = divmod(top, layout.size)
        for bottom_row in range(row + 1, (row // 4 + 1) * 4):
            for right in range((left // 4 + 1) * 4, layout.size):
                four = (top, row * 16 + right, bottom_row * 16 + left, bottom_row * 16 + right)
                a, b, c, d = (grid[cell] for cell in four)
                houses = {house for cell in four for house in layout.houses_at[cell]}
                if a == d and b == c and not used & houses:
                    found.append(four)
                    used |= houses
    return found


def test_progress_is_monotonic_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.engines.counting.PAUSE", 0.0)
    told: list[int] = []
    assert count_solutions(empty("5x5"), progress=told.append) == 161_280
    assert told == sorted(told)
    assert told[-1] <= 161_280
    assert len(told) > 100


def test_progress_is_reported_at_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that advances by a tenth of the interval per call, about every tenth call reports progress."""
    looks = count()
    monkeypatch.setattr("nonet.engines.counting.monotonic", lambda: next(looks) * PAUSE / 10)
    told: list[int] = []
    tally = Tally()
    assert count_solutions(empty("5x5"), progress=told.append, tally=tally) == 161_280
    assert next(looks) / 12 < len(told) < next(looks) / 9


def test_an_interruption_propagates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.engines.counting.PAUSE", 0.0)
    last = 0

    def progress(count: int) -> None:
        nonlocal last
        last = count
        if count > 10_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_solutions(empty("5x5"), progress=progress)
    assert 10_000 < last <= 161_280
    assert count_solutions(empty("5x5")) == 161_280  # no state is left over


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    few = Puzzle.of(
        CLASSIC, map(int, "530070000600195000098000060800060003400803001700020006060000280000419000000080000")
    )
    expected = sum(1 for _ in Search().solutions(few))
    assert expected > 1
    assert count_solutions(few) == expected
    monkeypatch.setattr("nonet.engines.counting.MEMORY", 0)
    assert count_solutions(few) == expected
