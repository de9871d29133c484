"""Custom puzzles, sharing, records, settings, statistics: input is validated, and output can be read back."""

from __future__ import annotations

import json
import pickle
from contextlib import suppress
from dataclasses import fields, replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import examples, for_cases, for_each
from nonet.errors import FormatError, NonetError
from nonet.formats import parse
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.play import (
    Game,
    Kind,
    PlayError,
    Session,
    Settings,
    from_record,
    from_share,
    new_puzzle,
    statistics,
    to_record,
    to_share,
    validate,
    verdict_words,
)
from nonet.play.actions import Place, from_json
from nonet.play.saved.record import game_from_json, game_to_json, result_in
from nonet.play.saved.statistics import Result, Streak
from nonet.puzzle import Puzzle

SMALL = "0130430202030000"

# -- one's own puzzle ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "cells", "playable"),
    [
        (SMALL, Kind.ONE, (), True),
        ("12" + "." * 14, Kind.SEVERAL, None, True),
        ("12.. ..34 .... ....", Kind.NONE, (), False),
        ("11.. .... .... ....", Kind.CONFLICT, (0, 1), False),
        ("2134 4312 1243 3421", Kind.FULL, (), False),
    ],
)
def test_validation_of_custom_puzzles(
    text: str, kind: Kind, cells: tuple[int, ...] | None, playable: bool
) -> None:
    verdict = validate(text)
    assert (verdict.kind, verdict.playable) == (kind, playable)
    assert cells is None or verdict.cells == cells
    assert (verdict.puzzle is None) == (kind is Kind.CONFLICT)
    assert verdict_words(verdict) != verdict_words(verdict, language="cs")
    if playable and verdict.puzzle:
        assert Game.of(verdict.puzzle).solution == verdict.solution
    elif verdict.puzzle:
        with pytest.raises(PlayError):
            Game.of(verdict.puzzle)


def test_all_conflicting_cells_are_reported() -> None:
    board = Grid.of(Layout.named("4x4"), [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2])
    assert validate(board).cells == (0, 1, 11, 15)


def test_where_two_solutions_differ() -> None:
    verdict = validate("534678912672195348198342567859761423426853791713924856961537284287419635345286...")
    assert verdict.kind is Kind.ONE
    verdict = validate("." * 81)
    assert verdict.kind is Kind.SEVERAL
    assert verdict.cells


def test_invalid_text() -> None:
    with pytest.raises(FormatError):
        validate("hello")


# -- sharing -------------------------------------------------------------------------------------------------

BOARDS = ["4x4", "6x6", "9x9", "x", "windoku", "jigsaw", "12x12", "16x16"]


@for_each(BOARDS)
def test_share_round_trip(board: str) -> None:
    puzzle = new_puzzle(board, "easy", 2).puzzle
    text = to_share(puzzle)
    assert from_share(text) == puzzle
    assert set(text) <= set("0123456789ABCDEFGHIJKLMNOPx+.:windowsjga/")
    assert from_share(f"  {text}\n") == puzzle


@pytest.mark.parametrize(
    "text", ["| . 1 | 3 . |\n| 4 3 | . 2 |\n|-----+-----|\n| . 2 | . 3 |\n| . . | . . |", SMALL, SMALL + "\n"]
)
def test_share_reads_every_format(text: str) -> None:
    assert from_share(text) == parse(SMALL)


@settings(deadline=None, max_examples=examples(60))
@given(st.text(max_size=100) | st.text("0123456789.:x+jigsaw", max_size=100))
def test_share_never_breaks(text: str) -> None:
    with suppress(NonetError):  # any other exception would fail the test
        assert isinstance(from_share(text), Puzzle)


# -- records -------------------------------------------------------------------------------------------------


def record() -> dict[str, Any]:
    session = Session(Game.of(parse(SMALL)))
    session.play(Place((0,), 2))
    whole: dict[str, Any] = json.loads(json.dumps(to_record(session)))
    return whole


def test_an_invalid_id_is_replaced() -> None:
    for name in ("../../x", "", "a b c d e f g h", "ž" * 16):
        made = from_record(record() | {"game": record()["game"] | {"id": name}}).game.id
        assert len(made) == 16
        assert made.isalnum()


def test_every_field_of_a_game_is_kept() -> None:
    made = Game.of(parse(SMALL))
    game = replace(
        made, id="a-name-1", level="hard", score=12, source="level", seed=7, created="2026-11-15T10:00:00Z"
    )
    usual = {field.name for field in fields(Game) if getattr(game, field.name) == field.default}
    assert usual == set()  # otherwise nothing would be shown for it
    assert from_record(to_record(Session(game))).game == game
    saved = game_to_json(game)
    assert set(saved) - {field.name for field in fields(Game)} == {"layout", "givens"}
    assert (
        game_from_json(saved | {"from a newer version": 1}, solved=False).with_solution(game.solution) == game
    )


def test_candidates_ruled_out_are_kept() -> None:
    puzzle = Puzzle.of(Layout.named("4x4"), [0] * 16, ruled_out={0: [1]})
    session = Session(Game.of(puzzle))
    assert from_record(to_record(session)).game.puzzle == puzzle


@for_cases(
    [
        ({"format": "nonet-game-9"}, "format"),
        ({"game": None}, "game"),
        ({"moves": {}}, "moves"),
        ({"moves": [{"type": "place", "cells": [99], "digit": 1}]}, "moves[0].cells"),
        ({"moves": [{"type": "undo"}]}, "moves[0]"),
        ({"moves": [7]}, "moves[0]."),
        ({"cursor": 2}, "cursor"),
        ({"cursor": -1}, "cursor"),
        ({"cursor": True}, "cursor"),
        ({"seconds": "long"}, "seconds"),
        ({"seconds": -1}, "seconds"),
        ({"aids": [1]}, "aids"),
        ({"aids": {"hints": "many"}}, "hints"),
    ]
)
def test_a_bad_record_is_reported(change: dict[str, Any], where: str) -> None:
    with pytest.raises(PlayError) as caught:
        from_record(record() | change)
    assert caught.value.where == where


@for_cases(
    [
        ({"givens": "123"}, "givens"),
        ({"givens": "5" * 16}, "givens"),
        ({"givens": "12....34........"}, "puzzle"),
        ({"id": 7}, "id"),
        ({"id": "x" * 65}, "id"),
        ({"seed": -1}, "seed"),
        ({"score": "high"}, "score"),
        ({"ruled_out": "none"}, "ruled_out"),
    ]
)
def test_a_bad_game_is_reported(change: dict[str, Any], where: str) -> None:
    with pytest.raises(PlayError) as caught:
        from_record(record() | {"game": record()["game"] | change})
    assert caught.value.where == where


def test_a_bad_result_is_reported() -> None:
    session = Session(Game.of(parse(SMALL)))
    good = {"status": "finished", "day": "2026-11-15"}
    found = result_in({"result": good}, session)
    assert found is not None
    assert (found.status, found.day, found.seconds, found.hints) == ("finished", date(2026, 11, 15), 0.0, 0)
    for change, where in (
        ({"status": "playing"}, "result.status"),
        ({"status": None}, "result.status"),
        ({"day": "someday"}, "result.day"),
        ({"hints": -1}, "result.hints"),
    ):
        with pytest.raises(PlayError) as caught:
            result_in({"result": good | change}, session)
        assert caught.value.where == where
    with pytest.raises(PlayError, match="result: expected an object"):
        result_in({"result": [1]}, session)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 100) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAMES = ["type", "cells", "digit", "kind", "on", "candidates", "colour", "name", "clean", "cell"]
OPEN = Game.of(parse("." * 81))
TYPES = ["place", "note", "strike", "paint", "mark", "toggle-note", "reveal", "undo", "paint-candidate"]


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(NAMES), JSON | st.sampled_from(TYPES) | st.lists(st.integers(0, 80))))
def test_actions_are_validated_strictly(action: dict[str, Any]) -> None:
    try:
        read = from_json(action, CLASSIC)
    except PlayError:
        return  # any other exception would fail the test
    Session(OPEN).play(read)


@settings(deadline=None, max_examples=examples(60))
@given(JSON)
def test_anything_may_be_sent_as_a_game(data: Any) -> None:
    for whole in (data, record() | {"game": data}, record() | {"moves": data}, record() | {"aids": data}):
        try:
            from_record(whole)
        except NonetError:
            continue  # any other exception would fail the test


def test_errors_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(PlayError("no", where="digit")))
    assert (str(error), error.where) == ("digit: no", "digit")


# -- settings ------------------------------------------------------------------------------------------------


def test_settings_are_strict() -> None:
    assert Settings.from_json(Settings(check="off").to_json()) == Settings(check="off")
    for change in (
        {"colour": "red"},
        {"check": True},
        {"clean_notes": "yes"},
        {"language": "xx"},
        [1],
        {1: 2},
    ):
        with pytest.raises(PlayError):
            Settings().changed(change)


# -- statistics ----------------------------------------------------------------------------------------------

TODAY = date(2026, 11, 15)


def result(days_ago: int, **changes: Any) -> Result:
    day = TODAY - timedelta(days=days_ago)
    usual = {"board": "9x9", "level": "easy", "source": "level", "status": "finished", "seconds": 60.0}
    return Result(
        **{
            "game": "",
            "hints": 0,
            "checks": 0,
            "reveals": 0,
            "day": day,
            "finished": f"{day}T12:00:00Z",
            **usual,
            **changes,
        }
    )


def test_statistics_by_board_and_level() -> None:
    results = [
        result(3, seconds=100.0),
        result(
            2, seconds=50.0, hints=1
        ),  # counts for the mean, but not for the best time, because help was used
        result(2, seconds=1.0, reveals=40),  # help was used, so no best time
        result(1, seconds=7.0, status="given-up"),
        result(1, level="hard", status="given-up"),
    ]
    found = statistics(results, today=TODAY)
    easy, hard = found.lines
    assert (easy.games, easy.finished, easy.unaided, easy.best, easy.mean) == (4, 3, 1, 100.0, 75.0)
    assert (hard.games, hard.finished, hard.best, hard.mean) == (1, 0, None, None)
    assert (found.games, found.finished) == (5, 3)


@pytest.mark.parametrize(
    ("days_ago", "current", "longest"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([1], 1, 1),
        ([2], 0, 1),
        ([0, 1, 2, 4], 3, 3),
        ([1, 2, 5, 6, 7, 8], 2, 4),
        ([0, 0, 0], 1, 1),
    ],
)
def test_streaks(days_ago: list[int], current: int, longest: int) -> None:
    found = statistics([result(days) for days in days_ago], today=TODAY)
    assert found.streak == Streak(current=current, longest=longest)
    assert found.daily_streak == Streak(current=0, longest=0)


def test_streaks_at_the_ends_of_the_calendar() -> None:
    """An imported game may name any day."""
    ends = [replace(result(0), day=day) for day in (date.min, date.max - timedelta(days=1), date.max)]
    assert statistics(ends, today=TODAY).streak == Streak(current=0, longest=2)
    assert statistics(ends, today=date.max).streak == Streak(current=2, longest=2)
    first = statistics(ends, today=date.min)
    assert (first.streak, first.days[-2:]) == (Streak(current=1, longest=2), (0, 1))
    assert statistics([], today=date.min).streak == Streak(current=0, longest=0)


def test_the_streak_of_dailies_counts_those_done_on_their_day() -> None:
    results = [
        result(0, source="daily 2026-11-15"),
        result(1, source="daily 2026-11-14"),
        result(2, source="daily 2026-11-01"),
    ]
    assert statistics(results, today=TODAY).daily_streak == Streak(current=2, longest=2)
