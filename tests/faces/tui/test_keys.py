"""What every key does in a game, and the mouse."""

from __future__ import annotations

import pytest
from textual import events
from textual.pilot import Pilot

from faces.tui.driving import (
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
from many_cases import for_each
from nonet.faces.tui.app import PlayApp
from nonet.faces.tui.dialogs import SettingsScreen
from nonet.faces.tui.game import GameScreen
from nonet.faces.tui.screens import PickScreen, TextScreen
from nonet.layout import Layout
from nonet.play.state import State, Status


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
        board = game.query_one("#board").canvas.text()  # type: ignore[attr-defined]
        assert f"{digit}◎" in board
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


def test_reveal_restart_and_give_up_ask_first() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)

        async def state_after(downs: int, words: str) -> State:
            for answer in ("n", "y"):
                await press(pilot, "escape", *["down"] * downs, "enter")
                assert words in text_of(pilot)
                before = game.session.cursor
                await press(pilot, answer)
                assert playing(pilot) is game
                assert (game.session.cursor != before) == (answer == "y")
            return game.session.state

        await press(pilot, "tab", "4", "home")
        state = await state_after(1, "Reveal this cell?")
        assert state.revealed == {0}
        assert state.values[0] == 2
        state = await state_after(3, "Clear everything and start over?")
        assert state.values == state.givens
        state = await state_after(2, "Give up and see the solution?")
        assert state.status is Status.GIVEN_UP
        assert "".join(map(str, state.values)) == SMALL_SOLUTION

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
        await pilot.app._exception_event.wait()

    with pytest.raises(RuntimeError, match="a mistake of ours"):
        drive(script, game=board(SMALL))
    (app,) = shown
    assert isinstance(app, PlayApp)
    assert app._exit_renderables == []


@for_each([(), ("escape",), ("question_mark",), ("p",), ("s",)])
def test_ctrl_c_leaves_the_game(keys: tuple[str, ...]) -> None:
    """From the board and from whatever is open over it."""

    async def script(pilot: Pilot[int]) -> bool:
        await press(pilot, *keys)
        await pilot.press("ctrl+c")
        return pilot.app._exit

    assert drive(script, game=board(SMALL))


@pytest.mark.slow
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
        while not value(pilot, cell):
            await pilot.pause(0.1)
        assert value(pilot, cell) == 1
        await press(pilot, "tab")
        cell = game.selection.cursor
        await press(pilot, "1", "9")  # there is no 19: first 1, then 9 replaces it
        assert value(pilot, cell) == 9

    drive(script, game=sparse(Layout.named("16x16")), size=(120, 40))
