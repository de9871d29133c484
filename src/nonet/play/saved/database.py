"""The sqlite file of saved games: its path, its schema, transactions."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic, sleep
from typing import Any, BinaryIO, NamedTuple, Self

from nonet.arguments import clear_type_errors
from nonet.play.errors import NewerStore, StoreError, UnwritableStore

Row = dict[str, Any]

VERSION = 2
APPLICATION = 0x6E6F6E00 + VERSION
"""The version once more, in the file's application id: where only one of the two is newer, the file is damaged."""
PATIENCE = 10.0
"""Seconds to wait for another process that is writing."""
MOST_PLAYERS = 200
"""Players of a household of whom anything is kept."""
ADVICE = "'sudoku games check --repair' saves what can be saved; NONET_DATA names another folder"

COLUMNS = {
    "games": "id setup source solution cursor seconds status cells hints checks reveals revision created changed "
    "player",
    "moves": "game number move",
    "results": "game board level source status seconds hints checks reveals day finished player",
    "settings": "player name value",
    "queues": "game client last",
}
"""The columns of each table in order. Rows are read by position: a damaged file may misspell their names."""
WITHOUT_ROWID = ("moves", "settings", "queues")

LOGS = ("-wal", "-shm", "-journal")
"""What sqlite adds to the name of the file for its write-ahead log, the log's index, and the journal of a file without
such a log. Whatever is left in a journal, sqlite writes to the file that has its name now.
"""

FAILURES = (sqlite3.Error, MemoryError, UnicodeDecodeError)
"""What a statement can raise. UnicodeDecodeError: sqlite quotes a damaged name in its message."""

_UNWRITABLE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)

_STEPS = (
    """
CREATE TABLE games (
    id TEXT PRIMARY KEY, setup TEXT NOT NULL, source TEXT NOT NULL, solution TEXT,
    cursor INTEGER NOT NULL, seconds REAL NOT NULL, status TEXT NOT NULL, cells TEXT NOT NULL,
    hints INTEGER NOT NULL, checks INTEGER NOT NULL, reveals INTEGER NOT NULL,
    revision INTEGER NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL
);
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL, move TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE results (
    game TEXT PRIMARY KEY, board TEXT NOT NULL, level TEXT NOT NULL, source TEXT NOT NULL,
    status TEXT NOT NULL, seconds REAL NOT NULL, hints INTEGER NOT NULL, checks INTEGER NOT NULL,
    reveals INTEGER NOT NULL, day TEXT NOT NULL, finished TEXT NOT NULL
);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE queues (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, client TEXT NOT NULL, last INTEGER NOT NULL,
    PRIMARY KEY (game, client)
) WITHOUT ROWID;
CREATE INDEX games_by_change ON games (changed);
""",
    """
ALTER TABLE games ADD COLUMN player TEXT NOT NULL DEFAULT '';
ALTER TABLE results ADD COLUMN player TEXT NOT NULL DEFAULT '';
ALTER TABLE settings RENAME TO settings_of_one;
CREATE TABLE settings (
    player TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (player, name)
) WITHOUT ROWID;
INSERT INTO settings SELECT '', name, value FROM settings_of_one;
DROP TABLE settings_of_one;
""",
)
"""What each version of the format has added. A new file goes through all of them, so that it has the same schema as an
old one that was updated. The first player is ''.
"""
DAMAGED_PLAYER = "ALTER TABLE damaged_games ADD COLUMN player"
"""What version 2 adds to a table that only some files have (`salvage`)."""


def data_path() -> Path:
    r"""The file of saved games.

    $NONET_DATA names its folder. Otherwise it is where the system keeps such data: $XDG_DATA_HOME/nonet or
    ~/.local/share/nonet, ~/Library/Application Support/nonet, %LOCALAPPDATA%\nonet.
    """
    try:
        return _folder(os.environ, sys.platform, Path.home) / "play.sqlite"
    except RuntimeError as error:  # HOME is not set, and the system does not know the user
        raise StoreError("there is no home folder for saved games; set NONET_DATA to a folder") from error


def _folder(environment: Mapping[str, str], platform: str, home: Callable[[], Path]) -> Path:
    if own := environment.get("NONET_DATA"):
        return Path(own)
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home() / "AppData" / "Local") / "nonet"
    if platform == "darwin":
        return home() / "Library" / "Application Support" / "nonet"
    shared = environment.get("XDG_DATA_HOME", "")
    return (Path(shared) if shared.startswith("/") else home() / ".local" / "share") / "nonet"


class Snapshot(NamedTuple):
    """The bytes of the file, and of its write-ahead log."""

    data: bytes
    log: bytes


def read_snapshot(path: Path, file: BinaryIO) -> Snapshot:
    """`file` is the open file of that path."""
    file.seek(0)
    data, log = file.read(), b""
    with suppress(FileNotFoundError):
        log = path.with_name(f"{path.name}-wal").read_bytes()
    return Snapshot(data, log)


class Database:
    """The open file; ":memory:" keeps nothing. A file that cannot be used is a StoreError, and is not changed."""

    @clear_type_errors
    def __init__(self, path: str | Path | None = None, *, read_only: bool = False) -> None:
        self.path = Path(path) if path is not None else data_path()
        self._lock = threading.RLock()
        self._files: list[BinaryIO] = []
        self._open(read_only)
        while self._is_replaced():
            self._db.close()
            self._open(read_only)

    def _open(self, read_only: bool) -> None:
        try:
            if self.path.exists() and not self.path.is_file():
                raise StoreError(
                    f"cannot open {self.path}: this is no file; set NONET_DATA to another folder"
                )
            if str(self.path) != ":memory:" and not read_only:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                make_private(self.path)
            self._identity = self._file_identity()
            self._db = sqlite3.connect(
                f"{self.path.resolve().as_uri()}?mode=ro" if read_only else str(self.path),
                timeout=PATIENCE,
                isolation_level=None,
                check_same_thread=False,
                uri=read_only,
            )
        except OSError as error:
            raise StoreError(
                f"cannot make the folder {self.path.parent}: {error.strerror or error}; "
                "set NONET_DATA to another folder"
            ) from error
        except sqlite3.Error as error:
            if reason := self._unwritable(error):
                advised = f"{reason}; set NONET_DATA to another folder"
                raise UnwritableStore(advised, where=f"cannot open {self.path}") from error
            raise StoreError(f"cannot open {self.path}: {error}; set NONET_DATA to another folder") from error
        try:
            self._prepare(read_only)
        except FAILURES as error:
            self._db.close()
            if reason := self._unwritable(error):
                raise UnwritableStore(reason, where=f"{self.path} cannot be used") from error
            raise StoreError(f"{self.path} cannot be used: {error}; {ADVICE}") from error
        except BaseException:
            self._db.close()
            raise

    def _keep_log(self) -> None:
        """Write ahead. For another process that turns this on, sqlite does not wait as it does elsewhere."""
        end = monotonic() + PATIENCE
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > end:
                    raise
            sleep(0.01)

    def _file_identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:  # sqlite says why it cannot be opened
            return None
        return found.st_dev, found.st_ino

    def _is_replaced(self) -> bool:
        """Whether the file that was opened no longer has its name: what is written to it is lost. A repair replaces a
        file while whoever opens it waits for its lock; a player may move a folder while a game is open.
        """
        return self._file_identity() != self._identity

    def _prepare(self, read_only: bool) -> None:
        db = self._db
        db.row_factory = sqlite3.Row
        db.text_factory = _text
        version = self.number("user_version")
        application = self.number("application_id")
        if version > VERSION and application == APPLICATION:
            raise sqlite3.DatabaseError("the version of its format is damaged")
        if version > VERSION:
            raise NewerStore(
                f"{self.path} was written by a newer version of nonet (format {version}; this one reads {VERSION}); "
                "update nonet, or set NONET_DATA to another folder"
            )
        if read_only:
            return
        self._keep_log()
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA secure_delete = ON")  # a repair must not find deleted games
        db.execute("PRAGMA foreign_keys = ON")
        if version < VERSION:
            with self.transaction():
                update(db, self.number("user_version"))  # another process may have done it meanwhile
        if application != APPLICATION:
            with suppress(sqlite3.OperationalError):  # the file may be read-only
                db.execute(f"PRAGMA application_id = {APPLICATION}")

    def number(self, name: str) -> int:
        """A number in the header of the file."""
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    def close(self) -> None:
        with self._lock:
            self._db.close()
            for file in self._files:
                file.close()

    def snapshot(self) -> Snapshot:
        """The bytes of the file and of its log, whatever sqlite thinks of them.

        The file is closed only after the connection: when a process closes a file, it loses all locks that it has on
        it, sqlite's too. Another process could then remove the log that this connection goes on writing to.
        """
        with self._lock:
            if not self._files:
                self._files.append(self.path.open("rb"))
            return read_snapshot(self.path, self._files[0])

    @property
    def changes(self) -> int:
        """How many rows this connection has written."""
        return self._db.total_changes

    def image(self) -> bytes:
        """The bytes of the whole file, as another connection would see them now."""
        with self._lock:
            return self._db.serialize()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ignored: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One transaction, all or nothing; a transaction inside another is part of it."""
        with self._lock:
            if self._db.in_transaction:
                yield self._db
                return
            if self._is_replaced():
                raise StoreError(f"{self.path} was moved, deleted or replaced meanwhile; start again")
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                except BaseException:
                    if self._db.in_transaction:  # a full disk or an I/O error has rolled it back already
                        self._db.execute("ROLLBACK")
                    raise
                self._db.execute("COMMIT")
            except FAILURES as error:
                with suppress(*FAILURES):
                    self._db.execute("ROLLBACK")
                raise self._trouble("write", error) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection itself, for one thread at a time."""
        with self._lock:
            yield self._db

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """The rows of a query. A text that is not UTF-8 comes as bytes."""
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except FAILURES as error:
                raise self._trouble("read", error) from error

    def table(self, table: str, more: str = "", *values: object) -> list[Row]:
        """Rows of a table by the names of its columns, with `rowid` where the table has one; `more` is SQL."""
        rowid = "" if table in WITHOUT_ROWID else "rowid, "
        return [row_of(table, row) for row in self.rows(f"SELECT {rowid}* FROM {table} {more}", *values)]

    def _trouble(self, what: str, error: Exception) -> StoreError:
        """Only a damaged file needs repair; a full disk may have room again."""
        if reason := self._unwritable(error):
            return UnwritableStore(reason, where=f"cannot {what} {self.path}")
        damaged = _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
        return StoreError(f"cannot {what} {self.path}: {error}{f'; {ADVICE}' if damaged else ''}")

    def _unwritable(self, error: Exception) -> str | None:
        """Why the file, or one beside it, cannot be written; sqlite only says "disk I/O error"."""
        if _code(error) in _UNWRITABLE:
            try:
                with TemporaryFile(dir=self.path.parent) as file:
                    file.write(bytes(1 << 16))
                if is_there(self.path) and not os.access(self.path, os.R_OK | os.W_OK):
                    return os.strerror(errno.EACCES)
            except OSError as found:
                return found.strerror or str(found)
        return None


def update(db: sqlite3.Connection, version: int, to: int = VERSION) -> None:
    """Brings a file from a version to a later one."""
    for step in _STEPS[version:to]:
        for statement in step.split(";"):
            if statement.strip():
                db.execute(statement)
    if (
        version < 2 <= to
        and db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'damaged_games'").fetchone()
    ):
        db.execute(DAMAGED_PLAYER)
    db.execute(f"PRAGMA user_version = {to}")
    db.execute(f"PRAGMA application_id = {APPLICATION - VERSION + to}")


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_there(path: Path) -> bool:
    """Whether the file exists; raises OSError where that cannot be known, or for a link to a file that is not there,
    perhaps because its disk is not.
    """
    try:
        path.stat()
    except FileNotFoundError:
        if path.is_symlink():
            raise
        return False
    return True


def make_private(path: Path) -> None:
    """Creates the file if there is none, and takes the rights of other users away from it and from its log, which
    sqlite creates with the same rights. A file that exists is not opened (see `Database.snapshot`).
    """
    with suppress(OSError):  # sqlite says why it cannot be opened
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for each in (path, *(path.with_name(path.name + ending) for ending in LOGS)):
        with suppress(OSError):  # there is none, or it belongs to somebody else
            if (mode := each.stat().st_mode) & 0o077:
                each.chmod(mode & 0o700)


def row_of(table: str, row: sqlite3.Row) -> Row:
    """A row of `SELECT rowid, *`, or of `SELECT *`, by the names of the columns."""
    names = COLUMNS[table].split()
    return dict(zip(names if len(row) == len(names) else ["rowid", *names], row, strict=False))


def _text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data
