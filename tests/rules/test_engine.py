"""The engine for variants: judged by `holds`, by the classic engines, and by grids made first."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

import pytest

from many_cases import for_each, spread
from nonet import count_solutions, estimate_solutions, first_solution, is_unique, minimal, possible, solution
from nonet.clues import unnecessary_clues
from nonet.engines import Order, default_engine, engine, engine_for
from nonet.engines.rule_plan import rule_plan
from nonet.engines.rules import RuleSearch, begin_search
from nonet.engines.tally import Tally
from nonet.errors import EngineError, InvalidRule, NoSolution, SeveralSolutions, UnsupportedRules
from nonet.generate.variants import VariantRecipe, make_variant
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rules import (
    AnyRule,
    Arrow,
    BetweenLine,
    Cage,
    Clone,
    Difference,
    EqualSumGroups,
    Greater,
    LittleKiller,
    LockoutLine,
    ModularLine,
    Nabner,
    NumberedRoom,
    PairSum,
    Palindrome,
    Quadruple,
    Ratio,
    RegionSumLine,
    Renban,
    Rule,
    SameDigits,
    Sandwich,
    Skyscraper,
    Sum,
    Thermometer,
    WeightedSum,
    Whisper,
    XSum,
    ZipperLine,
    catalogue,
)
from nonet.rules.base import Path, Text
from nonet.rules.primitives import Primitive, Word
from nonet.rules.regex import pattern_automaton
from rules.test_catalogue import KINDS, example, grids_of_4x4, random_grids

RULES = engine("rules")


def fixed(grid: Grid, *rules: Rule) -> Puzzle:
    """A puzzle that leaves each cell only the digit of the grid, but has no givens that could break a rule."""
    layout = grid.layout
    ruled_out = {cell: set(layout.digits) - {digit} for cell, digit in enumerate(grid)}
    return Puzzle.of(layout, [0] * layout.cell_count, ruled_out=ruled_out, rules=rules)


@for_each([kind for kind in KINDS if kind != "magic_square"])
def test_all_grids_that_obey_a_rule_are_found(kind: str) -> None:
    check_all_grids_that_obey_a_rule(kind)


@pytest.mark.slow
def test_all_grids_that_obey_a_magic_square_are_found() -> None:
    """The empty board takes the readable engine 2 s."""
    check_all_grids_that_obey_a_rule("magic_square")


def check_all_grids_that_obey_a_rule(kind: str) -> None:
    layout, rule = example(kind)
    puzzle = Puzzle.of(layout, [0] * layout.cell_count, rules=[rule])
    if layout.size == 4:
        expected = {grid for grid in grids_of_4x4() if rule.holds(grid)}
        assert set(RULES.solutions(puzzle)) == expected
        greatest = max((grid.values for grid in expected), default=None)
        found = RULES.first_solution(puzzle, Order.row_by_row(layout).reversed_digits())
        assert (found and found.values) == greatest
    else:
        for grid in islice(RULES.solutions(puzzle), 5):
            assert puzzle.is_solved_by(grid)
        for grid in random_grids(layout, 20):
            assert RULES.count_solutions(fixed(grid, rule)) == rule.holds(grid)


# -- random rules that are true of a random grid ------------------------------------------------------------


def path(layout: Layout, rng: random.Random, length: int) -> list[int]:
    """Cells that touch, also at corners, each once."""
    cells = [rng.randrange(layout.board_count)]
    while len(cells) < length:
        row, column = layout.row_of(cells[-1]), layout.column_of(cells[-1])
        near = [
            layout.cell(r, c)
            for r in range(max(0, row - 1), min(layout.height, row + 2))
            for c in range(max(0, column - 1), min(layout.width, column + 2))
        ]
        free = [cell for cell in near if cell not in cells]
        if not free:
            break
        cells.append(rng.choice(free))
    return cells


def random_rule(grid: Grid, rng: random.Random) -> Rule:
    """A random rule with a clue that fits the grid; the grid may break it all the same."""
    layout, size = grid.layout, grid.layout.size
    lines = [tuple(range(row * size, row * size + size)) for row in range(size)]
    lines += [tuple(range(column, size * size, size)) for column in range(size)]
    cells = tuple(path(layout, rng, rng.randint(2, 5)))
    digits = [grid[cell] for cell in cells]
    line = rng.choice(lines)[:: rng.choice((1, -1))]
    values = [grid[cell] for cell in line]
    ends = sorted((values.index(1), values.index(size)))
    corner = rng.randrange(size * size - size)
    start = rng.randrange(size)
    diagonal = tuple(row * size + start - row for row in range(start + 1))
    gaps = [abs(a - b) for a, b in pairwise(digits)]
    weights = tuple(rng.randint(-3, 3) for _ in cells)
    total = sum(weight * digit for weight, digit in zip(weights, digits, strict=True))
    choices: list[Callable[[], Rule]] = [
        lambda: Cage(cells, sum(digits)),
        lambda: Cage(cells),
        lambda: Sum(cells, sum(digits)),
        lambda: Thermometer(cells),
        lambda: Arrow(cells[:1], cells[1:]),
        lambda: Arrow(cells[:2], cells[2:]),
        lambda: Whisper(cells, max(1, min(gaps))),
        lambda: Renban(cells),
        lambda: Nabner(cells),
        lambda: Palindrome(cells),
        lambda: RegionSumLine(cells),
        lambda: BetweenLine(cells),
        lambda: LockoutLine(cells, 2),
        lambda: ZipperLine(cells),
        lambda: ModularLine(cells, 3),
        lambda: Difference(cells[:2], gaps[0]),
        lambda: Ratio(cells[:2]),
        lambda: PairSum(cells[:2], digits[0] + digits[1]),
        lambda: Greater(cells[:2]),
        lambda: Quadruple((corner, corner + 1, corner + size, corner + size + 1), (grid[corner],)),
        lambda: LittleKiller(diagonal, sum(grid[cell] for cell in diagonal)),
        lambda: Sandwich(line, sum(values[ends[0] + 1 : ends[1]])),
        lambda: XSum(line, sum(values[: values[0]])),
        lambda: Skyscraper(line, sum(v == max(values[: k + 1]) for k, v in enumerate(values))),
        lambda: NumberedRoom(line, values[values[0] - 1]),
        lambda: WeightedSum(cells, weights, total),
        lambda: Clone(cells[:1], cells[-1:]),
        lambda: SameDigits((cells[:2], cells[2:4])),
        lambda: EqualSumGroups((cells[:2], cells[2:])),
        lambda: AnyRule((Thermometer(cells), Cage(cells, sum(digits)))),
    ]
    return rng.choice(choices)()


def true_rules(grid: Grid, rng: random.Random) -> Iterator[Rule]:
    """Endless random rules that the grid obeys."""
    while True:
        rule = random_rule(grid, rng)
        try:
            rule.check(grid.layout)
        except InvalidRule:
            continue
        if rule.holds(grid):
            yield rule


@for_each(["6x6", "9x9", "jigsaw:1122112233443344"], spread(range(12), 3))
def test_a_grid_is_found_again_from_true_rules(name: str, seed: int) -> None:
    """The classic engine finds all completions of some givens; those that obey the rules are the right answer."""
    layout = Layout.named(name)
    rng = random.Random(seed)
    start = Puzzle(Grid.empty(layout)) if layout.size == 4 else Puzzle(random_grids(layout, 12)[seed])
    grid = start.givens if start.givens.is_filled else next(default_engine(layout).solutions(start))
    rules = tuple(islice(true_rules(grid, rng), 6))
    values = list(grid)
    everything = 50
    for cell in rng.sample(range(layout.cell_count), layout.cell_count):
        values[cell] = 0
        if count_solutions(Puzzle.of(layout, values), limit=everything) == everything:
            break
    classic = Puzzle.of(layout, values)
    expected = set(islice(default_engine(layout).solutions(classic), 5000))
    assert len(expected) < 5000
    expected = {found for found in expected if all(rule.holds(found) for rule in rules)}
    assert grid in expected
    assert set(RULES.solutions(Puzzle.of(layout, values, rules=rules))) == expected


@pytest.mark.parametrize("seed", range(3))
def test_cages_alone_make_a_puzzle(seed: int) -> None:
    """Cages that cover a 6x6 board; the grid they were made of is among the solutions, and all obey the rules."""
    layout = Layout.named("6x6")
    rng = random.Random(seed)
    grid = random_grids(layout, 3)[seed]
    left = set(range(36))
    cages = []
    while left:
        cells = [min(left)]
        for _ in range(rng.randint(1, 3)):
            near = {b if a in cells else a for a, b in layout.neighbours if (a in cells) != (b in cells)}
            free = sorted(cell for cell in near & left if grid[cell] not in {grid[own] for own in cells})
            if free:
                cells.append(rng.choice(free))
        left -= set(cells)
        cages.append(Cage(tuple(cells), sum(grid[cell] for cell in cells)))
    puzzle = Puzzle.of(layout, [0] * 36, rules=cages)
    found = list(islice(RULES.solutions(puzzle), 500))
    assert all(puzzle.is_solved_by(each) for each in found)
    assert len(set(found)) == len(found)
    if len(found) < 500:
        assert grid in found


# -- public functions ---------------------------------------------------------------------------------------

KILLER = Puzzle.of("4x4", "." * 16, rules=[Thermometer((0, 1, 2, 3)), Thermometer((12, 8, 4))])


def answers(puzzle: Puzzle) -> list[Grid]:
    return [grid for grid in grids_of_4x4() if puzzle.is_solved_by(grid)]


def test_public_functions_take_puzzles_with_rules() -> None:
    expected = answers(KILLER)
    assert count_solutions(KILLER) == len(expected) == 3
    assert count_solutions(KILLER, limit=2) == 2
    assert not is_unique(KILLER)
    with pytest.raises(SeveralSolutions):
        solution(KILLER)
    assert first_solution(KILLER) == min(expected, key=lambda grid: grid.values)
    one = Puzzle(KILLER.givens, (), (*KILLER.rules, Greater((15, 14))))
    assert solution(one) == answers(one)[0]
    assert len(answers(one)) == 1
    with pytest.raises(NoSolution):
        solution(Puzzle(KILLER.givens, (), (*KILLER.rules, Cage((0, 5), 7))))


def test_true_candidates_count_solutions() -> None:
    expected = answers(KILLER)
    found = possible(KILLER, limit=10)
    for cell in range(16):
        held = [grid[cell] for grid in expected]
        assert found.counts[cell] == tuple(held.count(digit) for digit in range(1, 5))
    assert possible(KILLER, limit=1).counts[0] == (1, 0, 0, 0)
    assert possible(KILLER, limit=10**30).counts == found.counts
    impossible = Puzzle(KILLER.givens, (), (*KILLER.rules, Cage((0, 5), 7)))
    assert not possible(impossible).has_solution


def test_the_estimate_is_near_the_count() -> None:
    found = estimate_solutions(Puzzle.of("6x6", "." * 36), walks=400)
    assert found.low * 0.7 < 28_200_960 < found.high * 1.3  # the number of 6x6 grids
    assert estimate_solutions(KILLER, walks=300, seed=4) == estimate_solutions(KILLER, walks=300, seed=4)
    none = Puzzle(KILLER.givens, (), (*KILLER.rules, Cage((0, 5), 7)))
    assert estimate_solutions(none).mean == 0


def test_unnecessary_clues_of_a_puzzle_with_rules() -> None:
    one = Puzzle.of("4x4", "1...............", rules=[*KILLER.rules, Greater((15, 14))])
    free = unnecessary_clues(one)
    assert [clue.cell for clue in free if clue.cell is not None] == [0]  # the thermometers say it too
    fewer = minimal(one)
    assert is_unique(fewer)
    assert unnecessary_clues(fewer) == ()
    assert solution(fewer) == solution(one)


def test_what_cannot_handle_rules_says_so() -> None:
    for name in ("backtracking", "propagation", "search"):
        with pytest.raises(EngineError, match="does not know the rules of this puzzle: thermometer"):
            solution(KILLER, engine=name)
        with pytest.raises(UnsupportedRules, match=f"the engine {name} does not support .* thermometer"):
            next(engine(name).solutions(KILLER))
    from nonet.candidates import Candidates
    from nonet.canonical import canonical
    from nonet.logic import path as logic_path
    from nonet.rating import rate

    def by_explainer(puzzle: Puzzle) -> object:
        return list(logic_path(puzzle, scheme="se"))

    for function in (canonical, Candidates.of, lambda puzzle: rate(puzzle, scheme="se"), by_explainer):
        with pytest.raises(UnsupportedRules, match="thermometer"):
            function(KILLER)


def test_a_classic_puzzle_goes_to_the_classic_engines() -> None:
    classic = Puzzle(Grid.empty(CLASSIC))
    assert engine_for(classic) is default_engine(CLASSIC)
    assert engine_for(classic).name != "rules"
    assert engine_for(KILLER).knows_rules


def test_16x16() -> None:
    layout = Layout.named("16x16")
    grid = random_grids(layout, 1)[0]
    rng = random.Random(2)
    rules = [rule for rule in islice(true_rules(grid, rng), 40) if not isinstance(rule, AnyRule)]
    values = [value if rng.random() < 0.6 else 0 for value in grid]
    found = next(RULES.solutions(Puzzle.of(layout, values, rules=rules)))
    assert Puzzle.of(layout, values, rules=rules).is_solved_by(found)


@dataclass(frozen=True)
class Stutter(Rule):
    """A rule of another package: A B A is one of two words."""

    cells: Path
    accepted: Text

    kind = "stutter"
    title = "stutter"
    text = "A B A is {accepted}."

    def holds(self, grid: Grid) -> bool:
        first, second = (str(grid[cell]) for cell in self.cells)
        return f"{first}{second}{first}" in self.accepted.split("|")

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        first, second = self.cells
        yield Word((first, second, first), pattern_automaton(self.accepted, layout.digits))


def test_a_line_may_have_a_cell_twice() -> None:
    """What follows for its last place narrows its first place to a digit, with which the line does not fit."""
    puzzle = Puzzle.of("4x4", "....4...........", rules=[Stutter((0, 4), "142|341")])
    assert engine_for(puzzle).some_solution(puzzle) is None
    assert RULES.some_solution(puzzle) is None
    puzzle = Puzzle.of("4x4", "....4...........", rules=[Stutter((0, 4), "141|242")])
    plain = Puzzle.of("4x4", "....4...........")
    expected = {grid for grid in engine("backtracking").solutions(plain) if grid[0] in (1, 2)}
    assert expected
    assert {*engine_for(puzzle).solutions(puzzle)} == {*RULES.solutions(puzzle)} == expected


def test_every_family_is_in_the_catalogue() -> None:
    assert len(catalogue()) >= 70


@pytest.mark.parametrize(("seed", "several_houses"), [(0, False), (3, True)])
def test_sums_of_several_houses_are_derived_where_single_ones_are_not_enough(
    seed: int, several_houses: bool
) -> None:
    puzzle = make_variant(VariantRecipe("killer"), seed).puzzle
    simple = RuleSearch(rule_plan(puzzle.layout, puzzle.rules, most_houses=1))
    left = simple.start(puzzle.allowed)
    assert left is not None
    assert (simple.branch_cell(left) >= 0) == several_houses
    search, masks = begin_search(puzzle)
    assert masks is not None
    assert search.branch_cell(masks) < 0, "solved without a guess"
    assert (search.plan is rule_plan(puzzle.layout, puzzle.rules)) == several_houses


@pytest.mark.once
def test_a_sandwich_is_solved_by_its_lines() -> None:
    """The sum of a line and its different digits are one question; asked apart, they leave 20,000 positions to try."""
    puzzle = make_variant(VariantRecipe("sandwich"), 5, stream=1).puzzle
    tally = Tally()
    assert len(list(RULES.solutions(puzzle, tally=tally))) == 1
    assert tally.nodes < 500
