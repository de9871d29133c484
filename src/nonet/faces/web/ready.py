"""Games that are ready to begin: the page keeps some, and begins them while the server is away.

A ready game is not saved. The page sends its record, as it would open a saved game, when the server is back.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from nonet.faces.web import jobs
from nonet.faces.web.api import new_puzzle_fields, open_games_of, unless_disconnected, work
from nonet.faces.web.request_data import json_body
from nonet.faces.web.threads import run_in_thread
from nonet.faces.web.views import game_view
from nonet.play import Game, SavedSession, Store, to_record

__all__ = ["ready", "ready_view"]


async def ready(request: Request) -> JSONResponse:
    """A game of a board and level, or of a day."""
    body, open_games = await json_body(request), open_games_of(request)
    if (day := body.day("daily")) is not None:
        body.done()
        game = await unless_disconnected(request, open_games.workers.daily(day))
    else:
        wanted = new_puzzle_fields(body)
        body.done()
        game = await work(request, jobs.new_game, *wanted)
    return JSONResponse(await run_in_thread(ready_view, game, open_games.store))


def ready_view(game: Game, store: Store) -> dict[str, Any]:
    """The game as the page shows it, and the record to begin it with."""
    session = SavedSession(game, tables=store, settings=store.settings(), clock=lambda: 0.0)
    return {"record": to_record(session), "game": game_view(session)}
