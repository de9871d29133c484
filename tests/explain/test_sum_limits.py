"""Sums by their limits: the steps are proved, and so is every sentence."""

from __future__ import annotations

from itertools import product

import pytest

from explain.test_variants import check_corrupted, check_explained, made
from nonet.explain import explain
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.logic.path import all_steps, path
from nonet.logic.position import Position
from nonet.logic.variants.sum_limits import extreme_digits
from nonet.logic.verify import verify
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import (
    AntiKnight,
    Arrow,
    AverageArrow,
    Cage,
    DoubleArrow,
    LittleKiller,
    RegionSumLine,
    Rule,
    Sandwich,
    WeightedSum,
    XSum,
    ZipperLine,
)


def told(layout: str, *rules: Rule, givens: str = "") -> list[str]:
    """What is said of each step, without the rule and the conclusion; all are proved."""
    empty = Grid.empty(Layout.named(layout))
    position = Position.of(Puzzle.of(layout, givens or empty.values, rules=rules))
    texts = []
    for step in all_steps(position, "sum-limits"):
        verify(position, step)
        if position.layout.first_digit == 1:
            check_explained(step, position)
        texts.append(". ".join(explain(step, position.candidates()).split(". ")[1:-1]))
    return texts


def test_an_arrow_whose_shaft_is_in_a_box() -> None:
    assert told("9x9", Arrow((0,), (1, 2, 11))) == [
        "The shaft (r1c23 and r2c3) makes at least 1 + 2 + 3 (box 1) = 6. So r1c1 is at least 6",
        "The circle (r1c1) is at most 9. Of r1c23 and r2c3, all but one make at least 1 + 2 (box 1) = 3. "
        "That leaves at most 9 − 3 = 6 for each of r1c23 and r2c3",
    ]


def test_a_pill_is_limited_by_its_tens() -> None:
    assert told("9x9", Arrow((40, 41), (42, 43, 44))) == [
        "The shaft (r5c789) makes at most 9 + 8 + 7 (box 6) = 24. r5c6 is at least 1. "
        "That leaves at most 24 − 1 = 23 for 10 × r5c5: r5c5 is at most 2"
    ]


def test_a_little_killer_with_its_boxes() -> None:
    assert told("9x9", LittleKiller((3, 11, 19, 27), 9)) == [
        "Without r1c4 or r4c1, the rest of r1c4, r2c3, r3c2 and r4c1 makes at least 1 + 2 (box 1) + 1 = 4. "
        "That leaves at most 9 − 4 = 5 for each of r1c4 and r4c1",
        "Without r2c3 or r3c2, the rest of r1c4, r2c3, r3c2 and r4c1 makes at least 1 + 1 + 1 = 3. "
        "That leaves at most 9 − 3 = 6 for each of r2c3 and r3c2",
    ]
    assert told("9x9", LittleKiller((1, 9), 16)) == [
        "Each of r1c2 and r2c1 is at most 9. That leaves at least 16 − 9 = 7 for each of r1c2 and r2c1"
    ]


def test_parts_of_a_line_with_the_same_sum() -> None:
    assert told("9x9", RegionSumLine((6, 7, 8, 17, 35)))[0] == (
        "r4c9 is at most 9. Of r1c789 and r2c9, all but one make at least 1 + 2 + 3 (box 3) = 6. "
        "That leaves at most 9 − 6 = 3 for each of r1c789 and r2c9"
    )
    assert told("6x6", ZipperLine((0, 1, 2))) == [
        "r1c2 is at most 6. Each of r1c13 is at least 1. That leaves at most 6 − 1 = 5 for each of r1c13",
        "r1c13 make at least 1 + 2 (box 1) = 3. So r1c2 is at least 3",
    ]
    assert told("9x9", DoubleArrow((50, 51, 59)))[1] == (
        "r67c6 make at least 1 + 2 (column 6) = 3. So r6c7 is at least 3"
    )


def test_cells_that_a_rule_keeps_apart_differ() -> None:
    named, *_ = told("9x9", AntiKnight(), Arrow((0,), (1, 12)))
    assert named.endswith("The shaft (r1c2 and r2c4) makes at least 1 + 2 = 3. So r1c1 is at least 3")
    assert told("9x9", Arrow((0,), (1, 12)))[0].startswith(
        "The shaft (r1c2 and r2c4) makes at least 1 + 1 = 2."
    )


def test_digits_that_are_known_count() -> None:
    first, second = told("9x9", Arrow((0,), (9, 10, 20)), givens="........." + ".4......." + "." * 63)
    assert first.startswith("The shaft (r2c12 and r3c3) makes at least 1 + 2 + 4 (box 1) = 7.")
    assert "all but one" not in second
    assert "Without r2c1 or r3c3, the rest of r2c12 and r3c3 makes at least 1 + 4 (box 1) = 5." in second


def test_digits_from_zero() -> None:
    assert told("4x4:0-3", Arrow((0,), (4, 5))) == [
        "The shaft (r2c12) makes at least 0 + 1 (box 1) = 1. So r1c1 is at least 1"
    ]
    assert told("4x4:0-3", LittleKiller((2, 5, 8), 1)) == [
        "Of r1c3, r2c2 and r3c1, all but one make at least 0 + 0 = 0. So each of r1c3, r2c2 and r3c1 is at most 1"
    ]


def test_cells_that_count_several_times() -> None:
    assert told("9x9", AverageArrow((0,), (1, 2, 11)))[0] == (
        "The shaft (r1c23 and r2c3) makes at most 9 + 8 + 7 (box 1) = 24. "
        "That leaves at most 24 for 3 × r1c1: r1c1 is at most 8"
    )
    wanted = told("6x6", WeightedSum((0, 8, 15), (2, 2, 1), 7))
    assert wanted[2] == (
        "r1c1 and r2c3 make at least 2 × 1 + 2 × 2 (box 1) = 6. That leaves at most 7 − 6 = 1 for r3c4"
    )
    assert wanted == told("6x6", WeightedSum((0, 8, 15), (-2, -2, -1), -7))


def test_where_it_says_nothing() -> None:
    """Killer cages have techniques of their own; two sides and a number are left to the general technique."""
    assert not told("9x9", Cage((0, 1), 5))
    assert not told("6x6", WeightedSum((0, 8, 15), (1, 1, -1), 7))
    assert not told("9x9", RegionSumLine((7, 8, 17, 26, 35, 34)))


def test_the_least_digits_are_those_of_some_way() -> None:
    rng = Rng(7)
    for _ in range(300):
        masks = tuple(1 + rng.below(63) for _ in range(1 + rng.below(4)))
        digits = [[digit for digit in range(1, 7) if mask >> (digit - 1) & 1] for mask in masks]
        ways = [way for way in product(*digits) if len({*way}) == len(way)]
        for least, best in ((True, min), (False, max)):
            found = extreme_digits(masks, least=least)
            assert (found is None) == (not ways)
            if found is not None:
                assert sum(found) == best(map(sum, ways))
                assert found in {tuple(sorted(way)) for way in ways}


@pytest.mark.parametrize("name", ["arrow", "little-killer"])
def test_every_step_of_a_made_puzzle_is_true_proved_and_explained(name: str) -> None:
    puzzle = made(name, 3, "6x6")
    position, count = Position.of(puzzle.puzzle), 0
    for step in path(puzzle.puzzle):
        if step.technique == "sum-limits":
            count += 1
            verify(position, step)
            check_explained(step, position)
            check_corrupted(step, position, puzzle.solution)
        position.apply(step)
    assert count > 2


def test_a_position_without_a_way_on_has_no_limits() -> None:
    """r1c2 has no candidate left, which is no step."""
    puzzle = Puzzle.of("4x4", "1.234" + "." * 11, rules=[Arrow((6,), (0, 1))])
    position = Position.of(puzzle)
    position.eliminate(1, 4)
    assert not list(all_steps(position, "sum-limits"))


def said_of(key: str, puzzle: Puzzle) -> list[str]:
    position = Position.of(puzzle)
    texts = []
    for step in all_steps(position, key):
        verify(position, step)
        check_explained(step, position)
        texts.append(". ".join(explain(step, position.candidates()).split(". ")[1:-1]))
    return texts


def test_the_cells_that_a_clue_adds_up_are_known() -> None:
    row = tuple(range(9))
    assert told("9x9", Sandwich(row, 7), givens=".1..9...." + "." * 72) == [
        "Because r1c2 = 1 and r1c5 = 9, r1c34 make 7. Each of r1c34 is at least 2. "
        "That leaves at most 7 − 2 = 5 for each of r1c34"
    ]
    assert told("9x9", XSum(row, 10), givens="3...7...." + "." * 72) == [
        "Because r1c1 = 3, 10 − 3 = 7 is left for r1c23. Each of r1c23 is at least 1. "
        "That leaves at most 7 − 1 = 6 for each of r1c23"
    ]
    assert told("9x9", XSum(row, 10), givens="3.6......" + "." * 72) == [
        "Because r1c1 = 3, 10 − 3 = 7 is left for r1c23. r1c3 is 6. That leaves 7 − 6 = 1 for r1c2"
    ]


def test_the_crust_of_a_sandwich() -> None:
    row = tuple(range(9))
    assert said_of("sandwich-crust", Puzzle.of("9x9", "." * 81, rules=[Sandwich(row, 30)])) == [
        "There are 5 or 6 cells between 1 and 9: with 4 the sum is at most 8 + 7 + 6 + 5 = 26, with 7 at least "
        "2 + 3 + 4 + 5 + 6 + 7 + 8 = 35. 1 is not in r1c456: no cell that far from them can be 9. "
        "9 is not in r1c456: no cell that far from them can be 1"
    ]
    assert said_of("sandwich-crust", Puzzle.of("9x9", "9" + "." * 80, rules=[Sandwich(row, 0)])) == [
        "1 and 9 are next to each other. 1 is not in r1c3456789: no cell that far from them can be 9"
    ]
    bread = Puzzle.of("6x6", "..2..." + "." * 30, rules=[Sandwich(tuple(range(6)), 1, (2, 5))])
    assert said_of("sandwich-crust", bread) == [
        "There is 1 cell between 2 and 5: with 2 the sum is at least 1 + 3 = 4. "
        "5 is not in r1c246: no cell that far from them can be 2"
    ]
    column = Puzzle.of("3x4", "4..2...33...", rules=[Sandwich((1, 5, 9), 2)])
    assert said_of("sandwich-crust", column) == [
        "There is 1 cell between 1 and 4: with 0 the sum is at most 0. "
        "1 is not in r23c2: no cell that far from them can be 4. 4 is not in r2c2: no cell that far from it can be 1"
    ]
    assert not said_of("sandwich-crust", Puzzle.of("9x9", "." * 81, rules=[Sandwich(row, 12)]))


def test_the_filling_of_a_sandwich() -> None:
    """1 is in r1c1 and 9 in r1c4 or r1c5, so r1c23 are between them; then 9 is in r1c5."""
    row = tuple(range(9))
    puzzle = Puzzle.of(
        "9x9", "1" + "." * 80, ruled_out={cell: [9] for cell in (1, 2, 5, 6, 7, 8)}, rules=[Sandwich(row, 9)]
    )
    assert said_of("sandwich-filling", puzzle) == [
        "In row 1 the digit 9 can only go in r1c4 or r1c5. Between 1 and 9, the sum can only be made by {27}, {36}, "
        "{45} or {234}. r1c23 are between them in any case, so they are not 8"
    ]
    puzzle = Puzzle.of("9x9", "1...9" + "." * 76, rules=[Sandwich(row, 21)])
    assert said_of("sandwich-filling", puzzle) == [
        "Between 1 and 9, the sum can only be made by {678}. r1c234 are between them in any case, so they are not "
        "2, 3, 4 or 5. r1c6789 are never between them, where 6, 7 and 8 must be"
    ]


def test_the_first_digit_of_an_x_sum() -> None:
    row = tuple(range(9))
    assert said_of("x-sum-limits", Puzzle.of("9x9", "." * 81, rules=[XSum(row, 24)])) == [
        "If r1c1 were 1, 2 or 3, the sum would be at most 3 + 9 + 8 = 20. "
        "If r1c1 were 7, 8 or 9, the sum would be at least 7 + 1 + 2 + 3 + 4 + 5 + 6 = 28"
    ]
