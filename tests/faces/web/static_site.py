"""The static page on a plain web server, with what the tests of play ask a server for.

Its games are in the browser. So a game that a test wants is made by a core in this process, and opened in the page as a
saved game, before the test sees the page.
"""

from __future__ import annotations

import asyncio
import functools
import http.server
import json
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from nonet.faces.web.assets import SCRIPT
from nonet.faces.web.core import Core
from nonet.faces.web.export import export, worker_of
from nonet.faces.web.pyodide_package import FILES, pyodide_files

__all__ = ["CORE", "FOLDER", "StaticSite"]

CACHE = Path(__file__).resolve().parents[3] / ".cache/pyodide"
FOLDER = "sudoku"
"""The page is not at the root of its host."""
CORE = "static/core/"
REQUEST = """async ([method, path, body]) => {
    const { send } = await import(new URL("static/transport.js", document.baseURI));
    const { status, answer } = await send({ method, path, body, keepalive: false });
    if (status >= 400) throw new Error(JSON.stringify(answer));
    return answer;
}"""

GAME = """async (id) => (await import(new URL("static/api.js", document.baseURI))).api.game(id)"""
"""As the page asks: a game that has begun before the core was loaded is sent to it first."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any, site: StaticSite, **options: Any) -> None:
        self._site = site
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        name = self.path.removeprefix(f"/{FOLDER}/")
        self._site.asked.append(name)
        if name.startswith(CORE):
            self._site.core_is_served.wait()
        super().do_GET()

    def log_message(self, *_: object) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """A browser that has been closed wants no answer."""


class StaticSite:
    """An exported page, or a copy of one."""

    def __init__(self, folder: Path, original: StaticSite | None = None) -> None:
        self.folder = folder / FOLDER
        self._thread = ThreadPoolExecutor(1)  # Playwright's loop runs in the main thread
        if original is None:
            self._thread.submit(export, self.folder, pyodide=_pyodide()).result()
        else:
            shutil.copytree(original.folder, self.folder)
        self.asked: list[str] = []
        """The names of the files that browsers have asked for."""
        self.core_is_served = threading.Event()
        """The files of the core wait for it."""
        self.core_is_served.set()
        handler = functools.partial(_Handler, directory=str(folder), site=self)
        self.server = _Server(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self._core = Core(folder / "play.sqlite")
        self.page: Page | None = None
        self._records: list[Any] = []

    def stop(self) -> None:
        """Ends the web server."""
        self.server.shutdown()
        self.server.server_close()

    def publish(self, name: str, text: str) -> None:
        """A new version of the page, in which one file differs."""
        (self.folder / name).write_text(text)
        contents = {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file()
        }
        (self.folder / SCRIPT).write_bytes(worker_of(contents))

    def close(self) -> None:
        self.stop()
        self._core.close()
        self._thread.shutdown()

    def begin(self) -> None:
        """A new test, whose browser has never been here."""
        self.page = None
        self._records = []

    def install(self, page: Page) -> None:
        """Puts the games of this test into the page."""
        self.page = page
        for record in self._records:
            self.ask("POST", "/api/games", {"record": record})

    def game(self, **wish: object) -> dict[str, Any]:
        made: dict[str, Any] = self._compute("POST", "/api/games", wish)
        self._records.append(self._compute("GET", f"/api/games/{made['id']}/download"))
        if self.page is not None:
            self.ask("POST", "/api/games", {"record": self._records[-1]})
        return made

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Asks the core in the page."""
        assert self.page is not None
        return self.page.evaluate(REQUEST, [method, path, None if method == "GET" else json.dumps(body)])

    def state(self, game: str) -> dict[str, Any]:
        assert self.page is not None
        found: dict[str, Any] = self.page.evaluate(GAME, game)
        return found

    def solution(self, share: str) -> list[int]:
        """The solution of a puzzle, cell by cell."""
        symbols = ".123456789ABCDEFGHIJKLMNOP"
        answer = self._compute("POST", "/api/solve", {"puzzle": share})
        return [symbols.index(symbol) for symbol in answer["solutions"][0]]

    def _compute(self, method: str, path: str, body: object = None) -> Any:
        answer = self._core.answer(method, path, json.dumps(body))
        status, text = self._thread.submit(asyncio.run, answer).result()
        assert status < 300, text
        return json.loads(text)


def _pyodide() -> Path:
    """Fetched by npm once, then kept."""
    if not all((CACHE / name).exists() for name in FILES):
        CACHE.mkdir(parents=True, exist_ok=True)
        for name, data in pyodide_files(None).items():
            (CACHE / name).write_bytes(data)
    return CACHE
