"""How a game compares with earlier ones."""

from __future__ import annotations

from datetime import date

from nonet.play import Game, from_share
from nonet.play.history import History, used_candidates
from nonet.play.moves import AutoNotes, Place, RefreshNotes
from nonet.play.saved.statistics import DAYS, Result, standing, statistics

TODAY = date(2026, 11, 16)


def ended(
    name: str, seconds: float, *, day: int = 16, level: str = "easy", hints: int = 0, reveals: int = 0
) -> Result:
    return Result(
        game=name,
        board="9x9",
        level=level,
        source="level",
        status="finished",
        seconds=seconds,
        hints=hints,
        checks=0,
        reveals=reveals,
        day=date(2026, 11, day),
        finished=f"2026-11-{day}T10:00:00Z",
    )


def test_a_game_is_compared_with_those_before_it_on_its_board_and_level() -> None:
    results = [
        ended("a", 100, day=14),
        ended("b", 300, day=15, hints=1),
        ended("c", 9, day=15, level="hard"),
        ended("d", 50, reveals=1),
        ended("this", 60),
        ended("later", 1),
    ]
    place = standing(results, "this", board="9x9", level="easy", today=TODAY)
    assert (place.earlier, place.mean, place.best) == (
        3,
        200,
        100,
    )  # cells were revealed in d, so it has no time
    assert (place.streak.current, place.streak.longest) == (3, 3)
    first = standing(results, "a", board="9x9", level="easy", today=TODAY)
    assert (first.earlier, first.mean, first.best) == (0, None, None)


def test_days_and_times() -> None:
    found = statistics([ended("a", 100, day=14), ended("b", 300), ended("c", 200)], today=TODAY)
    assert found.days == (0,) * (DAYS - 3) + (1, 0, 2)
    assert found.lines[0].times == (100, 300, 200)


def test_candidates_that_were_filled_in() -> None:
    game = Game.of(from_share("4x4:.13.43.2.2.3...."))
    assert not used_candidates(History.of(game, [Place((0,), 2), AutoNotes(on=False)]))
    assert used_candidates(History.of(game, [AutoNotes(), Place((0,), 2)]))
    assert used_candidates(History.of(game, [RefreshNotes()]))
    assert not used_candidates(History.of(game, [RefreshNotes()], 0))  # taken back
