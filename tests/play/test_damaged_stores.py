"""Damaged stores: readable games can be played, others are reported and kept, and only NonetError is raised."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from many_cases import every
from nonet.errors import NonetError
from nonet.formats import parse
from nonet.play import Game, PlayError, Session, Store, StoreError, UnreadableGame, new_puzzle, statistics
from nonet.play.actions import Note, Place, SetMark
from nonet.play.errors import NewerStore
from nonet.play.saved import check as check_module
from nonet.play.saved.check import check, repair
from nonet.play.saved.database import Database, Snapshot
from nonet.play.saved.salvage import Contents
from nonet.rng import Rng

SMALL = "0130430202030000"
SOURCE = Path(__file__).resolve().parents[2] / "src"


def finish(session: Session) -> None:
    assert session.game.solution is not None
    for cell, digit in enumerate(session.game.solution):
        if not session.state.values[cell]:
            session.play(Place((cell,), digit))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of a few games: played, finished, with notes and marks."""
    path = tmp_path_factory.mktemp("whole") / "play.sqlite"
    with Store(path) as store:
        for number in range(4):
            session = store.new(Game.of(parse(SMALL)))
            session.play(Note((0,), number + 1))
            session.mark("here")
            for digit in (1, 2, 3):
                session.play(Place((0,), digit))
            session.undo()
        finish(store.new(Game.of(parse(SMALL))))
        store.new(new_puzzle("9x9", "easy", 1)).play(SetMark("start"))
        store.save_last_action(session.game.id, "page", 3)
        store.save_settings(store.settings())
        store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "play.sqlite"))


def copies(path: Path) -> list[Path]:
    return [each for each in path.parent.glob("play.sqlite.damaged-*") if not each.name.endswith("-wal")]


# -- one damaged game ----------------------------------------------------------------------------------------


def test_one_damaged_row_does_not_hide_the_others(path: Path) -> None:
    before = path.read_bytes()
    at = before.rindex(b'"givens"')
    damaged = before[: at + 2] + b"X" + before[at + 3 :]
    path.write_bytes(damaged)
    with Store(path) as store:
        assert len(store.games()) == 5
        (aside,) = store.set_aside_games()
        assert "givens" in aside.reason
        (kept,) = store.rows("SELECT * FROM damaged_games")
        assert b'"gXvens"' in bytes(kept["setup"], "utf-8")
        (copy,) = copies(path)
        assert copy.read_bytes() == damaged
        with pytest.raises(PlayError, match="no saved game"):
            store.session(aside.id)
        assert len(store.games()) == 5
        assert len(copies(path)) == 1
    assert check(path).is_good
    assert check(path).set_aside == (aside,)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ('UPDATE moves SET move = \'{"type": "dance"}\' WHERE game = ? AND number = 2', "move 3.*'dance'"),
        ("UPDATE moves SET move = CAST(x'ff00' AS TEXT) WHERE game = ? AND number = 2", "move is damaged"),
        (
            'UPDATE moves SET move = \'{"type": "undo"}\' WHERE game = ? AND number = 2',
            "move 3 is not a move",
        ),
        ("DELETE FROM moves WHERE number = 1 AND game = ?", "move 2 is missing"),
        ("DELETE FROM moves WHERE number > 1 AND game = ?", "2 of its moves are missing"),
        ("UPDATE games SET cursor = 'x' WHERE id = ?", "cursor is damaged"),
        ("UPDATE games SET seconds = 9e999 WHERE id = ?", "seconds is damaged"),
        ("UPDATE games SET hints = -1 WHERE id = ?", "hints is damaged"),
        ("UPDATE games SET status = 'won' WHERE id = ?", "status is damaged"),
        ("UPDATE games SET setup = replace(setup, '4x4', '4x99') WHERE id = ?", "4x99"),
        ("UPDATE games SET setup = '[' WHERE id = ?", "setup is damaged"),
    ],
)
def test_a_game_that_cannot_be_opened_is_set_aside(path: Path, change: str, reason: str) -> None:
    with Store(path) as store:
        game = next(saved.id for saved in store.games() if saved.status == "playing" and saved.board == "4x4")
        store._db.execute(change, (game,))
        with pytest.raises(UnreadableGame, match=f"{game} cannot be read: .*{reason}"):
            store.session(game)
        assert [aside.id for aside in store.set_aside_games()] == [game]
        assert game not in {saved.id for saved in store.games()}
        assert len(store.rows("SELECT * FROM damaged_games")) == 1
        for saved in store.games():
            store.session(saved.id).undo()
    assert len(copies(path)) == 1


def test_a_damaged_solution_is_computed_again(path: Path) -> None:
    with Store(path) as store:
        game = next(saved.id for saved in store.games() if saved.board == "4x4")
        solution = store.session(game).game.solution
        store._db.execute("UPDATE games SET solution = 'gone' WHERE id = ?", (game,))
        assert store.session(game).game.solution == solution


def test_a_store_that_cannot_be_written_still_lists_the_rest(path: Path) -> None:
    with Store(path) as store:
        store._db.execute("UPDATE games SET setup = 'x' WHERE rowid = (SELECT max(rowid) FROM games)")
        store._db.execute("PRAGMA query_only = ON")
        assert len(store.games()) == 5
        assert store.set_aside_games() == ()


def test_damaged_settings_and_results_are_left_out(path: Path) -> None:
    with Store(path) as store:
        usual = store.settings()
        store._db.execute("UPDATE settings SET value = '{' WHERE name = 'check'")
        store._db.execute("UPDATE results SET day = 'someday'")
        store._db.execute("UPDATE queues SET last = 'x'")
        assert store.settings() == usual
        assert store.results() == ()
        assert store.last_action(store.games()[0].id, "page") == 0
    assert check(path).lost_results == 1
    report, copy = repair(path)
    assert report.is_good
    assert copy is not None


# -- the whole file ------------------------------------------------------------------------------------------


def test_an_intact_store_is_not_changed(path: Path) -> None:
    before = path.read_bytes()
    report = check(path)
    assert (report.is_good, report.games, report.results, report.set_aside) == (True, 6, 1, ())
    assert repair(path) == (report, None)
    assert path.read_bytes() == before
    assert copies(path) == []


def test_a_missing_store_is_not_an_error(tmp_path: Path) -> None:
    assert check(tmp_path / "none.sqlite").is_good
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_another_process_is_creating_is_not_damaged(tmp_path: Path) -> None:
    """The file is there before its tables are; a kill may leave it like that."""
    path = tmp_path / "play.sqlite"
    path.touch()
    assert check(path).is_good
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = WAL")
    db.close()
    assert check(path).is_good
    assert repair(path)[1] is None


def test_what_another_process_writes_during_a_check_is_no_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, written, snapshot = check(path).games, [0], Database.snapshot

    def write_first(database: Database) -> Snapshot:
        if written[0] < 2:
            written[0] += 1
            with Store(path) as store:
                store.new(Game.of(parse("0130430202030000")))
        return snapshot(database)

    monkeypatch.setattr(Database, "snapshot", write_first)
    report = check(path)
    assert (report.file_faults, report.games, written) == ((), games + 2, [2])


def test_a_file_that_is_not_a_store_is_replaced_on_request_only(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"
    path.write_bytes(b"this is not a database\n" * 400)
    before = path.read_bytes()
    assert not check(path).is_good
    with pytest.raises(StoreError, match="sudoku games check --repair"):
        Store(path)
    assert path.read_bytes() == before
    report, copy = repair(path)
    assert report.is_good
    assert copy is not None
    assert copy.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows replaces no open file")
def test_a_store_that_another_process_has_open_is_not_replaced(path: Path) -> None:
    """The other process would go on writing to the old file."""
    with Store(path) as store:
        store._db.execute("UPDATE results SET day = 'someday'")
    plays = "import sys; from nonet.play import Store; store = Store(sys.argv[1]); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", plays, str(path)],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(StoreError, match="another process has it open"):
            repair(path)
        other.communicate("\n")
    assert copies(path) == []
    assert repair(path)[0].is_good


def test_a_repair_that_loses_rows_is_not_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the disk is full at the last moment: sqlite then closes without an error, and the file has no rows."""
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE games", b"CREATE TABLE xames"))
    before = path.read_bytes()
    monkeypatch.setattr("nonet.play.saved.check._insert_rows", lambda db, contents: None)
    with pytest.raises(StoreError, match="the new file is not complete"):
        repair(path)
    assert path.read_bytes() == before
    assert not [each for each in path.parent.iterdir() if "rebuilt" in each.name or "damaged" in each.name]


def test_a_repair_that_leaves_rows_in_a_log_is_not_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the file itself takes the place of the damaged one."""
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE games", b"CREATE TABLE xames"))
    build, kept = check_module._build, []

    def build_and_keep_open(fresh: Path, contents: Contents) -> None:
        build(fresh, contents)
        kept.append(Store(fresh))
        kept[0].save_settings(kept[0].settings())

    monkeypatch.setattr(check_module, "_build", build_and_keep_open)
    with pytest.raises(StoreError, match="the new file is not complete"):
        repair(path)
    kept[0].close()


def test_a_journal_of_the_damaged_file_does_not_reach_the_new_one(path: Path, tmp_path: Path) -> None:
    """sqlite would undo a transaction that the new file never had: this one began with an empty file."""
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE games", b"CREATE TABLE xames"))
    with sqlite3.connect(tmp_path / "other", isolation_level=None) as db:
        db.execute("PRAGMA cache_size = 1")  # so that the journal is written
        db.execute("BEGIN")
        db.execute("CREATE TABLE other (text)")
        db.execute("INSERT INTO other VALUES (hex(zeroblob(100000)))")
        shutil.copy(tmp_path / "other-journal", tmp_path / "play.sqlite-journal")
    db.close()
    assert repair(path)[0].games == 6
    with Store(path) as store:
        assert len(store.games()) == 6


def test_what_another_process_writes_before_a_repair_is_not_lost(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE games", b"CREATE TABLE xames"))
    later, alone = path.read_bytes() + bytes(4096), check_module._alone

    def write_then_lock(path: Path) -> AbstractContextManager[BinaryIO]:
        path.write_bytes(later)
        return alone(path)

    monkeypatch.setattr(check_module, "_alone", write_then_lock)
    with pytest.raises(StoreError, match="it has changed meanwhile"):
        repair(path)
    assert path.read_bytes() == later


def test_a_file_that_a_repair_replaces_while_it_is_opened(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repair locks the old file, so whoever opens it waits: and would then play on a file without a name."""
    repaired = Path(shutil.copy(path, tmp_path / "repaired"))
    with sqlite3.connect(repaired) as db:
        db.execute("DELETE FROM games WHERE rowid NOT IN (SELECT rowid FROM games LIMIT 2)")
    db.close()
    connect = sqlite3.connect

    def connect_meanwhile(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        if repaired.exists():
            repaired.replace(path)
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_meanwhile)
    with Store(path) as store:
        assert len(store.games()) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other locks")
def test_a_store_keeps_its_locks(path: Path) -> None:
    """Without them the next process that closes the store takes itself for the last, and removes the log."""
    log = path.with_name("play.sqlite-wal")
    close = "import sys; from nonet.play import Store; Store(sys.argv[1]).close()"
    with Store(path) as store:
        Store(path).close()
        store._db.execute("UPDATE games SET setup = 'damaged' WHERE rowid = (SELECT min(rowid) FROM games)")
        assert (len(store.games()), len(copies(path))) == (5, 1)
        subprocess.run(
            [sys.executable, "-c", close, path], env=os.environ | {"PYTHONPATH": str(SOURCE)}, check=True
        )
        assert log.exists()
    assert not log.exists()


def test_a_newer_store_is_never_repaired(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
        db.execute("PRAGMA application_id = 99")
    db.close()
    before = path.read_bytes()
    with pytest.raises(NewerStore):
        repair(path)
    assert path.read_bytes() == before


def test_a_damaged_index_is_rebuilt(path: Path) -> None:
    """The games can be listed without the index, and a repair brings all of them back."""
    with sqlite3.connect(path) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games_by_change'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : page * size] = bytes(size)
    path.write_bytes(data)
    with Store(path) as store:
        assert len(store.games()) == 6
        assert store.damage is not None
    report, copy = repair(path)
    assert (report.is_good, report.games, report.results) == (True, 6, 1)
    assert copy is not None
    assert copy.read_bytes() == data
    with Store(path) as store:
        assert len(store.games()) == 6
        assert store.damage is None


# -- hundreds of ways ----------------------------------------------------------------------------------------


def flips(data: bytearray, rng: Rng) -> None:
    for _ in range(1 + rng.below(40)):
        data[rng.below(len(data))] = rng.below(256)


def zeros(data: bytearray, rng: Rng) -> None:
    start = rng.below(len(data))
    length = 1 + rng.below(8192)
    data[start : start + length] = bytes(len(data[start : start + length]))


def cut(data: bytearray, rng: Rng) -> None:
    del data[rng.below(len(data)) :]


def swapped(data: bytearray, rng: Rng) -> None:
    pages = len(data) // 4096
    one, two = (rng.below(pages) * 4096 for _ in range(2))
    data[one : one + 4096], data[two : two + 4096] = data[two : two + 4096], data[one : one + 4096]


def text(data: bytearray, rng: Rng) -> None:
    """Changes a byte of stored text, which SQLite does not detect."""
    after = [at for at, byte in enumerate(data[:-1], start=1) if byte in b'"{:,']
    data[after[rng.below(len(after))]] ^= 1 << rng.below(8)


DAMAGES: tuple[Callable[[bytearray, Rng], None], ...] = (flips, zeros, cut, swapped, text, text)


def damaged_files(whole: Path, folder: Path, count: int, seed: int) -> Iterator[Path]:
    rng = Rng(seed)
    for number in range(count):
        data = bytearray(whole.read_bytes())
        DAMAGES[number % len(DAMAGES)](data, rng)
        path = folder / str(number) / "play.sqlite"
        path.parent.mkdir()
        path.write_bytes(data)
        yield path


def use(path: Path) -> int:
    """Uses a store as a face does; returns the listed games."""
    with Store(path) as store:
        listed = store.games()
        for call in (
            store.settings,
            store.set_aside_games,
            lambda: statistics(store.results(), today=date.today()),
        ):
            try:
                call()
            except NonetError:
                continue
        for saved in listed:
            try:
                session = store.session(saved.id)
                session.undo()
                session.play(Place((0,), 1))
                store.last_action(saved.id, "page")
            except NonetError:
                continue
        store.games(playing=True)
    return len(listed)


def survive(whole: Path, folder: Path, count: int, seed: int) -> None:
    for path in damaged_files(whole, folder, count, seed):
        try:
            use(path)
            opened = True
        except StoreError:  # the header is damaged: nothing can be read, and the error says what to do
            opened = False
        try:
            report = check(path)
        except NewerStore:  # the version in the header is damaged: the file is not touched
            continue
        if opened or report.file_faults:
            after, copy = repair(path)
            assert after.is_good
            assert after.games >= report.games
            assert report.is_good or copy is not None
            with Store(path) as store:
                assert len(store.games()) == after.games
        shutil.rmtree(path.parent)


def test_some_random_damages(whole: Path, tmp_path: Path) -> None:
    survive(whole, tmp_path, 10 // every(2), 1)


@pytest.mark.slow
def test_thousands_of_random_damages(whole: Path, tmp_path: Path) -> None:
    survive(whole, tmp_path, 4000, 2)
