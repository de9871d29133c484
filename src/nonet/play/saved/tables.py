"""Reading and writing the rows of the store.

    games       the puzzle, cursor, seconds and aids of each game; `revision` counts how often it was written
    moves       the history, one row per move
    results     how each game ended, once
    settings    one row per setting
    queues      for each game and page, the number of the last action taken from the page's queue

Every move is one transaction in a write-ahead log: a process may be killed at any time, and the move in flight is
there or it is not. Several processes may use the file at once; where two play the same game, the second gets a
`StaleGame` and takes over what the first has done.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

from nonet.limits import check
from nonet.play.errors import PlayError, StaleGame, UnreadableGame
from nonet.play.fog import seen_at_first
from nonet.play.game import Game, now
from nonet.play.moves import Move
from nonet.play.saved.database import COLUMNS, Database
from nonet.play.saved.record import game_to_json
from nonet.play.saved.rows import GameRow, UnreadableRow, game_of, move_text, result_of
from nonet.play.saved.statistics import Result, result_now
from nonet.play.session import Aids, Session
from nonet.play.settings import Settings
from nonet.play.state import Status


def board_in_setup(board: str) -> str:
    """What the setup of every game on a board contains: it is JSON as we write it."""
    return f'"board": {json.dumps(board)}'


class Tables(Database):
    """The open file. It knows sessions only as values to write; `Store` opens and begins them."""

    def __init__(self, path: str | Path | None = None, *, today: Callable[[], date] = date.today) -> None:
        super().__init__(path)
        self._today = today

    # -- games -----------------------------------------------------------------------------------------------

    def insert(self, game: Game) -> None:
        """Adds a game without moves, at revision 0."""
        setup = game_to_json(game)
        check("game", len(json.dumps(setup.get("rules", ""))))
        with self.transaction() as db:
            if self.has(game.id):
                raise PlayError("there is already a saved game with this id", where="id")
            db.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, 0, 0, 'playing', ?, 0, 0, 0, 0, ?, ?)",
                (
                    game.id,
                    json.dumps(setup),
                    game.source,
                    None if game.solution is None else game.solution.symbols,
                    seen_at_first(game.puzzle).givens.symbols,
                    game.created,
                    now(),
                ),
            )

    def save(self, session: Session, revision: int, *, result: bool = True) -> int:
        """Writes what has changed since `revision`, in one transaction; the new revision."""
        game, state, aids = session.game, session.state, session.aids
        with self.transaction() as db:
            row = db.execute("SELECT revision FROM games WHERE id = ?", (game.id,)).fetchone()
            if row is None:
                raise PlayError("this game was deleted", where="id")
            if row["revision"] != revision:
                raise StaleGame("another process has played this game meanwhile")
            self._write_moves(db, game.id, session.moves)
            db.execute(
                "UPDATE games SET cursor = ?, seconds = max(seconds, ?), status = ?, cells = ?, hints = ?, "
                "checks = ?, reveals = ?, changed = ?, revision = revision + 1 WHERE id = ?",
                (
                    *(session.cursor, session.seconds, state.status.value, state.values.symbols),
                    *(aids.hints, aids.checks, aids.reveals, now(), game.id),
                ),
            )
            if result and game.counts and state.status is not Status.PLAYING:
                self.save_result(result_now(session, day=self._today(), finished=now()))
        return revision + 1

    def _write_moves(self, db: sqlite3.Connection, game: str, moves: tuple[Move, ...]) -> None:
        """Writes only what differs: a new move is one row, and the moves that it replaced are deleted."""
        last = db.execute("SELECT max(number) FROM moves WHERE game = ?", (game,)).fetchone()[0]
        kept = 0 if last is None else int(last) + 1
        same = min(kept, len(moves))
        while same:
            row = db.execute(
                "SELECT move FROM moves WHERE game = ? AND number = ?", (game, same - 1)
            ).fetchone()
            if row is not None and row["move"] == move_text(moves[same - 1]):
                break
            same -= 1
        if same < kept:
            db.execute("DELETE FROM moves WHERE game = ? AND number >= ?", (game, same))
        for number in range(same, len(moves)):
            db.execute("INSERT INTO moves VALUES (?, ?, ?)", (game, number, move_text(moves[number])))

    def save_seconds(self, game: str, seconds: float) -> None:
        """Writes the clock alone; it never goes back."""
        with self.transaction() as db:
            db.execute("UPDATE games SET seconds = max(seconds, ?) WHERE id = ?", (seconds, game))

    def save_aids(self, game: str, aids: Aids) -> None:
        """Writes how often the player was helped, as a new revision; the counts never go back."""
        with self.transaction() as db:
            db.execute(
                "UPDATE games SET hints = max(hints, ?), checks = max(checks, ?), reveals = max(reveals, ?), "
                "revision = revision + 1 WHERE id = ?",
                (aids.hints, aids.checks, aids.reveals, game),
            )

    def load(self, game: str, *, known: Sequence[Move] = ()) -> GameRow:
        """A saved game, all its values checked. Damaged: an UnreadableGame; not there: a PlayError. Those of the
        `known` moves that are still the same are not read again.
        """
        with self._lock:
            rows = self.table("games", "WHERE id = ?", game)
            moves = self.table("moves", "WHERE game = ? ORDER BY number", game)
        if not rows:
            raise PlayError(f"there is no saved game {game!r:.40}", where="id")
        try:
            return game_of(rows[0], moves, known=known)
        except UnreadableRow as error:
            raise UnreadableGame(f"the saved game {game} cannot be read: {error}") from error

    def revision_and_seconds(self, game: str) -> tuple[int, float] | None:
        """How often the game was written, and the seconds played; None if there is no such game."""
        rows = self.rows("SELECT revision, seconds FROM games WHERE id = ?", game)
        if not rows:
            return None
        revision, seconds = rows[0]
        return _whole(revision), seconds if isinstance(seconds, float) else 0.0

    def rowid(self, game: str) -> int:
        return int(self.rows("SELECT rowid FROM games WHERE id = ?", game)[0][0])

    def has(self, game: str) -> bool:
        return bool(self.rows("SELECT 1 FROM games WHERE id = ?", game))

    def delete(self, game: str) -> None:
        """Forgets a game; its result stays."""
        with self.transaction() as db:
            db.execute("DELETE FROM games WHERE id = ?", (game,))

    def daily(self, day: date, board: str = "9x9") -> str | None:
        """The id of the game that was started with the puzzle of that day."""
        found = self.days(day.isoformat(), board).get(day.isoformat())
        return None if found is None else found[0]

    def days(self, month: str, board: str = "9x9") -> dict[str, tuple[str, str, float]]:
        """The games of the days of a month like 2026-11: by date the id, the status and the seconds."""
        rows = self.rows(
            "SELECT id, source, status, seconds FROM games WHERE source LIKE ? AND instr(setup, ?) "
            "ORDER BY created DESC",
            f"daily {month}%",
            board_in_setup(board),
        )
        return {str(row["source"])[6:]: (str(row["id"]), str(row["status"]), row["seconds"]) for row in rows}

    # -- settings --------------------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """The player's settings; what cannot be read has its default."""
        found = {}
        for row in self.rows("SELECT name, value FROM settings"):
            try:
                found[row["name"]] = json.loads(row["value"])
            except (ValueError, TypeError, RecursionError):
                continue
        return Settings.from_json(found)

    def save_settings(self, settings: Settings) -> None:
        with self.transaction() as db:
            for name, value in settings.to_json().items():
                db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, json.dumps(value)))

    # -- results ---------------------------------------------------------------------------------------------

    def save_result(self, result: Result) -> None:
        """Counts the end of a game, once: a second result of the same game changes nothing."""
        values = {**asdict(result), "day": result.day.isoformat()}
        columns = COLUMNS["results"].split()
        with self.transaction() as db:
            db.execute(
                f"INSERT OR IGNORE INTO results VALUES ({', '.join('?' * len(columns))})",
                [values[name] for name in columns],
            )

    def result(self, game: str) -> Result | None:
        """How a game ended; None if it has not, or the row cannot be read."""
        try:
            return next(map(result_of, self.table("results", "WHERE game = ?", game)), None)
        except UnreadableRow:
            return None

    def results(self) -> tuple[Result, ...]:
        """How every game ended, in order; rows that cannot be read are left out."""
        found = []
        for row in self.table("results", "ORDER BY finished, rowid"):
            try:
                found.append(result_of(row))
            except UnreadableRow:
                continue
        return tuple(found)

    def is_best(self, game: Game, seconds: float) -> bool:
        """Whether no earlier game on this board and level was finished as quickly without help."""
        rows = self.rows(
            "SELECT min(seconds) AS best FROM results WHERE board = ? AND level = ? AND status = 'finished' "
            "AND hints = 0 AND checks = 0 AND reveals = 0 AND game <> ?",
            *(game.board, game.level or "", game.id),
        )
        best = rows[0]["best"]
        return not isinstance(best, int | float) or seconds < best

    # -- queues ----------------------------------------------------------------------------------------------

    def last_action(self, game: str, client: str) -> int:
        """The number of the last action that was taken from a page's queue; 0 at first."""
        rows = self.rows("SELECT last FROM queues WHERE game = ? AND client = ?", game, client)
        return _whole(rows[0]["last"]) if rows else 0

    def save_last_action(self, game: str, client: str, last: int) -> None:
        with self.transaction() as db:
            db.execute("INSERT OR REPLACE INTO queues VALUES (?, ?, ?)", (game, client, last))


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value >= 0 else 0
