"""Cells that count as something else than their digits: against all grids and marks, found and judged by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, permutations, product

import pytest

from many_cases import every
from nonet.engines import engine
from nonet.errors import FormatError, InvalidRule, NonetError
from nonet.formats import parse, write
from nonet.formats.json_puzzle import to_json
from nonet.grid import Grid
from nonet.hints import HintKind, hint
from nonet.layout import Layout
from nonet.logic.position import Position
from nonet.logic.verify import is_proved
from nonet.native import kernel
from nonet.play.game import Game
from nonet.play.rule_words import clues_of, rules_in_words, variant_title
from nonet.puzzle import Puzzle
from nonet.rules import (
    AmbiguousArrow,
    Arrow,
    AverageArrow,
    BetweenLine,
    Cage,
    Difference,
    DoubleArrow,
    Doublers,
    EqualSumGroups,
    Even,
    Factor,
    FuzzyArrow,
    Greater,
    LittleKiller,
    LookAndSayCage,
    ModifiedCells,
    ModularLine,
    Nabner,
    Negators,
    Odd,
    PairProduct,
    PairRelation,
    PairSum,
    Palindrome,
    ParityLine,
    Ratio,
    RegionSumLine,
    Renban,
    Rule,
    Sandwich,
    SlowThermometer,
    Sum,
    Thermometer,
    WeightedSum,
    Whisper,
    ZipperLine,
    catalogue,
    from_data,
    rule_class,
)

ENGINES = ["rules", *(["rules-kernel"] if kernel is not None else [])]
BOARD = Layout.named("4x4+M16")
SHIFTED = Layout.named("4x4:0-3+M16")
LINES = [
    *(tuple(range(4 * row, 4 * row + 4)) for row in range(4)),
    *(tuple(range(column, 16, 4)) for column in range(4)),
    *((box, box + 1, box + 4, box + 5) for box in (0, 2, 8, 10)),
]
Values = tuple[int, ...]
Means = Callable[[Values], bool]


@cache
def grids() -> list[Values]:
    """All grids of 4x4, with the entries 1 to 4."""
    rows = list(permutations(range(1, 5)))
    bands = [one + two for one, two in product(rows, repeat=2) if not {*one[:2]} & {*two[:2]}]
    boards = (top + bottom for top, bottom in product(bands, repeat=2))
    return [cells for cells in boards if all(len({cells[cell] for cell in line}) == 4 for line in LINES)]


@cache
def places() -> list[frozenset[int]]:
    """All ways to choose one cell in each row, column and box."""
    chosen = (frozenset(4 * row + column for row, column in enumerate(way)) for way in permutations(range(4)))
    return [cells for cells in chosen if all(len(cells.intersection(line)) == 1 for line in LINES)]


@cache
def marked(ways: int, *, repeats: bool) -> list[tuple[Values, Values]]:
    """All grids with all marks: 1, or 2 and 3 for the ways to modify a cell."""
    return list(_marked(ways, repeats))


def _marked(ways: int, repeats: bool) -> Iterator[tuple[Values, Values]]:
    for grid in grids():
        once = [cells for cells in places() if repeats or len({grid[cell] for cell in cells}) == 4]
        for chosen in product(once, repeat=ways):
            if ways == 1 or not chosen[0] & chosen[1]:
                yield (
                    grid,
                    tuple(
                        next((k for k, cells in enumerate(chosen, 2) if cell in cells), 1)
                        for cell in range(16)
                    ),
                )


def found(layout: Layout, rule: Rule, name: str) -> set[bytes]:
    return {grid.entries for grid in engine(name).solutions(Puzzle.of(layout, "." * 16, rules=[rule]))}


def is_valid(rule: Rule, layout: Layout) -> bool:
    try:
        rule.check(layout)
    except InvalidRule:
        return False
    return True


CASES: list[tuple[Rule, Means]] = [
    (Sum((0, 1, 5), 10), lambda v: v[0] + v[1] + v[5] == 10),
    (Thermometer((0, 1, 6)), lambda v: v[0] < v[1] < v[6]),
    (SlowThermometer((0, 5, 10)), lambda v: v[0] <= v[5] <= v[10]),
    (Whisper((0, 1, 5), 3), lambda v: abs(v[0] - v[1]) >= 3 <= abs(v[1] - v[5])),
    (Nabner((0, 5)), lambda v: abs(v[0] - v[5]) > 1),
    (Palindrome((0, 1, 6, 11)), lambda v: v[0] == v[11] and v[1] == v[6]),
    (ModularLine((0, 1, 5), 3), lambda v: len({v[0] % 3, v[1] % 3, v[5] % 3}) == 3),
    (ParityLine((0, 1, 5)), lambda v: v[0] % 2 != v[1] % 2 != v[5] % 2),
    (Arrow((0,), (1, 6)), lambda v: v[0] == v[1] + v[6]),
    (Arrow((0, 1), (6, 7, 11, 15)), lambda v: 10 * v[0] + v[1] == v[6] + v[7] + v[11] + v[15]),
    (AverageArrow((0,), (5, 6)), lambda v: 2 * v[0] == v[5] + v[6]),
    (FuzzyArrow((0, 1, 5)), lambda v: v[0] + v[1] + v[5] in (2 * v[0], 2 * v[1], 2 * v[5])),
    (AmbiguousArrow((0, 1, 5)), lambda v: v[0] + v[1] + v[5] in (2 * v[0], 2 * v[5])),
    (DoubleArrow((0, 1, 5, 9)), lambda v: v[0] + v[9] == v[1] + v[5]),
    (Renban((0, 1, 5)), lambda v: [b - a for a, b in pairwise(sorted((v[0], v[1], v[5])))] == [1, 1]),
    (RegionSumLine((0, 1, 2, 6)), lambda v: v[0] + v[1] == v[2] + v[6]),
    (ZipperLine((0, 1, 2, 6, 7)), lambda v: v[0] + v[7] == v[1] + v[6] == v[2]),
    (EqualSumGroups(((0, 1), (6,), (9, 14))), lambda v: v[0] + v[1] == v[6] == v[9] + v[14]),
    (BetweenLine((0, 1, 6)), lambda v: min(v[0], v[6]) < v[1] < max(v[0], v[6])),
    (Difference((0, 1), 1), lambda v: abs(v[0] - v[1]) == 1),
    (Ratio((0, 1)), lambda v: v[0] == 2 * v[1] or v[1] == 2 * v[0]),
    (PairSum((0, 1), 5), lambda v: v[0] + v[1] == 5),
    (PairProduct((0, 1), 12), lambda v: v[0] * v[1] == 12),
    (Factor((1, 2)), lambda v: 0 in v[1:3] or v[1] % v[2] == 0 or v[2] % v[1] == 0),
    (Greater((0, 1)), lambda v: v[0] > v[1]),
    (PairRelation((0, 1), ((3, 1), (4, 2), (2, 4))), lambda v: v[:2] in {(3, 1), (4, 2), (2, 4)}),
    (LittleKiller((2, 5, 8), 9), lambda v: v[2] + v[5] + v[8] == 9),
    (WeightedSum((0, 1, 5), (2, -1, 3), 10), lambda v: 2 * v[0] - v[1] + 3 * v[5] == 10),
    (Odd((0, 5)), lambda v: v[0] % 2 == 1 == v[5] % 2),
    (Even((0, 5)), lambda v: v[0] % 2 == 0 == v[5] % 2),
]

CHANGES: list[tuple[Layout, type[Doublers], Callable[[int], int]]] = [
    (BOARD, Doublers, lambda digit: 2 * digit),
    (BOARD, Negators, lambda digit: -digit),
    (SHIFTED, Doublers, lambda digit: 2 * digit),
]


@cache
def changed(layout: Layout, change: Callable[[int], int]) -> list[tuple[bytes, Values]]:
    """All grids with all marks, and what their cells count as."""
    return [
        (
            bytes([*grid, *marks]),
            tuple(
                change(digit) if mark == 2 else digit
                for digit, mark in zip((entry + layout.first_digit - 1 for entry in grid), marks, strict=True)
            ),
        )
        for grid, marks in marked(1, repeats=False)
    ]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda number: CASES[number][0].kind)
def test_rules_read_values(number: int, name: str) -> None:
    """In `make test` each rule reads one kind of values, the next two rules another: so few are without a solution."""
    rule, means = CASES[number]
    for layout, cls, change in CHANGES[number // 2 % every(3) :: every(3)]:
        expected = {entries for entries, values in changed(layout, change) if means(values)}
        modified = cls((rule,))
        if not expected and not is_valid(modified, layout):  # a clue that no values can meet
            continue
        assert found(layout, modified, name) == expected
        for entries in list(expected)[:50]:
            solution = Grid(layout, entries)
            assert modified.holds(solution)
            assert not modified.broken(solution)


def test_all_rules_that_read_values_are_tested() -> None:
    tested = {rule.kind for rule, _ in CASES} | {"cage", "magic_square"}
    assert tested == {kind for kind, cls in catalogue().items() if cls.by_value}


@pytest.mark.parametrize("name", ENGINES)
def test_a_cage_sums_values_and_its_digits_differ(name: str) -> None:
    cage = Cage((0, 1, 4, 10), 15)
    expected = {
        bytes([*grid, *marks])
        for grid, marks in marked(1, repeats=False)
        if len({grid[cell] for cell in cage.cells}) == 4
        and sum(grid[cell] * marks[cell] for cell in cage.cells) == 15  # a doubler has the mark 2
    }
    assert expected
    assert found(BOARD, Doublers((cage,)), name) == expected
    plain = {
        bytes([*grid, *marks]) for grid, marks in marked(1, repeats=False) if grid[0] != grid[10] != grid[1]
    }
    assert (
        found(BOARD, Doublers((Cage((0, 1, 10)),)), name)
        == {
            bytes([*grid, *marks])
            for grid, marks in marked(1, repeats=False)
            if len({grid[0], grid[1], grid[10]}) == 3
        }
        <= plain
    )


@pytest.mark.parametrize(
    ("repeats", "name"),
    [
        pytest.param(repeats, name, marks=[pytest.mark.slow] if repeats and name == "rules" else [])
        for repeats in (False, True)
        for name in ENGINES
    ],
)
def test_marks_alone_and_two_ways_to_modify(name: str, repeats: bool) -> None:
    one = {bytes([*grid, *marks]) for grid, marks in marked(1, repeats=repeats)}
    assert found(BOARD, Doublers(repeats=repeats), name) == one
    tables = {1: (0, 1, 2, 3, 4), 2: (0, 2, 3, 4, 5), 3: (0, 0, 1, 2, 3)}
    hot = ModifiedCells(
        (Sum((0, 1, 5, 10), 12), Greater((2, 3))), repeats, values=(2, 3, 4, 5), others=(0, 1, 2, 3)
    )
    two = set()
    for grid, marks in marked(2, repeats=repeats):
        values = [tables[mark][digit] for digit, mark in zip(grid, marks, strict=True)]
        if values[0] + values[1] + values[5] + values[10] == 12 and values[2] > values[3]:
            two.add(bytes([*grid, *marks]))
    assert two
    assert found(BOARD, hot, name) == two


def test_a_rule_that_reads_values_does_not_ask_which_digits_there_are() -> None:
    """On a board with more digits it means the same."""
    wide = Layout.named("4x4:0-8+M16")
    for rule, _ in CASES:
        for grid in grids()[::7]:
            both = [rule.holds(Grid(layout, bytes(grid) + bytes(16))) for layout in (BOARD,)]
            both += [rule.holds(Grid(wide, bytes(entry + 1 for entry in grid) + bytes(16)))]
            assert both[0] == both[1], rule


@pytest.mark.parametrize("kind", ["doublers", "negators", "modified_cells"])
def test_they_are_written_and_read(kind: str) -> None:
    cls = rule_class(kind)
    layout = Layout.named(cls.example.layout)
    rule = from_data({"kind": kind, **cls.example.data}, layout)
    puzzle = Puzzle.of(layout, "." * 16, rules=[rule])
    for text in (to_json(puzzle), write(puzzle, "share")):
        assert parse(text) == puzzle
    assert "marks" not in json.loads(to_json(puzzle))["rules"][0]
    for name in ("f-puzzles", "sudokupad", "iss"):
        with pytest.raises(FormatError):
            write(puzzle, name)


def test_givens_may_be_marks() -> None:
    puzzle = Puzzle.of(BOARD, "." * 16 + "2" + "." * 15, rules=[Doublers((Cage((0, 1), 10),))])
    grid = engine("rules").some_solution(puzzle)
    assert grid is not None
    assert (grid[0], grid[1]) in {(3, 4), (4, 2)}
    with pytest.raises(NonetError, match="the givens break a rule: doublers"):
        Puzzle.of(BOARD, "." * 16 + "22" + "." * 14, rules=[Doublers()])


@pytest.mark.parametrize(
    ("layout", "rule", "reason"),
    [
        ("4x4", Doublers(), "a board 4x4+M16"),
        ("4x4+D16", Doublers(), "a board 4x4+D16+M16"),
        ("4x6+M24", Doublers(), "as many rows as columns, boxes and digits"),
        ("4x4:0-4+M16", Doublers(), "as many rows as columns, boxes and digits"),
        ("1x1+M1", Doublers(), "as many rows as columns, boxes and digits"),
        ("4x4+M16", Doublers((Sandwich((0, 1, 2, 3), 3),)), "the rule sandwich reads digits, not values"),
        ("4x4+M16", Doublers((Sum((0, 1, 16), 3),)), "all its cells must be on the board"),
        ("4x4+M16", Doublers((Cage((0, 1), 17),)), "2 digits from 1 to 8 cannot sum to 17"),
        ("4x4+M16", Doublers((Cage((0, 1, 2, 3, 4), 17),)), "5 cells are too many"),
        ("4x4+M16", ModifiedCells(values=(1, 2, 3)), "it needs 4 values, one for each digit"),
        ("4x4+M16", ModifiedCells(), "it needs 4 values, one for each digit"),
        ("4x4+M16", ModifiedCells(values=(1, 2, 3, 101)), "values are -100 to 100"),
        ("samurai", Doublers(), "it needs a square board"),
        ("4x4", LookAndSayCage((0, 1), ((1, 2), (1, 3), (1, 2))), "the digit 2 is counted twice"),
    ],
)
def test_what_makes_no_sense_is_refused(layout: str, rule: Rule, reason: str) -> None:
    board = Layout.named(layout)
    with pytest.raises(InvalidRule, match=reason.replace("+", r"\+")):
        Puzzle.of(
            board, [0] * board.cell_count if board.first_digit else "." * board.board_count, rules=[rule]
        )


def test_it_is_told_and_played() -> None:
    rule = Doublers((Cage((0, 1, 5), 11), Thermometer((10, 14)), Sum((2, 3, 7), 12)))
    puzzle = Puzzle.of(BOARD, "2..3..1..2..4..1", rules=[rule])
    said = rules_in_words(puzzle)
    assert said[1].endswith("twice its digit in these rules: killer cage, sum, thermometer.")
    assert said[2] == "Digits in a cage differ and sum to the number in its corner."
    assert variant_title(puzzle) == "Doublers, killer cage, sum, thermometer"
    assert [clue.name for clue in clues_of(puzzle)] == ["killer cage 11", "sum 12", "thermometer"]
    game = Game.of(puzzle)
    assert game.solution is not None
    assert game.solution.symbols == "2143341212344321" + "1112121121111121"
    assert rule.broken(Grid.of(BOARD, "..........4...1.")) == (10, 14)  # 4 is not less than 2 · 1
    assert not rule.broken(Grid.of(BOARD, "..........3...2."))
    assert rule.broken(Grid.of(BOARD, "..........3...2." + "." * 14 + "1.")) == (10, 14, 30)


def test_hints_are_about_the_board() -> None:
    """The player does not see marks: steps that conclude something about them alone are taken silently."""
    rule = Doublers((Cage((0, 1, 5), 11), Cage((2, 3, 7), 12), Thermometer((10, 14))))
    puzzle = Puzzle.of(BOARD, "2.....1.........", rules=[rule])
    solution = engine("rules").some_solution(puzzle)
    assert solution is not None
    board, steps, revealed = puzzle.givens, 0, 0
    while (found := hint(puzzle, board)).kind is not HintKind.SOLVED:
        steps += 1
        if found.kind is HintKind.REVEAL:
            revealed += 1
            cells = set(found.cells)
        else:
            assert found.step is not None
            assert is_proved(
                Position.at(found.position, givens=puzzle.givens, rules=puzzle.rules), found.step
            )
            cells = {cell for cell, _ in (*found.step.placements, *found.step.eliminations)}
        shown = sorted(cell for cell in cells if cell < 16)
        assert shown
        board = board.with_entry(shown[0], solution.entries[shown[0]])
    assert board.values == solution.values
    assert revealed < steps
