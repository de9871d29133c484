"""The engine against CP-SAT, a solver that shares no code with it. Needs ortools, which is not among our packages."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, islice, pairwise
from typing import Any

import pytest

from nonet import count_solutions, rate
from nonet.errors import InvalidRule
from nonet.generate.variants import NOT_MADE, VARIANTS, VariantRecipe, make_variants
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKnight,
    Arrow,
    BetweenLine,
    Cage,
    Difference,
    Doppelganger,
    Doublers,
    Greater,
    LittleKiller,
    ModifiedCells,
    Negators,
    NumberedRoom,
    PairSum,
    Palindrome,
    Quadruple,
    Ratio,
    RegionArrows,
    RegionCount,
    Renban,
    Rule,
    Sandwich,
    Skyscraper,
    Sum,
    Thermometer,
    UnknownRegions,
    WeightedSum,
    Whisper,
    XSum,
)
from nonet.solving import first_solution
from rules.test_catalogue import random_grids
from rules.test_engine import path, true_rules

pytestmark = pytest.mark.slow

Model = Any
Cells = list[Any]


def model_of(cp_model: Any, puzzle: Puzzle) -> tuple[Model, Cells]:
    """The puzzle as a model, written from the definitions of the rules."""
    layout = puzzle.layout
    model = cp_model.CpModel()
    cells = [digit(model, layout) for _ in range(layout.cell_count)]
    for house in layout.houses:
        model.add_all_different([cells[cell] for cell in house.cells])
    for cell, entry in enumerate(puzzle.givens.entries):
        if entry:
            model.add(cells[cell] == layout.digit_of(entry))
    for rule in puzzle.rules:
        POST[type(rule)](model, cells, rule, layout)
    return model, cells


def digit(model: Model, layout: Layout) -> Any:
    return model.new_int_var(layout.digits[0], layout.digits[-1], "")


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
    low, high = digit(model, layout), digit(model, layout)
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


def equal(model: Model, one: Any, other: Any) -> Any:
    answer = model.new_bool_var("")
    model.add(one == other).only_enforce_if(answer)
    model.add(one != other).only_enforce_if(answer.negated())
    return answer


def quadruple(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    for wanted in set(rule.digits):
        held = [equal(model, cells[cell], wanted) for cell in rule.cells]
        model.add(sum(held) >= rule.digits.count(wanted))


def skyscraper(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    line = [cells[cell] for cell in rule.cells]
    seen = []
    for place in range(1, len(line)):
        before = digit(model, layout)
        model.add_max_equality(before, line[:place])
        seen.append(model.new_bool_var(""))
        model.add(line[place] > before).only_enforce_if(seen[-1])
        model.add(line[place] < before).only_enforce_if(seen[-1].negated())
    model.add(sum(seen) + 1 == rule.count)


def x_sum(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    line = [cells[cell] for cell in rule.cells]
    model.add(line[0] <= len(line))
    for count in layout.digits:
        model.add(sum(line[:count]) == rule.sum).only_enforce_if(equal(model, line[0], count))


def numbered_room(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    line = [cells[cell] for cell in rule.cells]
    model.add_element(line[0] - 1, line, rule.digit)


def unknown_regions(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    """Each region is a tree: all but its first cell in reading order stand next to one that is nearer to the first."""
    labels = [cells[label] for label in rule.labels]
    depths = [model.new_int_var(0, layout.size - 1, "") for _ in labels]
    firsts = []
    highest = 0
    for place, label in enumerate(labels):
        before, highest = highest, model.new_int_var(1, layout.size, "")
        model.add_max_equality(highest, [before, label])
        model.add(label <= before + 1)
        firsts.append(equal(model, label, before + 1))
        model.add(depths[place] == 0).only_enforce_if(firsts[-1])
    model.add(highest == len(labels) // layout.size)
    nearer: dict[int, list[Any]] = {place: [firsts[place]] for place in range(len(labels))}
    for pair in layout.neighbours:
        for one, other in (pair, pair[::-1]):
            nearer[one].append(step := model.new_bool_var(""))
            model.add(labels[one] == labels[other]).only_enforce_if(step)
            model.add(depths[one] > depths[other]).only_enforce_if(step)
    for steps in nearer.values():
        model.add_bool_or(steps)
    for one, other in combinations(range(len(labels)), 2):
        alike = equal(model, labels[one], labels[other])
        model.add(cells[one] != cells[other]).only_enforce_if(alike)
    for number in range(1, len(labels) // layout.size + 1):
        model.add(sum(equal(model, label, number) for label in labels) == layout.size)


def region_arrows(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    counted = []
    for first, *rest in rule.arms:
        before = 1
        for label in rest:
            counted.append(model.new_bool_var(""))
            model.add_multiplication_equality(counted[-1], [before, equal(model, cells[label], cells[first])])
            before = counted[-1]
    model.add(cells[rule.cell] == sum(counted) + (not rule.skip_first))


def region_count(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    first, *rest = (cells[label] for label in rule.cells)
    alike = sum(equal(model, first, label) for label in rest)
    model.add(cells[rule.cell] == alike + (not rule.skip_first))


def doppelganger(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    lacking: dict[int, list[Any]] = {}
    for house, cell in zip(layout.houses, (*rule.rows, *rule.columns, *rule.boxes), strict=True):
        model.add(cells[cell] != 0)
        model.add_all_different([cells[cell], *(cells[each] for each in house.cells)])
        for each in house.cells:
            lacking.setdefault(each, []).append(cells[cell])
    for group in (rule.rows, rule.columns, rule.boxes):
        model.add_all_different([cells[cell] for cell in group])
    for cell, digits in lacking.items():
        for one, other in combinations(digits, 2):
            model.add(one != other).only_enforce_if(equal(model, cells[cell], 0))


def modified(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    """Each cell has a value, which follows from its mark and its digit; rules inside read the values."""
    count, first = layout.board_count, layout.digits[0]
    digits, marks = cells[:count], cells[count : 2 * count]
    tables = [list(layout.digits), *map(list, rule.tables(layout))]
    held = [
        (first + mark, own, value)
        for mark, table in enumerate(tables)
        for own, value in zip(layout.digits, table, strict=True)
    ]
    values = [model.new_int_var(-100, 100, "") for _ in range(count)]
    for each in zip(marks, digits, values, strict=True):
        model.add_allowed_assignments(each, held)
    for mark in range(1, len(tables)):
        chosen = [equal(model, cell, first + mark) for cell in marks]
        for house in layout.houses:
            model.add(sum(chosen[cell] for cell in house.cells) == 1)
        if not rule.repeats:
            for one, other in combinations(range(count), 2):
                model.add(digits[one] != digits[other]).only_enforce_if([chosen[one], chosen[other]])
    for part in rule.rules:
        if isinstance(part, Cage):
            model.add_all_different([digits[cell] for cell in part.cells])
            total(model, values, part, layout)
        else:
            POST[type(part)](model, values, part, layout)


def sandwich(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    """Exactly two ends, the smallest and the largest digit; a cell between them counts."""
    line = [cells[cell] for cell in rule.cells]
    low, high = layout.digits[0], layout.digits[-1]
    ends = [model.new_bool_var("") for _ in line]
    for end, value in zip(ends, line, strict=True):
        is_low = model.new_bool_var("")
        model.add(value == low).only_enforce_if(end, is_low)
        model.add(value == high).only_enforce_if(end, ~is_low)
        model.add(value > low).only_enforce_if(~end)
        model.add(value < high).only_enforce_if(~end)
    model.add(sum(ends) == 2)
    counted = []
    for at, value in enumerate(line):
        part = model.new_int_var(0, high, "")
        inside = model.new_bool_var("")
        model.add(sum(ends[:at]) == 1).only_enforce_if(inside)
        model.add(ends[at] == 0).only_enforce_if(inside)
        model.add(part == value).only_enforce_if(inside)
        model.add(part == 0).only_enforce_if(~inside)
        before, after = model.new_bool_var(""), model.new_bool_var("")
        model.add(sum(ends[:at]) == 0).only_enforce_if(before)
        model.add(sum(ends[:at]) == 2).only_enforce_if(after)
        model.add_bool_or([inside, before, after, ends[at]])
        counted.append(part)
    model.add(sum(counted) == rule.sum)


def anti_knight(model: Model, cells: Cells, rule: Any, layout: Layout) -> None:
    for one, other in combinations(range(layout.cell_count), 2):
        down, right = (abs(a - b) for a, b in zip(divmod(one, 9), divmod(other, 9), strict=True))
        if {down, right} == {1, 2}:
            model.add(cells[one] != cells[other])


POST: dict[type[Rule], Callable[[Model, Cells, Any, Layout], None]] = {
    AntiKnight: anti_knight,
    Arrow: arrow,
    BetweenLine: between,
    Cage: cage,
    Difference: dot,
    Doppelganger: doppelganger,
    Doublers: modified,
    Greater: greater,
    LittleKiller: total,
    ModifiedCells: modified,
    Negators: modified,
    NumberedRoom: numbered_room,
    PairSum: total,
    Palindrome: palindrome,
    Quadruple: quadruple,
    Ratio: ratio,
    RegionArrows: region_arrows,
    RegionCount: region_count,
    Renban: renban,
    Sandwich: sandwich,
    Skyscraper: skyscraper,
    Sum: total,
    Thermometer: thermometer,
    UnknownRegions: unknown_regions,
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
    agree(cp_model, Puzzle.of(layout, values, rules=rules))


def agree(cp_model: Any, puzzle: Puzzle) -> None:
    found = solutions(cp_model, puzzle, 4)
    assert found
    assert all(puzzle.is_solved_by(each) for each in found)
    for engine in ("rules", None):
        assert count_solutions(puzzle, limit=4, engine=engine) == len(found)


def completed(puzzle: Puzzle, rng: random.Random) -> Grid:
    """A solution, with some digits drawn at random as long as there is one."""
    layout = puzzle.layout
    solution = first_solution(puzzle)
    for cell in rng.sample(range(layout.board_count), layout.board_count // 3):
        trial = puzzle.givens.with_value(cell, rng.choice(layout.digits))
        other = None if any(trial.conflicts()) else first_solution(Puzzle(trial, rules=puzzle.rules))
        if other is not None:
            puzzle, solution = Puzzle(trial, rules=puzzle.rules), other
    assert solution is not None
    return solution


def some_of(grid: Grid, share: float, rng: random.Random) -> Grid:
    for cell in range(grid.layout.cell_count):
        if rng.random() >= share:
            grid = grid.with_entry(cell, 0)
    return grid


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["9x9:0-8", "6x6:1-9", "6x6:0-5", "4x7", "7x5:0-9"])
def test_other_boards(name: str, seed: int) -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    layout, rng = Layout.named(name), random.Random(seed)
    grid = completed(Puzzle(Grid.empty(layout)), rng)
    rules: list[Rule] = []
    while len(rules) < 2 * layout.size:
        cells = tuple(path(layout, rng, rng.randint(2, 5)))
        digits = [grid[cell] for cell in cells]
        row = rng.choice(layout.houses).cells[:: rng.choice((1, -1))]
        values = [grid[cell] for cell in row]
        rule = rng.choice(
            (
                Cage(cells, sum(digits)),
                Sum(cells, sum(digits)),
                Thermometer(cells),
                Arrow(cells[:1], cells[1:]),
                Whisper(cells, 3),
                Renban(cells),
                Palindrome(cells),
                BetweenLine(cells),
                Difference(cells[:2], abs(digits[0] - digits[1])),
                PairSum(cells[:2], digits[0] + digits[1]),
                Greater(cells[:2]),
                LittleKiller(cells, sum(digits)),
                XSum(row, sum(values[: values[0]])),
            )
        )
        try:
            rule.check(layout)
        except InvalidRule:
            continue
        rules += [rule] * rule.holds(grid)
    agree(cp_model, Puzzle(some_of(grid, 0.15, rng), rules=tuple(rules)))


@pytest.mark.parametrize("seed", range(8))
def test_regions_that_are_not_drawn(seed: int) -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    size = 4 + seed % 3
    count = size * size
    layout, rng = Layout.named(f"{size}x{size}/1x{size}+R{count}"), random.Random(seed)
    regions = UnknownRegions(tuple(range(count, 2 * count)))
    grid = completed(Puzzle(Grid.empty(layout), rules=(regions,)), rng)
    rules: list[Rule] = [regions]
    for cell in rng.sample(range(count), count // 2):
        row, column = divmod(cell, size)
        right = tuple(count + place for place in range(cell, (row + 1) * size))
        down = tuple(count + place for place in range(cell, count, size))
        left = tuple(count + place for place in range(cell, row * size - 1, -1))
        around = (
            count + cell,
            *(
                count + (row + y) * size + column + x
                for y in (-1, 0, 1)
                for x in (-1, 0, 1)
                if (y or x) and 0 <= row + y < size and 0 <= column + x < size
            ),
        )
        skip = rng.random() < 0.5
        tried = (
            RegionArrows(cell, (right, down), skip),
            RegionArrows(cell, (left,), skip),
            RegionCount(cell, around, skip),
        )
        rules += [rule for rule in tried if rule.holds(grid)]
    assert len(rules) > 1
    agree(cp_model, Puzzle(some_of(grid, 0.2, rng), rules=tuple(rules)))


@pytest.mark.parametrize("seed", range(4))
def test_doppelgangers(seed: int) -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    layout, rng = Layout.named("4x4:0-4+R4+C4+B4"), random.Random(seed)
    rule = Doppelganger(*(tuple(range(16 + 4 * kind, 20 + 4 * kind)) for kind in range(3)))
    grid = completed(Puzzle(Grid.empty(layout), rules=(rule,)), rng)
    agree(cp_model, Puzzle(some_of(grid, 0.1, rng), rules=(rule,)))


@pytest.mark.parametrize("seed", range(12))
def test_values_that_differ_from_digits(seed: int) -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    size, rng = (4, 6, 9, 6)[seed % 4], random.Random(seed)
    layout = Layout.named(f"{size}x{size}{':0-5' if seed % 4 == 3 else ''}+M{size * size}")
    hot = [digit + 1 for digit in layout.digits]
    cold = [digit - 1 for digit in layout.digits]
    bare = rng.choice(
        (Doublers(), Negators(), Doublers(repeats=True), ModifiedCells(values=tuple(hot), others=tuple(cold)))
    )
    grid = completed(Puzzle(Grid.empty(layout), rules=(bare,)), rng)
    tables = (tuple(layout.digits), *bare.tables(layout))
    values = [
        tables[grid.entries[layout.board_count + cell] - 1][grid.entries[cell] - 1]
        for cell in range(layout.board_count)
    ]
    rules: list[Rule] = []
    while len(rules) < 2 * size:
        cells = tuple(path(layout, rng, rng.randint(2, 4)))
        held = [values[cell] for cell in cells]
        rule = rng.choice(
            (
                Cage(cells, sum(held)),
                Sum(cells, sum(held)),
                Thermometer(cells),
                Arrow(cells[:1], cells[1:]),
                Whisper(cells, 3),
                Palindrome(cells),
                BetweenLine(cells),
                Difference(cells[:2], abs(held[0] - held[1])),
                Ratio(cells[:2]),
                PairSum(cells[:2], held[0] + held[1]),
                Greater(cells[:2]),
                WeightedSum(cells, (2,) + (-1,) * (len(cells) - 1), 3 * held[0] - sum(held)),
            )
        )
        try:
            trial = replace(bare, rules=(rule,))
            trial.check(layout)
        except InvalidRule:
            continue
        rules += [rule] * trial.holds(grid)
    agree(cp_model, Puzzle(some_of(grid, 0.15, rng), rules=(replace(bare, rules=tuple(rules)),)))


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "unfair"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_puzzles_of_a_level_have_one_solution_and_this_level(variant: str, level: str) -> None:
    if (variant, level) in NOT_MADE:
        pytest.skip("refused")
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    for _, made in islice(make_variants(VariantRecipe(variant, level=level), 1), 50):
        assert rate(made.puzzle).level == level
        assert solutions(cp_model, made.puzzle, 2) == [made.solution]
