"""The server under attack, on loopback: slow clients, too many of them, too much work. Others are still served."""

from __future__ import annotations

import asyncio
import http.client
import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from faces.web.test_server import ask, started
from faces.web.test_workers import pigeonhole
from nonet.faces.web import connection as module
from nonet.faces.web.app import make_app
from nonet.faces.web.connection import FREE_CHUNKS, Connection, Phase
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.security import HEADERS, MOST_LARGE, SMALL_BYTES, Guard, Hosts
from nonet.faces.web.server import ACCEPTED_AT_A_TIME, Server
from nonet.faces.web.workers import Workers
from nonet.play import Store

SMALL = "0130430202030000"
HOST = b"Host: 127.0.0.1\r\n"
HALF = b"GET /api/settings HTTP/1.1\r\n" + HOST + b"Accept: "
POST = b"POST /api/solve HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"


class Running:
    """A server in a thread of this process, so that a test can shorten its time limits."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.port: int = self.listening.getsockname()[1]
        self.server = Server(app)
        self.thread = threading.Thread(target=self.server.run, args=([self.listening],))
        self.thread.start()

    def stop(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self.thread.join()
        self.listening.close()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def get(self, path: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, json.loads(body)


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> dict[Phase, float]:
    """The time limits of a connection, to be changed."""
    seconds = dict.fromkeys(module.SECONDS, 30.0)
    monkeypatch.setattr(module, "SECONDS", seconds)
    return seconds


@pytest.fixture
def serve(tmp_path: Path, limits: dict[Phase, float]) -> Iterator[Callable[..., Running]]:
    with ExitStack() as stack:

        def begin(*, app: Any = None, **options: Any) -> Running:
            if app is None:
                workers = stack.enter_context(Workers(1, **{"seconds": 60, **options}))
                games = OpenGames(stack.enter_context(Store(tmp_path / "play.sqlite")), workers)
                app = make_app(games, Hosts("127.0.0.1"))
            running = Running(app)
            stack.callback(running.stop)
            return running

        yield begin


def read_all(connection: socket.socket) -> bytes:
    answer = b""
    with suppress(ConnectionError):
        while piece := connection.recv(65536):
            answer += piece
    return answer


def refusal(connection: socket.socket) -> tuple[int, str]:
    """The status and code of the last response, which is JSON with all headers, before the connection is closed."""
    head, _, body = read_all(connection).partition(b"\r\n\r\n")
    for name, value in HEADERS:
        assert name + b": " + value in head
    assert b"content-type: application/json" in head
    return int(head.split()[1]), json.loads(body)["error"]["code"]


# -- slow clients --------------------------------------------------------------------------------------------


def test_headers_that_do_not_end_are_cut_off(
    serve: Callable[..., Running], limits: dict[Phase, float]
) -> None:
    limits[Phase.HEADERS] = 0.5
    running = serve()
    with running.connect() as silent, running.connect() as slow, running.connect() as again:
        slow.sendall(HALF)
        again.sendall(b"GET /api/settings HTTP/1.1\r\n" + HOST + b"\r\n")
        assert again.recv(65536).startswith(b"HTTP/1.1 200")
        again.sendall(HALF)  # the second request of a connection
        assert refusal(slow) == (408, "timeout")
        assert refusal(again) == (408, "timeout")
        assert read_all(silent) == b""


@pytest.mark.parametrize(
    ("phase", "start"),
    [(Phase.HEADERS, HALF), (Phase.BODY, POST + b"Content-Length: 100000\r\n\r\n{")],
    ids=["headers", "body"],
)
def test_a_byte_now_and_then_gains_no_time(
    serve: Callable[..., Running], limits: dict[Phase, float], phase: Phase, start: bytes
) -> None:
    limits[phase] = 0.3
    running = serve()
    with running.connect() as slow:
        slow.sendall(start)
        deadline = time.monotonic() + 10
        while not select.select([slow], [], [], 0.02)[0]:  # until an answer or the end arrives
            assert time.monotonic() < deadline
            with suppress(ConnectionError):
                slow.sendall(b"x")


def test_a_body_that_does_not_end_is_cut_off(
    serve: Callable[..., Running], limits: dict[Phase, float]
) -> None:
    limits[Phase.BODY] = 0.3
    running = serve()
    with running.connect() as slow, running.connect() as chunked:
        slow.sendall(POST + b"Content-Length: 1000\r\n\r\n{")
        chunked.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n     \r\n")
        assert refusal(slow) == (408, "timeout")
        assert refusal(chunked) == (408, "timeout")


def test_a_body_in_very_small_chunks_is_refused(serve: Callable[..., Running]) -> None:
    running = serve()
    head = POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    with running.connect() as patient, running.connect() as hasty:
        patient.sendall(head + b"1\r\n \r\n" * FREE_CHUNKS + (b"800\r\n" + b" " * 2048 + b"\r\n") * 100)
        hasty.sendall(head + b"1\r\n \r\n" * (FREE_CHUNKS + 1))
        assert refusal(hasty) == (413, "too-large")
        patient.sendall(b"0\r\n\r\n")
        assert refusal(patient) == (400, "json")


def test_a_client_that_does_not_read_is_cut_off(
    serve: Callable[..., Running], limits: dict[Phase, float]
) -> None:
    ended = threading.Event()

    async def endless(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while (await _soon(receive)) != "http.disconnect":
            await send({"type": "http.response.body", "body": bytes(1 << 20), "more_body": True})
        ended.set()

    limits[Phase.WRITING] = 0.3
    running = serve(app=Guard(endless, Hosts("127.0.0.1")))
    with running.connect() as deaf:
        deaf.sendall(b"GET / HTTP/1.1\r\n" + HOST + b"\r\n")
        assert ended.wait(20)


async def _soon(receive: Any) -> str:
    """Receives what is available, without waiting."""
    import asyncio

    try:
        kind: str = (await asyncio.wait_for(receive(), 0.01))["type"]
    except TimeoutError:
        return ""
    return kind


def test_who_comes_while_the_server_ends_is_not_waited_for(
    serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = serve()
    monkeypatch.setattr(Connection, "ending", True)
    with running.connect() as late:
        assert read_all(late) == b""


# -- too many ------------------------------------------------------------------------------------------------


def test_the_longest_waiting_connection_is_closed_for_a_new_one(
    serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "most", 10)
    running = serve()
    halves: list[socket.socket] = []
    with ExitStack() as stack:
        for number in range(40):
            half = stack.enter_context(running.connect())
            halves.append(half)
            half.sendall(HALF if number % 2 else POST + b"Content-Length: 1000\r\n\r\n{")
            assert running.get("/api/settings")[0] == 200
            assert len(running.server.server_state.connections) <= 11
        closed = [bool(select.select([half], [], [], 0)[0]) for half in halves]
        assert closed == sorted(closed, reverse=True)  # the oldest ones
        assert (closed[0], closed[-1]) == (True, False)


def test_who_opens_many_connections_lets_others_have_their_turn() -> None:
    """Few are accepted in each round of the event loop, though many wait."""

    async def unused(scope: object, receive: object, send: object) -> None: ...

    async def most_in_a_round() -> int:
        with socket.create_server(("127.0.0.1", 0)) as listening, ExitStack() as stack:
            serving = asyncio.create_task((server := Server(unused)).serve([listening]))
            while not server.started:
                await asyncio.sleep(0)
            for _ in range(5 * ACCEPTED_AT_A_TIME):
                stack.enter_context(socket.create_connection(listening.getsockname(), timeout=5))
            most = before = 0
            while before < 5 * ACCEPTED_AT_A_TIME:
                await asyncio.sleep(0)
                after = len(server.server_state.connections)
                most, before = max(most, after - before), after
            server.should_exit = server.force_exit = True
            await serving
            return most

    assert 0 < asyncio.run(most_in_a_round()) <= ACCEPTED_AT_A_TIME


def test_when_all_are_being_answered_a_new_one_is_refused(
    serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "most", 2)
    running = serve()
    body = json.dumps({"puzzle": pigeonhole()}).encode()
    with ExitStack() as stack:
        for _ in range(2):
            busy = stack.enter_context(running.connect())
            busy.sendall(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        until(lambda: sorted(phases(running)) == ["working", "working"])
        with running.connect() as late:
            assert refusal(late) == (503, "busy")
        assert phases(running) == ["working", "working"]


def phases(running: Running) -> list[str]:
    found = [
        each.phase for each in list(running.server.server_state.connections) if isinstance(each, Connection)
    ]
    return [phase.value for phase in found if phase is not None]


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_the_number_of_large_bodies_is_limited(serve: Callable[..., Running]) -> None:
    running = serve()
    head = POST + b"Content-Length: %d\r\n\r\n" % (SMALL_BYTES * 2)
    with ExitStack() as stack:
        large = [stack.enter_context(running.connect()) for _ in range(MOST_LARGE)]
        for each in large:
            each.sendall(head + b" " * (SMALL_BYTES + 1))
        until(lambda: running.app._large == MOST_LARGE)
        with running.connect() as more:
            more.sendall(head + b" " * (SMALL_BYTES + 1))
            assert more.recv(65536).startswith(b"HTTP/1.1 503")
        body = json.dumps({"puzzle": SMALL}).encode()
        with running.connect() as little:
            little.sendall(POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            assert read_all(little).startswith(b"HTTP/1.1 200")
        for each in large:
            each.close()
        until(lambda: running.app._large == 0)


# -- too much work -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_ratings_do_not_delay_moves(serve: Callable[..., Running]) -> None:
    """During sixty endless ratings, a game continues: moves, hints, a new game, the list."""
    running = serve()
    game = ask("127.0.0.1", running.port, "POST", "/api/games", {"puzzle": SMALL})["id"]
    body = json.dumps({"puzzle": pigeonhole()}).encode()
    request = POST.replace(b"solve", b"rate") + b"Content-Length: %d\r\n\r\n" % len(body) + body
    with ExitStack() as stack:
        ratings = [stack.enter_context(running.connect()) for _ in range(60)]
        for each in ratings:
            each.sendall(request)
        until(lambda: phases(running).count("working") == 60)
        for number in range(1, 21):
            action = {"type": "toggle-note", "cells": [15], "digit": 1 + number % 4}
            sent = {"client": "a", "first": number, "actions": [action]}
            assert (
                ask("127.0.0.1", running.port, "POST", f"/api/games/{game}/actions", sent)["last"] == number
            )
        hint = ask("127.0.0.1", running.port, "POST", f"/api/games/{game}/hint", {"tier": 1})
        assert hint["kind"] == "step"
        assert ask("127.0.0.1", running.port, "POST", "/api/games", {"board": "4x4"})["status"] == "playing"
        assert len(running.get("/api/games")[1]["games"]) == 2
        until(lambda: phases(running).count("working") == 60)  # all of this while the ratings were waiting


def test_a_client_that_disconnects_cancels_its_work(serve: Callable[..., Running]) -> None:
    running = serve()
    body = json.dumps({"puzzle": pigeonhole()}).encode()
    for _ in range(5):
        with running.connect() as impatient:
            impatient.sendall(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    begun = time.monotonic()
    assert ask("127.0.0.1", running.port, "POST", "/api/solve", {"puzzle": SMALL})["kind"] == "one"
    assert time.monotonic() - begun < 55  # the first of them alone would take sixty seconds


def test_one_daily_for_all(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    running = serve()
    submitted: list[object] = []
    workers = running.app.app.state.startup.finish().workers
    submit = workers._play.submit

    def counted(*call: Any) -> Any:
        submitted.append(call)
        return submit(*call)

    monkeypatch.setattr(workers._play, "submit", counted)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(running.get, ["/api/daily?date=2026-11-16"] * 24))
    assert {status for status, _ in answers} == {200}
    assert len({answer["givens"] for _, answer in answers}) == 1
    assert len(submitted) == 1


# -- at full size --------------------------------------------------------------------------------------------


def memory(process: int) -> int:
    """Resident, in megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
@pytest.mark.parametrize(
    ("count", "request_"),
    [
        (520, HALF),
        (450, POST + b"Content-Length: 1048576\r\n\r\n" + b" " * ((1 << 20) - 1)),
    ],
    ids=["half-sent headers", "unfinished bodies"],
)
def test_a_flood(tmp_path: Path, count: int, request_: bytes) -> None:
    """During the flood others are served and memory stays bounded; after half a minute all its connections are
    closed.
    """
    with started(tmp_path, "--no-browser") as (run, host, port), ExitStack() as stack:
        assert ask(host, port, "GET", "/api/settings")["language"] == "en"
        before, sockets = memory(run.pid), []
        for _ in range(count):
            each = stack.enter_context(socket.create_connection((host, port), timeout=30))
            sockets.append(each)
            each.settimeout(0.05)
            with suppress(OSError):
                each.sendall(request_)
        for _ in range(20):
            assert ask(host, port, "GET", "/api/settings")["language"] == "en"
        assert memory(run.pid) - before < 100
        begun = time.monotonic()
        for each in sockets:
            each.settimeout(40)
            read_all(each)
        assert time.monotonic() - begun < 35
        assert ask(host, port, "GET", "/api/settings")["language"] == "en"
