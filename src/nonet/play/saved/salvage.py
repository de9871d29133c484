"""Damaged stores: games that cannot be read are set aside with their bytes, and rows are read around bad pages.

Setting aside moves the rows of a game to two tables of the same columns without types, so that every byte is kept
as it is found. Before anything is moved, the whole file is copied to `play.sqlite.damaged-DATE`.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from nonet.play.errors import StoreError
from nonet.play.game import now
from nonet.play.saved.database import FAILURES, Database, Row, row_of

__all__ = [
    "SetAside",
    "copy_damaged",
    "prepare_set_aside",
    "salvaged_rows",
    "set_aside",
    "set_aside_games",
    "until_error",
]

MOST_ROWS_IN_A_GAP = 10_000
"""Rows that are looked for one by one between those that a scan finds from both ends."""

_TABLES = (
    "CREATE TABLE IF NOT EXISTS damaged_games (id, setup, source, solution, cursor, seconds, status, cells, hints, "
    "checks, reveals, revision, created, changed, reason TEXT NOT NULL, found TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS damaged_moves (game, number, move)",
)


@dataclass(frozen=True)
class SetAside:
    """A game that cannot be read, why, and when that was found."""

    id: str
    reason: str
    found: str


def set_aside(database: Database, reasons: Mapping[int, str]) -> Path | None:
    """Sets games aside, by the rowid in `games`. The copy of the file that was made before; None where nothing
    could be done.
    """
    try:
        with database.transaction() as db:
            copy = copy_damaged(database.path)
            prepare_set_aside(db)
            for row, reason in reasons.items():
                db.execute(
                    "INSERT INTO damaged_games SELECT *, ?, ? FROM games WHERE rowid = ?",
                    (reason, now(), row),
                )
                db.execute(
                    "INSERT INTO damaged_moves SELECT moves.* FROM moves JOIN games ON moves.game = games.id "
                    "WHERE games.rowid = ?",
                    (row,),
                )
                db.execute("DELETE FROM games WHERE rowid = ?", (row,))
    except (StoreError, OSError):
        return None
    return copy


def prepare_set_aside(db: sqlite3.Connection) -> None:
    """Makes the two tables, the first time that a game is set aside."""
    for statement in _TABLES:
        db.execute(statement)


def set_aside_games(database: Database) -> tuple[SetAside, ...]:
    """The games that were set aside, the latest last."""
    try:
        if not database.rows("SELECT 1 FROM sqlite_schema WHERE name = 'damaged_games'"):
            return ()
        rows = database.rows("SELECT id, reason, found FROM damaged_games ORDER BY rowid")
    except StoreError:
        return ()
    return tuple(SetAside(*(_shown(row[name]) for name in ("id", "reason", "found"))) for row in rows)


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if text.isprintable() else ascii(text)


def copy_damaged(path: Path) -> Path:
    """Copies the file, with its write-ahead log, before it is changed."""
    stamp = now().replace(":", "").replace("-", "").rstrip("Z")
    copy = path.with_name(f"{path.name}.damaged-{stamp}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    shutil.copy2(path, copy)
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        shutil.copy2(log, copy.with_name(f"{copy.name}-wal"))
    return copy


def salvaged_rows(database: Database, table: str) -> Iterator[Row]:
    """The rows of a table, without its indexes: scanned from both ends, then one by one in the gap between."""
    seen: set[int] = set()
    last = {"ASC": 0, "DESC": 0}
    for order in last:
        for row in until_error(database, table, f"NOT INDEXED ORDER BY rowid {order}"):
            last[order] = row["rowid"]
            if row["rowid"] in seen:
                break
            seen.add(row["rowid"])
            yield row
    for number in range(last["ASC"] + 1, min(last["DESC"], last["ASC"] + MOST_ROWS_IN_A_GAP)):
        if number not in seen:
            yield from until_error(database, table, "NOT INDEXED WHERE rowid = ?", number)


def until_error(database: Database, table: str, more: str, *values: object) -> Iterator[Row]:
    """The rows of a table, as far as sqlite can read them; `more` is SQL."""
    rowid = "" if table in ("moves", "queues") else "rowid, "
    with database.reading() as db:
        try:
            for row in db.execute(f"SELECT {rowid}* FROM {table} {more}", values):
                yield row_of(table, row)
        except FAILURES:
            return
