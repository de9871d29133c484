"""Packs in the API: the list, a pack, its games in order, and packs of the player's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from faces.web.client import Api
from nonet.faces.web.app import make_app
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.security import Hosts
from nonet.faces.web.workers import Workers
from nonet.play import Store
from nonet.play.packs import OURS

SMALL = ("0130430202030000", "2134431212......")


@pytest.fixture
def api(tmp_path: Path, workers: Workers) -> Iterator[Api]:
    with Store(tmp_path / "play.sqlite") as store:
        asking = Api(make_app(OpenGames(store, workers), Hosts("127.0.0.1")))
        yield asking
        asking.client.close()


def test_our_packs_are_played_in_order(api: Api) -> None:
    found = api.get("/api/packs?language=de")["packs"]
    assert [each["name"] for each in found] == list(OURS)
    assert found[5] == {
        "name": "killer",
        "title": "Killer: leicht bis unfair",
        "count": 10,
        "solved": 0,
        "next": 1,
        "own": False,
    }
    game = api.post("/api/games", {"pack": "9x9-easy"}, 201)
    assert (game["source"], game["level"], game["board"]) == ("pack 9x9-easy 1", "easy", "9x9")
    assert api.post("/api/games", {"pack": "9x9-easy", "number": 1})["id"] == game["id"], "it is one game"
    body = {"client": "page", "first": 1, "actions": [{"type": "give-up"}]}
    api.post(f"/api/games/{game['id']}/actions", body)
    pack = api.get("/api/packs/9x9-easy")
    assert (pack["title"], pack["solved"], pack["next"]) == ("9x9: easy", 0, 2)
    assert pack["puzzles"][0] == {
        "number": 1,
        "title": "",
        "level": "easy",
        "level_title": "easy",
        "game": game["id"],
        "status": "given-up",
    }
    assert api.post("/api/games", {"pack": "9x9-easy", "after": 4}, 201)["source"] == "pack 9x9-easy 5"


def test_a_file_with_several_puzzles_becomes_a_pack_of_the_players_own(api: Api) -> None:
    pack = api.post("/api/packs", {"texts": ["\n".join(SMALL)], "file": "From the paper.txt"})
    assert (pack["title"], pack["count"], pack["own"]) == ("From the paper", 2, True)
    again = api.post("/api/packs", {"texts": [*SMALL, "no puzzle"], "file": "From the paper.txt"})
    assert again["name"] == pack["name"]
    game = api.post("/api/games", {"pack": pack["name"], "number": 2}, 201)
    assert (game["about"]["title"], game["level"]) == ("From the paper 2", None)
    assert api.get("/api/packs")["packs"][0]["name"] == pack["name"]
    assert api.ask("DELETE", f"/api/packs/{pack['name']}", {}).json() == {}
    assert api.refused("GET", f"/api/packs/{pack['name']}")[:2] == (404, "no-pack")
    assert api.get(f"/api/games/{game['id']}")["id"] == game["id"], "its games stay"


def test_what_is_refused(api: Api) -> None:
    assert api.refused("POST", "/api/packs", {"texts": ["nothing"]})[:2] == (400, "format")
    assert api.refused("POST", "/api/games", {"pack": "nothing"}) == (400, "bad-request", "pack")
    assert api.refused("POST", "/api/games", {"pack": "killer", "number": 11})[2] == "number"
    assert api.refused("DELETE", "/api/packs/killer", {})[2] == "pack"
    many = "\n".join([SMALL[0]] * 1001)
    assert api.refused("POST", "/api/packs", {"texts": [many]}) == (400, "limit", "pack")
