"""Long work is done elsewhere, in bounded time; whatever becomes of a process, the next job is done."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from faces.web.client import Api
from nonet.errors import FormatError, NoSolution
from nonet.faces.web.app import make_app
from nonet.faces.web.desk import Desk
from nonet.faces.web.problems import Problem
from nonet.faces.web.security import Hosts
from nonet.faces.web.work import Workers
from nonet.play import Store

SMALL = "0130430202030000"


def pigeonhole() -> str:
    """A 25x25 board without a solution, which no search sees soon.

    In row 1 columns 1 to 13 can take twelve digits only: the columns hold all others but one, and that one
    stands at the end of the row. Thirteen cells, twelve digits: 12! ways to find out.
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


def stopped(workers: Workers) -> None:
    """A job that never ends by itself: every solution of the empty board."""
    with pytest.raises(Problem):
        workers.run("solve", "." * 81, None, 10**9)


def test_answers_and_errors_come_back(workers: Workers) -> None:
    assert len(workers.run("solve", SMALL, None, 1)) == 1
    with pytest.raises(FormatError) as caught:
        workers.run("solve", "0130430202030007", None, 1)
    assert (caught.value.row, caught.value.column) == (4, 4)
    with pytest.raises(NoSolution):
        workers.run("rate", "12....34........", None)
    with pytest.raises(RuntimeError, match="TypeError"):
        workers.run("solve")
    assert len(workers.run("solve", SMALL, None, 1)) == 1


def test_a_job_that_takes_too_long_is_stopped(workers: Workers) -> None:
    workers.run("ready")
    workers.seconds = 0.5
    (worker,) = workers._all
    with pytest.raises(Problem) as caught:
        workers.run("solve", "." * 81, None, 10**9)
    assert (caught.value.status, caught.value.code) == (503, "too-long")
    assert worker.process.poll() == -signal.SIGKILL
    workers.seconds = 30
    assert len(workers.run("solve", SMALL, None, 1)) == 1


def test_an_impossible_board_of_625_cells(workers: Workers, tmp_path: Path) -> None:
    """Whatever is asked about it ends in time, and the server goes on meanwhile."""
    workers.run("ready")
    workers.seconds = 0.3
    with Store(tmp_path / "play.sqlite") as store:
        api = Api(make_app(Desk(store, workers), Hosts("127.0.0.1")))
        for path, name in (
            ("/api/parse", "text"),
            ("/api/solve", "puzzle"),
            ("/api/rate", "puzzle"),
            ("/api/check", "puzzle"),
            ("/api/hint", "puzzle"),
            ("/api/games", "puzzle"),
        ):
            assert api.refused("POST", path, {name: pigeonhole()}) == (503, "too-long", "")
        waiting = threading.Thread(target=stopped, args=(workers,))
        waiting.start()
        assert api.get("/api/games") == {"games": []}
        waiting.join()
        api.client.close()


def test_too_many_at_once_wait_and_are_told() -> None:
    with Workers(1, seconds=30) as workers:
        workers.run("ready")
        workers.seconds = 0.4
        long = threading.Thread(target=stopped, args=(workers,))
        long.start()
        time.sleep(0.05)
        workers.seconds = 0.1
        with pytest.raises(Problem) as caught:
            workers.run("solve", SMALL, None, 1)
        assert caught.value.code == "busy"
        long.join()


def test_a_process_that_was_killed_is_replaced(workers: Workers) -> None:
    workers.run("ready")
    (worker,) = workers._all
    os.kill(worker.process.pid, signal.SIGKILL)
    assert len(workers.run("solve", SMALL, None, 1)) == 1
    (other,) = workers._all
    assert other.process.pid != worker.process.pid


def test_processes_end_with_the_server() -> None:
    workers = Workers(2, seconds=30)
    workers.run("ready")
    (worker,) = workers._all
    workers.close()
    assert worker.process.poll() is not None
    with pytest.raises(Problem, match="about to end"):
        workers.run("ready")


def test_a_process_ends_when_nobody_listens(workers: Workers) -> None:
    """Even in the middle of a job: the server may have been killed."""
    workers.run("ready")
    (worker,) = workers._all
    asking = threading.Thread(target=stopped, args=(workers,))
    asking.start()
    time.sleep(0.2)
    assert worker.process.poll() is None
    workers._closed = True
    assert worker.process.stdin is not None
    worker.process.stdin.close()
    assert worker.process.wait(10) == 0
    asking.join()
