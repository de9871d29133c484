"""What the server works with: the store, the games that are open, the processes for long work."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nonet.faces.web.problems import Problem
from nonet.faces.web.work import Workers
from nonet.hints import Hint
from nonet.play import Game, PlayError, SavedSession, Settings, Store
from nonet.play.board import Board

__all__ = ["Desk"]

MOST_OPEN = 64


class Desk:
    """Games are opened when somebody asks for them, and kept open for a while. One request at a time plays a
    game; the page keeps the time, so the clock here stands.
    """

    def __init__(self, store: Store, workers: Workers) -> None:
        self.store = store
        self.workers = workers
        self._open: OrderedDict[str, tuple[threading.Lock, SavedSession]] = OrderedDict()
        self._lock = threading.Lock()

    def settings(self) -> Settings:
        """What the player prefers; the terminal may have changed it."""
        return self.store.settings()

    def search(self, game: Game, board: Board) -> Hint:
        """Finds a hint, in another process."""
        found: Hint = self.workers.run("find", game, board)
        return found

    def begin(self, game: Game, **options: Any) -> SavedSession:
        """A new game."""
        session = self.store.new(game, clock=_standing, **options)
        self._keep(game.id, threading.Lock(), session)
        return session

    @contextmanager
    def playing(self, game: str) -> Iterator[SavedSession]:
        """The session of a game, as it stands in the store, for one request at a time."""
        with self._lock:
            kept = self._open.get(game)
        if kept is None:
            try:
                session = self.store.session(game, clock=_standing)
            except PlayError as error:
                if error.where == "id":
                    raise Problem(404, "not-found", "there is no such game") from None
                raise
            kept = self._keep(game, threading.Lock(), session)
        lock, session = kept
        with lock:
            try:
                revision = self.store.revision(game)
                if revision is None:
                    raise Problem(404, "not-found", "there is no such game")
                if revision != session.revision:
                    session.reload()
                session.change(self.settings())
                yield session
            except Problem:
                raise
            except BaseException:
                self.forget(game)  # whatever went wrong, the next request reads it afresh
                raise

    def _keep(
        self, game: str, lock: threading.Lock, session: SavedSession
    ) -> tuple[threading.Lock, SavedSession]:
        with self._lock:
            kept = self._open.setdefault(game, (lock, session))
            self._open.move_to_end(game)
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
            return kept

    def forget(self, game: str) -> None:
        """Closes a game."""
        with self._lock:
            self._open.pop(game, None)

    def close(self) -> None:
        """Ends everything."""
        self.workers.close()
        self.store.close()


def _standing() -> float:
    return 0.0
