"""The API of puzzles: new ones, parse, solve, rate, check, hint. One function for each route."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, ParamSpec, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from nonet.explain import LANGUAGES, TIERS, level_name, rating_words, technique_name
from nonet.faces.web import jobs
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.problems import Problem
from nonet.faces.web.request_data import Body, json_body, query
from nonet.faces.web.rule_view import drawing_view
from nonet.faces.web.views import game_puzzle_view, shape_view
from nonet.layout import MAX_SIZE, Layout
from nonet.play import BOARDS, board_title, daily_level, level_title
from nonet.play.new_game import BoardChoice, jigsaw_maps
from nonet.play.symbols import symbols_of
from nonet.play.variant_examples import variant_example
from nonet.version import __version__

__all__ = ["boards", "check", "daily", "hint", "parse", "puzzles", "rate", "rules", "solve"]

P = ParamSpec("P")
T = TypeVar("T")

MOST_SOLUTIONS = 100


def open_games_of(request: Request) -> OpenGames:
    found: OpenGames = request.app.state.startup.open_games
    return found


def language_of(body: Body, open_games: OpenGames) -> str:
    """The language asked for, otherwise that of the settings; digits are written as the settings say."""
    settings = open_games.settings()
    language = body.choice("language", LANGUAGES, "") or settings.language
    return replace(settings, language=language).voice


async def work(request: Request, job: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
    """The result of a job in another process, which is given up if the client disconnects."""
    return await unless_disconnected(request, open_games_of(request).workers.run(job, *arguments, **keywords))


async def unless_disconnected(request: Request, awaitable: Coroutine[Any, Any, T]) -> T:
    """What is awaited; cancels it when the client disconnects."""

    async def disconnected() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    task, gone = asyncio.ensure_future(awaitable), asyncio.ensure_future(disconnected())
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Problem(400, "disconnected", "the client is gone")
        return task.result()
    finally:
        for each in (task, gone):
            each.cancel()
        await asyncio.wait({task, gone})


def answer(text: bytes, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """JSON that a worker process has written."""
    return Response(text, status, headers, media_type="application/json")


async def boards(request: Request) -> JSONResponse:
    asked, open_games = query(request), open_games_of(request)
    language = language_of(asked, open_games)
    asked.done()
    today = date.today()
    level = daily_level(today)
    played = open_games.store.days(today.isoformat()[:7])
    game, status, _ = played.get(today.isoformat(), (None, None, None))
    return JSONResponse(
        {
            "boards": [
                {
                    "name": board.name,
                    "title": board_title(board.name, language=language),
                    "size": layout.size,
                    "layout": layout.name,
                    "variant": board.is_variant,
                    "shape": shape_view(layout),
                    "example": _example_view(board, layout),
                    "levels": [
                        {"name": name, "title": level_title(name, language=language)} for name in board.levels
                    ],
                }
                for board, layout in ((board, _example(board)) for board in BOARDS)
            ],
            "daily": {
                "date": today.isoformat(),
                "level": level,
                "title": level_title(level, language=language),
                "game": game,
                "status": status,
            },
            "languages": list(LANGUAGES),
            "version": __version__,
            "today": today.isoformat(),
        }
    )


def _example(board: BoardChoice) -> Layout:
    """The layout of a board, or one of its layouts: jigsaws have many."""
    return Layout.named(board.layout) if board.layout else Layout.jigsaw(jigsaw_maps()[0])


def _example_view(board: BoardChoice, layout: Layout) -> dict[str, Any]:
    """What the small picture of a board shows."""
    clues = variant_example(board.name)
    if clues is None:
        return {"shape": shape_view(layout), "drawing": None}
    return {"shape": shape_view(clues.layout), "drawing": drawing_view(clues)}


async def daily(request: Request) -> JSONResponse:
    asked = query(request)
    day, language = asked.day("date") or date.today(), language_of(asked, open_games_of(request))
    asked.done()
    game = await unless_disconnected(request, open_games_of(request).workers.daily(day))
    return JSONResponse(game_puzzle_view(game, language))


async def puzzles(request: Request) -> JSONResponse:
    body = await json_body(request)
    language = language_of(body, open_games_of(request))
    wanted = new_puzzle_fields(body)
    body.done()
    return JSONResponse(game_puzzle_view(await work(request, jobs.new_game, *wanted), language))


def new_puzzle_fields(body: Body) -> tuple[str, str, int | None]:
    """The board, level and seed of a new puzzle."""
    board = body.text("board", longest=40) or "9x9"
    level = body.text("level", longest=40) or "easy"
    return board, level, body.whole("seed", 0, (1 << 53) - 1)


def text_or_values(body: Body, *, name: str = "text") -> tuple[str | None, list[int] | None, str | None]:
    """A puzzle, for `jobs.judge`: its text is in the field of that name, or its values are in `values`."""
    body.need("values" if "values" in body and body.data.get(name) is None else name)
    text, layout = body.text(name), body.text("layout", longest=700)
    values = body.whole_list("values", MAX_SIZE)
    return text if values is None else None, values, layout


async def parse(request: Request) -> Response:
    """Parses a puzzle in any format and says whether it can be played."""
    body = await json_body(request)
    language = language_of(body, open_games_of(request))
    wanted = text_or_values(body)
    body.done()
    return answer(await work(request, jobs.verdict, *wanted, language))


def puzzle_fields(body: Body) -> tuple[str, str | None]:
    """The text of a puzzle, and its layout if there is one."""
    body.need("puzzle")
    text = body.text("puzzle")
    if text is None:
        raise Problem(400, "bad-request", "give a text", where="puzzle")
    return text, body.text("layout", longest=700)


async def rules(request: Request) -> Response:
    """What the rules of a puzzle look like and say. Nothing is searched, so it answers while a puzzle is being set."""
    body = await json_body(request)
    language = language_of(body, open_games_of(request))
    wanted = puzzle_fields(body)
    body.done()
    return answer(await work(request, jobs.rules, *wanted, language))


async def solve(request: Request) -> JSONResponse:
    body = await json_body(request)
    wanted = puzzle_fields(body)
    limit = body.whole("limit", 1, MOST_SOLUTIONS) or 1
    body.done()
    found = await work(request, jobs.solve, *wanted, max(limit, 1))
    kind = "none" if not found else "one" if len(found) == 1 else "several"
    return JSONResponse(
        {
            "kind": kind,
            "count": min(len(found), limit),
            "more": len(found) > limit,
            "solutions": [symbols_of(grid) for grid in found[:limit]],
        }
    )


async def rate(request: Request) -> JSONResponse:
    body = await json_body(request)
    language = language_of(body, open_games_of(request))
    wanted = puzzle_fields(body)
    body.done()
    rating = await work(request, jobs.rate, *wanted)
    return JSONResponse(
        {
            "scheme": rating.scheme,
            "version": rating.version,
            "score": rating.score,
            "level": rating.level,
            "level_title": level_name(rating.level, language),
            "technique": rating.technique,
            "technique_name": technique_name(rating.technique, language),
            "steps": rating.steps,
            "text": rating_words(rating, language),
        }
    )


async def check(request: Request) -> Response:
    """Says whether a puzzle has one solution, and whether the values are right, if there are any."""
    body = await json_body(request)
    language = language_of(body, open_games_of(request))
    text, layout = puzzle_fields(body)
    values = body.whole_list("values", MAX_SIZE)
    body.done()
    return answer(await work(request, jobs.check, text, layout, values, language))


async def hint(request: Request) -> Response:
    """A hint in any position of any puzzle."""
    body = await json_body(request)
    language = language_of(body, open_games_of(request))
    wanted = puzzle_fields(body)
    values = body.whole_list("values", MAX_SIZE)
    candidates = body.whole_list("candidates", (1 << MAX_SIZE) - 1)
    tier = body.whole("tier", TIERS[0], TIERS[-1]) or TIERS[-1]
    body.done()
    return answer(await work(request, jobs.hint, *wanted, values, candidates, tier, language))
