"""One byte of a store is changed: a repair keeps every game whose own bytes are not touched.

A game's own bytes are its cells, wherever they are in the file: the length, the rowid and the record of its row in
`games`, and the length and the record of each of its rows in `moves`. Not its own are the headers of the file and of
pages, cell pointers, the schema, indexes, free space, and the rows of other games. `encoded` writes the cells from what
sqlite reads, so that the reader of pages is not its own judge.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from many_cases import spread
from nonet.formats import parse
from nonet.play import Game, Store, new_puzzle
from nonet.play.actions import Note, Place
from nonet.play.saved.check import check, repair
from nonet.rng import Rng

SMALL = "0130430202030000"
GAMES = 6


def small_store(path: Path, page_size: int) -> str:
    """Six games with a few moves; the id of another one that was deleted."""
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA page_size = {page_size}")
        db.execute("CREATE TABLE unused (it)")  # from now on the size is settled
        db.execute("DROP TABLE unused")
    db.close()
    with Store(path) as store:
        for number in range(GAMES + 1):
            session = store.new(Game.of(parse(SMALL)))
            for digit in range(number % 3):
                session.play(Place((0,), digit + 1))
            session.play(Note((1,), 1))
            session.undo()
            if number == 4:
                deleted = session.game.id
        store.save_settings(store.settings())
        store.save_last_action(session.game.id, "page", 3)
        for cell, digit in enumerate(session.game.solution or ()):
            session.play(Place((cell,), digit))
        store.delete(deleted)
    assert not path.with_name("play.sqlite-wal").exists()
    return deleted


def varint(number: int) -> bytes:
    """As sqlite writes a number below 2^56."""
    digits = [number & 127]
    while number := number >> 7:
        digits.append(number & 127 | 128)
    return bytes(reversed(digits))


def encoded(values: Iterable[Any]) -> bytes:
    """A record as sqlite writes it."""
    types, body = b"", b""
    for value in values:
        if isinstance(value, float) and value == int(value):
            value = int(value)
        if value is None:
            kind, data = 0, b""
        elif value in (0, 1):
            kind, data = 8 + value, b""
        elif isinstance(value, int):
            assert 1 < value < 128
            kind, data = 1, bytes([value])
        elif isinstance(value, float):
            kind, data = 7, struct.pack(">d", value)
        else:
            data = value.encode()
            kind = 13 + 2 * len(data)
        types += varint(kind)
        body += data
    return varint(len(types) + 1) + types + body


def own_bytes(path: Path) -> dict[str, set[int]]:
    """The places of each game's own bytes in the file."""
    data = path.read_bytes()
    found: dict[str, set[int]] = {}

    def add(game: str, cell: bytes) -> None:
        assert data.count(cell) == 1
        at = data.index(cell)
        found.setdefault(game, set()).update(range(at, at + len(cell)))

    db = sqlite3.connect(path)
    for rowid, *row in db.execute("SELECT rowid, * FROM games"):
        add(row[0], varint(len(encoded(row))) + varint(rowid) + encoded(row))
    for row in db.execute("SELECT * FROM moves"):
        add(row[0], varint(len(encoded(row))) + encoded(row))
    db.close()
    return found


def rows_of(path: Path) -> dict[str, list[sqlite3.Row]]:
    """For each game its row and its moves. The store can be opened, listed and written."""
    with Store(path) as store:
        store.save_last_action(store.games()[0].id, "test", 1)
        assert store.damage is None
        return {
            row["id"]: [row, *store.rows("SELECT * FROM moves WHERE game = ? ORDER BY number", row["id"])]
            for row in store.rows("SELECT * FROM games")
        }


def flip_bytes(whole: Path, deleted: str, folder: Path, places: Iterable[int], rng: Rng) -> None:
    """Changes one byte at a time, repairs the store, and compares its games with those before."""
    data, own = whole.read_bytes(), own_bytes(whole)
    path = folder / "play.sqlite"
    path.write_bytes(data)
    before = rows_of(path)
    assert len(own) == len(before) == GAMES
    for at in places:
        changed = bytearray(data)
        changed[at] ^= 1 + rng.below(255)
        path.write_bytes(changed)
        report, copy = repair(path)
        where = f"byte {at}: {data[at]:#x} is {changed[at]:#x}"
        assert report.is_good, where
        after = rows_of(path)
        assert len(after) == report.games, where
        assert copy is None or copy.read_bytes() == changed, where
        for game, places_of_game in own.items():
            assert at in places_of_game or after.get(game) == before[game], where
        assert deleted not in after, where
        if copy is not None:
            copy.unlink()


@pytest.fixture(scope="module", params=[512, pytest.param(4096, marks=pytest.mark.slow)])
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    path = tmp_path_factory.mktemp("whole") / "play.sqlite"
    return path, small_store(path, request.param)


def test_some_changed_bytes(whole: tuple[Path, str], tmp_path: Path) -> None:
    """Bytes of the header, of the schema's text, of the headers of pages, and others."""
    path, deleted = whole
    data, rng = path.read_bytes(), Rng(1)
    words = (
        b"CREATE TABLE games",
        b"TEXT PRIMARY KEY",
        b"WITHOUT ROWID",
        b"games_by_change",
        b"CREATE TABLE moves",
    )
    places = [16, 18, 21, 35, 56, 60, 63, 100, 103, 105, 110, *(data.index(word) + 3 for word in words)]
    size = int.from_bytes(data[16:18])
    places += [page * size + rng.below(12) for page in spread(range(1, len(data) // size), 4)]
    flip_bytes(path, deleted, tmp_path, places, rng)


def test_a_text_that_became_a_number(whole: tuple[Path, str], tmp_path: Path) -> None:
    """The source of a game, "own", is a number of three bytes: its id and solution have 16 characters."""
    data = bytearray(whole[0].read_bytes())
    types = re.search(rb"\x2d..\x13\x2d", data, re.DOTALL)
    assert types is not None
    data[types.end() - 2] = 3
    path = tmp_path / "play.sqlite"
    path.write_bytes(data)
    report, copy = repair(path)
    assert (report.games, copy is not None) == (GAMES, True)
    assert len(rows_of(path)) == GAMES


@pytest.mark.attack
def test_changed_bytes_anywhere(
    whole: tuple[Path, str], tmp_path: Path, attack_rounds: Iterator[int]
) -> None:
    path, deleted = whole
    for seed in attack_rounds:
        rng = Rng(seed)
        flip_bytes(path, deleted, tmp_path, [rng.below(path.stat().st_size) for _ in range(4)], rng)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(16))
def test_every_changed_byte(whole: tuple[Path, str], tmp_path: Path, part: int) -> None:
    path, deleted = whole
    flip_bytes(path, deleted, tmp_path, range(part, path.stat().st_size, 16), Rng(part))


def zeroed(path: Path, first: int, last: int) -> None:
    data = bytearray(path.read_bytes())
    data[first:last] = bytes(last - first)
    path.write_bytes(data)


def test_a_store_without_its_first_page(whole: tuple[Path, str], tmp_path: Path) -> None:
    path = Path(shutil.copy(whole[0], tmp_path))
    before = rows_of(path)
    zeroed(path, 0, int.from_bytes(path.read_bytes()[16:18]))
    report, _ = repair(path)
    assert (report.is_good, report.games, report.results) == (True, GAMES, 1)
    assert rows_of(path) == before


def test_long_records_are_read_from_several_pages(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"
    small_store(path, 512)
    with Store(path) as store:
        game = store.new(new_puzzle("16x16", "easy", 1)).game.id
        store.session(game).play(Note(tuple(range(200)), 1))
    before = rows_of(path)
    zeroed(path, 0, 512)
    assert repair(path)[0].games == GAMES + 1
    assert rows_of(path) == before


@pytest.mark.parametrize("damage", ["none", "file", "log", "both"])
def test_a_store_with_its_log(tmp_path: Path, damage: str) -> None:
    """As after `kill -9`: most pages are in the write-ahead log, and some have changed several times."""
    (tmp_path / "open").mkdir()
    with Store(tmp_path / "open" / "play.sqlite") as store:
        for number in range(3):
            session = store.new(Game.of(parse(SMALL)))
            for digit in (1, 2, 3):
                session.play(Place((0,), digit))
            if number == 0:
                store.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / "open" / f"play.sqlite{ending}", tmp_path)
    path = tmp_path / "play.sqlite"
    if damage in ("file", "both"):
        zeroed(path, 0, 60)
    if damage in ("log", "both"):
        zeroed(path.with_name("play.sqlite-wal"), 32 + 24 + 10, 32 + 24 + 20)  # sqlite ignores the rest
    report, copy = repair(path)
    assert (report.is_good, report.games, copy is None) == (True, 3, damage == "none")
    assert copy is None or copy.with_name(f"{copy.name}-wal").exists()
    assert rows_of(path) == rows_of(tmp_path / "open" / "play.sqlite")


def test_deleted_games_stay_deleted(tmp_path: Path) -> None:
    """Pages of the free list, and the free parts of pages, are not searched where the page is not damaged."""
    path = tmp_path / "play.sqlite"
    with Store(path) as store:
        store.rows("PRAGMA secure_delete = OFF")  # as files of earlier versions may be
        for _ in range(40):
            store.new(Game.of(parse(SMALL))).play(Place((0,), 1))
        for saved in store.games()[:37]:
            store.delete(saved.id)
        assert store.rows("PRAGMA freelist_count")[0][0] > 0
    at = path.read_bytes().index(b"CREATE TABLE")
    zeroed(path, at, at + 6)
    report, _ = repair(path)
    assert (report.is_good, report.games, report.lost, report.set_aside) == (True, 3, (), ())


def test_a_game_that_cannot_be_saved_is_named(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"
    small_store(path, 4096)
    game, places = next(iter(own_bytes(path).items()))
    with Store(path) as store:
        cell = path.read_bytes().index(encoded(store.rows("SELECT * FROM games WHERE id = ?", game)[0]))
    assert cell in places
    zeroed(path, cell, cell + 8)  # the types of its values
    report = check(path)
    assert (report.lost, report.games, report.can_be_saved) == ((game,), GAMES - 1, False)
    after, copy = repair(path)
    assert (after.is_good, after.games) == (True, GAMES - 1)
    assert copy is not None
