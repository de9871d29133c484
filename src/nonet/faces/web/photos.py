"""The API of photographs: the Sudoku in a picture."""

from __future__ import annotations

from starlette.requests import Request

from nonet.faces.web import jobs
from nonet.faces.web.answers import PhotoReadingJson
from nonet.faces.web.api import language_of, open_games_of, work
from nonet.faces.web.bodies import InLanguage
from nonet.faces.web.json_text import JsonAnswer
from nonet.faces.web.problems import Problem


async def read(request: Request, asked: InLanguage) -> JsonAnswer[PhotoReadingJson]:
    """Read the puzzle in a photograph."""
    language = language_of(asked.language, open_games_of(request))
    data = await request.body()
    if not data:
        raise Problem(400, "bad-request", "send the picture as the body")
    return JsonAnswer(await work(request, jobs.read_photo, data, language))
