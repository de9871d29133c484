"""Checking a whole store, and repairing a damaged one.

`check` only reads. `repair` copies the file first; then it sets the games aside that cannot be read and, where the
file itself is damaged, builds a new one from every row that can still be read.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from nonet.play.errors import NewerStore, StoreError
from nonet.play.game import now
from nonet.play.saved.database import COLUMNS, Database, Row, data_path
from nonet.play.saved.rows import UnreadableRow, game_of, result_of
from nonet.play.saved.salvage import (
    SetAside,
    copy_damaged,
    prepare_set_aside,
    salvaged_rows,
    set_aside,
    set_aside_games,
    until_error,
)

__all__ = ["Report", "check", "repair"]

MOST_FAULTS = 20
"""Faults of the file that are listed."""


@dataclass(frozen=True)
class Report:
    """What a check found. `file_faults` concern the file itself; `unreadable` maps the rowid of a game to its id
    and the reason; `games` and `results` count what can be read.
    """

    path: Path
    file_faults: tuple[str, ...] = ()
    unreadable: dict[int, tuple[str, str]] = field(default_factory=dict)
    games: int = 0
    results: int = 0
    lost_results: int = 0
    set_aside: tuple[SetAside, ...] = ()

    @property
    def is_good(self) -> bool:
        return not (self.file_faults or self.unreadable or self.lost_results)


def check(path: Path | None = None) -> Report:
    """Reads every game with all its moves, every result, and sqlite's own check of the file. Nothing is changed."""
    path = path or data_path()
    if not path.exists():
        return Report(path)
    try:
        database = Database(path, read_only=True)
    except NewerStore:
        raise
    except StoreError as error:
        return Report(path, (error.reason,))
    with database:
        return _checked(database)


def _checked(database: Database) -> Report:
    unreadable, games = {}, 0
    for row in salvaged_rows(database, "games"):
        try:
            game_of(row, _moves_of(database, row["id"]))
            games += 1
        except UnreadableRow as error:
            unreadable[row["rowid"]] = (str(row["id"]), str(error))
    results = lost = 0
    for row in salvaged_rows(database, "results"):
        try:
            result_of(row)
            results += 1
        except UnreadableRow:
            lost += 1
    return Report(
        database.path, _file_faults(database), unreadable, games, results, lost, set_aside_games(database)
    )


def _moves_of(database: Database, game: object) -> list[Row]:
    return list(until_error(database, "moves", "WHERE game = ? ORDER BY number", game))


def _file_faults(database: Database) -> tuple[str, ...]:
    try:
        rows = database.rows(f"PRAGMA integrity_check({MOST_FAULTS})")
    except StoreError as error:
        return (error.reason,)
    found = [line for row in rows for line in str(row[0]).splitlines() if line != "ok"]
    for table, columns in COLUMNS.items():
        names = [row["name"] for row in database.rows(f"PRAGMA table_info({table})")]
        if names != columns.split():
            found.append(f"the table {table} has other columns than it should")
    return tuple(found)


def repair(path: Path | None = None) -> tuple[Report, Path | None]:
    """Repairs what `check` finds: the report afterwards, and the copy that was made before, if there was anything
    to do.
    """
    path = path or data_path()
    before = check(path)
    if before.is_good:
        return before, None
    if not before.file_faults and not before.lost_results:
        with Database(path) as database:
            reasons = {row: reason for row, (_, reason) in before.unreadable.items()}
            if copy := set_aside(database, reasons):
                return check(path), copy
    try:
        copy = copy_damaged(path)
        _rebuild(path)
    except OSError as error:
        raise StoreError(f"cannot repair {path}: {error.strerror or error}") from error
    return check(path), copy


def _rebuild(path: Path) -> None:
    """Puts a new file, of all rows that can be read, in the place of the damaged one."""
    fresh = path.with_name(f"{path.name}.rebuilt")
    fresh.unlink(missing_ok=True)
    with Database(fresh) as new:
        with suppress(StoreError), Database(path, read_only=True) as old:
            _copy_rows(old, new)
        # A snapshot without a write-ahead log: the file alone is the whole store.
        new.rows("PRAGMA journal_mode = DELETE")
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    os.replace(fresh, path)


def _copy_rows(old: Database, new: Database) -> None:
    with new.transaction() as db:
        for row in salvaged_rows(old, "settings"):
            _insert(db, "settings", row)
        for row in salvaged_rows(old, "results"):
            with suppress(UnreadableRow):
                result_of(row)
                _insert(db, "results", row)
        for row in salvaged_rows(old, "games"):
            moves = _moves_of(old, row["id"])
            try:
                game_of(row, moves)
            except UnreadableRow as error:
                prepare_set_aside(db)
                _insert(db, "damaged_games", {**row, "reason": str(error), "found": now()})
                for move in moves:
                    _insert(db, "damaged_moves", move)
                continue
            _insert(db, "games", row)
            for move in moves:
                _insert(db, "moves", {**move, "game": row["id"]})
            for queue in until_error(old, "queues", "WHERE game = ?", row["id"]):
                _insert(db, "queues", {**queue, "game": row["id"]})
        _copy_set_aside(old, db)


def _copy_set_aside(old: Database, db: sqlite3.Connection) -> None:
    if set_aside_games(old):
        prepare_set_aside(db)
        for table in ("damaged_games", "damaged_moves"):
            with suppress(StoreError):
                for row in old.rows(f"SELECT * FROM {table}"):
                    _insert(db, table, dict(zip(row.keys(), row, strict=True)))


def _insert(db: sqlite3.Connection, table: str, row: Row) -> None:
    values = [value for name, value in row.items() if name != "rowid"]
    with suppress(sqlite3.IntegrityError):  # the row is in the damaged file twice, or lacks a value
        db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
