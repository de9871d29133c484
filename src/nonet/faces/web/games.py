"""The API of games: begin, list, play, hint, check, download; settings and statistics."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from nonet.explain import TIERS
from nonet.faces.web import game_jobs
from nonet.faces.web.api import (
    answer,
    language_of,
    new_puzzle_fields,
    open_games_of,
    text_or_values,
    unless_disconnected,
)
from nonet.faces.web.open_games import QueuePlace
from nonet.faces.web.problems import Problem
from nonet.faces.web.request_data import json_body, query
from nonet.faces.web.threads import run_in_thread
from nonet.faces.web.views import statistics_view
from nonet.play import level_title, statistics
from nonet.play.saved.month import month_of

__all__ = [
    "act",
    "begin",
    "change_settings",
    "check",
    "days",
    "delete",
    "download",
    "game",
    "games",
    "hint",
    "replay",
    "result",
    "results",
    "settings",
    "share",
]

MOST_ACTIONS = 500
MOST_SECONDS = 1e9


async def begin(request: Request) -> Response:
    """Begins a game: of a board and level, of a day, of the player's own puzzle, or from a saved record."""
    body = await json_body(request)
    open_games = open_games_of(request)
    ways = [way for way in ("record", "daily", "puzzle", "values") if way in body]
    if len(ways) > 1:
        raise Problem(400, "bad-request", f"{ways[0]} or {ways[1]}, not both", where=ways[1])
    way = ways[0] if ways else "level"
    if way == "record":
        record, keep_id = body.anything("record"), body.flag("keep_id")
        body.done()
        begun = open_games.run_at(QueuePlace("play", "record", True), game_jobs.begin_record, record, keep_id)
    elif way == "daily":
        day = body.day("daily")
        body.done()
        if day is None:
            raise Problem(400, "bad-request", "give a date like 2026-11-15", where="daily")
        existing = open_games.store.daily(day)
        if existing is not None:
            return answer(await open_games.run(game_jobs.view, existing, game=existing))
        new = await unless_disconnected(request, open_games.workers.daily(day))
        begun = open_games.run_at(QueuePlace("games", "daily", True), game_jobs.begin, new)
    elif way == "level":
        board, level, seed = new_puzzle_fields(body)
        body.done()
        place = QueuePlace("play", f"{board} {level}", level == "easy")
        begun = open_games.run_at(place, game_jobs.begin_level, board, level, seed)
    else:
        shared, wanted = body.flag("shared"), text_or_values(body, name="puzzle")
        body.done()
        begun = open_games.run_at(QueuePlace("analysis", "own", True), game_jobs.begin_own, *wanted, shared)
    game = await unless_disconnected(request, begun)
    if game.harmless:
        open_games.trust(game.harmless)
    return answer(game.view, status=201 if game.is_new else 200)


async def games(request: Request) -> Response:
    """The saved games, the most recent first."""
    asked, open_games = query(request), open_games_of(request)
    limit = asked.whole("limit", 1, 1000) or 100
    playing = {"": None, "true": True, "false": False}[asked.choice("playing", ("true", "false"), "")]
    board = asked.text("board", longest=40)
    touched = asked.choice("touched", ("true", "false"), "false") == "true"
    language = language_of(asked, open_games)
    asked.done()
    wanted = (limit, playing, board, touched, language)
    return answer(await open_games.run_at(QueuePlace("games", "list", True), game_jobs.listed, *wanted))


async def game(request: Request) -> Response:
    return await _answered(request, game_jobs.view)


async def _answered(request: Request, job: Callable[..., bytes], *arguments: Any) -> Response:
    """The answer of a job about one game. It is not given up if the client disconnects: a move is a move."""
    identity = request.path_params["id"]
    return answer(await open_games_of(request).run(job, identity, *arguments, game=identity))


async def delete(request: Request) -> Response:
    """Deletes a game; its result stays in the statistics."""
    return await _answered(request, game_jobs.delete)


async def act(request: Request) -> Response:
    body = await json_body(request)
    for name in ("client", "first", "actions"):
        body.need(name)
    client = body.text("client", longest=64)
    first = body.whole("first", 1, 1 << 53)
    actions = body.items("actions", MOST_ACTIONS)
    seconds = body.number("seconds", MOST_SECONDS)
    body.done()
    return await _answered(request, game_jobs.act, client, first, actions, seconds)


async def hint(request: Request) -> Response:
    body = await json_body(request)
    tier = body.whole("tier", TIERS[0], TIERS[-1]) or TIERS[0]
    body.done()
    open_games, identity = open_games_of(request), request.path_params["id"]
    job = open_games.run_at(
        QueuePlace("play", identity, False), game_jobs.hint, identity, tier, open_games.hints.get(identity)
    )
    shown, known = await unless_disconnected(request, job)
    open_games.keep_hint(identity, known)
    return answer(shown)


async def check(request: Request) -> Response:
    (await json_body(request)).done()
    return await _answered(request, game_jobs.check)


async def result(request: Request) -> Response:
    open_games, identity = open_games_of(request), request.path_params["id"]
    job = open_games.run_at(QueuePlace("play", identity, False), game_jobs.result, identity)
    return answer(await unless_disconnected(request, job))


async def replay(request: Request) -> Response:
    return await _answered(request, game_jobs.replay)


async def share(request: Request) -> Response:
    return await _answered(request, game_jobs.share, getattr(request.app.state, "link_base", ""))


async def download(request: Request) -> Response:
    identity = request.path_params["id"]
    whole, name = await open_games_of(request).run(game_jobs.download, identity, game=identity)
    return answer(whole, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def days(request: Request) -> JSONResponse:
    """The daily puzzles of a month, up to today, and how far the player got with each."""
    asked, open_games = query(request), open_games_of(request)
    first, language = asked.day("from"), language_of(asked, open_games)
    asked.done()
    today = date.today()
    month = await run_in_thread(partial(month_of, open_games.store, first or today, today=today))
    views = [
        {
            "date": each.day.isoformat(),
            "level": each.level,
            "title": level_title(each.level, language=language),
            "game": each.game,
            "status": each.status,
            "seconds": each.seconds,
        }
        for each in month.days
    ]
    streak = {"current": month.streak.current, "longest": month.streak.longest}
    return JSONResponse(
        {"first": month.first.isoformat(), "today": today.isoformat(), "days": views, "streak": streak}
    )


async def settings(request: Request) -> JSONResponse:
    return JSONResponse(open_games_of(request).settings().to_json())


async def change_settings(request: Request) -> JSONResponse:
    body, open_games = await json_body(request), open_games_of(request)
    changed = open_games.settings().changed(body.data)
    await run_in_thread(open_games.store.save_settings, changed)
    return JSONResponse(changed.to_json())


async def results(request: Request) -> JSONResponse:
    asked, open_games = query(request), open_games_of(request)
    language = language_of(asked, open_games)
    asked.done()
    found = await run_in_thread(open_games.store.results)
    return JSONResponse(statistics_view(statistics(found, today=date.today()), language))
