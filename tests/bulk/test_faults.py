"""Real processes that are killed, real disks that are full or read-only: a rerun ends with the same bytes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mounts import in_a_mount, needs_mounts
from nonet.rng import Rng

from .helping import SRC, ended, environment, everything, puzzles, receipts, start, wait_for

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and mounts are POSIX")

ROWS, SHARD = 600, 5

# After about ten shards, every file takes its time: a run is stopped before its end however busy the machine is.
SLOWLY = """
import os, time
from itertools import count
replace, calls = os.replace, count()
def slowly(*names):
    replace(*names)
    if next(calls) > 20: time.sleep(0.3)
os.replace = slowly
"""


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An input, and what comes of it undisturbed."""
    folder = tmp_path_factory.mktemp("calm")
    puzzles(folder / "in.txt", ROWS, bad=(5, 305))
    status, out, err = ended(
        start("solve", folder / "in.txt", "-o", folder / "out.txt", "--shard-rows", "500")
    )
    assert (status, err) == (1, "")
    assert "600 rows" in out
    return folder


def same(folder: Path, calm: Path) -> None:
    """The result is the undisturbed one, and nothing else is left."""
    assert (folder / "out.txt").read_bytes() == (calm / "out.txt").read_bytes()
    rejected = (folder / "out.txt.rejected.csv").read_bytes()
    assert rejected == (calm / "out.txt.rejected.csv").read_bytes()
    names = {"out.txt", "out.txt.rejected.csv", "out.txt.run.json"}
    assert {path.name for path in folder.iterdir()} == names


def arguments(calm: Path, folder: Path) -> list[str]:
    return ["solve", f"{calm}/in.txt", "-o", f"{folder}/out.txt", "--shard-rows", str(SHARD)]


def begin(calm: Path, folder: Path) -> subprocess.Popen[str]:
    """The same run as a process that is meant to be stopped."""
    (calm / "sitecustomize.py").write_text(SLOWLY)
    path = os.pathsep.join([str(calm), str(SRC)])
    return start(*arguments(calm, folder), env={**environment(), "PYTHONPATH": path})


def nothing_half_written(folder: Path, calm: Path) -> int:
    """Every file with a final name is whole; how many shards are finished."""
    whole = (calm / "out.txt").read_bytes()
    parts = folder / "out.txt.parts"
    is_joined = (folder / "out.txt").exists()
    if is_joined:  # the shards are being removed, or are gone
        assert (folder / "out.txt").read_bytes() == whole
    for receipt in parts.glob("_run/[0-9]*.json"):
        shard = parts / f"part-{receipt.stem}.txt"
        if shard.exists() or not is_joined:
            assert shard.stat().st_size == json.loads(receipt.read_bytes())["size"]
    for shard in parts.glob("part-*"):
        rows = shard.read_bytes().splitlines(keepends=True)
        assert SHARD - 1 <= len(rows) <= SHARD + 1
        assert set(whole.splitlines(keepends=True)).issuperset(rows)
    return receipts(folder / "out.txt")


def test_killed_and_started_again(calm: Path, tmp_path: Path) -> None:
    """kill -9 after the first shards; what is finished is kept, and counted as such."""
    process = begin(calm, tmp_path)
    assert wait_for(lambda: receipts(tmp_path / "out.txt") >= 10, process)
    process.kill()
    assert ended(process)[0] == -signal.SIGKILL
    assert nothing_half_written(tmp_path, calm) >= 10
    assert not (tmp_path / "out.txt").exists()
    status, out, err = ended(start(*arguments(calm, tmp_path)))
    assert (status, err) == (1, "")
    assert "were there from an earlier run" in out
    same(tmp_path, calm)


def kill_often(calm: Path, folder: Path, rng: Rng, most: int) -> int:
    """Kills a run again and again, each time a little later than it began to write; how often."""
    for kills in range(most):
        process = start(*arguments(calm, folder))
        had = receipts(folder / "out.txt")
        wait_for(lambda before=had: receipts(folder / "out.txt") > before, process)
        time.sleep(rng.below(60) / 1000)
        process.kill()
        status = ended(process)[0]
        nothing_half_written(folder, calm)
        if status != -signal.SIGKILL:
            return kills
    return most


@pytest.mark.slow
def test_killed_at_many_moments(calm: Path, tmp_path: Path) -> None:
    kills = 0
    for seed in range(8):
        folder = tmp_path / str(seed)
        folder.mkdir()
        kills += kill_often(calm, folder, Rng(seed), 40)
        assert ended(start(*arguments(calm, folder)))[0] == 1
        same(folder, calm)
    assert kills > 20


def test_ctrl_c(calm: Path, tmp_path: Path) -> None:
    process = begin(calm, tmp_path)
    assert wait_for(lambda: receipts(tmp_path / "out.txt") >= 5, process)
    process.send_signal(signal.SIGINT)
    status, out, err = ended(process)
    assert (status, out) == (-signal.SIGINT, "")
    assert err.startswith("stopped; ")
    assert err.endswith("shards are finished; the same command continues from there\n")
    nothing_half_written(tmp_path, calm)
    assert not list((tmp_path / "out.txt.parts").rglob(".tmp-*"))  # tidied up
    assert ended(start(*arguments(calm, tmp_path)))[0] == 1
    same(tmp_path, calm)


def children(pid: int) -> list[int]:
    """The processes that a process started, by /proc."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(entry.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
@pytest.mark.parametrize("sent", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_the_processes_of_a_killed_run_go_as_well(tmp_path: Path, sent: signal.Signals) -> None:
    command = [
        "create",
        "-n",
        "100000",
        "--seed",
        "1",
        "-o",
        f"{tmp_path}/made.txt",
        "--shard-rows",
        "2",
        "--threads",
        "2",
    ]
    process = start(*command)
    assert wait_for(lambda: receipts(tmp_path / "made.txt") >= 1, process)
    assert wait_for(lambda: len(children(process.pid)) >= 2, process)
    family = children(process.pid)
    process.send_signal(sent)
    assert ended(process)[0] == -sent
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family))


# ------------------------------------------------------------------------------------------ disks, full or not


@pytest.mark.slow
def test_a_file_that_may_not_grow(calm: Path, tmp_path: Path) -> None:
    """Every shard fits under the limit of the file size, all of them together do not."""

    def limited() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))

    status, out, err = ended(start(*arguments(calm, tmp_path), preexec_fn=limited))
    assert (status, out) == (74, "")
    assert err.startswith(f"sudoku: cannot write {tmp_path}/out.txt: the file would grow beyond")
    there = nothing_half_written(tmp_path, calm)
    assert there >= 30_000 // (82 * SHARD)
    assert "shards are finished; the same command continues from there" in err
    assert not (tmp_path / "out.txt").exists()
    status, out, err = ended(start(*arguments(calm, tmp_path)))
    assert (status, err) == (1, "")
    assert "there from an earlier run" in out
    same(tmp_path, calm)


def run_in_a_mount(script: str, calm: Path, folder: Path, shard: int) -> subprocess.CompletedProcess[str]:
    disk = folder / "disk"
    disk.mkdir()
    run = f'"{sys.executable}" -m nonet bulk solve "{calm}/in.txt" -o "{disk}/out.txt" --shard-rows {shard}'
    lines = script.replace("DISK", str(disk)).replace("RUN", run).replace("KEEP", str(folder))
    return in_a_mount(lines, env=environment())


@pytest.mark.slow
@needs_mounts
def test_a_disk_that_fills(calm: Path, tmp_path: Path) -> None:
    """A tmpfs of 180 kB, where 50 kB of shards and as much for the file do not fit; then it grows."""
    result = run_in_a_mount(
        "mount -t tmpfs -o size=180k none DISK; RUN; echo status $?; ls DISK;"
        "ls DISK/out.txt.parts/_run | grep '^[0-9]*.json$' | wc -l;"
        "mount -o remount,size=4m none DISK; RUN; echo status $?; cp -r DISK KEEP/copy",
        calm,
        tmp_path,
        30,
    )
    assert len(result.stdout.splitlines()) > 4, result
    first, files, shards, *rest = result.stdout.splitlines()
    assert (first, files) == ("status 74", "out.txt.parts")
    assert int(shards) > 5
    assert result.stderr.startswith("sudoku: cannot write ")
    assert "the disk is full" in result.stderr
    assert "Traceback" not in result.stderr
    assert "were there from an earlier run" in " ".join(rest)
    assert rest[-1] == "status 1"
    same(tmp_path / "copy", calm)


@pytest.mark.slow
@needs_mounts
def test_a_folder_that_is_read_only(calm: Path, tmp_path: Path) -> None:
    """Read-only from the beginning; then, in the middle of a run; then writable again."""
    result = run_in_a_mount(
        "mount -t tmpfs -o size=4m none DISK; mount -o remount,ro none DISK; RUN; echo status $?; ls DISK;"
        "mount -o remount,rw none DISK; RUN & sleep 0.1;"
        "while [ $(ls DISK/out.txt.parts/_run 2>/dev/null | wc -l) -lt 8 ]; do sleep 0.01; kill -0 $! || break; done;"
        "while ! mount -o remount,ro none DISK 2>/dev/null; do kill -0 $! || break; done; wait $!; echo status $?;"
        "mount -o remount,rw none DISK; RUN; echo status $?; cp -r DISK KEEP/copy",
        calm,
        tmp_path,
        SHARD,
    )
    statuses = [line for line in result.stdout.splitlines() if line.startswith("status")]
    assert statuses[0] == "status 74", result.stderr
    assert statuses[1] in (
        "status 74",
        "status 1",
    )  # a busy disk refuses to become read-only: then it got through
    assert statuses[2] == "status 1"
    assert "it is read-only" in result.stderr.splitlines()[0]
    assert "Traceback" not in result.stderr
    same(tmp_path / "copy", calm)


def test_no_right_to_write(calm: Path, tmp_path: Path) -> None:
    """A folder where this user may not write; for root, who may always, a file stands in the way."""
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed").chmod(0o500)
    if os.geteuid() == 0:
        (tmp_path / "closed/out.txt.parts").write_text("")
    before = everything(tmp_path)
    status, out, err = ended(start(*arguments(calm, tmp_path / "closed")))
    assert (status, out) == (74, "")
    assert err.startswith(f"sudoku: cannot write {tmp_path}/closed/out.txt.parts/_run: ")
    assert "Traceback" not in err
    assert everything(tmp_path) == before
