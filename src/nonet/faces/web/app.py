"""The application: its routes, the page and its files."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from nonet.errors import NonetError
from nonet.faces.web.problems import Problem, problem_of
from nonet.faces.web.security import Guard, Hosts

if TYPE_CHECKING:
    from nonet.faces.web.desk import Desk

__all__ = ["ROUTES", "TYPES", "Opening", "make_app", "static_files"]

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What is served; a file of another kind is not."""


def static_files() -> dict[str, tuple[bytes, str, str]]:
    """Every file of `static/`: its name there, its bytes, type and tag. No other file can be asked for."""
    found: dict[str, tuple[bytes, str, str]] = {}

    def walk(folder: Traversable, prefix: str) -> None:
        for entry in folder.iterdir():
            if entry.is_dir():
                walk(entry, f"{prefix}{entry.name}/")
            elif (kind := TYPES.get("." + entry.name.rpartition(".")[2])) is not None:
                data = entry.read_bytes()
                found[prefix + entry.name] = (data, kind, f'"{hashlib.sha256(data).hexdigest()[:20]}"')

    walk(files("nonet.faces.web") / "static", "")
    return found


def _served(names: dict[str, tuple[bytes, str, str]], request: Request, name: str) -> Response:
    if name not in names:
        raise Problem(404, "not-found", "there is no such file")
    data, kind, tag = names[name]
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=kind, headers=headers)


class Opening:
    """The desk, opened once: by the first request that needs it, or in the background before. The page itself
    must not wait for all that the API imports.
    """

    def __init__(self, make: Callable[[], Desk]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self.desk: Desk | None = None

    def open(self) -> Desk:
        """The desk; opens it, or waits for whoever does."""
        with self._lock:
            if self.desk is None:
                for module in ("api", "games"):
                    import_module(f"nonet.faces.web.{module}")
                self.desk = self._make()
            return self.desk


def _answered(name: str) -> Callable[[Request], Awaitable[Response]]:
    """A handler of the API, `api.boards`: what nonet refuses is told, and nothing is kept on the way."""
    module, _, function = name.partition(".")

    async def answer(request: Request) -> Response:
        opening: Opening = request.app.state.opening
        try:
            if opening.desk is None:
                await run_in_threadpool(opening.open)
            handler = getattr(sys.modules[f"nonet.faces.web.{module}"], function)
            response: Response = await handler(request)
        except NonetError as error:
            raise problem_of(error) from error
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return answer


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return JSONResponse(error.body, status_code=error.status, headers={"Cache-Control": "no-store"})


async def _http_error(request: Request, error: Exception) -> Response:
    """What Starlette refuses: no such route, or not by this method."""
    assert isinstance(error, HTTPException)
    code = {404: "not-found", 405: "method"}.get(error.status_code, "http")
    message = {404: "there is nothing at this address", 405: "not by this method"}.get(
        error.status_code, error.detail
    )
    body = Problem(error.status_code, code, message).body
    return JSONResponse(
        body, status_code=error.status_code, headers={"Cache-Control": "no-store", **(error.headers or {})}
    )


async def _openapi(request: Request) -> Response:
    from nonet.faces.web.openapi import description

    return JSONResponse(description(), headers={"Cache-Control": "no-cache"})


ROUTES: tuple[tuple[str, str, str], ...] = (
    ("GET", "/api/boards", "api.boards"),
    ("GET", "/api/daily", "api.daily"),
    ("POST", "/api/puzzles", "api.puzzles"),
    ("POST", "/api/parse", "api.parse"),
    ("POST", "/api/solve", "api.solve"),
    ("POST", "/api/rate", "api.rate"),
    ("POST", "/api/check", "api.check"),
    ("POST", "/api/hint", "api.hint"),
    ("GET", "/api/games", "games.games"),
    ("POST", "/api/games", "games.begin"),
    ("GET", "/api/games/{id}", "games.game"),
    ("DELETE", "/api/games/{id}", "games.delete"),
    ("POST", "/api/games/{id}/actions", "games.act"),
    ("POST", "/api/games/{id}/hint", "games.hint"),
    ("POST", "/api/games/{id}/check", "games.check"),
    ("GET", "/api/games/{id}/download", "games.download"),
    ("GET", "/api/settings", "games.settings"),
    ("PATCH", "/api/settings", "games.change_settings"),
    ("GET", "/api/statistics", "games.results"),
)
"""Method, path and handler of all that the API answers; `openapi` describes the same."""


def make_app(desk: Desk | Opening, hosts: Hosts) -> Guard:
    """The application, and the guard around it."""
    names = static_files()
    opening = desk if isinstance(desk, Opening) else Opening(lambda: desk)

    async def page(request: Request) -> Response:
        return _served(names, request, "index.html")

    async def static(request: Request) -> Response:
        return _served(names, request, request.path_params["name"])

    async def favicon(request: Request) -> Response:
        return _served(names, request, "icon.svg")

    pages = [
        Route("/", page),
        Route("/favicon.ico", favicon),
        Route("/static/{name:path}", static),
        Route("/api/openapi.json", _openapi),
    ]
    routes = [Route(path, _answered(name), methods=[method]) for method, path, name in ROUTES]
    app = Starlette(
        routes=[*pages, *routes],
        exception_handlers={Problem: _problem, HTTPException: _http_error},
    )
    app.router.redirect_slashes = False
    app.state.opening = opening
    return Guard(app, hosts)
