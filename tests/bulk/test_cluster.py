"""Shards on the workers of a Dask scheduler: real processes on loopback, which are killed in mid-run."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path

import pytest

from nonet.bulk import executors as module
from nonet.bulk.errors import ClusterLost, Unreadable
from nonet.bulk.executors import ClusterShards
from nonet.bulk.output import Output
from nonet.bulk.run import run
from nonet.bulk.sources import kind_of, sources
from nonet.bulk.tasks import file_run
from nonet.jobs import Answer, Block, Job

from .dask_cluster import Cluster, free_port, killed
from .helping import ended, puzzles, receipts, start, wait_for

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


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("dask"), stack)


def begin(cluster: Cluster, calm: Path, folder: Path) -> subprocess.Popen[str]:
    """The same run as the undisturbed one, on the cluster."""
    files = ("solve", f"{calm}/in.txt", "-o", f"{folder}/out.txt")
    return start(*files, "--shard-rows", str(SHARD), "--cluster", cluster.address)


# The tests below take one cluster through its life, in this order: a driver is killed, then a worker, and in
# the end the scheduler.


@pytest.mark.slow
def test_the_driver_is_killed_then_a_worker(cluster: Cluster, calm: Path, tmp_path: Path) -> None:
    """The same command resumes the run; then the other worker continues alone. No one has to intervene."""
    driver = begin(cluster, calm, tmp_path)
    assert wait_for(lambda: receipts(tmp_path / "out.txt") >= 5, driver)
    driver.kill()
    assert ended(driver)[0] == -signal.SIGKILL
    finished = receipts(tmp_path / "out.txt")
    driver = begin(cluster, calm, tmp_path)
    assert wait_for(lambda: receipts(tmp_path / "out.txt") >= finished + 5, driver)
    killed(cluster.workers.pop())
    status, out, err = ended(driver, timeout=90)
    assert (status, err) == (1, "")
    assert "were there from an earlier run" in out
    same(tmp_path, calm)


@pytest.mark.slow
def test_the_scheduler_is_killed(cluster: Cluster, calm: Path, tmp_path: Path) -> None:
    """The run says so and stops; it goes on with another scheduler, or without any."""
    driver = begin(cluster, calm, tmp_path)
    assert wait_for(lambda: receipts(tmp_path / "out.txt") >= 5, driver)
    killed(cluster.scheduler)
    status, out, err = ended(driver, timeout=90)
    assert (status, out) == (75, "")
    assert err.startswith(f"sudoku: the scheduler at {cluster.address} is gone; finished shards are kept")
    assert "Traceback" not in err
    for worker in cluster.workers:
        killed(worker)
    files = ("solve", f"{calm}/in.txt", "-o", f"{tmp_path}/out.txt", "--shard-rows", str(SHARD))
    status, out, err = ended(start(*files))
    assert (status, err) == (1, "")
    assert "were there from an earlier run" in out
    same(tmp_path, calm)


def test_no_scheduler_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECT", 0.5)
    with pytest.raises(ClusterLost, match=r"no scheduler answers at tcp://127\.0\.0\.1"):
        module.ClusterShards(f"tcp://127.0.0.1:{free_port()}")


@pytest.mark.parametrize(
    "answer",
    [b"HTTP/1.1 400 Bad Request\r\n\r\n", pytest.param(b"", marks=pytest.mark.slow)],
    ids=["web", "nothing"],
)
def test_something_else_than_a_scheduler(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask takes its first bytes for a number of exabytes; where nothing comes, it waits for ever."""
    monkeypatch.setattr(module, "CONNECT", 1)
    taken = []

    def serve() -> None:
        with suppress(OSError):
            while True:
                taken.append(listener.accept()[0])
                taken[-1].sendall(10 * answer)

    with socket.create_server(("127.0.0.1", 0)) as listener, ExitStack() as stack:
        threading.Thread(target=serve, daemon=True).start()
        with pytest.raises(ClusterLost, match=r"no scheduler answers at tcp://127\.0\.0\.1"):
            module.ClusterShards(f"tcp://127.0.0.1:{listener.getsockname()[1]}")
        listener.shutdown(socket.SHUT_RDWR)
        for each in taken:
            stack.enter_context(each)


@pytest.fixture(scope="module")
def inside() -> Iterator[str]:
    """The address of a scheduler with one worker of four threads, all in this process."""
    distributed = import_module("distributed")
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=4,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
    ) as here:
        yield here.scheduler_address


def test_the_kernel_gets_the_threads_of_its_worker(
    inside: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One task on a worker of four threads gets all of them; four tasks side by side get one each."""
    asked: list[int] = []
    real = Job.__call__

    def noting(self: Job, block: Block, *, threads: int | None = 1, gap: int = 0) -> Answer:
        asked.append(threads or 0)
        side_by_side.wait(60)
        return real(self, block, threads=threads, gap=gap)

    monkeypatch.setattr(Job, "__call__", noting)
    solutions = puzzles(tmp_path / "in.txt", 80, bad=(7,))
    for rows, expected in ((80, {4}), (20, {1})):
        asked.clear()
        side_by_side = threading.Barrier(80 // rows)
        executor = ClusterShards(inside)
        output = Output(f"{tmp_path}/{rows}.txt", kind_of("x.txt"))
        work = file_run(sources([str(tmp_path / "in.txt")]), Job("solve"), rows=rows)
        summary = run(work, output, executor)
        executor.close()
        assert (summary.rows, summary.rejected, summary.shards) == (80, 1, 80 // rows)
        assert (tmp_path / f"{rows}.txt").read_text().splitlines() == solutions
        assert set(asked) & expected
        assert max(asked) <= 4
    assert sum(asked) <= 8  # the first may have begun before the others


def test_what_a_worker_says_is_said_here(inside: str, tmp_path: Path) -> None:
    """An error on a worker is the error of the run: no words of Dask's."""
    puzzles(tmp_path / "in.txt", 40)
    executor = ClusterShards(inside)
    work = file_run(sources([str(tmp_path / "in.txt")]), Job("solve"), rows=20)
    (tmp_path / "in.txt").write_text("." * 81 + "\n")
    with pytest.raises(Unreadable, match="was changed while it was read"):
        run(work, Output(f"{tmp_path}/out.txt", kind_of("x.txt")), executor)
    executor.close()
    assert not (tmp_path / "out.txt").exists()


class KilledWorker(Exception):
    """As Dask calls it."""


def test_errors_of_dask_are_explained(inside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    executor = ClusterShards(inside)
    assert "is gone" in str(executor.explain(CancelledError()))
    assert "several workers died" in str(executor.explain(KilledWorker()))
    assert executor.explain(error := Unreadable("gone")) is error
    executor.check()
    executor.close()
    with pytest.raises(ClusterLost, match="is gone"):
        executor.check()
    monkeypatch.setattr(module, "__version__", "9.9")  # on this worker, which is in this process, as well
    monkeypatch.setattr(module, "version_here", old_version)
    with pytest.raises(ClusterLost, match=r"has nonet 0\.0, this is 9\.9"):
        ClusterShards(inside)


def old_version() -> str:
    return "0.0"


@pytest.fixture
def usual_port() -> Iterator[None]:
    """The port on which Dask shows what it does is taken."""
    with socket.socket() as listener:
        with suppress(OSError):  # by somebody else, then
            listener.bind(("127.0.0.1", 8787))
            listener.listen()
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("usual_port")
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
        driver = begin(cluster, calm, place)
        for step in range(1, 7):
            if not wait_for(lambda most=12 * step: receipts(place / "out.txt") >= most, driver):
                break
            killed(cluster.workers.pop(0))
            cluster.workers.append(cluster.worker(threads=1 + step % 2))
        status, _, err = ended(driver, timeout=120)
        assert (status, err) == (1, "")
        same(place, calm)
