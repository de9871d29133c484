"""Navigation between the screens, outside a game."""

from __future__ import annotations

import asyncio
import builtins
import io
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from faces.tui.driving import (
    CLASSIC,
    SMALL,
    board,
    click_cell,
    drive,
    lines_of,
    playing,
    press,
    settled,
    text_of,
)
from nonet import NonetError
from nonet.faces import tui
from nonet.faces.tui.app import StartScreen
from nonet.faces.tui.custom_puzzle import CustomPuzzleScreen
from nonet.faces.tui.dialogs import SettingsScreen
from nonet.faces.tui.screens import Menu, PickScreen, TextScreen
from nonet.play.errors import StoreError
from nonet.play.new_game import new_puzzle
from nonet.play.saved.salvage import SetAside
from nonet.play.saved.store import Store


async def choose(pilot: Pilot[int], name: str) -> None:
    """Presses Enter on a row of the list."""
    pilot.app.screen.query_one(Menu).go_to(name)
    await press(pilot, "enter")


async def click_word(pilot: Pilot[int], word: str) -> None:
    """Clicks a word on the screen; the lowest, if it appears several times."""
    lines = lines_of(pilot)
    y = max(y for y, line in enumerate(lines) if word in line)
    await pilot.click(offset=(lines[y].index(word), y))
    await settled(pilot)


def test_a_damaged_game_is_shown_among_the_others() -> None:
    async def script(pilot: Pilot[int]) -> str:
        assert "Continue the last game" in text_of(pilot)
        await choose(pilot, "damaged")
        return text_of(pilot)

    with Store(":memory:") as store:
        damaged = store.new(new_puzzle("4x4", "easy", 1)).game.id
        store.new(new_puzzle("4x4", "easy", 2))
        store.set_aside_games = lambda: (SetAside(damaged, "givens: damaged", ""),)  # type: ignore[method-assign]
        assert f"{damaged}: givens: damaged" in drive(script, store=store)


def test_everything_on_the_start_screen() -> None:
    async def script(pilot: Pilot[int]) -> int | None:
        for name, kind in (("statistics", TextScreen), ("settings", SettingsScreen), ("help", TextScreen)):
            await choose(pilot, name)
            assert isinstance(pilot.app.screen, kind)
            assert name.capitalize() in text_of(pilot)
            await press(pilot, "escape")
            assert isinstance(pilot.app.screen, StartScreen)
        await press(pilot, "question_mark", "escape")
        for board_name in ("4x4", "6x6"):
            screen = pilot.app.screen
            assert isinstance(screen, StartScreen)
            screen.board, screen.level = board_name, "easy"
            await choose(pilot, "new")
            assert playing(pilot).session.game.board == board_name
            await press(pilot, "escape", "up", "up", "enter")
        await choose(pilot, "level")
        assert playing(pilot).session.game.board == "6x6"
        await press(pilot, "escape", "up", "enter")
        return pilot.app.return_code

    assert drive(script) == 0


@pytest.mark.parametrize("key", ["", "question_mark", "escape"])
def test_text_is_clicked_twice_and_swept(key: str) -> None:
    async def script(pilot: Pilot[int]) -> list[str]:
        if key:
            await press(pilot, key)
        for spot in [(60, 5), (60, 8), (25, 10), (3, 0)]:
            await pilot.double_click(offset=spot)
            await pilot.mouse_down(offset=spot)
            await pilot.hover(offset=(spot[0] + 9, spot[1] + 2))
            await pilot.mouse_up(offset=(spot[0] + 9, spot[1] + 2))
        await settled(pilot)
        return [text for text in lines_of(pilot) if text.strip()]

    assert drive(script, game=board(SMALL))


@pytest.mark.parametrize("key", ["question_mark", "escape"])
def test_the_game_may_end_while_a_screen_opens_or_closes(key: str) -> None:
    """After any small number of steps of the loop."""
    for steps in range(12):

        async def script(pilot: Pilot[int], steps: int = steps) -> None:
            pilot.app.post_message(events.Key(key, "?" if key == "question_mark" else None))
            for _ in range(steps):
                await asyncio.sleep(0)
            pilot.app.exit(0)

        drive(script, game=board(SMALL))


def test_a_failing_store_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*ignored: object, **options: object) -> Any:
        raise StoreError("the disk is full")

    async def script(pilot: Pilot[int]) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Store, "daily", broken)
            await press(pilot, "escape", "up", "up", "enter")
            await choose(pilot, "daily")
            assert "the disk is full" in text_of(pilot)
            await press(pilot, "escape")
        await choose(pilot, "resume")
        game = playing(pilot)
        with monkeypatch.context() as patch:
            for name in ("save", "save_seconds", "save_aids", "save_settings", "results"):
                patch.setattr(Store, name, broken)
            for key in ("2", "e", "t"):
                await press(pilot, key)
                assert game.news == "The saved games cannot be used: the disk is full", key
                game.news = ""
            game._keep_clock()
            assert game.news == "The saved games cannot be used: the disk is full"
            assert game.session.state.values[0] == 0
            await press(pilot, "escape", *["down"] * 6, "enter")
            assert "the disk is full" in text_of(pilot)
            await press(pilot, "escape")
        await press(pilot, "2")
        assert game.session.state.values[0] == 2
        game.play_app.store.delete(game.session.game.id)
        await press(pilot, "x")
        assert game.news == "There is no such game; it may have been deleted."

    drive(script, game=board(SMALL))


def test_a_custom_board() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await choose(pilot, "own")
        screen = pilot.app.screen
        assert isinstance(screen, CustomPuzzleScreen)
        await press(pilot, "b", "enter")
        assert screen.layout_now.name == "4x4"
        await click_cell(pilot, 5)
        await press(pilot, "3", "up", "left", "backspace", "right", "delete", "full_stop")
        assert bytes(screen.values) == bytes([0, 0, 0, 0, 0, 3, *[0] * 10])
        await click_word(pilot, "erase")
        await click_word(pilot, "start")
        assert isinstance(pilot.app.screen, PickScreen)  # one clue: several solutions
        await press(pilot, "n")
        assert isinstance(pilot.app.screen, CustomPuzzleScreen)
        await press(pilot, "b", "end", *["up"] * 4, "enter")
        assert screen.layout_now.name.startswith("jigsaw:")
        for size in ((10, 4), (30, 12), (80, 24)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        await press(pilot, "F", "escape")
        assert isinstance(pilot.app.screen, StartScreen)

    drive(script)


def test_without_a_panel() -> None:
    """In 40x15 the hint covers the board, and the header shows the rest."""

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "t")
        assert isinstance(pilot.app.screen, TextScreen)
        assert "Hint 1 of 4" in text_of(pilot)
        await press(pilot, "enter", "k", "h", "p", "2", "x")
        assert "Paused" in lines_of(pilot)[0]
        await press(pilot, "p", "shift+up", "shift+left", "shift+down", "escape", "end", "pageup", "pagedown")
        assert len(playing(pilot).selection.cells) == 1
        await click_word(pilot, "help")
        assert isinstance(pilot.app.screen, TextScreen)
        assert pilot.app.screen.heading == "Help"

    drive(script, game=board(CLASSIC, "9x9"), size=(40, 15))


def test_colours_beyond_the_eighth_and_other_refusals() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        await press(pilot, "o", "9")
        assert game.news == "Colours are 1 to 8; 0 removes a colour."
        await press(pilot, "o", "5", "9")
        assert game.news == "Colours are 1 to 8; 0 removes a colour."
        await press(pilot, "o", "shift+tab", "escape", *["down"] * 5, "enter")
        assert isinstance(pilot.app.screen, SettingsScreen)
        await press(pilot, "enter", *["up"], "enter")
        assert playing(pilot) is game
        assert game.play_app.settings.check == "solution"

    drive(script, game=board(CLASSIC, "9x9"))


def test_a_missing_textual_is_reported_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = builtins.__import__

    def without(name: str, *rest: Any, **options: Any) -> Any:
        if name == "nonet.faces.tui.app":
            raise ModuleNotFoundError("No module named 'textual'", name="textual")
        return there(name, *rest, **options)

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for name in ("stdin", "stderr"):
        monkeypatch.setattr(f"sys.{name}", Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(builtins, "__import__", without)
    with Store(":memory:") as store, pytest.raises(NonetError, match=r'pip install "nonet\[tui\]"'):
        tui.play(store, ascii_only=True)
