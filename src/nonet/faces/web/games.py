"""The API of games: begin, play, hint, check, download; settings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from time import monotonic
from typing import Annotated, Any

from starlette.requests import Request

from nonet.dimensions import MAX_SIZE
from nonet.faces.web import game_jobs
from nonet.faces.web.answers import (
    GameJson,
    HelpJson,
    NothingJson,
    OutcomesJson,
    ReplayJson,
    ResultJson,
    ShareJson,
    WrongJson,
)
from nonet.faces.web.api import (
    open_games_of,
    own_games_of,
    room_of,
    rooms_of,
    unless_disconnected,
)
from nonet.faces.web.bodies import (
    AskedNothing,
    GameActions,
    GameHint,
    NewPuzzle,
    OwnPuzzle,
    OwnValues,
    PuzzleOfDay,
    PuzzleOfPack,
    RecordedGame,
)
from nonet.faces.web.fair_queue import SECONDS
from nonet.faces.web.json_text import JsonAnswer
from nonet.faces.web.open_games import QueuePlace
from nonet.faces.web.problems import Problem
from nonet.faces.web.rooms import Room
from nonet.faces.web.threads import run_in_thread
from nonet.fields import Some
from nonet.limits import check as check_limit
from nonet.play import Settings
from nonet.play.saved.record import RecordJson

MOST_AT_ONCE = 20
"""Actions for one job: a larger batch is played in parts, and other clients have their turn in between."""
MOST_SECONDS = 2 * SECONDS
"""For all parts of a batch together; then the rest of it must be sent again."""
MOST_CELLS_AT_ONCE = 5 * MAX_SIZE**2
"""Cells in the actions of a batch, which otherwise counts as large, too."""


async def begin(
    request: Request, asked: RecordedGame | PuzzleOfDay | PuzzleOfPack | OwnPuzzle | OwnValues | NewPuzzle
) -> JsonAnswer[GameJson]:
    """Begin a game: of a board and level, of a day, of a pack, of one's own puzzle, or one saved elsewhere.

    `keep_id`: a record whose id is known already is that game, not a copy, so it may be sent twice.
    """
    open_games = open_games_of(request)
    match asked:
        case RecordedGame(record=record, keep_id=keep_id):
            place = QueuePlace("play", "record", "quick")
            new_game = open_games.run_at(place, game_jobs.begin_record, record, keep_id)
        case PuzzleOfDay(daily=day, board=board):
            existing = await run_in_thread(open_games.store.daily, day, board)
            if existing is not None:
                return JsonAnswer(await open_games.run(game_jobs.view, existing, game=existing))
            new = await unless_disconnected(request, open_games.workers.daily(day, board))
            place = QueuePlace("games", "daily", "quick")
            new_game = open_games.run_at(place, game_jobs.begin_daily, new, day, board)
        case PuzzleOfPack(pack=pack, number=number, after=after):
            place = QueuePlace("analysis", "pack", "unknown")
            new_game = open_games.run_at(place, game_jobs.begin_in_pack, pack, number, after)
        case NewPuzzle(board=board, level=level, seed=seed):
            place = QueuePlace("play", f"{board} {level}", "quick" if level in (None, "easy") else "unknown")
            new_game = open_games.run_at(place, game_jobs.begin_level, board, level, seed)
        case OwnPuzzle(preview=True):
            place = QueuePlace("analysis", "own", "quick")
            new_game = open_games.run_at(place, game_jobs.preview, asked.puzzle, asked.layout)
        case OwnPuzzle() | OwnValues():
            text, values = getattr(asked, "puzzle", None), getattr(asked, "values", None)
            own = (text, values, asked.layout, asked.shared, getattr(asked, "id", ""))
            new_game = open_games.run_at(QueuePlace("analysis", "own", "quick"), game_jobs.begin_own, *own)
    game = await unless_disconnected(request, new_game)
    if game.harmless:
        open_games.trust(game.harmless)
    return JsonAnswer(game.view, 201 if game.is_new else 200)


async def game(request: Request) -> JsonAnswer[GameJson]:
    """A game and its current state."""
    return await _answered(request, game_jobs.view)


async def _answered(request: Request, job: Callable[..., bytes], *arguments: Any) -> JsonAnswer[Any]:
    """The answer of a job about one game. It is not given up if the client disconnects: a move is a move."""
    identity = request.path_params["id"]
    return JsonAnswer(await open_games_of(request).run(job, identity, *arguments, game=identity))


async def delete(request: Request) -> JsonAnswer[NothingJson]:
    """Forget a game; its result stays."""
    if room_of(request) is not None:
        raise Problem(409, "shared", "this game belongs to all who play it")
    if (rooms := rooms_of(request)) is not None:
        for room, by in [*rooms.races(request.path_params["id"], own_games_of(request).store.player)]:
            room.forget_game(by)
            await rooms.keep(room)
    answer = await _answered(request, game_jobs.delete)
    open_games_of(request).distrust(request.path_params["id"])
    return answer


async def act(request: Request, asked: GameActions) -> JsonAnswer[OutcomesJson]:
    """Play: actions of a page's queue, numbered from `first`. Those with a number that was taken already are skipped,
    so the same batch may be sent twice.
    """
    rooms, shared = rooms_of(request), room_of(request)
    if shared is not None:
        return await _act_in_room(request, asked, *shared)
    own, identity = own_games_of(request).store.player, request.path_params["id"]
    races = [*rooms.races(identity, own)] if rooms is not None else []
    for room, by in races:
        asked = replace(asked, seconds=room.seconds(by))
    answer, done = await _played(request, asked, open_games_of(request).run_at)
    if rooms is not None:
        for room, by in races:
            was_paused = room.members[by].is_paused
            room.progress(by, *done.progress, moved=bool(asked.actions))
            if was_paused or done.progress.status != "playing":
                await rooms.keep(room)
    return answer


async def _act_in_room(request: Request, asked: GameActions, room: Room, by: int) -> JsonAnswer[OutcomesJson]:
    """The same in a game that several play: one part of a batch after the other, and all are told."""
    open_games = open_games_of(request)

    async def run_in_turn(*job: Any) -> game_jobs.Taken:
        async with room.turn:
            done: game_jobs.Taken = await open_games.run_at(*job, by, room.unplayed)
            room.play_on(done.ran)
            if done.made:
                room.set_state(done.game or await open_games.run(game_jobs.view, room.game, game=room.game))
                room.tell("move", by, actions=done.made[: game_jobs.MOST_TOLD])
            return done

    async with room.queue(by):
        answer, _ = await _played(request, asked, run_in_turn)
    return answer


async def _played(
    request: Request,
    asked: GameActions,
    run_at: Callable[..., Awaitable[game_jobs.Taken]],
) -> tuple[JsonAnswer[OutcomesJson], game_jobs.Taken]:
    """The answer to a batch, whose parts `run_at` plays, and what the last of them has returned."""
    end = monotonic() + MOST_SECONDS
    open_games, identity = open_games_of(request), request.path_params["id"]
    actions, taken = asked.actions, 0
    objects = [action for action in actions if isinstance(action, dict)]  # others are refused in their turn
    lists = (each for action in objects for each in action.values() if isinstance(each, list))
    check_limit("cells", cells := sum(map(len, lists)))
    is_large = len(actions) > MOST_AT_ONCE or cells > MOST_CELLS_AT_ONCE
    place = QueuePlace("games", f"{identity} batch", "long") if is_large else open_games.place(identity)
    outcomes: list[bytes] = []
    while True:
        part = actions[taken : taken + MOST_AT_ONCE]
        more = taken + len(part) < len(actions)
        batch = (asked.client, asked.first + taken, part, asked.seconds, taken, more)
        done = await run_at(place, game_jobs.act, identity, *batch)
        taken += done.taken
        outcomes += [done.outcomes] * bool(done.outcomes)
        if done.game:
            text = b'{"last":%d,"outcomes":[%b],"game":%b}'
            return JsonAnswer(text % (done.last, b",".join(outcomes), done.game)), done
        if done.outcomes and monotonic() > end:
            message = "too many requests at once; try again in a few seconds"
            raise Problem(503, "busy", message, last=done.last)


async def hint(request: Request, asked: GameHint) -> JsonAnswer[HelpJson]:
    """A hint for the game."""
    open_games, identity = open_games_of(request), request.path_params["id"]
    place, earlier = QueuePlace("play", identity, "unknown"), open_games.hints.get(identity)
    job = open_games.run_at(place, game_jobs.hint, identity, asked.tier, earlier)
    shown, known = await unless_disconnected(request, job)
    open_games.keep_hint(identity, known)
    if (shared := room_of(request)) is not None and not asked.echo:
        shared[0].tell("hint", shared[1], tier=asked.tier)
    return JsonAnswer(shown)


async def check(request: Request, asked: AskedNothing) -> JsonAnswer[WrongJson]:
    """Which cells are wrong now."""
    answer = await _answered(request, game_jobs.check)
    if (shared := room_of(request)) is not None:
        shared[0].tell("check", shared[1])
    return answer


async def result(request: Request) -> JsonAnswer[ResultJson]:
    """How a game went."""
    open_games, identity = open_games_of(request), request.path_params["id"]
    job = open_games.run_at(QueuePlace("play", identity, "unknown"), game_jobs.result, identity)
    return JsonAnswer(await unless_disconnected(request, job))


async def replay(request: Request) -> JsonAnswer[ReplayJson]:
    """The moves of a game, one by one."""
    return await _answered(request, game_jobs.replay)


async def share(request: Request) -> JsonAnswer[ShareJson]:
    """Links that contain the puzzle, and its picture."""
    return await _answered(request, game_jobs.share, getattr(request.app.state, "link_base", ""))


async def download(request: Request) -> JsonAnswer[RecordJson]:
    """The whole game."""
    identity = request.path_params["id"]
    whole, name = await open_games_of(request).run(game_jobs.download, identity, game=identity)
    return JsonAnswer(whole, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def settings(request: Request) -> JsonAnswer[Settings]:
    """What the player prefers."""
    return JsonAnswer(open_games_of(request).settings())


async def change_settings(
    request: Request, asked: Annotated[dict[str, Any], Some(Settings)]
) -> JsonAnswer[Settings]:
    """Change some of it."""
    open_games = open_games_of(request)
    changed = open_games.settings().changed(asked)
    await run_in_thread(open_games.store.save_settings, changed)
    return JsonAnswer(changed)
