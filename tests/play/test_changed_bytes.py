"""One byte of a store is changed: a repair keeps every game whose own bytes are not touched.

A game's own bytes are its cells, wherever they are in the file: the length, the rowid and the record of its row in
`games`, and the length and the record of each of its rows in `moves`. `encoded` writes them from what sqlite reads, so
that the reader of pages is not its own judge. Headers of the file and of pages, cell pointers, the schema, indexes, free
space, and the rows of other games are not a game's own.
"""

from __future__ import annotations

import shutil
import sqlite3
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from nonet.formats import parse
from nonet.play import Game, Store
from nonet.play.actions import Note, Place
from nonet.play.saved.check import repair
from nonet.rng import Rng

SMALL = "0130430202030000"
GAMES = 10


def small_store(path: Path, page_size: int) -> str:
    """Ten games with a few moves; the id of another one that was deleted."""
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA page_size = {page_size}")
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


def games_of(path: Path) -> dict[str, object]:
    with Store(path) as store:
        found = {}
        for saved in store.games():
            session = store.stopped_session(saved.id)
            found[saved.id] = (session.game, session.moves, session.cursor, session.state)
        assert store.damage is None
        return found


def flip_bytes(whole: Path, deleted: str, folder: Path, places: Iterable[int], rng: Rng) -> None:
    """Changes one byte at a time, repairs the store, and compares its games with those before."""
    data, own, before = whole.read_bytes(), own_bytes(whole), games_of(whole)
    assert len(own) == len(before) == GAMES
    for at in places:
        path = folder / str(at) / "play.sqlite"
        path.parent.mkdir()
        changed = bytearray(data)
        changed[at] ^= 1 + rng.below(255)
        path.write_bytes(changed)
        report, copy = repair(path)
        after = games_of(path)
        where = f"byte {at}: {data[at]:#x} is {changed[at]:#x}"
        assert report.is_good, where
        assert copy is None or copy.read_bytes() == changed, where
        for game, places_of_game in own.items():
            assert at in places_of_game or after.get(game) == before[game], where
        assert deleted not in after, where
        shutil.rmtree(path.parent)
