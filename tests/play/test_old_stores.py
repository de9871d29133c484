"""Stores written by earlier versions still open: every game, move, mark, result and setting.

`store-N.sql` is a dump of a real store (`user_version` N), and `store-N.json` its contents as reported by the version
that wrote it. These files are never edited; a new schema adds a new pair.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from nonet.play import Settings, Store
from nonet.play.actions import ACTIONS, Clear, Move, Redo, Undo

DATA = Path(__file__).resolve().parents[1] / "data" / "play"
EXPECTED = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(DATA.glob("store-*.json"))}
GAMES = [(store, name) for store, expected in EXPECTED.items() for name in expected["games"]]


@pytest.fixture
def stores(tmp_path: Path) -> dict[str, Path]:
    paths = {}
    for name in EXPECTED:
        paths[name] = tmp_path / f"{name}.sqlite"
        with sqlite3.connect(paths[name]) as db:
            db.executescript((DATA / f"{name}.sql").read_text("utf-8"))
        db.close()
    return paths


def opened(path: Path, player: str) -> Store:
    return Store(path).as_player(player)


NEWER = ["add-colour"]
"""Moves that are newer than the fixture."""


def test_the_fixture_covers_every_move() -> None:
    moves = [name for name, action in ACTIONS.items() if issubclass(action, Move)]
    text = (DATA / "store-1.sql").read_text("utf-8")
    assert [name for name in moves if f'"type":"{name}"' not in text] == NEWER


@pytest.mark.parametrize(("store_name", "name"), GAMES)
def test_a_game_opens_as_it_was_left(stores: dict[str, Path], store_name: str, name: str) -> None:
    expected: dict[str, Any] = {**EXPECTED[store_name]["games"][name]}
    player = expected.pop("player", "")  # before there were several, the first
    with opened(stores[store_name], player) as store:
        (saved,) = (each for each in store.games(limit=1000) if each.id == expected["id"])
        session = store.session(expected["id"])
        game, state, aids = session.game, session.state, session.aids
        found = {
            "id": game.id,
            "layout": game.layout.name,
            "board": game.board,
            "level": game.level,
            "source": game.source,
            "seed": game.seed,
            "solution": None if game.solution is None else list(game.solution),
            "moves": len(session.moves),
            "cursor": session.cursor,
            "aids": [aids.hints, aids.checks, aids.reveals],
            "seconds": saved.seconds,
            "status": state.status.value,
            "givens": list(state.givens),
            "values": list(state.values),
            "corner": list(state.corner),
            "centre": list(state.centre),
            "struck": list(state.struck),
            "auto": state.auto,
            "colours": list(state.colours),
            "candidate_colours": [[*at, colour] for at, colour in sorted(state.candidate_colours.items())],
            "revealed": sorted(state.revealed),
            "marks": list(state.marks),
            "can_undo": state.can_undo,
            "can_redo": state.can_redo,
        }
        assert found == expected
        assert saved.filled == state.filled
        assert session.seconds >= expected["seconds"]


@pytest.mark.parametrize(("store_name", "name"), GAMES)
def test_its_whole_history_can_be_walked_and_played_on(
    stores: dict[str, Path], store_name: str, name: str
) -> None:
    expected = EXPECTED[store_name]["games"][name]
    with opened(stores[store_name], expected.get("player", "")) as store:
        session = store.session(expected["id"])
        before = session.moves
        while session.state.can_redo:
            session.play(Redo())
        while session.state.can_undo:
            session.play(Undo())
        assert list(session.state.values) == expected["givens"]
        while session.state.can_redo:
            session.play(Redo())
        assert session.moves == before
        own = [
            cell for cell, value in enumerate(session.state.values) if value and not expected["givens"][cell]
        ]
        if own and not session.is_over:
            session.play(Clear((own[-1],)))
            assert store.session(expected["id"]).state == session.state


@pytest.mark.parametrize("store_name", EXPECTED)
def test_results_settings_and_queues_are_kept(stores: dict[str, Path], store_name: str) -> None:
    expected = EXPECTED[store_name]
    with Store(stores[store_name]) as store:
        results = EXPECTED[store_name]["results"]
        by_player = results if "settings" in expected else [["", *each] for each in results]
        players = [*expected.get("settings", [""])]
        found = [
            [
                *(player, each.game, each.board, each.level, each.source, each.status, each.seconds),
                *(each.hints, each.checks, each.reveals, each.day.isoformat()),
            ]
            for player in players
            for each in store.as_player(player).results()
        ]
        assert found == by_player
        for player, settings in expected.get("settings", {}).items():
            assert store.as_player(player).settings() == Settings(**settings)
        assert store.settings() == Settings(
            check="solution", language="cs", theme="contrast", show_timer=False
        )
        assert store.last_action(expected["games"]["finished"]["id"], "page") == 12
