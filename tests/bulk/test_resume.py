"""A run that is stopped, at whatever moment, and begun again: the same bytes, and never anything half-written."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from many_cases import every
from nonet.bulk.errors import OtherRun, Unreadable
from nonet.bulk.executors import ThreadShards
from nonet.bulk.output import Output
from nonet.bulk.progress import Summary
from nonet.bulk.run import run
from nonet.bulk.sources import kind_of, sources
from nonet.bulk.tasks import file_run
from nonet.jobs import Job

from .helping import everything, puzzles


def go(
    input_file: Path,
    output: str,
    *,
    job: str = "solve",
    limit: int = 2,
    rows: int = 40,
    restart: bool = False,
    name: str = "x.txt",
) -> Summary:
    kind = kind_of(name if output.endswith("/") else output)
    options = {"limit": limit} if job == "count" else {}
    work = file_run(sources([str(input_file)]), Job(job, options=options), rows=rows)
    executor = ThreadShards(1)
    try:
        return run(work, Output(output, kind), executor, restart=restart)
    finally:
        executor.close(now=True)


class Crash(BaseException):
    """The machine stops here."""


class Crashing:
    """Counts the calls that touch the disk, and stops the run at one of them."""

    def __init__(self, patch: pytest.MonkeyPatch, at: int) -> None:
        self.calls = 0
        self.at = at
        self.crashed = False
        for name in ("fsync", "replace", "remove", "makedirs", "open", "copy_file_range"):
            patch.setattr(os, name, self._guarded(getattr(os, name)))

    def _guarded(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*arguments: Any, **options: Any) -> Any:
            if self.crashed:
                raise Crash  # cleaning up after the crash must not reach the disk either
            self.calls += 1
            if self.calls == self.at:
                self.crashed = True
                raise Crash
            return call(*arguments, **options)

        return guarded


def test_an_empty_folder_that_was_left_goes(tmp_path: Path) -> None:
    """Stopped after its contents were removed, but before the folder was."""
    puzzles(tmp_path / "in.txt", 70)
    go(tmp_path / "in.txt", f"{tmp_path}/out.txt")
    calm = sorted(tmp_path.iterdir())
    (tmp_path / "out.txt.parts").mkdir()
    assert go(tmp_path / "in.txt", f"{tmp_path}/out.txt").kept == 70
    assert sorted(tmp_path.iterdir()) == calm


@pytest.mark.parametrize("target", ["out.txt", "out/"])
def test_a_crash_at_every_step(tmp_path: Path, target: str) -> None:
    """Stopped at the first, the second, … touch of the disk, until one run gets through; then once more."""
    source = tmp_path / "in.txt"
    puzzles(source, 70, bad=(44,))
    (tmp_path / "calm").mkdir()
    go(source, f"{tmp_path}/calm/{target}", job="convert")
    calm = everything(tmp_path / "calm")
    crashes = 0
    for at in count(1, every(3)):
        place = tmp_path / f"crash{at}"
        place.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            crashing = Crashing(patch, at)
            try:
                go(source, f"{place}/{target}", job="convert")
            except Crash:
                crashes += 1
        for name, data in everything(place).items():
            base = os.path.basename(name)
            if base.startswith(("part-", "out")) and not base.endswith(".json"):
                assert data == (calm[name] if name in calm else calm_shard(calm, base)), (at, name)
        summary = go(source, f"{place}/{target}", job="convert")
        assert summary.rows == 70
        assert everything(place) == calm, at
        if not crashing.crashed:
            break
    assert crashes * every(3) > 20


def calm_shard(calm: dict[str, bytes], base: str) -> bytes:
    """What a shard must contain, taken from the file that all shards were joined to."""
    lines = calm["out.txt"].splitlines(keepends=True)
    number = int(base[5:10])
    borders = [0, 40, 69]  # one row of the second shard was rejected
    return b"".join(lines[borders[number] : borders[number + 1]])


def test_finished_shards_are_kept(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    puzzles(source, 200)
    go(source, f"{tmp_path}/out/")
    before = everything(tmp_path / "out")
    for name in ("part-00001.txt", "_run/00003.json", "_run/summary.json"):
        (tmp_path / "out" / name).unlink()
    kept = (tmp_path / "out/part-00000.txt").stat().st_mtime_ns
    summary = go(source, f"{tmp_path}/out/")
    assert (summary.shards, summary.kept_shards, summary.rows, summary.kept) == (5, 3, 200, 120)
    assert everything(tmp_path / "out") == before
    assert (tmp_path / "out/part-00000.txt").stat().st_mtime_ns == kept


def test_a_shard_that_was_cut_off_is_made_again(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    puzzles(source, 200)
    go(source, f"{tmp_path}/out/")
    before = everything(tmp_path / "out")
    shard = tmp_path / "out/part-00002.txt"
    shard.write_bytes(shard.read_bytes()[:-100])
    assert go(source, f"{tmp_path}/out/").kept_shards == 4
    assert everything(tmp_path / "out") == before


def test_a_finished_file_is_left_alone(tmp_path: Path) -> None:
    source, output = tmp_path / "in.txt", tmp_path / "out.txt"
    puzzles(source, 100)
    go(source, str(output))
    made = output.stat().st_mtime_ns
    summary = go(source, str(output))
    assert (summary.kept, summary.kept_shards) == (100, 3)
    assert output.stat().st_mtime_ns == made
    output.unlink()
    assert go(source, str(output)).kept == 0
    assert len(output.read_text().splitlines()) == 100


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"job": "solve"}, "the job is solve, it was count"),
    ({"limit": 3}, "limit is 3, it was 2"),
    ({"rows": 41}, "a shard has 41 rows, it had 40"),
    ({"name": "x.csv"}, "the output is written as .csv, it was .txt"),
]


@pytest.mark.parametrize(("changed", "words"), CHANGES)
@pytest.mark.parametrize("stopped", [False, True])
def test_another_run_is_refused(tmp_path: Path, changed: dict[str, Any], words: str, stopped: bool) -> None:
    source = tmp_path / "in.txt"
    puzzles(source, 100)
    go(source, f"{tmp_path}/out/", job="count")
    if stopped:
        for name in ("_run/00001.json", "_run/summary.json"):
            (tmp_path / "out" / name).unlink()
    before = everything(tmp_path / "out")
    with pytest.raises(OtherRun, match=words):
        go(source, f"{tmp_path}/out/", **{"job": "count", **changed})
    assert everything(tmp_path / "out") == before
    go(source, f"{tmp_path}/out/", restart=True, **{"job": "count", **changed})
    (tmp_path / "calm").mkdir()
    go(source, f"{tmp_path}/calm/out/", **{"job": "count", **changed})
    assert everything(tmp_path / "out") == everything(tmp_path / "calm/out")


@pytest.mark.parametrize("target", ["out.txt", "out/"])
def test_a_changed_input_is_refused(tmp_path: Path, target: str) -> None:
    source = tmp_path / "in.txt"
    puzzles(source, 100)
    go(source, f"{tmp_path}/{target}")
    before = everything(tmp_path)
    status, lines = source.stat(), source.read_text().splitlines()
    source.write_text("\n".join([*reversed(lines), ""]))
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))  # only its content tells
    with pytest.raises(OtherRun, match=r"in\.txt has changed"):
        go(source, f"{tmp_path}/{target}")
    with source.open("a") as file:
        file.write("." * 81 + "\n")
    with pytest.raises(OtherRun, match=r"in\.txt has changed"):
        go(source, f"{tmp_path}/{target}")
    puzzles(tmp_path / "other.txt", 100)
    with pytest.raises(OtherRun, match=r"other\.txt was not an input before"):
        go(tmp_path / "other.txt", f"{tmp_path}/{target}")
    after = everything(tmp_path)
    assert all(after[name] == data for name, data in before.items() if name != "in.txt")
    assert go(source, f"{tmp_path}/{target}", restart=True).rows == 101


@pytest.mark.parametrize("target", ["out.txt", pytest.param("out/", marks=pytest.mark.slow)])
def test_a_restart_that_is_stopped_leaves_nothing_to_be_mistaken(tmp_path: Path, target: str) -> None:
    """What is left of a run is known as that run's, or not at all: another job never takes it for its own."""
    source = tmp_path / "in.txt"
    puzzles(source, 120)
    (tmp_path / "calm").mkdir()
    go(source, f"{tmp_path}/calm/{target}", job="convert")
    calm = everything(tmp_path / "calm")
    for at in count(1, every(3)):
        place = tmp_path / f"at{at}"
        place.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("nonet.bulk.run._finish", stopped)
            with pytest.raises(Crash):
                go(source, f"{place}/{target}")
        with pytest.MonkeyPatch.context() as patch:
            crashing = Crashing(patch, at)
            with suppress(Crash):
                go(source, f"{place}/{target}", job="convert", restart=True)
        try:
            go(source, f"{place}/{target}", job="convert")
        except OtherRun:
            go(source, f"{place}/{target}", job="convert", restart=True)
        assert everything(place) == calm, at
        if not crashing.crashed:
            return


def stopped(*_: object) -> None:
    raise Crash


@pytest.mark.parametrize("target", ["out.txt", "out/"])
def test_shards_without_a_manifest_are_refused(
    tmp_path: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "in.txt"
    puzzles(source, 120)
    with monkeypatch.context() as patch:
        patch.setattr("nonet.bulk.run._finish", stopped)
        with pytest.raises(Crash):
            go(source, f"{tmp_path}/{target}")
    [manifest] = tmp_path.rglob("manifest.json")
    manifest.unlink()
    with pytest.raises(OtherRun, match="unknown run"):
        go(source, f"{tmp_path}/{target}", job="convert")
    assert go(source, f"{tmp_path}/{target}", job="convert", restart=True).kept == 0


def test_a_file_of_another_program_is_never_overwritten(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    puzzles(source, 100)
    (tmp_path / "out.txt").write_text("mine\n")
    with pytest.raises(OtherRun, match="exists already"):
        go(source, f"{tmp_path}/out.txt")
    assert (tmp_path / "out.txt").read_text() == "mine\n"
    (tmp_path / "out").mkdir()
    (tmp_path / "out/part-00000.txt").write_text("mine\n")
    with pytest.raises(OtherRun, match="unknown run"):
        go(source, f"{tmp_path}/out/")
    assert (tmp_path / "out/part-00000.txt").read_text() == "mine\n"
    (tmp_path / "out/notes.md").write_text("mine\n")
    go(source, f"{tmp_path}/out/", restart=True)
    assert (tmp_path / "out/notes.md").read_text() == "mine\n"
    assert len((tmp_path / "out/part-00000.txt").read_text().splitlines()) == 40


def test_an_input_that_changes_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nonet.bulk import readers, tasks

    source = tmp_path / "in.txt"
    puzzles(source, 100)
    real = readers.read

    def meddling(*arguments: Any, **options: Any) -> Any:
        yield from real(*arguments, **options)
        os.utime(source, ns=(1, 1))

    monkeypatch.setattr(tasks, "read", meddling)
    with pytest.raises(Unreadable, match="was changed while it was read"):
        go(source, f"{tmp_path}/out.txt")
    assert not (tmp_path / "out.txt").exists()
    assert not list((tmp_path / "out.txt.parts").glob("part-*"))


def test_what_a_killed_process_left_is_swept_away(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    puzzles(source, 100)
    go(source, f"{tmp_path}/calm/")
    for place in ("out", "out/_run"):
        (tmp_path / place).mkdir()
        (tmp_path / place / ".tmp-1234").write_text("half a sh")
    go(source, f"{tmp_path}/out/")
    assert everything(tmp_path / "out") == everything(tmp_path / "calm")
