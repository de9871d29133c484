"""A household: each device has its own player, and a player moves to another device by a code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from faces.web.client import Answer, Api
from nonet.faces.web import players
from nonet.faces.web.app import make_app
from nonet.faces.web.core import DirectJobs
from nonet.faces.web.open_games import OpenGames, Sessions
from nonet.faces.web.players import CODE_SECONDS, COOKIE, MOST_CODES, MOST_GUESSES, Household
from nonet.faces.web.problems import Problem
from nonet.faces.web.security import AccessToken, Hosts
from nonet.faces.web.workers import Workers
from nonet.formats import parse
from nonet.play import Game, PlayError, Store
from nonet.play.actions import Place

SMALL = {"puzzle": "0130430202030000"}
TOKEN = "sudoku_token=right"


class Home:
    """A household, its store and its clock."""

    def __init__(self, path: Path, workers: Any = None) -> None:
        self.now = 0.0
        self.store = Store(path)
        household = Household(path, clock=lambda: self.now)
        games = OpenGames(self.store, workers or DirectJobs())
        self.api = Api(make_app(games, Hosts("0.0.0.0"), AccessToken("right"), household=household))

    def close(self) -> None:
        self.api.client.close()
        self.store.close()

    def device(self, cookie: str = "") -> Device:
        return Device(self, cookie or self.visit())

    def visit(self, cookie: str = "") -> str:
        """Opens the page; the cookie that the device has then."""
        sent = {"Cookie": "; ".join(filter(None, (TOKEN, cookie)))}
        given = self.api.client.request("GET", "/", headers=sent).headers["set-cookie"]
        assert given.endswith("; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000")
        return given.partition(";")[0]


class Device:
    def __init__(self, home: Home, cookie: str) -> None:
        self.home = home
        self.cookie = cookie

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        headers = {"Cookie": f"{TOKEN}; {self.cookie}"}
        return self.home.api.ask(method, path, body, headers=headers)

    def get(self, path: str) -> Any:
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    found = Home(tmp_path / "play.sqlite")
    yield found
    found.close()


def test_a_device_keeps_its_player(home: Home) -> None:
    cookie = home.visit()
    assert cookie.startswith("sudoku_player=")
    assert home.visit(cookie) == cookie
    assert home.visit() != cookie
    assert home.visit("sudoku_player=short") not in (cookie, "sudoku_player=short")


def test_one_address_cannot_take_all_places(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "MOST_OF_ADDRESS", 3)
    devices = [Device(home, f"{COOKIE}={number:022}") for number in range(4)]
    assert [device.ask("GET", "/api/settings").status_code for device in devices] == [200, 200, 200, 429]
    assert devices[0].ask("GET", "/api/settings").status_code == 200


def test_without_the_token_nobody_gets_a_player(home: Home) -> None:
    assert "set-cookie" not in home.api.client.request("GET", "/").headers
    answer = home.api.client.request("GET", "/?token=right")
    assert answer.headers["set-cookie"].startswith("sudoku_token=")


def test_language_and_games_are_of_one_player(home: Home) -> None:
    phone, desktop = home.device(), home.device()
    phone.ask("PATCH", "/api/settings", {"language": "cs"})
    assert (phone.get("/api/settings")["language"], desktop.get("/api/settings")["language"]) == ("cs", "en")
    assert phone.ask("POST", "/api/games", SMALL).status_code == 201
    assert phone.get("/api/games")["count"] == 1
    assert desktop.get("/api/games")["count"] == 0
    assert desktop.get("/api/statistics")["games"] == 0


def test_no_request_reads_or_changes_a_game_of_another_player(home: Home) -> None:
    from nonet.faces.web.routes import ROUTES

    owner, other = home.device(), home.device()
    game = owner.ask("POST", "/api/games", SMALL).json()
    bodies = {
        "actions": {"client": "page", "first": 1, "actions": [{"type": "place", "cells": [0], "digit": 2}]},
        "hint": {"tier": 4},
    }
    owner.ask("POST", f"/api/games/{game['id']}/hint", {"tier": 4})
    before = owner.get(f"/api/games/{game['id']}")
    asked = 0
    for method, path, _ in ROUTES:
        if "/games/{id}" in path:
            body = None if method == "GET" else bodies.get(path.rpartition("/")[2], {})
            answer = other.ask(method, path.replace("{id}", game["id"]), body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found"), path
            asked += 1
    assert asked >= 9
    assert owner.get(f"/api/games/{game['id']}") == before


def test_a_record_with_the_id_of_another_players_game_becomes_a_game_of_its_own(home: Home) -> None:
    owner, other = home.device(), home.device()
    game = owner.ask("POST", "/api/games", SMALL).json()
    record = owner.get(f"/api/games/{game['id']}/download")
    copied = other.ask("POST", "/api/games", {"record": record, "keep_id": True})
    assert copied.status_code == 201
    assert copied.json()["id"] != game["id"]
    again = owner.ask("POST", "/api/games", {"record": record, "keep_id": True})
    assert (again.status_code, again.json()["id"]) == (200, game["id"])


def test_a_game_begun_again_under_its_id_is_another_one_in_every_process(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"
    with Store(path) as one, Store(path) as two:
        here, there = Sessions(one), Sessions(two)
        game = Game.of(parse(SMALL["puzzle"]))
        here.begin(game).play(Place((0,), 2))
        with there.playing(game.id) as session:
            assert session.state.values[0] == 2
        one.delete(game.id)
        here.forget(game.id)
        here.begin(game).play(Place((3,), 4))
        with there.playing(game.id) as session:  # its second revision, too
            assert (session.state.values[0], session.state.values[3]) == (0, 4)
            assert session.play(Place((0,), 2)).refused is None
        one.delete(game.id)
        with pytest.raises(Problem, match="no such game"), there.playing(game.id):
            pass


def test_a_session_of_a_deleted_game_writes_nothing_into_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"
    with Store(path) as one, Store(path) as two:
        game = Game.of(parse(SMALL["puzzle"]))
        old = one.new(game)
        two.delete(game.id)
        new = two.new(game)
        with pytest.raises(PlayError, match="this game was deleted"):
            old.play(Place((0,), 2))
        new.play(Place((3,), 4))
        with pytest.raises(PlayError, match="this game was deleted"):
            old.reload()
        old.set_seconds(700)
        old.tick()
        old.hint()
        old.check()
        assert new.catch_up()
        assert (new.seconds < 100, new.aids.any) == (True, False)
        assert one.session(game.id).moves == new.moves


def test_worker_processes_know_players_apart(tmp_path: Path, workers: Workers) -> None:
    home = Home(tmp_path / "play.sqlite", workers)
    try:
        owner, other = home.device(), home.device()
        game = owner.ask("POST", "/api/games", SMALL).json()["id"]
        assert owner.ask("GET", f"/api/games/{game}").status_code == 200
        assert other.ask("GET", f"/api/games/{game}").status_code == 404
        assert other.ask("DELETE", f"/api/games/{game}", {}).status_code == 404
        assert owner.ask("GET", f"/api/games/{game}").status_code == 200
    finally:
        home.close()


def test_two_servers_with_one_store_keep_the_first_player_of_both(tmp_path: Path) -> None:
    path, here = tmp_path / "play.sqlite", {"client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2)}
    servers = [Household(path), Household(path)]
    secrets = [each.welcome(here).secret for each in servers]
    later = Household(path)
    for secret in secrets:
        assert later.device({b"cookie": [f"{COOKIE}={secret}".encode()]}).player == ""


def test_the_first_browser_of_this_machine_has_the_games_of_before(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"
    with Store(path) as store:
        store.keep({"language": "de"})
    home = Home(path)
    first, second = home.device(), home.device()
    assert first.get("/api/settings")["language"] == "de"
    assert second.get("/api/settings")["language"] == "en"
    home.close()
    home = Home(path)  # started again: the cookie is known, and a lost one is replaced on this machine
    assert home.device(first.cookie).get("/api/settings")["language"] == "de"
    assert home.device().get("/api/settings")["language"] == "en"
    home.close()
    home = Home(path)
    assert home.device().get("/api/settings")["language"] == "de"
    home.close()


def test_programs_without_a_cookie_are_one_player(home: Home) -> None:
    program = {"Authorization": "Bearer right"}
    home.device().ask("POST", "/api/games", SMALL)
    made = home.api.ask("POST", "/api/games", SMALL, headers=program).json()
    found = home.api.ask("GET", "/api/games", headers=program).json()
    assert [game["id"] for game in found["games"]] == [made["id"]]


# -- codes ---------------------------------------------------------------------------------------------------


def moved(device: Device, code: str) -> str:
    """The cookie of a device after it was given a code."""
    answer = device.ask("POST", "/api/household/player", {"code": code})
    if answer.status_code != 200:
        assert answer.json()["error"]["code"] == "code"
        return ""
    return answer.headers["set-cookie"].partition(";")[0]


def test_a_code_moves_a_player_once(home: Home) -> None:
    old, new = home.device(), home.device()
    old.ask("PATCH", "/api/settings", {"language": "cs", "name": "Anna"})
    made = old.ask("POST", "/api/household/code", {}).json()
    assert (len(made["code"]), made["seconds"]) == (6, CODE_SECONDS)
    assert moved(new, f" {made['code'][:3]} {made['code'][3:]}") == old.cookie
    assert home.device(old.cookie).get("/api/settings")["name"] == "Anna"
    assert moved(new, made["code"]) == ""


def test_a_code_expires_and_is_replaced(home: Home) -> None:
    old, new = home.device(), home.device()
    first = old.ask("POST", "/api/household/code", {}).json()["code"]
    second = old.ask("POST", "/api/household/code", {}).json()["code"]
    if first != second:
        assert moved(new, first) == ""
    home.now += CODE_SECONDS + 1
    assert moved(new, second) == ""


def test_guesses_are_bounded(home: Home) -> None:
    old, new = home.device(), home.device()
    code = old.ask("POST", "/api/household/code", {}).json()["code"]
    for _ in range(MOST_GUESSES):
        assert moved(new, "x") == ""
    assert moved(new, code) == ""
    again = old.ask("POST", "/api/household/code", {}).json()["code"]
    for _ in range(MOST_GUESSES - 1):
        moved(new, "x")
    assert moved(new, again) == old.cookie


def test_codes_are_bounded(home: Home) -> None:
    for _ in range(MOST_CODES):
        assert home.device().ask("POST", "/api/household/code", {}).status_code == 200
    assert home.device().ask("POST", "/api/household/code", {}).status_code == 503
    program = {"Authorization": "Bearer right"}
    assert home.api.refused("POST", "/api/household/code", {}, headers=program)[1] == "no-cookie"


def test_times_of_the_day(home: Home) -> None:
    device, other = home.device(), home.device()
    assert device.get("/api/household") == {"open": True, "times": []}
    game = device.ask("POST", "/api/games", {"daily": "2026-11-16"}).json()
    from nonet.play import daily

    solution = daily(home.store._today().replace(year=2026, month=11, day=16)).solution
    assert solution is not None
    actions = [
        {"type": "place", "cells": [cell], "digit": digit}
        for cell, digit in enumerate(solution)
        if not game["values"][cell]
    ]
    path = f"/api/games/{game['id']}/actions"
    device.ask("POST", path, {"client": "page", "first": 1, "actions": actions, "seconds": 99.5})
    time = {"name": "", "seconds": 99.5, "aided": False, "own": True}
    asked = "/api/household?date=2026-11-16"
    assert device.get(asked)["times"] == [time]
    assert other.get(asked)["times"] == []
    device.ask("PATCH", "/api/settings", {"name": "Anna"})
    assert other.get(asked)["times"] == [{**time, "name": "Anna", "own": False}]


def test_alone_there_is_one_player(tmp_path: Path) -> None:
    with Store(tmp_path / "play.sqlite") as store:
        api = Api(make_app(OpenGames(store, DirectJobs()), Hosts("127.0.0.1")))
        assert "set-cookie" not in api.client.request("GET", "/").headers
        assert api.get("/api/household") == {"open": False, "times": []}
        assert api.refused("POST", "/api/household/code", {})[:2] == (409, "no-household")
        cookie = {"Cookie": "sudoku_player=AAAAAAAAAAAAAAAAAAAAAA"}
        api.ask("PATCH", "/api/settings", {"language": "cs"}, headers=cookie)
        assert api.get("/api/settings")["language"] == "cs"
        api.client.close()
