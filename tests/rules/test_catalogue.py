"""What every rule of the catalogue must do; a new rule is tested here without a line of its own."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import combinations, permutations

import jsonschema
import pytest
import rule_table

from many_cases import every, for_each, spread
from nonet.engines import engine, engine_for
from nonet.errors import FormatError, ImpossibleRule, InvalidRule, LimitExceeded
from nonet.explain.wording import rule_in_words
from nonet.formats.json_puzzle import from_json, schema, to_json
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.messages import catalogue as catalogue_of
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rules import (
    AllRules,
    AntiKnight,
    AntiQueen,
    AnyRule,
    Arrow,
    AverageArrow,
    BetweenLine,
    Cage,
    Contains,
    Difference,
    EqualSumGroups,
    Even,
    FullRank,
    IndexLine,
    LittleKiller,
    LockoutLine,
    NonConsecutive,
    Odd,
    Quadruple,
    Ratio,
    RegionSumLine,
    RellikCage,
    Renban,
    Rule,
    Skyscraper,
    Sum,
    SumLine,
    Thermometer,
    Whisper,
    Windoku,
    catalogue,
    from_data,
    to_data,
)
from nonet.rules.encoding import CAGE_CODE, rule_parts
from nonet.rules.primitives import CODES, Pair, encoded, flat
from nonet.rules.tables import different, sum_of
from nonet.symmetry import Transformation, geometric_symmetries

KINDS = sorted(kind for kind, rule in catalogue().items() if Layout.named(rule.example.layout).is_usual)
"""Rules with cells beside the board have tests of their own: test_beside_the_board.py."""


def example(kind: str) -> tuple[Layout, Rule]:
    cls = catalogue()[kind]
    layout = Layout.named(cls.example.layout)
    return layout, from_data({"kind": kind, **cls.example.data}, layout)


@cache
def grids_of_4x4() -> tuple[Grid, ...]:
    """All 288 grids, from all ways to fill rows, without an engine."""
    layout = Layout.named("4x4")
    rows = [bytes(row) for row in permutations((1, 2, 3, 4))]
    found = []
    for first in rows:
        for second in rows:
            if set(first[:2]) & set(second[:2]):
                continue
            for third in rows:
                if any(third[c] in (first[c], second[c]) for c in range(4)):
                    continue
                fourth = bytes(10 - first[c] - second[c] - third[c] for c in range(4))
                grid = Grid(layout, first + second + third + fourth)
                if grid.is_solution():
                    found.append(grid)
    assert len(found) == 288
    return tuple(found)


def random_grids(layout: Layout, count: int) -> list[Grid]:
    """Grids that are shuffles of one; enough to meet a rule in many states."""
    rng = random.Random(17)
    if layout.size == 4:
        return rng.sample(grids_of_4x4(), count)
    rows, columns = layout.box_shape or (1, layout.size)
    found = []
    for _ in range(count):
        digits = rng.sample(list(layout.digits), layout.size)
        order = [
            band * rows + row
            for band in rng.sample(range(columns), columns)
            for row in rng.sample(range(rows), rows)
        ]
        values = [
            digits[(row % rows * columns + row // rows + column) % layout.size]
            for row in order
            for column in range(layout.size)
        ]
        found.append(Grid.of(layout, values))
    return found


@for_each(KINDS)
def test_a_rule_is_a_value(kind: str) -> None:
    layout, rule = example(kind)
    assert pickle.loads(pickle.dumps(rule)) == rule
    assert hash(from_data(to_data(rule, layout), layout)) == hash(rule)
    puzzle = Puzzle.of(layout, [0] * layout.cell_count, rules=[rule, rule])
    assert puzzle.rules == (rule,)
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    names = {"Puzzle": Puzzle, **{cls.__name__: cls for cls in catalogue().values()}}
    assert eval(repr(puzzle), names) == puzzle
    assert puzzle != puzzle.without_rules()


@for_each(KINDS)
def test_json_there_and_back(kind: str) -> None:
    layout, rule = example(kind)
    puzzle = Puzzle.of(layout, [0] * layout.cell_count, rules=[rule])
    assert from_json(to_json(puzzle)) == puzzle
    data = json.loads(json.dumps(catalogue()[kind].example.data))
    assert from_data({"kind": kind, **data}, layout) == rule
    with pytest.raises(InvalidRule, match="unknown field 'nonsense'"):
        from_data({"kind": kind, **data, "nonsense": 1}, layout)
    required = [field.name for field in type(rule).fields() if field.required]
    for name in required:
        with pytest.raises(InvalidRule, match="is missing"):
            from_data({"kind": kind, **{key: value for key, value in data.items() if key != name}}, layout)


@pytest.mark.slow
@for_each(spread(KINDS, 2))
def test_a_number_that_is_far_too_large_is_refused_or_understood(kind: str) -> None:
    """What is not refused means the same to every engine."""
    engines_for_rules = ["rules", "rules-kernel"] if kernel is not None else ["rules"]
    layout, data = Layout.named(catalogue()[kind].example.layout), catalogue()[kind].example.data
    for name, value in data.items():
        if isinstance(value, int) and not isinstance(value, bool):
            for huge in spread((10**30, -(10**30)), 2):
                with suppress(InvalidRule, LimitExceeded):
                    rule = from_data({"kind": kind, **data, name: huge}, layout)
                    puzzle = Puzzle.of(layout, [0] * layout.cell_count, rules=[rule])
                    found = [engine(each).count_solutions(puzzle, limit=2) for each in engines_for_rules]
                    assert found == [found[0]] * len(found)


@for_each(KINDS)
def test_broken_is_empty_on_a_full_grid_if_and_only_if_the_rule_holds(kind: str) -> None:
    layout, rule = example(kind)
    grids = grids_of_4x4() if layout.size == 4 else random_grids(layout, 60 // every(3))
    for grid in grids:
        broken = rule.broken(grid)
        assert (not broken) == rule.holds(grid), (rule, str(grid))
        assert set(broken) <= set(range(layout.cell_count))


@for_each(KINDS)
def test_an_unfinished_grid_of_a_solution_breaks_nothing(kind: str) -> None:
    layout, rule = example(kind)
    rng = random.Random(5)
    grids = [grid for grid in random_grids(layout, 100) if rule.holds(grid)]
    for grid in grids[:30]:
        values = [value if rng.random() < 0.5 else 0 for value in grid]
        assert rule.broken(Grid.of(layout, values)) == ()


@for_each(KINDS)
def test_a_rule_moves_with_the_board(kind: str) -> None:
    """A grid obeys a rule if and only if the moved grid obeys the moved rule."""
    layout, rule = example(kind)
    rng = random.Random(3)
    changes = list(geometric_symmetries(layout))
    for _ in range(3):
        changes.append(Transformation.relabelling(layout, rng.sample(list(layout.digits), layout.size)))
    moved = 0
    for change in changes:
        image = rule.mapped(change)
        if image is None:
            continue
        moved += 1
        for grid in random_grids(layout, 40 // every(3)):
            assert rule.holds(grid) == image.holds(change(grid)), (rule, image)
    assert moved >= 1  # the identity


@for_each(KINDS)
def test_it_says_what_it_is(kind: str) -> None:
    layout, rule = example(kind)
    message, _ = rule.words()
    said = rule_in_words(rule, layout)
    assert said.endswith(".")
    assert "{" not in said
    for text in (rule.text, message):
        assert catalogue_of("cs").say(text) != text
    for shape in rule.shapes(layout):
        assert shape.style
    affected = rule.affected(layout)
    assert len(set(affected)) == len(affected) > 0
    assert all(isinstance(number, int) for number in encoded(rule.compile(layout)))


@pytest.mark.parametrize(
    ("language", "twice", "thrice"),
    [
        ("en", "one is twice the other.", "one is 3 times the other."),
        ("de", "eine doppelt so groß wie die andere.", "eine 3-mal so groß wie die andere."),
        ("cs", "jedna dvakrát větší než druhá.", "jedna 3krát větší než druhá."),
    ],
)
def test_a_black_dot_says_twice_or_how_many_times(language: str, twice: str, thrice: str) -> None:
    for ratio, said in ((2, twice), (3, thrice)):
        message, slots = Ratio((0, 1), ratio).words()
        assert catalogue_of(language).say(message, **slots).endswith(said)


def test_the_schema_names_every_rule() -> None:
    definitions = schema()["$defs"]
    assert set(definitions) == {"rule", *catalogue()}
    assert json.loads(json.dumps(schema())) == schema()


@for_each(KINDS)
def test_the_schema_accepts_the_example_and_nothing_else(kind: str) -> None:
    definitions = schema()["$defs"]
    validator = jsonschema.Draft202012Validator({**definitions[kind], "$defs": definitions})
    layout, rule = example(kind)
    data = to_data(rule, layout)
    assert validator.is_valid(data)
    assert not validator.is_valid({**data, "colour": "red"})
    for name in data:
        assert not validator.is_valid({**data, name: {"wrong": 1}})


def test_the_schema_accepts_a_puzzle_and_nothing_else() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    layout, rule = example("cage")
    data = json.loads(to_json(Puzzle.of(layout, "1" + "." * 15, rules=[rule])))
    assert validator.is_valid(data)
    for wrong in (
        {"nonet": 2},
        {"nonet": True},
        {"layout": 4},
        {"givens": [1]},
        {"rules": [{"kind": "nothing"}]},
        {"colour": 1},
    ):
        assert not validator.is_valid({**data, **wrong})
        with pytest.raises(FormatError):
            from_json(json.dumps({**data, **wrong}))


def test_the_schema_accepts_cells_beside_the_board_and_boards_from_0() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    rule = Cage((0, 16), 5)
    for puzzle in (
        Puzzle.of("4x4+A2", "." * 18, rules=[rule]),
        Puzzle.of("4x4+VA1", "." * 17, rules=[rule]),
        Puzzle.of("4x4:0-3", "0" + "." * 15, ruled_out={1: (0,)}),
    ):
        data = json.loads(to_json(puzzle))
        assert validator.is_valid(data), data


def test_the_largest_digit_may_get_another_name() -> None:
    layout = Layout.named("4x4")
    swapped = Transformation(layout, tuple(range(16)), (0, 4, 2, 3, 1))
    assert AntiQueen().mapped(swapped) == AntiQueen((1,))
    assert AntiQueen((4, 2)).mapped(swapped) == AntiQueen((1, 2))
    renamed = Transformation(layout, tuple(range(16)), (0, 2, 1, 3, 4))
    assert AntiQueen().mapped(renamed) == AntiQueen()


@for_each(["6x6", "8x8", "6x6/3x2", "9x9"])
def test_windows_that_a_symmetry_moves_are_no_windoku(name: str) -> None:
    layout = Layout.named(name)
    windows = {frozenset(house.cells) for house in Windoku().as_houses(layout)}
    for change in geometric_symmetries(layout):
        stay = {frozenset(change.cells[cell] for cell in window) for window in windows} == windows
        assert Windoku().mapped(change) == (Windoku() if stay else None)
    assert windows


def test_a_region_sum_line_needs_boxes() -> None:
    for board in ("3x4", "raw:3x3", "5x5"):
        with pytest.raises(InvalidRule, match="this board has no boxes"):
            Puzzle.of(board, "." * Layout.named(board).cell_count, rules=[RegionSumLine((0, 1, 5))])


def test_the_page_has_the_catalogue_of_today() -> None:
    text = rule_table.PAGE.read_text(encoding="utf-8")
    assert rule_table.page(text) == text, "run `make pages`"


def assert_numbers_are_the_primitives(rule: Rule, layout: Layout) -> None:
    numbers = flat(rule.numbers(layout))
    if CAGE_CODE in numbers[:1]:
        _, _, total, count, *cells = numbers
        assert len(cells) == count == numbers[1] - 2
        numbers = encoded([different(cells, layout), sum_of(cells, total, layout)])
    assert numbers == encoded(rule.compile(layout))


def test_rules_about_the_whole_board_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rule_parts(CLASSIC, [AntiKnight()])
    rule_parts(CLASSIC, [Renban(cells) for cells in combinations(range(40), 2)])
    monkeypatch.setattr(AntiKnight, "compile", None)
    rule_parts(CLASSIC, [AntiKnight()])


def test_cages_with_the_same_clue_share_their_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    rule_parts(CLASSIC, [RellikCage((0, 1, 2), 7)])
    monkeypatch.setattr(RellikCage, "allows", None)
    rule_parts(CLASSIC, [RellikCage((30, 40, 50), 7)])


def test_pairs_of_all_rules_share_tables() -> None:
    rules: list[Rule] = [Thermometer((0, 1, 2)), Thermometer((8, 17, 26)), NonConsecutive(diagonal=True)]
    rules += [Difference((3, 4)), Difference((5, 6)), Difference((30, 31), 2)]
    numbers = list(flat(rule_parts(CLASSIC, rules)))
    tables: list[tuple[int, ...]] = []
    pairs: list[Pair] = []
    while numbers:
        code, length, size, *rest = numbers
        own, numbers = rest[: length - 1], rest[length - 1 :]
        assert code == CODES[Pair]
        tables.append(tuple(own[:size]))
        pairs += [Pair((a, b), tables[-1]) for a, b in zip(own[size::2], own[size + 1 :: 2], strict=True)]
    assert len(tables) == len(set(tables)) == 5
    compiled = [part for rule in rules for part in rule.compile(CLASSIC) if isinstance(part, Pair)]
    assert Counter(pairs) == Counter(compiled)


@for_each(KINDS)
def test_numbers_are_the_primitives(kind: str) -> None:
    layout, rule = example(kind)
    assert_numbers_are_the_primitives(rule, layout)


@for_each(
    [
        Cage((0, 1, 5)),
        Cage((0, 1, 5), 14),
        Arrow((0, 1, 2), (9, 10)),
        Arrow((0, 1), (9,)),
        BetweenLine((0, 1, 2, 3, 4)),
        Quadruple((0, 1, 9, 10), (2, 2, 7)),
        Quadruple((0, 1, 9, 10), (4, 4, 4, 4)),
    ]
)
def test_numbers_of_unusual_rules(rule: Rule) -> None:
    assert_numbers_are_the_primitives(rule, CLASSIC)


IMPOSSIBLE = (
    Cage((0, 1), 9),
    Cage((0, 1, 2, 4, 5)),
    Sum((0, 1), 9),
    Contains((0,), (1, 2)),
    Whisper((0, 1), 4),
    LockoutLine((0, 1, 2), 4),
    Skyscraper((0, 1, 2, 3), 5),
    FullRank((0, 1, 2, 3), 17),
    LittleKiller((1, 4), 9),
    Difference((0, 1), 4),
)


def test_alternatives_that_nothing_can_meet_are_left_out() -> None:
    """Alone they are refused, and where there is no other alternative."""
    layout = Layout.named("4x4")
    odd = Odd((0,))
    for rule in (*IMPOSSIBLE, AllRules((odd, *IMPOSSIBLE[:1]))):
        for alone in (rule, AnyRule((rule,)), AnyRule((rule, AllRules((rule,)))), AllRules((odd, rule))):
            with pytest.raises(ImpossibleRule):
                alone.check(layout)
        either = AnyRule((rule, odd))
        assert from_data(to_data(either, layout), layout) == either
        for name in ("rules", *(["rules-kernel"] if kernel else [])):
            puzzle = Puzzle.of(layout, "." * 16, rules=[either])
            assert engine(name).count_solutions(puzzle) == 144  # of 288 grids
        assert sum(either.holds(grid) for grid in grids_of_4x4()) == 144


def test_an_alternative_that_makes_no_sense_is_refused_by_its_cells() -> None:
    bad = Thermometer((5,))
    for rule in (AnyRule((Odd((0,)), bad)), AllRules((Odd((0,)), AnyRule((Even((1,)), bad))))):
        for refuse in (
            lambda rule=rule: Puzzle.of("4x4", "." * 16, rules=[rule]),
            lambda rule=rule: from_data(to_data(rule, Layout.named("4x4")), Layout.named("4x4")),
        ):
            with pytest.raises(InvalidRule) as raised:
                refuse()
            assert str(raised.value) == "thermometer (r2c2): it needs at least 2 cells, not 1"
    with pytest.raises(ImpossibleRule, match=r"^cage \(r1c2, r1c3\): 2 different digits"):
        Puzzle.of("4x4", "." * 16, rules=[AllRules((Odd((0,)), Cage((1, 2), 9)))])


def test_rules_nested_too_deeply_are_refused() -> None:
    data: dict[str, object] = {"kind": "odd", "cells": ["r1c1"]}
    for _ in range(1000):
        data = {"kind": "either", "rules": [data]}
    with pytest.raises(InvalidRule, match="nested too deeply"):
        from_data(data, CLASSIC)


@for_each(
    [
        lambda more: Sum((0,) * (1024 + more), 1024 + more),
        lambda more: Arrow((0,), (1,) * (1023 + more)),
        lambda more: AverageArrow((0,), (1,) * (1023 + more)),
        lambda more: EqualSumGroups(((0,), (1,)) * 512 + ((2,),) * more),
        lambda more: SumLine((0, 1) * 512 + (2,) * more, 10),
        lambda more: IndexLine((0, 1) * 512 + (2,) * more),
    ]
)
def test_a_rule_lists_no_more_cells_than_the_engines_take(rule: Callable[[int], Rule]) -> None:
    layout = Layout.named("4x4")
    puzzle = Puzzle.of(layout, "." * 16, rules=[rule(0)])
    found = engine_for(puzzle).some_solution(puzzle)
    assert found is None or puzzle.is_solved_by(found)
    with pytest.raises(InvalidRule, match=r"it lists 102[5-7] (cells|groups); 1024 are the most"):
        Puzzle.of(layout, "." * 16, rules=[rule(1)])


def test_all_groups_of_a_rule_list_no_more_cells_than_the_engines_take() -> None:
    layout = Layout.named("16x16")
    with pytest.raises(InvalidRule, match="it lists 65792 cells; 32768 are the most"):
        Puzzle.of(layout, "." * 256, rules=[EqualSumGroups((tuple(range(256)),) * 257)])
