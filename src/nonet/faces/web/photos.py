"""The API of photographs: the Sudoku in a picture."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse

from nonet.faces.web import jobs
from nonet.faces.web.api import language_of, open_games_of, work
from nonet.faces.web.problems import Problem
from nonet.faces.web.request_data import query
from nonet.faces.web.views import puzzle_view
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

__all__ = ["read"]


async def read(request: Request) -> JSONResponse:
    asked = query(request)
    language = language_of(asked, open_games_of(request))
    asked.done()
    data = await request.body()
    if not data:
        raise Problem(400, "bad-request", "send the picture as the body")
    found = await work(request, jobs.read_photo, data)
    puzzle = Puzzle(Grid(CLASSIC, found.pop("givens")))
    return JSONResponse({"puzzle": puzzle_view(puzzle, language), **found})
