"""Skyscrapers, kites, turbot fish, empty rectangles."""

from __future__ import annotations

from logic.boards import case_lines, examples
from nonet.logic import single_digit
from nonet.logic.cases import parse_case
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.position import Position
from nonet.logic.templates import digits_with_doomed_places

LINES = case_lines("single_digit")
FINDERS = (
    single_digit.skyscrapers, single_digit.kites, single_digit.turbot_fish, single_digit.empty_rectangles,
)  # fmt: skip


def test_a_turbot_fish_is_a_chain_of_two_strong_links() -> None:
    found = 0
    for example in examples("chain-layouts"):
        position = example.position()
        for step in single_digit.turbot_fish(position, DEFAULTS):
            assert [link.strong for link in step.evidence.links] == [True, False, True]
            assert len(step.evidence.truths) == 2
            found += 1
    assert found


def test_skyscrapers_and_kites_are_turbot_fish() -> None:
    """They eliminate a subset of what some turbot fish eliminates."""
    for example in examples("chain-layouts"):
        position = example.position()
        turbots = [set(step.eliminations) for step in single_digit.turbot_fish(position, DEFAULTS)]
        for finder in (single_digit.skyscrapers, single_digit.kites):
            for step in finder(position, DEFAULTS):
                assert any(set(step.eliminations) <= each for each in turbots)


def test_turbot_fish_that_eliminate_most_come_first() -> None:
    for line in LINES:
        case = parse_case(line)
        position = Position.at(case.position, givens=case.givens)
        counts = [len(step.eliminations) for step in single_digit.turbot_fish(position, DEFAULTS)]
        assert counts == sorted(counts, reverse=True)


def test_duals_and_pairs_are_optional() -> None:
    duals = 0
    for line in LINES:
        case = parse_case(line)
        position = Position.at(case.position, givens=case.givens)
        for finder in (single_digit.kites, single_digit.empty_rectangles):
            plain = list(finder(position, DEFAULTS))
            assert not any(step.technique.startswith("dual") for step in plain)
            more = list(finder(position, Options(duals=True, empty_rectangle_pairs=True)))
            assert {step.eliminations for step in plain} <= {step.eliminations for step in more}
            duals += sum(step.technique.startswith("dual") for step in more)
            if finder is single_digit.empty_rectangles:
                assert all(len(step.evidence.roles[0].cells) > 2 for step in plain)
    assert duals


def test_eliminated_candidates_are_in_no_template() -> None:
    for line in LINES:
        case = parse_case(line)
        position = Position.at(case.position, givens=case.givens)
        doomed = dict(digits_with_doomed_places(position))
        for finder in FINDERS:
            for step in finder(position, Options(duals=True, empty_rectangle_pairs=True)):
                assert all(doomed[digit] >> cell & 1 for cell, digit in step.eliminations)
