"""Input that is unreadable, endless or has a strange name: a one-line message, status 2, no traceback."""

from __future__ import annotations

import gzip
import io
import os
import sys
import threading
from pathlib import Path

import pytest

from nonet.faces import cli
from nonet.visible import one_line

from .conftest import Stream, Sudoku

MINI = "0130430202030000"
SOLVED = "2 1 3 4\n4 3 1 2\n1 2 4 3\n3 4 2 1\n"
COMMANDS = ("solve", "count", "check", "rate", "explain", "hint")


class Broken(Stream):
    """Standard input with a read error."""

    @property
    def buffer(self) -> Broken:  # type: ignore[override]
        return self

    def read(self, size: int | None = -1, /) -> str:
        raise OSError(5, "Input/output error")

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("command", [*COMMANDS, "console", "mini", "mini -", "create --pattern -"])
def test_a_read_error_is_not_reported_as_a_write_error(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    stderr = Stream()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", Broken())
        patch.setattr(sys, "stdout", Stream())
        patch.setattr(sys, "stderr", stderr)
        assert cli.run(command.split()) == 2
    assert "Input/output error" in stderr.text
    assert "write" not in stderr.text
    assert len(stderr.text.splitlines()) == 1


@pytest.mark.parametrize("command", ["console", "mini"])
def test_typed_lines_in_an_encoding_that_replaces_nothing(
    monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 1 1\n"), "utf-16"))
    stderr = Stream()
    monkeypatch.setattr(sys, "stdout", Stream())
    monkeypatch.setattr(sys, "stderr", stderr)
    assert cli.run([command]) == 2
    assert "cannot read standard input as utf-16" in stderr.text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_a_file(sudoku: Sudoku, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(MINI))
    writer.start()
    answer = sudoku("solve", "--first", str(pipe))
    writer.join()
    assert (answer.out, answer.err, answer.status) == (SOLVED, "", 0)


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
@pytest.mark.parametrize("target", ["link", "nowhere"])
def test_a_link_that_leads_nowhere_is_a_file_that_cannot_be_read(
    sudoku: Sudoku, tmp_path: Path, target: str
) -> None:
    (tmp_path / "link").symlink_to(tmp_path / target)
    answer = sudoku("solve", str(tmp_path / "link"))
    assert answer.status == 2
    assert answer.err.startswith(f"sudoku: cannot read {tmp_path / 'link'}: ")


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be made there")
def test_a_file_name_with_controls_stays_on_its_line(sudoku: Sudoku, tmp_path: Path) -> None:
    path = tmp_path / "a\nsudoku: all is well\x1b[31m.txt"
    path.write_text("5 5")
    wrong = sudoku("solve", str(path))
    assert (wrong.status, len(wrong.err.splitlines())) == (2, 1)
    assert "a\\u000asudoku: all is well\\u001b[31m.txt" in wrong.err
    imported = sudoku("games", "import", str(path))
    assert (imported.status, len(imported.err.splitlines())) == (1, 1)
    assert "a\\u000asudoku: all is well\\u001b[31m.txt, line 1: " in imported.err
    exported = sudoku("games", "export", "--all", "-o", str(path))
    assert (exported.status, len(exported.err.splitlines())) == (0, 1)
    path.write_text(f"{MINI}\n")
    made = sudoku("bulk", "solve", str(path), "-o", f"{path}.csv")
    assert (made.status, made.out.splitlines()[-1]) == (0, f"written to {one_line(str(path))}.csv")


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be made there")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_name_that_is_not_utf8(sudoku: Sudoku, tmp_path: Path, command: str) -> None:
    path = tmp_path / os.fsdecode(b"\xff.txt")
    missing = sudoku(command, str(path))
    assert missing.status == 2
    assert "no such file" in missing.err
    path.write_text(MINI)
    assert sudoku(command, str(path)).status == 0
    path.write_text("5 5")
    wrong = sudoku(command, str(path))
    assert (wrong.out, wrong.status) == ("", 2)
    assert "internal error" not in wrong.err


def test_a_very_long_argument_is_not_a_file_name(sudoku: Sudoku) -> None:
    for length in (254, 5000):
        answer = sudoku("solve", "y" * length)
        assert (answer.out, answer.status) == ("", 2)
        assert "no such file" in answer.err
        assert len(answer.err) < 400


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
@pytest.mark.parametrize(
    "words", ["solve /dev/zero", f"hint --marks /dev/zero {MINI}", "create --pattern /dev/zero"]
)
def test_an_endless_file(sudoku: Sudoku, words: str) -> None:
    answer = sudoku(*words.split())
    assert (answer.out, answer.status) == ("", 2)
    assert "/dev/zero: more than 16,777,216 bytes" in answer.err


def test_a_pattern_that_is_not_utf8(sudoku: Sudoku) -> None:
    answer = sudoku("create", "--pattern", "-", stdin=b"\xff")
    assert (answer.out, answer.status) == ("", 2)
    assert "internal error" not in answer.err


HOSTILE = {
    "entities.opensudoku": b'<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><opensudoku>&b;</opensudoku>',
    "external.opensudoku": b'<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><opensudoku>&a;</opensudoku>',
    "deep.json": b'{"cells": ' + b"[" * 100_000,
    "bomb.gz": gzip.compress(bytes(1 << 20)) * 32,
    "cut.opensudoku": b'<opensudoku version="2"><folder name="A"><game data="5300',
    "cut.save": b'{"difficulty_category": "easy", "cells": [{"position": [0,',
    "cut.hsol": b"PK\x03\x04\x14\x00",
    "link.txt": b"https://sudokupad.app/sclN4IgzglgXgpiBcBOANCA",
}


@pytest.mark.parametrize("command", ["solve", "rate", "convert --to line"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_and_damaged_files(sudoku: Sudoku, tmp_path: Path, name: str, command: str) -> None:
    path = tmp_path / name
    path.write_bytes(HOSTILE[name])
    answer = sudoku(*command.split(), str(path))
    assert (answer.out, answer.status) == ("", 2)
    assert answer.err.startswith(f"sudoku: {path}: ")
    assert len(answer.err.splitlines()) == 1
    assert "root:" not in answer.err


def test_a_hint_for_a_game_of_another_program(sudoku: Sudoku) -> None:
    """The file has a digit that the player has set wrongly: 1 in row 1, column 3, where the solution has 4."""
    board = "53+1.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    answer = sudoku("hint", "--tier", "4", f":0000:x:{board}::::")
    assert answer.status == 1
    assert "The 1 in row 1, column 3 is wrong" in answer.out
