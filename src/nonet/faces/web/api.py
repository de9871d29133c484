"""The API of boards and new puzzles, and of photographs; and what handlers have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any, ParamSpec, TypeVar

from starlette.requests import Request

from nonet.errors import MissingExtra
from nonet.explain import LANGUAGES
from nonet.faces.web import game_jobs, jobs
from nonet.faces.web.answers import (
    BoardExampleJson,
    BoardJson,
    BoardsJson,
    PhotoReadingJson,
    PuzzleJson,
    ReadyJson,
)
from nonet.faces.web.bodies import (
    AskedDay,
    InLanguage,
    NewPuzzle,
    NewPuzzleInLanguage,
    PuzzleOfDay,
)
from nonet.faces.web.json_text import JsonAnswer, json_text
from nonet.faces.web.open_games import OpenGames, QueuePlace
from nonet.faces.web.problems import Problem
from nonet.faces.web.rooms import Room, Rooms
from nonet.faces.web.rule_view import drawing_view
from nonet.faces.web.security import is_from_here
from nonet.faces.web.threads import run_in_thread
from nonet.faces.web.views import game_puzzle_view, shape_view
from nonet.layout import Layout
from nonet.optional_import import install_extra, installer
from nonet.play import BOARDS, board_title, daily_level, level_title
from nonet.play.new_game import BoardChoice
from nonet.play.variant_examples import variant_example
from nonet.version import __version__

P = ParamSpec("P")
T = TypeVar("T")


def own_games_of(request: Request) -> OpenGames:
    """The games of the player who sends this request."""
    found: OpenGames = request.app.state.startup.open_games
    device = request.scope.get("device")
    return found if device is None else found.as_player(device.player)


def open_games_of(request: Request) -> OpenGames:
    """The same; if the request is about a game that the player shares with others, that game's."""
    own, place = own_games_of(request), room_of(request)
    return own if place is None else own.as_player(place[0].player, speaker=own.store.player)


def rooms_of(request: Request) -> Rooms | None:
    """The rooms of the household; None without one."""
    state = request.app.state
    if getattr(state, "household", None) is None:
        return None
    if not hasattr(state, "rooms"):
        state.rooms = Rooms(state.startup.open_games.store)
    found: Rooms = state.rooms
    return found


def room_of(request: Request) -> tuple[Room, int] | None:
    """The room that shares the game of this request with the player, and their number in it."""
    rooms, game = rooms_of(request), request.path_params.get("id", "")
    return rooms.shared(game, own_games_of(request).store.player) if rooms is not None and game else None


def language_of(request: Request, language: str | None) -> str:
    """The language asked for, otherwise that of the settings; digits are written as the settings say."""
    settings = open_games_of(request).settings()
    return replace(settings, language=language or settings.language).voice


async def work(request: Request, job: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
    """The result of a job in another process, which is given up if the client disconnects."""
    return await unless_disconnected(request, open_games_of(request).workers.run(job, *arguments, **keywords))


async def answer_of(request: Request, job: Callable[..., bytes], asked: Any) -> JsonAnswer[Any]:
    """The answer of a handler that is a job (`jobs.answering`). If the client disconnects, it is given up, unless it is
    a quick one on saved games, which may have changed them.
    """
    place, at_once, otherwise, parameters = jobs.ANSWERING[job]
    given = {"asked": asked, **request.path_params}
    if "language" in parameters:
        wish = asked.get("language") if isinstance(asked, dict) else getattr(asked, "language", None)
        given["language"] = language_of(request, wish)
    arguments = [given[name] for name in parameters]
    if at_once:
        return JsonAnswer(job(*arguments))
    if place is None:
        answer = work(request, job, *arguments)
    else:
        answer = open_games_of(request).run_at(place, job, *arguments)
        if place.pace != "quick":
            answer = unless_disconnected(request, answer)
    try:
        return JsonAnswer(await answer)
    except Problem as problem:
        if problem.code != "too-long" or otherwise is None:
            raise
        return JsonAnswer(otherwise)


async def disconnected(request: Request) -> None:
    """Waits until the client is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def unless_disconnected(request: Request, awaitable: Coroutine[Any, Any, T]) -> T:
    """What is awaited; cancels it when the client disconnects."""
    task, gone = asyncio.ensure_future(awaitable), asyncio.ensure_future(disconnected(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Problem(400, "disconnected", "the client is gone")
        return task.result()
    finally:
        for each in (task, gone):
            each.cancel()
        await asyncio.wait({task, gone})


async def boards(request: Request, asked: InLanguage) -> JsonAnswer[BoardsJson]:
    """What there is to play."""
    open_games = open_games_of(request)
    language = language_of(request, asked.language)
    today = date.today()
    level = daily_level(today)
    played = await run_in_thread(open_games.store.days, today.isoformat()[:7])
    game, status, _ = played.get(today.isoformat(), (None, None, None))
    rest = {
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
    return JsonAnswer(b'{"boards":%b,%b' % (_boards_text(language), json_text(rest)[1:]))


@cache
def _boards_text(language: str) -> bytes:
    """The JSON of all boards, which is large, and always the same."""
    view: list[BoardJson] = [
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
        for board, layout in ((board, board.example_layout()) for board in BOARDS)
    ]
    return json_text(view)


def _example_view(board: BoardChoice, layout: Layout) -> BoardExampleJson:
    """What the small picture of a board shows."""
    clues = variant_example(board.name)
    if clues is None:
        return {"shape": shape_view(layout), "drawing": None}
    return {"shape": shape_view(clues.layout), "drawing": drawing_view(clues)}


async def daily(request: Request, asked: AskedDay) -> JsonAnswer[PuzzleJson]:
    """The puzzle of a day."""
    open_games = open_games_of(request)
    language = language_of(request, asked.language)
    game = await unless_disconnected(
        request, open_games.workers.daily(asked.date or date.today(), asked.board)
    )
    return JsonAnswer(game_puzzle_view(game, language))


async def puzzles(request: Request, asked: NewPuzzleInLanguage) -> JsonAnswer[PuzzleJson]:
    """A new puzzle."""
    language = language_of(request, asked.language)
    game = await work(request, jobs.new_game, asked.board, asked.level, asked.seed)
    return JsonAnswer(game_puzzle_view(game, language))


async def read(request: Request, asked: InLanguage) -> JsonAnswer[PhotoReadingJson]:
    """Read the puzzle in a photograph."""
    language = language_of(request, asked.language)
    data = await request.body()
    if not data:
        raise Problem(400, "bad-request", "send the picture as the body")
    try:
        return JsonAnswer(await work(request, jobs.read_photo, data, language))
    except MissingExtra as error:
        if _is_being_installed(request, error.extra):
            raise Problem(503, "installing", "what photographs need is being installed; try again") from None
        raise


def _is_being_installed(request: Request, extra: str) -> bool:
    """Whether an extra is on its way. The first request from this machine, and from no other, starts to install it; if
    that fails, it is not tried again.
    """
    state = request.app.state
    task: asyncio.Future[bool] | None = getattr(state, "installing", None)
    if task is None and is_from_here(request) and installer() is not None:
        task = state.installing = asyncio.ensure_future(run_in_thread(install_extra, extra))
    return task is not None and (not task.done() or task.result())


async def ready(request: Request, asked: PuzzleOfDay | NewPuzzle) -> JsonAnswer[ReadyJson]:
    """A game to begin later, of a board and level or of a day; it is not saved."""
    # The page begins it while the server is away, and sends its record when the server is back.
    open_games = open_games_of(request)
    if isinstance(asked, PuzzleOfDay):
        game = await unless_disconnected(request, open_games.workers.daily(asked.daily, asked.board))
    else:
        game = await work(request, jobs.new_game, asked.board, asked.level, asked.seed)
    place = QueuePlace("games", "ready", "quick")
    return JsonAnswer(await open_games.run_at(place, game_jobs.ready, game))
