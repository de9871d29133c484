"""`sudoku web` in a process of its own, and an eye on the pages that are opened there."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Page

__all__ = ["Open", "Server", "Watch", "free_port"]

SOURCE = Path(__file__).resolve().parents[3] / "src"


@dataclass
class Server:
    """`sudoku web` in a process of its own."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "nonet", "web", "--port", str(self.port), "--no-browser"],
                env={**os.environ, "NONET_DATA": str(self.folder), "PYTHONPATH": str(SOURCE)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + 60  # a fraction of a second, as a rule; a busy machine may take longer
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                self.ask("GET", "/api/settings")
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"sudoku web does not start: {(self.folder / 'server.log').read_text()}")

    def kill(self) -> None:
        """Ends it the hard way."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """What the API answers."""
        request = Request(self.url + path, method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
            request.add_header("Origin", self.url)
        with urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def game(self, **wish: object) -> dict[str, Any]:
        """A new game."""
        made: dict[str, Any] = self.ask("POST", "/api/games", wish)
        return made

    def state(self, game: str) -> dict[str, Any]:
        """A game as the server has it."""
        found: dict[str, Any] = self.ask("GET", f"/api/games/{game}")
        return found

    def solution(self, share: str) -> list[int]:
        """The solution of a puzzle, cell by cell."""
        symbols = ".123456789ABCDEFGHIJKLMNOP"
        answer = self.ask("POST", "/api/solve", {"puzzle": share})
        return [symbols.index(symbol) for symbol in answer["solutions"][0]]


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@dataclass
class Watch:
    """What pages do that they should not."""

    origin: str
    away: bool = False
    """The server is meant to be away: failed requests are right."""
    refusing: bool = False
    """The server is meant to refuse something: the browser says so on the console."""
    requests: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def over(self, page: Page) -> None:
        """Watches a page."""
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.faults.append(f"exception: {error}"))
        page.on("console", lambda message: self.console(message.type, message.text))

    def console(self, kind: str, text: str) -> None:
        """A line on the console."""
        if kind not in ("error", "warning") or (self.away and "ERR_" in text):
            return
        if not (self.refusing and re.search("status of 4(00|04|22)", text)):
            self.faults.append(f"{kind}: {text}")

    def judge(self) -> None:
        """Nothing has left the server, nothing has gone wrong."""
        outside = [url for url in self.requests if not url.startswith((f"{self.origin}/", "blob:"))]
        assert not outside, outside
        assert not self.faults, self.faults
        assert self.requests, "nothing was asked for"


Open = Callable[..., Page]
"""Opens a page: its address, and options of the browser's context."""
