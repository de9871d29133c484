"""Boards of any rows, columns and digits in the terminal: drawn, moved about on, and played to their end."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from faces.tui.driving import drive, lines_of, playing, press
from nonet.errors import LayoutError
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.play.game import Game
from nonet.play.state import Status
from nonet.puzzle import Puzzle
from nonet.rules import from_data

FROM_ZERO = Puzzle.of("4x4:0-3", ".12.2.0110.2.21.")
WIDE = Puzzle.of("2x4", "12.4.4.2")


def written(pilot: Pilot[int], sign: str) -> int:
    """How often a sign is on the board."""
    return sum(line.rpartition("┃")[0].count(sign) for line in lines_of(pilot) if "┃" in line)


def test_the_digit_0_is_typed_and_drawn() -> None:
    async def script(pilot: Pilot[int]) -> None:
        game = playing(pilot)
        zeros = written(pilot, "0")
        await press(pilot, "0")
        assert game.session.state.values.symbols.startswith("012.")
        assert written(pilot, "0") == zeros + 1
        await press(pilot, "n", "right", "right", "right", "3", "n", "delete")
        for cell, symbol in enumerate("0123230110323210"):
            game.selection.go(cell)
            if not game.session.state.values.entries[cell]:
                await press(pilot, symbol)
        assert game.session.state.status is Status.FINISHED

    drive(script, game=Game.of(FROM_ZERO), size=(90, 30))


def test_a_board_with_fewer_rows_than_columns() -> None:
    async def script(pilot: Pilot[int]) -> list[str]:
        game = playing(pilot)
        assert "The digits are 1 to 4;" in "\n".join(lines_of(pilot))
        game.selection.go(0)
        await press(pilot, "left")
        assert game.selection.cursor == 3
        await press(pilot, "up")
        assert game.selection.cursor == 7
        await press(pilot, "right", "down")
        assert game.selection.cursor == 0
        return lines_of(pilot)

    lines = drive(script, game=Game(puzzle=WIDE, solution=None), size=(100, 40))
    (top,) = (line for line in lines if "┏" in line)
    assert sum(map(top.count, "┯┳")) == 3
    assert sum("┃" in line for line in lines) >= 2


def test_regions_are_found_without_cells_beside_the_board() -> None:
    layout = Layout.named("4x4/1x4+R16")
    labels = [f"R{number}" for number in range(1, 17)]
    rule = from_data({"kind": "unknown_regions", "labels": labels}, layout)
    solution = Grid.of(layout, "1234341221434321" + "1122112233443344")
    givens = Grid.of(layout, "12343412214343..")
    game = Game(puzzle=Puzzle(givens, rules=(rule,)), solution=solution)

    async def script(pilot: Pilot[int]) -> Status:
        game = playing(pilot)
        game.selection.go(14)
        await press(pilot, "2", "right", "1")
        return game.session.state.status

    assert drive(script, game=game, size=(90, 30)) is Status.FINISHED


def test_cells_beside_the_board_are_refused() -> None:
    with pytest.raises(LayoutError, match="cells beside the board"):
        Game(puzzle=Puzzle.of("4x4+A2", "." * 16), solution=None)
