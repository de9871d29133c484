"""Cells that say where a digit is: each step is proved, and told as people tell it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from explain.replay import Replay
from explain.test_needs import board, told
from nonet.explain import facts
from nonet.explain import grammar as kinds
from nonet.logic.path import all_steps
from nonet.rules import Indexing, NumberedRoom, Rule

ROW = tuple(range(9))
ROOM = NumberedRoom(ROW, 5)
TWO = {0: [1, 2, 5, 6, 7, 8, 9]}
"""r1c1 is 3 or 4."""


@pytest.mark.parametrize(
    ("rule", "givens", "ruled_out", "said"),
    [
        (Indexing((3,)), "...3", {}, "r1c4 = 3, so r1c3 = 4. Therefore r1c3 = 4."),
        (Indexing((3,)), "..4", {}, "r1c3 = 4, so r1c4 = 3. Therefore r1c4 = 3."),
        (
            Indexing((3,)),
            "",
            {2: [4]},
            "If r1c4 = 3, then r1c3 = 4, but that is no longer possible. Therefore r1c4 ≠ 3.",
        ),
        (
            Indexing((3,), "row"),
            "",
            {21: [1]},
            "If r1c4 = 3, then r3c4 = 1, but that is no longer possible. Therefore r1c4 ≠ 3.",
        ),
        (ROOM, "3", {}, "r1c1 = 3, so r1c3 = 5. Therefore r1c3 = 5."),
        (
            ROOM,
            "",
            {2: [5]},
            "If r1c1 = 3, then r1c3 = 5, but that is no longer possible. Therefore r1c1 ≠ 3.",
        ),
        (
            ROOM,
            "",
            TWO,
            "r1c1 can only be 3 or 4. Whatever is in r1c1, it says that r1c3 or r1c4 is 5. "
            "r1c256789 see r1c34. Therefore r1c256789 ≠ 5.",
        ),
    ],
)
def test_a_digit_points_to_another(
    rule: Rule, givens: str, ruled_out: dict[int, list[int]], said: str
) -> None:
    assert said in [text for _, text in told(board(rule, givens=givens, ruled_out=ruled_out), "pointer")]


def test_nothing_follows_where_everything_is_possible() -> None:
    assert not told(board(Indexing((3,))), "pointer")
    assert not told(board(ROOM), "pointer")


@pytest.mark.parametrize(
    ("rule", "givens", "ruled_out", "kind", "change"),
    [
        (ROOM, "", TWO, kinds.Pointed, {"digit": 6}),
        (ROOM, "", TWO, kinds.Pointed, {"places": (2, 3, 4)}),
        (ROOM, "3", {}, kinds.Points, {"fails": True}),
    ],
)
def test_a_false_place_is_found(
    rule: Rule, givens: str, ruled_out: dict[int, list[int]], kind: type, change: dict[str, Any]
) -> None:
    position = board(rule, givens=givens, ruled_out=ruled_out)
    step, candidates = next(all_steps(position, "pointer")), position.candidates()
    wrong = [replace(fact, **change) if isinstance(fact, kind) else fact for fact in facts(step, candidates)]
    assert Replay(candidates, candidates.grid, position.rules).findings(wrong)
