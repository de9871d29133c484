"""`sudoku games`: the list, and checking an intact or damaged store."""

from __future__ import annotations

import errno
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mounts import in_a_mount, needs_mounts
from nonet.formats import parse, read_all, write
from nonet.play import Game, Session, Settings, Store, new_puzzle, to_record
from nonet.play.actions import GiveUp, Place

from .conftest import Sudoku


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with three games, of which the last is damaged."""
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    with Store() as store:
        store.new(Game.of(parse("0130430202030000"))).play(Place((0,), 2))
        store.new(new_puzzle("6x6", "easy", 1))
        damaged = store.new(new_puzzle("4x4", "easy", 1)).game.id
        store._db.execute(
            "UPDATE games SET setup = replace(setup, 'givens', 'gXvens') WHERE id = ?", (damaged,)
        )
    return tmp_path / "play.sqlite"


def test_no_games(sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path / "new"))
    assert sudoku("games", "check").out == f"{tmp_path / 'new' / 'play.sqlite'}: 0 games, 0 results\n"
    answer = sudoku("games", "list")
    assert (answer.out, answer.err, answer.status) == ("", "no saved games\n", 0)


def test_the_list_shows_damaged_games(sudoku: Sudoku, path: Path) -> None:
    answer = sudoku("games", "list")
    assert answer.status == 0
    assert [line.split()[1:4] for line in answer.out.splitlines()] == [
        ["6x6", "easy", "0%"],
        ["4x4", "own", "11%"],
    ]
    assert answer.err.startswith("damaged, set aside: ")
    assert "givens: expected 16 symbols" in answer.err
    assert len(sudoku("games", "list", "--limit", "1").out.splitlines()) == 1


def test_check_changes_nothing_and_repair_copies_first(sudoku: Sudoku, path: Path) -> None:
    before = path.read_bytes()
    answer = sudoku("games", "check")
    assert (answer.out, answer.status) == (f"{path}: 2 games, 0 results\n", 1)
    assert answer.err.startswith("damaged game: ")
    assert "'sudoku games check --repair' saves what can be saved" in answer.err
    assert path.read_bytes() == before
    answer = sudoku("games", "check", "--repair")
    assert (answer.out, answer.status) == (f"{path}: 2 games, 0 results\n", 1)  # one is set aside
    copy = Path(answer.err.split("the file as it was: ")[1].split("\n")[0])
    assert copy.read_bytes() == before
    assert sudoku("games", "check").status == 0


def test_a_repair_keeps_every_game_of_a_damaged_schema(sudoku: Sudoku, path: Path) -> None:
    sudoku("games", "list")  # sets the damaged game aside
    data = path.read_bytes()
    path.write_bytes(data.replace(b"CREATE TABLE games", b"CREATE TABLE gamex"))
    assert sudoku("games", "list").status == 2
    answer = sudoku("games", "check", "--repair")
    assert (answer.out, answer.status) == (f"{path}: 2 games, 0 results\n", 0)
    assert "\nrepaired; the file as it was: " in answer.err
    assert len(sudoku("games", "list").out.splitlines()) == 2


def test_a_repair_names_lost_games(sudoku: Sudoku, path: Path) -> None:
    lost = sudoku("games", "list").out.split()[0]
    data = path.read_bytes()
    at = data.index(lost.encode() + b"{") - 14  # in the header of the record
    path.write_bytes(data[:at] + b"\xff" + data[at + 1 :])
    answer = sudoku("games", "check", "--repair")
    assert (answer.out, answer.status) == (f"{path}: 1 game, 0 results\n", 1)
    assert f"lost game: {lost}\n" in answer.err
    assert "repaired; not everything could be saved; the file as it was: " in answer.err


def test_a_file_that_is_not_a_store_is_reported(sudoku: Sudoku, path: Path) -> None:
    path.write_bytes(b"not a database " * 300)
    answer = sudoku("games", "list")
    assert (answer.out, answer.status) == ("", 2)
    assert "file is not a database; 'sudoku games check --repair'" in answer.err
    assert sudoku("games", "check").status == 1
    assert sudoku("games", "check", "--repair").status == 1  # no game was found in it
    assert sudoku("games", "check").status == 0
    assert sudoku("games", "list").status == 0


def test_a_game_is_exported_for_another_program(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path / "data"))
    assert sudoku("games", "export", "--to", "sdk").err == "sudoku: there is no saved game\n"
    givens = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    with Store() as store:
        session = store.new(Game.of(parse(givens)), seconds=61.0)
        session.play(Place((2,), 4))
        session.toggle_note((3,), 6)
        session.pause()
    target = tmp_path / "game.opensudoku"
    answer = sudoku("games", "export", "-o", str(target))
    assert (answer.err, answer.status) == ("", 0)
    (entry,) = read_all(target.read_bytes())
    assert entry.puzzle.givens.symbols == givens
    assert entry.state is not None
    assert entry.state.values[2] == 4
    assert entry.state.corner[3] == 1 << 5
    assert 61 <= entry.state.seconds < 90
    assert sudoku("games", "export", session.game.id, "--to", "sdm").err.startswith("sdm cannot hold")
    assert sudoku("games", "export", "nosuchgame", "--to", "sdm").status == 2


def test_games_go_to_another_machine(sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path / "one"))
    with Store() as store:
        small = store.new(Game.of(parse("0130430202030000")))
        small.play(Place((0,), 2))
        small.play(Place((3,), 4))
        store.new(new_puzzle("6x6", "easy", 1)).play(Place((0,), 1))
    file = tmp_path / "games.jsonl"
    assert sudoku("games", "export", "--all", "-o", str(file)).status == 0
    assert len(file.read_text("utf-8").splitlines()) == 2
    link = tmp_path / "link.txt"
    link.symlink_to(store.path)
    for options in (("--all", "-o", str(store.path)), ("--to", "sudokupad", "-o", str(link))):
        answer = sudoku("games", "export", *options)
        assert (answer.status, "is a database, with saved games perhaps" in answer.err) == (2, True)
    one = sudoku("games", "export", small.game.id, "--moves").out
    assert one in file.read_text("utf-8")
    monkeypatch.setenv("NONET_DATA", str(tmp_path / "other"))
    assert sudoku("games", "import", str(file)).out == "added: 2 games\n"
    with Store() as store:
        session = store.session(small.game.id)
        assert (session.moves, session.cursor) == (small.moves, 2)
        assert session.state.values == small.state.values
    again = sudoku("games", "import", str(file))
    assert (again.out, again.status) == ("added: 0 games\nhere already: 2 games\n", 0)


def test_what_is_not_a_game_is_refused_line_by_line(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    file = tmp_path / "games.jsonl"
    file.write_text('no json\n\n{"format": "nonet-game-1"}\n' + "[" * 100_000, "utf-8")
    answer = sudoku("games", "import", str(file))
    assert (answer.out, answer.status) == ("added: 0 games\n", 1)
    assert [line.split(": ")[0] for line in answer.err.splitlines()] == [
        f"{file}, line {number}" for number in (1, 3, 4)
    ]
    assert sudoku("games", "import", str(tmp_path / "none.jsonl")).status == 2
    assert sudoku("games", "export", "--all", "--to", "sdk").status == 2


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file")
def test_importing_ends_at_a_line_without_an_end(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    answer = sudoku("games", "import", "/dev/zero")
    assert answer.status == 2
    assert answer.err.startswith("sudoku: /dev/zero: more than")
    assert "--set-limit file=N" in answer.err


@pytest.mark.skipif(not Path("/dev/urandom").exists(), reason="there is no endless file")
def test_importing_ends_in_a_file_without_an_end(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    answer = sudoku("games", "import", "/dev/urandom")
    assert (answer.out, answer.status) == ("", 2)
    assert answer.err.startswith("sudoku: /dev/urandom: more than 10,000 lines are not games")


def test_importing_a_file_of_something_else_names_some_of_its_lines(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    other = tmp_path / "puzzles.txt"
    other.write_text("0130430202030000\n" * 100)
    answer = sudoku("games", "import", str(other))
    first, *_, last = lines = answer.err.splitlines()
    assert (answer.status, answer.out, len(lines)) == (1, "added: 0 games\n", 21)
    assert first.startswith(f"{other}, line 1: not JSON")
    assert last == "100 lines that are not games; the first 20 are named above"


@needs_mounts
def test_a_full_disk_is_no_damage(path: Path) -> None:
    """sqlite cannot even read without room for the index of its log."""
    disk = path.parent / "disk"
    disk.mkdir()
    check = f'NONET_DATA="{disk}" "{sys.executable}" -m nonet games check'
    done = in_a_mount(
        f'mount -t tmpfs -o size=200k none "{disk}"; cp "{path}" "{disk}"; cp "{path}" "{path}.before";'
        f'dd if=/dev/zero of="{disk}/full" bs=1k 2>/dev/null; {check}; echo $?; {check} --repair; echo $?;'
        f'rm "{disk}/full"; cmp "{disk}/play.sqlite" "{path}.before"; ls "{disk}"; {check}; echo $?'
    )
    first, second, *files, games, third = done.stdout.splitlines()
    assert (first, second, third) == ("2", "2", "1")
    assert set(files) <= {"play.sqlite", "play.sqlite-shm", "play.sqlite-wal"}  # the last two are sqlite's
    assert games == f"{disk}/play.sqlite: 2 games, 0 results"
    full = f"sudoku: {disk}/play.sqlite cannot be used: No space left on device"
    assert done.stderr.splitlines()[:2] == [full, full]


@pytest.mark.slow
@needs_mounts
def test_a_store_that_cannot_be_written_is_no_damage(path: Path) -> None:
    disk = path.parent / "disk"
    disk.mkdir()
    sudoku = f'NONET_DATA="{disk}" "{sys.executable}" -m nonet'
    done = in_a_mount(
        f'mount -t tmpfs none "{disk}"; cp "{path}" "{disk}"; mount -o remount,ro "{disk}";'
        f"for what in list check 'check --repair'; do {sudoku} games $what; echo $?; done; {sudoku} doctor"
    )
    assert done.stdout.splitlines()[:3] == ["2", "2", "2"]
    reason = f"{disk}/play.sqlite cannot be used: Read-only file system"
    assert done.stderr.splitlines() == [f"sudoku: {reason}"] * 3
    assert f"  saved games  {reason}\n" in done.stdout


def test_a_store_that_cannot_be_opened(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder in its place, or a file in the place of its folder."""
    (tmp_path / "folder" / "play.sqlite").mkdir(parents=True)
    (tmp_path / "file").touch()
    for name in ("folder", "file"):
        monkeypatch.setenv("NONET_DATA", str(tmp_path / name))
        for command in (("games", "check"), ("games", "check", "--repair"), ("games", "list")):
            answer = sudoku(*command)
            assert (answer.out, answer.status) == ("", 2)
            assert re.match("sudoku: cannot (open|make the folder) [^\n]*\n$", answer.err)
        assert "\nDoes not work: saved games." in sudoku("doctor").out


def test_a_link_to_a_disk_that_is_not_there(sudoku: Sudoku, path: Path) -> None:
    path.unlink()
    path.symlink_to(path.parent / "disk" / "play.sqlite")
    for command in (["list"], ["check"], ["check", "--repair"]):
        answer = sudoku("games", *command)
        assert (answer.out, answer.status) == ("", 2)
        assert f"cannot open {path}: " in answer.err


@needs_mounts
def test_an_import_to_a_full_disk_says_so(path: Path) -> None:
    """The games are good; what cannot be written is the file."""
    disk, games = path.parent / "disk", path.parent / "games.jsonl"
    disk.mkdir()
    records = [to_record(Session(Game.of(parse("0130430202030000")))) for _ in range(200)]
    games.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    sudoku = f'NONET_DATA="{disk}" "{sys.executable}" -m nonet games'
    done = in_a_mount(
        f'mount -t tmpfs -o size=160k none "{disk}"; {sudoku} import "{games}"; echo $?; {sudoku} check'
    )
    assert done.stderr == f"sudoku: cannot write {disk}/play.sqlite: No space left on device\n"
    assert re.fullmatch(rf"2\n{re.escape(str(disk))}/play\.sqlite: [1-9]\d* games, 0 results\n", done.stdout)


@needs_mounts
def test_an_export_to_a_full_disk_keeps_the_last_one(path: Path) -> None:
    disk = path.parent / "disk"
    disk.mkdir()
    export = (
        f'NONET_DATA="{path.parent}" "{sys.executable}" -m nonet games export --all -o "{disk}/games.jsonl"'
    )
    done = in_a_mount(
        f'mount -t tmpfs -o size=12k none "{disk}"; echo before > "{disk}/games.jsonl"; chmod 600 "{disk}/games.jsonl";'
        f'dd if=/dev/zero of="{disk}/full" bs=4k 2>/dev/null; {export}; echo $?;'
        f'cat "{disk}/games.jsonl"; ls -A "{disk}";'
        f'rm "{disk}/full"; {export}; echo $?; stat -c %a "{disk}/games.jsonl"; ls -A "{disk}"'
    )
    assert done.stdout.split() == ["2", "before", "full", "games.jsonl", "0", "600", "games.jsonl"]
    assert f"sudoku: cannot write {disk}/games.jsonl: No space left on device\n" in done.stderr


_REPAIR_ON_A_FULL_DISK = """
import sys
from pathlib import Path
from nonet.errors import NonetError
from nonet.play.saved.check import check, repair
path, full = Path(sys.argv[1]) / "play.sqlite", Path(sys.argv[1]) / "full"
before = path.read_bytes()
for room in range(150, 600, 20):
    with full.open("wb", buffering=0) as file:
        while file.write(bytes(1024)):
            if file.tell() >= (int(sys.argv[2]) - room) * 1024:
                break
    try:
        print("repaired", repair(path)[0].games)
        break
    except NonetError as error:
        print(error)
        assert path.read_bytes() == before
"""


@needs_mounts
def test_a_repair_on_a_full_disk_says_so(path: Path) -> None:
    disk = path.parent / "disk"
    disk.mkdir()
    done = in_a_mount(
        f'mount -t tmpfs -o size=700k none "{disk}"; cp "{path}" "{disk}";'
        f'"{sys.executable}" -c \'{_REPAIR_ON_A_FULL_DISK}\' "{disk}" 700'
    )
    *refused, repaired = done.stdout.splitlines()
    assert (repaired, done.stderr) == ("repaired 2", "")
    assert set(refused) == {f"cannot repair {disk}/play.sqlite: No space left on device"}


def test_a_disk_without_room_for_the_copy(
    sudoku: Sudoku, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def half(target: Path, data: bytes) -> None:
        write(target, data[:1000])
        raise OSError(errno.ENOSPC, "No space left on device")

    before = path.read_bytes()
    monkeypatch.setattr(Path, "write_bytes", half)
    answer = sudoku("games", "check", "--repair")
    assert answer.status == 2
    assert answer.err.endswith(f"sudoku: cannot repair {path}: No space left on device\n")
    assert path.read_bytes() == before
    names = {each.name for each in path.parent.iterdir()}
    assert names <= {"play.sqlite", "play.sqlite-shm", "play.sqlite-wal"}


def test_packs_are_listed_kept_and_removed(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path / "data"))
    opened = []

    def play(store: Store, *, first: Callable[[Store, Settings], Session], **_: object) -> int:
        session = first(store, store.settings())
        opened.append(session.game.puzzle)
        if not session.is_over:
            session.play(GiveUp())
        return 0

    monkeypatch.setattr("nonet.faces.tui.play", play)
    file = tmp_path / "evenings.sdm"
    puzzles = [new_puzzle("9x9", "easy", seed).puzzle for seed in (1, 2)]
    file.write_text(write(puzzles, "sdm"), encoding="utf-8")
    assert sudoku("play", "--pack", str(file)).status == 0
    assert sudoku("play", "--pack", str(file)).status == 0
    assert [puzzle.givens for puzzle in opened] == [puzzle.givens for puzzle in puzzles]
    answer = sudoku("play", "--pack", str(file))
    assert (answer.err, answer.status) == (
        "sudoku: pack: all 2 puzzles of this pack are over\n",
        2,
    )
    first = sudoku("games", "packs").out.splitlines()[0]
    name = first.split()[0]
    assert first.split()[1:] == ["0", "of", "2", "evenings"]
    assert sudoku("play", "--pack", name, "--number", "2").status == 0, "the file is not needed again"
    assert sudoku("games", "packs", "--remove", name).status == 0
    assert sudoku("games", "packs").out.startswith("9x9-easy ")
    for wrong in (name, "\udcff"):
        answer = sudoku("games", "packs", "--remove", wrong)
        why = f"there is no pack {wrong!r}; 'sudoku games packs' lists the packs"
        assert (answer.err, answer.status) == (f"sudoku: {why}\n", 2)
        assert "and no pack" in sudoku("play", "--pack", wrong).err
    for wrong, why in ((name, "and no pack"), ("9x9-easy", "there is no puzzle 11; the pack has 10")):
        answer = sudoku("play", "--pack", wrong, "--number", "11")
        assert answer.status == 2
        assert why in answer.err
    assert "--pack and --level cannot" in sudoku("play", "--pack", "killer", "--level", "easy").err


def test_a_folder_says_what_it_skipped(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONET_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("nonet.faces.tui.play", lambda store, first, **_: 0)
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "one.sdk").write_text(write(new_puzzle("9x9", "easy", 1).puzzle, "sdk"), encoding="utf-8")
    (folder / "notes.md").write_text("Nothing to play", encoding="utf-8")
    answer = sudoku("play", "--pack", str(folder))
    assert (answer.err, answer.status) == ("skipped, without a puzzle: notes.md\n", 0)
