"""Several players in a room, over real connections: with each other, and against each other."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import time
from typing import Any

import pytest

from faces.web.browsing import ThreadServer, free_port
from faces.web.room_client import RoomDevice
from many_cases import every
from nonet.faces.web import games
from nonet.faces.web import rooms as module
from nonet.faces.web.core import DirectJobs
from nonet.faces.web.security import AccessToken
from nonet.formats import parse
from nonet.play import Game, Store
from nonet.play.game import fresh_id

SMALL = "0130430202030000"
SOLUTION = "2134431212433421"
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def place(cell: int, digit: int) -> dict[str, Any]:
    return {"type": "place", "cells": [cell], "digit": digit}


class House:
    """A household server, and its devices."""

    def __init__(self, folder: Path) -> None:
        self.server = ThreadServer(folder, free_port())
        self.server.token, self.server.is_household = AccessToken("right"), True
        self.server.start()
        self.devices: list[RoomDevice] = []

    async def device(self, name: str = "") -> RoomDevice:
        found = RoomDevice(self.server.port, "right")
        self.devices.append(found)
        await found.visit()
        if name:
            await found.ask("PATCH", "/api/settings", {"name": name})
        return found

    async def room(self, count: int, mode: str = "with", puzzle: str = SMALL) -> list[RoomDevice]:
        """A room with so many members, who all listen."""
        devices = [await self.device(f"P{number}") for number in range(count)]
        game = await devices[0].ask("POST", "/api/games", {"puzzle": puzzle})
        room = await devices[0].ask("POST", "/api/rooms", {"game": game["id"], "mode": mode})
        for device in devices:
            await device.join(room["id"])
        for device in devices:
            await device.listen()
        return devices

    def run(self, scenario: Callable[[House], Awaitable[None]]) -> None:
        async def whole() -> None:
            try:
                await scenario(self)
            finally:
                for device in self.devices:
                    await device.close()

        asyncio.run(whole())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.server.kill()


# -- with each other -----------------------------------------------------------------------------------------


def test_a_move_is_seen_by_all(house: House) -> None:
    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        assert anna.game["id"] == ben.game["id"]
        await anna.play(place(0, 2))
        await ben.until(lambda: ben.told("move"))
        (event,) = ben.told("move")
        assert (event["by"], event["actions"]) == (0, [{**place(0, 2), "by": 0}])
        assert event["game"]["values"][0] == 2
        await ben.play({"type": "note", "cells": [3], "digit": 4})
        await anna.until(lambda: len(anna.told("move")) == 2)
        assert anna.told("move")[1]["game"]["corner"][3] == 8

    house.run(scenario)


def test_of_two_digits_in_one_cell_the_later_wins_and_undo_takes_back_ones_own(house: House) -> None:
    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        await asyncio.gather(anna.play(place(0, 1)), ben.play(place(0, 2)))
        for device in (anna, ben):
            await device.until(lambda device=device: len(device.told("move")) == 2)
        first, second = anna.told("move")
        assert [event["by"] for event in ben.told("move")] == [first["by"], second["by"]]
        later = second["actions"][0]["digit"]
        assert anna.told("move")[-1]["game"]["values"][0] == later
        await (anna, ben)[first["by"]].play({"type": "undo"})
        await ben.until(lambda: len(ben.told("move")) == 3)
        assert ben.told("move")[2]["game"]["values"][0] == later
        answer = await (anna, ben)[first["by"]].play({"type": "undo"}, {"type": "redo"})
        assert [each["refused"] for each in answer["outcomes"]] == ["nothing-to-undo", "together"]
        await (anna, ben)[second["by"]].play({"type": "undo"})
        await ben.until(lambda: len(ben.told("move")) == 4)
        assert ben.told("move")[3]["game"]["values"][0] == 0

    house.run(scenario)


def test_hints_checks_pauses_and_cursors_are_seen(house: House) -> None:
    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        path = f"/api/games/{anna.game['id']}"
        await anna.ask("POST", f"{path}/hint", {"tier": 2})
        await ben.ask("POST", f"{path}/hint", {"tier": 2, "echo": True})
        await ben.ask("POST", f"{path}/check", {})
        await ben.ask("POST", f"/api/rooms/{ben.room}/events", {"paused": True})
        await anna.ask("POST", f"/api/rooms/{anna.room}/events", {"cells": [5, 6]})
        await ben.until(lambda: ben.told("cursors"))
        await anna.until(lambda: anna.told("pause"))
        assert [(event["by"], event["tier"]) for event in ben.told("hint")] == [(0, 2)]
        assert [event["by"] for event in anna.told("check")] == [1]
        assert ben.told("cursors")[-1]["cursors"] == [[0, [5, 6]]]
        assert anna.told("cursors") == []
        game = await ben.ask("GET", path)
        assert game["aids"] == {"hints": 1, "checks": 1, "reveals": 0}
        late = await house.device("Late")
        await late.join(anna.room)
        await late.listen()
        assert late.heard[0]["type"] == "room"
        assert late.heard[0]["paused"] is True
        assert late.heard[0]["game"]["id"] == game["id"]
        assert [member["name"] for member in late.heard[0]["members"]] == ["P0", "P1", "Late"]

    house.run(scenario)


def test_a_lost_connection_catches_up(house: House) -> None:
    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        await anna.play(place(0, 2))
        await ben.until(lambda: ben.told("move"))
        last = ben.names[-1]
        await ben.hang_up()
        for digit in (1, 3, 4):
            await anna.play(place(3, digit))
        ben.heard.clear()
        await ben.listen(last=last)
        await ben.until(lambda: len(ben.told("move")) == 3)
        digits = [event["actions"][0]["digit"] for event in ben.told("move")]
        assert digits == [1, 3, 4]
        assert ben.told("room") == []
        states = [event["game"]["values"][3] for event in ben.heard if "game" in event]
        assert states[0] == 4  # only the latest
        epoch = last.partition("-")[0]
        for wrong in ("gone-7", "-", *(f"{epoch}-{number}" for number in ("999999", "x", "-1", "9" * 5000))):
            await ben.hang_up()
            ben.heard.clear()
            await ben.listen(last=wrong)
            assert ben.heard[0]["type"] == "room"
            assert ben.heard[0]["game"]["values"][3] == 4

    house.run(scenario)


def test_too_many_missed_events_begin_afresh(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_EVENTS", 4)

    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        last = ben.names[-1]
        await ben.hang_up()
        for _ in range(3):
            await anna.play(place(0, 2), {"type": "clear", "cells": [0]})
            await anna.play(place(3, 4), {"type": "clear", "cells": [3]})
        ben.heard.clear()
        await ben.listen(last=last)
        assert ben.heard[0]["type"] == "room"

    house.run(scenario)


@pytest.mark.parametrize("count", [1, 25])
def test_moves_before_a_wrong_action_are_told(house: House, count: int) -> None:
    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        path = f"/api/games/{anna.game['id']}/actions"
        actions = [place(0, 1 + number % 4) for number in range(count)] + [place(99, 2)]
        batch = {"client": "c", "first": 1, "actions": actions}
        status, _, _ = await anna.request("POST", path, batch)
        assert status == 400
        await ben.until(lambda: any("game" in event for event in ben.told("move")))
        assert next(event["game"]["values"][0] for event in ben.told("move") if "game" in event)

    house.run(scenario)


def test_settings_are_ones_own_but_mistakes_are_shown_alike(house: House) -> None:
    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        await ben.ask("PATCH", "/api/settings", {"language": "cs", "check": "solution"})
        answer = await ben.play(place(15, 4))
        assert answer["outcomes"][0]["text"].startswith("Řádek 4")
        assert answer["game"]["mistakes"] == []  # as the one who opened the room wants
        answer = await anna.play(place(3, 2))
        assert answer["outcomes"][0]["text"].startswith("Row 1")

    house.run(scenario)


def test_only_members_see_the_game(house: House) -> None:
    async def scenario(house: House) -> None:
        anna, _ = await house.room(2)
        stranger = await house.device()
        for method, path, body in (
            ("GET", f"/api/games/{anna.game['id']}", None),
            ("POST", f"/api/games/{anna.game['id']}/hint", {}),
            ("GET", f"/api/rooms/{anna.room}/events", None),
            ("POST", f"/api/rooms/{anna.room}/events", {"paused": True}),
            ("POST", "/api/rooms/0000000000000000", {}),
        ):
            status, _, _ = await stranger.request(method, path, body)
            assert status == 404, path
        status, _, _ = await anna.request("DELETE", f"/api/games/{anna.game['id']}", {})
        assert status == 409
        assert (await anna.ask("GET", "/api/games"))["count"] == 1  # the one the room was opened from

    house.run(scenario)


def test_rooms_survive_the_server(house: House) -> None:
    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        await anna.play(place(0, 2))
        last = ben.names[-1]
        await asyncio.to_thread(house.server.kill)
        await asyncio.to_thread(house.server.start)
        for device in (anna, ben):
            await device.close()
            device._kept = None
        await ben.play(place(3, 4))
        await ben.listen(last=last)
        assert ben.heard[-1]["game"]["values"][:4] == [2, 1, 3, 4]

    house.run(scenario)


@pytest.mark.parametrize("mode", ["with", "against"])
def test_pauses_survive_the_server(house: House, monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    monkeypatch.setattr(module, "COUNTDOWN", 0.1)

    async def scenario(house: House) -> None:
        anna, ben = await house.room(2, mode)
        news = f"/api/rooms/{anna.room}/events"
        if mode == "against":
            await anna.ask("POST", news, {"start": True})
            await asyncio.sleep(0.2)
            await anna.join(anna.room)
            await ben.join(anna.room)
        await anna.ask("POST", news, {"paused": True})
        await ben.ask("POST", news, {"paused": True})
        await asyncio.sleep(1)
        if mode == "against":
            await ben.play(place(0, 2))  # it ends the pause
        await asyncio.to_thread(house.server.kill)
        await asyncio.to_thread(house.server.start)
        for device in (anna, ben):
            await device.close()
            device._kept = None
        await ben.listen()
        (room,) = ben.told("room")[1:]
        if mode == "with":
            assert room["paused"]
        else:
            assert [member["is_paused"] for member in room["members"]] == [True, False]
            resumed = await ben.join(ben.room)
            assert resumed["game"]["seconds"] - room["members"][0]["seconds"] < 1

    house.run(scenario)


# -- against each other --------------------------------------------------------------------------------------


def test_a_race_shows_progress_and_a_result_but_no_digits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead, now = 0.0, module.now
    monkeypatch.setattr(module, "now", lambda: now() + ahead)

    async def scenario(house: House) -> None:
        nonlocal ahead
        anna, ben = await house.room(2, "against")
        assert [event["starts_in"] for event in ben.told("room")] == [None]
        news = f"/api/rooms/{anna.room}/events"
        assert (await ben.request("POST", news, {"start": True}))[0] == 409  # Anna has opened the room
        await anna.hang_up()
        await ben.until(lambda: not ben.heard[-1].get("members", [{"here": True}])[0]["here"])
        assert (await ben.request("POST", news, {"start": True}))[0] == 409  # though she is not here
        assert [member["opened"] for member in ben.told("members")[-1]["members"]] == [True, False]
        await anna.listen()
        for _ in range(2):  # the second time says nothing new
            await anna.ask("POST", news, {"start": True})
        await ben.until(lambda: ben.told("start"))
        assert [event["starts_in"] for event in ben.told("start")] == [module.COUNTDOWN]
        for device in (anna, ben):  # nobody has the puzzle before the start
            assert (await device.join(device.room))["game"] is None
            games = (await device.ask("GET", "/api/games"))["games"]
            assert [game["source"] for game in games] == ["own"] * (device is anna)  # the one the room is for
        ahead = module.COUNTDOWN + 1
        assert (await ben.join(ben.room))["room"]["starts_in"] == 0
        await anna.join(anna.room)
        assert anna.game["id"] != ben.game["id"]
        assert anna.game["givens"] == ben.game["givens"]
        for cell, digit in enumerate(SOLUTION):
            if not anna.game["values"][cell]:
                await anna.play(place(cell, int(digit)))
        path = f"/api/games/{anna.game['id']}/actions"
        await anna.ask("POST", path, {"client": "x", "first": 1, "actions": [], "seconds": 1000.0})
        await ben.ask(
            "POST",
            f"/api/games/{ben.game['id']}/actions",
            {"client": "x", "first": 1, "actions": [], "seconds": 1000.0},
        )
        assert (await ben.ask("GET", f"/api/games/{ben.game['id']}"))["seconds"] < 1000
        await ben.play(place(0, 2))
        done = lambda: ben.told("members") and ben.heard[-1]["members"][1]["filled"] == 8  # noqa: E731
        await ben.until(done)
        one, two = ben.told("members")[-1]["members"]
        assert (one["name"], one["status"], one["filled"], one["total"]) == ("P0", "finished", 16, 16)
        assert (two["status"], two["filled"]) == ("playing", 8)
        assert 0.1 < one["seconds"] < 1000  # the server's clock counts, not that of the page
        assert (await anna.ask("GET", f"/api/games/{anna.game['id']}"))["seconds"] == one["seconds"]
        assert (await anna.ask("GET", f"/api/games/{anna.game['id']}/result"))["seconds"] == one["seconds"]
        for text in map(json.dumps, ben.heard):
            assert "digit" not in text
            assert "values" not in text
            assert anna.game["id"] not in text
        for way in ("", "/replay", "/download", "/result", "/share"):
            assert (await ben.request("GET", f"/api/games/{anna.game['id']}{way}"))[0] == 404
        again = await anna.join(anna.room)
        assert again["game"]["id"] == anna.game["id"]
        ahead += 10
        await ben.play({"type": "undo"})
        await ben.until(lambda: ben.heard[-1].get("members", [{}, {}])[1].get("filled") == 7)
        assert ben.told("members")[-1]["members"][0]["seconds"] == one["seconds"]

    house.run(scenario)


def test_the_time_of_a_race_is_without_pauses_and_without_what_was_before_one_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr(module, "now", lambda: now)
    monkeypatch.setattr(module, "PAUSE_AGAIN", 0)
    members = [module.Member("anna", "A"), module.Member("ben", "B")]
    room = module.Room("x", "against", "puzzle", members, "anna")
    room.begins = None

    def after(seconds: float) -> None:
        nonlocal now
        now += seconds

    def times() -> list[float]:
        return [member["seconds"] for member in room.shown_members()]

    room.pause(1, True)  # before the start
    room.start(0)
    after(module.COUNTDOWN + 60)
    room.pause(0, True)
    after(30)
    room.progress(0, "a", 9, 16, "playing", 60, moved=False)
    assert times() == [60, 0]
    room.pause(0, False)
    after(5)
    room.progress(1, "b", 9, 16, "playing", 0, moved=True)  # a move ends a pause, too
    after(2)
    for by in (0, 1):
        room.progress(by, "ab"[by], 16, 16, "finished", room.seconds(by), moved=True)
    after(100)
    room.pause(0, True)
    room.pause(0, False)
    room.progress(0, "a", 16, 16, "finished", 99, moved=False)
    assert times() == [67, 2]


@pytest.mark.parametrize("mode", ["with", "against"])
def test_a_clock_runs_no_faster_than_time(house: House, monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    monkeypatch.setattr(module, "COUNTDOWN", 0)
    ahead, now = 0.0, module.now
    monkeypatch.setattr(module, "now", lambda: now() + ahead)

    async def scenario(house: House) -> None:
        nonlocal ahead
        anna, ben = await house.room(2, mode)
        if mode == "against":
            await anna.ask("POST", f"/api/rooms/{anna.room}/events", {"start": True})
            await ben.join(anna.room)
        path = f"/api/games/{ben.game['id']}"

        async def report(seconds: float, *actions: Any) -> int:
            batch = {"client": "x", "first": 1, "actions": actions, "seconds": seconds}
            return (await ben.request("POST", f"{path}/actions", batch))[0]

        async def clock() -> float:
            seconds: float = (await ben.ask("GET", path))["seconds"]
            return seconds

        for wrong in (float("nan"), float("inf"), -1.0):
            assert await report(wrong) == 400
        assert await report(1e9) == 200
        assert 0 <= await clock() < 60
        ahead += 600
        assert await report(0) == 200  # does not hold it up
        for _ in range(2):
            assert await report(1e9, place(0, 2), "bad") == 400
        assert 600 <= await clock() < 660
        assert await report(650) == 200
        assert await clock() < 660

    house.run(scenario)


def test_a_clock_that_is_set_back_before_the_server_is_started_again_sets_nothing_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, moment = Store(tmp_path / "games.db"), 2_000_000_000.0
    monkeypatch.setattr(module, "now", lambda: moment)
    game = Game.of(parse(SMALL))

    async def opened() -> None:
        nonlocal moment
        rooms = module.Rooms(store)
        for identity in ("b", "a", "c"):
            copied = store.as_player(module.PREFIX + identity).new(replace(game, id=fresh_id())).game
            room = await rooms.open(identity, "against", copied.id, "anna")
            by = await rooms.join(room, module.Member("anna", "A"))
            room.start(by)
            moment += 100
            room.progress(by, "own", 9, 16, "playing", 0, moved=True)
            await rooms.keep(room)

    asyncio.run(opened())
    moment -= 86_400
    rooms = module.Rooms(store)
    names = ["b", "a", "c"]
    assert list(rooms._rooms) == names
    seconds = [rooms.room(name).members[0].seconds for name in names]
    assert seconds == [rooms.room(name).seconds(0) for name in names]
    moment += 10
    assert seconds == [rooms.room(name).seconds(0) - 10 for name in names]
    assert [rooms.room(name).unplayed for name in names] == [10] * 3


def test_a_clock_runs_no_faster_after_the_server_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, moment = Store(tmp_path / "games.db"), 2_000_000_000.0
    monkeypatch.setattr(module, "now", lambda: moment)
    session = store.as_player(module.PREFIX + "a").new(Game.of(parse(SMALL)))
    shared = session.game
    asyncio.run(module.Rooms(store).open("a", "with", shared.id, "anna"))
    store.as_player(module.PREFIX + "a").save_seconds(session.version.row, 90)
    moment += 100
    assert module.Rooms(store).room("a").unplayed == 10


def test_a_race_goes_on_though_a_member_deletes_the_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COUNTDOWN", 0.1)

    async def scenario(house: House) -> None:
        anna, ben = await house.room(2, "against")
        await anna.ask("POST", f"/api/rooms/{anna.room}/events", {"start": True})
        await ben.until(lambda: ben.told("start"))

        async def again() -> tuple[str, float, float]:
            """The status and seconds of Anna, who deletes her game and joins again, and the clock of her new game."""
            old, heard = anna.game["id"], len(ben.heard)
            await anna.ask("DELETE", f"/api/games/{old}", {})
            game = (await anna.join(anna.room))["game"]
            assert game["id"] != old
            await ben.until(lambda: len(ben.heard) > heard + 1)  # how far she is, and that she is there
            member = ben.heard[-1]["members"][0]
            return member["status"], member["seconds"], game["seconds"]

        await asyncio.sleep(0.4)
        await anna.join(anna.room)
        status, seconds, clock = await again()
        assert status == "playing"
        assert 0.2 < clock <= seconds
        await anna.play(*(place(n, int(SOLUTION[n])) for n in range(16) if not anna.game["values"][n]))
        await ben.until(lambda: ben.told("members")[-1]["members"][0]["status"] == "finished")
        result = ben.told("members")[-1]["members"][0]["seconds"]
        await asyncio.sleep(0.2)
        assert await again() == ("finished", result, result)

    house.run(scenario)


def test_a_game_that_takes_the_id_of_a_deleted_one_is_not_of_the_race(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COUNTDOWN", 0.1)

    async def scenario(house: House) -> None:
        anna, ben = await house.room(2, "against", CLASSIC)
        await anna.ask("POST", f"/api/rooms/{anna.room}/events", {"start": True})
        await asyncio.sleep(0.2)
        for device in (anna, ben):
            await device.join(anna.room)
        old = ben.game["id"]
        await ben.ask("DELETE", f"/api/games/{old}", {})
        nearly = {"puzzle": f".{SOLUTION[1:]}", "id": old}
        assert (await ben.ask("POST", "/api/games", nearly))["id"] == old
        await ben.play(place(0, 2))
        await anna.listen()
        assert anna.heard[-1]["members"][1]["status"] == "playing"
        again = await ben.join(ben.room)
        assert (again["game"]["id"] != old, len(again["game"]["givens"])) == (True, 81)

    house.run(scenario)


def test_a_clock_that_is_set_changes_no_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COUNTDOWN", 0)
    room = module.Room("x", "against", "puzzle", [module.Member("anna", "A")], "anna", begins=None)
    room.start(0)
    for hours in (-2, 2):
        wrong = time() + 3600 * hours
        monkeypatch.setattr(module, "time", lambda wrong=wrong: wrong)
        assert room.starts_in == 0
        assert 0 <= room.raced(0) < 3600


def test_a_clock_that_was_set_back_before_the_server_is_started_again_does_not_stop_a_race(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COUNTDOWN", 3600)

    async def scenario(house: House) -> None:
        (anna,) = await house.room(1, "against")
        await anna.ask("POST", f"/api/rooms/{anna.room}/events", {"start": True})
        assert 0 < (await anna.join(anna.room))["room"]["starts_in"] <= module.COUNTDOWN
        past = module.now() - 2 * 3600
        monkeypatch.setattr(module, "now", lambda: past)
        assert (await anna.join(anna.room))["room"]["starts_in"] == 0
        await anna.play(place(0, 2))

    house.run(scenario)


# -- limits --------------------------------------------------------------------------------------------------


def test_rooms_members_and_streams_are_bounded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ROOMS", 3)
    monkeypatch.setattr(module, "MOST_OWN", 2)
    monkeypatch.setattr(module, "MOST_MEMBERS", 2)
    monkeypatch.setattr(module, "MOST_STREAMS", 1)

    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        late = await house.device()
        assert (await late.request("POST", f"/api/rooms/{anna.room}", {}))[0] == 409
        assert (await anna.request("GET", f"/api/rooms/{anna.room}/events"))[0] == 503
        game = await ben.ask("POST", "/api/games", {"puzzle": SMALL})
        for _ in range(6):  # the first of these make way, nobody else's
            await ben.ask("POST", "/api/rooms", {"game": game["id"], "mode": "against"})
        other = await late.ask("POST", "/api/games", {"puzzle": SMALL})
        room = {"game": other["id"], "mode": "with"}
        assert (await late.request("POST", "/api/rooms", room))[0] == 409
        for device in (anna, ben):
            await device.hang_up()
        assert (await late.request("POST", "/api/rooms", room))[0] == 409
        assert (await ben.request("GET", f"/api/games/{anna.game['id']}"))[0] == 200
        monkeypatch.setattr(module, "UNUSED_FOR", 0)
        async with asyncio.timeout(60):
            while (await late.request("POST", "/api/rooms", room))[
                0
            ] == 409:  # until it is known that they left
                await asyncio.sleep(0.01)
        assert (await ben.request("POST", f"/api/rooms/{anna.room}", {}))[0] == 404
        assert (await ben.request("GET", f"/api/games/{anna.game['id']}"))[0] == 404
        wrong: list[dict[str, object]] = [{"cells": [0] * 101}, {"cells": [-1]}, {"paused": "yes"}, {"x": 1}]
        for body in wrong:
            assert (await ben.request("POST", f"/api/rooms/{anna.room}/events", body))[0] == 400

    house.run(scenario)


def test_pauses_are_told_once_and_not_too_often(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE_AGAIN", 3600)

    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        path = f"/api/rooms/{anna.room}/events"
        await anna.ask("POST", path, {"paused": False})  # it is not paused
        await anna.ask("POST", path, {"paused": True})
        assert (await anna.request("POST", path, {"paused": False}))[0] == 503
        await ben.ask("POST", path, {"paused": False})
        await anna.until(lambda: anna.told("resume"))
        assert [event["type"] for event in anna.heard if event["type"] in ("pause", "resume")] == [
            "pause",
            "resume",
        ]

    house.run(scenario)


def test_moves_of_one_member_wait_only_so_many(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 0)

    async def scenario(house: House) -> None:
        anna, _ = await house.room(2)
        path = f"/api/games/{anna.game['id']}/actions"
        assert (await anna.request("POST", path, {"client": "c", "first": 1, "actions": []}))[0] == 503

    house.run(scenario)


def test_nobody_waits_for_many_moves_of_another(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two parts of them are made before Ben's move has come; it is made next, or after the part that has begun."""
    run_on, played = DirectJobs.run_on, games._played
    parts: list[object] = []
    ben_has_come = threading.Event()

    async def run_after_ben_has_come(*job: Any) -> Any:
        parts.append(job)
        while len(parts) > 2 and not ben_has_come.is_set():
            await asyncio.sleep(0.005)
        return await run_on(*job)

    async def note_ben(request: Any, asked: Any, run_at: Any) -> Any:
        if asked.actions[0] == place(3, 4):
            ben_has_come.set()
        return await played(request, asked, run_at)

    async def scenario(house: House) -> None:
        anna, ben = await house.room(2)
        windows = [RoomDevice(anna.port, anna.token) for _ in range(4)]
        house.devices += windows
        path, actions = f"/api/games/{anna.game['id']}/actions", [place(0, 1 + n % 4) for n in range(200)]
        for window in windows:
            window.cookie = anna.cookie
        sent = [
            window.request("POST", path, {"client": str(number), "first": 1, "actions": actions})
            for number, window in enumerate(windows)
        ]
        monkeypatch.setattr(DirectJobs, "run_on", run_after_ben_has_come)
        monkeypatch.setattr(games, "_played", note_ben)
        waiting = asyncio.gather(*sent)
        await ben.until(lambda: ben.told("move"))
        await ben.play(place(3, 4))
        assert {status for status, _, _ in await waiting} == {200}
        await anna.play(place(8, 1))
        await ben.until(lambda: ben.told("move")[-1]["actions"] == [{**place(8, 1), "by": 0}])
        numbers = [event["by"] for event in ben.told("move")]
        assert numbers[2:4].count(1) == numbers.count(1) == 1, numbers
        assert len(parts) >= 4 * 200 // games.MOST_AT_ONCE

    house.run(scenario)


def test_twenty_players_hear_all_events_in_one_order(house: House) -> None:
    async def scenario(house: House) -> None:
        devices = await house.room(20, puzzle=CLASSIC)
        empty = [cell for cell, value in enumerate(devices[0].game["values"]) if not value]

        async def plays(number: int) -> None:
            for turn in range(6 // every(2)):
                cells, digit = [empty[(number + turn) % 10]], 1 + number % 9
                await devices[number].play(
                    {"type": "note", "cells": cells, "digit": digit, "on": turn % 2 == 0}
                )

        await asyncio.gather(*map(plays, range(20)))
        last = [{**place(empty[-1], 5), "by": 0}]
        await devices[0].play(place(empty[-1], 5))
        moves = []
        for device in devices:
            await device.until(lambda device=device: device.told("move")[-1]["actions"] == last)
            moves.append([(event["by"], event["actions"]) for event in device.told("move")])
        assert all(each == moves[0] for each in moves)
        game = await devices[3].ask("GET", f"/api/games/{devices[0].game['id']}/download")
        made = [move for _, actions in moves[0] for move in actions]
        assert [{**move, "clean": None} for move in game["moves"]] == [
            {**move, "clean": None} for move in made
        ]
        assert len(made) > 50

    house.run(scenario)
