"""The kernel for any board: compared with the engines in Python and with known counts, and for bad input."""

from __future__ import annotations

import random
import signal
from array import array
from functools import lru_cache
from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from many_cases import examples, for_cases, for_each
from nonet import _native
from nonet.engines import Order, engine
from nonet.engines.kernel import Kernel
from nonet.errors import NoSolution, SeveralSolutions
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rng import Rng

KERNEL = Kernel(_native)
NO_RULES = array("q")
SEARCH = engine("search")
PLAIN = engine("backtracking")

JIGSAW = "jigsaw:112222333111122233111223333445555666444455566444556666778888999777788899777889999"
SMALL = ["1x1", "2x2", "3x3", "4x4", "4x4+x", "5x5", "5x5+x", "6x6", "6x6/3x2", "jigsaw:1112132233243444"]
LARGE = ["x", "windoku", "9x9", "8x8", "10x10", "12x12", "7x7", "9x9+x+windows", JIGSAW]
seeds = st.integers(0, 2**32 - 1)


def empty(name: str) -> Puzzle:
    return Puzzle(Grid.empty(Layout.named(name)))


@lru_cache
def full_grid(layout: Layout, seed: int) -> Grid:
    grid = KERNEL.first_solution(Puzzle(Grid.empty(layout)), Order.random_digits(layout, Rng(seed)))
    assert grid is not None
    assert grid.is_solution()
    return grid


def some_puzzle(layout: Layout, seed: int, *, clues: float, bans: float, solvable: bool) -> Puzzle:
    """Clues that obey the rules, from a solution or random, and some candidates ruled out."""
    rng = random.Random(seed)
    grid = Grid.empty(layout)
    if solvable:
        full = full_grid(layout, seed % 20)
        grid = Grid.of(layout, [value if rng.random() < clues else 0 for value in full])
    else:
        for cell in range(layout.cell_count):
            peers = {grid[peer] for peer in layout.peers[cell]}
            fitting = [digit for digit in layout.digits if digit not in peers]
            if rng.random() < clues and fitting:
                grid = grid.with_value(cell, rng.choice(fitting))
    ruled_out = {
        cell: [digit for digit in layout.digits if rng.random() < bans] for cell in range(layout.cell_count)
    }
    return Puzzle.of(layout, grid.values, ruled_out=ruled_out if bans else None)


def some_order(layout: Layout, seed: int) -> Order:
    rng = Rng(seed)
    return Order(
        tuple(rng.shuffled(range(layout.cell_count))),
        tuple(tuple(rng.shuffled(layout.digits)) for _ in range(layout.cell_count)),
    )


# -- known counts ------------------------------------------------------------------------------------------------


@for_cases(
    [
        ("1x1", 1),
        ("4x4", 288),
        ("6x6", 28_200_960),
        ("6x6/3x2", 28_200_960),
        ("5x5", 161_280),  # Latin squares, A002860
        ("2x2", 2),
        ("3x3", 12),
        ("4x4/1x4", 576),
    ]
)
def test_known_counts(name: str, count: int) -> None:
    assert KERNEL.count_solutions(empty(name)) == count
    assert KERNEL.count_solutions(empty(name), limit=count) == count
    assert KERNEL.count_solutions(empty(name), limit=count + 1) == count
    assert KERNEL.count_solutions(empty(name), limit=1) == 1
    assert KERNEL.count_solutions(empty(name), limit=0) == 0


def test_288_different_4x4_solutions() -> None:
    grids = list(KERNEL.solutions(empty("4x4")))
    assert len(set(grids)) == len(grids) == 288
    assert all(grid.is_solution() for grid in grids)
    assert grids == list(KERNEL.solutions(empty("4x4")))


@pytest.mark.parametrize("digits", [1, 2, 3, 4])
def test_large_counts_are_exact(digits: int) -> None:
    """If only a few digits are given, the others are interchangeable."""
    layout = Layout.named("6x6")
    values = [
        value if value <= digits and cell < 18 else 0 for cell, value in enumerate(full_grid(layout, digits))
    ]
    puzzle = Puzzle.of(layout, values)
    assert KERNEL.count_solutions(puzzle) == SEARCH.count_solutions(puzzle) > 10


def test_cells_outside_all_houses() -> None:
    """A layout whose only house is a row: all other cells take any digit. Counts from 2^128 on are left to Python."""
    for size in (2, 3, 5, 11):
        row = Layout.named(f"{size}x{size}").houses[:1]
        layout = Layout("a row", size, row)
        expected = size ** (size * size - size)
        for digit in range(1, size + 1):
            expected *= digit
        assert KERNEL.count_solutions(Puzzle(Grid.empty(layout))) == expected
        assert KERNEL.count_solutions(Puzzle(Grid.empty(layout)), limit=10**30) == min(10**30, expected)


# -- against Python ----------------------------------------------------------------------------------------------


@given(name=st.sampled_from(SMALL), seed=seeds, clues=st.floats(0, 1), bans=st.sampled_from([0, 0.1, 0.3]))
@example(name="1x1", seed=0, clues=0.0, bans=0.9)
@settings(max_examples=examples(80), deadline=None)
def test_small_boards(name: str, seed: int, clues: float, bans: float) -> None:
    layout = Layout.named(name)
    clues = max(clues, 0.4) if layout.size > 4 else clues  # an empty 6x6 board takes Python too long
    puzzle = some_puzzle(layout, seed, clues=clues, bans=bans, solvable=False)
    limit = 1000
    count = SEARCH.count_solutions(puzzle, limit=limit)
    assert KERNEL.count_solutions(puzzle, limit=limit) == count
    if layout.size <= 4:
        assert KERNEL.count_solutions(puzzle) == SEARCH.count_solutions(puzzle)
    assert KERNEL.count_solutions(puzzle, limit=7) == min(count, 7)
    assert KERNEL.is_unique(puzzle) == (count == 1)
    found = list(islice(KERNEL.solutions(puzzle), limit))
    assert len(found) == count == len(set(found))
    assert all(is_answer(grid, puzzle) for grid in found)
    order = some_order(layout, seed)
    assert KERNEL.first_solution(puzzle, order) == PLAIN.first_solution(puzzle, order)


def is_answer(grid: Grid, puzzle: Puzzle) -> bool:
    """Checks solutions by the rules only."""
    banned = puzzle.ruled_out or (0,) * len(grid)
    return (
        grid.is_solution()
        and grid.extends(puzzle.givens)
        and not any(mask >> (value - 1) & 1 for value, mask in zip(grid, banned, strict=True))
    )


@given(
    name=st.sampled_from(LARGE),
    seed=seeds,
    clues=st.floats(0.2, 0.7),
    bans=st.sampled_from([0, 0, 0.05]),
    solvable=st.booleans(),
)
@settings(max_examples=examples(100), deadline=None)
def test_large_boards(name: str, seed: int, clues: float, bans: float, solvable: bool) -> None:
    layout = Layout.named(name)
    puzzle = some_puzzle(layout, seed, clues=clues, bans=bans, solvable=solvable)
    some = KERNEL.some_solution(puzzle)
    count = SEARCH.count_solutions(puzzle, limit=3)
    assert KERNEL.count_solutions(puzzle, limit=3) == count
    assert len(list(islice(KERNEL.solutions(puzzle), 3))) == count
    assert (some is not None and is_answer(some, puzzle)) if count else some is None
    if count == 1:
        assert KERNEL.solution(puzzle) == some == SEARCH.solution(puzzle)
    else:
        with pytest.raises(SeveralSolutions if count else NoSolution):
            KERNEL.solution(puzzle)


@given(name=st.sampled_from(LARGE), seed=seeds, clues=st.floats(0, 0.5))
@settings(max_examples=examples(10), deadline=None)
def test_the_first_solution_is_the_same(name: str, seed: int, clues: float) -> None:
    layout = Layout.named(name)
    puzzle = some_puzzle(layout, seed, clues=clues, bans=0, solvable=True)
    for order in (
        some_order(layout, seed),
        Order.right_to_left(layout),
        Order.random_digits(layout, Rng(seed)),
    ):
        first = KERNEL.first_solution(puzzle, order)
        assert first == SEARCH.first_solution(puzzle, order)


@pytest.mark.parametrize("name", ["16x16", "16x16+x", "20x20", "25x25", "25x25+x"])
def test_empty_boards_fill(name: str) -> None:
    grid = KERNEL.some_solution(empty(name))
    assert grid is not None
    assert grid.is_solution()
    assert KERNEL.count_solutions(empty(name), limit=1000) == 1000


@for_each(range(20))
def test_16x16_with_40_percent_clues(seed: int) -> None:
    layout = Layout.named("16x16")
    full = full_grid(layout, seed)
    kept = set(Rng(seed).shuffled(range(256))[:102])
    puzzle = Puzzle.of(layout, [value if cell in kept else 0 for cell, value in enumerate(full)])
    found = list(islice(KERNEL.solutions(puzzle), 2))
    assert all(is_answer(grid, puzzle) for grid in found)
    first = KERNEL.first_solution(puzzle, Order.row_by_row(layout))
    assert first is not None
    assert is_answer(first, puzzle)
    assert all(first.values <= grid.values for grid in [*found, full])


# -- progress, interruption, threads -----------------------------------------------------------------------------


def test_progress_is_reported_and_can_stop_the_search() -> None:
    seen: list[int] = []

    def enough(count: int) -> None:
        seen.append(count)
        if len(seen) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        KERNEL.count_solutions(empty("x"), progress=enough)
    assert seen == sorted(seen)
    assert len(seen) == 3


class Rang(Exception):
    """Raised by the alarm handler, as KeyboardInterrupt is by Ctrl-C."""


def test_a_signal_ends_a_search() -> None:
    layout = Layout.named("x")
    houses = array("H", [c for house in layout.houses for c in house.cells])
    plan = _native.rules_plan(_native.rules_board(layout.size, 81, houses), NO_RULES)
    search = _native.rules_search(plan, bytes(81))
    refused: list[str] = []

    def ring(*_: object) -> None:
        try:  # a search is not re-entrant
            _native.rules_next(search, 1)
        except RuntimeError as error:
            refused.append(str(error))
        raise Rang

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Rang):
            _native.rules_next(search, 10**12)
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Rang):
            KERNEL.count_solutions(empty("x"))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert refused == ["another thread is in this search"]


def test_a_search_outlives_its_plan() -> None:
    plan = _native.rules_plan(_native.rules_board(2, 4, array("H", [0, 1, 2, 3, 0, 2, 1, 3])), NO_RULES)
    search = _native.rules_search(plan, bytes(4))
    del plan
    assert _native.rules_next(search, 10) in (b"\1\2\2\1\2\1\1\2", b"\2\1\1\2\1\2\2\1")
    assert _native.rules_next(search, 10) == b""


# -- bad input ---------------------------------------------------------------------------------------------------


def test_bad_input_is_refused() -> None:
    good = array("H", [0, 1, 2, 3, 0, 2, 1, 3])
    plan = _native.rules_plan(_native.rules_board(2, 4, good), NO_RULES)
    wrong, twice = array("H", [0, 4]), array("H", [1, 1])
    for size, houses in [(0, good), (26, good), (-1, good), (3, good), (2, wrong), (2, twice)]:
        with pytest.raises(ValueError, match=r"houses|cell"):
            _native.rules_board(size, max(size, 0) ** 2, houses)
    with pytest.raises(ValueError, match="houses"):
        _native.rules_board(1, 1, array("H", [0] * 70_000))
    with pytest.raises(ValueError, match="allowed"):
        _native.rules_solutions(plan, bytes(3), 1)
    with pytest.raises(ValueError, match="holds 3"):
        _native.rules_solutions(plan, b"\0\0\3\0", 1)
    with pytest.raises(ValueError, match="allowed"):
        _native.rules_solutions(plan, array("I", [3, 3, 3]), 1)
    with pytest.raises(ValueError, match="limit"):
        _native.rules_solutions(plan, bytes(4), -1)
    with pytest.raises(ValueError, match="cells"):
        _native.rules_first(plan, bytes(4), array("H", [0, 1, 2, 4]), b"\1\2" * 4)
    with pytest.raises(ValueError, match="digits"):
        _native.rules_first(plan, bytes(4), array("H", [0, 1, 2, 3]), b"\1\3" * 4)
    with pytest.raises(ValueError, match="digits"):
        _native.rules_first(plan, bytes(4), array("H", [0, 1, 2, 3]), b"\1\2")
    with pytest.raises(ValueError, match="PyCapsule"):
        _native.rules_count("plan", bytes(4), 0, None)
    with pytest.raises(ValueError, match="PyCapsule"):
        _native.rules_next(plan, 1)


def test_contradictions_have_no_solution() -> None:
    houses = array("H", [0, 1, 2, 3, 0, 2, 1, 3])
    plan = _native.rules_plan(_native.rules_board(2, 4, houses), NO_RULES)
    assert _native.rules_solutions(plan, b"\1\1\0\0", 1) == b""
    assert _native.rules_solutions(plan, array("I", [0, 3, 3, 3]), 1) == b""
    assert _native.rules_count(plan, array("I", [0, 3, 3, 3]), 0, None) == 0
    assert _native.rules_first(plan, b"\1\1\0\0", array("H", [0, 1, 2, 3]), b"\1\2" * 4) is None
    high = 0xFFFFFFFF  # bits beyond the board size are ignored
    assert _native.rules_count(plan, array("I", [high] * 4), 0, None) == 2
