"""Skyscrapers by how many digits can be seen: each step is proved, and told as people tell it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import nonet
from explain.replay import Replay
from explain.test_needs import board, told
from nonet.explain import facts
from nonet.explain import grammar as kinds
from nonet.layout import Layout
from nonet.logic.path import all_steps, path
from nonet.puzzle import Puzzle
from nonet.rules import Skyscraper, Sum

ROW = tuple(range(9))


@pytest.mark.parametrize(
    ("count", "givens", "ruled_out", "said"),
    [
        (
            3,
            "",
            {},
            "If r1c1 were 8 or more, at most 2 would be seen: 0 before it, itself and 1 after it. "
            "If r1c2 were 9, at most 2 would be seen: 1 before it and itself. Therefore r1c1 ≠ 8 and r1c12 ≠ 9.",
        ),
        (
            1,
            "",
            {},
            "If r1c1 were not 9, at least 2 would be seen: the first digit and 9. Therefore r1c1 ≠ 1, r1c1 ≠ 2, ",
        ),
        (
            2,
            "6",
            {1: [9]},
            "If r1c2 were 7 or more, but not 9, at least 3 would be seen: "
            "1 at the start, the greatest up to r1c2, and 9 after it. "
            "If r1c3 were 7 or more, but not 9, at least 3 would be seen: "
            "1 at the start, the greatest up to r1c3, and 9 after it. Therefore r1c23 ≠ 7 and r1c23 ≠ 8.",
        ),
    ],
)
def test_so_many_digits_are_seen(count: int, givens: str, ruled_out: dict[int, list[int]], said: str) -> None:
    position = board(Skyscraper(ROW, count), givens=givens, ruled_out=ruled_out)
    ((_, text),) = told(position, "skyline")
    assert text.startswith(said)


def test_digits_that_are_known_count_as_they_are_seen() -> None:
    """r1c2 is hidden: two cells, but one digit is seen before r1c3."""
    ((step, text),) = told(board(Skyscraper(ROW, 4), givens="32"), "skyline")
    assert step.eliminations == ((2, 8), (2, 9), (3, 9))
    assert "If r1c3 were 8 or more, at most 3 would be seen: 1 before it, itself and 1 after it." in text


def test_the_other_end_of_a_line_has_a_clue_of_its_own() -> None:
    position = board(Skyscraper(ROW, 3), Skyscraper(ROW[::-1], 3))
    assert [step.eliminations for step, _ in told(position, "skyline")] == [
        ((0, 8), (0, 9), (1, 9)),
        ((8, 8), (8, 9), (7, 9)),
    ]


@pytest.mark.parametrize("change", [{"digit": 7}, {"most": 3}, {"before": 1}, {"cell": 4}])
def test_a_false_number_is_found(change: dict[str, Any]) -> None:
    position = board(Skyscraper(ROW, 3))
    step, candidates = next(all_steps(position, "skyline")), position.candidates()
    wrong = [
        replace(fact, **change) if isinstance(fact, kinds.TooFewSeen) else fact
        for fact in facts(step, candidates)
    ]
    assert Replay(candidates, candidates.grid, position.rules).findings(wrong)


def test_the_greatest_digit_of_the_line_may_be_known() -> None:
    position = board(Skyscraper((7, 6, 5, 4), 4), givens="....4..1", layout="4x4")
    assert [step.eliminations for step, _ in told(position, "skyline")] == [((6, 3),)]


def test_a_short_line_may_lack_the_highest_digit() -> None:
    """Of the row 1 2 3 on a board with digits to 4, a skyscraper of 1 sees the 3."""
    puzzle = Puzzle.of("3x3:1-4", "." * 9, rules=[Skyscraper((2, 1, 0), 1)])
    assert "skyline" not in {step.technique for step in path(puzzle)}
    assert next(nonet.solutions(Puzzle.of("3x3:1-4", "123......", rules=puzzle.rules)), None) is not None


def test_a_line_that_is_no_house_may_lack_the_highest_digit() -> None:
    """The puzzle has one solution, 212 131 221, in which the 2 of r1c1 hides the rest of its row."""
    puzzle = Puzzle.of(
        Layout.named("raw:3x3"),
        ".1.1.12.1",
        rules=[
            Skyscraper((0, 1, 2), 1),
            Sum((0, 2, 3, 6), 7),
            Sum((0, 2, 7), 6),
            Sum((1, 2, 3, 4, 7), 9),
        ],
    )
    steps = list(path(puzzle))
    assert [(cell, digit) for step in steps for cell, digit in step.placements if cell == 0] == [(0, 2)]
    assert "skyline" not in {step.technique for step in steps}
