"""New games: every board and level; the same seed gives the same puzzle, with and without the kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import pytest

from many_cases import for_cases, spread
from nonet.canonical import canonical
from nonet.engines import default_engine, engine_for
from nonet.generate import Recipe, make
from nonet.generate.levels import LEVEL_CLUES
from nonet.generate.variants import (
    NOT_MADE,
    VARIANTS,
    VariantNotFound,
)
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.play import (
    BOARDS,
    LEVELS,
    Game,
    PlayError,
    board_title,
    daily,
    daily_level,
    level_title,
    levels,
    new_puzzle,
)
from nonet.play.game import board_of
from nonet.play.new_game import jigsaw_maps
from nonet.play.saved.store import Store
from nonet.rating import rate

SOURCE = Path(__file__).resolve().parents[2] / "src"
CLASSIC_BOARDS = [board for board in BOARDS if not board.is_variant]
ALL = [(board.name, level) for board in CLASSIC_BOARDS for level in board.levels]


def test_every_layout_is_offered() -> None:
    assert {board.name for board in BOARDS if not board.is_variant} == {
        "4x4",
        "6x6",
        "9x9",
        "12x12",
        "16x16",
        "x",
        "windoku",
        "jigsaw",
    }
    assert [board.name for board in BOARDS if board.is_variant] == list(VARIANTS)
    assert levels("9x9") == LEVELS
    assert board_title("9x9", language="cs") != board_title("9x9")
    assert level_title("easy", language="cs") != "easy"


@cache
def game(board: str, level: str) -> Game:
    return new_puzzle(board, level, 11)


@for_cases(spread(ALL, 5))
def test_a_new_game(board: str, level: str) -> None:
    new = game(board, level)
    assert new.solution is not None
    assert new.solution.is_solution()
    assert new.solution.extends(new.puzzle.givens)
    assert default_engine(new.layout).is_unique(new.puzzle)
    assert (new.board, new.level, new.source, new.seed) == (board, level, "level", 11)


@pytest.mark.parametrize("board", spread(VARIANTS, 8))
def test_a_new_variant(board: str) -> None:
    new = new_puzzle(board, None, 5)
    assert new.puzzle.rules
    assert new.solution is not None
    assert new.puzzle.is_solved_by(new.solution)
    assert engine_for(new.puzzle).is_unique(new.puzzle)
    assert (new.board, board_of(new.puzzle), new.level, new.seed) == (board, board, levels(board)[0], 5)
    assert rate(new.puzzle).level == new.level


def test_levels_are_those_that_create_makes() -> None:
    for board in CLASSIC_BOARDS:
        name = "jigsaw 9x9" if board.name == "jigsaw" else board.layout
        assert levels(board.name) == tuple(LEVEL_CLUES[name])
    for name in VARIANTS:
        assert levels(name) == tuple(level for level in LEVELS[:4] if (name, level) not in NOT_MADE)


@for_cases(spread([(board, level) for board, level in ALL if (board, level) != ("9x9", "easy")], 5))
def test_a_puzzle_is_that_of_create_and_rates_as_asked(board: str, level: str) -> None:
    new = game(board, level)
    assert new.puzzle == next(make(Recipe(layout=new.layout, level=level), 11)).puzzle
    assert rate(new.puzzle).level == level


@pytest.mark.slow
@pytest.mark.parametrize(("board", "level"), [(each.name, level) for each in BOARDS for level in each.levels])
def test_every_board_and_level_rates_as_asked(board: str, level: str) -> None:
    rated = []
    for seed in range(4):
        with suppress(VariantNotFound):  # another seed finds one
            rated.append(rate(new_puzzle(board, level, seed).puzzle).level)
        if len(rated) == 3:
            break
    assert rated == [level] * 3


def test_the_seed_decides() -> None:
    for board in ("4x4", "9x9", "x"):
        for level in levels(board)[:2]:
            assert new_puzzle(board, level, 11).puzzle == game(board, level).puzzle
            assert new_puzzle(board, level, 12).puzzle != game(board, level).puzzle


def test_levels_of_the_classic_board_are_those_of_the_rating() -> None:
    for level in LEVELS:
        for seed in range(3):
            assert rate(new_puzzle("9x9", level, seed).puzzle).level == level


@pytest.mark.slow
def test_puzzles_have_their_level() -> None:
    for level in LEVELS:
        puzzles = [new_puzzle("9x9", level, seed).puzzle for seed in range(60)]
        assert [rate(puzzle).level for puzzle in puzzles] == [level] * 60
        assert len({canonical(puzzle.givens).form for puzzle in puzzles}) == 60, "none is another in disguise"


def test_jigsaw_maps_are_valid() -> None:
    assert len(set(jigsaw_maps())) == len(jigsaw_maps()) >= 10
    for text in jigsaw_maps():
        layout = Layout.jigsaw(text)
        assert layout.size == 9
        for region in layout.boxes:
            reached, todo = set(), [region.cells[0]]
            while todo:
                cell = todo.pop()
                reached.add(cell)
                beside = [cell - 9, cell + 9] + [cell - 1] * (cell % 9 > 0) + [cell + 1] * (cell % 9 < 8)
                todo += [each for each in beside if each in region.cells and each not in reached]
            assert reached == set(region.cells)


@pytest.mark.parametrize(
    ("board", "level", "where"), [("5x5", "easy", "board"), ("4x4", "extreme", "level"), ("9x9", "", "level")]
)
def test_unknown_boards_and_levels(board: str, level: str, where: str) -> None:
    with pytest.raises(PlayError) as caught:
        new_puzzle(board, level)
    assert caught.value.where == where


def test_a_seed_is_drawn() -> None:
    assert len({new_puzzle("4x4", "easy").puzzle for _ in range(4)}) > 1


# -- the puzzle of the day -----------------------------------------------------------------------------------


def test_the_daily_of_a_mixture() -> None:
    """As `create --variant thermo,killer` makes it, with the level of the day."""
    new = daily(date(2026, 11, 16), "thermo,killer")
    assert (new.board, new.level, new.source) == ("thermo,killer", "easy", "daily 2026-11-16")
    assert {rule.kind for rule in new.puzzle.rules} == {"thermometer", "cage"}
    assert rate(new.puzzle).level == "easy"


@pytest.mark.parametrize("name", ["thermo,thermo", "thermo,mixed", "thermo,9x9", ",", "thermo,killer" * 9])
def test_mixtures_that_do_not_exist(name: str) -> None:
    with pytest.raises(PlayError, match=r"variant|kinds|mixed"):
        new_puzzle(name)


def test_a_week_of_daily_puzzles() -> None:
    monday = date(2026, 11, 9)
    days = [monday + timedelta(days=number) for number in range(7)]
    assert [daily_level(day) for day in days] == [
        "easy",
        "medium",
        "medium",
        "hard",
        "hard",
        "unfair",
        "extreme",
    ]
    games = [daily(day) for day in days]
    assert len({game.puzzle for game in games}) == 7
    assert [game.level for game in games] == [daily_level(day) for day in days]
    assert all(game.layout == CLASSIC for game in games)


def test_variants_have_puzzles_of_the_day_too() -> None:
    monday, sunday = date(2026, 11, 9), date(2026, 11, 15)
    assert [daily_level(day, "sandwich") for day in (monday, sunday)] == ["hard", "hard"]
    thermo = daily(monday, "thermo")
    assert (thermo.board, thermo.level, thermo.source) == ("thermo", "easy", "daily 2026-11-09")
    assert rate(thermo.puzzle).level == "easy"
    with Store(":memory:") as store:
        started = store.new(thermo).game.id
        assert (store.daily(monday), store.daily(monday, "thermo")) == (None, started)


DAYS = spread(range(9, 13), 2)
SCRIPT = f"""
from datetime import date
from nonet.native import kernel
from nonet.play import daily, new_puzzle, to_share
print(kernel is None)
for day in {DAYS}:
    print(to_share(daily(date(2026, 11, day)).puzzle))
for board, level in (("4x4", "easy"), ("6x6", "hard"), ("jigsaw", "medium")):
    print(to_share(new_puzzle(board, level, 4).puzzle))
"""


@pytest.mark.slow
@pytest.mark.skipif(kernel is None, reason="compares both modes, so once is enough")
def test_everyone_gets_the_same() -> None:
    """With the kernel and without it."""
    answers = []
    for pure in ("", "1"):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONPATH": str(SOURCE), "NONET_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        )
        answers.append(run.stdout.splitlines())
    assert answers[1][0] == "True"
    assert answers[0][1:] == answers[1][1:]
    assert len(set(answers[0])) == 1 + len(DAYS) + 3
