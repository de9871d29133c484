"""Runs `sudoku web` in a child process, or its application in a thread, and watches what its pages do."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import ConsoleMessage, Error, Page, Request

from nonet.faces.web.app import make_app
from nonet.faces.web.core import DirectJobs
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.players import Household
from nonet.faces.web.security import AccessToken, Hosts
from nonet.play import Store

__all__ = ["Open", "Server", "ThreadServer", "Watch", "free_port"]

BLOCKED = "Service Worker registration blocked"
"""What Playwright says in contexts without service workers."""
PATIENCE = 60.0
"""Seconds. A server usually answers in a fraction of one, but a busy machine may take longer."""
SOURCE = Path(__file__).resolve().parents[3] / "src"


@dataclass
class Server:
    """`sudoku web` in a child process."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "nonet", "web", "--port", str(self.port), "--no-browser"],
                env={**os.environ, "NONET_DATA": str(self.folder), "PYTHONPATH": str(SOURCE)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                self.ask("POST", "/api/solve", {"puzzle": "0130430202030000"})  # a worker is ready
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"sudoku web does not start: {(self.folder / 'server.log').read_text()}")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def ask(self, method: str, path: str, body: object = None) -> Any:
        request = urllib.request.Request(self.url + path, method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
            request.add_header("Origin", self.url)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                with error:  # on a busy machine, even the start of a worker process may take too long
                    if error.code != 503 or time.monotonic() > deadline:
                        raise
            time.sleep(0.1)

    def game(self, **wish: object) -> dict[str, Any]:
        made: dict[str, Any] = self.ask("POST", "/api/games", wish)
        return made

    def state(self, game: str) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("GET", f"/api/games/{game}")
        return found

    def solution(self, share: str) -> list[int]:
        """The solution of a puzzle, cell by cell."""
        symbols = ".123456789ABCDEFGHIJKLMNOP"
        answer = self.ask("POST", "/api/solve", {"puzzle": share})
        return [symbols.index(symbol) for symbol in answer["solutions"][0]]


class ThreadServer(Server):
    """The application in a thread of this process, which starts at once."""

    token: AccessToken | None = None
    is_household = False

    def start(self) -> None:
        path = self.folder / "play.sqlite"
        games = OpenGames(Store(path), DirectJobs())
        household = Household(path) if self.is_household else None
        invite = f"{self.url}/?token={self.token.text}" if self.token else ""
        app = make_app(games, Hosts("127.0.0.1"), self.token, household=household, invite=invite)
        usual: Any = {"ws": "none", "lifespan": "off", "timeout_keep_alive": 30}  # as the command has it
        config = uvicorn.Config(app, port=self.port, log_level="error", **usual)
        self.server = uvicorn.Server(config)
        self.games = games
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server does not start"
            time.sleep(0.01)

    def kill(self) -> None:
        """As the end of a process: what is being answered gets no answer."""
        for connection in list(self.server.server_state.connections):
            connection.loop.call_soon_threadsafe(connection.transport.abort)
        self.server.force_exit = self.server.should_exit = True
        self.thread.join()
        self.games.close()


_held: list[socket.socket] = []


def free_port() -> int:
    """A port that stays free for a server, also while it is started again: nobody else gets it."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    _held.append(listener)
    port: int = listener.getsockname()[1]
    return port


@dataclass
class Watch:
    """Records what pages do that they should not: errors, and requests to other hosts."""

    origin: str
    away: bool = False
    """The test has stopped the server, so failed requests are expected."""
    refusing: bool = False
    """The test sends requests that the server refuses, which the browser logs on the console."""
    damaged: bool = False
    """The test has cut off a file, which Firefox logs on the console."""
    requests: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def over(self, page: Page) -> None:
        page.on("request", self.request)
        page.on("pageerror", self.error)
        page.on("console", self.console)

    def leave(self, page: Page) -> None:
        page.remove_listener("request", self.request)
        page.remove_listener("pageerror", self.error)
        page.remove_listener("console", self.console)

    def request(self, request: Request) -> None:
        self.requests.append(request.url)

    def error(self, error: Error) -> None:
        self.faults.append(f"exception: {error}")

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.fault(message.type, message.text)

    def fault(self, kind: str, text: str) -> None:
        expected = {
            "ERR_": self.away,
            "ReadableStream": self.damaged,
            "status of 4(00|03|04|22)": self.refusing,
            BLOCKED: True,
        }
        if not any(is_expected and re.search(pattern, text) for pattern, is_expected in expected.items()):
            self.faults.append(f"{kind}: {text}")

    def judge(self) -> None:
        """Fails if a page sent a request to another host or had an error."""
        outside = [url for url in self.requests if not url.startswith((f"{self.origin}/", "blob:", "data:"))]
        assert not outside, outside
        assert not self.faults, self.faults
        assert self.requests, "no page was opened"


Open = Callable[..., Page]
"""Opens a page: its address, and the options of its browser context."""
