"""Boards of any rows, columns and digits, and rules with cells beside the board: against all grids, found by hand."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest

from nonet.canonical import canonical
from nonet.engines import engine, engine_for
from nonet.engines.region_propagators import LabelsAlike
from nonet.errors import InvalidRule, LayoutError, NonetError
from nonet.estimate import estimate_solutions
from nonet.explain.wording import rule_in_words
from nonet.faces.cli.solutions import ascending
from nonet.formats import format_grid, parse, write
from nonet.formats.json_puzzle import from_json, to_json
from nonet.generate import Recipe
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rules import (
    AmbiguousArrow,
    Battlefield,
    BrokenXSum,
    Cage,
    CountingCircles,
    Difference,
    EqualSumGroups,
    FuzzyArrow,
    HiddenSkyscraper,
    Indexing,
    LittleKiller,
    RegionArrows,
    RegionCount,
    RegionSumLine,
    Rule,
    Sandwich,
    ShiftedXSum,
    Skyscraper,
    Sum,
    SumLine,
    Thermometer,
    UnknownRegions,
    Whisper,
    XSum,
    catalogue,
    from_data,
    to_data,
)
from nonet.rules.primitives import CountAlike
from nonet.rules.shapes import Badge

ENGINES = ["rules", *(["rules-kernel"] if kernel is not None else [])]
BESIDE = sorted(kind for kind, rule in catalogue().items() if Layout.named(rule.example.layout).extras)


def example(kind: str) -> tuple[Layout, Rule]:
    cls = catalogue()[kind]
    layout = Layout.named(cls.example.layout)
    return layout, from_data({"kind": kind, **cls.example.data}, layout)


def fillings(rows: int, columns: int, digits: range) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to fill a board without a repeat in a row or column."""
    for board in product(permutations(digits, columns), repeat=rows):
        if all(len(set(column)) == rows for column in zip(*board, strict=True)):
            yield board


def found(puzzle: Puzzle, name: str) -> set[bytes]:
    return {grid.entries for grid in engine(name).solutions(puzzle)}


# -- boards -------------------------------------------------------------------------------------------------

BOARDS = [
    ("2x3", range(1, 4)),
    ("3x2:0-2", range(3)),
    ("2x2:0-3", range(4)),
    ("2x3:1-4", range(1, 5)),
    ("3x3:0-2", range(3)),
]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize(("board", "digits"), BOARDS)
def test_all_grids_of_a_board_are_found(board: str, digits: range, name: str) -> None:
    layout = Layout.named(board)
    expected = {
        tuple(v for row in grid for v in row) for grid in fillings(layout.height, layout.width, digits)
    }
    puzzle = Puzzle.of(layout, "." * layout.cell_count)
    assert {tuple(grid.values) for grid in engine(name).solutions(puzzle)} == expected
    assert engine(name).count_solutions(puzzle) == len(expected)


RULES = [
    Cage((0, 1), 1),
    Sum((0, 4, 8), 3),
    Thermometer((0, 1, 2)),
    Whisper((0, 4, 8, 4), 1),
    Difference((0, 1), 2),
    EqualSumGroups(((0, 1), (5,))),
    CountingCircles((0, 1, 3)),
    Indexing((0,), "column"),
    Sandwich((0, 1, 2), 1),
    Skyscraper((0, 1, 2), 2),
    XSum((0, 1, 2), 1),
    Cage((0, 0, 1), 2),
    FuzzyArrow((2, 1, 1)),
    AmbiguousArrow((2, 1, 1)),
    Battlefield((0, 1, 2), 2),
    BrokenXSum((0, 1, 2), 2),
    ShiftedXSum((0, 1, 2), 1),
    ShiftedXSum((0, 1, 2), 0),
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
def test_rules_count_with_the_digits_of_the_board(rule: Rule) -> None:
    """Whatever holds for the numbers that people read: digits from 0, and a cell that is listed twice."""
    layout = Layout.named("3x3:0-2")
    grids = [Grid.of(layout, [v for row in grid for v in row]) for grid in fillings(3, 3, range(3))]
    expected = {grid.entries for grid in grids if rule.holds(grid)}
    assert 0 < len(expected) < len(grids)
    assert expected == {grid.entries for grid in grids if not rule.broken(grid)}
    for name in ENGINES:
        assert found(Puzzle.of(layout, "." * 9, rules=[rule]), name) == expected


def test_digits_entries_and_symbols() -> None:
    layout = Layout.named("3x4:0-5")
    grid = Grid.of(layout, "0....5......")
    assert (grid[0], grid[5], grid.entries[0], grid.entries[5], grid.clue_count) == (0, 5, 1, 6, 2)
    assert list(grid.values[:2]) == [0, 255]
    assert str(grid).splitlines()[:2] == ["0 . . .", ". 5 . ."]
    assert eval(repr(grid), {"Grid": Grid}) == pickle.loads(pickle.dumps(grid)) == grid
    with pytest.raises(NonetError, match="r1c1 holds 6; digits are 0 to 5, 255 is empty"):
        Grid.of(layout, [6] + [255] * 11)
    puzzle = Puzzle.of(layout, grid.symbols, ruled_out={1: [0, 3]})
    assert puzzle.allowed[1] == 0b110110
    assert from_json(to_json(puzzle)) == puzzle == parse(write(puzzle, "iss"))


@pytest.mark.parametrize(
    ("puzzle", "form", "text"),
    [
        ("3x3:0-2", "line", "0.2......"),
        ("3x3:0-2", "rows", "0 . 2\n. . .\n. . ."),
        ("2x3:1-4", "board", "+-------+\n| 1 . 3 |\n| . . . |\n+-------+"),
        (
            "4x4:1-6",
            "board",
            "+-----+-----+\n| 1 . | 3 . |\n| . . | . . |\n+-----+-----+\n| . . | . . |\n| . . | . . |\n+-----+-----+",
        ),
    ],
)
def test_how_a_board_is_written(puzzle: str, form: str, text: str) -> None:
    layout = Layout.named(puzzle)
    first, third = layout.digits[0], layout.digits[2]
    grid = Grid.of(layout, f"{first}.{third}".ljust(layout.cell_count, "."))
    assert format_grid(grid, form) == text
    if not layout.first_digit:
        with pytest.raises(NonetError, match="0 is a digit of this board"):
            format_grid(grid, form, blank="0")


def test_a_line_that_stays_in_a_cell_ends() -> None:
    puzzle = Puzzle.of("4x4", "............2...", rules=[SumLine((12, 7, 0, 7, 13, 13), 4)])
    assert {engine(name).count_solutions(puzzle) for name in ENGINES} == {1}


def test_the_first_solutions_of_a_board_with_0() -> None:
    puzzle = Puzzle.of("4x4:0-3", "0" + "." * 15)
    found = [grid.entries for grid in ascending(engine("rules"), puzzle)]
    assert len(found) == 72
    assert found == sorted(found)


def test_more_solutions_than_a_number_holds() -> None:
    with pytest.raises(NonetError, match="more solutions than can be estimated"):
        estimate_solutions(parse(".Shape~4x4.Var~A~~600"), walks=1)


def test_what_does_not_know_such_a_board_says_so() -> None:
    puzzle = Puzzle.of("4x4:0-3", ".123230110323210")
    with pytest.raises(LayoutError, match="the canonical form knows no 4x4:0-3 board yet"):
        canonical(puzzle)
    with pytest.raises(LayoutError, match="creating puzzles knows no 4x7 board yet"):
        Recipe(layout=Layout.named("4x7"))
    with pytest.raises(NonetError, match="sdk cannot hold a board other than 9x9"):
        write(puzzle, "sdk")


# -- cells beside the board ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BESIDE)
def test_a_rule_is_a_value_and_says_what_it_is(kind: str) -> None:
    layout, rule = example(kind)
    puzzle = Puzzle.of(layout, "." * layout.board_count, rules=[rule])
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle == from_json(to_json(puzzle))
    assert from_data(json.loads(json.dumps(to_data(rule, layout))), layout) == rule
    said = rule_in_words(rule, layout)
    assert said.endswith(".")
    assert "{" not in said


def trominoes() -> list[list[int]]:
    """The labels of all ways to divide nine cells into three connected groups of three, in the order of their cells."""
    shapes = [
        cells
        for cells in combinations(range(9), 3)
        if sum(abs(a // 3 - b // 3) + abs(a % 3 - b % 3) == 1 for a, b in combinations(cells, 2)) == 2
    ]
    ways = [
        sorted(way) for way in combinations(shapes, 3) if len({cell for shape in way for cell in shape}) == 9
    ]
    return [
        [1 + next(i for i, shape in enumerate(way) if cell in shape) for cell in range(9)] for way in ways
    ]


LABELS = tuple(range(9, 18))


def constructions() -> list[tuple[tuple[int, ...], list[int]]]:
    """The digits and labels of all boards of 3x3 with regions that are not drawn."""
    grids = [tuple(v for row in grid for v in row) for grid in fillings(3, 3, range(1, 4))]
    return [
        (grid, labels)
        for grid in grids
        for labels in trominoes()
        if len({*zip(grid, labels, strict=True)}) == 9
    ]


@pytest.mark.parametrize("name", ENGINES)
def test_regions_that_are_not_drawn(name: str) -> None:
    layout = Layout.named("3x3").with_extras([("R", 9)])
    expected = {bytes([*grid, *labels]) for grid, labels in constructions()}
    assert len(trominoes()) == 10
    assert expected
    puzzle = Puzzle.of(layout, "." * 9, rules=[UnknownRegions(LABELS)])
    assert found(puzzle, name) == expected
    assert all(puzzle.is_solved_by(Grid(layout, entries)) for entries in expected)


def run(labels: list[int], arm: tuple[int, ...]) -> int:
    """How many cells of an arm after the first are in its region, before one is not."""
    count = 0
    for cell in arm[1:]:
        if labels[cell] != labels[arm[0]]:
            break
        count += 1
    return count


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("skip", [False, True])
def test_arrows_and_counts_of_regions(name: str, skip: bool) -> None:
    layout = Layout.named("3x3").with_extras([("R", 9)])
    arms, around = ((4, 5), (4, 7), (4, 1)), (4, 0, 1, 3)
    arrows = RegionArrows(4, tuple(tuple(LABELS[cell] for cell in arm) for arm in arms), skip)
    count = RegionCount(4, tuple(LABELS[cell] for cell in around), skip)
    first = 0 if skip else 1
    expected: dict[Rule, set[bytes]] = {
        arrows: {
            bytes([*grid, *labels])
            for grid, labels in constructions()
            if grid[4] == first + sum(run(labels, arm) for arm in arms)
        },
        count: {
            bytes([*grid, *labels])
            for grid, labels in constructions()
            if grid[4] == first + sum(labels[cell] == labels[4] for cell in around[1:])
        },
    }
    for rule, grids in expected.items():
        puzzle = Puzzle.of(layout, "." * 9, rules=[UnknownRegions(LABELS), rule])
        assert found(puzzle, name) == grids
        assert grids


def test_counts_of_labels_are_exact() -> None:
    """What the propagator of counts leaves is what occurs in some way to fill its cells."""
    chance = random.Random(33)
    for number in range(200):
        arms = ((2, 3, 4),) if number % 2 else ((2, 3), (4,))
        part = CountAlike(0, 1, arms, in_row=number % 4 > 1, added=chance.randrange(2))
        masks = [chance.randrange(1, 8) for _ in range(5)]
        ways = product(*([digit for digit in (1, 2, 3) if mask >> digit - 1 & 1] for mask in masks))
        fits = [way for way in ways if way[0] == part.added + sum(alike(way, arm, part) for arm in arms)]
        assert all(not part.broken(way) for way in fits)
        expected = [sum({1 << digit - 1 for digit in column}) for column in zip(*fits, strict=True)]
        left = [*masks]
        assert LabelsAlike(part).prune(left, []) == bool(fits)
        assert not fits or left == expected


def alike(way: tuple[int, ...], arm: tuple[int, ...], part: CountAlike) -> int:
    same = [way[cell] == way[part.first] for cell in arm]
    return (same.index(False) if False in same else len(same)) if part.in_row else sum(same)


def doppelgangers(rows: tuple[tuple[int, ...], ...], lacked: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All boards of 4x4 with the digits 0 to 4 that begin so: each row holds 0, and no two rows lack the same digit."""
    if len(rows) == 4:
        columns = [({1, 2, 3, 4} - {*column}) for column in zip(*rows, strict=True)]
        if all(len(lack) == 1 for lack in columns) and len(set().union(*columns)) == 4:
            zeros = [(lacked[row], columns[line.index(0)]) for row, line in enumerate(rows)]
            if all(own not in lack for own, lack in zeros):
                yield tuple(v for line in rows for v in line)
        return
    for lack in {1, 2, 3, 4} - {*lacked}:
        for row in permutations({0, 1, 2, 3, 4} - {lack}):
            if not any(digit == above[c] for c, digit in enumerate(row) for above in rows):
                yield from doppelgangers((*rows, row), (*lacked, lack))


@pytest.mark.parametrize("name", ENGINES)
def test_doppelgangers(name: str) -> None:
    layout, rule = example("doppelganger")
    expected = set(doppelgangers(((0, 1, 2, 3),), (4,)))
    assert expected
    puzzle = Puzzle.of(layout, "0123" + "." * 12, rules=[rule])
    assert {tuple(grid.values) for grid in engine(name).solutions(puzzle)} == expected


def test_variables_are_found_and_given() -> None:
    puzzle = parse(".Shape~2x2.Var~A~~2.AllDifferent~VA1~R1C1.Sum~3~VA1~VA2.~VA2_1")
    assert puzzle.layout.name == "2x2+VA2"
    assert parse(write(puzzle, "iss")) == puzzle
    grid = engine_for(puzzle).solution(puzzle)
    assert (list(grid.values), grid[4], grid[5]) == ([1, 2, 2, 1], 2, 1)


def test_a_building_without_height_is_not_seen() -> None:
    """But it is hidden only behind another: worked out by hand."""
    grid = Grid.of("1x4:0-3", [0, 2, 1, 3])
    assert [count for count in range(1, 5) if Skyscraper((0, 1, 2, 3), count).holds(grid)] == [2]
    assert [digit for digit in range(4) if HiddenSkyscraper((0, 1, 2, 3), digit).holds(grid)] == [1]


def test_claims_beyond_the_end_of_a_line() -> None:
    """A digit that is greater than the length of the line: worked out by hand."""
    grid = Grid.of("1x3:0-6", [2, 1, 5])  # the 2 claims two cells, the 5 all of them
    assert [total for total in range(9) if Battlefield((0, 1, 2), total).holds(grid)] == [3]
    assert not any(ShiftedXSum((2, 1, 0), total).holds(grid) for total in range(9))  # there is no cell 5


def test_cells_beside_the_board_have_no_place() -> None:
    layout = Layout.named("4x4+A1")
    for rule in (Indexing((16,), "row"), RegionSumLine((16, 0)), LittleKiller((13, 16), 3)):
        with pytest.raises(InvalidRule, match="all its cells must be on the board"):
            Puzzle.of(layout, "." * 17, rules=[rule])


def test_a_cell_that_is_a_row_of_its_own_can_only_point_to_itself() -> None:
    puzzle = Puzzle.of("1x3:0-4", "...", rules=[Indexing((1,), "row")])
    for name in ENGINES:
        assert {grid[1] for grid in engine(name).solutions(puzzle)} == {1}


def test_arrows_whose_arms_are_no_labels_are_drawn() -> None:
    """They lead anywhere, also off the board."""
    rule = RegionArrows(2, ((12, 8, 4, 0),), True)
    puzzle = Puzzle.of("4x4", "." * 16, rules=[rule])
    (badge,) = rule.shapes(puzzle.layout)
    assert isinstance(badge, Badge)
    assert badge.ways == ()


def test_labels_that_do_not_fit_are_refused() -> None:
    layout = Layout.named("3x3").with_extras([("R", 9)])
    with pytest.raises(InvalidRule, match=r"for each cell: a board 3x3\+R9$"):
        Puzzle.of(layout, "." * 9, rules=[UnknownRegions(LABELS[:8])])
    with pytest.raises(InvalidRule, match=r"for each cell: a board 3x3\+X9\+R9"):
        Puzzle.of(Layout.named("3x3+X9"), "." * 9, rules=[UnknownRegions(LABELS)])
    with pytest.raises(InvalidRule, match="its arms must begin with the same cell"):
        Puzzle.of(layout, "." * 9, rules=[RegionArrows(0, ((9, 10), (10, 11)))])
    with pytest.raises(InvalidRule, match="at most 8 arms"):
        Puzzle.of(layout, "." * 9, rules=[RegionArrows(0, ((9, 10),) * 9)])
    large = Layout.named("8x8+R64")
    with pytest.raises(InvalidRule, match="at most 61 cells along its arms"):
        Puzzle.of(large, "." * 64, rules=[RegionArrows(0, (tuple(range(64, 96)),) * 2)])
    with pytest.raises(InvalidRule, match="at most 61 cells besides the first"):
        Puzzle.of(large, "." * 64, rules=[RegionCount(0, tuple(range(64, 127)))])
    most = Puzzle.of(large, "." * 64, rules=[RegionCount(0, tuple(range(64, 126)))])
    assert most.rules[0].holds(next(engine_for(most).solutions(most)))
    for groups in ([("R", 0)], [("r", 1)], [("R", 1), ("R", 2)], [("R", 626)]):
        with pytest.raises(LayoutError):
            Layout.named("3x3").with_extras(groups)
