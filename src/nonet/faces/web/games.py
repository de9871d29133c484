"""The API of games: begin, list, play, hint, check, download; settings and statistics."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from nonet.explain import TIERS
from nonet.faces.web import jobs
from nonet.faces.web.api import (
    judged,
    language_of,
    new_puzzle_fields,
    open_games_of,
    unless_disconnected,
    work,
)
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.problems import Problem
from nonet.faces.web.request_data import Body, json_body, query
from nonet.faces.web.threads import run_in_thread
from nonet.faces.web.views import (
    game_view,
    help_view,
    outcome_view,
    replay_view,
    result_view,
    saved_view,
    statistics_view,
)
from nonet.hints import Hint
from nonet.play import (
    Game,
    PlayError,
    Saved,
    SavedSession,
    Verdict,
    level_title,
    statistics,
    to_record,
    verdict_words,
)
from nonet.play.actions import from_json
from nonet.play.board import Board
from nonet.play.exchange import options_of
from nonet.play.game import fresh_id
from nonet.play.saved.month import month_of
from nonet.play.saved.salvage import SetAside
from nonet.play.saved.statistics import standing

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
]

MOST_ACTIONS = 500
MOST_SECONDS = 1e9


async def begin(request: Request) -> JSONResponse:
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
        session, is_new = await _resumed(request, record, keep_id=keep_id)
        if not is_new:
            return await run_in_thread(_view, open_games, session.game.id)
    elif way == "daily":
        day = body.day("daily")
        body.done()
        if day is None:
            raise Problem(400, "bad-request", "give a date like 2026-11-15", where="daily")
        existing = open_games.store.daily(day)
        if existing is not None:
            return await run_in_thread(_view, open_games, existing)
        new = await unless_disconnected(request, open_games.workers.daily(day))
        session = await run_in_thread(open_games.begin, new)
    elif way == "level":
        wanted = new_puzzle_fields(body)
        body.done()
        session = await run_in_thread(open_games.begin, await work(request, jobs.new_game, *wanted))
    else:
        shared = body.flag("shared")
        own, progress = await _own(request, body)
        if shared:
            own = replace(own, source="shared")
            if (existing := await run_in_thread(open_games.store.shared, own.puzzle)) is not None:
                return await run_in_thread(_view, open_games, existing)
        session = await run_in_thread(partial(open_games.begin, own, **progress))
    return JSONResponse(await run_in_thread(game_view, session), status_code=201)


async def _own(request: Request, body: Body) -> tuple[Game, dict[str, Any]]:
    """The player's own puzzle, and the options of a session for how far the text says it was played."""
    verdict: Verdict = await judged(request, body, name="puzzle")
    body.done()
    if verdict.puzzle is None or not verdict.playable:
        language = open_games_of(request).settings().voice
        raise Problem(
            422,
            f"puzzle-{verdict.kind.value}",
            verdict_words(verdict, language=language),
            cells=list(verdict.cells),
        )
    game = Game(puzzle=verdict.puzzle, solution=verdict.solution, source="own")
    return game, options_of(verdict.state)


async def _resumed(request: Request, record: Any, *, keep_id: bool) -> tuple[SavedSession, bool]:
    """The game of a record, and whether it is new. If there is a game with its id already, that game is meant with
    `keep_id`; otherwise the record becomes another game.
    """
    new, moves, cursor, seconds, aids = await work(request, jobs.resume, record)
    open_games = open_games_of(request)

    def add() -> tuple[SavedSession, bool]:
        exists = open_games.store.has(new.id)
        if exists and keep_id:
            return open_games.store.session(new.id), False
        own = replace(new, id=fresh_id()) if exists else new
        return open_games.begin(own, moves=moves, cursor=cursor, seconds=seconds, aids=aids), True

    return await run_in_thread(add)


async def games(request: Request) -> JSONResponse:
    """The saved games, the most recent first."""
    asked, open_games = query(request), open_games_of(request)
    limit = asked.whole("limit", 1, 1000) or 100
    playing = {"": None, "true": True, "false": False}[asked.choice("playing", ("true", "false"), "")]
    board = asked.text("board", longest=40)
    touched = asked.choice("touched", ("true", "false"), "false") == "true"
    language = language_of(asked, open_games)
    asked.done()
    store = open_games.store

    def read() -> tuple[tuple[Saved, ...], int, tuple[SetAside, ...]]:
        return (
            store.games(limit=limit, playing=playing, board=board, touched=touched),
            store.count(playing=playing, board=board, touched=touched),
            store.set_aside_games(),
        )

    saved, count, damaged = await run_in_thread(read)
    return JSONResponse(
        {
            "games": [saved_view(each, language) for each in saved],
            "count": count,
            "damaged": [{"id": each.id, "reason": each.reason} for each in damaged],
        }
    )


def _view(open_games: OpenGames, identity: str) -> JSONResponse:
    with open_games.playing(identity) as session:
        return JSONResponse(game_view(session))


async def game(request: Request) -> JSONResponse:
    return await run_in_thread(_view, open_games_of(request), request.path_params["id"])


async def delete(request: Request) -> JSONResponse:
    """Deletes a game; its result stays in the statistics."""
    open_games, identity = open_games_of(request), request.path_params["id"]

    def forget() -> None:
        if not open_games.store.has(identity):
            raise Problem(404, "not-found", "there is no such game")
        open_games.store.delete(identity)
        open_games.forget(identity)

    await run_in_thread(forget)
    return JSONResponse({})


async def act(request: Request) -> JSONResponse:
    """Takes actions from a page's queue, each once, however often they are sent."""
    body = await json_body(request)
    for name in ("client", "first", "actions"):
        body.need(name)
    client = body.text("client", longest=64)
    first = body.whole("first", 1, 1 << 53)
    actions = body.items("actions", MOST_ACTIONS)
    seconds = body.number("seconds", MOST_SECONDS)
    body.done()
    if client is None or first is None or actions is None:
        raise Problem(400, "bad-request", "give client, first and actions", where="actions")
    return JSONResponse(
        await run_in_thread(
            _act, open_games_of(request), request.path_params["id"], client, first, actions, seconds
        )
    )


def _act(
    open_games: OpenGames, identity: str, client: str, first: int, actions: list[Any], seconds: float | None
) -> dict[str, Any]:
    with open_games.playing(identity) as session:
        last = open_games.store.last_action(identity, client)
        if first > last + 1:
            raise Problem(
                409, "gap", f"actions {last + 1} to {first - 1} are missing", where="first", last=last
            )
        if seconds is not None:
            session.set_seconds(seconds)
        language = session.settings.voice
        outcomes = []
        for index in range(last + 1 - first, len(actions)):
            try:
                action = from_json(actions[index], session.game.layout)
            except PlayError as error:
                place = f"actions[{index}]" + (f".{error.where}" if error.where else "")
                raise Problem(400, "bad-action", error.reason, where=place, last=last) from None
            with open_games.store.transaction():
                taken = open_games.store.last_action(identity, client)
                if taken != last:  # another request is taking the same batch
                    raise Problem(
                        409, "gap", "these actions were sent twice at once", where="first", last=taken
                    )
                outcome = session.play(action)
                open_games.store.save_last_action(identity, client, last + 1)
            last += 1
            outcomes.append(outcome_view(last, outcome, language))
        if not outcomes and seconds is not None:
            session.tick()
        return {"last": last, "outcomes": outcomes, "game": game_view(session)}


async def hint(request: Request) -> JSONResponse:
    body = await json_body(request)
    tier = body.whole("tier", TIERS[0], TIERS[-1]) or TIERS[0]
    body.done()
    open_games, identity = open_games_of(request), request.path_params["id"]

    known: dict[Board, Hint] = {}

    def ask() -> dict[str, Any] | _Unknown:
        with open_games.playing(identity) as session:
            try:
                given = session.hint(tier, search=lambda game, board: _known_hint(known, game, board))
            except _Unknown as unknown:
                return unknown
            return help_view(given, session.settings.voice)

    # The search is done without holding the game or a thread: moves go on, and the board may change meanwhile.
    while isinstance(answer := await run_in_thread(ask), _Unknown):
        known[answer.board] = await work(request, jobs.hint_in_game, answer.game, answer.board)
    return JSONResponse(answer)


class _Unknown(Exception):
    """There is no hint for this board yet."""

    def __init__(self, game: Game, board: Board) -> None:
        super().__init__()
        self.game = game
        self.board = board


def _known_hint(known: dict[Board, Hint], game: Game, board: Board) -> Hint:
    try:
        return known[board]
    except KeyError:
        raise _Unknown(game, board) from None


async def check(request: Request) -> JSONResponse:
    (await json_body(request)).done()
    open_games, identity = open_games_of(request), request.path_params["id"]

    def look() -> dict[str, Any]:
        from nonet.play.words import say_check

        with open_games.playing(identity) as session:
            wrong = session.check()
            text = say_check(wrong, session.game.layout, language=session.settings.voice)
            return {"wrong": sorted(wrong), "text": text, "checks": session.aids.checks}

    return JSONResponse(await run_in_thread(look))


async def result(request: Request) -> JSONResponse:
    """How a game went, or how it has gone so far."""
    open_games, identity = open_games_of(request), request.path_params["id"]

    def played() -> Game:
        with open_games.playing(identity) as session:
            return session.game

    game = await run_in_thread(played)
    needed = await work(request, jobs.techniques_needed, game) if game.solution is not None else {}

    def view() -> dict[str, Any]:
        found = open_games.store.results()
        place = standing(found, identity, board=game.board, level=game.level or "", today=date.today())
        with open_games.playing(identity) as session:
            return result_view(session, place, needed)

    return JSONResponse(await run_in_thread(view))


async def replay(request: Request) -> JSONResponse:
    """The moves of a game, one by one."""
    open_games, identity = open_games_of(request), request.path_params["id"]

    def view() -> dict[str, Any]:
        with open_games.playing(identity) as session:
            return replay_view(session)

    return JSONResponse(await run_in_thread(view))


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


async def download(request: Request) -> Response:
    """The whole game as a file, which `begin` accepts as a record."""
    open_games, identity = open_games_of(request), request.path_params["id"]

    def record() -> dict[str, Any]:
        with open_games.playing(identity) as session:
            return to_record(session, open_games.store.result(identity))

    whole = await run_in_thread(record)
    name = f"sudoku-{whole['game']['board']}-{whole['game']['created'][:10]}.json"
    safe = "".join(sign for sign in name if sign.isascii() and (sign.isalnum() or sign in "-._"))
    return JSONResponse(whole, headers={"Content-Disposition": f'attachment; filename="{safe}"'})


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
