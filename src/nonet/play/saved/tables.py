"""Reading and writing the rows of the store.

    games       the puzzle, cursor, seconds and aids of each game; `revision` counts how often it was written, and the
                rowid, the time it was begun, tells it from a deleted game whose id it has
    moves       the history, one row per move
    results     how each game ended, once
    settings    one row per player and setting, and whatever else is known of a player, as JSON
    queues      for each game and page, the number of the last action taken from the page's queue

Every move is one transaction in a write-ahead log: a process may be killed at any time, and the move in flight is
there or it is not. Several processes may use the file at once; where two play the same game, the second gets a
`StaleGame` and takes over what the first has done.

Games, results and settings belong to a player. The first one is ''; a household has more (`faces.web.household`).
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import asdict
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple, Self

from nonet.limits import check
from nonet.play.errors import PlayError, StaleGame, UnreadableGame
from nonet.play.fog import seen_at_first
from nonet.play.game import Game, now, time_before
from nonet.play.moves import Move
from nonet.play.saved.database import COLUMNS, MOST_PLAYERS, Database
from nonet.play.saved.record import game_to_json
from nonet.play.saved.rows import GameRow, UnreadableRow, game_of, move_text, result_of
from nonet.play.saved.statistics import Result, result_now
from nonet.play.session import Aids, Session
from nonet.play.settings import Settings
from nonet.play.state import Status

TOUCHED = "(hints > 0 OR EXISTS (SELECT 1 FROM moves WHERE moves.game = games.id))"
UNUSED_FOR = timedelta(hours=1)
"""Then a player who has set, played and solved nothing makes way for a new one, if there are too many."""


class StartedGame(NamedTuple):
    """A game that was started from something that others have, too: a puzzle of the day, or of a pack."""

    id: str
    status: str
    seconds: float


class Version(NamedTuple):
    """Which row of `games` is meant, and how often it was written."""

    row: int
    revision: int


UNSAVED = Version(0, 0)


def board_in_setup(board: str) -> str:
    """What the setup of every game on a board contains: it is JSON as we write it."""
    return f'"board": {json.dumps(board)}'


class Tables(Database):
    """The open file, as one player sees it. It knows sessions only as values to write; `Store` opens them."""

    player = speaker = ""

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        today: Callable[[], date] = date.today,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(path)
        self._today = today
        self.clock = clock
        """That of the sessions."""

    def as_player(self, player: str, speaker: str | None = None) -> Self:
        """The same open file, for another player: nobody sees or changes what belongs to others. Where the player is a
        room of several, `speaker` is the one of them whose settings are used, unless the room has its own.
        """
        found = copy(self)
        found.player = player
        found.speaker = player if speaker is None else speaker
        return found

    def forget_player(self, player: str) -> None:
        """Deletes the games and settings of a player; the results stay."""
        with self.transaction() as db:
            for table in ("games", "settings"):
                db.execute(f"DELETE FROM {table} WHERE player = ?", (player,))

    # -- games -----------------------------------------------------------------------------------------------

    def insert(self, game: Game) -> Version:
        """Adds a game without moves, at revision 0."""
        setup = game_to_json(game)
        check("game", len(json.dumps(setup.get("rules", ""))))
        with self.transaction() as db:
            if self.is_taken(game.id):
                raise PlayError("there is already a saved game with this id", where="id")
            self._admit(db)
            row = time.time_ns() // 1000
            while self.rows("SELECT 1 FROM games WHERE rowid = ?", row):  # the clocks of browsers are coarse
                row += 1
            db.execute(
                f"INSERT INTO games (rowid, {', '.join(COLUMNS['games'].split())}) "
                "VALUES (?, ?, ?, ?, ?, 0, 0, 'playing', ?, 0, 0, 0, 0, ?, ?, ?)",
                (
                    row,
                    game.id,
                    json.dumps(setup),
                    game.source,
                    None if game.solution is None else game.solution.symbols,
                    seen_at_first(game.puzzle).givens.symbols,
                    game.created,
                    now(),
                    self.player,
                ),
            )
        return Version(row, revision=0)

    def _admit(self, db: sqlite3.Connection) -> None:
        """Notes that there is something of this player; refused where there are too many players already."""
        if self.player and not self.rows("SELECT 1 FROM settings WHERE player = ?", self.player):
            kind = "player GLOB 'room-*'"
            query = f"SELECT count(DISTINCT player) FROM settings WHERE ({kind}) = (? GLOB 'room-*')"
            (players,) = self.rows(query, self.player)
            if players[0] >= MOST_PLAYERS and not self._makes_way():
                raise PlayError(f"there are {MOST_PLAYERS} players already, and no more can be kept")
            db.execute("INSERT INTO settings VALUES (?, 'since', ?)", (self.player, json.dumps(now())))

    def _makes_way(self) -> bool:
        """Forgets the oldest of the unused players; false if there is none."""
        unused = self.rows(
            "SELECT player FROM settings WHERE player NOT GLOB 'room-*' GROUP BY player "
            "HAVING count(*) = 1 AND max(name) = 'since' AND max(value) < ? "
            f"AND player NOT IN (SELECT player FROM games WHERE {TOUCHED}) "
            "AND player NOT IN (SELECT player FROM results) ORDER BY max(value) LIMIT 1",
            json.dumps(time_before(UNUSED_FOR)),
        )
        for (player,) in unused:
            self.forget_player(player)
        return bool(unused)

    def save(
        self, session: Session, version: Version, *, known: Sequence[Move] = (), result: bool = True
    ) -> Version:
        """Writes what has changed since a version, in one transaction; the new version. At the old one the moves were
        the `known` ones.
        """
        game, state, aids = session.game, session.state, session.aids
        with self.transaction() as db:
            found = self.version(game.id)
            if found is None or found.row != version.row:
                raise PlayError("this game was deleted", where="id")
            if found != version:
                raise StaleGame("another process has played this game meanwhile")
            self._write_moves(db, game.id, session.moves, known)
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
        return Version(version.row, version.revision + 1)

    def _write_moves(
        self, db: sqlite3.Connection, game: str, moves: Sequence[Move], known: Sequence[Move]
    ) -> None:
        """Writes only what differs: a new move is one row, and the moves that it replaced are deleted."""
        same = 0
        while same < min(len(moves), len(known)) and moves[same] is known[same]:
            same += 1
        if same < len(known):
            db.execute("DELETE FROM moves WHERE game = ? AND number >= ?", (game, same))
        for number in range(same, len(moves)):
            db.execute("INSERT INTO moves VALUES (?, ?, ?)", (game, number, move_text(moves[number])))

    def save_seconds(self, row: int, seconds: float) -> None:
        """Writes the clock of a row of `games` alone; it never goes back, and stands when the game is over."""
        with self.transaction() as db:
            db.execute(
                "UPDATE games SET seconds = max(seconds, ?) WHERE rowid = ? AND status = 'playing'",
                (seconds, row),
            )

    def save_aids(self, row: int, aids: Aids) -> None:
        """Writes how often the player was helped, as a new revision of a row; the counts never go back."""
        with self.transaction() as db:
            db.execute(
                "UPDATE games SET hints = max(hints, ?), checks = max(checks, ?), reveals = max(reveals, ?), "
                "revision = revision + 1 WHERE rowid = ?",
                (aids.hints, aids.checks, aids.reveals, row),
            )

    def load(self, game: str, *, known: Sequence[Move] = ()) -> GameRow:
        """A saved game, all its values checked. Damaged: an UnreadableGame; not there: a PlayError. Those of the
        `known` moves that are still the same are not read again.
        """
        with self._lock:
            rows = self.table("games", "WHERE id = ? AND player = ?", game, self.player)
            moves = self.table("moves", "WHERE game = ? ORDER BY number", game)
        if not rows:
            raise PlayError(f"there is no saved game {game!r:.40}", where="id")
        try:
            return game_of(rows[0], moves, known=known)
        except UnreadableRow as error:
            raise UnreadableGame(f"the saved game {game} cannot be read: {error}") from error

    def version(self, game: str) -> Version | None:
        """None if there is no such game."""
        rows = self.rows("SELECT rowid, revision FROM games WHERE id = ? AND player = ?", game, self.player)
        return Version(rows[0][0], _whole(rows[0][1])) if rows else None

    def seconds(self, game: str) -> float:
        """The seconds played, as they were written last."""
        rows = self.rows("SELECT seconds FROM games WHERE id = ?", game)
        return rows[0][0] if rows and isinstance(rows[0][0], float) else 0.0

    def changed(self, game: str) -> str:
        """When a game was last played, as games store a time; "" if that cannot be read."""
        rows = self.rows("SELECT changed FROM games WHERE id = ? AND player = ?", game, self.player)
        return rows[0][0] if rows and isinstance(rows[0][0], str) else ""

    def has(self, game: str) -> bool:
        return bool(self.rows("SELECT 1 FROM games WHERE id = ? AND player = ?", game, self.player))

    def is_taken(self, game: str) -> bool:
        """Whether any player has a game with this id."""
        return bool(self.rows("SELECT 1 FROM games WHERE id = ?", game))

    def delete(self, game: str) -> None:
        """Forgets a game; its result stays."""
        with self.transaction() as db:
            db.execute("DELETE FROM games WHERE id = ? AND player = ?", (game, self.player))

    def daily(self, day: date, board: str = "9x9") -> str | None:
        """The id of the game that was started with the puzzle of that day."""
        found = self.days(day.isoformat(), board).get(day.isoformat())
        return None if found is None else found[0]

    def days(self, month: str, board: str = "9x9") -> dict[str, StartedGame]:
        """The games of the days of a month like 2026-11, by date."""
        found = self.started(f"daily {month}", board_in_setup(board))
        return {source[6:]: game for source, game in found.items()}

    def started(self, source: str, in_setup: str = "") -> dict[str, StartedGame]:
        """The games whose source begins like this, by source; the first of several."""
        rows = self.rows(
            "SELECT id, source, status, seconds FROM games WHERE source LIKE ? AND player = ? AND instr(setup, ?) "
            "ORDER BY created DESC",
            *(f"{source}%", self.player, in_setup),
        )
        return {
            str(row["source"]): StartedGame(str(row["id"]), str(row["status"]), row["seconds"])
            for row in rows
        }

    # -- settings --------------------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """The player's settings; what cannot be read has its default."""
        query = (
            "SELECT name, value FROM settings WHERE player IN (?, ?) AND name NOT GLOB '* *' "  # packs are large
            "ORDER BY player = ?"
        )
        rows = self.rows(query, self.speaker, self.player, self.player)
        return Settings.from_json({row["name"]: _json(row["value"]) for row in rows})

    def save_settings(self, settings: Settings) -> None:
        self.keep(settings.to_json())

    def kept(self, name: str) -> Any:
        """Something else that is known of the player; None if it is not, or cannot be read."""
        rows = self.rows("SELECT value FROM settings WHERE player = ? AND name = ?", self.player, name)
        return _json(rows[0]["value"]) if rows else None

    def kept_like(self, pattern: str) -> dict[str, Any]:
        """The same for all names that fit a pattern of GLOB."""
        query = "SELECT name, value FROM settings WHERE player = ? AND name GLOB ? ORDER BY name"
        return {row["name"]: _json(row["value"]) for row in self.rows(query, self.player, pattern)}

    def kept_sizes(self, pattern: str) -> dict[str, int]:
        """How many characters there are of each."""
        query = "SELECT name, length(value) FROM settings WHERE player = ? AND name GLOB ?"
        return {row["name"]: _whole(row[1]) for row in self.rows(query, self.player, pattern)}

    def keep(self, values: Mapping[str, Any]) -> None:
        """Writes settings, or what `kept` returns, by name; None forgets it."""
        with self.transaction() as db:
            self._admit(db)
            for name, value in values.items():
                if value is None:
                    db.execute("DELETE FROM settings WHERE player = ? AND name = ?", (self.player, name))
                    continue
                row = (self.player, name, json.dumps(value))
                db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", row)

    # -- results ---------------------------------------------------------------------------------------------

    def save_result(self, result: Result) -> None:
        """Counts the end of a game, once: a second result of the same game changes nothing."""
        values = {**asdict(result), "day": result.day.isoformat(), "player": self.player}
        columns = COLUMNS["results"].split()
        with self.transaction() as db:
            db.execute(
                f"INSERT OR IGNORE INTO results VALUES ({', '.join('?' * len(columns))})",
                [values[name] for name in columns],
            )

    def result(self, game: str) -> Result | None:
        """How a game ended; None if it has not, or the row cannot be read."""
        try:
            rows = self.table("results", "WHERE game = ? AND player = ?", game, self.player)
            return next(map(result_of, rows), None)
        except UnreadableRow:
            return None

    def results(self) -> tuple[Result, ...]:
        """How every game of the player ended, in order; rows that cannot be read are left out."""
        found = []
        for row in self.table("results", "WHERE player = ? ORDER BY finished, rowid", self.player):
            try:
                found.append(result_of(row))
            except UnreadableRow:
                continue
        return tuple(found)

    def is_best(self, game: Game, seconds: float) -> bool:
        """Whether there are times on this board and level, and none without help that is as short."""
        rows = self.rows(
            "SELECT count(*) AS times, min(CASE WHEN hints = 0 AND checks = 0 THEN seconds END) AS best FROM results "
            "WHERE board = ? AND level = ? AND status = 'finished' AND reveals = 0 AND game <> ? AND player = ?",
            *(game.board, game.level or "", game.id, self.player),
        )
        best = rows[0]["best"]
        return rows[0]["times"] != 0 and (not isinstance(best, int | float) or seconds < best)

    # -- queues ----------------------------------------------------------------------------------------------

    def last_action(self, game: str, client: str) -> int:
        """The number of the last action that was taken from a page's queue; 0 at first."""
        rows = self.rows("SELECT last FROM queues WHERE game = ? AND client = ?", game, client)
        return _whole(rows[0]["last"]) if rows else 0

    def save_last_action(self, game: str, client: str, last: int) -> None:
        with self.transaction() as db:
            db.execute("INSERT OR REPLACE INTO queues VALUES (?, ?, ?)", (game, client, last))


def _json(text: object) -> Any:
    try:
        return json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value >= 0 else 0
