"""Games of the past: the list with its filters, replays, the calendar, results and statistics."""

from __future__ import annotations

from datetime import date

import pytest
from textual.pilot import Pilot

from faces.tui.driving import SMALL, SMALL_SOLUTION, board, drive, playing, press, text_of
from nonet.faces.tui.calendar import CalendarScreen
from nonet.faces.tui.packs import PackScreen
from nonet.faces.tui.results import FinishedScreen
from nonet.faces.tui.saved_games import GamesScreen, ReplayScreen
from nonet.faces.tui.screens import Menu
from nonet.play.actions import Place
from nonet.play.new_game import daily, new_puzzle
from nonet.play.packs import pack_of
from nonet.play.saved.pack_progress import keep_pack
from nonet.play.saved.session import SavedSession
from nonet.play.saved.store import Store

TODAY = date(2026, 11, 16)


def solve(session: SavedSession, *, leaving: int = 0) -> SavedSession:
    """Fills the board in, but for some cells."""
    game = session.game
    assert game.solution is not None
    empty = [cell for cell, given in enumerate(game.puzzle.givens) if not given]
    for cell in empty[: len(empty) - leaving]:
        session.play(Place((cell,), game.solution[cell]))
    return session


def choose(pilot: Pilot[int], name: str) -> None:
    pilot.app.screen.query_one(Menu).go_to(name)


def test_games_are_listed_filtered_continued_replayed_and_deleted() -> None:
    async def script(pilot: Pilot[int]) -> None:
        choose(pilot, "games")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GamesScreen)
        menu = pilot.app.screen.query_one(Menu)
        assert [row.name for row in menu.rows[2:]] == [six, done, started]
        choose(pilot, "state")
        await press(pilot, "right")
        assert [row.name for row in menu.rows[2:]] == [six, started]
        choose(pilot, "board")
        await press(pilot, "right", "right")
        assert [row.name for row in menu.rows[2:]] == [started]
        choose(pilot, started)
        await press(pilot, "enter")
        assert playing(pilot).session.game.id == started
        await press(pilot, "escape")
        choose(pilot, "start")
        await press(pilot, "enter")
        choose(pilot, "board")
        await press(pilot, "left", "left")
        choose(pilot, "state")
        await press(pilot, "right")
        assert [row.name for row in menu.rows[2:]] == [done]
        choose(pilot, done)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        moves = len(pilot.app.screen.frames)
        assert "The puzzle as it was given." in text_of(pilot)
        await press(pilot, "right", "right", "left", "end", "right")
        assert pilot.app.screen.at == moves
        await press(pilot, "home")
        assert pilot.app.screen.at == 0
        await press(pilot, "escape", "d", "y")
        assert [row.name for row in menu.rows[2:]] == []
        assert "There are no such games yet." in text_of(pilot)

    with Store(":memory:", today=lambda: TODAY) as store:
        started = solve(store.new(board(SMALL)), leaving=3).game.id
        done = solve(store.new(new_puzzle("4x4", "easy", 1))).game.id
        six = solve(store.new(new_puzzle("6x6", "easy", 1)), leaving=5).game.id
        drive(script, store=store)
        assert not store.has(done)


def test_the_calendar_opens_the_puzzle_of_a_day() -> None:
    async def script(pilot: Pilot[int]) -> None:
        choose(pilot, "calendar")
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, CalendarScreen)
        await press(pilot, "right", "down")
        assert screen.day == TODAY  # no later day has a puzzle yet
        await press(pilot, "pageup")
        assert screen.day == date(2026, 10, 31)
        await press(pilot, "pagedown", "down")
        assert "Sun 2026-11-08: extreme, Solved in 0:00." in text_of(pilot)
        assert "1 solved this month" in text_of(pilot)
        await press(pilot, "b")
        assert "Killer" in text_of(pilot)
        assert "Sun 2026-11-08: unfair" in text_of(pilot)
        assert "Solved in" not in text_of(pilot)
        await press(pilot, "right", "enter")
        game = playing(pilot).session.game
        assert (game.source, game.board, game.level) == ("daily 2026-11-09", "killer", "easy")

    with Store(":memory:", today=lambda: TODAY) as store:
        solve(store.new(daily(date(2026, 11, 8))))
        drive(script, store=store)


@pytest.mark.parametrize("today", [date.min, date.max], ids=str)
def test_the_calendar_ends_where_dates_end(today: date) -> None:
    async def script(pilot: Pilot[int]) -> None:
        screen = CalendarScreen(today)
        await pilot.app.push_screen(screen)
        for key in ("left", "up", "pageup") if today == date.min else ("right", "down", "pagedown"):
            await press(pilot, key)
            assert screen.day == today

    drive(script)


def test_a_pack_is_played_in_order_and_removed() -> None:
    async def script(pilot: Pilot[int]) -> None:
        choose(pilot, "packs")
        await press(pilot, "enter")
        assert "Evenings" in text_of(pilot)
        assert "0 of 2 solved" in text_of(pilot)
        assert "Killer: easy to unfair" in text_of(pilot)
        await press(pilot, "enter")
        await press(pilot, "enter")
        session = playing(pilot).session
        assert session.game.solution is not None
        assert session.game.source == f"pack {pack.name} 1"
        solve(session, leaving=1)
        last = session.state.values.entries.index(0)
        playing(pilot).selection.go(last)
        await press(pilot, str(session.game.solution[last]))
        assert isinstance(pilot.app.screen, FinishedScreen)
        assert "Next puzzle" in text_of(pilot)
        await press(pilot, "enter")
        assert playing(pilot).session.game.source == f"pack {pack.name} 2"
        assert "Evenings 2" in text_of(pilot)
        await press(pilot, "escape")
        choose(pilot, "start")
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, PackScreen)
        assert "1 of 2 solved" in text_of(pilot)
        menu = screen.query_one(Menu)
        assert [row.note for row in menu.rows] == ["Solved in 0:00.", "in progress"]
        assert menu.at == 1, "the next one"
        await press(pilot, "escape", "d", "y")
        assert "Evenings" not in text_of(pilot)
        assert "9x9: easy" in text_of(pilot)

    with Store(":memory:", today=lambda: TODAY) as store:
        pack = pack_of([("two.txt", f"{SMALL}\n{SMALL[::-1]}")], "Evenings")
        keep_pack(store, pack)
        drive(script, store=store)
        assert store.count() == 2


def test_the_end_of_a_game_says_how_it_went() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "t", "escape", SMALL_SOLUTION[playing(pilot).selection.cursor])
        assert isinstance(pilot.app.screen, FinishedScreen)
        shown = text_of(pilot)
        for text in (
            "Help used: 1 hint.",
            "There is no earlier time",
            "1 day in a row.",
            "What this puzzle needed",
        ):
            assert text in shown
        choose(pilot, "replay")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await press(pilot, "escape")
        playing(pilot)

    with Store(":memory:", today=lambda: TODAY) as store:
        last = solve(store.new(board(SMALL)), leaving=1).game.id
        drive(script, store=store, resume=last, size=(100, 40))


@pytest.mark.parametrize(("language", "label"), [("en", "Play back"), ("de", "Abspielen"), ("cs", "Přehrát")])
def test_a_replay_is_played_back(language: str, label: str) -> None:
    """The film of a game has another verb than the game itself."""

    async def script(pilot: Pilot[int]) -> None:
        choose(pilot, "games")
        await press(pilot, "enter")
        choose(pilot, done)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        assert label in text_of(pilot)

    with Store(":memory:", today=lambda: TODAY) as store:
        done = solve(store.new(board(SMALL))).game.id
        drive(script, store=store, language=language)


def test_statistics_have_a_table_for_each_board_and_charts() -> None:
    async def script(pilot: Pilot[int]) -> None:
        choose(pilot, "statistics")
        await press(pilot, "enter")
        shown = text_of(pilot)
        assert "3 games solved" in shown
        assert "3 games solved in the last four weeks" in shown
        lines = shown.splitlines()
        easy = next(line for line in lines if "2 of 2" in line)
        assert "0:45" in easy  # the mean of 30 and 60 seconds
        assert "▄█" in easy
        assert any("1 of 1" in line for line in lines)

    with Store(":memory:", today=lambda: TODAY) as store:
        for name, seed, seconds in (("4x4", 1, 30), ("4x4", 2, 60), ("6x6", 1, 10)):
            session = store.new(new_puzzle(name, "easy", seed), clock=lambda: 0.0)
            session.set_seconds(seconds)
            solve(session)
        drive(script, store=store)
