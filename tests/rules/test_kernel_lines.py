"""What the compiled engine concludes from whole lines, from counts that add up and from houses that are not full."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from itertools import combinations, permutations

import pytest

from many_cases import for_each
from nonet.engines import engine
from nonet.engines.rules import begin_search
from nonet.engines.tally import Tally
from nonet.errors import InvalidRule
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rules import (
    Battlefield,
    BrokenXSum,
    FullRank,
    HiddenSkyscraper,
    Lunchbox,
    RegexLine,
    RegionCount,
    RisingStreak,
    Rule,
    SameDigits,
    Sandwich,
    ShiftedXSum,
    ShortsightedXSum,
    Skyscraper,
    SumLine,
    UnknownRegions,
    XSum,
)
from nonet.rules.outside import _lines
from nonet.rules.primitives import Count, Sets, encoded
from rules.test_catalogue import grids_of_4x4

if kernel is None:
    pytest.skip("this is about the kernel", allow_module_level=True)

from nonet.engines.rules_kernel import RuleKernel

READABLE = engine("rules")
COMPILED = RuleKernel()
LINES: dict[str, Callable[[tuple[int, ...], int], Rule]] = {
    "sandwich": Sandwich,
    "skyscraper": Skyscraper,
    "hidden skyscraper": HiddenSkyscraper,
    "X-sum": XSum,
    "shortsighted X-sum": ShortsightedXSum,
    "broken X-sum": BrokenXSum,
    "shifted X-sum": ShiftedXSum,
    "rising streak": RisingStreak,
    "battlefield": Battlefield,
    "lunchbox": Lunchbox,
    "regular expression": lambda cells, number: RegexLine(cells, f"[1-{number % 4 + 1}].*[12].*"),
}
EXACT = [name for name in LINES if name not in ("battlefield", "lunchbox")]
"""One automaton each; the other two are several branches."""


def possible(rule: Rule, layout: Layout) -> bool:
    try:
        rule.check(layout)
    except InvalidRule:
        return False
    return True


@for_each(LINES)
def test_all_4x4_grids_with_every_clue(name: str) -> None:
    layout = Layout.named("4x4")
    for number in range(11):
        rule = LINES[name]((4, 5, 6, 7), number)
        if possible(rule, layout):
            puzzle = Puzzle.of(layout, "." * 16, rules=[rule])
            assert set(COMPILED.solutions(puzzle)) == {grid for grid in grids_of_4x4() if rule.holds(grid)}


def candidates(rng: random.Random, size: int) -> list[int]:
    return [rng.randrange(1, 1 << size) | rng.randrange(1 << size) for _ in range(size)]


def without_guesses(puzzle: Puzzle, allowed: list[int]) -> bool | None:
    """Whether there is a solution, if that is known without a guess."""
    plan, _ = COMPILED._question(puzzle)
    search = COMPILED._native.rules_search(plan, array("I", allowed))
    found = COMPILED._native.rules_next(search, 1)
    return None if COMPILED._native.rules_guesses(search) else bool(found)


@for_each(EXACT)
def test_what_no_word_of_different_digits_has_is_known_without_a_guess(name: str) -> None:
    """The first row of a 6x6 board, with candidates by chance: each is tried, and its words are counted."""
    layout = Layout.named("6x6")
    every = layout.all_digits
    rng = random.Random(name)
    refuted = 0
    for number in (1, 2, 3, 4, 5, 8, 10, 13):
        rule = LINES[name](tuple(range(6)), number)
        if not possible(rule, layout):
            continue
        puzzle = Puzzle.of(layout, "." * 36, rules=[rule])
        rows = [row for row in permutations(range(1, 7)) if rule.holds(row_on(layout, row))]
        masks = candidates(rng, 6)
        fitting = [
            row for row in rows if all(mask >> (d - 1) & 1 for mask, d in zip(masks, row, strict=True))
        ]
        for cell, digit in ((cell, digit) for cell in range(6) for digit in range(1, 7)):
            if masks[cell] >> (digit - 1) & 1 and all(row[cell] != digit for row in fitting):
                tried = [*masks[:cell], 1 << (digit - 1), *masks[cell + 1 :]]
                assert without_guesses(puzzle, [*tried, *[every] * 30]) is False
                refuted += 1
    assert refuted > 10


def row_on(layout: Layout, row: tuple[int, ...]) -> Grid:
    """A grid whose first row is this; only lines of that row are asked about it."""
    return Grid(layout, bytes([*row, *[0] * (layout.cell_count - len(row))]))


@for_each(range(24))
def test_lines_on_a_6x6_board_as_the_readable_engine_has_them(seed: int) -> None:
    rng = random.Random(seed)
    layout = Layout.named("6x6")
    lines = rng.sample(_lines(layout), 4)
    names = rng.sample(list(LINES), 4)
    rules = [LINES[name](line, rng.randint(1, 12)) for name, line in zip(names, lines, strict=True)]
    puzzle = Puzzle.of(layout, "." * 36, rules=[rule for rule in rules if possible(rule, layout)])
    expected = READABLE.count_solutions(puzzle, limit=200)
    assert COMPILED.count_solutions(puzzle, limit=200) == expected


@for_each(range(16), ["unclued", "any", "none"])
def test_every_rank_of_a_line(number: int, ties: str) -> None:
    layout = Layout.named("4x4")
    line = _lines(layout)[number]
    rank = number + 1 if ties == "any" else 16 - number
    rule = FullRank(line, rank, ties)
    puzzle = Puzzle.of(layout, "." * 16, rules=[rule])
    assert set(COMPILED.solutions(puzzle)) == {grid for grid in grids_of_4x4() if rule.holds(grid)}


@for_each(range(40))
def test_two_ranks(seed: int) -> None:
    rng = random.Random(seed)
    layout = Layout.named("4x4")
    lines = rng.sample(_lines(layout), 2)
    ties = rng.choice(["unclued", "any", "none"])
    rules = [FullRank(line, rng.randint(1, 16), ties) for line in lines]
    expected = {grid for grid in grids_of_4x4() if all(rule.holds(grid) for rule in rules)}
    assert set(COMPILED.solutions(Puzzle.of(layout, "." * 16, rules=rules))) == expected


def test_where_lines_begin_with_a_digit_is_guessed_when_a_search_is_begun_again() -> None:
    rng = random.Random(10)
    layout = Layout.named("9x9")
    rng.choice(range(4))
    lines, ranks = rng.sample(_lines(layout), 8), rng.sample(range(1, 37), 8)
    rules = [FullRank(line, rank) for line, rank in zip(lines, ranks, strict=True)]
    search = COMPILED._native.rules_search(*COMPILED._question(Puzzle.of(layout, "." * 81, rules=rules)))
    assert len(COMPILED._native.rules_next(search, 2)) == 2 * 81
    assert COMPILED._native.rules_guesses(search) < 1000


@for_each(range(40))
def test_long_lines_that_repeat_digits(seed: int) -> None:
    rng = random.Random(seed)
    layout = Layout.named("4x4")
    cells = rng.sample(range(16), rng.randint(9, 16))
    if seed % 4 == 0:  # through some cells twice
        cells += rng.sample(cells, 3)
    rule = SumLine(tuple(cells), rng.choice([4, 6, 7, 10, 11, 19]))
    expected = {grid for grid in grids_of_4x4() if rule.holds(grid)}
    assert set(COMPILED.solutions(Puzzle.of(layout, "." * 16, rules=[rule]))) == expected


# -- counts ----------------------------------------------------------------------------------------------------


@for_each(range(60))
def test_several_counts_of_the_same_cells(seed: int) -> None:
    rng = random.Random(seed)
    cells = tuple(rng.sample(range(16), rng.randint(3, 8)))
    digits = rng.sample([1, 2, 4, 8], 4)
    sets = [digits[0], digits[1], digits[2] | digits[3]][: rng.randint(2, 3)]
    parts = [Count(cells, mask, rng.randrange(1, 1 << (len(cells) + 1))) for mask in sets]
    plan = COMPILED._native.rules_plan(COMPILED.board(Layout.named("4x4")), array("q", encoded(parts)))
    expected = sum(not any(part.broken(grid.entries) for part in parts) for grid in grids_of_4x4())
    assert COMPILED._native.rules_count(plan, array("I", [15] * 16), 0, None) == expected


@for_each(combinations(range(1, 10), 5))
def test_five_digits_do_not_fit_into_four_cells(digits: tuple[int, ...]) -> None:
    cells = (0, 1, 9, 10)
    parts = [Count(cells, 1 << (digit - 1), 0b11110) for digit in digits]
    plan = COMPILED._native.rules_plan(COMPILED.board(Layout.named("9x9")), array("q", encoded(parts)))
    search = COMPILED._native.rules_search(plan, array("I", [511] * 81))
    assert COMPILED._native.rules_next(search, 1) == b""
    assert COMPILED._native.rules_guesses(search) == 0


def test_three_cells_cannot_take_two_digits_of_a_set() -> None:
    board, plan = (
        COMPILED.board(Layout.raw(1, 4, digits=range(1, 6))),
        encoded([Sets((0, 1, 2, 3), (0b01111, 0b11110))]),
    )
    search = COMPILED._native.rules_search(
        COMPILED._native.rules_plan(board, plan), array("I", [0b00011, 0b00011, 0b00011, 0b01100])
    )
    assert COMPILED._native.rules_next(search, 1) == b""
    assert COMPILED._native.rules_guesses(search) == 0


# -- houses that are not full -------------------------------------------------------------------------------------


def test_a_digit_with_one_place_in_a_house_with_as_many_digits_as_cells() -> None:
    """Five digits on a 4x4 board: row 1 has no 5, and 4 only in r1c4; so 4 is there, and not in r2c4."""
    layout = Layout.named("4x4:1-5")
    allowed = [0b00111, 0b00111, 0b00111, 0b01111, *[layout.all_digits] * 12]
    allowed[7] = 0b01000
    assert without_guesses(Puzzle.of(layout, "." * 16), allowed) is False


@for_each(range(20))
def test_houses_that_are_not_full_as_the_readable_engine_has_them(seed: int) -> None:
    rng = random.Random(seed)
    layout = Layout.named("4x4:1-5")
    out = {cell: rng.sample(range(1, 6), rng.randint(1, 3)) for cell in rng.sample(range(16), 12)}
    puzzle = Puzzle.of(layout, "." * 16, ruled_out=out)
    assert COMPILED.count_solutions(puzzle) == READABLE.count_solutions(puzzle)


@pytest.mark.parametrize(
    ("name", "count"), [("3x4", 576), ("4x3", 576), ("2x5", 5280), ("5x2", 5280), ("5x3", 66_240)]
)
def test_latin_rectangles(name: str, count: int) -> None:
    """A001009 of the OEIS has those with 1, 2, 3 … in the first row and in order in the first column."""
    puzzle = Puzzle.of(name, "." * Layout.named(name).cell_count)
    assert COMPILED.count_solutions(puzzle) == count
    assert count > 1000 or READABLE.count_solutions(puzzle) == count


@pytest.mark.parametrize("name", ["9x8", "9x8:0-8/1x8", "10x8/1x8", "9x7"])
def test_an_empty_board_with_more_rows_than_columns_needs_few_guesses(name: str) -> None:
    puzzle = Puzzle.of(name, "." * Layout.named(name).cell_count)
    search, tally = COMPILED._native.rules_search(*COMPILED._question(puzzle)), Tally()
    assert COMPILED._native.rules_next(search, 1)
    assert COMPILED._native.rules_guesses(search) < 100
    assert next(READABLE.solutions(puzzle, tally=tally)).is_solution()
    assert tally.nodes < 100


def test_a_digit_that_two_rows_lack_is_refuted_without_guesses() -> None:
    """Eight columns have nine 9s less one: only one of the nine rows is without it."""
    one = Puzzle.of("9x8", "12345678" + "." * 64)
    two = Puzzle.of("9x8", "12345678" + "2143658." + "." * 56)
    assert without_guesses(two, [*two.allowed[:15], 0b001000000, *two.allowed[16:]]) is False
    settled = begin_search(two)[1]
    assert settled is not None
    assert settled[15] == 1 << 8
    assert begin_search(one)[1] is not None


@pytest.mark.parametrize("together", [SameDigits(((14,), (16,))), RegionCount(5, (14, 16))])
def test_cells_of_one_region_differ_before_it_is_known_which_one(together: Rule) -> None:
    """r2c3 and r3c2, which share no house, belong to the same region; so not both are 2."""
    layout = Layout.named("3x3").with_extras([("R", 9)])
    puzzle = Puzzle.of(layout, ".....2.2.", rules=[UnknownRegions(tuple(range(9, 18))), together])
    search = COMPILED._native.rules_search(*COMPILED._question(puzzle))
    assert not COMPILED._native.rules_next(search, 1)
    assert COMPILED._native.rules_guesses(search) == 0
