"""The application: the API, the page and its files."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from nonet.errors import NonetError
from nonet.faces.web.assets import BESIDE, Assets
from nonet.faces.web.fair_queue import CLIENT
from nonet.faces.web.jobs import ANSWERING
from nonet.faces.web.players import Household
from nonet.faces.web.problems import Problem, bug, problem_of
from nonet.faces.web.request_data import asked_of
from nonet.faces.web.routes import ROUTES, handler_of
from nonet.faces.web.security import PICTURE_PATH, SAFE, AccessToken, Guard, Hosts
from nonet.faces.web.threads import run_in_thread

if TYPE_CHECKING:
    from nonet.faces.web.open_games import OpenGames


class Startup:
    """Imports the API and opens the saved games, once: in the background, or for the first request that needs them.

    The page itself is served without waiting for it.
    """

    def __init__(self, make: Callable[[], OpenGames]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self.open_games: OpenGames | None = None

    def finish(self) -> OpenGames:
        """Does it, or waits for the thread that does."""
        with self._lock:
            if self.open_games is None:
                for _, _, name in ROUTES:
                    handler_of(name)
                self.open_games = self._make()
            return self.open_games


def _answered(name: str) -> Callable[[Request], Awaitable[Response]]:
    """A handler of the API by its name, `api.boards`. An error of nonet becomes an answer; nothing is cached."""

    async def answer(request: Request) -> Response:
        startup: Startup = request.app.state.startup
        _check_type(request)
        CLIENT.set(request.client.host if request.client else "")
        try:
            if startup.open_games is None:
                await run_in_thread(startup.finish)
            handler = handler_of(name)
            asked = await asked_of(request, handler)
            if handler in ANSWERING:
                asked, handler = (handler, *asked), handler_of("api.answer_of")
            response: Response = await handler(request, *asked)
        except NonetError as error:
            raise problem_of(error) from error
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return answer


def _check_type(request: Request) -> None:
    """Refuses a body of the wrong type. A form of another site can send neither JSON nor a picture."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method in SAFE:
        return
    if request.url.path == PICTURE_PATH:
        if not kind.startswith("image/"):
            raise Problem(415, "content-type", "send a picture, as Content-Type: image/jpeg, for example")
    elif kind != "application/json":
        raise Problem(415, "content-type", "send JSON, as Content-Type: application/json")


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return JSONResponse(error.body, status_code=error.status, headers={"Cache-Control": "no-store"})


async def _bug(request: Request, error: Exception) -> Response:
    return await _problem(request, bug())


async def _http_error(request: Request, error: Exception) -> Response:
    """What Starlette refuses: there is no such route, or not with this method."""
    assert isinstance(error, HTTPException)
    known = {
        404: ("not-found", "there is nothing at this address"),
        405: ("method", "this address does not take that method"),
    }
    code, message = known.get(error.status_code, ("http", error.detail))
    body = Problem(error.status_code, code, message).body
    return JSONResponse(
        body, status_code=error.status_code, headers={"Cache-Control": "no-store", **(error.headers or {})}
    )


async def _openapi(request: Request) -> Response:
    from nonet.faces.web.openapi import description

    return JSONResponse(description(), headers={"Cache-Control": "no-cache"})


def make_app(
    games: OpenGames | Startup,
    hosts: Hosts,
    token: AccessToken | None = None,
    *,
    household: Household | None = None,
    link_base: str = "",
    invite: str = "",
) -> Guard:
    """The application, and the guard around it. `link_base`: the page that shared links open, if not this one.
    `invite`: the link that opens this one on other devices.
    """
    assets = Assets()

    async def static(request: Request) -> Response:
        return assets.send(request, request.path_params["name"])

    async def favicon(request: Request) -> Response:
        return assets.send(request, "icon.svg")

    async def beside(request: Request) -> Response:
        return assets.send_beside(request, request.url.path[1:])

    pages = [
        Route("/favicon.ico", favicon),
        *(Route(f"/{name}", beside) for name in ("", *BESIDE)),
        Route("/static/{name:path}", static),
        Route("/api/openapi.json", _openapi),
    ]
    api = make_api(games, pages)
    api.state.link_base = link_base
    api.state.household = household
    api.state.invite = invite
    return Guard(api, hosts, token, household)


@cache
def _api_routes() -> tuple[Route, ...]:
    """The same for every application, which each request names."""
    return tuple(Route(path, _answered(name), methods=[method]) for method, path, name in ROUTES)


def make_api(games: OpenGames | Startup, pages: Sequence[Route] = ()) -> Starlette:
    """The routes of the API, and `pages`; nothing guards it."""
    app = Starlette(
        routes=[*pages, *_api_routes()],
        exception_handlers={Problem: _problem, HTTPException: _http_error, Exception: _bug},
    )
    app.router.redirect_slashes = False
    app.state.large_body = asyncio.Lock()
    app.state.startup = games if isinstance(games, Startup) else Startup(lambda: games)
    return app
