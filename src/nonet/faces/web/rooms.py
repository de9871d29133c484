"""Rooms: several players of a household with one puzzle.

    with       one game, which belongs to the room; everybody's moves, cursors and pauses are seen by all
    against    a game for each, which only they can read; of the others they see how far they are

A room is a player of the store, `room-ID`: the shared game, or the puzzle of a race, is its game, and its members are
kept as its settings. Events have numbers, in the order in which the server has made the moves. They are sent to all
members (server-sent events); a page whose connection was lost names the last event that it has seen, and gets the
later ones. Only the latest state of the game is kept, and sent with the latest event. Cursors are not events: only the
latest are sent.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from time import monotonic, time
from typing import Annotated, Any, Literal

from nonet.faces.web.json_text import json_text
from nonet.faces.web.problems import Problem
from nonet.faces.web.threads import run_in_thread
from nonet.fields import Choice
from nonet.play import PlayError, Store

MOST_ROOMS = 100
MOST_OWN = 5
"""Rooms that one player has opened; with one more, their first is forgotten, with its game."""
UNUSED_FOR = 7 * 86_400
"""Seconds after which a room in which nobody is may make way for another."""
MOST_MEMBERS = 20
MOST_EVENTS = 500
"""Events of a room that are kept for those who come back."""
MOST_STREAMS = 4
"""Pages of one member in one room."""
PAUSE_AGAIN = 0.2
"""Seconds until a member may pause again, or go on."""
COUNTDOWN = 3
"""Seconds from the start of a race until all see the board."""
MOST_WAITING = 8
"""Moves of one member that wait for those before them."""

Mode = Annotated[Literal["with", "against"], Choice(("with", "against"))]
PREFIX = "room-"
_STARTED = time() - monotonic()
_NUMBER = re.compile("[0-9]{1,18}")
"""Of an event: `isdigit` would take ², too."""


def now() -> float:
    """Seconds since 1970, of a clock that is not set while the server runs: nobody wins a race by that."""
    return _STARTED + monotonic()


@dataclass(frozen=True)
class Member:
    """A player in a room, and how far they are. `game` is their own in a race, and `late` the seconds of the race that
    do not count: before they came, and pauses.
    """

    player: str
    name: str
    game: str = ""
    filled: int = 0
    total: int = 0
    status: str = "playing"
    seconds: float = 0.0
    is_paused: bool = False
    late: float = 0.0


class Room:
    """What happens in a room, while the server runs; `Rooms` keeps its members."""

    def __init__(
        self,
        identity: str,
        mode: str,
        game: str,
        members: list[Member],
        owner: str = "",
        opened: float = 0.0,
        begins: float | None = 0.0,
        played: float = 0.0,
        is_paused: bool = False,
    ) -> None:
        self.id = identity
        self.owner = owner
        self.opened = opened
        self.mode = mode
        self.game = game
        self.members = members
        self.begins = begins
        """When all of a race see the board, in seconds since 1970; None: nobody has started it."""
        self.turn = asyncio.Lock()
        """Moves are made one at a time, so that all see them in the order in which they were made. Only one batch of
        each member waits for it, part by part: nobody waits for many of another.
        """
        self._own_turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.state: bytes | None = None
        """The shared game, as the answers of the API have it."""
        self.revision = 0
        """How often the state was replaced."""
        self.is_paused = is_paused
        self.cursors: dict[int, tuple[int, ...]] = {}
        self.news = asyncio.Event()
        self._epoch = secrets.token_hex(4)
        self._count = 0
        self._events: deque[tuple[int, bytes]] = deque(maxlen=MOST_EVENTS)
        self._paused_at: dict[int, float] = {}
        self._streams: Counter[int] = Counter()
        self._waiting: Counter[int] = Counter()
        self._clock_at = min(opened + played, now())
        """Since then the clock of the shared game may have run: it is set by the pages, but not beyond."""

    @property
    def player(self) -> str:
        return PREFIX + self.id

    def number_of(self, player: str) -> int | None:
        return next((n for n, member in enumerate(self.members) if member.player == player), None)

    # -- what happens ----------------------------------------------------------------------------------------

    def tell(self, kind: str, by: int, **more: Any) -> None:
        """Tells all members of an event."""
        self._count += 1
        self._events.append((self._count, json_text({"type": kind, "by": by, **more})))
        self._wake()

    def set_state(self, game: bytes) -> None:
        """The shared game after a move; the event that tells of it comes next."""
        self.state = game
        self.revision += 1

    def set_member(self, by: int, member: Member) -> None:
        self.members[by] = member
        self.tell("members", by, members=self.shown_members())

    def point(self, by: int, cells: tuple[int, ...]) -> None:
        """Shows a member's cursor."""
        if self.cursors.get(by) != cells:
            self.cursors[by] = cells
            self._wake()

    def pause(self, by: int, paused: bool) -> None:
        """A member pauses, or goes on: all stop with them, or see it in the list."""
        member = self.members[by]
        if paused == (self.is_paused if self.mode == "with" else member.is_paused):
            return
        moment = now()
        if moment - self._paused_at.get(by, -PAUSE_AGAIN) < PAUSE_AGAIN:
            raise Problem(503, "busy", "too many pauses at once; try again in a few seconds")
        self._paused_at[by] = moment
        if self.mode == "with":
            self.is_paused = paused
        else:
            self.set_member(by, self._timed(by, paused))
        self.tell("pause" if paused else "resume", by)

    @property
    def starts_in(self) -> float | None:
        """Seconds until a race begins, 0 if it has begun; None: nobody has started it. More than the countdown can
        only be left where the clock was set back before the server was started again.
        """
        left = None if self.begins is None else self.begins - now()
        return left if left is None or 0 < left <= COUNTDOWN else 0.0

    def start(self, by: int) -> None:
        """Starts a race. Only whoever has opened the room may do that, whether others wait or not."""
        if self.begins is not None:
            return
        if self.members[by].player != self.owner:
            raise Problem(409, "not-yours", "the race is started by whoever has opened the room")
        self.begins = now() + COUNTDOWN
        self.tell("start", by, starts_in=COUNTDOWN)

    @property
    def unplayed(self) -> float:
        """So many seconds the clock of the shared game may be set forward, at most."""
        return now() - self._clock_at

    def play_on(self, seconds: float) -> None:
        """The clock of the shared game was set forward."""
        self._clock_at += seconds

    def raced(self, by: int) -> float:
        """Seconds of a race that count for a member. The server's clock says them: a page could send any time."""
        return 0.0 if self.begins is None else max(0.0, now() - self.begins - self.members[by].late)

    def _timed(self, by: int, paused: bool) -> Member:
        """A member of a race with their time, which stands still in a pause and after the end."""
        member, raced = self.members[by], self.raced(by)
        if member.is_paused:
            resumed = replace(member, is_paused=False, late=member.late + raced - member.seconds)
            return member if paused else resumed
        seconds = round(raced, 3) if member.status == "playing" else member.seconds
        return replace(member, is_paused=paused, seconds=seconds)

    def seconds(self, by: int) -> float:
        """The time of a member of a race until now, or that of their result."""
        return self._timed(by, self.members[by].is_paused).seconds

    def progress(
        self, by: int, game: str, filled: int, total: int, status: str, seconds: float, *, moved: bool
    ) -> None:
        """How far a member of a race is; a move ends a pause. A result stands, whatever they do with their game, which
        has the same `seconds`.
        """
        member = self._timed(by, self.members[by].is_paused and not moved)
        if member.status == "playing":
            clock = member.seconds if status == "playing" else round(seconds, 3)
            member = replace(member, filled=filled, total=total, status=status, seconds=clock)
        self.set_member(by, replace(member, game=game))

    def forget_game(self, by: int) -> None:
        """A member of a race deletes their game. What they begin under its id is not of the race; that goes on when
        they join again.
        """
        self.members[by] = replace(self.members[by], game="")

    def shown_members(self) -> list[dict[str, Any]]:
        """The members as all of them see each other: nothing tells whose cookie or which game it is."""
        hidden = ("player", "game", "late")
        return [
            {name: value for name, value in asdict(member).items() if name not in hidden}
            | {"here": self._streams[number] > 0, "opened": member.player == self.owner}
            for number, member in enumerate(self.members)
        ]

    def _wake(self) -> None:
        self.news.set()
        self.news = asyncio.Event()

    # -- who waits -------------------------------------------------------------------------------------------

    def check_streams(self, by: int) -> None:
        if self._streams[by] >= MOST_STREAMS:
            raise Problem(503, "busy", "this room is open in too many windows; close some of them")

    def enter(self, by: int) -> None:
        """A page of a member begins to listen."""
        self._streams[by] += 1
        if self._streams[by] == 1:
            self.tell("members", by, members=self.shown_members())

    def leave(self, by: int) -> None:
        self._streams[by] -= 1
        if not self._streams[by]:
            self.cursors.pop(by, None)
            self.tell("members", by, members=self.shown_members())

    @property
    def stream_count(self) -> int:
        return self._streams.total()

    @asynccontextmanager
    async def queue(self, by: int) -> AsyncIterator[None]:
        """While moves of a member wait, or are made."""
        if self._waiting[by] >= MOST_WAITING:
            raise Problem(503, "busy", "too many moves at once; try again in a few seconds")
        self._waiting[by] += 1
        try:
            async with self._own_turns[by]:
                yield
        finally:
            self._waiting[by] -= 1

    # -- what a page is sent ---------------------------------------------------------------------------------

    @property
    def last(self) -> str:
        """The name of the last event."""
        return f"{self._epoch}-{self._count}"

    def since(self, last: str) -> list[tuple[str, bytes]] | None:
        """The events after one, by its name, in order, with their names; None if they are not all known."""
        epoch, _, number = last.partition("-")
        if epoch != self._epoch or not _NUMBER.fullmatch(number) or int(number) > self._count:
            return None
        missed = self._count - int(number)
        if missed > len(self._events):
            return None
        later = list(self._events)[len(self._events) - missed :]
        return [(f"{epoch}-{number}", event) for number, event in later]

    def snapshot(self, by: int) -> bytes:
        """All that a page needs which comes, or has missed too much."""
        view = {
            "type": "room",
            "by": by,
            "mode": self.mode,
            "members": self.shown_members(),
            "paused": self.is_paused,
            "starts_in": self.starts_in,
        }
        return json_text(view)


class Rooms:
    """The rooms of a household. Those of an earlier run are still there."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rooms: dict[str, Room] = {}
        moment = now()  # may be before what is kept, if the clock was set back
        for row in store.rows(
            "SELECT settings.player, value, max(seconds) AS played FROM settings LEFT JOIN games USING (player) "
            "WHERE name = 'room' GROUP BY settings.player ORDER BY min(games.rowid)"
        ):
            identity = str(row["player"]).removeprefix(PREFIX)
            try:
                kept = json.loads(row["value"])
                members = [Member(**member) for member in kept["members"]]
                opened, begins = min(kept.get("opened", 0.0), moment), kept.get("begins", 0.0)
                if begins is not None:
                    raced = max((member.seconds + member.late for member in members), default=0.0)
                    begins = min(begins, moment - raced)
                owner, paused = kept.get("owner", ""), kept.get("paused", False) is True
                self._rooms[identity] = Room(
                    *(identity, kept["mode"], kept["game"], members, owner),
                    *(opened, begins, row["played"] or 0.0, paused),
                )
            except (ValueError, TypeError, KeyError):
                continue

    def room(self, identity: str) -> Room:
        found = self._rooms.get(identity)
        if found is None:
            raise Problem(404, "no-room", "there is no such room; it may have been closed")
        return found

    @property
    def stream_count(self) -> int:
        return sum(room.stream_count for room in self._rooms.values())

    def shared(self, game: str, player: str) -> tuple[Room, int] | None:
        """The room that shares a game with a player, and their number there."""
        for room in self._rooms.values():
            if room.mode == "with" and room.game == game and (by := room.number_of(player)) is not None:
                return room, by
        return None

    def races(self, game: str, player: str) -> Iterator[tuple[Room, int]]:
        """The races in which a player plays this game."""
        for room in self._rooms.values():
            for by, member in enumerate(room.members):
                if room.mode == "against" and (member.game, member.player) == (game, player):
                    yield room, by

    async def open(self, identity: str, mode: str, game: str, owner: str) -> Room:
        """A room for a game that it has already (`game_jobs.copy_to_room`). Nobody's rooms make way for those of
        another player, unless they have been empty for long.
        """
        own = [room for room in self._rooms.values() if room.owner == owner]
        unused = (room for room in self._rooms.values() if self._is_unused(room))
        if len(own) >= MOST_OWN:
            await self._close(own[0])
        elif len(self._rooms) >= MOST_ROOMS:
            old = next(unused, None)
            if old is None:
                await run_in_thread(self._store.forget_player, PREFIX + identity)
                raise Problem(409, "too-many-rooms", f"there are {MOST_ROOMS} rooms already")
            await self._close(old)
        room = Room(identity, mode, game, [], owner, now(), None if mode == "against" else 0.0)
        self._rooms[identity] = room
        await self.keep(room)
        return room

    @staticmethod
    def _is_unused(room: Room) -> bool:
        return not room.stream_count and room.opened < now() - UNUSED_FOR

    async def _close(self, room: Room) -> None:
        del self._rooms[room.id]
        room.tell("closed", 0)
        await run_in_thread(self._store.forget_player, room.player)

    async def join(self, room: Room, member: Member) -> int:
        """Adds a member, or notes their new name; their number."""
        by = room.number_of(member.player)
        if by is None:
            if len(room.members) >= MOST_MEMBERS:
                raise Problem(409, "room-full", f"a room has at most {MOST_MEMBERS} players")
            room.members.append(member)
            by = len(room.members) - 1
            room.members[by] = replace(member, late=room.raced(by))
        room.set_member(by, replace(room.members[by], name=member.name))
        await self.keep(room)
        return by

    async def keep(self, room: Room) -> None:
        """Writes who is in a room, and who pauses, for the next run of the server."""
        members = [asdict(member) for member in room.members]
        kept: Mapping[str, Any] = {
            **{"mode": room.mode, "game": room.game, "members": members},
            **{"owner": room.owner, "opened": room.opened, "begins": room.begins, "paused": room.is_paused},
        }
        try:
            await run_in_thread(self._store.as_player(room.player).keep, {"room": kept})
        except PlayError as error:
            raise Problem(409, "too-many-rooms", error.reason) from None


def fresh_room_id() -> str:
    """It is secret, as far as a link is: only those who have it can join."""
    return secrets.token_hex(8)
