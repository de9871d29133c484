"""Several players in one store: each has their own games, results, settings and lessons."""

from __future__ import annotations

import json
import sqlite3
from datetime import date, timedelta
from pathlib import Path

import pytest

from nonet.formats import parse
from nonet.play import Game, PlayError, Settings, Store, StoreError
from nonet.play.actions import Place
from nonet.play.saved import database, tables
from nonet.play.saved.check import check, repair
from nonet.play.saved.household import daily_times
from nonet.play.saved.lesson_progress import lesson_progress, record_exercise
from nonet.play.saved.salvage import set_aside

SMALL = "0130430202030000"
DAY = date(2026, 11, 18)


def finished(store: Store, source: str = "own", seconds: float = 0.0) -> str:
    session = store.new(Game.of(parse(SMALL), source=source), clock=lambda: 0.0, seconds=seconds)
    assert session.game.solution is not None
    for cell, digit in enumerate(session.game.solution):
        if not session.state.values[cell]:
            session.play(Place((cell,), digit))
    return session.game.id


def test_each_player_has_their_own(tmp_path: Path) -> None:
    with Store(tmp_path / "play.sqlite") as first:
        anna, ben = first.as_player("a1"), first.as_player("b2")
        game = finished(anna, f"daily {DAY}")
        anna.save_settings(Settings(language="cs"))
        record_exercise(anna, "x-wing", clean=True)
        for other in (first, ben):
            assert other.settings() == Settings()
            assert other.games() == ()
            assert other.results() == ()
            assert other.count() == 0
            assert other.result(game) is None
            assert other.daily(DAY, "4x4") is None
            assert other.days("2026-11", "4x4") == {}
            assert other.shared(parse(SMALL)) is None
            assert lesson_progress(other) == {}
            assert not other.has(game)
            with pytest.raises(PlayError, match="no saved game"):
                other.session(game)
            other.delete(game)
        assert anna.settings().language == "cs"
        assert [saved.id for saved in anna.games()] == [game]
        assert anna.daily(DAY, "4x4") == game
        assert len(anna.results()) == 1
        assert lesson_progress(anna)["x-wing"].row == 1


def test_a_session_of_one_player_cannot_be_written_by_another(tmp_path: Path) -> None:
    with Store(tmp_path / "play.sqlite") as store:
        session = store.as_player("a1").new(Game.of(parse(SMALL)))
        session.tables = store.as_player("b2")
        with pytest.raises(PlayError, match="deleted"):
            session.play(Place((0,), 2))
        with pytest.raises(PlayError, match="already a saved game with this id"):
            store.as_player("b2").insert(session.game)


def test_a_household_has_only_so_many_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_PLAYERS", 3)
    with Store(tmp_path / "play.sqlite") as store:
        for player in ("a1", "b2", "c3"):
            store.as_player(player).save_settings(Settings())
        with pytest.raises(PlayError, match="3 players already"):
            store.as_player("d4").save_settings(Settings())
        with pytest.raises(PlayError, match="3 players already"):
            store.as_player("d4").new(Game.of(parse(SMALL)))
        store.save_settings(Settings())
        store.as_player("c3").new(Game.of(parse(SMALL)))


def test_a_player_who_has_done_nothing_makes_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_PLAYERS", 3)
    with Store(tmp_path / "play.sqlite") as store:
        for player in ("a1", "b2", "c3"):
            session = store.as_player(player).new(Game.of(parse(SMALL)))
        session.play(Place((0,), 2))
        store.as_player("b2").save_settings(Settings(language="cs"))
        with pytest.raises(PlayError, match="3 players already"):
            store.as_player("d4").new(Game.of(parse(SMALL)))  # the others have just come
        monkeypatch.setattr(tables, "UNUSED_FOR", timedelta(hours=-1))
        store.as_player("d4").new(Game.of(parse(SMALL)))
        assert [len(list(store.as_player(player).games())) for player in ("a1", "b2", "c3", "d4")] == [
            0,
            1,
            1,
            1,
        ]
        session = store.as_player("d4").session(next(iter(store.as_player("d4").games())).id)
        session.play(Place((0,), 2))
        with pytest.raises(PlayError, match="3 players already"):
            store.as_player("e5").new(Game.of(parse(SMALL)))


def test_daily_times_are_compared_by_name(tmp_path: Path) -> None:
    with Store(tmp_path / "play.sqlite") as store:
        for player, name, seconds in (("", "Ota", 70.0), ("a1", "Anna", 50.0), ("b2", "", 40.0)):
            one = store.as_player(player)
            one.save_settings(Settings(name=name))
            finished(one, f"daily {DAY}", seconds)
        finished(store.as_player("a1"), f"daily {DAY}", 20.0)  # a second time does not count
        assert not daily_times(store, DAY)  # of another board
        of_anna = daily_times(store.as_player("a1"), DAY, "4x4")
        assert [(each.name, each.seconds, each.own) for each in of_anna] == [
            ("Anna", 50.0, True),
            ("Ota", 70.0, False),
        ]
        assert [each.name for each in daily_times(store.as_player("b2"), DAY, "4x4")] == ["", "Anna", "Ota"]


# -- the file ------------------------------------------------------------------------------------------------


def test_an_older_program_refuses_the_file_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "play.sqlite"
    Store(path).close()
    monkeypatch.setattr(database, "VERSION", 1)
    monkeypatch.setattr(database, "APPLICATION", 0x6E6F6E01)
    with pytest.raises(
        StoreError, match=r"newer version of nonet \(format 2; this one reads 1\); update nonet"
    ):
        Store(path)


def old_store(path: Path) -> None:
    """A store of version 1 with two games, one of them set aside."""
    text = Path(__file__).resolve().parents[1] / "data" / "play" / "store-1.sql"
    with sqlite3.connect(path) as db:
        db.executescript(text.read_text("utf-8"))
        columns = ", ".join(database.COLUMNS["games"].removesuffix(" player").split())
        db.execute(f"CREATE TABLE damaged_games ({columns}, reason TEXT NOT NULL, found TEXT NOT NULL)")
        db.execute("CREATE TABLE damaged_moves (game, number, move)")
        db.execute("INSERT INTO damaged_games SELECT *, 'a reason', 'a day' FROM games LIMIT 1")
    db.close()


def test_an_old_file_is_checked_before_it_is_updated(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"
    old_store(path)
    before = path.read_bytes()
    found = check(path)
    assert found.is_good, found
    assert path.read_bytes() == before
    with Store(path) as store:
        assert len(store.games(limit=1000)) == found.games
        assert [each.reason for each in store.set_aside_games()] == ["a reason"]
        assert store.as_player("a1").set_aside_games() == ()
    after = check(path)
    assert (after.is_good, after.games, after.results) == (True, found.games, found.results)


@pytest.mark.parametrize("is_updated", [False, True])
def test_an_old_file_is_repaired(tmp_path: Path, is_updated: bool) -> None:
    """Records of the old shape stay in a file that was updated."""
    path = tmp_path / "play.sqlite"
    old_store(path)
    new = ""
    if is_updated:
        with Store(path) as store:
            anna = store.as_player("a1")
            new = finished(anna)
            anna.save_settings(Settings(language="de"))
    with sqlite3.connect(path) as db:
        before = {row[0] for row in db.execute("SELECT id FROM games")} - {new}
    db.close()
    data = bytearray(path.read_bytes())
    at = data.index(b"CREATE TABLE results")
    data[at : at + 6] = b"CREAKE"
    path.write_bytes(data)
    report, copy = repair(path)
    assert copy is not None
    assert report.is_good
    with Store(path) as store:
        assert {saved.id for saved in store.games(limit=1000)} == before
        assert store.settings().language == "cs"
        assert len(store.set_aside_games()) == 1
        if is_updated:
            anna = store.as_player("a1")
            assert [saved.id for saved in anna.games()] == [new]
            assert anna.settings().language == "de"
            assert len(anna.results()) == 1


def test_what_is_set_aside_keeps_its_player(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"
    with Store(path) as store:
        anna = store.as_player("a1")
        game = finished(anna)
        store._db.execute("UPDATE games SET setup = '['")
        assert (version := anna.version(game)) is not None
        assert set_aside(store, {version.row: "damaged"})
        assert [each.id for each in anna.set_aside_games()] == [game]
        assert store.set_aside_games() == ()
    assert check(path).is_good


def test_a_player_whose_name_is_damaged_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"
    with Store(path) as store:
        game = finished(store.as_player("a1"))
        store._db.execute("UPDATE games SET player = CAST(x'ff' AS TEXT)")
    report, _ = repair(path)
    assert [each.id for each in report.set_aside] == [game]
    with Store(path) as store:
        assert [each.id for each in store.set_aside_games()] == [game]


def test_settings_of_all_players_are_salvaged(tmp_path: Path) -> None:
    path = tmp_path / "play.sqlite"
    with Store(path) as store:
        for player in ("", "a1", "b2"):
            store.as_player(player).keep({"language": "de", "name": player})
            finished(store.as_player(player))
    data = bytearray(path.read_bytes())
    data[16:18] = b"\x02\x03"  # no size of pages
    path.write_bytes(data)
    report, _ = repair(path)
    assert (report.games, report.results) == (3, 3)
    with Store(path) as store:
        names = [store.as_player(player).settings().name for player in ("", "a1", "b2")]
        assert names == ["", "a1", "b2"]
        assert json.loads(store.rows("SELECT value FROM settings WHERE player = 'b2'")[0][0])
