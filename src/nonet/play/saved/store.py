"""Saved games, settings and results: one sqlite file on this machine, and nothing ever leaves it.

    games       the puzzle, cursor, seconds, aids of each game; `revision` counts what was written to it
    moves       the log, a row a move
    results     how each game ended, once
    settings    a row a setting
    queues      for each game and page the number of the last action that was taken from its queue

Every move is one transaction, written ahead (WAL): a process may be killed at any time, and the move in flight
is there or it is not. Several processes may use the file at once; where two go on with the same game, the
second is told (`StaleGame`) and takes over what the first has done.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from nonet.layout import Layout
from nonet.play.actions import Move, from_json, to_json
from nonet.play.errors import PlayError, StaleGame, StoreError
from nonet.play.game import Game, now
from nonet.play.saved.database import Database
from nonet.play.saved.record import game_from_json, game_to_json
from nonet.play.settings import Settings
from nonet.play.state import Status
from nonet.play.symbols import grid_of, symbols_of

if TYPE_CHECKING:
    from nonet.play.session import Aids, Session

__all__ = ["Result", "Saved", "Store"]


@dataclass(frozen=True, kw_only=True)
class Saved:
    """A saved game, as a list shows it. `givens` and `cells`: a symbol a cell, `.` for an empty one."""

    id: str
    layout: str
    board: str
    level: str | None
    source: str
    givens: str
    cells: str
    status: str
    seconds: float
    created: str
    changed: str

    @property
    def filled(self) -> int:
        """How many of them are filled."""
        return len(self.cells) - self.cells.count(".")

    @property
    def progress(self) -> float:
        """How much of what was empty is filled: 0 … 1."""
        empty = self.givens.count(".")
        return (empty - self.cells.count(".")) / empty if empty else 1.0

    @property
    def total(self) -> int:
        """How many cells the board has."""
        return len(self.givens)


@dataclass(frozen=True, kw_only=True)
class Result:
    """How a game ended; `day` is the player's own date."""

    game: str
    board: str
    level: str
    source: str
    status: str
    seconds: float
    hints: int
    checks: int
    reveals: int
    day: date
    finished: str


class Store(Database):
    """The file of saved games; `path` ":memory:" keeps nothing.

    >>> from nonet.formats import parse
    >>> from nonet.play.actions import Place
    >>> with Store(":memory:") as store:
    ...     session = store.new(Game.of(parse("0130430202030000")))
    ...     session.play(Place((0,), 2)).state.values[0]
    ...     store.session(session.game.id).state.values[0]
    2
    2
    """

    def __init__(self, path: str | Path | None = None, *, today: Callable[[], date] = date.today) -> None:
        super().__init__(path)
        self._today = today

    # -- games -----------------------------------------------------------------------------------------------

    def new(self, game: Game, **options: Any) -> Session:
        """A new game, saved at once; options as for Session."""
        from nonet.play.session import Session

        session = Session(game, store=self, **{"settings": self.settings(), **options})
        self.add(session)
        return session

    def add(self, session: Session) -> None:
        """Saves a session that comes from elsewhere; from now on it is written here."""
        game = session.game
        with self._writing() as db:
            if db.execute("SELECT 1 FROM games WHERE id = ?", (game.id,)).fetchone():
                raise PlayError("there is a saved game of this id already", where="id")
            db.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, 0, 0, 'playing', '', 0, 0, 0, 0, ?, ?)",
                (
                    game.id,
                    json.dumps(game_to_json(game)),
                    game.source,
                    None if game.solution is None else symbols_of(game.solution),
                    game.created,
                    now(),
                ),
            )
            session.store, session.revision = self, 0
            self.save(session, result=False)

    def save(self, session: Session, *, result: bool = True) -> None:
        """Writes what has changed since the last time, in one transaction.

        Without `result` the end of a game is not counted: one that comes from elsewhere was played there.
        """
        game, state, aids = session.game, session.state, session.aids
        with self._writing() as db:
            row = db.execute("SELECT revision FROM games WHERE id = ?", (game.id,)).fetchone()
            if row is None:
                raise PlayError("this game was deleted", where="id")
            if row["revision"] != session.revision:
                raise StaleGame("another process has gone on with this game")
            self._write_moves(db, game.id, session.moves)
            db.execute(
                "UPDATE games SET cursor = ?, seconds = max(seconds, ?), status = ?, cells = ?, hints = ?, checks = ?, "
                "reveals = ?, changed = ?, revision = revision + 1 WHERE id = ?",
                (
                    session.cursor,
                    session.seconds,
                    state.status.value,
                    symbols_of(state.values),
                    aids.hints,
                    aids.checks,
                    aids.reveals,
                    now(),
                    game.id,
                ),
            )
            if result and state.status is not Status.PLAYING:
                self._write_result(db, session)
        session.revision += 1

    def _write_moves(self, db: sqlite3.Connection, game: str, moves: tuple[Move, ...]) -> None:
        """Only what differs: a new move is one row, and those that it cut off are gone."""
        last = db.execute("SELECT max(number) FROM moves WHERE game = ?", (game,)).fetchone()[0]
        kept = 0 if last is None else int(last) + 1
        same = min(kept, len(moves))
        while same:
            row = db.execute(
                "SELECT move FROM moves WHERE game = ? AND number = ?", (game, same - 1)
            ).fetchone()
            if row is not None and row["move"] == _packed(moves[same - 1]):
                break
            same -= 1
        if same < kept:
            db.execute("DELETE FROM moves WHERE game = ? AND number >= ?", (game, same))
        for number in range(same, len(moves)):
            db.execute("INSERT INTO moves VALUES (?, ?, ?)", (game, number, _packed(moves[number])))

    def save_seconds(self, game: str, seconds: float) -> None:
        """Writes the clock alone; it never goes back."""
        with self._writing() as db:
            db.execute("UPDATE games SET seconds = max(seconds, ?) WHERE id = ?", (seconds, game))

    def save_aids(self, game: str, aids: Aids) -> None:
        """Writes how often the player was helped."""
        with self._writing() as db:
            db.execute(
                "UPDATE games SET hints = max(hints, ?), checks = max(checks, ?), reveals = max(reveals, ?) "
                "WHERE id = ?",
                (aids.hints, aids.checks, aids.reveals, game),
            )

    def session(self, game: str, **options: Any) -> Session:
        """Goes on with a saved game; options as for Session."""
        from nonet.play.session import Aids, Session

        with self._lock:
            rows = self._rows("SELECT * FROM games WHERE id = ?", game)
            moves = self._rows("SELECT move FROM moves WHERE game = ? ORDER BY number", game)
        if not rows:
            raise PlayError(f"there is no saved game {game!r:.40}", where="id")
        (row,) = rows
        try:
            setup = json.loads(row["setup"])
            layout = Layout.named(setup["layout"])
            solution = None if row["solution"] is None else grid_of(row["solution"], layout, "solution")
            log = [cast(Move, from_json(json.loads(each["move"]), layout)) for each in moves]
            return Session(
                game_from_json(setup, solution=solution, trusted=True),
                moves=log,
                cursor=row["cursor"],
                seconds=row["seconds"],
                aids=Aids(hints=row["hints"], checks=row["checks"], reveals=row["reveals"]),
                store=self,
                revision=row["revision"],
                **{"settings": self.settings(), **options},
            )
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"the saved game {game} cannot be read: {error}") from error

    def revision(self, game: str) -> int | None:
        """How often the game was written; None if there is no such game."""
        rows = self._rows("SELECT revision FROM games WHERE id = ?", game)
        return int(rows[0]["revision"]) if rows else None

    def has(self, game: str) -> bool:
        """Whether there is such a game."""
        return bool(self._rows("SELECT 1 FROM games WHERE id = ?", game))

    def games(self, *, limit: int = 100, playing: bool | None = None) -> tuple[Saved, ...]:
        """The saved games, the one played last first; `playing`: only those that go on, or that are over."""
        condition = {None: "", True: "WHERE status = 'playing'", False: "WHERE status <> 'playing'"}[playing]
        rows = self._rows(f"SELECT * FROM games {condition} ORDER BY changed DESC, rowid DESC LIMIT ?", limit)
        return tuple(map(_saved, rows))

    def delete(self, game: str) -> None:
        """Forgets a game; its result stays."""
        with self._writing() as db:
            db.execute("DELETE FROM games WHERE id = ?", (game,))

    def daily(self, day: date) -> str | None:
        """The id of the game that was begun of the puzzle of that day."""
        rows = self._rows(
            "SELECT id FROM games WHERE source = ? ORDER BY created LIMIT 1", f"daily {day.isoformat()}"
        )
        return str(rows[0]["id"]) if rows else None

    # -- settings --------------------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """What the player prefers."""
        return Settings.from_json(
            {row["name"]: json.loads(row["value"]) for row in self._rows("SELECT name, value FROM settings")}
        )

    def save_settings(self, settings: Settings) -> None:
        """Keeps them."""
        with self._writing() as db:
            for name, value in settings.to_json().items():
                db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, json.dumps(value)))

    # -- results ---------------------------------------------------------------------------------------------

    def _write_result(self, db: sqlite3.Connection, session: Session) -> None:
        game, aids = session.game, session.aids
        db.execute(
            "INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game.id,
                game.board,
                game.level or "",
                game.source,
                session.state.status.value,
                session.seconds,
                aids.hints,
                aids.checks,
                aids.reveals,
                self._today().isoformat(),
                now(),
            ),
        )

    def results(self) -> tuple[Result, ...]:
        """How every game ended, in order."""
        return tuple(
            Result(**{**dict(row), "day": date.fromisoformat(row["day"])})
            for row in self._rows("SELECT * FROM results ORDER BY finished, rowid")
        )

    def is_best(self, game: Game, seconds: float) -> bool:
        """Whether no earlier game on this board and level was finished as quickly without help."""
        rows = self._rows(
            "SELECT min(seconds) AS best FROM results WHERE board = ? AND level = ? AND status = 'finished' "
            "AND hints = 0 AND checks = 0 AND reveals = 0 AND game <> ?",
            game.board,
            game.level or "",
            game.id,
        )
        return rows[0]["best"] is None or seconds < rows[0]["best"]

    # -- queues ----------------------------------------------------------------------------------------------

    def last_action(self, game: str, client: str) -> int:
        """The number of the last action that was taken from a page's queue; 0 at first."""
        rows = self._rows("SELECT last FROM queues WHERE game = ? AND client = ?", game, client)
        return int(rows[0]["last"]) if rows else 0

    def save_last_action(self, game: str, client: str, last: int) -> None:
        """Keeps it."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO queues VALUES (?, ?, ?)", (game, client, last))


def _packed(move: Move) -> str:
    return json.dumps(to_json(move), separators=(",", ":"), ensure_ascii=False)


def _saved(row: sqlite3.Row) -> Saved:
    setup = json.loads(row["setup"])
    return Saved(
        id=row["id"],
        layout=setup["layout"],
        board=setup["board"],
        level=setup["level"],
        source=setup["source"],
        givens=setup["givens"],
        cells=row["cells"],
        status=row["status"],
        seconds=row["seconds"],
        created=row["created"],
        changed=row["changed"],
    )
