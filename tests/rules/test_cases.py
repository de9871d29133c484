"""The rules against a collection of puzzles with proven answers; see `cases`."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from nonet.engines import engine
from nonet.formats.json_puzzle import from_json, to_json
from nonet.grid import Grid
from rules.cases import cases_path, read_cases

PATH = cases_path()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PATH is None, reason="NONET_SHARED does not name the collection"),
]


TOO_SLOW = {"iss:Full rank 2"}
"""The readable engine knows too little about ranks for this one: it needs 100 times as many guesses."""


def test_every_answer_holds_and_no_relabelled_one_does() -> None:
    assert PATH is not None
    rng = random.Random(1)
    checked = 0
    for case in read_cases(PATH):
        puzzle, layout = case.puzzle, case.puzzle.layout
        assert puzzle.is_solved_by(case.solution), case.name
        for rule in puzzle.rules:
            assert rule.broken(case.solution) == (), (case.name, rule)
        digits = rng.sample(list(layout.digits), layout.size)
        if digits == sorted(digits):
            digits.reverse()
        other = Grid.of(layout, [digits[entry - 1] for entry in case.solution.entries])
        assert not puzzle.is_solved_by(other), case.name
        for rule in puzzle.rules:
            assert rule.holds(other) != bool(rule.broken(other)), (case.name, rule)
        checked += 1
    assert checked == 836


def test_our_json_carries_every_case() -> None:
    assert PATH is not None
    for case in read_cases(PATH):
        assert from_json(to_json(case.puzzle)) == case.puzzle, case.name


def test_some_boards_are_not_square_or_have_other_digits() -> None:
    assert PATH is not None
    assert sum(not case.puzzle.layout.is_usual for case in read_cases(PATH)) == 20


def test_the_readable_engine_proves_every_case_that_is_not_too_hard() -> None:
    """Those for which a good solver (ISS) needs up to 1,000 guesses; about half a minute."""
    assert PATH is not None
    proven = 0
    for case in read_cases(PATH):
        if case.guesses is None or case.guesses > 1000 or case.name in TOO_SLOW:
            continue
        found = list(islice(engine("rules").solutions(case.puzzle), 2))
        assert found == [case.solution], case.name
        proven += 1
    assert proven == 810 - len(TOO_SLOW)
