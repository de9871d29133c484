"""Boards of any rows, columns and digits in the terminal: drawn, moved about on, and played to their end."""

from __future__ import annotations

from textual.pilot import Pilot

from faces.tui.driving import drive, lines_of, playing, press
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
        assert "x erase" in lines_of(pilot)[-2]
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


def test_cells_beside_the_board_are_filled_like_others() -> None:
    layout = Layout.named("4x4+A2")
    rules = [{"kind": "sum", "cells": ["r1c1", "r1c2", "A1"], "sum": 6}]
    puzzle = Puzzle.of(layout, "..343412214343.1", rules=[from_data(rule, layout) for rule in rules])

    async def script(pilot: Pilot[int]) -> list[str]:
        game = playing(pilot)
        game.selection.go(14)
        await press(pilot, "down")
        assert game.selection.cursor == 2  # nothing is below it
        await press(pilot, "left", "left", "up", "2", "n", "right", "4")
        state = game.session.state
        assert (game.selection.cursor, state.values.entries[17], state.corner[17]) == (17, 0, 8)
        assert state.values[16] == 2
        await press(pilot, "tab")
        lines = lines_of(pilot)
        await press(pilot, "u", "u")
        assert game.session.state.values[16] == 0
        assert "0/3" in lines_of(pilot)[0]
        return lines

    lines = drive(script, game=Game(puzzle=puzzle, solution=None), size=(100, 40))
    (names,) = (number for number, line in enumerate(lines) if "A1" in line and "A2" in line)
    assert lines[names + 1].strip().startswith("┏━")
    assert "2" in "".join(lines[names + 2 : names + 7])


def test_the_boards_of_a_samurai() -> None:
    """Between them there is nothing: the cursor goes past it, and no line is drawn."""
    samurai = Layout.named("overlap:4x4:r1c1,r1c7,r3c3,r3c5")
    game = Game(puzzle=Puzzle(Grid.empty(samurai)), solution=None)

    async def script(pilot: Pilot[int]) -> list[str]:
        game = playing(pilot)
        for name, key, there in (
            ("r1c4", "right", "r1c7"),
            ("r6c3", "down", "r1c3"),
            ("r1c1", "end", "r1c10"),
        ):
            game.selection.go(samurai.cell_named(name))
            await press(pilot, key)
            assert samurai.cell_name(game.selection.cursor) == there
        await press(pilot, "3")
        assert game.session.state.values[samurai.cell_named("r1c10")] == 3
        return lines_of(pilot)

    lines = drive(script, game=game, size=(100, 40))
    (top, *_) = (line for line in lines if "┏" in line)
    assert "┓       " in top
