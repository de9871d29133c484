"""The rule `automaton`, made from a table of states."""

from __future__ import annotations

import pytest

from nonet.engines import engine_for
from nonet.errors import InvalidRule
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import RegexLine, StateMachineLine, from_data

BOARD = Layout.named("4x4")
# Odd digits come before even ones: 1*3* and then 2*4*.
ODD_FIRST = ((0, 1, 0, 1), (-1, 1, -1, 1))
FLAT = tuple(after for row in ODD_FIRST for after in row)


def test_a_table_accepts_what_the_regular_expression_does() -> None:
    cells = (0, 1, 2, 3)
    by_table = Puzzle.of(BOARD, "." * 16, rules=[StateMachineLine(cells, FLAT, (0, 1))])
    by_pattern = Puzzle.of(BOARD, "." * 16, rules=[RegexLine(cells, "[13]*[24]*")])
    found = set(engine_for(by_table).solutions(by_table))
    assert found == set(engine_for(by_pattern).solutions(by_pattern))
    assert len(found) == 288 // 6  # of the 24 orders of a row, 4 have the odd digits first


@pytest.mark.parametrize(
    ("table", "accepting", "message"),
    [
        ([], [0], "automaton (r1c1): table: 0 numbers are not rows of 4, one for each digit"),
        ([0, 0, 0], [0], "automaton (r1c1): table: 3 numbers are not rows of 4, one for each digit"),
        ([0, 1, 0, 0], [0], "automaton (r1c1): table: there is no state 1; states are 0 to 0, or -1"),
        ([0, -2, 0, 0], [0], "automaton (r1c1): table: there is no state -2; states are 0 to 0, or -1"),
        ([0, 0, 0, 0], [1], "automaton (r1c1): accepting: there is no state 1; states are 0 to 0"),
    ],
)
def test_tables_that_are_not_an_automaton(table: list[int], accepting: list[int], message: str) -> None:
    data = {"kind": "automaton", "cells": ["r1c1"], "table": table, "accepting": accepting}
    with pytest.raises(InvalidRule) as raised:
        from_data(data, BOARD)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("[3-1]", "the range ends before it begins"),
        ("(" * 1000 + "1" + ")" * 1000, "parentheses are nested more than 30 levels deep"),
        ("1" + "*" * 1000, "too many repetition signs in a row"),
        ("1{" + "9" * 5000 + "}", "n at most 1000"),
    ],
)
def test_patterns_that_are_refused(pattern: str, message: str) -> None:
    with pytest.raises(InvalidRule, match=message):
        RegexLine((0, 1), pattern).check(BOARD)


def test_patterns_as_deep_as_is_allowed() -> None:
    puzzle = Puzzle.of(BOARD, "." * 16, rules=[RegexLine((0, 6), "(" * 30 + "1" + ")**?*" * 30)])
    given = Puzzle.of(BOARD, "1.....1.........")
    assert set(engine_for(puzzle).solutions(puzzle)) == set(engine_for(given).solutions(given))
