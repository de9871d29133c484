"""Shards on the workers of a Dask scheduler: real processes on loopback, which are killed in mid-run."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from .helping import ended, environment, puzzles, receipts, start, wait_for

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")

ROWS, SHARD = 3_000, 30


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An input, and what comes of it on one machine, undisturbed."""
    folder = tmp_path_factory.mktemp("calm")
    puzzles(folder / "in.txt", ROWS, bad=(5, 755))
    status, _, err = ended(start("solve", folder / "in.txt", "-o", folder / "out.txt", "--shard-rows", "500"))
    assert (status, err) == (1, "")
    return folder


def same(folder: Path, calm: Path) -> None:
    assert (folder / "out.txt").read_bytes() == (calm / "out.txt").read_bytes()
    rejected = (folder / "out.txt.rejected.csv").read_bytes()
    assert rejected == (calm / "out.txt.rejected.csv").read_bytes()
    names = {"out.txt", "out.txt.rejected.csv", "out.txt.run.json"}
    assert {path.name for path in folder.iterdir()} == names


@contextmanager
def dask(what: str, *arguments: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`dask scheduler` or `dask worker`, ended at the end, whatever happened."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments]
    quiet = {"DASK_DISTRIBUTED__DASHBOARD__LINK": "", "DASK_LOGGING__DISTRIBUTED": "critical"}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**environment(), **quiet},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Cluster:
    """A scheduler and two workers, each a process that a test may kill."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        options = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")
        self.scheduler = stack.enter_context(dask("scheduler", *options, folder=folder))
        self.workers = [self.worker(), self.worker()]

    def worker(self, threads: int = 1) -> subprocess.Popen[bytes]:
        options = ("--host", "127.0.0.1", "--nthreads", str(threads), "--no-nanny", "--no-dashboard")
        return self.stack.enter_context(dask("worker", self.address, *options, folder=self.folder))

    def start(self, calm: Path, folder: Path, *more: str) -> subprocess.Popen[str]:
        """The same run as the undisturbed one, here."""
        files = ("solve", f"{calm}/in.txt", "-o", f"{folder}/out.txt")
        return start(*files, "--shard-rows", str(SHARD), "--cluster", self.address, *more)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("dask"), stack)


def killed(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


# The tests below take one cluster through its life, in this order: a driver is killed, then a worker, and in
# the end the scheduler.


def test_the_driver_is_killed(cluster: Cluster, calm: Path, tmp_path: Path) -> None:
    driver = cluster.start(calm, tmp_path)
    assert wait_for(lambda: receipts(tmp_path / "out.txt") >= 5, driver)
    driver.kill()
    assert ended(driver)[0] == -signal.SIGKILL
    status, out, err = ended(cluster.start(calm, tmp_path), timeout=90)
    assert (status, err) == (1, "")
    assert "were there from an earlier run" in out
    same(tmp_path, calm)


def test_a_worker_is_killed(cluster: Cluster, calm: Path, tmp_path: Path) -> None:
    """The other one goes on alone, until a new one comes; nobody has to do anything."""
    driver = cluster.start(calm, tmp_path)
    assert wait_for(lambda: receipts(tmp_path / "out.txt") >= 5, driver)
    killed(cluster.workers.pop())
    status, out, err = ended(driver, timeout=90)
    assert (status, err) == (1, "")
    assert "earlier run" not in out
    same(tmp_path, calm)


def test_the_scheduler_is_killed(cluster: Cluster, calm: Path, tmp_path: Path) -> None:
    """The run says so and stops; it goes on with another scheduler, or without any."""
    driver = cluster.start(calm, tmp_path)
    assert wait_for(lambda: receipts(tmp_path / "out.txt") >= 5, driver)
    killed(cluster.scheduler)
    status, out, err = ended(driver, timeout=90)
    assert (status, out) == (75, "")
    assert err.startswith(f"sudoku: the scheduler at {cluster.address} is gone; what is finished is kept")
    assert "Traceback" not in err
    for worker in cluster.workers:
        killed(worker)
    files = ("solve", f"{calm}/in.txt", "-o", f"{tmp_path}/out.txt", "--shard-rows", str(SHARD))
    status, out, err = ended(start(*files))
    assert (status, err) == (1, "")
    assert "were there from an earlier run" in out
    same(tmp_path, calm)


def test_no_scheduler_at_all(calm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nonet.bulk import cluster as module
    from nonet.bulk.problems import ClusterLost

    monkeypatch.setattr(module, "CONNECT", 0.5)
    with pytest.raises(ClusterLost, match=r"no scheduler answers at tcp://127\.0\.0\.1"):
        module.ClusterShards(f"tcp://127.0.0.1:{free_port()}")


@pytest.mark.slow
def test_a_cluster_of_its_own(calm: Path, tmp_path: Path) -> None:
    files = ("solve", f"{calm}/in.txt", "-o", f"{tmp_path}/out.txt", "--shard-rows", str(SHARD))
    driver = start(*files, "--cluster", "local", "--workers", "2")
    status, _, err = ended(driver, timeout=120)
    assert (status, err) == (1, "")
    same(tmp_path, calm)


@pytest.mark.slow
def test_every_worker_is_killed_again_and_again(calm: Path, tmp_path: Path) -> None:
    """Workers come and go all the time, a scheduler lives through it, and so does the run."""
    with ExitStack() as stack:
        cluster = Cluster(tmp_path, stack)
        place = tmp_path / "place"
        place.mkdir()
        driver = cluster.start(calm, place)
        for step in range(1, 7):
            if not wait_for(lambda most=12 * step: receipts(place / "out.txt") >= most, driver):
                break
            killed(cluster.workers.pop(0))
            cluster.workers.append(cluster.worker(threads=1 + step % 2))
        status, _, err = ended(driver, timeout=120)
        assert (status, err) == (1, "")
        same(place, calm)
