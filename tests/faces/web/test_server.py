"""`sudoku web` as a process: address, port, Ctrl-C, and error messages. test_keeping kills it."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from faces.web.browsing import free_port
from faces.web.client import Client
from faces.web.room_client import RoomDevice
from nonet.faces.cli import run
from nonet.faces.cli.web import command
from nonet.faces.web import server
from nonet.faces.web.browser import can_show
from nonet.faces.web.server import DEFAULT_PORT, address, bind

SOURCE = Path(__file__).resolve().parents[3] / "src"
SMALL = "0130430202030000"


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "NONET_DATA": str(folder), "PYTHONPATH": str(SOURCE)}


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """Starts the command in a child process; returns the host and port that it prints."""
    run = subprocess.Popen(
        [sys.executable, "-m", "nonet", "web", *arguments],
        env=environment(folder),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None
    assert run.stderr is not None
    line = run.stdout.readline()
    said = re.search(r"http://([^:/]+):(\d+)/", line)
    try:
        assert said is not None, line + run.stderr.read()
        yield run, said[1], int(said[2])
    finally:
        run.kill()
        run.wait()
        run.stdout.close()
        run.stderr.close()


def ask(host: str, port: int, method: str, path: str, body: object = None) -> Any:
    connection = http.client.HTTPConnection(host, port, timeout=30)
    headers = {} if body is None else {"Content-Type": "application/json"}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return json.loads(content) if answer.headers["Content-Type"] == "application/json" else content.decode()


def raw(port: int, request: bytes) -> bytes:
    """The response; empty if the server has closed the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        answer = b""
        with suppress(ConnectionError):
            connection.sendall(request)
            while piece := connection.recv(65536):
                answer += piece
    return answer


def send_invalid_and_oversized_http(port: int) -> None:
    host = b"Host: 127.0.0.1\r\nConnection: close\r\n"
    post = b"POST /api/solve HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\n"
    chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
    requests = [
        (b"\x00\xff nonsense\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n" + host + b"Host: evil.example\r\n\r\n", b"400"),
        (b"GET / HTTP/1.0\r\n\r\n", b"421"),
        (b"GET http://evil.example/api/settings HTTP/1.1\r\n" + host + b"\r\n", b"404"),
        (b"GET /api/games/%ff%fe HTTP/1.1\r\n" + host + b"\r\n", b"404"),
        (b"GET /api/games?limit=%ff HTTP/1.1\r\n" + host + b"\r\n", b"400"),
        (post + b"Content-Length: -5\r\n\r\n{}", b"400"),
        (post + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 20 + b"0\r\n\r\n", b"413"),
    ]
    for request, status in requests:
        answer = raw(port, request)
        assert answer.startswith(b"HTTP/1.1 " + status) or (status == b"413" and not answer), request[:80]
        if answer:
            head, _, body = answer.partition(b"\r\n\r\n")
            assert b"content-security-policy: default-src 'none'" in head.lower(), request[:80]
            assert set(json.loads(body)["error"]) >= {"code", "message"}, request[:80]
    assert raw(port, b"GET / HTTP/1.1\r\n" + host + b"\r\n").startswith(b"HTTP/1.1 200 OK")


def test_it_serves_refuses_invalid_http_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with started(tmp_path, "--no-browser") as (run, host, port):
        assert host == "127.0.0.1"
        assert "<!doctype html" in ask(host, port, "GET", "/").lower()
        assert ask(host, port, "POST", "/api/solve", {"puzzle": SMALL})["kind"] == "one"
        game = ask(host, port, "POST", "/api/games", {"puzzle": SMALL})
        assert (tmp_path / "play.sqlite").exists()
        send_invalid_and_oversized_http(port)
        held = socket.create_connection((host, port))  # an open connection does not delay it
        begun = time.monotonic()
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=20)
        held.close()
        assert (run.returncode, errors) == (0, "")
        assert time.monotonic() - begun < 15
        assert game["status"] == "playing"


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        run = subprocess.run(
            [sys.executable, "-m", "nonet", "web", "--no-browser", "--port", port],
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert run.returncode == 2
    assert "leave --port out" in run.stderr
    assert "Traceback" not in run.stderr


def test_the_usual_port_or_any_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(server, "DEFAULT_PORT", taken.getsockname()[1])
        with bind("127.0.0.1", None) as listening:
            assert listening.getsockname()[1] != taken.getsockname()[1]
            assert address(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}/"
    assert 1024 < DEFAULT_PORT < 32768  # no system assigns it automatically


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "0"], "whole number from 1 to 65535"),
        (["--port", "99999"], "whole number from 1 to 65535"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
        (["--host", "\udcff"], "cannot listen on \\udcff"),
        (["nonsense"], "no such file"),
        (["4x4:12"], "a 4x4 board has 16"),
        (["1100000000000000"], "two 1s in row 1"),
    ],
)
def test_refused_arguments(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    assert run(["web", "--no-browser", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said


def test_a_damaged_store_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "play.sqlite").write_bytes(b"nothing of ours" * 1000)
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    assert run(["web", "--no-browser"]) == 2
    assert "cannot be used" in capsys.readouterr().err


def test_every_example_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each would serve the page at the address that it prints."""

    def look(running: uvicorn.Server, sockets: list[socket.socket]) -> None:
        served.append(sockets[0].getsockname()[1])
        client = Client(running.config.app)
        assert "<!doctype html" in client.request("GET", "/").text.lower()
        client.close()

    (tmp_path / "puzzle.txt").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    monkeypatch.setattr(server, "can_show", lambda: False)
    monkeypatch.setattr("uvicorn.Server.run", look)
    monkeypatch.setattr("nonet.faces.web.workers.Workers.warm_up", lambda workers: None)
    for line, _ in command.examples:
        if "--export" in line:
            continue
        served: list[int] = []
        name, *arguments = shlex.split(line.replace("8000", str(free_port())))
        assert (name, run(arguments)) == ("sudoku", 0), line
        said = re.search(r"http://127\.0\.0\.1:(\d+)/", capsys.readouterr().out)
        assert said is not None, line
        assert served == [int(said[1])], line
        assert "--port" not in arguments or said[1] in arguments


def test_the_page_does_not_wait_for_the_api() -> None:
    """Nothing of the logic or the game is imported before the first page is served."""
    script = "import sys, nonet.faces.cli.web, nonet.faces.web.server\nprint(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(Path.cwd()),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name for name in run.stdout.split() if name.startswith("nonet.")}
    assert "nonet.faces.web.app" in loaded
    late = ("nonet.logic", "nonet.explain", "nonet.generate", "nonet.hints", "nonet.play.session")
    assert not [name for name in loaded if name.startswith(late)]


# -- the browser and the messages ----------------------------------------------------------------------------


class Told:
    """A fake server and a fake browser."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        self.opened: list[str] = []
        self.said: list[str] = []
        self.warned: list[str] = []
        monkeypatch.setenv("NONET_DATA", str(tmp_path))
        monkeypatch.setenv("DISPLAY", ":0")
        monkeypatch.setattr(server, "_show", self.opened.append)
        monkeypatch.setattr("uvicorn.Server.run", self._run)
        monkeypatch.setattr("nonet.faces.web.workers.Workers.warm_up", lambda workers: None)

    def _run(self, sockets: list[socket.socket]) -> None:
        for _ in range(200):
            if self.opened:
                break
            time.sleep(0.01)
        raise KeyboardInterrupt

    def serve(self, **options: Any) -> None:
        server.serve(say=self.said.append, warn=self.warned.append, **options)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Told:
    return Told(monkeypatch, tmp_path)


def test_the_browser_is_opened(told: Told) -> None:
    told.serve(fragment="#p=4x4:.13.43.2.2.3....")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#p=4x4:\.13\.43\.2\.2\.3\.\.\.\.", told.opened[0])
    assert told.said[0].startswith("Sudoku is served at http://127.0.0.1:")
    assert told.warned == []


def test_no_browser_if_it_is_switched_off(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "opened", ["nothing"])
    told.serve(browser=False)
    assert told.opened == ["nothing"]


def test_a_terminal_is_not_taken_by_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not can_show()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert can_show()
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.delenv("WAYLAND_DISPLAY")
    assert can_show()


def test_a_token_where_others_can_reach_the_server(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "is_loopback", lambda host: False)
    told.serve(fragment="#p=4x4:.13.43.2.2.3....")
    address = re.search(r"http://127\.0\.0\.1:\d+/\?token=([\w-]{20,})", told.said[0])
    assert address is not None
    assert told.opened == [address[0] + "#p=4x4:.13.43.2.2.3...."]
    (warning,) = told.warned
    assert "opens this server to the network" in warning
    assert address[0] in warning
    assert address[0] in told.said[1]
    assert told.said[1].startswith("On other devices in this network, open http://")
    told.serve()
    assert not [line for line in told.said[2:] if address[1] in line]  # a different one each time


def test_a_network_server_requires_its_token_and_ends_though_somebody_listens_to_a_room(
    tmp_path: Path,
) -> None:
    with started(tmp_path, "--no-browser", "--host", "0.0.0.0") as (run, host, port):
        assert ask(host, port, "GET", "/api/settings")["error"]["code"] == "token"
        assert run.stdout is not None
        token = re.search(r"\?token=([\w-]+)", run.stdout.readline())
        assert token is not None

        async def listens() -> None:
            device = RoomDevice(port, token[1])
            await device.visit()
            game = await device.ask("POST", "/api/games", {"puzzle": SMALL})
            room = await device.ask("POST", "/api/rooms", {"game": game["id"]})
            assert re.fullmatch(r"http://[^/]+/\?token=[\w-]+#/room/\w+", room["link"])
            assert room["qr"].startswith("<svg")
            await device.join(room["id"])
            await device.listen()
            run.send_signal(signal.SIGINT)
            output, errors = await asyncio.to_thread(run.communicate, timeout=20)
            assert "rror" not in errors.partition("encrypted")[2], errors
            assert f"?token={token[1]}" in errors
            assert run.returncode == 0, output
            await device.close()

        asyncio.run(listens())


def test_a_store_has_one_household(tmp_path: Path) -> None:
    """Those in the rooms of one server would not hear those of the other."""
    command = [sys.executable, "-m", "nonet", "web", "--no-browser", "--host", "0.0.0.0"]
    with started(tmp_path, *command[4:]) as (first, _, _), started(tmp_path, "--no-browser"):
        second = subprocess.run(
            command, env=environment(tmp_path), capture_output=True, text=True, timeout=60
        )
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.startswith("sudoku: another sudoku web --host serves the games in ")
        first.kill()
        first.wait()
        with started(tmp_path, *command[4:]):
            pass


@pytest.mark.parametrize("is_folder", [True, False])
def test_a_lock_of_the_household_that_cannot_be_used(tmp_path: Path, is_folder: bool) -> None:
    store = Path(environment(tmp_path)["NONET_DATA"]) / "play.sqlite"
    lock = store.with_name("play.sqlite-household")
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.mkdir() if is_folder else lock.write_text("no database " * 1000)
    command = [sys.executable, "-m", "nonet", "web", "--no-browser", "--host", "0.0.0.0"]
    run = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"sudoku: cannot use {lock}: ")


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        ([SMALL], "#p=4x4:.13.43.2.2.3...."),
        (["4x4:.13.43.2.2.3...."], "#p=4x4:.13.43.2.2.3...."),
        (["." * 81, "--layout", "x"], "#p=9x9+x:" + "." * 81),
    ],
)
def test_a_puzzle_is_opened(arguments: list[str], fragment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(server, "serve", lambda **options: asked.update(options))
    with command.make_context("web", arguments) as context:
        assert command.invoke(context) == 0
    assert asked["fragment"] == fragment


def test_missing_packages_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from nonet.errors import NonetError

    monkeypatch.setattr("nonet.faces.web", sys.modules["nonet.faces.web"])  # which the import below replaces
    for name in [name for name in sys.modules if name.startswith("nonet.faces.web")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with (
        command.make_context("web", []) as context,
        pytest.raises(NonetError, match=r'pip install "nonet\[web\]"'),
    ):
        command.invoke(context)
