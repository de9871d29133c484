"""Two rules together: each step is proved, and the ways that it leaves are listed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from explain.replay import Replay
from explain.test_needs import board, told
from nonet.explain import facts
from nonet.explain import grammar as kinds
from nonet.logic.path import all_steps
from nonet.logic.verify import is_proved
from nonet.rules import Cage, Difference, Ratio, Thermometer

DOTS = (Difference((0, 1)), Difference((1, 2)))
SOME = {0: [4, 5, 6, 7, 8, 9], 1: [1, 4, 5, 6, 7, 8, 9], 2: [1, 5, 6, 7, 8, 9]}
"""r1c1 is 1, 2 or 3; r1c2 is 2 or 3; r1c3 is 2, 3 or 4."""


def test_two_dots_at_a_cell() -> None:
    ((step, said),) = told(board(*DOTS, ruled_out=SOME), "joint-consequence")
    assert step.evidence.rules == DOTS
    assert "Together, they leave only these ways to fill r1c1, r1c2, r1c3: 123 and 234. " in said
    assert said.endswith("Therefore r1c3 ≠ 2 and r1c1 ≠ 3.")


def test_both_rules_are_needed() -> None:
    position = board(*DOTS, ruled_out=SOME)
    (step,) = all_steps(position, "joint-consequence")
    for rule in DOTS:
        assert not is_proved(position, replace(step, evidence=replace(step.evidence, rules=(rule,))))


def test_nothing_follows_from_rules_apart_or_with_many_ways() -> None:
    assert not told(board(Difference((0, 1)), Difference((40, 50))), "joint-consequence")
    assert not told(board(Difference((0, 1)), Ratio((1, 2))), "joint-consequence")
    assert not told(board(Cage((0, 1), 5), Cage((1, 2), 5)), "joint-consequence")


def test_a_cage_and_another_rule() -> None:
    ((step, said),) = told(board(Cage((0, 1, 2), 8), Thermometer((0, 1))), "joint-consequence")
    assert {type(rule) for rule in step.evidence.rules} == {Cage, Thermometer}
    assert "Together, they leave only these ways to fill r1c1, r1c2, r1c3: " in said


@pytest.mark.parametrize("change", [{"ways": ((1, 2, 3),)}, {"cells": (0, 1)}])
def test_a_false_way_is_found(change: dict[str, Any]) -> None:
    position = board(*DOTS, ruled_out=SOME)
    step, candidates = next(all_steps(position, "joint-consequence")), position.candidates()
    stated = facts(step, candidates)
    wrong = [replace(fact, **change) if isinstance(fact, kinds.JointWays) else fact for fact in stated]
    assert Replay(candidates, candidates.grid, position.rules).findings(wrong)
