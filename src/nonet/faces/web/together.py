"""The API of rooms: open one, join it, follow what happens there. Moves are made by the API of games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Generic, TypeVar

from starlette.requests import Request
from starlette.responses import StreamingResponse

from nonet.faces.web import game_jobs, jobs
from nonet.faces.web.answers import NothingJson, RoomEventJson, RoomGameJson, RoomJson
from nonet.faces.web.api import disconnected, own_games_of, rooms_of
from nonet.faces.web.bodies import AskedNothing, RoomNews, RoomToOpen
from nonet.faces.web.json_text import JsonAnswer, json_text
from nonet.faces.web.open_games import QueuePlace
from nonet.faces.web.problems import Problem
from nonet.faces.web.rooms import PREFIX, Member, Room, Rooms, fresh_room_id

KEEP_ALIVE = 15
"""Seconds without news after which a page is told that the connection still works."""
CURSOR_PAUSE = 0.05
"""Seconds between two messages to a page that only move cursors."""

View = TypeVar("View")


class EventStream(StreamingResponse, Generic[View]):
    """Server-sent events, each of which has JSON of this type."""

    media_type = "text/event-stream"


async def open_room(request: Request, asked: RoomToOpen) -> JsonAnswer[RoomJson]:
    """Open a room for the puzzle of a game: `with` each other, from where the game is now, or `against` each other."""
    rooms, open_games, identity = _rooms(request), own_games_of(request), fresh_room_id()
    # The copy is made as the player's job, since it reads their game.
    place = QueuePlace("play", asked.game, "unknown")
    copied = (asked.game, PREFIX + identity, asked.mode == "with")
    game = await open_games.run_at(place, game_jobs.copy_to_room, *copied)
    room = await rooms.open(identity, asked.mode, game, open_games.store.player)
    return JsonAnswer(await _view(request, room))


async def join(request: Request, asked: AskedNothing) -> JsonAnswer[RoomGameJson]:
    """Join a room; the answer has the game to play there. In a race that has not begun there is none: join again when
    it begins.
    """
    rooms, open_games = _rooms(request), own_games_of(request)
    room, player = rooms.room(request.path_params["id"]), open_games.store.player
    by = await rooms.join(room, Member(player, open_games.settings().name))
    if room.mode == "with":
        shared = open_games.as_player(room.player, speaker=player)
        game = await shared.run(game_jobs.view, room.game, game=room.game)
    elif room.starts_in == 0:
        async with room.queue(by):  # a game for each member, however often they ask
            place = QueuePlace("play", room.id, "unknown")
            own = (room.members[by].game, room.seconds(by))
            begun = await open_games.run_at(place, game_jobs.begin_race, room.player, room.game, *own)
            room.progress(by, *begun.progress, moved=False)  # they may have deleted the game
            await rooms.keep(room)
        game = begun.view
    else:
        game = b"null"
    return JsonAnswer(b'{"room":%b,"game":%b}' % (json_text(await _view(request, room)), game))


async def _view(request: Request, room: Room) -> RoomJson:
    link = f"{getattr(request.app.state, 'invite', '')}#/room/{room.id}"
    workers = own_games_of(request).workers
    code = await workers.run(jobs.qr_code, link) if link[0] != "#" else ""
    return {"id": room.id, "mode": room.mode, "link": link, "qr": code, "starts_in": room.starts_in}


async def happen(request: Request, asked: RoomNews) -> JsonAnswer[NothingJson]:
    """Tell the others in a room where the cursor is, or that the game is paused or goes on; or start a race."""
    room, by = _place_in(request)
    if asked.cells is not None:
        room.point(by, asked.cells)
    if asked.paused is not None:
        room.pause(by, asked.paused)
    if asked.start:
        room.start(by)
    if asked.paused is not None or asked.start:
        await _rooms(request).keep(room)
    return JsonAnswer({})


async def events(request: Request) -> EventStream[RoomEventJson]:
    """What happens in a room, as server-sent events. After `Last-Event-ID` only what came later."""
    room, by = _place_in(request)
    from nonet.faces.web.connection import Connection  # the static page has no server

    if _rooms(request).stream_count >= Connection.most // 2:
        raise Problem(503, "busy", "too many players at once; try again in a few seconds")
    if room.mode == "with" and room.state is None:
        shared = own_games_of(request).as_player(room.player, speaker=room.members[by].player)
        view = await shared.run(game_jobs.view, room.game, game=room.game)
        if room.state is None:  # still
            room.set_state(view)
    room.check_streams(by)
    last = request.headers.get("last-event-id", "")
    return EventStream(_messages(request, room, by, last), headers={"X-Accel-Buffering": "no"})


async def _messages(request: Request, room: Room, by: int, last: str) -> AsyncIterator[bytes]:
    """What a page is sent, as long as it listens."""
    from nonet.faces.web.connection import Connection

    gone = asyncio.ensure_future(disconnected(request))
    state, quiet = -1, 0
    cursors: dict[int, tuple[int, ...]] = {}
    room.enter(by)
    try:
        yield b"retry: 1000\n\n"
        while not gone.done() and not Connection.ending:
            news, parts = room.news, []
            events = room.since(last)
            if events is None:
                events = [(room.last, room.snapshot(by))]
            elif not events and state < 0:
                events = [(last, b'{"type":"state","by":%d}' % by)]
            for place, (last, event) in enumerate(events, start=1):
                if place == len(events) and room.state is not None and room.revision != state:
                    state = room.revision
                    event = b'%b,"game":%b}' % (event[:-1], room.state)
                parts.append(b"id: %b\ndata: %b\n\n" % (last.encode(), event))
            others = {number: cells for number, cells in room.cursors.items() if number != by}
            if is_pointing := others != cursors:
                cursors = others
                view = {"type": "cursors", "by": by, "cursors": list(others.items())}
                parts.append(b"data: %b\n\n" % json_text(view))
            if quiet >= KEEP_ALIVE:
                parts.append(b":\n\n")
            if parts:
                quiet = 0
                yield b"".join(parts)  # one message: none is written to a connection that was closed
            if is_pointing:
                await asyncio.sleep(CURSOR_PAUSE)
            if room.news is news:
                waiting = asyncio.ensure_future(news.wait())
                await asyncio.wait({waiting, gone}, timeout=1, return_when=asyncio.FIRST_COMPLETED)
                quiet += not waiting.done()
                waiting.cancel()
    finally:
        gone.cancel()
        room.leave(by)


def _rooms(request: Request) -> Rooms:
    found = rooms_of(request)
    if found is None:
        raise Problem(409, "no-household", "to play together, start the server with sudoku web --host")
    return found


def _place_in(request: Request) -> tuple[Room, int]:
    room = _rooms(request).room(request.path_params["id"])
    by = room.number_of(own_games_of(request).store.player)
    if by is None:
        raise Problem(404, "no-room", "join the room first")
    return room, by
