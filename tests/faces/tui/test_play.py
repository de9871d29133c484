"""Whole games and the screens around them, with Textual's pilot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from faces.tui.driving import (
    CLASSIC,
    SMALL,
    SMALL_SOLUTION,
    board,
    click_cell,
    drive,
    lines_of,
    playing,
    press,
    settled,
    sparse,
    text_of,
    value,
)
from nonet.faces.tui.app import StartScreen
from nonet.faces.tui.custom_puzzle import CustomPuzzleScreen
from nonet.faces.tui.results import FinishedScreen
from nonet.faces.tui.screens import TextScreen
from nonet.formats import write
from nonet.layout import Layout
from nonet.play.saved.store import Store
from nonet.play.state import Status
from play.small_killer import KILLER

EMPTY = [cell for cell, sign in enumerate(SMALL) if sign == "0"]


# -- from start to end ---------------------------------------------------------------------------------------


def test_a_new_player_finishes_a_4x4_by_keyboard_from_the_start_screen() -> None:
    """Down to Board, left until 4x4, Enter; then Tab and digits, as the footer says."""

    async def script(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, StartScreen)
        await press(pilot, "down", "left", "left")
        assert "4x4" in text_of(pilot)
        await press(pilot, "enter")
        game = playing(pilot)
        foot = " ".join(lines_of(pilot)[-2:])
        for word in ("move", "1-4", "digit", "hint", "undo", "help", "quit"):
            assert word in foot
        solution = game.session.game.solution
        assert solution is not None
        while not game.session.is_over:
            await press(pilot, str(solution[game.selection.cursor]), "tab")
        assert isinstance(pilot.app.screen, FinishedScreen)
        assert "Well done!" in text_of(pilot)
        assert game.session.state.status is Status.FINISHED

    drive(script)


def test_a_4x4_by_keyboard_alone_with_arrows() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        assert game.selection.cursor == 0
        for cell in range(16):
            if cell in EMPTY:
                await press(pilot, SMALL_SOLUTION[cell])
            if cell < 15:
                await press(pilot, "right" if cell % 2 else "l")
                if cell % 4 == 3:
                    await press(pilot, "down" if cell % 8 == 3 else "j")
        assert isinstance(pilot.app.screen, FinishedScreen)
        await press(pilot, "down", "enter")
        assert isinstance(pilot.app.screen, StartScreen)

    drive(script, game=board(SMALL))


def test_another_puzzle_like_this() -> None:
    """After a pasted 4x4 puzzle, a new easy 4x4; errors are shown."""

    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        await press(pilot, *[key for cell in EMPTY for key in (SMALL_SOLUTION[cell], "tab")][:-1])
        assert isinstance(pilot.app.screen, FinishedScreen)
        await press(pilot, "enter")
        assert playing(pilot) is not game
        assert (playing(pilot).session.game.board, playing(pilot).session.game.level) == ("4x4", "easy")

    drive(script, game=board(SMALL))


def test_a_game_that_cannot_be_opened_leads_to_the_start() -> None:
    async def script(pilot: Pilot[int]) -> None:
        assert "That did not work" in text_of(pilot)
        assert "There is no such game" in text_of(pilot)
        await press(pilot, "escape")
        assert "New game" in text_of(pilot)

    drive(script, resume="nothing")


@pytest.mark.slow
def test_a_4x4_by_mouse_alone() -> None:
    """Clicks the digits in the panel; the test finds their line on the screen."""

    async def script(pilot: Pilot[int]) -> None:
        for cell in EMPTY:
            await click_cell(pilot, cell)
            digit = SMALL_SOLUTION[cell]
            lines = lines_of(pilot)
            y = next(y for y, line in enumerate(lines) if f"{digit}×" in line)
            await pilot.click(offset=(lines[y].index(f"{digit}×"), y))
            await settled(pilot)
        assert isinstance(pilot.app.screen, FinishedScreen)
        lines = lines_of(pilot)
        y = next(y for y, line in enumerate(lines) if "Main menu" in line)
        await pilot.click(offset=(lines[y].index("Main"), y))
        await settled(pilot)
        assert isinstance(pilot.app.screen, StartScreen)

    drive(script, game=board(SMALL))


def test_digit_first_by_mouse_and_by_keyboard() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "f", "2")
        await click_cell(pilot, 0)
        assert value(pilot, 0) == 2
        await press(pilot, "4", "right", "right", "right", "enter")
        assert value(pilot, 3) == 4
        assert "Digit first:" in text_of(pilot)
        await press(pilot, "4", "f", "down", "left", "1")
        assert value(pilot, 6) == 1
        assert pilot.app.store.settings().input == "cell"  # type: ignore[attr-defined]

    drive(script, game=board(SMALL))


# -- screens -------------------------------------------------------------------------------------------------


def test_help_lists_every_key() -> None:
    from nonet.faces.tui.keys import KEYS

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, TextScreen)
        assert pilot.app.screen.heading == "Help"
        text = text_of(pilot)
        for key in KEYS:
            if key.text:
                assert key.text in text
                assert key.shown in text
        await press(pilot, "j", "k", "pagedown", "pageup", "q")
        playing(pilot)

    drive(script, game=board(SMALL), size=(100, 70))


@pytest.mark.slow
def test_statistics_after_a_game() -> None:
    async def script(pilot: Pilot[int]) -> None:
        for cell in EMPTY:
            await click_cell(pilot, cell)
            await press(pilot, SMALL_SOLUTION[cell])
        await press(pilot, "down", "down", "enter")
        text = text_of(pilot)
        assert "Statistics" in text
        assert "4x4" in text
        assert "1 day, your longest streak" in text
        await press(pilot, "escape")
        playing(pilot)

    drive(script, game=board(SMALL))


@pytest.mark.slow
def test_custom_puzzle_typed() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "down", "left", "left", *["down"] * 4, "enter")
        assert isinstance(pilot.app.screen, CustomPuzzleScreen)
        await press(pilot, *"1100000000000000", "enter")
        assert "Two 1s in row 1 and in box 1." in text_of(pilot)
        assert "!" in text_of(pilot)
        await press(pilot, *SMALL, "enter")
        game = playing(pilot)
        assert game.session.game.source == "own"
        assert "".join(map(str, game.session.game.puzzle.givens)) == SMALL

    drive(script)


def test_custom_puzzle_pasted_and_one_with_several_solutions() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, *["down"] * 5, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, CustomPuzzleScreen)
        screen.post_message(events.Paste("this is no puzzle"))
        await settled(pilot)
        assert not any(screen.values)
        screen.post_message(events.Paste("\n".join(CLASSIC[i : i + 9] for i in range(0, 81, 9))))
        await settled(pilot)
        assert screen.layout_now == Layout.named("9x9")
        assert sum(map(bool, screen.values)) == 30
        screen.post_message(events.Paste("1" + "0" * 15))
        await settled(pilot)
        await press(pilot, "enter")
        assert "more than one solution" in text_of(pilot)
        await press(pilot, "y")
        assert playing(pilot).session.game.solution is None

    drive(script, size=(100, 40))


def test_a_puzzle_with_rules_is_pasted_with_its_rules() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, *["down"] * 5, "enter")
        pilot.app.screen.post_message(events.Paste(write(KILLER, "f-puzzles")))
        await settled(pilot)
        assert playing(pilot).session.game.puzzle == KILLER

    drive(script, size=(100, 40))


def test_escape_sequences_in_a_text_are_not_drawn() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, *["down"] * 5, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, CustomPuzzleScreen)
        screen.post_message(events.Paste("x" * 81 + "\x1b]0;title\x07"))
        await settled(pilot)
        assert "cannot be read" in text_of(pilot)
        screen.verdict = "no\x1b]0;title\x07t\x9bhing"  # what no screen has made visible
        screen.show()
        await settled(pilot)
        drawn = text_of(pilot)
        assert "no]0;titlething" in drawn
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", drawn)

    drive(script, size=(100, 40))


def test_the_puzzle_of_the_day_is_started_once() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, *["down"] * 3, "enter")
        first = playing(pilot).session.game
        assert first.source == "daily 2026-11-16"
        await press(pilot, "escape", "up", "up", "enter")
        assert isinstance(pilot.app.screen, StartScreen)
        pilot.app.screen.query_one("#choices").go_to("daily")  # type: ignore[attr-defined]
        await press(pilot, "enter")
        assert playing(pilot).session.game.id == first.id

    drive(script)


def test_settings_change_language_and_theme_at_once() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "s", "up", "up", "right")
        assert "Nastavení" in text_of(pilot)
        await press(pilot, "up", "right", "right", "escape")
        assert "Režim: číslice" in text_of(pilot)
        assert pilot.app.theme_name == "light"  # type: ignore[attr-defined]
        kept = pilot.app.store.settings()  # type: ignore[attr-defined]
        assert (kept.language, kept.theme) == ("cs", "light")

    drive(script, game=board(SMALL))


def test_command_line_options_are_not_saved() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "f")
        kept = pilot.app.store.settings()  # type: ignore[attr-defined]
        assert (kept.language, kept.input) == ("en", "digit")

    drive(script, game=board(SMALL), language="cs")


def test_a_list_scrolls_where_the_window_is_low() -> None:
    async def script(pilot: Pilot[int]) -> None:
        for row in (
            "Board",
            "Level",
            "Puzzle of the day",
            "Calendar",
            "Your own puzzle",
            "Packs",
            "Your games",
            "Learn",
        ):
            await press(pilot, "down")
            assert any("▶" in line and row in line for line in lines_of(pilot)), text_of(pilot)

    drive(script, size=(40, 6))


# -- again ---------------------------------------------------------------------------------------------------


def test_resume_after_a_restart_with_the_same_store(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"

    async def begin(pilot: Pilot[int]) -> str:
        await press(pilot, "2", "tab", "n", "1", "4", "m", "u")
        return playing(pilot).session.game.id

    async def go_on(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, StartScreen)
        assert "Continue the last game" in text_of(pilot)
        assert "1/9" in text_of(pilot)
        await press(pilot, "enter")
        session = playing(pilot).session
        assert session.state.values[0] == 2
        assert session.state.corner[3] == 0b0001
        assert session.state.marks == ("1",)
        await press(pilot, "y")
        assert session.state.corner[3] == 0b1001
        await press(pilot, "u", "u", "u")
        assert session.state.values == session.state.givens

    with Store(path) as store:
        drive(begin, game=board(SMALL), store=store)
    with Store(path) as store:
        drive(go_on, store=store)


@pytest.mark.parametrize("name", ["9x9", pytest.param("25x25", marks=pytest.mark.slow)])
def test_every_window_shows_every_board(name: str) -> None:
    """Resizes from tiny to huge and back during a game; the cursor is always visible."""

    async def script(pilot: Pilot[int]) -> None:
        for size in ((120, 45), (40, 15), (12, 4), (24, 9), (80, 24)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            await press(pilot, "up", "left", "n", "n")
            lines = lines_of(pilot)
            assert len(lines) == size[1]
            assert all(len(line) <= size[0] for line in lines)
            if size == (12, 4):
                assert "window" in text_of(pilot)
                continue
            view = pilot.app.screen.query_one("#board")
            place = view.place  # type: ignore[attr-defined]
            row, column = divmod(playing(pilot).selection.cursor, place.layout.size)
            x, y = place.xs[column] - view.scroll_offset.x, place.ys[row] - view.scroll_offset.y
            assert 0 <= x < view.size.width, (size, x)
            assert 0 <= y < view.size.height, (size, y)

    drive(script, game=sparse(Layout.named(name)))
