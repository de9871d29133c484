"""Checking a whole store, and repairing a damaged one.

`check` only reads: the rows are found by a search of the pages, and sqlite must find the same. `repair` copies the file
first; then it builds a new one from every row that was found, with the games set aside that cannot be read.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from nonet.play.errors import NewerStore, StoreError, UnwritableStore
from nonet.play.game import now
from nonet.play.saved.database import (
    COLUMNS,
    LOGS,
    VERSION,
    Database,
    Row,
    Snapshot,
    data_path,
    is_there,
    read_snapshot,
    update,
)
from nonet.play.saved.rows import UnreadableRow, game_of, result_of
from nonet.play.saved.salvage import (
    Contents,
    SetAside,
    copy_damaged,
    prepare_set_aside,
    removed_on_failure,
    salvaged,
)

MOST_FAULTS = 20
"""Faults of the file that are listed."""

MOST_LOOKS = 20
"""How often a file is read that another process writes to each time."""


WRITABLE = (b"\1\1", b"\2\2")
"""Versions of the format to write and to read, without and with a write-ahead log; sqlite only reads newer ones."""

_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema"

SHARED_BYTES, SHARED_LENGTH = 0x40000002, 510
"""The bytes that sqlite locks while a file is open."""


@dataclass(frozen=True)
class Report:
    """What a check found. `file_faults` concern the file itself; `unreadable` are the ids of damaged games with the
    reason; `lost` are the ids of games of which there are only traces; `games` and `results` count what can be read.
    """

    path: Path
    file_faults: tuple[str, ...] = ()
    unreadable: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()
    games: int = 0
    results: int = 0
    lost_results: int = 0
    set_aside: tuple[SetAside, ...] = ()

    @property
    def is_good(self) -> bool:
        return not self.file_faults and self.can_be_saved

    @property
    def can_be_saved(self) -> bool:
        """Whether a repair loses nothing, as far as can be known; not where no game at all is found."""
        none_found = bool(self.file_faults) and not self.games
        return not (self.unreadable or self.lost or self.lost_results or none_found)


def check(path: Path | None = None) -> Report:
    """Reads every game with all its moves, every result, and sqlite's own check of the file. Nothing is changed."""
    path = path or data_path()
    return _CheckedStore.of(path).report if _is_there(path) else Report(path)


def _is_there(path: Path) -> bool:
    try:
        return is_there(path)
    except OSError as error:
        raise UnwritableStore(error.strerror or str(error), where=f"cannot open {path}") from error


@dataclass(frozen=True)
class _CheckedStore:
    """A report, and what it is about."""

    report: Report
    contents: Contents
    snapshot: Snapshot

    @staticmethod
    def of(path: Path) -> _CheckedStore:
        try:
            with Database(path, read_only=True) as database:
                snapshot = _settled(database)
                contents = salvaged(snapshot)
                faults = _file_faults(database, contents, snapshot)
        except (NewerStore, UnwritableStore):
            raise
        except StoreError as error:
            try:
                with path.open("rb") as file:
                    snapshot = read_snapshot(path, file)
            except OSError:
                raise error from None
            contents = salvaged(snapshot)
            faults = (error.reason,)
        return _CheckedStore(_report(path, faults, contents), contents, snapshot)

    def readable(self) -> dict[object, tuple[Row, list[Row]]]:
        """The games that can be read, with their moves."""
        moves = self.contents.moves
        games = [row for row in self.contents.rows["games"] if _fault(row, self.contents) is None]
        return {row["id"]: (row, moves.get(row["id"], [])) for row in games}


def _settled(database: Database) -> Snapshot:
    """The bytes of the file as the connection sees it from now on, though other processes may be writing to it."""
    before = database.snapshot()
    for _ in range(MOST_LOOKS):
        with suppress(StoreError):
            database.rows("BEGIN")
            database.rows("SELECT 1 FROM sqlite_schema")  # from now on the log is not emptied
        after = database.snapshot()
        if after == before:
            break
        before = after
        with suppress(StoreError):
            database.rows("ROLLBACK")
    return before


def _report(path: Path, faults: tuple[str, ...], contents: Contents) -> Report:
    unreadable, results = [], 0
    for row in contents.rows["games"]:
        if reason := _fault(row, contents):
            unreadable.append((str(row["id"]), reason))
    for row in contents.rows["results"]:
        with suppress(UnreadableRow):
            result_of(row)
            results += 1
    return Report(
        path,
        faults,
        tuple(unreadable),
        contents.lost,
        len(contents.rows["games"]) - len(unreadable),
        results,
        len(contents.rows["results"]) - results,
        tuple(SetAside.of_row(row) for row in contents.rows["damaged_games"]),
    )


def _fault(game: Row, contents: Contents) -> str | None:
    try:
        game_of(game, contents.moves.get(game["id"], []))
    except UnreadableRow as error:
        return str(error)
    return None


def _file_faults(database: Database, contents: Contents, snapshot: Snapshot) -> tuple[str, ...]:
    try:
        (pages,) = database.rows("PRAGMA page_count")
        if pages[0] <= 1 and not _schema(database) and not any(contents.rows.values()):
            return ()  # it was created, and nothing has been written to it yet
        rows = database.rows(f"PRAGMA integrity_check({MOST_FAULTS})")
        faults = [line for row in rows for line in str(row[0]).splitlines() if line != "ok"]
        version = database.number("user_version")
        if _schema_of(version) - _schema(database):
            faults.append("the schema is damaged")
        if snapshot.data[18:20] not in WRITABLE or not 0 < version <= VERSION:
            faults.append("the header is damaged")
        moves = [move for game in contents.rows["games"] for move in contents.moves.get(game["id"], [])]
        for table, expected in {**contents.rows, "moves": moves}.items():
            if table in COLUMNS:
                (row,) = database.rows(f"SELECT count(*) FROM {table} NOT INDEXED")
                if row[0] != len(expected):
                    faults.append(f"the table {table} lists {row[0]} rows; the file has {len(expected)}")
    except UnwritableStore:
        raise
    except StoreError as error:
        return (error.reason,)
    return tuple(faults)


def _schema(database: Database) -> set[tuple[object, ...]]:
    return set(map(tuple, database.rows(_SCHEMA)))


def _schema_of(version: int) -> set[tuple[object, ...]]:
    """What a file of this version has; of this program's, if there is no such version."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        update(fresh, 0, version if 0 < version < VERSION else VERSION)
        return set(fresh.execute(_SCHEMA))


def repair(path: Path | None = None) -> tuple[Report, Path | None]:
    """Repairs what `check` finds: the report before, and the copy of the damaged file; None if there was nothing to
    do.
    """
    path = path or data_path()
    if not _is_there(path):
        return Report(path), None
    before = _CheckedStore.of(path)
    if before.report.is_good:
        return before.report, None
    fresh = path.with_name(f"{path.name}.rebuilt")
    try:
        with _alone(path) as file:
            if read_snapshot(path, file) != before.snapshot:
                raise StoreError(f"cannot repair {path}: it has changed meanwhile; try again")
            with removed_on_failure(fresh):
                _build(fresh, before.contents)
                rebuilt = _CheckedStore.of(fresh)
                if (
                    not rebuilt.report.is_good
                    or rebuilt.snapshot.log
                    or rebuilt.readable() != before.readable()
                ):
                    raise StoreError(f"cannot repair {path}: the new file is not complete")
                copy = copy_damaged(path, before.snapshot)
            for ending in LOGS:
                path.with_name(path.name + ending).unlink(missing_ok=True)
            os.replace(fresh, path)
    except UnwritableStore as error:
        raise UnwritableStore(error.reason, where=f"cannot repair {path}") from error
    except OSError as error:
        raise StoreError(f"cannot repair {path}: {error.strerror or error}") from error
    return replace(rebuilt.report, path=path), copy


@contextmanager
def _alone(path: Path) -> Iterator[BinaryIO]:
    """The file, locked. One that another process has open is refused: it would go on writing to the old file, and its
    moves be lost.

    Such a process holds a shared lock on these bytes, as sqlite's file format has them. Windows replaces no open file.
    """
    if sys.platform == "win32":
        with path.open("rb") as file:
            yield file
        return
    import fcntl

    with path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, SHARED_LENGTH, SHARED_BYTES)
        except OSError:
            raise StoreError(
                f"cannot repair {path}: another process has it open; close all games first"
            ) from None
        yield file


def _build(fresh: Path, contents: Contents) -> None:
    """A new file of all rows that were found."""
    for ending in ("", *LOGS):
        fresh.with_name(fresh.name + ending).unlink(missing_ok=True)
    with Database(fresh) as new:
        with new.transaction() as db:
            _insert_rows(db, contents)
        # A snapshot without a write-ahead log: the file alone is the whole store.
        new.rows("PRAGMA journal_mode = DELETE")


def _insert_rows(db: sqlite3.Connection, contents: Contents) -> None:
    prepare_set_aside(db)
    rows = contents.rows
    for row in rows["settings"]:
        _insert(db, "settings", row)
    for row in rows["results"]:
        with suppress(UnreadableRow):
            result_of(row)
            _insert(db, "results", row)
    for row in rows["damaged_games"]:
        _insert(db, "damaged_games", row)
    for row in rows["games"]:
        if reason := _fault(row, contents):
            _insert(db, "damaged_games", {**row, "reason": reason, "found": now()})
        else:
            _insert(db, "games", row)
    for game, moves in contents.moves.items():
        for prefix in ("", "damaged_"):
            if db.execute(f"SELECT 1 FROM {prefix}games WHERE id = ?", (game,)).fetchone():
                for move in moves:
                    _insert(db, f"{prefix}moves", move)
                break
    for row in rows["queues"]:
        _insert(db, "queues", row)


def _insert(db: sqlite3.Connection, table: str, row: Row) -> None:
    with suppress(sqlite3.IntegrityError):  # it lacks a value, or its game was not found
        names, values = ", ".join(row), ", ".join("?" * len(row))
        db.execute(f"INSERT INTO {table} ({names}) VALUES ({values})", tuple(row.values()))
