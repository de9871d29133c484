"""Simple colors and multi-colors."""

from __future__ import annotations

from itertools import combinations

from logic.boards import case_lines, examples
from nonet.logic import coloring
from nonet.logic.cases import parse_case
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position

LINES = case_lines("coloring")


def test_one_color_of_a_pair_is_right() -> None:
    """In the solution, all places of one colour hold the digit and none of the other."""
    seen = 0
    for example in examples("chain-layouts"):
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
