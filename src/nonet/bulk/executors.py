"""Who makes the shards: threads or processes of this machine, or the workers of a cluster.

    ThreadShards     jobs of the kernel, which releases the interpreter lock: memory stays small
    ProcessShards    jobs in Python, such as rating: one process per core
    ClusterShards    the workers of a Dask scheduler: one task per shard

All take a task and return a future of its receipt; the loop in `run` does not know which it uses. On a cluster, this
process sends file names to the scheduler, and only the workers read and write rows. The shards of a lost worker go to
the others; a shard that fails is tried again.
"""

from __future__ import annotations

import logging
import re
from abc import ABC, abstractmethod
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Event, get_ident
from time import monotonic, sleep
from typing import Any

from nonet.bulk.errors import ClusterLost, Stopped
from nonet.bulk.output import Output, Receipt
from nonet.bulk.progress import RunProgress
from nonet.bulk.tasks import Task, TaskContext, make_shard
from nonet.errors import NonetError
from nonet.native import kernel
from nonet.optional_import import optional_import
from nonet.parallel.cores import core_count
from nonet.parallel.errors import WorkerLost
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.parallel.processes import ProcessPool
from nonet.version import __version__

FOR_THE_DISK = 1
"""Shards that may wait for the disk while others are made."""

MOST_AT_ONCE = 8
"""Shards made side by side in one process; on more cores each gets more of the kernel's threads."""


class Executor(ABC):
    """Makes shards."""

    @abstractmethod
    def capacity(self) -> int:
        """How many tasks it wants to have at a time."""

    @abstractmethod
    def submit(self, task: Task, output: Output, progress: RunProgress) -> Future[Receipt]: ...

    def check(self) -> None:  # noqa: B027 - most cannot be lost
        """Raises an error if no shard will ever be finished any more."""

    def explain(self, error: BaseException) -> BaseException:
        """The error of a future as one that says what to do."""
        return error

    @abstractmethod
    def close(self, *, now: bool = False) -> None:
        """Ends it; with `now`, without waiting for what is unfinished."""


# -- threads -------------------------------------------------------------------------------------------------


class Halted(Exception):
    """The run was stopped while the shard was made."""


class ThreadShards(Executor):
    """Threads of this process, a few more than cores, since some will wait for the disk.

    The kernel's threads are shared out among the shards that are being computed.
    """

    def __init__(self, cores: int | None = None) -> None:
        self._cores = cores or core_count()
        self._size = min(self._cores, MOST_AT_ONCE) + FOR_THE_DISK
        self._pool = ThreadPoolExecutor(self._size, thread_name_prefix="shard")
        self._computing: set[_InThread] = set()
        self._threads: set[int] = set()
        self._stop = Event()

    def capacity(self) -> int:
        return self._size + 1

    def submit(self, task: Task, output: Output, progress: RunProgress) -> Future[Receipt]:
        return self._pool.submit(self._make, task, output, progress)

    def _make(self, task: Task, output: Output, progress: RunProgress) -> Receipt:
        context = _InThread(self._computing, self._cores, self._stop, progress)
        self._threads.add(get_ident())
        try:
            return make_shard(task, output, context)
        finally:
            self._threads.discard(get_ident())
            context.computed()

    def close(self, *, now: bool = False) -> None:
        """With `now`, a shard that is being made stops at its next batch, or in the middle of it in the kernel."""
        if now:
            self._stop.set()
            self._pool.shutdown(wait=False, cancel_futures=True)
            while kernel is not None and self._threads:  # repeated: a thread may be about to call the kernel
                for thread in tuple(self._threads):
                    kernel.stop_thread(thread)
                sleep(0.02)
        self._pool.shutdown(wait=True)


class _InThread(TaskContext):
    def __init__(self, computing: set[_InThread], cores: int, stop: Event, progress: RunProgress) -> None:
        self._computing = computing
        self._cores = cores
        self._stop = stop
        self._progress = progress
        computing.add(self)

    def threads(self) -> int:
        return max(1, self._cores // max(1, len(self._computing)))

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        if self._stop.is_set():
            raise Halted
        self._progress.moved(shard, rows=rows, weight=weight)

    def computed(self) -> None:
        self._computing.discard(self)


# -- processes -----------------------------------------------------------------------------------------------


class ProcessShards(Executor):
    """Processes of this machine, one for each core. They end with this one, however it ends."""

    def __init__(self, cores: int | None = None) -> None:
        self.pool = ProcessPool(cores)
        self._outputs: set[Output] = set()

    def capacity(self) -> int:
        return self.pool.size + 1

    def submit(self, task: Task, output: Output, progress: RunProgress) -> Future[Receipt]:
        self._outputs.add(output)
        return self.pool.submit(make_alone, task, output)

    def explain(self, error: BaseException) -> BaseException:
        if isinstance(error, WorkerLost):
            return Stopped(f"{error}; finished shards are kept, and the same command continues from there")
        return error

    def close(self, *, now: bool = False) -> None:
        self.pool.close(now=now)
        if now:
            for output in self._outputs:
                with suppress(OSError):
                    output.sweep(output.storage())


def make_alone(task: Task, output: Output) -> Receipt:
    """Makes a shard in a process of its own, with one thread."""
    return make_shard(task, output, TaskContext())


# -- a cluster -----------------------------------------------------------------------------------------------

LOCAL = "local"
RETRIES = 3
CONNECT = 10
"""Seconds to wait for a scheduler."""
LOOK = 1
"""Seconds between two counts of the workers."""
ADDRESS = re.compile(r"inproc://\S+|((tcp|tls|ucx|wss?)://)?[^\s/]+:(?P<port>[0-9]{1,5})")
QUIET = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}
"""Workers started here do not profile themselves: that costs one second in twenty."""


class ClusterShards(Executor):
    """The workers of a scheduler at `address` (tcp://HOST:PORT), or of one that is started here ("local").

    `workers` is the number of processes of a local cluster; by default one for each core.
    """

    def __init__(self, address: str, *, workers: int | None = None) -> None:
        if address != LOCAL:
            match = ADDRESS.fullmatch(address)
            if match is None or not 0 < int(match["port"] or 1) < 1 << 16:
                raise NonetError(f"{address!r} is not the address of a scheduler, such as tcp://HOST:8786")
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
            with time_limit(2 * CONNECT):  # Dask waits for ever for what takes a connection and says nothing
                self._client: Any = distributed.Client(
                    self._cluster or address, timeout=CONNECT, set_as_default=False
                )
        except Exception as error:  # anything may be at that address
            why = f"nothing within {2 * CONNECT} s" if isinstance(error, OutOfTime) else str(error)
            raise ClusterLost(f"no scheduler answers at {address}: {why}; is it running?") from error
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


class _OnWorker(TaskContext):
    def __init__(self) -> None:
        from distributed import get_worker

        self._worker: Any = get_worker()

    def threads(self) -> int:
        state = self._worker.state
        return int(max(1, state.nthreads // max(1, len(state.executing))))

    def computed(self) -> None:
        """The worker may begin its next task."""
        optional_import("distributed", "--cluster").secede()


def version_here() -> str:
    return __version__


def on_worker(task: Task, output: Output) -> Receipt:
    return make_shard(task, output, _OnWorker())
