"""The store of saved games: begins, opens and lists them. One sqlite file on this machine; nothing ever leaves it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Unpack

from nonet.arguments import clear_type_errors
from nonet.play.errors import StoreError, UnreadableGame
from nonet.play.game import ELSEWHERE, Game, now, time_before
from nonet.play.saved.database import Row
from nonet.play.saved.rows import Saved, UnreadableRow, rules_size, saved_of
from nonet.play.saved.salvage import SetAside, salvaged, set_aside, set_aside_games
from nonet.play.saved.session import SavedSession
from nonet.play.saved.statistics import Result
from nonet.play.saved.tables import TOUCHED, Tables, Version, board_in_setup
from nonet.play.session import OpeningOptions, Session, SessionOptions
from nonet.puzzle import Puzzle

_PLAYING = {True: "status = 'playing'", False: "status <> 'playing'"}
MOST_RULES = 250_000
MOST_RULES_EACH = 20_000
"""Characters of rules, as they are saved, that a list of games reads, of all games and of one."""
UNTOUCHED_FOR = timedelta(days=1)
"""How long a game without a move is kept."""
LAST_UNTOUCHED = 20
"""So many of a player's games without a move are kept longer: a page or a terminal may still have one open."""


@clear_type_errors
class Store(Tables):
    """The file of saved games; `path` ":memory:" keeps nothing.

    A game that cannot be read is set aside with its bytes (`set_aside_games` names it), and the others can be played.

    >>> from nonet.formats import parse
    >>> from nonet.play.actions import Place
    >>> with Store(":memory:") as store:
    ...     session = store.new(Game.of(parse("0130430202030000")))
    ...     session.play(Place((0,), 2)).state.values[0]
    ...     store.session(session.game.id).state.values[0]
    2
    2
    """

    damage: StoreError | None = None
    """Set by `games` when parts of the file could not be read."""

    def new(
        self, game: Game, *, alongside: Callable[[], None] = lambda: None, **options: Unpack[SessionOptions]
    ) -> SavedSession:
        """A new game, saved at once; options as for Session. One that is over already never counts in the statistics:
        it was played elsewhere, maybe by someone else. `alongside` as for `SavedSession.play`.
        """
        session = self._unsaved(game, options)
        if session.is_over:
            session = self._unsaved(replace(game, source=ELSEWHERE), options)
        with self.transaction():
            alongside()
            self._drop_untouched()
            self._insert(session)
        return session

    def _unsaved(self, game: Game, options: SessionOptions) -> SavedSession:
        options.setdefault("settings", self.settings())
        options.setdefault("clock", self.clock)
        return SavedSession(game, tables=self, **options)

    def _insert(self, session: SavedSession) -> None:
        with self.transaction():
            session.version = self.insert(session.game)
            session.save(result=False)

    def add(self, session: Session, result: Result | None = None, changed: str = "") -> SavedSession:
        """Saves a session that the player has played in another store; `result` says how it ended there, for the
        statistics, `changed` when it was last played. The clock of what is returned does not run.
        """
        added = self._unsaved(session.game, {**session.played, "clock": lambda: 0.0})
        with self.transaction() as db:
            self._insert(added)
            if result is not None:
                self.save_result(result)
            if changed:
                db.execute("UPDATE games SET changed = ? WHERE id = ?", (changed, added.game.id))
        return added

    def session(self, game: str, **options: Unpack[OpeningOptions]) -> SavedSession:
        """Opens a saved game; options as for Session. One that cannot be read is set aside."""
        try:
            kept = self.load(game)
        except UnreadableGame as error:
            if (version := self.version(game)) is not None:
                set_aside(self, {version.row: error.reason})
            raise
        options.setdefault("settings", self.settings())
        options.setdefault("clock", self.clock)
        return SavedSession(
            kept.game,
            tables=self,
            version=Version(kept.rowid, kept.revision),
            moves=kept.moves,
            cursor=kept.cursor,
            seconds=kept.seconds,
            aids=kept.aids,
            **options,
        )

    def stopped_session(self, game: str) -> SavedSession:
        """A saved game to read, not to play: its clock does not run."""
        return self.session(game, clock=lambda: 0.0)

    def _drop_untouched(self) -> None:
        """Deletes games that were started a while ago and never played, but not the player's last ones; those of rooms
        wait for whoever comes.
        """
        latest = "row_number() OVER (PARTITION BY player ORDER BY changed DESC, rowid DESC)"
        untouched = f"status = 'playing' AND player NOT GLOB 'room-*' AND NOT {TOUCHED}"
        with self.transaction() as db:
            db.execute(
                "DELETE FROM games WHERE rowid IN (SELECT game FROM "
                f"(SELECT rowid AS game, changed, {latest} AS number FROM games WHERE {untouched}) "
                "WHERE number > ? AND changed < ?)",
                (LAST_UNTOUCHED, time_before(UNTOUCHED_FOR)),
            )

    def shared(self, puzzle: Puzzle) -> str | None:
        """The id of the game that was started from a link to this puzzle, if there is one."""
        givens = f'"givens": {json.dumps(puzzle.givens.symbols)}'
        condition = "WHERE source = 'shared' AND instr(setup, ?) AND player = ? ORDER BY changed DESC"
        rows = self.table("games", condition, givens, self.player)
        return next((saved.id for saved in _readable(rows) if saved.puzzle == puzzle), None)

    def count(self, *, playing: bool | None = None, board: str | None = None, touched: bool = False) -> int:
        """How many games are saved; arguments as for `games`."""
        where, values = self._where(playing, board, touched)
        return int(self.rows(f"SELECT count(*) AS games FROM games {where}", *values)[0]["games"])

    def games(
        self,
        *,
        limit: int = 100,
        playing: bool | None = None,
        board: str | None = None,
        touched: bool = False,
    ) -> tuple[Saved, ...]:
        """The saved games, the most recent first; `playing`: only those that are not over, or only those that
        are; `board`: only those on it; `touched`: only those with a move or a hint. A list has only so many
        rules (`MOST_RULES`); other games come without theirs.
        """
        where, values = self._where(playing, board, touched)
        self._forget_the_future()
        while True:
            try:
                order = "ORDER BY changed DESC, rowid DESC LIMIT ?"
                rows = self.table("games", f"{where} {order}", *values, limit)
            except StoreError as error:
                self.damage = error
                return self._salvaged(limit, playing, board)
            found, unreadable, read = [], {}, 0
            for row in rows:
                size = rules_size(row)
                has_rules = size <= min(MOST_RULES_EACH, MOST_RULES - read)
                read += size * has_rules
                try:
                    found.append(saved_of(row, has_rules=has_rules))
                except UnreadableRow as error:
                    unreadable[row["rowid"]] = str(error)
            if not unreadable or not set_aside(self, unreadable):
                return tuple(found)

    def _forget_the_future(self) -> None:
        """A game saved while the clock was wrong counts as played now, so that later games come before it."""
        moment = now()
        try:
            if self.rows("SELECT 1 FROM games WHERE changed > ? LIMIT 1", moment):
                with self.transaction() as db:
                    db.execute("UPDATE games SET changed = ? WHERE changed > ?", (moment, moment))
        except StoreError:
            return  # the order is not worth failing for

    def _salvaged(self, limit: int, playing: bool | None, board: str | None) -> tuple[Saved, ...]:
        fitting = (
            saved
            for saved in _readable(salvaged(self.snapshot()).rows["games"])
            if playing in (None, saved.status == "playing") and board in (None, saved.board)
            if saved.player == self.player
        )
        return tuple(sorted(fitting, key=lambda saved: saved.changed, reverse=True)[:limit])

    def _where(self, playing: bool | None, board: str | None, touched: bool) -> tuple[str, tuple[str, ...]]:
        """The condition of a query, and its values."""
        parts = ["player = ?"] + ([_PLAYING[playing]] if playing is not None else [])
        if touched:
            parts.append(TOUCHED)
        if board is not None:
            parts.append("instr(setup, ?)")
        values = () if board is None else (board_in_setup(board),)
        return f"WHERE {' AND '.join(parts)}", (self.player, *values)

    def set_aside_games(self) -> tuple[SetAside, ...]:
        """The player's games that could not be read; their bytes are kept."""
        return set_aside_games(self, self.player)


def _readable(rows: Iterable[Row]) -> Iterator[Saved]:
    """The games of rows, without those that cannot be read."""
    for row in rows:
        with suppress(UnreadableRow):
            yield saved_of(row)
