"""The saved games: as a process opens and plays them, and as the server has them played in other processes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from datetime import date
from typing import Any, Literal, NamedTuple, ParamSpec, Protocol, TypeVar

from nonet.faces.web.problems import Problem
from nonet.play import Game, PlayError, SavedSession, Settings, Store

P = ParamSpec("P")
T = TypeVar("T")

Lane = Literal["games", "play", "analysis"]
"""The pool of `Workers` that does a job."""


Pace = Literal["quick", "long", "unknown"]
"""What is known about a job before it is done. A quick one counts as quick until it was slow; a long one, such as a
part of a large batch of moves, never gets the last free process.
"""


class QueuePlace(NamedTuple):
    """Where a job on saved games waits: in which pool, and for which turn of its client."""

    lane: Lane
    about: str
    pace: Pace


MOST_OPEN = 64
MOST_GAMES = 10_000
"""Saved games; then an old one must be deleted before a new one can begin."""
OTHERS_SHARE = 10
"""The players of a household who are not the first may have a tenth as many each."""


class JobRunner(Protocol):
    """Does all work on puzzles: `Workers` in other processes, `core.DirectJobs` at once."""

    async def run(self, job: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T: ...
    async def run_on(
        self, sessions: Sessions, place: QueuePlace, job: Callable[..., T], *arguments: Any
    ) -> T: ...
    async def daily(self, day: date, board: str = "9x9") -> Any: ...
    def close(self) -> None: ...


class OpenGames:
    """The store, and what does the work on its games. Here only what is not a puzzle is read from the store."""

    def __init__(self, store: Store, workers: JobRunner, *, most_games: int = MOST_GAMES) -> None:
        self.store = store
        self.workers = workers
        self.hints: OrderedDict[str, bytes] = OrderedDict()
        """The last hints that were given, by game; see `game_jobs.hint`."""
        self._harmless: OrderedDict[str, None] = OrderedDict()
        self._sessions = Sessions(store, most_games=most_games)

    def as_player(self, player: str, speaker: str | None = None) -> OpenGames:
        """The same, for another player, or for one of the players in a room."""
        found = copy(self)
        found.store = self.store.as_player(player, speaker)
        found._sessions = self._sessions.as_player(player, speaker)
        return found

    def settings(self) -> Settings:
        """Read from the store every time: the terminal may have changed them."""
        return self.store.settings()

    async def run(self, job: Callable[..., T], *arguments: Any, game: str) -> T:
        """The quick result of a job of `game_jobs` on a game, whose first argument is the Sessions."""
        return await self.run_at(self.place(game), job, *arguments)

    def place(self, game: str) -> QueuePlace:
        """Where the quick jobs on a game wait."""
        return QueuePlace("games", game, "quick" if game in self._harmless else "unknown")

    async def run_at(self, place: QueuePlace, job: Callable[..., T], *arguments: Any) -> T:
        """The result of any job of `game_jobs`."""
        return await self.workers.run_on(self._sessions, place, job, *arguments)

    def trust(self, game: str) -> None:
        """A game on which no move can take long."""
        _keep_last(self._harmless, game, None, MOST_GAMES)

    def distrust(self, game: str) -> None:
        """The game was deleted; what is begun under its id may take longer."""
        self._harmless.pop(game, None)

    def keep_hint(self, game: str, hint: bytes) -> None:
        _keep_last(self.hints, game, hint, MOST_OPEN)

    def close(self) -> None:
        self.workers.close()
        self.store.close()


class Sessions:
    """Opens games when they are asked for, and keeps the last ones open.

    One request at a time plays a game. The page keeps the time and knows of pauses: the clock of a session here does
    not run, and a pause ends with the next action or request, which may come to another process.
    """

    def __init__(self, store: Store, *, most_games: int = MOST_GAMES) -> None:
        self.store = store
        self.most_games = self.all_games = most_games
        self._open: OrderedDict[tuple[str, str], tuple[threading.Lock, SavedSession]] = OrderedDict()
        self._lock = threading.Lock()

    def as_player(self, player: str, speaker: str | None = None) -> Sessions:
        """The same, for another player, as `Tables.as_player`; each opens games for themselves."""
        found = copy(self)
        found.store = self.store.as_player(player, speaker)
        found.most_games = self.all_games // OTHERS_SHARE if player else self.all_games
        return found

    def begin(self, game: Game, **options: Any) -> SavedSession:
        """A new game; a Problem if there are too many already."""
        if self.store.count() >= self.most_games:
            raise Problem(
                409,
                "too-many-games",
                f"there are {self.most_games:,} saved games, and no more can be kept; delete some first",
            )
        session = self.store.new(game, clock=_standing, **options)
        self._keep(session.game.id, threading.Lock(), session)
        return session

    @contextmanager
    def playing(self, game: str) -> Iterator[SavedSession]:
        """The session of a game, as it is in the store, for one request at a time."""
        lock, session = self._opened(game)
        with lock:
            try:
                if not session.catch_up():  # it was deleted; begun again under this id, it is another game
                    self.forget(game)
                    _, session = self._opened(game)
                session.change(self.store.settings())
                session.start_clock()
                yield session
            except Problem:
                raise
            except BaseException:
                self.forget(game)  # whatever went wrong, the next request reads it afresh
                raise

    def _opened(self, game: str) -> tuple[threading.Lock, SavedSession]:
        with self._lock:
            kept = self._open.get((self.store.player, game))
        if kept is not None:
            return kept
        try:
            session = self.store.session(game, clock=_standing)
        except PlayError as error:
            if error.where == "id":
                raise Problem(404, "not-found", "there is no such game") from None
            raise
        return self._keep(game, threading.Lock(), session)

    def _keep(
        self, game: str, lock: threading.Lock, session: SavedSession
    ) -> tuple[threading.Lock, SavedSession]:
        with self._lock:
            key = (self.store.player, game)
            kept = self._open.setdefault(key, (lock, session))
            self._open.move_to_end(key)
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
            return kept

    def forget(self, game: str) -> None:
        """Closes a game; it stays in the store."""
        with self._lock:
            self._open.pop((self.store.player, game), None)


def _keep_last(kept: OrderedDict[str, T], game: str, what: T, most: int) -> None:
    kept[game] = what
    kept.move_to_end(game)
    if len(kept) > most:
        kept.popitem(last=False)


def _standing() -> float:
    return 0.0
