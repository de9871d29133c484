"""Rules in the usual techniques: rules that are houses, cells that rules keep apart, what singles and rules refute."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest

from many_cases import spread
from nonet.generate.variants import VariantRecipe, make_variant
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.logic.catalog import ENTRIES, Level, technique
from nonet.logic.options import DEFAULTS
from nonet.logic.path import _by_sight, all_steps, next_step, path, settle
from nonet.logic.position import Position
from nonet.logic.variants.implied import broken_rule, portions
from nonet.logic.verify import is_proved, verify
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKnight,
    Cage,
    Diagonal,
    ExtraRegion,
    Greater,
    Negative,
    Palindrome,
    Renban,
    Thermometer,
    Windoku,
)
from nonet.rules.encoding import house_array, rule_parts
from nonet.step import Step


def checked_path(puzzle: Puzzle) -> list[Step]:
    """Its steps; each is proved by what its evidence names."""
    position = Position.of(puzzle)
    steps = []
    for step in path(puzzle):
        verify(position, step)
        position.apply(step)
        steps.append(step)
    return steps


def test_rules_that_are_houses_give_the_path_of_the_board_with_these_houses() -> None:
    by_rules = Puzzle.of("4x4", "1...............", rules=[Diagonal("rising"), Diagonal("falling")])
    by_name = Puzzle.of("4x4+x", "1...............")
    assert [step.technique for step in checked_path(by_rules)] == [
        step.technique for step in checked_path(by_name)
    ]
    position = Position.of(Puzzle.of("9x9", "." * 81, rules=[Windoku(), Thermometer((0, 1))]))
    assert [rule.kind for rule in position.rules] == ["thermometer"]
    assert [house.name for house in position.layout.houses[27:]] == [f"window {n}" for n in range(1, 5)]
    assert position.layout.name == "9x9"


def test_the_houses_of_rules_are_counted_on_from_those_of_the_board() -> None:
    puzzle = Puzzle.of("9x9", "." * 81, rules=[Diagonal("rising"), Diagonal("falling")])
    position = Position.of(puzzle)
    assert {house.name for house in position.layout.houses[27:]} == {"diagonal 1", "diagonal 2"}
    again = Position.at(position.candidates(), rules=puzzle.rules)
    assert again.layout == position.layout


def test_no_technique_takes_the_houses_of_rules_for_lines() -> None:
    """A raw board of whose houses none is a row or a column, though the extra regions lie where these would."""
    lines = [ExtraRegion(tuple(range(row, row + 4))) for row in range(0, 16, 4)]
    lines += [ExtraRegion(tuple(range(column, 16, 4))) for column in range(4)]
    for rules in ([Diagonal("rising")], lines):
        assert next_step(Puzzle.of("raw:4x4", "." * 16, rules=rules)) is None
    latin = Position.of(Puzzle.of("raw:4x4", "...4...33.12..21", rules=lines))
    for key in ("empty-rectangle", "uniqueness-test-6", "hidden-rectangle"):
        assert not [*all_steps(latin, key)]


def test_cells_that_a_rule_keeps_apart_serve_the_usual_techniques() -> None:
    """Where a step needs it, anti-knight is named; without it the judge would refuse the step."""
    used: set[str] = set()
    for seed in spread((2, 1, 3), 3):
        made = make_variant(VariantRecipe("anti-knight", Layout.named("9x9")), seed=seed)
        for step in checked_path(made.puzzle):
            if step.evidence.apart and step.evidence.truths:
                used.add(technique(step.technique).family)
                assert step.evidence.apart == (AntiKnight(),)
                position = Position.at(step.on_path.position, rules=made.puzzle.rules)
                unnamed = replace(step, evidence=replace(step.evidence, apart=()))
                assert step.technique.endswith("single") or not is_proved(position, unnamed)
    assert len(used - {"singles"}) >= 2, used


def test_steps_about_houses_alone_are_the_same_with_what_rules_keep_apart() -> None:
    """So these techniques are not asked again with it, neither by paths nor by `settle`."""
    lines = [line for line in ENTRIES if line.techniques[0].family in ("locked", "subsets")]
    assert len(lines) == 10
    made = make_variant(VariantRecipe("anti-knight", Layout.named("9x9")), seed=2)
    found = 0
    for step in path(made.puzzle):
        position = Position.at(step.on_path.position, rules=made.puzzle.rules)
        sighted = position.sighted()
        assert sighted is not None
        for line in lines:
            steps = list(line.finder(position, DEFAULTS))
            assert steps == list(line.finder(sighted, DEFAULTS))
            assert not list(_by_sight(line, position, DEFAULTS))
            found += len(steps)
    assert found >= 10


def test_settling_ends_where_no_step_is_left() -> None:
    """It takes steps in another order than a path, and ends at the same candidates."""
    made = make_variant(VariantRecipe("renban", level="easy"), 1)
    settled = Position.of(Puzzle(Grid.empty(made.puzzle.layout), rules=made.puzzle.rules))
    by_steps = settled.copy()
    settle(settled, Level.MEDIUM)
    list(by_steps.steps(lambda position: next_step(position, level=Level.MEDIUM)))
    assert settled.masks == by_steps.masks
    assert settled.values == by_steps.values
    assert settled.unsolved


RULES = [
    Thermometer((0, 1, 2, 8)),
    Renban((3, 4, 10, 9)),
    Cage((12, 13, 19), 9),
    Greater((20, 21)),
    Negative((1,), (2,), (), ((0, 1), (3, 4))),
]


@pytest.mark.skipif(kernel is None, reason="compares the kernel with Python")
@pytest.mark.parametrize("seed", range(6))
def test_the_kernel_and_python_find_the_same_consequences(seed: int) -> None:
    layout = Layout.named("6x6")
    position = Position.of(Puzzle.of(layout, "." * 36, rules=RULES))
    for cell in range(36):
        for digit in layout.entries:
            if (cell * 7 + digit * 5 + seed * 11) % 13 < 4 and position.masks[cell].bit_count() > 1:
                position.eliminate(cell, digit)
    for portion in portions(layout, position.rules):
        state = tuple(position.masks[cell] for cell in portion.cells)
        seen = tuple(position.sees(cell) & portion.board for cell in portion.cells)
        assert set(portion._asked(seen, state)) == set(portion._searched(seen, state)), portion.rules[0]


@pytest.mark.parametrize("look", ["_searched", "_asked"] if kernel else ["_searched"])
def test_where_nothing_fits_no_candidate_is_left(look: str) -> None:
    """A palindrome wants the same digit in r1c4 and r3c3, anti-knight different ones."""
    rules = (AntiKnight(), Palindrome((3, 7, 10)))
    position = Position.of(Puzzle.of("3x4", "." * 12, rules=rules))
    (portion,) = (each for each in portions(position.layout, rules) if each.cells == (3, 10))
    seen = tuple(position.sees(cell) & portion.board for cell in portion.cells)
    gone = getattr(portion, look)(seen, position.state(portion.cells))
    assert {*gone} == {(cell, digit) for cell in (3, 10) for digit in (1, 2, 3, 4)}


@pytest.mark.skipif(kernel is None, reason="asks the kernel")
def test_what_the_kernel_calls_possible_or_refuted() -> None:
    assert kernel is not None
    puzzle = Puzzle.of("4x4", "12..34..2...4...", rules=[Thermometer((2, 6)), Greater((3, 7))])
    layout = puzzle.layout
    masks = [mask or 1 << (value - 1) for mask, value in zip(*_state(puzzle), strict=True)]
    board = kernel.rules_board(layout.size, layout.cell_count, house_array(layout))
    plan = kernel.rules_plan(board, rule_parts(layout, puzzle.rules))
    possible = memoryview(kernel.rules_possible(plan, array("I", masks), 1000)).cast("I")
    solutions = list(map(bytes, kernel_solutions(plan, masks)))
    expected = [0] * 16
    for solution in solutions:
        for cell, digit in enumerate(solution):
            expected[cell] |= 1 << (digit - 1)
    assert list(possible) == expected
    for cell, digit in kernel.rules_refuted(plan, array("I", masks)):
        assert not expected[cell] >> (digit - 1) & 1


def _state(puzzle: Puzzle) -> tuple[list[int], list[int]]:
    position = Position.of(puzzle)
    return position.masks, position.values


def kernel_solutions(plan: object, masks: list[int]) -> list[bytes]:
    assert kernel is not None
    found = kernel.rules_solutions(plan, array("I", masks), 1000)
    return [found[start : start + 16] for start in range(0, len(found), 16)]


def test_a_broken_rule_is_a_dead_end() -> None:
    position = Position.of(Puzzle.of("4x4", "." * 16, rules=[Greater((0, 1))]))
    assert broken_rule(position) is None
    position.place(0, 1)
    position.place(1, 2)
    assert broken_rule(position) == Greater((0, 1))


def test_forcing_with_rules_supposes_and_takes_singles_and_rules_alone() -> None:
    allowed = {"full-house", "naked-single", "hidden-single", "rule-consequence", "wide-rule-consequence"}
    for seed in range(3, 12):
        made = make_variant(VariantRecipe("kropki", Layout.named("6x6")), seed=seed)
        for step in checked_path(made.puzzle):
            if step.technique == "rule-forcing":
                assert step.evidence.trial is not None
                assert {each.technique for each in step.evidence.trial.steps} <= allowed
                assert len(step.evidence.trial.steps) <= 12
                return
    pytest.fail("no puzzle needed it")


def test_a_step_of_houses_alone_is_found_once_where_rules_keep_cells_apart() -> None:
    position = Position.of(Puzzle.of("9x9", "." * 81, rules=[AntiKnight()]))
    for cell in (*range(1, 8), *range(37, 44)):
        position.eliminate(cell, 1)
    assert len(list(all_steps(position, "x-wing"))) == 1


def test_killers_of_large_boards_have_the_usual_techniques() -> None:
    position = Position.of(Puzzle.of("12x12", "." * 144, rules=[Cage((0, 1), 3), Cage((142, 143), 23)]))
    assert not list(all_steps(position, "xy-wing"))
