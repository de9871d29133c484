"""What rows or columns, and as many regions of a jigsaw, do not share: each step is proved, and told in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from explain.replay import Replay
from explain.test_needs import told
from nonet.explain import facts
from nonet.explain import grammar as kinds
from nonet.generate.jigsaws import random_jigsaw
from nonet.layout import Layout
from nonet.logic.catalog import technique
from nonet.logic.path import all_steps, path
from nonet.logic.position import Position
from nonet.logic.variants.leftovers import balances
from nonet.logic.verify import is_proved, verify
from nonet.play import new_puzzle
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import AntiKnight, Cage

REST = "666555777 666888777 666888999 999888999"
ONE = Layout.jigsaw(f"111111222 111222223 444233333 444555333 444555777 {REST}")
"""Rows 1 and 2 and regions 1 and 2 share all cells but r2c9 and r3c4."""
TWO = Layout.jigsaw(f"111111222 111222233 444223333 444555333 444555777 {REST}")
"""Here they leave r2c89 and r3c45."""
SAME = "Without the cells that they share, "


def board(layout: Layout, ruled_out: dict[int, list[int]], givens: str = "", **more: Any) -> Position:
    return Position.of(Puzzle.of(layout, givens.ljust(81, "."), ruled_out=ruled_out, **more))


@pytest.mark.parametrize(
    ("layout", "givens", "ruled_out", "said"),
    [
        (
            ONE,
            "",
            {17: [4, 7]},
            "only r2c9 remains on one side and r3c4 on the other, so these two are equal. "
            "r2c9 cannot be 4 or 7, so r3c4 cannot be either. Therefore r3c4 ≠ 4 and r3c4 ≠ 7.",
        ),
        (
            TWO,
            "",
            {16: [4], 17: [4]},
            "r2c89 remain on one side and r3c45 on the other, so these hold the same digits. "
            "None of r2c89 can be 4, so r3c45 cannot be either. Therefore r3c45 ≠ 4.",
        ),
        (
            TWO,
            "................5.",
            {21: [5]},
            "On one side r2c8 is 5, and on the other only r3c5 can be. Therefore r3c5 = 5.",
        ),
    ],
)
def test_what_is_left_holds_the_same_digits(
    layout: Layout, givens: str, ruled_out: dict[int, list[int]], said: str
) -> None:
    texts = [text for _, text in told(board(layout, ruled_out, givens), "leftovers")]
    assert any(text.startswith(SAME) and text.endswith(said) for text in texts), texts


def test_a_digit_that_is_there_has_no_second_place() -> None:
    """5 is in r3c4, and on the other side only one of r2c89 can hold it, since they see each other."""
    layout = Layout.jigsaw(f"111111222 112222233 444243333 144555333 444555777 {REST}")
    position = board(layout, {}, "." * 21 + "5")
    texts = [text for _, text in told(position, "leftovers")]
    wanted = (
        "On one side only one of r2c89 can be 5, since they see each other, and on the other r3c4 is 5 already: "
        "no 5 is left for r4c1. Therefore r4c1 ≠ 5."
    )
    assert any(text.endswith(wanted) for text in texts), texts


def test_nothing_follows_from_one_house_each() -> None:
    """These are locked candidates."""
    for seed in range(5):
        assert all(len(one.houses) > 1 for one, _ in balances(random_jigsaw(9, Rng(seed))))


def test_many_digits_are_proved_at_once() -> None:
    position = board(ONE, {17: [1, 2, 3, 4, 5, 6, 7]})
    (step,) = [each for each in all_steps(position, "leftovers") if len(each.eliminations) > 5]
    verify(position, step)
    assert not is_proved(position, replace(step, eliminations=((21, 8),)))


def test_only_jigsaws_have_leftovers() -> None:
    assert technique("leftovers").suits(ONE)
    assert not technique("leftovers").suits(Layout.named("9x9"))
    assert not list(all_steps(Position.of(Puzzle.of("9x9", "." * 81, rules=[AntiKnight()])), "leftovers"))


def test_killers_keep_their_paths() -> None:
    ruled_out = {17: [4, 7]}
    assert not list(all_steps(board(ONE, ruled_out, rules=[Cage((0, 1), 5)]), "leftovers"))
    assert list(all_steps(board(ONE, ruled_out, rules=[Cage((0, 1), 5), AntiKnight()]), "leftovers"))


def test_a_path_uses_leftovers() -> None:
    game = new_puzzle("jigsaw", "hard", 0)
    position, count = Position.of(game.puzzle), 0
    assert game.solution is not None
    for step in path(game.puzzle):
        assert all(game.solution.entries[cell] == digit for cell, digit in step.placements)
        assert all(game.solution.entries[cell] != digit for cell, digit in step.eliminations)
        if step.technique == "leftovers":
            candidates, count = step.on_path.position, count + 1
            verify(position, step)
            assert not Replay(candidates, candidates.grid).findings(facts(step, candidates))
        position.apply(step)
    assert position.is_solved
    assert count


@pytest.mark.parametrize(
    ("givens", "ruled_out", "kind", "change"),
    [
        ("", {16: [4], 17: [4]}, kinds.SameLeftovers, {"regions": (18, 20)}),
        ("", {16: [4], 17: [4]}, kinds.SameLeftovers, {"rest": (21,)}),
        ("", {16: [4], 17: [4]}, kinds.SameLeftovers, {"houses": (0,), "cells": (7, 8)}),
        ("", {16: [4], 17: [4]}, kinds.LeftoverLacks, {"digits": (4, 5)}),
        ("", {16: [4], 17: [4]}, kinds.LeftoverLacks, {"cells": (16,)}),
        ("................5.", {21: [5]}, kinds.LeftoverPlaces, {"digit": 6}),
        ("................5.", {21: [5]}, kinds.LeftoverPlaces, {"cells": (21, 22)}),
    ],
)
def test_a_false_leftover_is_found(
    givens: str, ruled_out: dict[int, list[int]], kind: type, change: dict[str, Any]
) -> None:
    position = board(TWO, ruled_out, givens)
    candidates = position.candidates()
    found = (facts(step, candidates) for step in all_steps(position, "leftovers"))
    stated = next(each for each in found if kind in map(type, each))
    assert not Replay(candidates, candidates.grid).findings(stated)
    wrong = [replace(fact, **change) if isinstance(fact, kind) else fact for fact in stated]
    assert Replay(candidates, candidates.grid).findings(wrong)
