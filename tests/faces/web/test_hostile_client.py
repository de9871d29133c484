"""A hostile client beside players: their moves are answered in time, and clients are served in turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from faces.web.client import Api
from faces.web.hostile_client import Siege
from faces.web.test_server import started
from faces.web.test_workers import SMALL
from nonet.faces.web import game_jobs, games, threads
from nonet.faces.web.analysis import solve
from nonet.faces.web.app import make_app
from nonet.faces.web.core import DirectJobs
from nonet.faces.web.fair_queue import CLIENT, Turn
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.security import Hosts
from nonet.faces.web.workers import Workers
from nonet.limits import allow
from nonet.play import Store
from nonet.play.lessons import exercise

ASLEEP = partial(time.sleep, 60)
"""A job that holds its process up, but no other."""


@pytest.mark.attack
@pytest.mark.slow  # it measures how long others wait; the tests below count
@pytest.mark.parametrize(
    ("seconds", "siege"),
    [
        pytest.param(0.5, {"rules": 20, "connections": 6, "length": 500}, id="everything"),
        pytest.param(2, {"rules": 20, "ways": ("regular_expressions",)}, id="regular expressions"),
        pytest.param(
            8,
            {"rules": 0, "ways": ("moves_in_all_cells",), "connections": 6},
            id="moves in all cells",
        ),
        pytest.param(2, {"rules": 0, "ways": ("large_bodies",)}, id="large bodies"),
        pytest.param(60, {"rules": 60}, id="for a minute"),
    ],
)
def test_others_play_on(tmp_path: Path, seconds: float, siege: dict[str, Any]) -> None:
    with started(tmp_path, "--no-browser") as (_, host, port):
        attacked = Siege(host, port, **siege)
        attacked.run(seconds)
    assert not attacked.refused, attacked.refused
    assert attacked.p99 < attacked.most, str(attacked)


@pytest.fixture(scope="module")
def two() -> Iterator[Workers]:
    with Workers(2, seconds=60) as running:
        yield running


def test_thirty_hard_puzzles_do_not_hold_up_an_easy_one(two: Workers) -> None:
    async def check() -> None:
        hard = [two._play.submit(Turn("", "16x16 hard"), ASLEEP, pace="unknown") for _ in range(30)]
        for seed in (1, 2):
            assert (await two.run(exercise, "naked-single", seed)) is not None
        assert not any(each.done() for each in hard)
        for each in hard:
            two._play.cancel(each)

    asyncio.run(check())


def test_clients_are_served_in_turn() -> None:
    """One process: the second job of a client with many comes after the first one of another client."""
    served: list[str] = []

    async def ask(workers: Workers, client: str) -> None:
        CLIENT.set(client)
        await workers.run(solve, SMALL, "")
        served.append(client)

    async def check(workers: Workers) -> None:
        await asyncio.gather(*(ask(workers, client) for client in ("a", "a", "a", "a", "b", "c")))

    with Workers(1, seconds=60) as workers:
        asyncio.run(check(workers))
    assert "".join(served) in ("aabcaa", "abcaaa")  # the first may have begun before the others came


def test_what_took_long_never_gets_the_last_process(two: Workers) -> None:
    turn, pool = Turn("a", "game"), two._games

    async def check() -> None:
        pool._slowest[turn] = 3.0
        endless = pool.submit(Turn("a", "endless"), ASLEEP)
        slow = pool.submit(turn, partial(solve, SMALL, ""))
        quick = pool.submit(Turn("a", "quick"), partial(solve, SMALL, ""))
        assert await asyncio.wrap_future(quick)
        assert not slow.done()
        assert not slow.running()
        pool.cancel(endless)
        assert await asyncio.wrap_future(slow)

    asyncio.run(check())


def test_parts_of_large_batches_never_get_the_last_process(two: Workers) -> None:
    """However quick each of them is."""
    part, small, pool = Turn("a", "game batch"), partial(solve, SMALL, ""), two._games

    async def check() -> None:
        assert await asyncio.wrap_future(pool.submit(part, small, pace="long"))
        endless = pool.submit(Turn("a", "endless"), ASLEEP)
        waits = pool.submit(part, small, pace="long")
        assert await asyncio.wrap_future(pool.submit(Turn("a", "move"), small))
        assert not waits.running()
        pool.cancel(endless)
        assert await asyncio.wrap_future(waits)

    asyncio.run(check())


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    """All jobs are done at once, in this process."""
    with Store(tmp_path / "play.sqlite") as store:
        asking = Api(make_app(OpenGames(store, DirectJobs()), Hosts("127.0.0.1")))
        yield asking
        asking.client.close()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/packs", None),
        ("GET", "/api/packs/9x9-easy", None),
        ("POST", "/api/packs", {"texts": ["0130430202030000\n2134431212......"]}),
        ("GET", "/api/statistics", None),
        ("GET", "/api/days", None),
        ("GET", "/api/lessons", None),
        ("POST", "/api/lessons", {"client": "page", "exercises": []}),
        ("GET", "/api/techniques/x-wing", None),
        ("GET", "/api/techniques/x-wing/practice?seed=1", None),
        ("POST", "/api/ready", {"board": "4x4", "level": "easy", "seed": 1}),
    ],
)
def test_what_grows_with_what_a_player_keeps_or_is_explained_is_no_work_of_the_server(
    api: Api, monkeypatch: pytest.MonkeyPatch, method: str, path: str, body: object
) -> None:
    """It is done by other processes, where clients are served in turn: threads would hold up the server itself."""
    api.get("/api/settings")  # the first request opens the store, in a thread
    monkeypatch.setattr(threads, "run_in_threadpool", None)
    assert api.ask(method, path, body).status_code < 300


def batch(*digits: int) -> dict[str, Any]:
    notes = [{"type": "toggle-note", "cells": [0, 3], "digit": digit} for digit in digits]
    return {"client": f"page {digits}", "first": 1, "actions": notes}


@pytest.mark.parametrize(("seconds", "parts"), [(1e9, [2, 2, 1]), (0.0, [1, 1, 1, 1, 1])])
def test_a_large_batch_is_played_in_parts(
    api: Api, monkeypatch: pytest.MonkeyPatch, seconds: float, parts: list[int]
) -> None:
    """A part has at most so many actions, and ends after so many seconds. Together they answer as one."""
    taken, act = [], game_jobs.act

    def counted(*arguments: Any) -> game_jobs.Taken:
        done = act(*arguments)
        taken.append(done.taken)
        return done

    monkeypatch.setattr(games, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(game_jobs, "SLICE", seconds)
    monkeypatch.setattr(game_jobs, "act", counted)
    game = api.post("/api/games", {"puzzle": "0130430202030000"}, 201)["id"]
    answer = api.post(f"/api/games/{game}/actions", batch(1, 2, 3, 4, 1))
    assert taken == parts
    assert [each["number"] for each in answer["outcomes"]] == [1, 2, 3, 4, 5]
    assert (answer["last"], answer["game"]["corner"][0]) == (5, 0b1110)
    refused = api.ask("POST", f"/api/games/{game}/actions", batch(1, 2, 3, 5, 1)).json()
    assert (refused["error"]["where"], refused["last"]) == ("actions[3].digit", 3)


def test_a_batch_that_waits_too_long_can_be_sent_again(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part may wait for its turn, but not the batch for the sum of all turns."""
    monkeypatch.setattr(games, "MOST_AT_ONCE", 2)
    game = api.post("/api/games", {"puzzle": "0130430202030000"}, 201)["id"]
    with monkeypatch.context() as impatient:
        impatient.setattr(games, "MOST_SECONDS", 0.0)
        for last in (2, 4):
            refused = api.ask("POST", f"/api/games/{game}/actions", batch(1, 2, 3, 4, 1))
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
            assert refused.json()["last"] == last
    assert api.post(f"/api/games/{game}/actions", batch(1, 2, 3, 4, 1))["game"]["corner"][0] == 0b1110


def test_the_cells_of_a_batch_are_limited(api: Api) -> None:
    game = api.post("/api/games", {"puzzle": "0130430202030000"}, 201)["id"]
    with allow(cells=5):
        refused = api.ask("POST", f"/api/games/{game}/actions", batch(1, 2, 3))
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "limit")
    assert api.post(f"/api/games/{game}/actions", batch(1, 2, 3))["last"] == 3
