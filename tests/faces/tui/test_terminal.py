"""A real process on a real terminal: a game is played, killed with SIGKILL and continued; and the messages if no game
can be shown.
"""

from __future__ import annotations

import fcntl
import io
import os
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte
import pytest

import nonet
from many_cases import for_cases
from nonet.faces.cli import run
from nonet.faces.cli.play import command
from nonet.faces.tui.terminal import Terminal, terminal
from nonet.play.game import Game
from nonet.play.saved.session import SavedSession
from nonet.play.saved.store import Store
from nonet.play.settings import Settings
from nonet.solving import solution

Opener = Callable[[Store, Settings], SavedSession]

PATIENCE = 120
"""Seconds until a game counts as hung. On a busy machine a start alone may take a minute."""
SMALL = "0130430202030000"
SRC = str(Path(nonet.__file__).parents[1])


class Screen:
    """A terminal and the game that runs in it."""

    def __init__(self, process: subprocess.Popen[bytes], master: int, size: tuple[int, int]) -> None:
        self.process = process
        self.master = master
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, done: Callable[[str], bool], *, what: str = "") -> str:
        """Reads until the screen satisfies the condition."""
        end = time.monotonic() + PATIENCE
        while not done(self.text):
            assert time.monotonic() < end, f"{what} does not come:\n{self.text}"
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.stream.feed(os.read(self.master, 65536))
                except OSError:  # the other end is closed
                    assert done(self.text), f"it ended; {what} never came:\n{self.text}"
        return self.text

    def until_shown(self, *words: str) -> str:
        return self.until(lambda text: all(word in text for word in words), what=repr(words))

    def status(self) -> int:
        """Reads all output, because the process cannot exit before; returns its exit status."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.stream.feed(os.read(self.master, 65536))
                except OSError:
                    break
        return self.process.wait(PATIENCE)

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())


@contextmanager
def started(data: Path, *arguments: str, **environ: str) -> Iterator[Screen]:
    """Starts `sudoku play` in a new terminal."""
    size = (80, 24)
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "NO_COLOR"))
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "nonet", "play", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env={
            **clean,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "NONET_DATA": str(data),
            "PYTHONPATH": SRC,
            **environ,
        },
    )
    os.close(slave)
    try:
        yield Screen(process, master, size)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(master)


@pytest.mark.slow
def test_killed_in_the_middle_and_continued(tmp_path: Path) -> None:
    """Nothing is lost but a few seconds of the clock: digits, notes, undo and redo are kept."""
    with started(tmp_path, f"4x4:{SMALL.replace('0', '.')}") as game:
        game.until_shown("4x4", "0/9", "hint")
        game.type("2")
        game.until_shown("1/9")
        game.type("\tn1")
        game.until_shown("corner: 1")
        game.type("4")
        game.until_shown("corner: 1 4")
        game.until(lambda text: re.search(r"· (?!0:0[01]\b)\d+:\d\d", text) is not None, what="the clock")
        game.type("2u")
        game.until_shown("1 move undone.")
        os.kill(game.process.pid, signal.SIGKILL)
        assert game.process.wait() == -signal.SIGKILL
    with started(tmp_path, "--resume") as game:
        text = game.until_shown("1/9", "hint")
        assert not re.search(r"1/9 · 0:0[01]\b", text), text
        game.type("\x1b[H")  # Home: the cursor is on the first empty cell
        game.until_shown("Row 1, column 1: 2")
        game.type("\x1b[F")
        game.until_shown("corner: 1 4")
        game.type("y")
        game.until_shown("corner: 1 2 4")
        game.type("uuuu")
        game.until_shown("0/9")
        game.type("q")
        assert game.status() == 0


def test_played_from_the_start_screen_to_the_end(tmp_path: Path) -> None:
    with started(tmp_path) as game:
        game.until_shown("New game", "9x9, classic", "Enter")
        game.type("\x1b[B\x1b[D\x1b[D")
        game.until_shown("4x4, for beginners")
        game.type("\x1b[A\r")
        game.until_shown("0/", "hint")
        with Store(tmp_path / "play.sqlite") as store:
            puzzle = store.games()[0].puzzle
        digits = [digit for digit, given in zip(solution(puzzle), puzzle.givens, strict=True) if not given]
        for count, digit in enumerate(digits, start=1):
            game.type(f"{digit}\t")
            game.until_shown(f"{count}/{len(digits)}" if count < len(digits) else "Well done!")
        game.type("\x1b[A\r")
        assert game.status() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environ", "ascii_only", "colours"),
    [
        ({"TERM": "linux"}, True, False),
        ({"LANG": "C"}, True, True),
        ({"NO_COLOR": "1"}, False, False),
    ],
)
def test_plain_terminals(tmp_path: Path, environ: dict[str, str], ascii_only: bool, colours: bool) -> None:
    with started(tmp_path, f"4x4:{SMALL.replace('0', '.')}", **environ) as game:
        text = game.until_shown("4x4", "hint")
        assert text.isascii() == ascii_only
        found = {
            (part.fg, part.bg)
            for line in game.screen.buffer.values()
            for part in line.values()
            if part.data.strip()
        }
        assert (found == {("default", "default")}) == (not colours)


@for_cases(
    [
        ({"TERM": "xterm-256color"}, False, True),
        ({"TERM": "xterm-256color", "LC_ALL": "C", "LANG": "cs_CZ.UTF-8"}, True, True),
        (
            {"TERM": "xterm-256color", "LANG": "C", "LC_CTYPE": "C.UTF-8"},
            True,
            True,
        ),  # as set by Python itself
        ({"TERM": "xterm-256color", "LANG": "cs_CZ.ISO8859-2"}, True, True),
        ({"TERM": "xterm-256color", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"}, False, True),
        ({"TERM": "xterm"}, False, False),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, False, True),
        ({"TERM": "xterm-kitty", "NO_COLOR": ""}, False, True),
        ({"TERM": "xterm-kitty", "NO_COLOR": "1"}, False, False),
        ({"TERM": "vt220", "LANG": "en_US.UTF-8", "COLORTERM": "truecolor"}, True, False),
    ]
)
def test_terminal_abilities(environ: dict[str, str], ascii_only: bool, colours: bool) -> None:
    assert terminal(environ, is_terminal=True) == Terminal(ascii=ascii_only, colours=colours)


def example(line: str, folder: Path) -> list[str]:
    """The arguments of an example of the help; its file is in a folder."""
    (folder / "puzzle.txt").write_text("\n".join(SMALL[at : at + 4] for at in range(0, 16, 4)))
    (folder / "puzzles.sdm").write_text(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
    )
    name, what, *arguments = shlex.split(line)
    assert (name, what) == ("sudoku", "play")
    return [str(folder / word) if word in ("puzzle.txt", "puzzles.sdm") else word for word in arguments]


@pytest.mark.slow
@pytest.mark.parametrize("line", [line for line, _ in command.examples if "--where" not in line])
def test_every_example_works(tmp_path: Path, line: str) -> None:
    """In a terminal."""
    arguments = example(line, tmp_path)
    with started(tmp_path, *arguments) as game:
        game.until_shown("hint" if arguments else "New game")
        game.type("q")
        assert game.status() == 0


@pytest.mark.parametrize(
    ("environ", "terminal_there", "word"),
    [
        ({"TERM": "dumb"}, True, "TERM=dumb"),
        ({}, True, "TERM="),
        ({"TERM": "xterm-256color"}, False, "needs a terminal"),
    ],
)
def test_without_a_terminal(environ: dict[str, str], terminal_there: bool, word: str) -> None:
    with pytest.raises(nonet.NonetError, match=word):
        terminal(environ, is_terminal=terminal_there)


# -- the command ---------------------------------------------------------------------------------------------


@pytest.fixture
def sudoku(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    """The command in this process, which has no terminal."""
    monkeypatch.setenv("NONET_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO())

    def call(*arguments: str) -> tuple[int, str, str]:
        status = run(["play", *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def test_every_example_opens_its_game(
    sudoku: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    games: list[Game | None] = []

    def opened(store: Store, *, first: Opener | None, **options: object) -> int:
        games.append(None if first is None else first(store, store.settings()).game)
        return 0

    monkeypatch.setattr("nonet.faces.tui.play", opened)
    for line, _ in command.examples:
        assert sudoku(*example(line, tmp_path))[0] == 0, line
    start, small, hard, killer, mixture, own, *packs = games  # --where plays nothing
    assert start is None
    assert small is not None
    assert hard is not None
    assert killer is not None
    assert mixture is not None
    assert own is not None
    assert small.board == "4x4"
    assert (hard.board, hard.level, hard.seed) == ("9x9", "hard", 7)
    assert (killer.board, killer.level) == ("killer", "medium")
    assert (mixture.board, mixture.source[:5]) == ("thermo,killer", "daily")
    assert "".join(map(str, own.puzzle.givens)) == SMALL
    assert [game and game.board for game in packs] == ["killer", "9x9"]


def test_where(sudoku: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    assert sudoku("--where") == (0, f"{tmp_path / 'play.sqlite'}\n", "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--resume"], "there is no saved game to resume"),
        (["--level", "sour"], "has no level 'sour'; choose from easy"),
        (["--layout", "4x4", "--level", "extreme"], "has no level 'extreme'; choose from easy"),
        (["--layout", "7by8"], "unknown layout"),
        (["--layout", "25x25"], "no puzzles for a 25x25 board"),
        (["--daily", "--resume"], "cannot be used together"),
        (["--daily", "--seed", "1"], "cannot be used together"),
        (["--resume", "--layout", "4x4"], "cannot be used together"),
        ([SMALL, "--level", "easy"], "cannot be used together"),
        (["-"], "reads your keys from standard input"),
        (["nosuch.txt"], "no such file"),
        (["4x4:11.............."], "two 1s"),
        ([SMALL], "needs a terminal"),
        (["--theme", "pink"], "pink"),
    ],
)
def test_errors_are_reported_in_one_line(
    sudoku: Callable[..., tuple[int, str, str]], arguments: list[str], message: str
) -> None:
    status, out, err = sudoku(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_a_damaged_file_is_left_alone(sudoku: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    (tmp_path / "play.sqlite").write_bytes(b"this is no database" * 100)
    status, out, err = sudoku(SMALL)
    assert (status, out) == (2, "")
    assert "cannot be used" in err
    assert (tmp_path / "play.sqlite").read_bytes() == b"this is no database" * 100
