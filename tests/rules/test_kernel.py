"""The compiled engine for variants: the same answers as the readable one, and the rest of what an engine can do."""

from __future__ import annotations

import random
import signal
import threading
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import pytest

from many_cases import for_each, spread
from nonet.engines import Order, engine, engine_for
from nonet.errors import NoSolution, SeveralSolutions
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.native import kernel
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.puzzle import Puzzle
from nonet.rules import Cage, CountingCircles, Greater, Rule, Sandwich, Sum, Thermometer, WeightedSum
from nonet.rules.encoding import cage_numbers, either_numbers
from nonet.rules.primitives import Count, Different, EqualSums, Linear, Primitive, Rank, Same, encoded
from rules.cases import cases_path, read_cases
from rules.test_catalogue import KINDS, example, grids_of_4x4, random_grids
from rules.test_engine import fixed, true_rules

if kernel is None:
    pytest.skip("this is about the kernel", allow_module_level=True)

from nonet.engines.rules_kernel import RuleKernel

READABLE = engine("rules")
COMPILED = RuleKernel()


def test_it_is_the_default_for_puzzles_with_rules() -> None:
    puzzle = Puzzle.of("4x4", "." * 16, rules=[Thermometer((0, 1, 2))])
    assert engine_for(puzzle).name == "rules-kernel"
    assert engine_for(Puzzle.of("4x4", "." * 16)).name == "kernel"


@for_each(KINDS)
def test_all_grids_that_obey_a_rule_are_found(kind: str) -> None:
    layout, rule = example(kind)
    puzzle = Puzzle.of(layout, [0] * layout.cell_count, rules=[rule])
    if layout.size == 4:
        expected = {grid for grid in grids_of_4x4() if rule.holds(grid)}
        assert set(COMPILED.solutions(puzzle)) == expected
        assert COMPILED.count_solutions(puzzle) == len(expected)
        for order in (Order.row_by_row(layout), Order.row_by_row(layout).reversed_digits()):
            assert COMPILED.first_solution(puzzle, order) == READABLE.first_solution(puzzle, order)
    else:
        for grid in islice(COMPILED.solutions(puzzle), 20):
            assert puzzle.is_solved_by(grid)
        for grid in random_grids(layout, 20):
            assert COMPILED.count_solutions(fixed(grid, rule)) == rule.holds(grid)


def random_puzzle(name: str, seed: int, rules: int, givens: float) -> tuple[Puzzle, Grid]:
    """A random grid, rules that hold in it, and some of its digits."""
    layout = Layout.named(name)
    rng = random.Random(seed)
    grid = random_grids(layout, 1 + seed)[seed]
    chosen: list[Rule] = list(islice(true_rules(grid, rng), rules))
    values = [value if rng.random() < givens else 0 for value in grid]
    return Puzzle.of(layout, values, rules=chosen), grid


@for_each([("4x4", 0.0), ("6x6", 0.3), ("9x9", 0.35)], spread(range(12), 2))
def test_the_same_solutions_as_the_readable_engine(board: tuple[str, float], seed: int) -> None:
    name, givens = board
    puzzle, grid = random_puzzle(name, seed, 5, givens)
    expected = list(islice(READABLE.solutions(puzzle), 300))
    if len(expected) == 300:
        assert COMPILED.count_solutions(puzzle, limit=300) == 300
        assert all(puzzle.is_solved_by(found) for found in islice(COMPILED.solutions(puzzle), 300))
        return
    found = list(COMPILED.solutions(puzzle))
    assert set(found) == set(expected)
    assert len(found) == len(expected)
    assert grid in expected
    assert COMPILED.is_unique(puzzle) == (len(expected) == 1)
    for order in (Order.row_by_row(puzzle.layout), Order.row_by_row(puzzle.layout).reversed_digits()):
        assert COMPILED.first_solution(puzzle, order) == READABLE.first_solution(puzzle, order)


@pytest.mark.parametrize(
    ("name", "givens"), [("12x12", 0.6), ("16x16", 0.7), pytest.param("25x25", 0.85, marks=pytest.mark.slow)]
)
def test_larger_boards(name: str, givens: float) -> None:
    puzzle, grid = random_puzzle(name, 0, 20, givens)
    found = COMPILED.some_solution(puzzle)
    assert found is not None
    assert puzzle.is_solved_by(found)
    assert COMPILED.some_solution(fixed(grid, *puzzle.rules)) == grid


def test_one_none_several() -> None:
    rules = (Thermometer((0, 1, 2, 3)), Thermometer((12, 8, 4)))
    several = Puzzle.of("4x4", "." * 16, rules=rules)
    with pytest.raises(SeveralSolutions):
        COMPILED.solution(several)
    one = Puzzle.of("4x4", "." * 16, rules=(*rules, Greater((15, 14))))
    assert COMPILED.solution(one) == READABLE.solution(one)
    none = Puzzle.of("4x4", "." * 16, rules=(*rules, Cage((0, 5), 7)))
    with pytest.raises(NoSolution):
        COMPILED.solution(none)
    assert COMPILED.some_solution(none) is None
    assert COMPILED.first_solution(none, Order.row_by_row(none.layout)) is None
    assert COMPILED.count_solutions(none) == 0
    assert COMPILED.count_solutions(several, limit=0) == 0
    assert COMPILED.count_solutions(several, limit=1 << 70) == 3


def test_a_sum_of_more_cells_than_their_digits() -> None:
    few = {cell: [3, 4] for cell in (0, 1, 2)}  # three cells of a row for two digits
    for total in range(4, 17):
        puzzle = Puzzle.of("4x4", "." * 16, ruled_out=few, rules=[Sum((0, 1, 2, 7), total)])
        assert COMPILED.count_solutions(puzzle) == 0


@for_each(range(10, 90, 7))
def test_long_sums_with_weights(total: int) -> None:
    cells, weights = (0, 1, 4, 5, 10, 15), (10, 1, 7, -3, 2, 5)
    rule = WeightedSum(cells, weights, total)
    puzzle = Puzzle.of("4x4", "." * 16, rules=[rule])
    assert set(COMPILED.solutions(puzzle)) == {grid for grid in grids_of_4x4() if rule.holds(grid)}


def test_a_batch_in_threads_gives_what_single_questions_give() -> None:
    puzzles = [random_puzzle("6x6", seed, 8, 0.2)[0] for seed in range(12)]
    expected = [list(islice(COMPILED.solutions(puzzle), 3)) for puzzle in puzzles]
    for threads in (1, 4):
        assert COMPILED.solutions_of_each(puzzles, limit=3, threads=threads) == expected
        assert COMPILED.counts_of_each(puzzles, limit=3, threads=threads) == list(map(len, expected))
    assert COMPILED.solutions_of_each([]) == []
    assert COMPILED.counts_of_each(puzzles[:2], limit=0) == [0, 0]


def test_a_batch_names_what_is_not_a_primitive() -> None:
    assert kernel is not None
    puzzle = Puzzle.of("4x4", "." * 16)
    question = (COMPILED.board(puzzle.layout), array("q", [99, 0]), array("I", puzzle.allowed))
    for ask in (kernel.rules_batch, kernel.rules_count_batch):
        with pytest.raises(ValueError, match="out of range"):
            ask([question], 2, 1)


def test_a_cage_as_one_primitive() -> None:
    """Its cells differ and have a sum; a cell that is named twice counts twice, as in Linear."""
    layout = Layout.named("4x4")
    for cells, total in (((0, 1, 4), 7), ((0, 5), 6), ((0, 0, 1), 5), ((), 0)):
        numbers = array("q", cage_numbers(cells, total, layout))
        found = COMPILED._native.rules_batch(
            [(COMPILED.board(layout), numbers, array("I", [15] * 16))], 300, 1
        )
        expected = {
            bytes(grid)
            for grid in grids_of_4x4()
            if sum(grid[cell] for cell in cells) == total
            and len({grid[cell] for cell in set(cells)}) == len(set(cells))
        }
        assert {found[0][k : k + 16] for k in range(0, len(found[0]), 16)} == expected
    in_a_branch = array("q", either_numbers([cage_numbers((0, 1), 5, layout)]))
    with pytest.raises(ValueError, match="no part of a branch"):
        COMPILED._native.rules_plan(COMPILED.board(layout), in_a_branch)


@for_each(range(40))
def test_counts_in_groups_larger_than_a_house(seed: int) -> None:
    rng = random.Random(seed)
    cells = tuple(rng.sample(range(16), rng.randint(5, 16)))
    digit, counts = rng.randint(1, 4), rng.randrange(32)
    numbers = array("q", encoded([Count(cells, 1 << (digit - 1), counts)]))
    plan = COMPILED._native.rules_plan(COMPILED.board(Layout.named("4x4")), numbers)
    expected = sum(counts >> sum(grid[cell] == digit for cell in cells) & 1 for grid in grids_of_4x4())
    assert COMPILED._native.rules_count(plan, array("I", [15] * 16), 0, None) == expected


def test_a_digit_with_too_few_houses_is_refuted_without_guesses() -> None:
    """21 circles hold one 1, two 2s … six 6s, and these circles leave out a column."""
    circles = tuple(cell for cell in range(36) if cell % 6 < 5)[:21]
    puzzle = Puzzle.of("6x6", "." * 36, rules=[CountingCircles(circles)])
    search = COMPILED._native.rules_search(*COMPILED._question(puzzle))
    assert COMPILED._native.rules_next(search, 1) == b""
    assert COMPILED._native.rules_guesses(search) == 0


SANDWICHES = "..8.......2...........52....1..................41..5..67........................."


def sandwiches(columns: dict[int, int], rows: dict[int, int]) -> list[Rule]:
    """Sums by column and by row of the 9x9 board."""
    return [
        *(Sandwich(tuple(range(column, 81, 9)), total) for column, total in columns.items()),
        *(Sandwich(tuple(range(9 * row, 9 * row + 9)), total) for row, total in rows.items()),
    ]


def guesses_for(puzzle: Puzzle, count: int) -> int:
    """How many guesses lead to so many solutions."""
    search = COMPILED._native.rules_search(*COMPILED._question(puzzle))
    assert len(COMPILED._native.rules_next(search, count)) == 81 * count
    guesses: int = COMPILED._native.rules_guesses(search)
    return guesses


SUMS = "...........8.1....7.............5.4.........53...4.....6...........6....8.1.7...."
ADDED = {
    (0, 4, 36, 40, 62, 66): 28,
    (46, 58, 63, 70): 22,
    (19, 33, 51, 59, 67, 69): 20,
    (5, 16, 28, 42, 60, 77): 29,
    (5, 19, 37, 63, 67, 80): 28,
    (1, 13, 17, 25, 30, 54): 24,
    (13, 14, 15, 34, 69): 24,
    (3, 18, 59, 70): 20,
    (3, 17, 24, 61, 70, 77): 35,
    (23, 33, 40, 47): 23,
    (19, 22, 39, 54, 62, 71): 19,
    (1, 2, 9, 28, 60, 80): 27,
}
"""Cells by chance, and their sum in a grid."""


def test_a_search_that_is_begun_again_finds_every_solution_once() -> None:
    rules = [Sum(cells, total) for cells, total in ADDED.items()]
    puzzle = Puzzle.of("9x9", SUMS, rules=rules)
    assert guesses_for(puzzle, 1) > 1000
    found = list(COMPILED.solutions(puzzle))
    assert len(set(found)) == len(found) > 1
    cell = next(cell for cell in range(81) if len({grid[cell] for grid in found}) > 1)
    for digit in set(range(1, 10)) - {puzzle.givens[peer] for peer in puzzle.layout.peers[cell]}:
        part = Puzzle.of("9x9", f"{SUMS[:cell]}{digit}{SUMS[cell + 1 :]}", rules=rules)
        assert set(COMPILED.solutions(part)) == {grid for grid in found if grid[cell] == digit}


def test_a_search_that_has_found_a_solution_is_not_begun_again() -> None:
    """It would find the solution twice."""
    givens = SANDWICHES.replace("52", "5.")
    puzzle = Puzzle.of("9x9", givens, rules=sandwiches({5: 26, 7: 2}, {1: 22, 3: 0, 7: 10, 8: 12}))
    assert guesses_for(puzzle, 1) < 100
    assert guesses_for(puzzle, 3000) > 1000
    found = list(islice(COMPILED.solutions(puzzle), 3000))
    assert len(set(found)) == 3000


@contextmanager
def ctrl_c_soon() -> Iterator[None]:
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        yield
    finally:
        timer.join()


def test_ctrl_c_ends_a_long_count() -> None:
    puzzle = Puzzle.of("9x9", "." * 81, rules=[Thermometer((0, 1, 2))])
    with pytest.raises(KeyboardInterrupt), ctrl_c_soon():
        COMPILED.count_solutions(puzzle)


def test_another_thread_ends_a_long_batch() -> None:
    assert kernel is not None
    puzzle = Puzzle.of("9x9", "." * 81, rules=[Thermometer((0, 1, 2))])
    ended: list[str] = []

    def count() -> None:
        try:
            COMPILED.counts_of_each([puzzle] * 3, limit=1 << 60, threads=2)
        except SystemExit:
            ended.append("stopped")

    thread = threading.Thread(target=count)
    thread.start()
    assert thread.ident is not None
    while not kernel.stop_thread(thread.ident):
        assert thread.is_alive()
    thread.join(60)
    assert ended == ["stopped"]
    assert not kernel.stop_thread(thread.ident)


def test_progress_is_reported_and_may_stop_the_count() -> None:
    class Enough(Exception):
        pass

    seen: list[int] = []

    def progress(count: int) -> None:
        seen.append(count)
        if len(seen) == 2:
            raise Enough

    with pytest.raises(Enough):
        COMPILED.count_solutions(
            Puzzle.of("9x9", "." * 81, rules=[Thermometer((0, 1, 2))]), progress=progress
        )
    assert 0 < seen[0] < seen[1]


def test_numbers_that_are_not_primitives_are_refused() -> None:
    assert kernel is not None
    board = kernel.rules_board(4, 16, array("H", range(16)))
    good = encoded([Count((0, 1, 2), 0b11, 0b101), Linear((0, 1), (1, -1), 2, 4)])
    kernel.rules_plan(board, array("q", good))
    for length in range(1, len(good)):
        if length != 2 + good[1]:
            with pytest.raises(ValueError, match="primitive"):
                kernel.rules_plan(board, array("q", good[:length]))
    for wrong in ([12, 0], [1, 2, 16, 1], [3, 3, 0, 1, 9], [8, 6, 2, 1, 0, 2, 1, 2], [-1], [1, -5]):
        with pytest.raises(ValueError, match=r"primitive|groups"):
            kernel.rules_plan(board, array("q", wrong))


def test_primitives_come_in_parts() -> None:
    assert kernel is not None
    board = kernel.rules_board(4, 16, array("H", range(16)))
    kernel.rules_plan(board, [(1,), [2, 0], array("q", [1])])
    for wrong, error in (
        ([(1, 2, 0)], ValueError),
        ([(1, None)], TypeError),
        ([1, 2], TypeError),
        (None, TypeError),
    ):
        with pytest.raises(error):
            kernel.rules_plan(board, wrong)
    with pytest.raises(OverflowError):
        kernel.rules_plan(board, [[1 << 64]])


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (EqualSums(((0,) * 1024,) * 64, 4), "too many cells"),
        (Same(((0,) * 1024,) * 64), "too many cells"),
        (Rank((0,) * 1024, 1, 0, ((1,) * 1024,) * 64), "too many cells"),
        (Rank((), 1, 0, ()), "no cells"),
        (Rank((0, 1), 1, 0, ((0, 1), (2,))), "length"),
        (Linear((0,), (1,), 1 << 30 | 1, 4), "out of range"),
    ],
)
def test_primitives_that_are_too_large_are_refused(wrong: Primitive, problem: str) -> None:
    assert kernel is not None
    board = kernel.rules_board(4, 16, array("H", range(16)))
    with pytest.raises(ValueError, match=problem):
        kernel.rules_plan(board, array("q", encoded([wrong])))


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        # More cells that all differ than there are digits.
        ([Different((0, 1, 6, 7, 12), 15), EqualSums(((0, 1, 6, 7, 12, 15), (2, 3, 4, 5)), 4)], 0),
        # Sums of cages that would not fit an integer if they were added up.
        ([Linear((cell,), (1,), 1 << 30, 4) for cell in range(16)], 0),
        # A cell that occurs twice in a sum: 2 · r1c1 + r2c3 = 5.
        ([Linear((0, 0, 6), (1, 1, 1), 5, 4)], sum(2 * grid[0] + grid[6] == 5 for grid in grids_of_4x4())),
    ],
)
def test_unusual_primitives(program: list[Primitive], expected: int) -> None:
    assert kernel is not None
    layout = Layout.named("4x4")
    plan = kernel.rules_plan(COMPILED.board(layout), array("q", encoded(program)))
    assert kernel.rules_count(plan, array("I", [15] * 16), 0, None) == expected


@pytest.mark.slow
@pytest.mark.skipif(
    cases_path() is None, reason="NONET_SHARED names no folder with data/variants/cases.jsonl"
)
def test_every_puzzle_of_the_collection_is_proven_unique() -> None:
    """By the engine that a puzzle gets, each within a minute; all that are not are named together."""
    path = cases_path()
    assert path is not None
    cases = list(read_cases(path))
    unproven = []
    for case in cases:
        try:
            with time_limit(60):
                found = list(islice(engine_for(case.puzzle).solutions(case.puzzle), 2))
        except OutOfTime:
            unproven.append(case.name)
        else:
            assert found == [case.solution], case.name
    assert len(cases) == 836
    assert unproven == []
