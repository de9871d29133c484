"""Pieces with the same sum: each step is proved, and told as people tell it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from explain.replay import Replay
from explain.test_needs import board, told
from nonet.explain import explain, facts
from nonet.explain import grammar as kinds
from nonet.explain.examples import examples
from nonet.logic.path import all_steps, next_step
from nonet.logic.position import Position
from nonet.logic.verify import verify
from nonet.puzzle import Puzzle
from nonet.rules import AntiKnight, MagicSquare, RegionSumLine, Rule, ZipperLine

ROW = RegionSumLine(tuple(range(9)))
"""Three pieces that fill row 1."""
TURN = RegionSumLine((1, 2, 3, 4, 13))
"""r1c2, r1c3 and r1c4, r1c5, r2c5: two pieces."""
ZIPPER = ZipperLine((0, 1, 10, 11, 12))
"""r1c1 and r2c4; r1c2 and r2c3; r2c2 is their sum."""


@pytest.mark.parametrize(
    ("rule", "ruled_out", "said"),
    [
        (
            ROW,
            {0: [2, 3, 4, 5, 6, 7, 8], 1: [2, 3, 4, 5, 6, 7, 8]},
            "The 3 pieces in r1c123456789 have different digits (row 1) and make 45 together, so each of them makes "
            "15. The pieces have the same sum, so r1c123 can only make 15. The only combination for r1c123 is {159}. "
            "The candidates eliminated here fit into none of the ways to fill these cells. Therefore r1c3 ≠ 1, "
            "r1c3 ≠ 2, r1c3 ≠ 3, r1c3 ≠ 4, r1c3 ≠ 6, r1c3 ≠ 7, r1c3 ≠ 8 and r1c3 ≠ 9.",
        ),
        (
            TURN,
            {1: [1, 2, 4, 5, 7, 8, 9], 2: [3, 4, 5, 6, 7, 8, 9]},
            "r1c23 can only make 4, 5, 7 or 8. The pieces have the same sum, so r1c45 and r2c5 can only make 7 or 8. "
            "The only combinations for r1c45+r2c5 are {124}, {125} and {134}.",
        ),
        (
            ZIPPER,
            {},
            "The 2 pieces in",
        ),
    ],
)
def test_only_common_sums_count(rule: Rule, ruled_out: dict[int, list[int]], said: str) -> None:
    texts = [text for _, text in told(board(rule, ruled_out=ruled_out), "common-sums")]
    assert any(said in text for text in texts), texts


def test_nothing_follows_where_every_sum_is_possible() -> None:
    assert not told(board(RegionSumLine((2, 12))), "common-sums")
    square = MagicSquare((0, 1, 2, 9, 10, 11, 18, 19, 20))
    assert not told(board(square), "common-sums")
    assert not told(board(AntiKnight()), "common-sums")


def test_sums_are_those_of_the_digits() -> None:
    rule = RegionSumLine((0, 1, 2, 3))
    puzzle = Puzzle.of("4x4:0-3", "." * 16, rules=[rule], ruled_out={0: [1, 2, 3]})
    position = Position.of(puzzle)
    steps = list(all_steps(position, "common-sums"))
    for step in steps:
        verify(position, step)
        assert "make 6 together, so each of them makes 3" in explain(step, position.candidates())
    assert {each for step in steps for each in step.eliminations} >= {(1, 2), (1, 3)}


def test_examples_are_the_next_steps() -> None:
    for each in examples("common-sums"):
        step = next_step(Position.at(each.position, givens=each.givens, rules=each.rules))
        assert step is not None
        assert step.technique == "common-sums"


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (kinds.PieceSums, {"sums": (14,)}),
        (kinds.PieceSums, {"whole": (44, 45)}),
        (kinds.PieceSums, {"pieces": 2}),
        (kinds.PieceSums, {"house": 1}),
        (kinds.SumsLeft, {"sums": (14, 15)}),
        (kinds.SumsLeft, {"cells": (0, 1)}),
    ],
)
def test_a_false_sum_is_found(kind: type, change: dict[str, Any]) -> None:
    position = board(ROW, ruled_out={0: [2, 3, 4, 5, 6, 7, 8], 1: [2, 3, 4, 5, 6, 7, 8]})
    step, candidates = next(all_steps(position, "common-sums")), position.candidates()
    stated = facts(step, candidates)
    assert not Replay(candidates, candidates.grid, position.rules).findings(stated)
    wrong = [replace(fact, **change) if isinstance(fact, kind) else fact for fact in stated]
    assert Replay(candidates, candidates.grid, position.rules).findings(wrong)
