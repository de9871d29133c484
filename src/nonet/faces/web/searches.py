"""The API of searches to watch: what an engine does on a puzzle, a page of events at a time."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from nonet.engines.tracing import TRACES
from nonet.faces.web import desk_jobs
from nonet.faces.web.api import answer, language_of, open_games_of, puzzle_fields, work
from nonet.faces.web.request_data import json_body

__all__ = ["trace"]

MOST_EVENTS = 1000
"""Events of a page."""
LAST_EVENT = 2_000_000
"""A page cannot begin after this event: the search is done again for every page."""


async def trace(request: Request) -> Response:
    body = await json_body(request)
    language = language_of(body, open_games_of(request))
    wanted = puzzle_fields(body)
    engine = body.choice("engine", tuple(TRACES), "backtracking")
    start = body.whole("start", 0, LAST_EVENT) or 0
    count = body.whole("count", 1, MOST_EVENTS) or MOST_EVENTS
    body.done()
    return answer(await work(request, desk_jobs.trace, *wanted, engine, start, count, language))
