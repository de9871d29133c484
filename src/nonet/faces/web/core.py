"""The core of the static page: the API without a server. `static/core_worker.js` calls it through Pyodide.

    page ── message ──→ core_worker.js ── Core.answer ──→ the same application that `sudoku web` serves
                              └── Core.changed_image ──→ IndexedDB

The games are in a sqlite file in the worker's memory. After a request that has changed it, the worker keeps its image
in the browser. A damaged image is repaired as `sudoku games check --repair` does it, and the worker sets it aside.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, MutableMapping
from datetime import date
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from nonet.faces.web import jobs
from nonet.faces.web.app import Startup, make_api
from nonet.faces.web.open_games import OpenGames, QueuePlace, Sessions
from nonet.faces.web.security import Guard, Hosts
from nonet.messages import LANGUAGES
from nonet.play import Settings, Store, StoreError
from nonet.play.saved.check import repair

P = ParamSpec("P")
T = TypeVar("T")


class DirectJobs:
    """Does a job at once. There is no time limit here: the page ends a worker that does not answer."""

    async def run(self, job: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        return job(*arguments, **keywords)

    async def run_on(
        self, sessions: Sessions, place: QueuePlace, job: Callable[..., T], *arguments: Any
    ) -> T:
        return job(sessions, *arguments)

    async def daily(self, day: date, board: str = "9x9") -> Any:
        return jobs.daily_game(day, board)

    def close(self) -> None:
        pass


class Core:
    """The API, and the saved games of an image; without one, there are none yet, and the first of the `languages` that
    nonet has is used.

    >>> import json, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     core = Core(Path(folder) / "play.sqlite", languages="tlh cs en")
    ...     status, text = asyncio.run(core.answer("GET", "/api/settings", ""))
    ...     core.close()
    >>> status, json.loads(text)["language"]
    (200, 'cs')
    """

    def __init__(self, path: Path | str, image: bytes | None = None, *, languages: str = "") -> None:
        self.path = Path(path)
        self._open(image)
        known = [language for language in languages.split() if language in LANGUAGES]
        if image is None and known:
            self._games.store.save_settings(Settings(language=known[0]))
            # Nothing that must be kept: the first answer need not wait for it.
            self._changes = self._games.store.changes

    def _open(self, image: object) -> None:
        """An image that is not even bytes is a damaged one."""
        for ending in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        self._is_repaired = not isinstance(image, bytes | memoryview | None)
        if isinstance(image, bytes | memoryview):
            self.path.write_bytes(image)
        try:
            self._serve()
        except StoreError:
            self._repair()

    def _repair(self) -> bool:
        """Whether there was anything to repair."""
        is_repaired = repair(self.path)[1] is not None
        self._is_repaired |= is_repaired
        self._serve()
        return is_repaired

    def _serve(self) -> None:
        self._games = OpenGames(Store(self.path), DirectJobs())
        startup = Startup(lambda: self._games)
        startup.finish()
        self._app = Guard(make_api(startup), Hosts("localhost"))
        self._changes = self._games.store.changes

    def replace(self, image: bytes | None) -> None:
        """Continues with the games that another tab has saved."""
        self._games.close()
        self._open(image)

    def close(self) -> None:
        self._games.close()

    async def answer(self, method: str, path: str, body: str) -> tuple[int, str]:
        """The status and the JSON of an answer. A store that turns out to be damaged is repaired, and asked again."""
        status, text = await self._ask(method, path, body)
        if status == 503 and json.loads(text)["error"]["code"] == "store":
            self._games.close()
            if self._repair():
                status, text = await self._ask(method, path, body)
        return status, text

    async def _ask(self, method: str, path: str, body: str) -> tuple[int, str]:
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "http_version": "1.1",
            "scheme": "http",
            "method": method,
            "path": path,
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        }
        request = iter([{"type": "http.request", "body": body.encode()}])
        status, parts = 500, []

        async def receive() -> MutableMapping[str, Any]:
            for message in request:
                return message
            never: asyncio.Future[MutableMapping[str, Any]] = asyncio.get_running_loop().create_future()
            return await never  # nobody disconnects

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        await self._app(scope, receive, send)
        return status, b"".join(parts).decode()

    def changed_image(self) -> tuple[bytes, bool] | None:
        """The sqlite file, if it has changed since the last time, and whether the one before is damaged."""
        changes, is_repaired = self._games.store.changes, self._is_repaired
        if changes == self._changes and not is_repaired:
            return None
        self._changes, self._is_repaired = changes, False
        return self._games.store.image(), is_repaired
