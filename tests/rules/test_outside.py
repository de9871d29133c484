"""Rules of whole lines, on lines whose clues are known: from the descriptions of the rules, or added up by hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from nonet.engines import engine
from nonet.errors import InvalidRule
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rules import (
    BrokenXSum,
    FullRank,
    HiddenSkyscraper,
    Indexing,
    IndexLine,
    NumberedRoom,
    RisingStreak,
    Rule,
    Sandwich,
    ShiftedXSum,
    ShortsightedXSum,
    Skyscraper,
    SumLine,
    XSum,
)
from nonet.rules.primitives import Word
from rules.test_random_rules import ENGINES

ROW = tuple(range(9))


def clues(
    class_: Callable[[tuple[int, ...], int], Rule], digits: str, cells: tuple[int, ...] = ROW
) -> set[int]:
    """Which clues from 0 to 45 fit the first row."""
    grid = Grid.of("9x9", digits + "." * 72)
    return {clue for clue in range(46) if class_(cells, clue).holds(grid)}


def test_shifted_x_sums() -> None:
    """The fifth cell of 514839762 has 3, and 3 + 9 + 7 is 19; from the right, the second has 6."""
    assert clues(ShiftedXSum, "514839762") == {19}
    assert clues(ShiftedXSum, "514839762", ROW[::-1]) == {6 + 7 + 9 + 3 + 8 + 4}
    assert clues(ShiftedXSum, "912345678") == set()  # eight digits from the last cell on are not there
    assert clues(ShiftedXSum, "123456789") == {1}


@pytest.mark.parametrize(
    ("digits", "own", "shortsighted", "broken"),
    [
        ("312456789", {6}, {4, 6}, {4, 10}),
        ("123456789", {1}, {0, 1}, {0, 3}),
        ("912345678", {45}, {37, 45}, {37}),  # there is no tenth digit
    ],
)
def test_x_sums(digits: str, own: set[int], shortsighted: set[int], broken: set[int]) -> None:
    assert clues(XSum, digits) == own
    assert clues(ShortsightedXSum, digits) == shortsighted
    assert clues(BrokenXSum, digits) == broken


def test_rising_streaks() -> None:
    """214678935 has a streak of four digits to the right (6789), and one of two to the left (21)."""
    assert clues(RisingStreak, "214678935") & {*range(1, 10)} == {1, 2, 3, 4}
    assert clues(RisingStreak, "214678935", ROW[::-1]) & {*range(1, 10)} == {1, 2}


@pytest.mark.parametrize(
    "rule",
    [
        lambda cells: HiddenSkyscraper(cells, 3),
        IndexLine,
        lambda cells: Sandwich(cells, 8),
        lambda cells: Skyscraper(cells, 3),
        lambda cells: SumLine(cells, 10),
        lambda cells: XSum(cells, 12),
    ],
)
def test_lines_with_the_same_clue_share_an_automaton(rule: Callable[[tuple[int, ...]], Rule]) -> None:
    """Making one takes longer than many a search."""
    (one,), (other,) = (rule(cells).compile(CLASSIC) for cells in (ROW, ROW[::-1]))
    assert isinstance(one, Word)
    assert isinstance(other, Word)
    assert one.automaton is other.automaton


@pytest.mark.parametrize(
    ("rule", "board", "expected"),
    [
        (HiddenSkyscraper((0, 1, 2), 1), "raw:1x3:1-3", "121 131 211 212 213 231 311 312 313"),
        (HiddenSkyscraper((0, 1, 2), 2), "raw:1x3:1-3", "132 232 321 322 323"),
        (Skyscraper((0, 1, 2), 2), "raw:1x3:0-2", "012 102 112 120 121 122"),
        (XSum((0, 1, 2), 6), "raw:1x3:1-4", "241 242 243 244 312 321"),
        (BrokenXSum((0, 1, 2), 6), "raw:1x3:1-4", "213 222 231 331 332 333 334 411"),
        (Sandwich((0, 1, 2), 1), "raw:1x3:0-2", "012 210"),
        (Sandwich((0, 1, 2), 0), "raw:1x3:0-2", "021 102 120 201"),
        (NumberedRoom((0, 1, 2), 3), "raw:1x3:1-3", "231 232 233 313 323 333"),
        (Indexing((1,)), "raw:1x3:1-3", "121 122 123 132 211 212 213 221 222 223 232 321 322 323 332"),
        (SumLine((0, 1, 2), 2), "raw:1x3:0-2", "002 011 020 022 101 110 112 200 202 211 220 222"),
        (
            SumLine((0, 1, 2), 2, loop=True),
            "raw:1x3:0-2",
            "002 011 020 022 101 110 112 121 200 202 211 220 222",
        ),
    ],
)
def test_lines_with_equal_digits_zeros_and_too_large_ones(rule: Rule, board: str, expected: str) -> None:
    """Equal heights break a hidden skyscraper's clue, a 0 is not seen, X is at most the length of the line, the bread
    of a sandwich is there once, other cells may hold what a cell points to, and zeros alone are no piece of a sum.
    """
    layout = Layout.named(board)
    puzzle = Puzzle.of(layout, "...", rules=[rule])
    for name in ENGINES:
        assert sorted(found.symbols for found in engine(name).solutions(puzzle)) == expected.split()
    lines = ("".join(map(str, line)) for line in product(layout.digits, repeat=3))
    assert [line for line in lines if rule.holds(Puzzle.of(layout, line).givens)] == expected.split()


def test_lines_are_ranked_only_where_each_has_every_digit() -> None:
    """Elsewhere a digit may begin more than four lines, or fewer, and a place does not tell the first digit."""
    Puzzle.of("3x3", "." * 9, rules=[FullRank((0, 1, 2), 3)])
    with pytest.raises(InvalidRule, match=r"full_rank .*rows and columns have every digit"):
        Puzzle.of("raw:3x3:1-3", "." * 9, rules=[FullRank((0, 1, 2), 3)])
    with pytest.raises(InvalidRule, match="at least 2 cells"):  # all lines of this board are one
        Puzzle.of("1x1", ".", rules=[FullRank((0,), 1)])
