"""One game of several players: each takes back their own moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonet.formats import parse
from nonet.play import Game, Session, Store
from nonet.play import events as ev
from nonet.play.actions import (
    Clear,
    Move,
    Note,
    Place,
    Redo,
    ReturnTo,
    SetMark,
    ToggleNote,
    Undo,
    UndoToMistake,
    to_json,
)
from nonet.rng import Rng

SMALL = parse("0130430202030000")


def test_undo_takes_back_ones_own_last_move() -> None:
    session = Session(Game.of(SMALL))
    session.play(Place((0,), 2, by=0))
    session.play(Place((3,), 4, by=1))
    outcome = session.play(Undo(by=0))
    assert outcome.events == (ev.Undone(Place((0,), 2, clean=True)),)
    assert (session.state.values[0], session.state.values[3]) == (0, 4)
    assert session.play(Undo(by=0)).refused == ev.Refused("nothing-to-undo")
    session.play(Undo(by=1))
    assert session.state.values[3] == 0


def test_the_later_digit_stays_when_the_earlier_is_taken_back() -> None:
    session = Session(Game.of(SMALL))
    session.play(Place((0,), 1, by=0))
    session.play(Place((0,), 2, by=1))
    session.play(Undo(by=0))
    assert session.state.values[0] == 2
    session.play(Place((0,), 3, by=0))
    session.play(Undo(by=0))
    assert session.state.values[0] == 2


@pytest.mark.parametrize("action", [Redo(by=0), UndoToMistake(by=0), ReturnTo("here", by=0)])
def test_nobody_goes_through_the_history_of_the_others(action: Redo) -> None:
    session = Session(Game.of(SMALL))
    session.play(SetMark("here", by=0))
    session.play(Place((0,), 1, by=1))
    assert session.play(action).refused == ev.Refused("together")


def test_moves_remember_whose_they_are(tmp_path: Path) -> None:
    assert to_json(Place((0,), 2, by=3)) == {"type": "place", "cells": [0], "digit": 2, "by": 3}
    with Store(tmp_path / "play.sqlite") as store:
        session = store.new(Game.of(SMALL))
        session.play(Place((0,), 2, by=0))
        session.play(Note((3,), 4, by=1))
        session.play(ToggleNote((12,), 1, by=1))
        assert [move.by for move in store.session(session.game.id).moves] == [0, 1, 1]
        session.play(Undo(by=1))
        assert session.moves == (Place((0,), 2, by=0, clean=True), Note((3,), 4, by=1))


def test_equal_moves_in_a_row_are_written_right(tmp_path: Path) -> None:
    with Store(tmp_path / "play.sqlite") as store:
        session = store.new(Game.of(SMALL))
        session.play(Place((3,), 4, by=0))
        for _ in range(2):
            session.play(Place((0,), 2, by=1))
            session.play(Clear((0,), by=1))
        session.play(Undo(by=0))
        again = store.session(session.game.id)
        assert [to_json(move) for move in again.moves] == [to_json(move) for move in session.moves]
        assert again.state == session.state


@pytest.mark.parametrize("seed", range(8))
def test_any_moves_of_three_players_in_two_processes(tmp_path: Path, seed: int) -> None:
    """The board is always that of the moves which were not taken back, in their order."""
    rng = Rng(seed)
    with Store(tmp_path / "play.sqlite") as one, Store(tmp_path / "play.sqlite") as two:
        first = one.new(Game.of(SMALL))
        sessions = [first, two.session(first.game.id)]
        expected: list[Move] = []
        for _ in range(60):
            session, by = sessions[rng.below(2)], rng.below(3)
            session.catch_up()
            if rng.below(4) == 0:
                own = [number for number, move in enumerate(expected) if move.by == by]
                refused = session.play(Undo(by=by)).refused
                assert (refused is None) == bool(own)
                if own:
                    del expected[own[-1]]
            else:
                place = Place((rng.below(16),), 1 + rng.below(4), clean=True, by=by)
                if session.play(place).refused is None:
                    expected.append(place)
            assert session.moves == tuple(expected)
            assert session.state == Session(session.game, moves=expected).state
        assert one.session(first.game.id).moves == tuple(expected)
