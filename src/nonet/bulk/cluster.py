"""The workers of a Dask scheduler make the shards: one task a shard.

    this process ──▶ scheduler ──▶ worker ──▶ shared storage
         file names                   only the workers read and write rows

The shards of a lost worker go to the others; a shard that fails is tried again. A task returns its receipt. The
kernel gets the threads of its worker, shared out among the tasks that run there.
"""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from nonet.bulk.errors import ClusterLost
from nonet.bulk.manifest import Receipt
from nonet.bulk.optional_import import optional_import
from nonet.bulk.output_paths import Output
from nonet.bulk.progress import RunProgress
from nonet.bulk.shard import Task, make_shard
from nonet.parallel.cores import core_count
from nonet.version import __version__

__all__ = ["LOCAL", "ClusterShards"]

LOCAL = "local"
RETRIES = 3
CONNECT = 10
"""Seconds to wait for a scheduler."""
LOOK = 1
"""Seconds between two counts of the workers."""
QUIET = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}
"""Workers started here do not profile themselves: that costs one second in twenty."""


class ClusterShards:
    """The workers of a scheduler at `address` (tcp://HOST:PORT), or of one that is started here ("local").

    `workers` is the number of processes of a local cluster; by default one for each core.
    """

    def __init__(self, address: str, *, workers: int | None = None) -> None:
        distributed = optional_import("distributed", "--cluster")
        for name in list(logging.root.manager.loggerDict):
            if name.startswith(("distributed", "tornado")):
                logging.getLogger(name).setLevel(logging.CRITICAL)  # `check` reports what matters
        self.address = address
        self._cluster: Any = None
        if address == LOCAL:
            count = workers or core_count()
            with optional_import("dask", "--cluster").config.set(QUIET):
                self._cluster = distributed.LocalCluster(
                    n_workers=count,
                    threads_per_worker=max(1, core_count() // count),
                    host="127.0.0.1",
                    dashboard_address=None,
                    scheduler_kwargs={
                        "dashboard_address": "127.0.0.1:0"
                    },  # any port: the usual one may be taken
                    silence_logs=logging.CRITICAL,
                )
        try:
            self._client: Any = distributed.Client(
                self._cluster or address, timeout=CONNECT, set_as_default=False
            )
        except (OSError, ValueError, ImportError) as error:
            raise ClusterLost(f"no scheduler answers at {address}: {error}; is it running?") from error
        self._capacity, self._look = 2, 0.0
        self._begun: set[Any] = set()
        try:
            self._same_version()
        except BaseException:
            self.close(now=True)
            raise

    def _same_version(self) -> None:
        """Shards of two versions must not be mixed."""
        for worker, version in self._client.run(version_here, on_error="return").items():
            if version != __version__:
                has = f"has nonet {version}" if isinstance(version, str) else "has no nonet"
                raise ClusterLost(
                    f"the worker {worker} {has}, this is {__version__}: "
                    f"install it there with pip install 'nonet[cluster]=={__version__}'"
                )

    def capacity(self) -> int:
        """Three for each thread of each worker: one is computed, one waits for the disk, one is ready to begin."""
        if monotonic() >= self._look:
            self._look = monotonic() + LOOK
            with suppress(OSError):  # `check` reports a scheduler that is gone
                workers = self._client.scheduler_info(n_workers=-1)["workers"]
                self._capacity = max(2, 3 * sum(worker["nthreads"] for worker in workers.values()))
        return self._capacity

    def submit(self, task: Task, output: Output, progress: RunProgress) -> Future[Receipt]:
        """Not by Dask's own executor: that reports an error if a worker is lost just when its result is fetched."""
        ours: Future[Receipt] = Future()
        theirs = self._client.submit(on_worker, task, output, retries=RETRIES, pure=False)
        self._begun.add(theirs)
        theirs.add_done_callback(partial(self._pass_on, ours))
        return ours

    def _pass_on(self, ours: Future[Receipt], theirs: Any) -> None:
        try:
            ours.set_result(theirs.result())
        except BaseException as error:
            ours.set_exception(error)
        self._begun.discard(theirs)

    def check(self) -> None:
        if self._client.status not in ("running", "connecting"):
            raise self._lost()

    def explain(self, error: BaseException) -> BaseException:
        name = type(error).__name__
        if isinstance(error, CancelledError) or name in ("FutureCancelledError", "CommClosedError"):
            return self._lost()
        if name == "KilledWorker":
            return ClusterLost(
                "several workers died at the same shard (out of memory?); finished shards are kept, "
                "and the same command continues from there"
            )
        return error

    def _lost(self) -> ClusterLost:
        return ClusterLost(
            f"the scheduler at {self.address} is gone; finished shards are kept: "
            "start it again, and the same command continues from there"
        )

    def close(self, *, now: bool = False) -> None:
        if now:
            with suppress(Exception):
                self._client.cancel(list(self._begun))
        with suppress(Exception):
            self._client.close(timeout=2)
        if self._cluster is not None:
            with suppress(Exception):
                self._cluster.close(timeout=10)


class _OnWorker:
    """The context of a task on a worker."""

    def __init__(self) -> None:
        from distributed import get_worker

        self._worker: Any = get_worker()

    def threads(self) -> int:
        state = self._worker.state
        return int(max(1, state.nthreads // max(1, len(state.executing))))

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        pass

    def computed(self) -> None:
        """The worker may begin its next task."""
        optional_import("distributed", "--cluster").secede()


def version_here() -> str:
    return __version__


def on_worker(task: Task, output: Output) -> Receipt:
    return make_shard(task, output, _OnWorker())
