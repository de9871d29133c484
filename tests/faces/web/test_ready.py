"""Games that the page begins by itself: they are ready beforehand, and their records may arrive twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from faces.web.client import Api
from nonet.faces.web.app import make_app
from nonet.faces.web.core import DirectJobs
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.security import Hosts
from nonet.play import Store, daily


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with Store(tmp_path / "play.sqlite") as store:
        asking = Api(make_app(OpenGames(store, DirectJobs()), Hosts("127.0.0.1")))
        yield asking
        asking.client.close()


def test_a_ready_game_is_started_once(api: Api) -> None:
    ready = api.post("/api/ready", {"board": "6x6", "level": "hard", "seed": 3})
    assert ready["game"]["id"] == ready["record"]["game"]["id"]
    assert api.get("/api/games")["count"] == 0  # it is not saved
    started = api.post("/api/games", {"record": ready["record"], "keep_id": True}, status=201)
    assert {name: started[name] for name in ("id", "givens", "level", "source", "seed", "share")} == {
        name: ready["game"][name] for name in ("id", "givens", "level", "source", "seed", "share")
    }
    cell = started["givens"].index(0)
    move = {"client": "a", "first": 1, "actions": [{"type": "place", "cells": [cell], "digit": 1}]}
    api.post(f"/api/games/{started['id']}/actions", move)
    again = api.post("/api/games", {"record": ready["record"], "keep_id": True}, status=200)
    assert (again["id"], again["values"][cell]) == (started["id"], 1)
    assert api.get("/api/games")["count"] == 1
    copy = api.post("/api/games", {"record": ready["record"]}, status=201)
    assert copy["id"] != started["id"]  # a file that is opened again is another game


def test_the_day_can_be_ready_too(api: Api) -> None:
    ready = api.post("/api/ready", {"daily": "2026-11-16"})

    expected = daily(date(2026, 11, 16))
    assert ready["game"]["source"] == "daily 2026-11-16"
    assert ready["record"]["game"]["givens"] == expected.puzzle.givens.symbols
    assert api.refused("POST", "/api/ready", {"daily": "tomorrow"})[:2] == (400, "bad-request")
    assert api.refused("POST", "/api/games", {"record": 7, "keep_id": True})[0] == 400


def test_a_game_from_a_link_has_the_name_that_the_page_gave_it(api: Api) -> None:
    link = {"puzzle": "4x4:.13.43.2.2.3....", "shared": True, "id": "0123456789abcdef"}
    started = api.post("/api/games", link, status=201)
    assert (started["id"], started["source"]) == (link["id"], "shared")
    assert api.post("/api/games", link, status=200)["id"] == link["id"]
    assert api.post("/api/games", {**link, "id": "../etc"}, status=201)["id"] not in ("../etc", link["id"])
    bad = {**link, "puzzle": "4x4:11..............", "id": "fedcba9876543210"}
    assert api.refused("POST", "/api/games", bad)[:2] == (422, "puzzle-conflict")
