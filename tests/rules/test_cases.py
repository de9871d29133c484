"""The rules against a collection of puzzles with proven answers; see `cases`."""

from __future__ import annotations

import random

import pytest

from nonet.symmetry import Transformation
from rules.cases import cases_path, read_cases

PATH = cases_path()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PATH is None, reason="NONET_SHARED does not name the collection"),
]


def test_every_answer_holds_and_no_relabelled_one_does() -> None:
    assert PATH is not None
    rng = random.Random(1)
    checked = 0
    for _, case in read_cases(PATH):
        if case is None:
            continue
        puzzle, layout = case.puzzle, case.puzzle.layout
        assert puzzle.is_solved_by(case.solution), case.name
        for rule in puzzle.rules:
            assert rule.broken(case.solution) == (), (case.name, rule)
        digits = rng.sample(list(layout.digits), layout.size)
        if digits == sorted(digits):
            digits.reverse()
        other = Transformation.relabelling(layout, digits)(case.solution)
        assert not puzzle.is_solved_by(other), case.name
        for rule in puzzle.rules:
            assert rule.holds(other) != bool(rule.broken(other)), (case.name, rule)
        checked += 1
    assert checked == 816
