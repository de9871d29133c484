"""A hostile client beside players: their moves are answered in time, and clients are served in turn."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from faces.web.hostile_client import Siege
from faces.web.test_server import started
from faces.web.test_workers import ENDLESS, SMALL
from nonet.faces.web import jobs
from nonet.faces.web.fair_queue import CLIENT, Turn
from nonet.faces.web.workers import Workers
from nonet.play.lessons import exercise


@pytest.mark.attack
@pytest.mark.parametrize(
    ("seconds", "siege"),
    [
        pytest.param(0.5, {"rules": 20, "connections": 6, "length": 500}, id="everything"),
        pytest.param(
            2,
            {"rules": 20, "ways": ("regular_expressions",)},
            id="regular expressions",
            marks=pytest.mark.slow,
        ),
        pytest.param(2, {"rules": 0, "ways": ("large_bodies",)}, id="large bodies", marks=pytest.mark.slow),
        pytest.param(60, {"rules": 60}, id="for a minute", marks=pytest.mark.slow),
    ],
)
def test_others_play_on(tmp_path: Path, seconds: float, siege: dict[str, Any]) -> None:
    with started(tmp_path, "--no-browser") as (_, host, port):
        attacked = Siege(host, port, **siege)
        attacked.run(seconds)
    assert not attacked.refused, attacked.refused
    assert attacked.p99 < attacked.most, str(attacked)


def test_thirty_hard_puzzles_do_not_hold_up_an_easy_one() -> None:
    async def check(workers: Workers) -> None:
        hard = [
            workers._play.submit(Turn("", "16x16 hard"), partial(jobs.solve, *ENDLESS), trusted=False)
            for _ in range(30)
        ]
        for seed in (1, 2):
            assert (await workers.run(exercise, "naked-single", seed)) is not None
        assert not any(each.done() for each in hard)

    with Workers(2, seconds=60) as workers:
        asyncio.run(check(workers))


def test_clients_are_served_in_turn() -> None:
    """One process: the second job of a client with many comes after the first one of another client."""
    served: list[str] = []

    async def ask(workers: Workers, client: str) -> None:
        CLIENT.set(client)
        await workers.run(jobs.solve, SMALL, None, 1)
        served.append(client)

    async def check(workers: Workers) -> None:
        await asyncio.gather(*(ask(workers, client) for client in ("a", "a", "a", "a", "b", "c")))

    with Workers(1, seconds=60) as workers:
        asyncio.run(check(workers))
    assert "".join(served) in ("aabcaa", "abcaaa")  # the first may have begun before the others came


def test_what_took_long_never_gets_the_last_process() -> None:
    turn = Turn("a", "game")

    async def check(workers: Workers) -> None:
        pool = workers._games
        pool._slowest[turn] = 3.0
        endless = pool.submit(Turn("a", "endless"), partial(jobs.solve, *ENDLESS))
        slow = pool.submit(turn, partial(jobs.solve, SMALL, None, 1))
        quick = pool.submit(Turn("a", "quick"), partial(jobs.solve, SMALL, None, 1))
        assert await asyncio.wrap_future(quick)
        assert not slow.done()
        assert not slow.running()
        pool.cancel(endless)
        assert await asyncio.wrap_future(slow)

    with Workers(2, seconds=60) as workers:
        asyncio.run(check(workers))
