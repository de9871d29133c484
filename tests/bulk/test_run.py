"""Runs in this process: order, rejects, summaries, folders and files, threads and processes alike."""

from __future__ import annotations

import csv
import errno
import json
import os
from concurrent.futures import Future
from importlib import import_module
from pathlib import Path
from typing import IO

import pytest

from bulk import dying
from nonet.bulk import joining
from nonet.bulk import run as run_module
from nonet.bulk.errors import Busy, OtherRun, Stopped, Unwritable
from nonet.bulk.executors import Executor, ProcessShards, ThreadShards, make_alone
from nonet.bulk.output import Manifest, Output, Receipt
from nonet.bulk.progress import RunProgress, Summary
from nonet.bulk.run import run
from nonet.bulk.sources import kind_of, sources
from nonet.bulk.storage import Spool, Storage
from nonet.bulk.tasks import Task, create_run, file_run, shard_rows
from nonet.jobs import Job
from nonet.jobs.creation import Creation
from nonet.jobs.job import operation

from .helping import BAD, everything, puzzles, receipts
from .row_data import EASY


def solve(
    inputs: list[Path],
    output: str,
    *,
    rows: int = 50,
    executor: Executor | None = None,
    restart: bool = False,
    job: str = "solve",
) -> Summary:
    kind = kind_of(output if not output.endswith("/") else "x.txt")
    work = file_run(sources([str(path) for path in inputs]), Job(job), rows=rows)
    executor = executor or ThreadShards(2)
    try:
        return run(work, Output(output, kind), executor, restart=restart)
    finally:
        executor.close()


def test_rows_keep_their_order(tmp_path: Path) -> None:
    solutions = puzzles(tmp_path / "in.txt", 1_000)
    summary = solve([tmp_path / "in.txt"], str(tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").read_text().splitlines() == solutions
    assert (summary.rows, summary.rejected, summary.results, summary.shards) == (1_000, 0, {"one": 1_000}, 20)
    assert (summary.kept, summary.kept_shards) == (0, 0)
    assert set(everything(tmp_path)) == {"in.txt", "out.txt", "out.txt.run.json"}


def test_several_inputs_in_their_order(tmp_path: Path) -> None:
    solutions = puzzles(tmp_path / "b.txt", 130) + puzzles(tmp_path / "a.txt", 70)
    summary = solve([tmp_path / "b.txt", tmp_path / "a.txt"], str(tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").read_text().splitlines() == solutions
    assert summary.shards == 5


def test_a_folder_of_shards(tmp_path: Path) -> None:
    solutions = puzzles(tmp_path / "in.txt", 120)
    solve([tmp_path / "in.txt"], f"{tmp_path}/out/")
    names = ["part-00000.txt", "part-00001.txt", "part-00002.txt"]
    assert sorted(path.name for path in (tmp_path / "out").glob("part-*")) == names
    joined = "".join((tmp_path / "out" / name).read_text() for name in names)
    assert joined.splitlines() == solutions
    assert not list((tmp_path / "out").rglob(".tmp*"))


def test_bad_rows_are_told_apart(tmp_path: Path) -> None:
    bad = (1, 50, 51, 777, 1_000)
    solutions = puzzles(tmp_path / "in.txt", 1_000, bad=bad)
    summary = solve([tmp_path / "in.txt"], str(tmp_path / "out.txt"))
    assert (summary.rows, summary.rejected) == (1_000, len(bad))
    assert (tmp_path / "out.txt").read_text().splitlines() == solutions
    with open(tmp_path / "out.txt.rejected.csv", newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["file", "row", "reason"]
    assert [(name, int(row)) for name, row, _ in rows] == [(str(tmp_path / "in.txt"), row) for row in bad]
    assert all(reason for _, _, reason in rows)


def test_nothing_at_all(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"")
    summary = solve([tmp_path / "in.txt"], str(tmp_path / "out.txt"))
    assert (summary.rows, summary.rejected, summary.results) == (0, 0, {})
    assert (tmp_path / "out.txt").read_bytes() == b""


def test_processes_do_the_same(tmp_path: Path) -> None:
    puzzles(tmp_path / "in.txt", 300, bad=(7,))
    solve([tmp_path / "in.txt"], f"{tmp_path}/threads/")
    solve([tmp_path / "in.txt"], f"{tmp_path}/processes/", executor=ProcessShards(2))
    threads, processes = everything(tmp_path / "threads"), everything(tmp_path / "processes")
    assert threads.keys() == processes.keys()
    assert all(threads[name] == processes[name] for name in threads)
    rejected = (tmp_path / "threads.rejected.csv").read_bytes()
    assert rejected == (tmp_path / "processes.rejected.csv").read_bytes()


@pytest.mark.parametrize("executor", [ThreadShards, pytest.param(ProcessShards, marks=pytest.mark.slow)])
def test_shards_without_a_row(tmp_path: Path, executor: type[ThreadShards | ProcessShards]) -> None:
    (tmp_path / "in.txt").write_text("hello\n" * 10 + f"{EASY}\n" + "hello\n" * 10)
    summary = solve([tmp_path / "in.txt"], f"{tmp_path}/out.txt", rows=1, executor=executor(2), job="convert")
    assert (summary.rows, summary.rejected) == (21, 20)
    assert summary.shards > 1
    assert (tmp_path / "out.txt").read_text() == f"{EASY}\n"


def test_the_record_says_what_it_came_from(tmp_path: Path) -> None:
    puzzles(tmp_path / "in.txt", 60, bad=(9,))
    solve([tmp_path / "in.txt"], str(tmp_path / "out.txt"))
    record = json.loads((tmp_path / "out.txt.run.json").read_text())
    assert record["manifest"]["job"] == "solve"
    assert record["manifest"]["inputs"][0]["path"] == str(tmp_path / "in.txt")
    assert record["manifest"]["inputs"][0]["size"] == (tmp_path / "in.txt").stat().st_size
    assert record["summary"] == {"rows": 60, "rejected": 1, "results": {"one": 59}, "shards": 2}
    assert record["size"] == (tmp_path / "out.txt").stat().st_size


def test_two_at_once_are_kept_apart(tmp_path: Path) -> None:
    puzzles(tmp_path / "in.txt", 60)
    output = Output(f"{tmp_path}/out.txt", kind_of("x.txt"))
    storage = Storage()
    storage.make_folder(output.own)
    storage.write(output.shard(0), b"another's")
    for restart in (False, True):
        with storage.lock(output.lock), pytest.raises(Busy, match="another process is writing"):
            solve([tmp_path / "in.txt"], output.target, restart=restart)
        assert Path(output.shard(0)).read_bytes() == b"another's"
    assert solve([tmp_path / "in.txt"], output.target, restart=True).rows == 60


def test_a_lock_file_deleted_by_its_holder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that opened the lock file before it was deleted holds a lock that no other process sees."""
    fcntl = pytest.importorskip("fcntl")
    path, real = tmp_path / "lock", fcntl.flock

    def flock(file: IO[bytes], how: int) -> None:
        path.unlink()
        real(file, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(Busy, match="another process is writing"):
        Storage().lock(str(path))


@pytest.mark.parametrize("target", ["", "file://"])
def test_standard_input(tmp_path: Path, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also to a store; and if it was stopped just before the file got its name, it goes on if the same bytes come."""
    solutions = puzzles(tmp_path / "in.txt", 120, bad=(3,))
    output = f"{target}{tmp_path}/store/out.txt"

    class Stop(BaseException):
        pass

    def stop(*_: object) -> None:
        raise Stop

    def pipe() -> Summary:
        with open(tmp_path / "in.txt") as stdin:
            monkeypatch.setattr("sys.stdin", stdin)
            return solve([Path("-")], output)

    with monkeypatch.context() as patch:
        patch.setattr(run_module, "join_rejects", stop)
        with pytest.raises(Stop):
            pipe()
    assert not (tmp_path / "store/out.txt").exists()
    assert pipe().rows == 120
    assert (tmp_path / "store/out.txt").read_text().splitlines() == solutions
    assert set(everything(tmp_path / "store")) == {"out.txt", "out.txt.rejected.csv", "out.txt.run.json"}
    with pytest.raises(OtherRun, match="was made from standard input"):
        pipe()


def test_a_file_in_the_way(tmp_path: Path) -> None:
    puzzles(tmp_path / "in.txt", 60)
    (tmp_path / "out").write_text("mine\n")
    with pytest.raises(Unwritable, match="a file is in the place of a folder"):
        solve([tmp_path / "in.txt"], f"{tmp_path}/out/")
    (tmp_path / "out.txt.parts").write_text("mine\n")
    with pytest.raises(Unwritable, match="a file is in the place of a folder"):
        solve([tmp_path / "in.txt"], f"{tmp_path}/out.txt")
    assert (tmp_path / "out").read_text() == (tmp_path / "out.txt.parts").read_text() == "mine\n"


@pytest.mark.parametrize("restart", [False, True])
def test_files_of_others_stay(tmp_path: Path, restart: bool) -> None:
    puzzles(tmp_path / "in.txt", 60, bad=(3,))
    (tmp_path / "out.txt.parts").mkdir()
    (tmp_path / "out.txt.parts" / "notes").write_text("mine\n")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "notes").write_text("mine\n")
    for output in ("out.txt", "out/"):
        solve([tmp_path / "in.txt"], f"{tmp_path}/{output}", restart=restart)
        solve([tmp_path / "in.txt"], f"{tmp_path}/{output}")
    assert everything(tmp_path / "out.txt.parts") == {"notes": b"mine\n"}
    assert (tmp_path / "out" / "notes").read_text() == "mine\n"


@pytest.mark.parametrize("output", ["out.txt", "out/"])
def test_rejected_rows_replace_no_file_unasked(tmp_path: Path, output: str) -> None:
    puzzles(tmp_path / "in.txt", 20, bad=(3,))
    rejected = tmp_path / f"{output.rstrip('/')}.rejected.csv"
    rejected.write_text("mine\n")
    with pytest.raises(OtherRun, match=r"rejected\.csv exists already"):
        solve([tmp_path / "in.txt"], f"{tmp_path}/{output}")
    assert rejected.read_text() == "mine\n"
    solve([tmp_path / "in.txt"], f"{tmp_path}/{output}", restart=True)
    assert "row,reason" in rejected.read_text()


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("out.txt", "out.txt"),
        ("link.txt", "out.txt"),
        ("out.txt.rejected.csv", "out.txt"),
        ("out.txt.run.json", "out.txt"),
        ("out.rejected.csv", "out/"),
        ("out/part-00000.txt", "out/"),
        ("out.txt.parts/part-00007.txt", "out.txt"),
    ],
)
def test_an_input_is_never_replaced(tmp_path: Path, name: str, output: str, restart: bool) -> None:
    for folder in ("out", "out.txt.parts"):
        (tmp_path / folder).mkdir()
    puzzles(tmp_path / ("out.txt" if name == "link.txt" else name), 20)
    (tmp_path / "link.txt").symlink_to("out.txt")
    before = everything(tmp_path)
    with pytest.raises(OtherRun, match="is an input of this run"):
        solve([tmp_path / name], f"{tmp_path}/{output}", restart=restart)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("target", ["mine", "nothing"])
def test_an_output_that_is_a_link(tmp_path: Path, target: str, restart: bool) -> None:
    puzzles(tmp_path / "in.txt", 20)
    (tmp_path / "mine").write_text("mine\n")
    (tmp_path / "out.txt").symlink_to(target)
    with pytest.raises(OtherRun, match="is a symbolic link"):
        solve([tmp_path / "in.txt"], f"{tmp_path}/out.txt", restart=restart)
    assert (tmp_path / "out.txt").is_symlink()


def test_an_output_in_a_store(tmp_path: Path) -> None:
    """An fsspec URL of a local folder, which is handled like any other store."""
    solutions = puzzles(tmp_path / "in.txt", 120, bad=(3,))
    solve([tmp_path / "in.txt"], f"file://{tmp_path}/store/out.txt")
    assert (tmp_path / "store/out.txt").read_text().splitlines() == solutions
    assert set(everything(tmp_path / "store")) == {"out.txt", "out.txt.rejected.csv", "out.txt.run.json"}
    again = solve([tmp_path / "in.txt"], f"file://{tmp_path}/store/out.txt")
    assert again.kept_shards == again.shards == 3
    solve([tmp_path / "in.txt"], "memory://shards/")
    store = import_module("fsspec").filesystem("memory")
    assert b"".join(store.cat("/shards/part-*").values()).decode().splitlines() == solutions


def test_created_puzzles_depend_on_their_numbers_alone(tmp_path: Path) -> None:
    made = [row.puzzle for row in Creation().make(5, 0, 6)]
    assert len(set(made)) == 6
    for rows in (2, 4):
        work = create_run(5, 6, rows=rows)
        executor = ThreadShards(2)
        summary = run(work, Output(f"{tmp_path}/{rows}.txt", kind_of("x.txt")), executor)
        executor.close()
        assert (summary.rows, summary.results) == (6, {"created": 6})
        assert (tmp_path / f"{rows}.txt").read_text().splitlines() == made


@pytest.mark.parametrize("job", ["solve", "rate", "canonical", "create"])
def test_shards_grow_with_the_input(job: str) -> None:
    limits = Creation().shard_rows if job == "create" else operation(job).shard_rows
    sizes = [shard_rows(limits, rows) for rows in (0, 10**4, 10**6, 10**8, 10**10)]
    assert sizes == sorted(sizes)
    assert 0 < sizes[0] < sizes[-1] <= 10**6


def receipt(number: int, *, rows: int, rejected: int) -> Receipt:
    return Receipt(number, "", "", rows, rejected, rows, 1, size=1, header=0, checksum="")


def test_progress_weighs_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    from nonet.bulk import progress as module

    clock = [0.0]
    monkeypatch.setattr(module, "monotonic", lambda: clock[0])
    progress = RunProgress(whole=1_000)
    progress.was_there(receipt(0, rows=100, rejected=1), weight=500)
    assert (progress.share, progress.seconds_left, progress.rate) == (0.5, None, 0)
    clock[0] = 10.0
    progress.moved(1, rows=20, weight=100)
    assert (progress.rows, progress.share, progress.rate, progress.seconds_left) == (120, 0.6, 2, 40)
    progress.finished(receipt(1, rows=50, rejected=2), weight=250)
    assert (progress.rows, progress.share, progress.rate) == (150, 0.75, 5)
    summary = progress.summary()
    assert (summary.rows, summary.rejected, summary.kept, summary.shards, summary.rate) == (150, 3, 100, 2, 5)


class DyingShards(ProcessShards):
    """The worker that makes shard 6 is killed in the middle of it, as the system does when memory runs out."""

    def submit(self, task: Task, output: Output, progress: RunProgress) -> Future[Receipt]:
        self._outputs.add(output)
        return self.pool.submit(dying.make_until, 6, task, output)


def test_a_process_that_is_killed_stops_the_run(tmp_path: Path) -> None:
    """A clear message, nothing lost, and the next run continues."""
    puzzles(tmp_path / "in.txt", 500)
    work = file_run(sources([str(tmp_path / "in.txt")]), Job("convert"), rows=5)
    output = Output(f"{tmp_path}/out.txt", kind_of("x.txt"))
    with pytest.raises(Stopped, match="ended before its task was done"):
        run(work, output, DyingShards(2))
    assert not (tmp_path / "out.txt").exists()
    assert not list(tmp_path.rglob(".tmp-*"))
    executor = ThreadShards(2)
    summary = run(work, output, executor)
    executor.close()
    assert summary.kept_shards >= 5  # all before, except one that the other worker was still making
    assert (tmp_path / "out.txt").read_bytes() == (tmp_path / "in.txt").read_bytes()


def test_a_shard_in_a_process_of_its_own(tmp_path: Path) -> None:
    """What a process of the pool does, here."""
    solutions = puzzles(tmp_path / "in.txt", 20)
    output = Output(f"{tmp_path}/out/", kind_of("x.txt"))
    output.storage().make_folder(output.own)
    spool = Spool(output.storage(), output.spool)
    [task] = file_run(sources([str(tmp_path / "in.txt")]), Job("solve")).tasks(spool)
    made = make_alone(task, output)
    assert (made.number, made.rows, made.rejected, made.results) == (0, 20, 0, {"one": 20})
    assert (tmp_path / "out/part-00000.txt").read_text().splitlines() == solutions
    assert Receipt.parse((tmp_path / "out/_run/00000.json").read_bytes()) == made


@pytest.mark.parametrize(
    "text", [b"", b"[]", b"{}", b"\xff", b'{"inputs": 1}', b'{"inputs": [], "colour": 1}']
)
def test_what_is_not_a_manifest(text: bytes) -> None:
    assert Manifest.parse(text) is None
    assert Receipt.parse(text) is None


@pytest.mark.parametrize("odd", ["two short lines", "a comment"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("job", "before"),
    [
        ("solve", 4),
        ("count", 4),
        ("check", 4),
        ("canonical", 4),
        ("rate", 4),
        ("convert", 4),
        ("convert", 5_000),
    ],
)
def test_lines_that_only_look_alike(tmp_path: Path, job: str, before: int, ending: str, odd: str) -> None:
    """Two short lines as long as one, and a comment as long as a puzzle, among puzzles of 81 characters."""
    halves = [EASY[:40], EASY[40 + len(ending) :]]
    lines = [EASY] * before + (halves if "short" in odd else [f"#{EASY[1:]}"]) + [EASY] * 3
    lines[1] = BAD[2]
    assert len(ending.join(lines) + ending) % (81 + len(ending)) == 0
    (tmp_path / "in.txt").write_bytes("".join(line + ending for line in lines).encode())
    bad = [number for number, line in enumerate(lines, 1) if line != EASY and not line.startswith("#")]
    good = lines.count(EASY)
    summary = solve([tmp_path / "in.txt"], str(tmp_path / "out.csv"), job=job, rows=10_000)
    assert (summary.rows, summary.rejected, summary.shards) == (good + len(bad), len(bad), 1)
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 1 + good
    with (tmp_path / "out.csv.rejected.csv").open() as file:
        assert [int(row["row"]) for row in csv.DictReader(file)] == bad


def test_a_disk_that_is_full_while_shards_are_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solutions = puzzles(tmp_path / "in.txt", 500)
    real, copied = joining._copy, list[int]()

    def limited(source: IO[bytes], target: IO[bytes], start: int) -> None:
        if len(copied) == 4:
            raise OSError(errno.ENOSPC, "No space left on device")
        copied.append(start)
        real(source, target, start)

    with monkeypatch.context() as patch:
        patch.setattr(joining, "_copy", limited)
        with pytest.raises(Unwritable, match="the disk is full"):
            solve([tmp_path / "in.txt"], str(tmp_path / "out.txt"))
    assert not (tmp_path / "out.txt").exists()
    assert not list(tmp_path.rglob(".tmp-*"))
    made = receipts(tmp_path / "out.txt")
    assert made > 4
    summary = solve([tmp_path / "in.txt"], str(tmp_path / "out.txt"))
    assert (summary.kept_shards, summary.shards) == (made, 10)
    assert (tmp_path / "out.txt").read_text().splitlines() == solutions


def test_the_same_bytes_where_the_system_cannot_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles(tmp_path / "in.txt", 300)
    solve([tmp_path / "in.txt"], str(tmp_path / "a.csv"))

    def refuse(*_: object) -> int:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(os, "copy_file_range", refuse, raising=False)
    solve([tmp_path / "in.txt"], str(tmp_path / "b.csv"))
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert (tmp_path / "a.csv").read_text().count("puzzle,solution,status") == 1
