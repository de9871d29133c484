"""`sudoku dataset build`: the files it writes, what it says, and its status."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from time import sleep

import pytest

from .conftest import Start, Sudoku

SPEC = '[split]\na = 0.5\nb = 0.5\n[[part]]\nname = "thirty"\ncount = 8\nclues = 30\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spec.toml").write_text(SPEC)
    return tmp_path


def test_build(here: Path, sudoku: Sudoku) -> None:
    answer = sudoku("dataset", "build", "spec.toml", "-o", "set")
    assert answer.status == 0
    assert answer.out.startswith(f"8 puzzles in {here}/set\n  a: ")
    files = {path.name for path in (here / "set").iterdir()}
    assert files == {"a.parquet", "a.jsonl", "b.parquet", "b.jsonl", "README.md", "spec.toml", "dataset.json"}
    rows = [
        json.loads(line)
        for name in "ab"
        for line in (here / "set" / f"{name}.jsonl").read_text().splitlines()
    ]
    assert len(rows) == 8
    assert {row["clues"] for row in rows} == {30}
    assert "it was there already" in sudoku("dataset", "build", "spec.toml", "-o", "set").out
    assert sudoku("dataset", "build", "spec.toml", "-o", "quiet", "-q").out == ""
    audited = sudoku("dataset", "audit", "set/a.parquet", "set/b.parquet")
    assert audited.out.endswith("nothing wrong was found\n")
    for name, reason in {"none/a.txt": "No such file", "set": "Is a directory", "": "Is a directory"}.items():
        failed = sudoku("dataset", "audit", "set/a.parquet", "-o", name)
        assert (failed.status, failed.err.count("\n")) == (2, 1)
        assert failed.err.startswith(f"sudoku: cannot write {name or repr(name)}: {reason}")


def test_bad_specifications(here: Path, sudoku: Sudoku) -> None:
    answer = sudoku("dataset", "build", "missing.toml", "-o", "set")
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    (here / "bad.toml").write_text("[[part]]\ncount = 1\nlevel = 3\n")
    answer = sudoku("dataset", "build", "bad.toml", "-o", "set")
    assert (answer.status, answer.err) == (2, "sudoku: bad.toml: part 1: level: expected a text, not 3\n")
    assert not (here / "set").exists()


def test_another_set_is_not_overwritten(here: Path, sudoku: Sudoku) -> None:
    sudoku("dataset", "build", "spec.toml", "-o", "set", "-q")
    (here / "spec.toml").write_text(SPEC.replace("count = 8", "count = 9"))
    answer = sudoku("dataset", "build", "spec.toml", "-o", "set")
    assert answer.status == 2
    assert "a data set of another specification or version" in answer.err
    assert sudoku("dataset", "build", "spec.toml", "-o", "set", "--restart").out.startswith("9 puzzles")


@pytest.mark.slow
def test_too_few_puzzles(here: Path, sudoku: Sudoku) -> None:
    (here / "spec.toml").write_text('distinct = "grid"\n[[part]]\nname = "mini"\ncount = 3\nlayout = "4x4"\n')
    answer = sudoku("dataset", "build", "spec.toml", "-o", "set")
    assert answer.status == 1
    assert "part mini: only 2 of 3 puzzles are distinct" in answer.err


@pytest.mark.slow
def test_processes_make_the_same(here: Path, sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[[part]]\ncount = 250\nclues = 32\n"
    (here / "spec.toml").write_text(text)
    assert sudoku("dataset", "build", "spec.toml", "-o", "two", "--threads", "2").status == 0
    monkeypatch.setattr("nonet.faces.cli.dataset.SMALL", 1000)
    assert sudoku("dataset", "build", "spec.toml", "-o", "one").status == 0
    for name in ("train.parquet", "test.jsonl", "README.md"):
        assert (here / "one" / name).read_bytes() == (here / "two" / name).read_bytes()


@pytest.mark.slow
def test_ctrl_c_and_again(here: Path, start: Start) -> None:
    """A build that is interrupted keeps its shards; the same command makes the same bytes."""
    (here / "spec.toml").write_text('[[part]]\ncount = 600\nlevel = "unfair"\n')
    shards = here / "set" / "_shards"
    with start("dataset", "build", "spec.toml", "-o", "set", "--threads", "2") as running:
        while running.poll() is None and len(list(shards.glob("_run/0*.json"))) < 3:
            sleep(0.05)
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == -signal.SIGINT
    kept = len(list(shards.glob("_run/0*.json")))
    assert kept >= 3
    for name in ("set", "whole"):
        with start("dataset", "build", "spec.toml", "-o", name, "--threads", "2") as running:
            assert running.wait(300) == 0
    for name in ("train.parquet", "train.jsonl", "test.jsonl"):
        assert (here / "set" / name).read_bytes() == (here / "whole" / name).read_bytes()
