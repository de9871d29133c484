"""How a command ends: Ctrl-C, closed pipes, write errors. (test_processes.py tests the same with real processes.)"""

from __future__ import annotations

import builtins
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nonet.engines.search import Search
from nonet.faces import cli
from nonet.faces.cli import solutions, tally
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

from .conftest import Stream, Sudoku

MINI = "1234............"


def interrupted(puzzle: Puzzle, *, limit: int | None, progress: Callable[[int], None]) -> int:
    progress(3000)
    progress(4000)
    raise KeyboardInterrupt


@pytest.fixture
def interrupted_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "count_solutions", lambda self, puzzle, **rest: interrupted(puzzle, **rest))


@pytest.mark.usefixtures("interrupted_search")
def test_solve_interrupted(sudoku: Sudoku) -> None:
    """The last grid that starts with 1234: each further row is as great as possible."""
    answer = sudoku("solve", "--engine", "search", MINI)
    assert answer.out == "1 2 3 4\n4 3 2 1\n3 4 1 2\n2 1 4 3\n"
    assert (answer.err, answer.status) == ("at least 4000 solutions\n", 130)


@pytest.mark.usefixtures("interrupted_search")
def test_count_interrupted(sudoku: Sudoku) -> None:
    answer = sudoku("count", "--engine", "search", MINI)
    assert (answer.out, answer.err, answer.status) == ("", "at least 4000 solutions\n", 130)


def test_all_interrupted(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    def two_and_a_ctrl_c(engine: object, puzzle: Puzzle) -> Iterator[Grid]:
        yield puzzle.givens
        yield puzzle.givens
        raise KeyboardInterrupt

    monkeypatch.setattr(solutions, "ascending", two_and_a_ctrl_c)
    answer = sudoku("solve", "--all", "--format", "line", MINI)
    assert (answer.out, answer.err, answer.status) == (f"{MINI}\n" * 2, "at least 2 solutions\n", 130)


def test_ctrl_c_at_a_terminal_ends_with_a_newline(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("nonet.faces.cli.source._from_standard_input", stop)
    assert sudoku("solve").err == ""
    assert sudoku("solve", terminal=True).err == "\n"
    assert sudoku("solve").status == 130


def test_progress_at_a_terminal(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing for a second, then the count on one line, which is erased at the end."""
    clock = iter([0.0, 0.5, 1.5, 1.6, 3.0])
    monkeypatch.setattr(tally, "monotonic", lambda: next(clock))

    def count(self: Search, puzzle: Puzzle, *, limit: int | None, progress: Callable[[int], None]) -> int:
        for number in (1000, 2000, 3000, 4000):
            progress(number)
        return 12

    monkeypatch.setattr(Search, "count_solutions", count)
    answer = sudoku("count", "--engine", "search", MINI, terminal=True)
    shown = [part for part in answer.err.split("\r") if part.strip()]
    assert [part.split()[0] for part in shown] == ["2,000", "4,000"]
    assert answer.err.endswith("\r")
    assert answer.err.split("\r")[-2].strip() == ""
    assert (answer.out, answer.status) == ("12\n", 0)


class Unread(Stream):
    """A pipe whose reader has closed it."""

    def write(self, text: str) -> int:
        raise BrokenPipeError(32, "Broken pipe")


class Full(Stream):
    """A disk that is full."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("stdout", "status", "said"),
    [
        (Unread(), 141, ""),
        (Full(), 74, "sudoku: cannot write: No space left on device\n"),
        (None, 74, "sudoku: standard output is closed; there is nowhere to write the answer\n"),
    ],
)
def test_output_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, stdout: Stream | None, status: int, said: str
) -> None:
    stderr = Stream()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stdout)
        patch.setattr(sys, "stderr", stderr)
        assert cli.run(["check", MINI]) == status
    assert stderr.text == said


def test_no_standard_input(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = Stream()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", None)
        patch.setattr(sys, "stderr", stderr)
        assert cli.run(["check"]) == 2
    assert stderr.text.startswith("sudoku: standard input is closed; give the puzzle")


def test_a_file_that_may_not_be_read(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(MINI)

    def refuse(path: object, *rest: object, **options: object) -> object:
        if path == str(file):
            raise PermissionError(13, "Permission denied")
        return really_open(path, *rest, **options)  # type: ignore[call-overload]

    really_open = builtins.open
    monkeypatch.setattr(builtins, "open", refuse)
    answer = sudoku("solve", str(file))
    assert (answer.err, answer.status) == (f"sudoku: cannot read {file}: Permission denied\n", 2)


def test_main_returns_the_status(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("gc.freeze", lambda: None)  # the tests go on
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["sudoku", "check", MINI])
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # this process goes on
    assert cli.main() == 1
    assert capsys.readouterr().out == "several\n"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a process cannot end by a signal")
def test_main_ends_with_the_signal_it_received(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)
    monkeypatch.setattr(cli, "run", lambda arguments: cli.status.INTERRUPTED)
    monkeypatch.setattr(cli, "_abandon_output", lambda: done.append("flushed"))
    monkeypatch.setattr(signal, "signal", lambda *what: done.append(what))
    monkeypatch.setattr(os, "kill", lambda *what: done.append(what))
    assert cli.main() == 130
    assert done == [(signal.SIGINT, signal.SIG_DFL), "flushed", (os.getpid(), signal.SIGINT)]


@pytest.mark.parametrize("name", ["search", "propagation", "backtracking"])
def test_all_is_ascending_with_every_engine(sudoku: Sudoku, name: str) -> None:
    lines = sudoku("solve", "--all", "--format", "line", "--engine", name, "................").out.split()
    assert len(lines) == 288
    assert lines == sorted(set(lines))


def test_an_engine_must_support_the_board(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "supports", lambda self, layout: layout == Layout.named("9x9"))
    answer = sudoku("check", "--engine", "search", MINI)
    assert answer.err == "sudoku: the engine search does not support the layout 4x4; leave --engine out\n"
    assert answer.status == 2
