"""Whole games and every key, with Textual's pilot."""

from __future__ import annotations

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
)
from nonet.faces.tui.app import PlayApp
from nonet.faces.tui.custom_puzzle import CustomPuzzleScreen
from nonet.faces.tui.dialogs import HelpScreen, PickScreen, SettingsScreen, TextScreen
from nonet.faces.tui.finished import FinishedScreen
from nonet.faces.tui.game import GameScreen
from nonet.faces.tui.start import StartScreen
from nonet.layout import Layout
from nonet.play.saved.store import Store
from nonet.play.state import Status

EMPTY = [cell for cell, sign in enumerate(SMALL) if sign == "0"]


def value(pilot: Pilot[int], cell: int) -> int:
    return playing(pilot).session.state.values[cell]


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
        assert "there is no saved game 'nothing'" in text_of(pilot)
        await press(pilot, "escape")
        assert "New game" in text_of(pilot)

    drive(script, resume="nothing")


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


# -- single keys ---------------------------------------------------------------------------------------------


def test_digits_clear_undo_redo() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "3")
        assert value(pilot, 0) == 3
        assert "Two 3s in row 1" in text_of(pilot)
        assert "!" in text_of(pilot)
        await press(pilot, "u")
        assert value(pilot, 0) == 0
        await press(pilot, "y")
        assert value(pilot, 0) == 3
        await press(pilot, "3")  # the same digit again removes it
        assert value(pilot, 0) == 0
        await press(pilot, "2", "0")
        assert value(pilot, 0) == 0
        await press(pilot, "right", "4")
        assert value(pilot, 1) == 1
        assert "A given cannot be changed." in text_of(pilot)
        await press(pilot, "7")  # neither a digit of this board nor a command
        assert playing(pilot).session.cursor == 4

    drive(script, game=board(SMALL))


def test_notes_corner_and_centre_in_several_cells() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        await press(pilot, "n", "2", "4", "c", "1", "c")
        state = game.session.state
        assert (state.corner[0], state.centre[0]) == (0b1010, 0b0001)
        assert "corner: 2 4" in text_of(pilot)
        assert "centre: 1" in text_of(pilot)
        await click_cell(pilot, 10)
        await click_cell(pilot, 12, shift=True)
        assert game.selection.cells == (10, 12)
        await press(pilot, "4")  # several cells: a digit is a note
        assert game.session.state.corner[10] == game.session.state.corner[12] == 0b1000
        await press(pilot, "escape", "home", "space", "3")
        assert game.session.state.corner[12] == 0b1100
        await press(pilot, "shift+right", "shift+right", "3")
        assert [game.session.state.corner[cell] for cell in (12, 13, 14)] == [0b1100, 0b100, 0b100]

    drive(script, game=board(SMALL))


def test_dragging_selects() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        place = pilot.app.screen.query_one("#board").place  # type: ignore[attr-defined]
        spots = [(place.xs[column] + 2, place.ys[2] + 1) for column in range(3)]
        await pilot.mouse_down("#board", offset=spots[0])
        await pilot.hover("#board", offset=spots[1])
        await pilot.hover("#board", offset=spots[2])
        await pilot.mouse_up("#board", offset=spots[2])
        await settled(pilot)
        assert game.selection.cells == (8, 9, 10)
        await pilot.hover("#board", offset=(place.xs[3] + 2, place.ys[2] + 1))
        await settled(pilot)
        assert game.selection.cells == (8, 9, 10)

    drive(script, game=board(SMALL))


def test_automatic_candidates_and_refreshed_notes() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        await press(pilot, "a")
        assert game.session.state.auto
        assert "candidates: 2" in text_of(pilot)
        await press(pilot, "a", "r")
        state = game.session.state
        assert not state.auto
        assert state.corner == tuple(
            0 if v else m for v, m in zip(state.values, state.candidates, strict=True)
        )

    drive(script, game=board(SMALL))


def test_colours_have_letters() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        await press(pilot, "o", "3")
        assert game.session.state.colours[0] == 3
        assert "c" in lines_of(pilot)[4][2:12]
        await press(pilot, "0")
        assert game.session.state.colours[0] == 0
        await press(pilot, "o", "4", "2")
        assert game.session.state.candidate_colours == {(0, 4): 2}
        await press(pilot, "4", "0")
        assert game.session.state.candidate_colours == {}
        await press(pilot, "o", "2")
        assert value(pilot, 0) == 2

    drive(script, game=board(SMALL))


def test_a_note_is_coloured_by_a_click() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        await press(pilot, "a", "o", "o")
        place = pilot.app.screen.query_one("#board").place  # type: ignore[attr-defined]
        x, y = place.note_place(4)
        await pilot.click("#board", offset=(place.xs[2] + x, place.ys[2] + y))
        await settled(pilot)
        assert game.session.state.candidate_colours == {(10, 4): 1}

    drive(script, game=board(SMALL))


def test_hints_in_four_tiers_and_applying_them() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        for tier in (1, 2, 3, 4):
            await press(pilot, "t")
            assert f"Hint {tier} of 4" in text_of(pilot)
            assert game.given is not None
            assert game.given.tier == tier
        assert game.given is not None
        (cell, digit), *_ = game.given.step.placements  # type: ignore[union-attr]
        look = game.query_one("#board").canvas.text()  # type: ignore[attr-defined]
        assert f"{digit}◎" in look
        assert SMALL_SOLUTION[cell] == str(digit)
        await press(pilot, "enter")
        assert value(pilot, cell) == digit
        assert game.given is None
        await press(pilot, "t", "escape")
        assert game.given is None
        assert game.session.aids.hints == 2

    drive(script, game=board(SMALL))


def test_a_mistake_comes_before_any_step() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        await press(pilot, "tab", "tab", "tab", "tab", "tab", "tab", "tab")
        cell = game.selection.cursor
        wrong = next(d for d in "1234" if d != SMALL_SOLUTION[cell])
        await press(pilot, wrong, "t", "t", "t", "t")
        assert game.given is not None
        assert game.given.kind in ("mistake", "conflict")
        await press(pilot, "escape", "e")
        assert game.checked == {cell}
        assert game.news == "1 wrong cell, marked on the board."
        assert "✗" in game.query_one("#board").canvas.text()  # type: ignore[attr-defined]
        await press(pilot, "b")
        assert value(pilot, cell) == 0

    drive(script, game=board(SMALL))


def test_check_modes() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        await press(pilot, "down", "down", "2")  # the row already has a 2
        assert len(game.session.state.conflicts) == 2
        await press(pilot, "s")
        assert isinstance(pilot.app.screen, SettingsScreen)
        await press(pilot, "left", "escape")
        assert pilot.app.store.settings().check == "off"  # type: ignore[attr-defined]
        assert not game.session.state.conflicts
        assert "!" not in game.query_one("#board").canvas.text()  # type: ignore[attr-defined]

    drive(script, game=board(SMALL))


def test_marks() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        await press(pilot, "g")
        assert "There is no mark yet" in text_of(pilot)
        await press(pilot, "m", "2", "g")
        assert value(pilot, 0) == 0
        await press(pilot, "2", "m")
        assert game.session.state.marks == ("1", "2")
        await press(pilot, "tab", "4", "g")
        assert isinstance(pilot.app.screen, PickScreen)
        await press(pilot, "enter")
        assert (value(pilot, 0), value(pilot, 3)) == (2, 0)

    drive(script, game=board(SMALL))


def test_pause_hides_the_board_and_stops_the_clock() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        assert "  1  " in text_of(pilot)
        await press(pilot, "p")
        assert game.session.paused
        seconds = game.session.seconds
        inside = [line[3:42] for line in lines_of(pilot)[3:20]]
        assert not any(sign.isdigit() for sign in "".join(inside))
        await press(pilot, "2")
        assert value(pilot, 0) == 0
        assert game.session.seconds == seconds
        await press(pilot, "p", "2")
        assert value(pilot, 0) == 2

    drive(script, game=board(SMALL))


@pytest.mark.parametrize(
    ("downs", "words"),
    [
        (1, "Reveal this cell?"),
        (2, "Give up and see the solution?"),
        (3, "Clear everything and start over?"),
    ],
)
def test_reveal_give_up_and_restart_ask_first(downs: int, words: str) -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        await press(pilot, "tab", "4", "home")
        for answer in ("n", "y"):
            await press(pilot, "escape", *["down"] * downs, "enter")
            assert words in text_of(pilot)
            before = game.session.cursor
            await press(pilot, answer)
            assert playing(pilot) is game
            assert (game.session.cursor != before) == (answer == "y")
        state = game.session.state
        assert {
            1: state.revealed == {0} and state.values[0] == 2,
            2: state.status is Status.GIVEN_UP and "".join(map(str, state.values)) == SMALL_SOLUTION,
            3: state.values == state.givens,
        }[downs]

    drive(script, game=board(SMALL))


def test_the_menu_shows_the_puzzle_as_text_that_the_command_reads() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "escape", *["down"] * 4, "enter")
        assert isinstance(pilot.app.screen, TextScreen)
        assert "sudoku play 4x4:.13.43.2.2.3...." in text_of(pilot)

    drive(script, game=board(SMALL))


def test_a_bug_ends_the_game_without_a_rich_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends the game and is raised to the command, which reports it in one line."""

    def broken(screen: GameScreen) -> None:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(GameScreen, "_do_check", broken)
    shown: list[object] = []

    async def script(pilot: Pilot[int]) -> None:
        shown.append(pilot.app)
        pilot.app.post_message(events.Key("e", "e"))
        await pilot.pause(0.1)

    with pytest.raises(RuntimeError, match="a mistake of ours"):
        drive(script, game=board(SMALL))
    (app,) = shown
    assert isinstance(app, PlayApp)
    assert app._exit_renderables == []


# -- screens -------------------------------------------------------------------------------------------------


def test_help_lists_every_key() -> None:
    from nonet.faces.tui.keys import KEYS

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        text = text_of(pilot)
        for key in KEYS:
            if key.text:
                assert key.text in text
                assert key.shown in text
        await press(pilot, "j", "k", "pagedown", "pageup", "q")
        playing(pilot)

    drive(script, game=board(SMALL), size=(100, 70))


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


def test_large_boards_take_two_digits() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        cell = game.selection.cursor
        await press(pilot, "1", "6")
        assert value(pilot, cell) == 16
        await press(pilot, "tab", "1", "tab")  # another key: the digit is 1
        assert game.session.state.values.values.count(1) > game.session.state.givens.values.count(1)
        cell = game.selection.cursor
        await press(pilot, "C")
        assert value(pilot, cell) == 12
        await press(pilot, "tab")
        cell = game.selection.cursor
        await press(pilot, "1")
        await pilot.pause(1.1)
        assert value(pilot, cell) == 1
        await press(pilot, "tab")
        cell = game.selection.cursor
        await press(pilot, "1", "9")  # there is no 19: first 1, then 9 replaces it
        assert value(pilot, cell) == 9

    drive(script, game=sparse(Layout.named("16x16")), size=(120, 40))


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
