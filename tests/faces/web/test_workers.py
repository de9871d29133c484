"""Long jobs run in worker processes with a time limit; if a process dies, the next job still runs."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from faces.web.client import Api
from nonet.errors import FormatError, NoSolution
from nonet.faces.web import jobs
from nonet.faces.web import workers as module
from nonet.faces.web.analysis import rate, solve
from nonet.faces.web.app import make_app
from nonet.faces.web.bodies import PuzzleInLanguage, PuzzleToSolve
from nonet.faces.web.fair_queue import Turn
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.preloading import load
from nonet.faces.web.problems import Problem
from nonet.faces.web.security import Hosts
from nonet.faces.web.workers import Workers
from nonet.play import Store

SMALL = PuzzleToSolve(puzzle="0130430202030000")
ENDLESS = PuzzleToSolve(puzzle="." * 81, limit=10**9)
"""Every solution of the empty board."""
MONDAY = date(2026, 11, 16)
"""Its puzzle is easy, and made soon."""


def pigeonhole() -> str:
    """A 25x25 board without a solution, which no search detects quickly.

    In row 1, columns 1 to 13 have only twelve candidates: the columns contain all other digits but one, and that one is
    at the end of the row. A search tries 12! ways to place twelve digits in thirteen cells.
    """
    solved = [[(5 * (row % 5) + row // 5 + column) % 25 + 1 for column in range(25)] for row in range(25)]
    low = set(solved[0][:13])
    board = [[0] * 25] + [
        [digit if column < 13 and digit not in low else 0 for column, digit in enumerate(row)]
        for row in solved[1:]
    ]
    board[0][24] = solved[0][0]
    symbols = ".123456789ABCDEFGHIJKLMNOP"
    return "25x25:" + "".join(symbols[digit] for row in board for digit in row)


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers(1, seconds=30) as running:
        yield running


async def refused(awaitable: Awaitable[object]) -> tuple[int, str]:
    with pytest.raises(Problem) as caught:
        await awaitable
    return caught.value.status, caught.value.code


def test_answers_and_errors_come_back(workers: Workers) -> None:
    async def check() -> None:
        assert b'"one"' in await workers.run(solve, SMALL, "")
        with pytest.raises(FormatError) as caught:
            await workers.run(solve, PuzzleToSolve(puzzle="0130430202030007"), "")
        assert (caught.value.row, caught.value.column) == (4, 4)
        with pytest.raises(NoSolution):
            await workers.run(rate, PuzzleInLanguage(puzzle="12....34........"), "en")
        with pytest.raises(TypeError):
            await workers.run(solve)  # type: ignore[call-arg]
        assert b'"one"' in await workers.run(solve, SMALL, "")

    asyncio.run(check())


@pytest.mark.slow
def test_a_job_that_takes_too_long_is_stopped() -> None:
    async def check(workers: Workers) -> None:
        assert await refused(workers.run(solve, ENDLESS, "")) == (503, "too-long")
        workers._analysis.pool.limit = 30
        assert b'"one"' in await workers.run(solve, SMALL, "")

    with Workers(1, seconds=0.5) as workers:
        workers._analysis.patience = 30
        asyncio.run(asyncio.wait_for(check(workers), 25))


@pytest.mark.slow
def test_an_impossible_board_of_625_cells(tmp_path: Path) -> None:
    """Every request about it ends within the time limit."""
    with Workers(1, seconds=0.3) as workers, Store(tmp_path / "play.sqlite") as store:
        workers._analysis.patience = 30
        api = Api(make_app(OpenGames(store, workers), Hosts("127.0.0.1")))
        for path, name in (
            ("/api/parse", "text"),
            ("/api/solve", "puzzle"),
            ("/api/rate", "puzzle"),
            ("/api/check", "puzzle"),
            ("/api/hint", "puzzle"),
            ("/api/games", "puzzle"),
        ):
            assert api.refused("POST", path, {name: pigeonhole()}) == (503, "too-long", "")
        api.client.close()


def test_analysis_does_not_hold_up_play() -> None:
    """Nor does it fill the queue for playing."""

    async def check(workers: Workers) -> None:
        assert (await workers.run(jobs.new_game, "4x4", "easy", 1)).seed == 1
        busy = [asyncio.ensure_future(workers.run(solve, ENDLESS, "")) for _ in range(4)]
        await asyncio.sleep(0)
        assert (await workers.run(jobs.new_game, "4x4", "easy", 2)).seed == 2
        assert not any(task.done() for task in busy)
        for task in busy:
            task.cancel()
        await asyncio.wait(busy)

    with Workers(1, seconds=60) as workers:
        asyncio.run(check(workers))


def test_the_queue_is_bounded_and_nothing_waits_in_it_for_long() -> None:
    async def check(workers: Workers) -> None:
        running = asyncio.ensure_future(workers.run(solve, ENDLESS, ""))
        await asyncio.sleep(0)
        workers._analysis.patience = 1
        waiting = [asyncio.ensure_future(refused(workers.run(solve, SMALL, ""))) for _ in range(2)]
        await asyncio.sleep(0)
        assert await refused(workers.run(solve, SMALL, "")) == (503, "busy")
        assert not any(task.done() for task in waiting)  # refused immediately
        assert await asyncio.wait_for(asyncio.gather(*waiting), 10) == [(503, "busy")] * 2
        assert not running.done()
        running.cancel()
        await asyncio.wait({running})
        workers._analysis.patience = 30
        assert b'"one"' in await workers.run(solve, SMALL, "")

    with Workers(1, seconds=30, queue=2) as workers:
        asyncio.run(check(workers))


def test_cancelling_ends_a_job_that_waits_and_one_that_runs(workers: Workers) -> None:
    async def check() -> None:
        running = asyncio.ensure_future(workers.run(solve, ENDLESS, ""))
        waiting = asyncio.ensure_future(workers.run(solve, ENDLESS, ""))
        await asyncio.sleep(0.05)
        for task in (running, waiting):
            task.cancel()
        await asyncio.wait({running, waiting})
        assert b'"one"' in await workers.run(solve, SMALL, "")  # otherwise this would wait for a minute

    asyncio.run(asyncio.wait_for(check(), 25))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_the_first_hint_imports_next_to_nothing() -> None:
    """A variant's, in a process that has just started to work for games."""
    script = """
import sys
from nonet.faces.web.preloading import load_hints
load_hints()
known = set(sys.modules)
import nonet.faces.web.game_jobs
from nonet.faces.web.analysis import hint
from nonet.faces.web.bodies import PuzzleToHint
hint(PuzzleToHint(puzzle=".Shape~4x4.Arrow~R2C4~R3C4~R4C4.Arrow~R3C1~R3C2~R2C2.~R1C3_2"), "en")
print(len(set(sys.modules) - known))
"""
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(answer.stdout) <= 10


def test_a_process_that_was_killed_is_replaced(workers: Workers) -> None:
    async def check() -> None:
        assert b'"one"' in await workers.run(solve, SMALL, "")
        (process,) = workers._analysis.pool.process_ids()
        os.kill(process, signal.SIGKILL)
        assert b'"one"' in await workers.run(solve, SMALL, "")
        assert workers._analysis.pool.process_ids() != [process]

    asyncio.run(check())


def test_processes_end_with_the_server() -> None:
    async def check(workers: Workers) -> None:
        running = asyncio.ensure_future(refused(workers.run(solve, ENDLESS, "")))
        await asyncio.sleep(0.05)
        workers.close()
        assert await running == (503, "busy")
        assert workers._analysis.pool.process_ids() == []
        with pytest.raises(Problem, match="stopping"):
            await workers.run(load)

    asyncio.run(check(Workers(2, seconds=30)))


# -- the puzzle of the day -----------------------------------------------------------------------------------


class Counted:
    """Counts what is submitted to the pool that makes puzzles."""

    def __init__(self, workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        submit = workers._play.submit

        def counted(turn: Turn, call: partial[Any]) -> Any:
            self.count += 1
            return submit(turn, call)

        monkeypatch.setattr(workers._play, "submit", counted)


def test_the_daily_is_computed_once(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    day, counted = MONDAY, Counted(workers, monkeypatch)

    async def check() -> None:
        first = asyncio.ensure_future(workers.daily(day))
        await asyncio.sleep(0)
        first.cancel()  # the first client has disconnected; the others still get the result
        games = await asyncio.gather(*(workers.daily(day) for _ in range(20)))
        assert {game.puzzle for game in games} == {games[0].puzzle}
        assert len({game.id for game in games}) == 20, "each player of a household begins a game of their own"
        assert (await workers.daily(day)).puzzle == games[0].puzzle
        assert counted.count == 1

    asyncio.run(check())


def test_a_daily_that_failed_is_computed_again(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    day, counted = MONDAY, Counted(workers, monkeypatch)

    async def check() -> None:
        workers._play.pool.limit = 0.0001
        assert await refused(workers.daily(day)) == (503, "too-long")
        workers._play.pool.limit = 30
        assert (await workers.daily(day)).source == f"daily {MONDAY}"
        assert counted.count == 2

    asyncio.run(check())


def test_the_number_of_cached_dailies_is_limited(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DAILIES", 2)
    counted = Counted(workers, monkeypatch)
    days = [MONDAY + timedelta(number) for number in range(3)]

    async def check() -> None:
        for day in (days[0], days[1], days[0], days[2], days[0], days[1]):
            assert (await workers.daily(day, "4x4")).source == f"daily {day}"
        assert counted.count == 4  # the second was the least recently used

    asyncio.run(check())
