"""Simple colors and multi-colors."""

from __future__ import annotations

from itertools import combinations

import pytest

from logic.chain_data import examples, passed_and_proved
from logic.layout_cases import id_of, layout_lines, passed_and_proved_there, plain_lines, solved_as_far_as
from nonet.logic import coloring
from nonet.logic.cases import parse_case
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position

LINES = plain_lines("coloring.txt")


@pytest.mark.parametrize("line", LINES, ids=id_of)
def test_case(line: str) -> None:
    passed_and_proved(line)


@pytest.mark.parametrize("line", layout_lines("coloring.txt"), ids=id_of)
def test_case_on_another_layout(line: str) -> None:
    passed_and_proved_there(line)


def test_sound_and_proved_on_every_layout() -> None:
    assert solved_as_far_as((coloring.simple_colors, coloring.multi_colors)) > 10


def test_one_color_of_a_pair_is_right() -> None:
    """In the solution, all places of one colour hold the digit and none of the other."""
    seen = 0
    for example in examples():
        position = example.position()
        for finder in (coloring.simple_colors, coloring.multi_colors):
            for step in finder(position, DEFAULTS):
                colors = step.evidence.roles
                assert [role.label for role in colors] == list("ABCD"[: len(colors)])
                for one, other in zip(colors[::2], colors[1::2], strict=True):
                    (digit,) = one.digits
                    right = {
                        cell
                        for role in (one, other)
                        for cell in role.cells
                        if example.solution[cell] == digit
                    }
                    assert right in (set(one.cells), set(other.cells))
                    seen += 1
    assert seen


def test_no_conclusion_twice_from_the_same_colors() -> None:
    for line in LINES:
        case = parse_case(line)
        position = Position.at(case.position, givens=case.givens)
        for finder in (coloring.simple_colors, coloring.multi_colors):
            for one, other in combinations(finder(position, DEFAULTS), 2):
                same = {role.cells for role in one.evidence.roles} == {
                    role.cells for role in other.evidence.roles
                }
                assert not same or one.eliminations != other.eliminations or one.technique != other.technique
