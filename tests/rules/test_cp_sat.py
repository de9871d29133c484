"""The engine against CP-SAT, a solver that shares no code with it. Needs ortools, which is not among our packages."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice, pairwise
from typing import Any

import pytest

from nonet import count_solutions
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import (
    Arrow,
    BetweenLine,
    Cage,
    Difference,
    Greater,
    LittleKiller,
    NumberedRoom,
    PairSum,
    Palindrome,
    Quadruple,
    Ratio,
    Renban,
    Rule,
    Skyscraper,
    Sum,
    Thermometer,
    WeightedSum,
    Whisper,
    XSum,
)
from rules.test_catalogue import random_grids
from rules.test_engine import true_rules

pytestmark = pytest.mark.slow

Model = Any
Cells = list[Any]


def model_of(cp_model: Any, puzzle: Puzzle) -> tuple[Model, Cells]:
    """The puzzle as a model, written from the definitions of the rules."""
    layout = puzzle.layout
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, layout.size, layout.cell_name(cell)) for cell in range(layout.cell_count)]
    for house in layout.houses:
        model.add_all_different([cells[cell] for cell in house.cells])
    for cell, value in enumerate(puzzle.givens):
        if value:
            model.add(cells[cell] == value)
    for rule in puzzle.rules:
        POST[type(rule)](model, cells, rule, layout)
    return model, cells


def difference(model: Model, a: Any, b: Any) -> Any:
    gap = model.new_int_var(0, 100, "")
    model.add_abs_equality(gap, a - b)
    return gap


def cage(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    model.add_all_different([cells[cell] for cell in rule.cells])
    if rule.sum is not None:
        total(model, cells, rule, layout)


def total(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    model.add(sum(cells[cell] for cell in rule.cells) == rule.sum)


def weighted(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    model.add(
        sum(cells[cell] * weight for cell, weight in zip(rule.cells, rule.weights, strict=True)) == rule.sum
    )


def thermometer(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    for a, b in pairwise(rule.cells):
        model.add(cells[a] < cells[b])


def arrow(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    number = sum(cells[cell] * 10**power for power, cell in enumerate(reversed(rule.circle)))
    model.add(number == sum(cells[cell] for cell in rule.shaft))


def whisper(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    for a, b in pairwise(rule.cells):
        model.add(difference(model, cells[a], cells[b]) >= rule.difference)


def renban(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    line = [cells[cell] for cell in rule.cells]
    low, high = model.new_int_var(1, layout.size, ""), model.new_int_var(1, layout.size, "")
    model.add_min_equality(low, line)
    model.add_max_equality(high, line)
    model.add_all_different(line)
    model.add(high - low == len(line) - 1)


def palindrome(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    for a, b in zip(rule.cells, reversed(rule.cells), strict=True):
        model.add(cells[a] == cells[b])


def between(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    rising = model.new_bool_var("")
    first, *inner, last = (cells[cell] for cell in rule.cells)
    for cell in inner:
        for small, large, case in ((first, last, rising), (last, first, rising.negated())):
            model.add(small < cell).only_enforce_if(case)
            model.add(cell < large).only_enforce_if(case)


def dot(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    a, b = (cells[cell] for cell in rule.cells)
    model.add(difference(model, a, b) == rule.difference)


def ratio(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    a, b = (cells[cell] for cell in rule.cells)
    first = model.new_bool_var("")
    model.add(a == rule.ratio * b).only_enforce_if(first)
    model.add(b == rule.ratio * a).only_enforce_if(first.negated())


def greater(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    model.add(cells[rule.cells[0]] > cells[rule.cells[1]])


def is_digit(model: Model, cell: Any, digit: int) -> Any:
    answer = model.new_bool_var("")
    model.add(cell == digit).only_enforce_if(answer)
    model.add(cell != digit).only_enforce_if(answer.negated())
    return answer


def quadruple(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    for digit in set(rule.digits):
        held = [is_digit(model, cells[cell], digit) for cell in rule.cells]
        model.add(sum(held) >= rule.digits.count(digit))


def skyscraper(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    line = [cells[cell] for cell in rule.cells]
    seen = []
    for place in range(1, len(line)):
        before = model.new_int_var(1, layout.size, "")
        model.add_max_equality(before, line[:place])
        seen.append(model.new_bool_var(""))
        model.add(line[place] > before).only_enforce_if(seen[-1])
        model.add(line[place] < before).only_enforce_if(seen[-1].negated())
    model.add(sum(seen) + 1 == rule.count)


def x_sum(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    line = [cells[cell] for cell in rule.cells]
    for count in layout.digits:
        model.add(sum(line[:count]) == rule.sum).only_enforce_if(is_digit(model, line[0], count))


def numbered_room(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    line = [cells[cell] for cell in rule.cells]
    model.add_element(line[0] - 1, line, rule.digit)


POST: dict[type[Rule], Callable[[Model, Cells, Any, Layout], None]] = {
    Arrow: arrow,
    BetweenLine: between,
    Cage: cage,
    Difference: dot,
    Greater: greater,
    LittleKiller: total,
    NumberedRoom: numbered_room,
    PairSum: total,
    Palindrome: palindrome,
    Quadruple: quadruple,
    Ratio: ratio,
    Renban: renban,
    Skyscraper: skyscraper,
    Sum: total,
    Thermometer: thermometer,
    WeightedSum: weighted,
    Whisper: whisper,
    XSum: x_sum,
}


def solutions(cp_model: Any, puzzle: Puzzle, limit: int) -> list[Grid]:
    """Up to `limit` solutions, each forbidden once it was found."""
    model, cells = model_of(cp_model, puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found: list[Grid] = []
    while len(found) < limit and solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        values = [solver.value(cell) for cell in cells]
        found.append(Grid.of(puzzle.layout, values))
        model.add_forbidden_assignments(cells, [values])
    return found


@pytest.mark.parametrize("seed", range(20))
def test_both_find_the_same_number_of_solutions(seed: int) -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    layout = Layout.named("6x6" if seed % 2 else "9x9")
    rng = random.Random(seed)
    grid = random_grids(layout, 20)[seed]
    known = (rule for rule in true_rules(grid, rng) if type(rule) in POST)
    rules = tuple(islice(known, 2 * layout.size))
    values = [value if rng.random() < 0.15 else 0 for value in grid]
    puzzle = Puzzle.of(layout, values, rules=rules)
    found = solutions(cp_model, puzzle, 4)
    assert all(puzzle.is_solved_by(each) for each in found)
    for engine in ("rules", None):
        assert count_solutions(puzzle, limit=4, engine=engine) == len(found)
