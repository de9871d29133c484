"""The store: nothing is lost if the process is killed, two processes can share it, damaged files are not touched."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from many_cases import spread
from nonet.faces.cli import run
from nonet.faces.web.views import saved_view
from nonet.formats import parse
from nonet.layout import Layout
from nonet.limits import allow, limits
from nonet.play import (
    Game,
    PlayError,
    Session,
    Settings,
    StaleGame,
    Store,
    StoreError,
    data_path,
    from_record,
    history,
    new_puzzle,
    to_record,
)
from nonet.play.actions import Clear, GiveUp, Move, Note, Paint, Place, Reveal, SetMark, Undo
from nonet.play.board import Board
from nonet.play.events import Finished
from nonet.play.history import STRIDE
from nonet.play.moves import applied
from nonet.play.saved.check import check, repair
from nonet.play.saved.database import LOGS, _folder
from nonet.play.saved.rows import rules_size
from nonet.play.saved.statistics import standing
from nonet.play.saved.store import LAST_UNTOUCHED
from nonet.play.saved.transfer import export_games, import_games
from nonet.play.session import AwakeClock
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import Cage, Fog, FogTrigger, Rule, Sum, codec
from play.small_killer import KILLER

SMALL = "0130430202030000"
SOURCE = Path(__file__).resolve().parents[2] / "src"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "play.sqlite"


def small() -> Game:
    return Game.of(parse(SMALL))


def solve(session: Session) -> None:
    assert session.game.solution is not None
    for cell, digit in enumerate(session.game.solution):
        if not session.state.values[cell]:
            session.play(Place((cell,), digit))


# -- a game comes back whole ---------------------------------------------------------------------------------


def test_a_saved_game_is_complete(path: Path) -> None:
    time_now = [0.0]
    with Store(path) as store:
        session = store.new(new_puzzle("jigsaw", "easy", 3), clock=lambda: time_now[0])
        empty = [cell for cell, value in enumerate(session.state.values) if not value]
        session.toggle_note(empty[:5], 4)
        session.mark("before")
        session.play(Place((empty[7],), 2))
        time_now[0] = 12.5
        session.play(Note((empty[8],), 3, "centre"))
        session.undo()
        session.hint(2)
    with Store(path) as store:
        again = store.session(session.game.id)
        assert again.game == session.game
        assert (again.state, again.moves, again.cursor) == (session.state, session.moves, session.cursor)
        assert again.seconds == pytest.approx(12.5, abs=1)
        assert again.aids.hints == 1
        assert again.redo().state.centre[empty[8]] == 0b100
        assert again.return_to("before").state.values == again.state.givens


def test_every_kind_of_game_is_kept(path: Path) -> None:
    games = [
        Game.of(parse("12..............")),
        Game.of(parse(SMALL), source="shared"),
        new_puzzle("16x16", "easy", 1),
        new_puzzle("x", "easy", 1),
    ]
    with Store(path) as store:
        for game in games:
            store.new(game)
    with Store(path) as store:
        assert [store.session(game.id).game for game in games] == games
        assert {saved.id for saved in store.games()} == {game.id for game in games}


def test_what_is_filled_is_counted_on_the_board() -> None:
    """A given beside the board, and an unknown that may stay empty, are no part of the progress."""
    puzzle = Puzzle.of("4x4+A2", "..343412214343.1" + "2.", rules=[Sum((0, 16), 3)])
    with Store(":memory:") as store:
        session = store.new(Game(puzzle=puzzle, solution=None))
        session.play(Place((0,), 1))
        (saved,) = store.games()
    assert (saved.filled, saved.given, saved.total, saved.progress) == (14, 13, 16, 1 / 3)
    assert (session.state.filled, session.state.given, session.state.progress) == (14, 13, 1 / 3)


def test_the_last_played_comes_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = datetime.now(UTC) - timedelta(hours=1)  # games that nobody touches for a day are deleted
    moments = iter((start + timedelta(seconds=n)).strftime("%Y-%m-%dT%H:%M:%SZ") for n in range(60))
    monkeypatch.setattr("nonet.play.saved.tables.now", lambda: next(moments))
    monkeypatch.setattr("nonet.play.saved.store.now", lambda: next(moments))
    with Store(path) as store:
        first, second = store.new(small()), store.new(small())
        assert [saved.id for saved in store.games()] == [second.game.id, first.game.id]
        first.play(Place((0,), 2))
        assert [saved.id for saved in store.games()] == [first.game.id, second.game.id]
        assert store.games(limit=1)[0].filled == 8
        solve(first)
        assert [saved.id for saved in store.games(playing=True)] == [second.game.id]
        assert [saved.id for saved in store.games(playing=False)] == [first.game.id]
        store.delete(first.game.id)
        assert not store.has(first.game.id)
        assert len(store.results()) == 1
        with pytest.raises(PlayError, match="deleted"):
            first.undo()
        with pytest.raises(PlayError, match="no saved game"):
            store.session(first.game.id)


def test_a_game_saved_under_a_future_clock_does_not_stay_on_top(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path) as store:
        monkeypatch.setattr("nonet.play.saved.tables.now", lambda: "2099-01-01T00:00:00Z")
        early = store.new(small())
        monkeypatch.undo()
        assert [saved.id for saved in store.games()] == [early.game.id]
        late = store.new(small())
        assert [saved.id for saved in store.games()] == [late.game.id, early.game.id]
        assert store.games()[-1].changed < "2099"


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system has no time zone of a process")
def test_a_list_has_the_day_where_the_player_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(path) as store:
        monkeypatch.setattr("nonet.play.saved.tables.now", lambda: "2026-11-18T14:47:00Z")
        store.new(small())
        saved = store.games()[0]
    with monkeypatch.context() as elsewhere:
        for zone, day in {"NZDT-13": "2026-11-19", "PST8": "2026-11-18"}.items():
            elsewhere.setenv("TZ", zone)
            time.tzset()
            assert saved.day == day
    time.tzset()
    assert replace(saved, changed="2026-1?-18T14:47:00Z").day == "2026-1?-18"  # of a damaged file


def play_many(session: Session) -> None:
    for _ in range(500):
        session.play(Place((0,), 2))
        session.play(Clear((0,)))


@pytest.mark.parametrize(
    ("limit", "no_limit", "reason"),
    [
        ("query_only = ON", "query_only = OFF", "readonly"),
        ("max_page_count = 1", "max_page_count = 1000000", "disk is full"),
    ],
    ids=["read-only", "full disk"],
)
def test_a_move_that_cannot_be_saved_is_not_made(path: Path, limit: str, no_limit: str, reason: str) -> None:
    with Store(path) as store:
        session = store.new(small())
        store._db.execute(f"PRAGMA {limit}")
        with pytest.raises(StoreError, match=f"cannot write .*{reason}"):
            play_many(session)  # there may be room for a few moves
        before = (session.state, session.moves, session.cursor, session.revision)
        with Store(path) as again:
            assert again.session(session.game.id).moves == session.moves
            assert again.session(session.game.id).state == session.state
        store._db.execute(f"PRAGMA {no_limit}")
        assert (session.state, session.moves, session.cursor, session.revision) == before
        session.play(Place((1,), 1))
        with Store(path) as again:
            assert again.session(session.game.id).moves == session.moves


def test_only_new_moves_are_written(path: Path) -> None:
    with Store(path) as store:
        session = store.new(small())
        written: list[str] = []
        for digit in (1, 2, 3, 4):
            session.play(Place((0,), digit))
        store._db.set_trace_callback(written.append)
        session.play(Place((0,), 1))
        assert sum("INSERT INTO moves" in line for line in written) == 1
        assert not any("DELETE" in line for line in written)
        session.undo()
        session.undo()
        session.play(SetMark("x"))
        rows = store._db.execute("SELECT count(*) FROM moves").fetchone()[0]
        assert rows == len(session.moves) == 4


# -- results, settings, queues -------------------------------------------------------------------------------


def test_a_result_is_written_once(path: Path) -> None:
    time_now = [0.0]
    with Store(path, today=lambda: date(2026, 11, 15)) as store:
        session = store.new(small(), clock=lambda: time_now[0])
        time_now[0] = 30.0
        solve(session)
        session.undo()
        time_now[0] = 90.0
        session.redo()
        (result,) = store.results()
        assert (result.status, result.seconds, result.day) == ("finished", 30.0, date(2026, 11, 15))
        assert (result.board, result.level, result.source) == ("4x4", "", "own")


def test_a_finished_game_from_elsewhere_counts_on_the_day_it_ended(tmp_path: Path) -> None:
    with Store(tmp_path / "one.sqlite", today=lambda: date(2026, 11, 3)) as store:
        session = store.new(small(), seconds=12.0)
        solve(session)
        (result,) = store.results()
        session.undo()  # it was over once, whatever comes after
        (line,) = export_games(store)
    with Store(tmp_path / "other.sqlite") as store:
        assert import_games(store, [line]).added == (session.game.id,)
        (copy,) = store.results()
        assert (copy.day, copy.status) == (date(2026, 11, 3), "finished")
        assert copy == replace(result, seconds=round(result.seconds, 3))
        assert [saved.status for saved in store.games()] == ["playing"]
        assert import_games(store, [line]).known == (session.game.id,)
        store.session(session.game.id).redo()  # the end that is known already
        assert store.results() == (copy,)
        with pytest.raises(PlayError, match="already"):
            store.add(from_record(json.loads(line)))


def test_imported_games_have_the_seconds_of_their_records(path: Path) -> None:
    records = [
        to_record(Session(small(), seconds=number * 1.001, clock=lambda: 0.0)) for number in range(1, 20)
    ]
    with Store(path) as store:
        import_games(store, map(json.dumps, records))
        assert [store.load(record["game"]["id"]).seconds for record in records] == [
            record["seconds"] for record in records
        ]


def test_imported_games_keep_their_order_and_the_time_of_their_last_move(tmp_path: Path) -> None:
    """The untouched one is old enough to be dropped when a new game begins, but an import drops nothing."""
    times = [f"2026-10-{day:02}T12:00:00Z" for day in range(1, 6)]
    with Store(tmp_path / "one.sqlite") as store:
        sessions = [store.new(small()) for _ in times]
        for session in sessions[1:]:
            session.play(Place((0,), 2))
        for session, changed in zip(sessions, times, strict=True):
            store._db.execute("UPDATE games SET changed = ? WHERE id = ?", (changed, session.game.id))
        lines = list(export_games(store))
        before = [(saved.id, saved.changed) for saved in store.games()]
    assert [changed for _, changed in before] == times[::-1]
    with Store(tmp_path / "other.sqlite") as store:
        assert len(import_games(store, lines).added) == 5
        assert [(saved.id, saved.changed) for saved in store.games()] == before
        assert list(export_games(store)) == lines
        undated = [json.dumps({**json.loads(line), "changed": 7}) for line in lines]
        assert [reason for _, reason in import_games(store, undated[:1]).refused] == [
            "changed: expected a text of 0 to 40 printable characters, not 7"
        ]


def test_a_game_of_very_many_moves_is_imported_on_request(path: Path) -> None:
    moves = [Paint((0,), 1 + number % 2) for number in range(limits().moves + 1)]
    line = json.dumps(to_record(Session(small(), moves=moves)))
    with Store(path) as store:
        ((_, reason),) = import_games(store, [line]).refused
        assert "--set-limit moves=N" in reason
        with allow(moves=len(moves)):
            (added,) = import_games(store, [line]).added
        assert store.load(added).moves == tuple(moves)


def test_several_processes_import_the_same_games(path: Path) -> None:
    """Each game is added by one of them, and is there already for the others."""
    lines = [json.dumps(to_record(Session(small()))) for _ in range(20)]
    with ExitStack() as stack, ThreadPoolExecutor(3) as pool:
        stores = [stack.enter_context(Store(path)) for _ in range(3)]
        results = list(pool.map(lambda store: import_games(store, lines), stores))
    assert [result.refused for result in results] == [(), (), ()]
    assert [len(result.added) + len(result.known) for result in results] == [20, 20, 20]
    assert sum(len(result.added) for result in results) == 20


def test_a_game_that_is_over_when_it_is_opened_never_counts(tmp_path: Path) -> None:
    solved = Session(small())
    solve(solved)
    with Store(tmp_path / "one.sqlite") as store:
        session = store.new(solved.game, moves=solved.moves)
        session.undo()
        session.redo()
        assert (session.state.status.value, session.is_best, store.results()) == ("finished", None, ())
        lines = list(export_games(store))
    with Store(tmp_path / "other.sqlite") as store:
        assert import_games(store, lines).added == (session.game.id,)
        assert store.results() == ()


def test_records_of_earlier_versions_count_on_the_day_of_their_game(path: Path) -> None:
    ended, begun = Session(replace(small(), created="2026-10-07T21:00:00Z")), Session(small())
    solve(ended)
    undated = Session(replace(small(), created="long ago"))
    solve(undated)
    with Store(path) as store:
        found = import_games(store, [json.dumps(to_record(each)) for each in (ended, begun, undated)])
        assert (len(found.added), found.refused) == (3, ())
        (result,) = store.results()
        assert (result.game, result.day) == (ended.game.id, date(2026, 10, 7))


def test_a_result_that_makes_no_sense_is_refused(path: Path) -> None:
    session = Session(small())
    good = {"status": "finished", "seconds": 3, "day": "2026-11-03", "finished": "2026-11-03T10:00:00Z"}
    bad = [
        {**good, **change} for change in ({"status": "playing"}, {"day": "x"}, {"seconds": -1}, {"hints": -1})
    ]
    with Store(path) as store:
        lines = [json.dumps({**to_record(session), "result": each}) for each in (*bad, [], good)]
        found = import_games(store, lines)
        assert [number for number, _ in found.refused] == [1, 2, 3, 4, 5]
        assert len(store.results()) == 1


def test_a_stopped_program_does_not_play(path: Path) -> None:
    """Ten seconds later and a night later; the terminal game reads its clock every second."""
    time_now = [0.0]
    with Store(path, clock=AwakeClock(lambda: time_now[0])) as store:
        session = store.new(small())
        for seconds in (10.0, 30_000.0, 5.0):
            time_now[0] += seconds
            session.tick()
        again = store.session(session.game.id)
        time_now[0] += 20_000.0
        assert (session.seconds, again.seconds) == (15.0, 15.0)


def test_the_best_time_is_reported(path: Path) -> None:
    time_now = [0.0]
    told = []
    with Store(path) as store:
        for seconds in (50.0, 60.0, 40.0):
            session = store.new(small(), clock=lambda: time_now[0])
            time_now[0] += seconds
            assert session.game.solution is not None
            events = [session.play(Place((cell,), digit)) for cell, digit in enumerate(session.game.solution)]
            told += [event for outcome in events for event in outcome.events if isinstance(event, Finished)]
    assert told == [Finished(50.0, False), Finished(60.0, False), Finished(40.0, True)]


def test_a_best_time_is_one_without_help(path: Path) -> None:
    time_now = [0.0]

    def best(seconds: float, aid: Callable[[Session], object]) -> bool | None:
        session = store.new(small(), clock=lambda: time_now[0])
        time_now[0] += seconds
        aid(session)
        solve(session)
        return session.is_best

    with Store(path) as store:
        assert best(50.0, lambda session: session.hint()) is False
        assert best(40.0, lambda session: session.check()) is False
        assert best(30.0, lambda session: session.play(Reveal((0,)))) is False
        assert best(20.0, lambda session: (session.play(GiveUp()), session.play(Undo()))) is False
        assert best(60.0, lambda session: None) is True  # faster games used help
        assert best(70.0, lambda session: None) is False


@pytest.mark.parametrize("earlier", [0, 1])
def test_the_first_game_is_not_the_best_time(path: Path, earlier: int) -> None:
    """It is called the first game, also after games in which cells were revealed: their times do not count."""
    with Store(path) as store:
        for _ in range(earlier):
            session = store.new(small())
            session.play(Reveal((0,)))
            solve(session)
        session = store.new(small())
        solve(session)
        game = session.game
        place = standing(store.results(), game.id, board=game.board, level="", today=date(2026, 11, 16))
        assert (place.earlier, place.mean, session.is_best) == (earlier, None, False)


def test_settings_and_queues_are_kept(path: Path) -> None:
    with Store(path) as store:
        assert store.settings() == Settings()
        store.save_settings(Settings(check="solution", language="cs"))
        session = store.new(small())
        assert session.settings.check == "solution"
        assert store.last_action(session.game.id, "page") == 0
        store.save_last_action(session.game.id, "page", 7)
    with Store(path) as store:
        assert store.settings() == Settings(check="solution", language="cs")
        assert store.last_action(session.game.id, "page") == 7
        store._db.execute("INSERT INTO settings VALUES ('', 'from-the-future', '[1]')")
        store._db.execute("UPDATE settings SET value = '\"never\"' WHERE name = 'check'")
        assert store.settings() == Settings(language="cs")


# -- two at once ---------------------------------------------------------------------------------------------


def test_two_sessions_continue_one_game(path: Path) -> None:
    with Store(path) as one, Store(path) as two:
        first = one.new(small())
        second = two.session(first.game.id)
        first.play(Place((0,), 2))
        assert second.play(Place((3,), 4)).state.values.rows()[0] == bytes([2, 1, 3, 4])
        assert first.undo().state.values.rows()[0] == bytes([2, 1, 3, 0])
        assert two.session(first.game.id).state == first.state
        with pytest.raises(StaleGame):
            two.save(second, second.version)


def test_a_move_is_made_however_often_another_process_is_faster(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path) as one, Store(path) as two:
        first = one.new(small())
        second = two.session(first.game.id)
        faster, reload = iter([1, 2, 3]), second.reload

        def reload_too_late() -> None:
            reload()
            if digit := next(faster, 0):
                first.play(Place((0,), digit))

        monkeypatch.setattr(second, "reload", reload_too_late)
        first.play(Place((0,), 4))
        second.play(Place((3,), 4))
        assert [move.digit for move in second.moves if isinstance(move, Place)] == [4, 1, 2, 3, 4]


def test_known_moves_are_not_made_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taking over the moves of another process costs as much as these moves, however long the game is."""
    with Store(path) as one, Store(path) as two:
        first = one.new(small())
        for number in range(5 * STRIDE):
            first.toggle_note([0], 1 + number % 4)
        second = two.session(first.game.id)
        for action in (Undo(), Undo(), Place((0,), 2), Place((3,), 4), Undo()):
            first.play(action)
        made = []

        def counted(board: Board, move: Move, game: Game) -> Board:
            made.append(move)
            return applied(board, move, game)

        monkeypatch.setattr(history, "applied", counted)
        second.reload()
        assert len(made) <= 2 * STRIDE
        assert (second.moves, second.cursor) == (first.moves, first.cursor)
        assert second.state == first.state == two.session(first.game.id).state


def test_the_clock_never_goes_back(path: Path) -> None:
    time_now = [0.0]
    with Store(path) as one, Store(path) as two:
        first = one.new(small(), clock=lambda: time_now[0])
        second = two.session(first.game.id, clock=lambda: 0.0)
        time_now[0] = 100.0
        first.tick()
        second.play(Place((0,), 2))
        assert one.session(first.game.id).seconds == pytest.approx(100, abs=1)


def test_another_process_that_creates_the_file_is_waited_for(path: Path) -> None:
    """Sqlite itself does not wait for a lock where a file gets its log."""
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE t (x)")
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO t VALUES (1)")
    end = threading.Timer(0.3, other.execute, ["COMMIT"])
    end.start()
    Store(path).close()
    end.join()
    other.close()


def test_two_processes_write_at_once(path: Path) -> None:
    script = (
        "import sys\n"
        "from nonet.formats import parse\n"
        "from nonet.play import Game, Store\n"
        "from nonet.play.actions import Place\n"
        "store = Store(sys.argv[1])\n"
        f"session = store.new(Game.of(parse('{SMALL}')))\n"
        "for number in range(100):\n"
        "    session.play(Place((0,), number % 4 + 1))\n"
    )
    runs = [subprocess.Popen([sys.executable, "-c", script, str(path)], env=environment()) for _ in range(2)]
    assert [run.wait(60) for run in runs] == [0, 0]
    with Store(path) as store:
        assert [len(store.session(saved.id).moves) for saved in store.games()] == [100, 100]


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(SOURCE)}


# -- kill -9 -------------------------------------------------------------------------------------------------

# Makes moves forever and prints their number after each one; undoes every seventh.
PLAYS = f"""
import sys
from nonet.formats import parse
from nonet.play import Game, Store
from nonet.play.actions import Note
store = Store(sys.argv[1])
games = store.games()
session = store.session(games[0].id) if games else store.new(Game.of(parse("{SMALL}")))
print("begun", session.game.id, len(session.moves), session.cursor, flush=True)
number = len(session.moves)
while True:
    number += 1
    session.play(Note((0,), number % 4 + 1, "centre", on=not session.state.centre[0] >> number % 4 & 1))
    if number % 7 == 0:
        session.undo()
        session.redo()
    print(len(session.moves), session.cursor, flush=True)
"""


def kill_while_playing(path: Path, seconds: float) -> None:
    """Plays in a child process, kills it, and compares what it reported with what was saved."""
    run = subprocess.Popen(
        [sys.executable, "-c", PLAYS, str(path)], stdout=subprocess.PIPE, text=True, env=environment()
    )
    assert run.stdout is not None
    _, game, moves, _ = run.stdout.readline().split()
    time.sleep(seconds)
    run.send_signal(signal.SIGKILL)
    said = run.stdout.read().split("\n")
    run.stdout.close()
    assert run.wait(60) == -signal.SIGKILL
    last = int(said[-2].split()[0]) if len(said) > 1 else int(moves)
    with Store(path) as store:
        session = store.session(game)
        assert (
            last <= len(session.moves) <= last + 1
        )  # all that it reported, and perhaps the move in progress
        assert session.cursor in (len(session.moves), len(session.moves) - 1)
        assert store._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        fresh = Session(session.game, moves=session.moves, cursor=session.cursor, settings=session.settings)
        assert fresh.state == session.state


@pytest.mark.attack
def test_kill_at_any_moment(path: Path, attack_rounds: Iterator[int]) -> None:
    for seed in attack_rounds:
        kill_while_playing(path.with_name(f"{seed // 10}.sqlite"), Rng(seed).below(100) / 1000)


@pytest.mark.slow
def test_kill_at_a_hundred_moments(path: Path) -> None:
    rng = Rng(2)
    for number in range(100):
        kill_while_playing(path.with_name(f"{number // 10}.sqlite"), rng.below(150) / 1000)


def test_kill_while_the_file_is_created(tmp_path: Path) -> None:
    """The file is created in one transaction, so after a kill there is a complete store or none."""
    script = "import sys\nfrom nonet.play import Store\nprint(flush=True)\nStore(sys.argv[1])\n"
    for number in spread(range(3), 2):
        path = tmp_path / f"{number}.sqlite"
        run = subprocess.Popen(
            [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, env=environment()
        )
        assert run.stdout is not None
        run.stdout.readline()
        time.sleep(number / 1000)
        run.kill()
        run.wait()
        run.stdout.close()
        with Store(path) as store:
            assert store.games() == ()


# -- bad files -----------------------------------------------------------------------------------------------


def test_a_damaged_file_is_left_alone(path: Path) -> None:
    path.write_bytes(b"this is no database, but somebody may need it\n" * 100)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="cannot be used"):
        Store(path)
    assert path.read_bytes() == before


def test_a_newer_file_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
        db.execute("PRAGMA application_id = 99")
    db.close()
    with pytest.raises(StoreError, match=r"newer version of nonet \(format 99"):
        Store(path)


def test_a_folder_that_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot make the folder .*/file: File exists; set NONET_DATA"):
        Store(tmp_path / "file" / "play.sqlite")
    with pytest.raises(StoreError, match="File name too long"):
        Store(tmp_path / ("a" * 300) / "play.sqlite")


@pytest.mark.slow
def test_a_file_with_damaged_pages_says_what_to_do(path: Path) -> None:
    with Store(path) as store:
        store.new(small())
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(255 - byte for byte in whole[4096:]))  # the first page is intact
    damaged = path.read_bytes()
    with Store(path) as store:
        assert store.games() == ()
        assert re.search(r"cannot read .*malformed; 'sudoku games check --repair' saves", str(store.damage))
        with pytest.raises(StoreError, match="'sudoku games check --repair' saves what can be saved"):
            store.new(small())
    assert path.read_bytes() == damaged


def test_a_damaged_game_is_reported(path: Path) -> None:
    with Store(path) as store:
        session = store.new(small())
        session.play(Place((0,), 2))
        store._db.execute('UPDATE moves SET move = \'{"type": "dance"}\'')
        with pytest.raises(StoreError, match=f"{session.game.id} cannot be read"):
            store.session(session.game.id)


def test_reveals_are_counted_even_when_undone(path: Path) -> None:
    with Store(path) as store:
        session = store.new(small())
        session.play(Reveal((0,)))
        session.undo()
        assert store.session(session.game.id).aids.reveals == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows moves no open file")
def test_games_may_begin_in_the_same_tick_of_the_clock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clocks of browsers are coarse."""
    monkeypatch.setattr("nonet.play.saved.tables.time.time_ns", lambda: 10**18)
    with Store(path) as store:
        begun = [store.new(small()) for _ in range(3)]
        begun[1].play(Place((0,), 2))
        assert len({session.version.row for session in begun}) == 3
        assert [len(store.session(session.game.id).moves) for session in begun] == [0, 1, 0]


@pytest.mark.parametrize("what", ["deleted", "moved", "replaced"])
def test_a_file_that_is_no_longer_there_is_not_written_to(path: Path, tmp_path: Path, what: str) -> None:
    """The moves would be lost without a word."""
    with Store(path) as store:
        session = store.new(small())
        if what == "replaced":
            shutil.copy(path, tmp_path / "copy")
            (tmp_path / "copy").replace(path)
        else:
            path.rename(tmp_path / "elsewhere") if what == "moved" else path.unlink()
        with pytest.raises(StoreError, match="was moved, deleted or replaced meanwhile"):
            session.play(Place((0,), 2))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_other_users_cannot_read_saved_games(tmp_path: Path) -> None:
    path = tmp_path / "new" / "play.sqlite"
    with Store(path) as store:
        store.new(small())
        files = [path, *(path.with_name(f"play.sqlite{ending}") for ending in LOGS[:2])]
        assert [stat.S_IMODE(each.stat().st_mode) for each in (path.parent, *files)] == [0o700, *[0o600] * 3]
        for each in files:
            each.chmod(0o644)
        with Store(path):
            assert [stat.S_IMODE(each.stat().st_mode) for each in files] == [0o600] * 3
    path.chmod(0o444)
    with Store(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o400


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
@pytest.mark.parametrize("use", [Store, check, repair])
def test_a_store_is_a_file(use: Callable[[Path], object], tmp_path: Path) -> None:
    """Of a folder or a device, neither the contents nor the rights are touched; a device may have no end."""
    path = tmp_path / "play.sqlite"
    path.symlink_to(tmp_path)
    tmp_path.chmod(0o755)
    with pytest.raises(StoreError, match="this is no file"):
        use(path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


# -- where ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {}, "/home/me/.local/share/nonet"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/nonet"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "/home/me/.local/share/nonet"),
        ("linux", {"NONET_DATA": "/mine", "XDG_DATA_HOME": "/data"}, "/mine"),
        ("darwin", {}, "/home/me/Library/Application Support/nonet"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/nonet"),
        ("win32", {}, "/home/me/AppData/Local/nonet"),
    ],
)
def test_the_default_data_folder(platform: str, variables: dict[str, str], folder: str) -> None:
    assert _folder(variables, platform, lambda: Path("/home/me")) == Path(folder)


def test_a_variable_sets_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path / "new"))
    assert data_path() == tmp_path / "new" / "play.sqlite"
    with Store() as store:
        store.new(small())
    assert data_path().exists()


def test_a_user_without_a_home_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a container that runs under any number of a user."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("NONET_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", unknown)
    for command in (["games", "list"], ["games", "check"], ["play", "--where"]):
        assert run(command) == 2
        assert capsys.readouterr().err == (
            "sudoku: there is no home folder for saved games; set NONET_DATA to a folder\n"
        )
    assert run(["doctor"]) == 1
    assert "there is no home folder for saved games" in capsys.readouterr().out
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    assert run(["games", "list"]) == 0


def test_games_that_were_never_played_are_dropped_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonet.play.saved.store.LAST_UNTOUCHED", 0)
    with Store(tmp_path / "play.sqlite") as store:
        untouched, played, hinted = (store.new(Game.of(parse("0130430202030000"))) for _ in range(3))
        played.play(Place((0,), 2))
        hinted.hint(1)
        assert store.count() == 3
        assert {saved.id for saved in store.games(touched=True)} == {played.game.id, hinted.game.id}
        assert store.count(touched=True, board="4x4") == 2
        assert store.count(board="9x9") == 0
        with store.transaction() as db:
            db.execute("UPDATE games SET changed = '2020-01-01T00:00:00Z'")
        new = store.new(Game.of(parse("0130430202030000")))
        assert {saved.id for saved in store.games()} == {new.game.id, played.game.id, hinted.game.id}
        assert untouched.game.id not in {saved.id for saved in store.games()}


def test_a_game_that_has_been_open_for_a_day_can_be_played(tmp_path: Path) -> None:
    with Store(tmp_path / "play.sqlite") as store:
        first, opened = store.new(small()), store.new(small())
        guest = store.as_player("guest").new(small())
        with store.transaction() as db:
            db.execute("UPDATE games SET changed = '2020-01-01T00:00:00Z'")
        for _ in range(LAST_UNTOUCHED):
            store.new(small())
        assert not store.has(first.game.id)
        for session in (opened, guest):
            session.play(Place((0,), 2))
            assert session.tables.load(session.game.id).cursor == 1


def test_a_shared_puzzle_is_found_again(tmp_path: Path) -> None:
    puzzle = parse("0130430202030000")
    with Store(tmp_path / "play.sqlite") as store:
        store.new(Game.of(puzzle))  # the player's own
        assert store.shared(puzzle) is None
        session = store.new(Game.of(puzzle, source="shared"))
        assert store.shared(puzzle) == session.game.id
        assert store.shared(parse("2130430202030000")) is None


def test_a_list_reads_no_more_rules_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    original = codec.from_data

    def counted(rule: object, layout: Layout) -> Rule:
        read.append(rule)
        return original(rule, layout)

    monkeypatch.setattr(codec, "from_data", counted)
    with Store(":memory:") as store:
        for _ in range(5):
            store.new(Game.of(KILLER))
        store.new(small())
        size = rules_size(store.table("games", "")[0])
        monkeypatch.setattr("nonet.play.saved.store.MOST_RULES", 2 * size + size // 2)
        read.clear()
        plain, *killers = store.games()
        assert len(read) == 2 * len(KILLER.rules)
        assert plain.has_rules
        assert [saved.has_rules for saved in killers] == [True, True, False, False, False]
        assert [saved.puzzle == KILLER for saved in killers] == [True, True, False, False, False]
        assert (
            len({(saved.board, saved.layout, saved.givens, saved.cells, saved.progress) for saved in killers})
            == 1
        )
        assert [saved_view(saved, "en")["drawing"] is not None for saved in killers] == [
            True,
            True,
            False,
            False,
            False,
        ]
        assert store.session(killers[-1].id).game.puzzle == KILLER
        monkeypatch.setattr("nonet.play.saved.store.MOST_RULES_EACH", size - 1)
        assert [saved.has_rules for saved in store.games()] == [True, *[False] * 5]


@pytest.mark.parametrize(
    "fog", [[Fog((0, 1))], [FogTrigger((0,), (2,))], [FogTrigger((0,), (2,)), Fog((0, 1)), Cage((0, 1))]]
)
def test_a_list_without_rules_keeps_the_fog(fog: list[Rule], monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(":memory:") as store:
        store.new(Game.of(Puzzle.of("4x4", parse(SMALL).givens.symbols, rules=fog)))
        (whole,) = store.games()
        monkeypatch.setattr("nonet.play.saved.store.MOST_RULES", 0)
        (saved,) = store.games()
        assert (saved.givens, saved.cells) == (whole.givens, whole.cells)
        assert saved.givens != parse(SMALL).givens.symbols
        assert saved_view(saved, "en") == {**saved_view(whole, "en"), "drawing": None}


def test_only_games_with_the_same_givens_are_compared_with_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    with Store(":memory:") as store:
        store.new(Game.of(KILLER, source="shared"))
        monkeypatch.setattr("nonet.play.saved.store.saved_of", read.append)
        assert store.shared(parse(SMALL)) is None
        assert not read
