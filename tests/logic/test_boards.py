"""Techniques on boards of any rows, columns and digits: nothing that they say is false, and houses that lack digits
prove only what they can.
"""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest

import nonet
from many_cases import for_each
from nonet.engines import engine, engine_for
from nonet.errors import NonetError
from nonet.explain import explain
from nonet.explain.wording import board_in_words
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.logic.path import all_steps, path
from nonet.logic.position import Position
from nonet.logic.verify import StepError, verify
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Rule, Sum, Thermometer, catalogue
from nonet.rules.codec import from_data
from nonet.step import Evidence, Step, Truth

BOARDS = (
    *(
        "4x5",
        "5x4",
        "4x7",
        "4x4:1-5",
        "5x5:0-5",
        "4x6:0-6",
        "6x6:1-7/2x3",
        "6x6:0-5",
        "6x6:1-9/3x3",
        "4x4:1-6/2x2",
    ),
    *("6x6:0-7/2x3+x", "jigsaw:4x7:1222222111113244441334443333", "jigsaw:5x4:0-5:11221122..3344334455"),
)


def minimal(layout: Layout, random: Random) -> tuple[Puzzle, Grid]:
    """A puzzle without a given too many, and its solution."""
    engine = engine_for(Puzzle(Grid.empty(layout)))
    order = random.sample(range(layout.cell_count), layout.cell_count)
    grid = Grid.empty(layout)
    for cell in order[: layout.size]:
        for digit in random.sample(layout.entries, layout.size):
            filled = grid.with_entry(cell, digit)
            if not any(filled.conflicts()) and engine.some_solution(Puzzle(filled)) is not None:
                grid = filled
                break
    solution = engine.some_solution(Puzzle(grid))
    assert solution is not None
    grid = solution
    for cell in random.sample(order, len(order)):
        fewer = Puzzle(grid.with_entry(cell, 0))
        if engine.count_solutions(fewer, limit=2) == 1:
            grid = fewer.givens
    return Puzzle(grid), solution


def check_path(puzzle: Puzzle, solution: Grid) -> int:
    """Every step is true and proved by its evidence; says how many there were."""
    position, count = Position.of(puzzle), 0
    for step in path(puzzle):
        assert all(solution.entries[cell] == digit for cell, digit in step.placements)
        assert all(solution.entries[cell] != digit for cell, digit in step.eliminations)
        verify(position, step)
        assert explain(step, step.on_path.position)
        assert Step.from_json(step.to_json(), puzzle.layout) == step
        position.apply(step)
        count += 1
    assert position.is_solved
    return count


def test_paths_are_true_and_solve() -> None:
    steps = [check_path(*minimal(Layout.named(name), Random(seed))) for name in BOARDS for seed in range(3)]
    assert sum(steps) > 300


@pytest.mark.slow
@for_each((*BOARDS, "9x9:0-8", "8x8:0-7", "5x7", "7x7:1-8"), range(3, 40))
def test_many_paths_are_true_and_solve(name: str, seed: int) -> None:
    check_path(*minimal(Layout.named(name), Random(seed)))


@for_each(BOARDS)
def test_every_technique_is_true(name: str) -> None:
    """Also those that the path does not need, half-way."""
    puzzle, solution = minimal(Layout.named(name), Random(9))
    steps = list(path(puzzle))
    position = Position.of(puzzle)
    for step in steps[: len(steps) // 3]:
        position.apply(step)
    for technique in nonet.logic.techniques():
        for step in list(all_steps(position, technique.key))[:20]:
            assert all(solution.entries[cell] == digit for cell, digit in step.placements), step
            assert all(solution.entries[cell] != digit for cell, digit in step.eliminations), step
            verify(position, step)


def test_a_house_that_lacks_digits_has_no_hidden_single() -> None:
    position = Position.of(Puzzle.of("2x3:1-4", "12...."))
    assert [step.technique for step in all_steps(position, "hidden-single")] == []
    cell, house = 2, 0
    claim = Step("hidden-single", ((cell, 3),), (), Evidence(truths=(Truth(house=house, digit=3),)))
    with pytest.raises(StepError, match="need not have the digit"):
        verify(position, claim)


def test_digits_are_named_as_they_are_on_the_board() -> None:
    (step, *_) = path(Puzzle.of("4x4:0-3", ".123230110323210"))
    assert step.placements == ((0, 1),)
    assert step.to_json()["placements"] == [{"cell": "r1c1", "digit": 0}]
    words = "r1c1 is the last empty cell of box 1. In box 1 only 0 is missing. Therefore r1c1 = 0."
    assert explain(step, step.on_path.position) == f"Full house: {words}"
    assert nonet.hint(Puzzle.of("4x4:0-3", ".123230110323210")).step == step


def test_sums_are_those_of_the_digits() -> None:
    """Two cells that sum to 1 with digits from 0 hold 0 and 1."""
    puzzle = Puzzle.of("4x4:0-3", "." * 16, rules=[Cage((0, 1), 1)])
    steps = list(all_steps(Position.of(puzzle), "cage-combinations"))
    assert {each for step in steps for each in step.eliminations} == {(0, 3), (0, 4), (1, 3), (1, 4)}
    words = explain(steps[0], Position.of(puzzle).candidates())
    assert "sums to 1" in words
    assert "{01}" in words


def test_overlapping_boards_are_no_exception() -> None:
    layout = Layout.named("overlap:4x4:r1c1,r3c3")
    puzzle, solution = minimal(layout, Random(4))
    check_path(puzzle, solution)
    position = Position.of(puzzle)
    for key in ("x-wing", "empty-rectangle", "uniqueness-test-1", "forcing-net-contradiction"):
        for step in list(all_steps(position, key))[:5]:
            assert all(solution.entries[cell] != digit for cell, digit in step.eliminations), step
            verify(position, step)


def test_a_board_without_houses_has_only_its_rules() -> None:
    """Every grid that the rules allow is found, and a puzzle is solved step by step by their consequences."""
    layout = Layout.raw(2, 3, digits=range(3))
    rules = [Sum((0, 1, 2), 1), Thermometer((3, 4, 5))]
    puzzle = Puzzle.of(layout, "......", rules=rules)
    grids = [Grid.of(layout, values) for values in product(range(3), repeat=6)]
    right = {grid for grid in grids if all(rule.holds(grid) for rule in rules)}
    assert len(right) == 3
    assert {*engine_for(puzzle).solutions(puzzle)} == {*engine("rules").solutions(puzzle)} == right
    single = Puzzle.of(layout, "1.....", rules=rules)
    (solution,) = engine_for(single).solutions(single)
    assert solution.symbols == "100012"
    assert check_path(single, solution) > 3
    for technique in nonet.logic.techniques():
        for step in all_steps(Position.of(single), technique.key):
            verify(Position.of(single), step)
    assert nonet.hint(Puzzle.of(layout, "......", rules=[Sum((0, 1), 3), Sum((1, 2), 0)])).step is None
    assert board_in_words(layout) == "The digits are 0 to 2; they may repeat where no rule says otherwise."


NEEDS_HOUSES = {"disjoint_groups", "full_rank", "region_sum_line", "rellik_cage"}
KINDS = sorted({kind for kind, rule in catalogue().items() if rule.example.layout == "4x4"} - NEEDS_HOUSES)


def has_solution(grid: Grid, rule: Rule, ruled_out: tuple[int, ...] = ()) -> bool:
    try:
        puzzle = Puzzle(grid, ruled_out, (rule,))
    except NonetError:  # the givens break the rule
        return False
    return engine_for(puzzle).some_solution(puzzle) is not None


@for_each(KINDS)
def test_rules_on_a_board_without_houses_promise_nothing_that_houses_do(kind: str) -> None:
    """Each step is compared with what a search says, also where the puzzle has many solutions."""
    layout = Layout.named("raw:4x4")
    rule = from_data({"kind": kind, **catalogue()[kind].example.data}, layout)
    assert has_solution(Grid.empty(layout), rule)
    for seed in range(6):
        random, grid = Random(seed), Grid.empty(layout)
        for cell in random.sample(range(16), 2 + 2 * seed):
            digits = random.sample(layout.entries, 4)
            grid = next(each for digit in digits if has_solution(each := grid.with_entry(cell, digit), rule))
        for step in islice(path(Puzzle(grid, rules=(rule,))), 5):
            for cell, digit in step.eliminations:
                assert not has_solution(grid.with_entry(cell, digit), rule), (grid.symbols, step)
            for cell, digit in step.placements:
                other = tuple((each == cell) << (digit - 1) for each in range(16))
                assert not has_solution(grid, rule, other), (grid.symbols, step)
