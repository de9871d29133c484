"""What the cells of a rule can hold together and must hold: each step is proved, and told as people tell it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from explain.replay import Replay
from explain.test_variants import check_explained, made, steps_of
from nonet.explain import explain, facts
from nonet.explain import grammar as kinds
from nonet.logic.path import all_steps
from nonet.logic.position import Position
from nonet.logic.verify import is_proved, verify
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKnight,
    Contains,
    CountingCircles,
    GlobalEntropy,
    Quadruple,
    RellikCage,
    Renban,
    Rule,
)
from nonet.step import Step

LINE = Renban((0, 1, 2, 11))
"""r1c1, r1c2, r1c3, r2c3."""
SQUARE = (2, 3, 11, 12)
"""r12c34: cells of two boxes."""


def board(
    *rules: Rule, givens: str = "", ruled_out: dict[int, list[int]] | None = None, layout: str = "9x9"
) -> Position:
    cells = 81 if layout.startswith("9x9") else 16
    return Position.of(Puzzle.of(layout, givens.ljust(cells, "."), rules=rules, ruled_out=ruled_out or {}))


def told(position: Position, key: str) -> list[tuple[Step, str]]:
    """The steps of a technique, each proved and explained, with what is said after the text of the rule."""
    found = []
    for step in all_steps(position, key):
        verify(position, step)
        check_explained(step, position)
        found.append((step, explain(step, position.candidates()).partition(". ")[2]))
    return found


@pytest.mark.parametrize(
    ("givens", "ruled_out", "gone", "said"),
    [
        ("7", {}, {1, 2, 3}, "r1c1 is 7, so none of the 4 consecutive digits is less than 4."),
        (
            "",
            {0: [1, 2, 3, 4, 5]},
            {1, 2},
            "r1c1 is at least 6, so none of the 4 consecutive digits is less than 3.",
        ),
        (
            "",
            {2: [5, 6, 7, 8, 9]},
            {8, 9},
            "r1c3 is at most 4, so none of the 4 consecutive digits is greater than 7.",
        ),
        (
            "",
            {cell: [5] for cell in LINE.cells} | {1: [1, 2, 3, 4, 5]},
            {1, 2, 3, 4},
            "None of the cells r1c123 and r2c3 can be 5. "
            "The only combination for r1c123+r2c3 is {6789}. The digits 1, 2, 3 and 4 are in no combination.",
        ),
    ],
)
def test_consecutive_digits_reach_only_so_far(
    givens: str, ruled_out: dict[int, list[int]], gone: set[int], said: str
) -> None:
    ((step, text),) = told(board(LINE, givens=givens, ruled_out=ruled_out), "set-range")
    assert {digit for _, digit in step.eliminations} == gone
    assert text.startswith(said)


def test_a_line_that_may_reach_everywhere_loses_nothing() -> None:
    assert not told(board(LINE), "set-range")
    assert not told(board(LINE), "must-have")


def test_any_rule_about_sets_has_a_range() -> None:
    ((step, text),) = told(board(RellikCage((0, 1), 9), givens=".8"), "set-range")
    assert step.eliminations == ((0, 1), (0, 9))
    assert "The digits 1 and 9 are in no combination." in text


def test_a_digit_of_every_set_goes_from_the_cells_that_see_its_places() -> None:
    steps = told(board(LINE, givens="7", ruled_out={2: [6]}), "must-have")
    ((step, text),) = steps
    assert {cell for cell, _ in step.eliminations} == {9, 10, 18, 19, 20}
    assert text == (
        "The only combinations for r1c123+r2c3 are {4567}, {5678} and {6789}. Every combination has 6. "
        "So r1c2 or r2c3 is 6. r2c12 and r3c123 see r1c2 and r2c3. Therefore r2c12,r3c123 ≠ 6."
    )


def test_a_digit_of_a_quadruple_with_one_place_is_placed() -> None:
    steps = told(board(Quadruple(SQUARE, (1, 5)), ruled_out={2: [1], 11: [1], 12: [1]}), "must-have-place")
    ((step, text),) = steps
    assert step.placements == ((3, 1),)
    assert (
        text == "The digit 1 is still missing there. The only cell left for that is r1c4. Therefore r1c4 = 1."
    )


@pytest.mark.parametrize(
    ("digits", "givens", "ruled_out", "cells", "kept"),
    [
        ((1, 5, 6, 7), "", {}, SQUARE, {1, 5, 6, 7}),
        ((1, 5, 7, 7), "", {}, SQUARE, {1, 5, 7}),
        ((1, 5, 7), "..1", {3: [5, 7]}, (11, 12), {5, 7}),
        ((1, 5), "", {2: [1, 5], 3: [1, 5]}, (11, 12), {1, 5}),
    ],
)
def test_where_all_digits_of_a_quadruple_are_needed_nothing_else_fits(
    digits: tuple[int, ...],
    givens: str,
    ruled_out: dict[int, list[int]],
    cells: tuple[int, ...],
    kept: set[int],
) -> None:
    position = board(Quadruple(SQUARE, digits), givens=givens, ruled_out=ruled_out)
    step, text = told(position, "must-have-place")[0]
    assert {cell for cell, _ in step.eliminations} == set(cells)
    assert not {digit for _, digit in step.eliminations} & kept
    assert "so no other digit fits into them" in text
    assert ("1, 5, 7 and 7 are still missing" in text) == (digits == (1, 5, 7, 7))


def test_a_quadruple_with_room_places_nothing() -> None:
    assert not told(board(Quadruple(SQUARE, (1, 5, 7))), "must-have-place")


def test_rules_that_keep_cells_apart_are_named() -> None:
    """r1c3 and r2c4 are the places of 5; a knight's move leads from r2c4 to r1c2, from r1c3 to r2c5."""
    position = board(Quadruple(SQUARE, (5,)), AntiKnight(), ruled_out={3: [5], 11: [5]})
    ((step, text),) = told(position, "must-have")
    assert step.evidence.apart == (AntiKnight(),)
    assert "So r1c3 or r2c4 is 5." in text
    assert not is_proved(position, replace(step, evidence=replace(step.evidence, apart=())))


def test_one_of_several_digits_is_needed() -> None:
    position = board(GlobalEntropy(), givens="789", ruled_out={9: [1, 2, 3]})
    texts = [text for _, text in told(position, "must-have-place")]
    assert any("One of these digits is still missing there: 1, 2 or 3." in text for text in texts)


@pytest.mark.parametrize(
    ("rule", "givens", "ruled_out", "digit", "said"),
    [
        (CountingCircles(SQUARE), "", {2: [4]}, 4, "Only 3 cells there can be 4, and that is not enough."),
        (CountingCircles(SQUARE), "..1", {}, 1, "1 cell there is 1 already, and no other may be."),
        (Contains((0, 4), (5,), exact=True), "5", {}, 5, ""),
        (Contains((0, 30), (5,), exact=True), "5", {}, 5, "1 cell there is 5 already, and no other may be."),
    ],
)
def test_digits_that_are_counted_out(
    rule: Rule, givens: str, ruled_out: dict[int, list[int]], digit: int, said: str
) -> None:
    texts = {
        step.eliminations[0][1]: text
        for step, text in told(board(rule, givens=givens, ruled_out=ruled_out), "count-full")
    }
    assert texts.get(digit, "").startswith(said)
    assert (digit in texts) == bool(said)


def test_digits_from_0_are_said_as_they_are_written() -> None:
    position = board(Renban((0, 1)), givens="0", layout="9x9:0-8")
    (step,), candidates = all_steps(position, "set-range"), position.candidates()
    assert "r1c1 is 0, so none of the 2 consecutive digits is greater than 1." in explain(step, candidates)
    assert not Replay(candidates, candidates.grid, position.rules).findings(facts(step, candidates))


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (kinds.Span, {"bound": 5}),
        (kinds.Span, {"digit": 8}),
        (kinds.Span, {"count": 3}),
        (kinds.Missing, {"digits": (1, 5, 6, 8)}),
        (kinds.RoomOnlyIn, {"cells": SQUARE[1:]}),
        (kinds.CountedOut, {"times": 2}),
        (kinds.Lacks, {"digits": (5, 6)}),
    ],
)
def test_a_false_number_is_found(kind: type, change: dict[str, Any]) -> None:
    gap = {cell: [5] for cell in LINE.cells} | {1: [1, 2, 3, 4, 5]}
    for position, key in (
        (board(LINE, givens="7"), "set-range"),
        (board(LINE, ruled_out=gap), "set-range"),
        (board(Quadruple(SQUARE, (1, 5, 6, 7))), "must-have-place"),
        (board(CountingCircles(SQUARE), ruled_out={2: [4]}), "count-full"),
    ):
        step, candidates = next(all_steps(position, key)), position.candidates()
        stated = facts(step, candidates)
        if any(isinstance(fact, kind) for fact in stated):
            wrong = [replace(fact, **change) if isinstance(fact, kind) else fact for fact in stated]
            assert Replay(candidates, candidates.grid, position.rules).findings(wrong)
            return
    pytest.fail("no such fact")


@pytest.mark.parametrize(("name", "layout"), [("renban", "6x6"), ("quadruple", "6x6")])
def test_paths_use_them(name: str, layout: str) -> None:
    puzzle, seen = made(name, 4, layout), set[str]()
    for step, position in steps_of(puzzle.puzzle, puzzle.solution):
        if step.evidence.rules:
            check_explained(step, position)
            seen.add(step.technique)
    assert seen & {"set-range", "must-have", "must-have-place"}
