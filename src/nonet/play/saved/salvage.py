"""Damaged stores: games that cannot be read are set aside with their bytes, and the rows of a damaged file are found by
the shape of its records, whatever its schema says.

Setting aside moves the rows of a game to two tables of the same columns without types, so that every byte is kept
as it is found. Before anything is moved, the whole file is copied to `play.sqlite.damaged-DATE`.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self, cast

from nonet.play.errors import StoreError
from nonet.play.game import now
from nonet.play.saved.database import COLUMNS, LOGS, Database, Row, Snapshot, make_private
from nonet.play.saved.sqlite_records import Record, Trust, read_records

_DAMAGED = COLUMNS["games"].removesuffix(" player").split()
_COLUMNS = {**COLUMNS, "damaged_games": " ".join([*_DAMAGED, "reason", "found", "player"])}
_KEYS = {"games": 1, "moves": 2, "results": 1, "settings": 2, "queues": 2, "damaged_games": 16}
"""How many of the first columns tell the rows of a table apart."""
_NUMBERS = {"cursor", "seconds", "hints", "checks", "reveals", "revision", "number", "last"}
"""The columns that hold numbers."""
_TABLES = (
    f"CREATE TABLE IF NOT EXISTS damaged_games ({', '.join(_DAMAGED)}, reason TEXT NOT NULL, "
    "found TEXT NOT NULL, player)",
    "CREATE TABLE IF NOT EXISTS damaged_moves (game, number, move)",
)


@dataclass(frozen=True)
class SetAside:
    """A game that cannot be read, why, and when that was found."""

    id: str
    reason: str
    found: str

    @classmethod
    def of_row(cls, row: Mapping[str, object]) -> Self:
        return cls(*(_shown(row[name]) for name in ("id", "reason", "found")))


def set_aside(database: Database, reasons: Mapping[int, str]) -> Path | None:
    """Sets games aside, by the rowid in `games`. The copy of the file that was made before; None where nothing
    could be done.
    """
    try:
        with database.transaction() as db:
            copy = copy_damaged(database.path, database.snapshot())
            prepare_set_aside(db)
            for row, reason in reasons.items():
                db.execute(
                    f"INSERT INTO damaged_games SELECT {', '.join(_DAMAGED)}, ?, ?, player FROM games "
                    "WHERE rowid = ?",
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


def set_aside_games(database: Database, player: str) -> tuple[SetAside, ...]:
    """The games of a player that were set aside, the latest last. Those whose player cannot be read are the first's."""
    try:
        if not database.rows("SELECT 1 FROM sqlite_schema WHERE name = 'damaged_games'"):
            return ()
        whose = "CASE WHEN player GLOB '[0-9a-z]*' THEN player ELSE '' END"
        query = f"SELECT id, reason, found FROM damaged_games WHERE {whose} = ? ORDER BY rowid"
        rows = database.rows(query, player)
    except StoreError:
        return ()
    return tuple(SetAside.of_row(dict(row)) for row in rows)


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if text.isprintable() else ascii(text)


def copy_damaged(path: Path, snapshot: Snapshot) -> Path:
    """Copies the file, with its write-ahead log, before it is changed."""
    stamp = now().replace(":", "").replace("-", "").rstrip("Z")
    copy = path.with_name(f"{path.name}.damaged-{stamp}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    with removed_on_failure(copy):
        for ending, data in (("", snapshot.data), ("-wal", snapshot.log)):
            if data or not ending:
                each = copy.with_name(copy.name + ending)
                make_private(each)
                each.write_bytes(data)
    return copy


@contextmanager
def removed_on_failure(path: Path) -> Iterator[None]:
    """Removes the file, with its logs, if what is done meanwhile fails."""
    try:
        yield
    except BaseException:
        for ending in ("", *LOGS):
            path.with_name(path.name + ending).unlink(missing_ok=True)
        raise


@dataclass(frozen=True)
class Contents:
    """What is left of a file: the rows of its tables, the moves of each game, and the ids of games of which there are
    only traces.
    """

    rows: dict[str, list[Row]]
    moves: dict[object, list[Row]]
    lost: tuple[str, ...]


def salvaged(snapshot: Snapshot) -> Contents:
    """All rows of a file that can be found. Where one is found twice, the copy that can be trusted more is taken, then
    the later one.
    """
    records = sorted(read_records(*snapshot), key=lambda each: (-each.trust, _revision(each)))
    by_key: dict[str, dict[object, Record]] = {table: {} for table in _KEYS}
    for record in records:
        if table := _table(record):
            by_key[table][_values(table, record)[: _KEYS[table]]] = record
    moves: dict[object, list[Record]] = defaultdict(list)
    for record in sorted(by_key.pop("moves").values(), key=lambda each: cast(int, each.values[1])):
        # After a gap in the numbers, a move that only a search has found was deleted before.
        if record.trust < Trust.SEARCHED or record.values[1] == len(moves[record.values[0]]):
            moves[record.values[0]].append(record)
    rows = {table: [_row(table, each) for each in kept.values()] for table, kept in by_key.items()}
    lost = {game for game, each in moves.items() if any(move.trust < Trust.SEARCHED for move in each)}
    lost |= _missing(rows, records)
    lost -= {row["id"] for table in ("games", "damaged_games") for row in rows[table]}
    return Contents(
        rows,
        {game: [_row("moves", move) for move in each] for game, each in moves.items()},
        tuple(sorted(map(_shown, lost))),
    )


def _row(table: str, record: Record) -> Row:
    """A row as sqlite stores it again: a number in a column of texts is a text."""
    row = dict(zip(_COLUMNS[table].split(), _values(table, record), strict=True))
    if table == "damaged_games":  # its columns have no types
        return row
    return {
        name: str(value) if isinstance(value, int | float) and name not in _NUMBERS else value
        for name, value in row.items()
    }


def _values(table: str, record: Record) -> tuple[object, ...]:
    """The values of a row. One that was written before there were players is the first player's."""
    values = record.values
    if len(values) == len(_COLUMNS[table].split()):
        return values
    return ("", *values) if table == "settings" else (*values, "")


def _table(record: Record) -> str | None:
    """The table of a record, by its shape."""
    match record.values:
        case (str() | bytes(), str() | bytes(), int()):
            return "queues"
        case (str() | bytes(), int(), _):
            return "moves"
        case (_, str() | bytes()) if record.rowid is not None:
            return "settings"  # before there were players
        case (str() | bytes(), str() | bytes(), str() | bytes()):
            return "settings"
    columns = len(record.values)
    return {14: "games", 11: "results", 16: "damaged_games"}.get(columns - (columns in (12, 15, 17)))


def _revision(record: Record) -> int:
    revision = record.values[11] if _table(record) == "games" else 0
    return revision if isinstance(revision, int) else 0


def _missing(rows: dict[str, list[Row]], records: list[Record]) -> set[object]:
    """The ids of games that two indexes name, one by its id and one by the time of its last change, and that were not
    found. Where only one names a row that is not there, the index is damaged.
    """
    entries = [each.values for each in records if each.rowid is None and each.trust < Trust.SEARCHED]
    named = [each for each in entries if len(each) == 2 and isinstance(each[0], str)]
    times = {(each.values[13], each.rowid) for each in records if _table(each) == "games"}
    without_game = {rowid for name, rowid in named if _is_time(name) and (name, rowid) not in times}
    names = Counter(name for name, _ in named)
    names.subtract(row["id"] for row in rows["games"])
    names.subtract(row["game"] for row in rows["results"])
    names.subtract(row["name"] for row in rows["settings"])
    return {name for name, rowid in named if names[name] > 0 and not _is_time(name) and rowid in without_game}


def _is_time(name: object) -> bool:
    return str(name)[4:5] == "-"
