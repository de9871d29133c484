"""Walks with some techniques only: the kernel takes the same steps as the Python finders."""

from __future__ import annotations

import pytest

from nonet.generate import walk as module
from nonet.generate.dig import Dig, dig_many
from nonet.generate.levels import usual
from nonet.generate.walk import Walk, Walker
from nonet.layout import CLASSIC
from nonet.logic.catalog import technique

PUZZLES = [each for each in dig_many(Dig(layout=CLASSIC), 5, 0, 12) if each is not None]
USUAL = [each.key for each in usual(CLASSIC)]
MEDIUM = [key for key in USUAL if technique(key).level <= 2]
COLORS = [*MEDIUM, "simple-colors-trap", "simple-colors-wrap", "multi-colors-1"]


def in_python(walker: Walker, monkeypatch: pytest.MonkeyPatch) -> list[Walk]:
    with monkeypatch.context() as patch:
        patch.setattr(module, "kernel", None)
        return list(walker.walks(PUZZLES))


@pytest.mark.parametrize(
    "walker",
    [
        pytest.param(Walker(CLASSIC, MEDIUM), id="finders of a level"),
        pytest.param(Walker(CLASSIC, USUAL[:40], permitted=MEDIUM), id="ends at what is not permitted"),
        pytest.param(Walker(CLASSIC, MEDIUM, most=400), id="ends where it gets too expensive"),
        pytest.param(Walker(CLASSIC, COLORS, only=COLORS), id="one technique of a finder and not the other"),
        pytest.param(Walker(CLASSIC, ["hidden-single"], only=["hidden-single"]), id="one technique"),
    ],
)
def test_the_same_walks_as_in_python(walker: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(walker.walks(PUZZLES)) == in_python(walker, monkeypatch)


def test_a_walk_ends_with_the_step_that_is_not_permitted() -> None:
    walks = Walker(CLASSIC, USUAL, permitted=MEDIUM).walks(PUZZLES)
    for walk in walks:
        *before, last = walk.techniques
        assert set(before) <= set(MEDIUM)
        assert walk.is_solved == (last in MEDIUM)


def test_a_walk_that_gets_too_expensive_is_not_solved() -> None:
    (whole,) = Walker(CLASSIC, USUAL).walks(PUZZLES[:1])
    score = sum(technique(key).score for key in whole.techniques)
    assert Walker(CLASSIC, USUAL, most=score).walk(PUZZLES[0]) == whole
    cut = Walker(CLASSIC, USUAL, most=score - 1).walk(PUZZLES[0])
    assert (cut.techniques, cut.is_solved) == (whole.techniques[: len(cut.techniques)], False)


def test_a_walk_ends_as_soon_as_the_open_cells_cost_too_much() -> None:
    solution = bytes((row * 3 + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
    three_open = bytes(3) + solution[3:]  # each is the last cell of its column, which costs 4
    for most, steps in ((11, 1), (12, 3)):
        walk = Walker(CLASSIC, ["full-house"], most=most).walk(three_open)
        assert (len(walk.techniques), walk.is_solved) == (steps, most == 12)
