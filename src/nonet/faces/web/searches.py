"""The API of searches to watch: what an engine does on a puzzle, a page of events at a time."""

from __future__ import annotations

from starlette.requests import Request

from nonet.faces.web import desk_jobs
from nonet.faces.web.answers import TraceJson
from nonet.faces.web.api import language_of, open_games_of, work
from nonet.faces.web.bodies import SearchToWatch
from nonet.faces.web.json_text import JsonAnswer


async def trace(request: Request, asked: SearchToWatch) -> JsonAnswer[TraceJson]:
    """What an engine does on a puzzle, event by event."""
    language = language_of(asked.language, open_games_of(request))
    page = asked.puzzle, asked.layout, asked.engine, asked.start, asked.count
    return JsonAnswer(await work(request, desk_jobs.trace, *page, language))
