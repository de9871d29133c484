"""Who makes the shards: threads or processes of this machine, or the workers of a cluster.

    ThreadShards     jobs of the kernel, which releases the interpreter lock: memory stays small
    ProcessShards    jobs in Python, as rating: one process a core
    ClusterShards    the workers of a Dask scheduler (cluster.py)

All take a task and give a future of its receipt; the loop in `run` knows no difference.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import BoundedSemaphore, Event, Lock
from typing import Protocol

from nonet.bulk.errors import Stopped, Unwritable
from nonet.bulk.manifest import Receipt
from nonet.bulk.output_paths import Output
from nonet.bulk.progress import RunProgress
from nonet.bulk.shard import Halted, Task, make_shard
from nonet.parallel.cores import core_count
from nonet.parallel.errors import WorkerLost
from nonet.parallel.processes import ProcessPool

__all__ = ["Executor", "ProcessShards", "ThreadShards"]

FOR_THE_DISK = 2
"""Shards that may wait for the disk while others are made."""

MOST_AT_ONCE = 8
"""Shards made side by side in one process; on more cores each gets more of the kernel's threads."""


class Executor(Protocol):
    """Makes shards."""

    def capacity(self) -> int:
        """How many tasks it wants to have at a time."""
        ...

    def submit(self, task: Task, output: Output, progress: RunProgress) -> Future[Receipt]: ...

    def check(self) -> None:
        """Raises an error if no shard will ever be finished any more."""
        ...

    def explain(self, error: BaseException) -> BaseException:
        """The error of a future as one that says what to do."""
        ...

    def close(self, *, now: bool = False) -> None:
        """Ends it; with `now`, without waiting for what is unfinished."""
        ...


class ThreadShards:
    """Threads of this process: one for each core computes, while others wait for the disk.

    The kernel's threads are shared out among the shards that are being computed.
    """

    def __init__(self, cores: int | None = None) -> None:
        self._cores = cores or core_count()
        self._at_once = min(self._cores, MOST_AT_ONCE)
        self._places = BoundedSemaphore(self._at_once)
        self._pool = ThreadPoolExecutor(self._at_once + FOR_THE_DISK, thread_name_prefix="shard")
        self._stop = Event()
        self._active = 0
        self._lock = Lock()

    def capacity(self) -> int:
        return self._at_once + FOR_THE_DISK + 1

    def submit(self, task: Task, output: Output, progress: RunProgress) -> Future[Receipt]:
        return self._pool.submit(self._make, task, output, progress)

    def _make(self, task: Task, output: Output, progress: RunProgress) -> Receipt:
        context = _InThread(self, progress)
        try:
            return make_shard(task, output, context)
        finally:
            context.computed()

    def begin(self) -> None:
        """Waits for a free core."""
        self._places.acquire()
        with self._lock:
            self._active += 1

    def end(self) -> None:
        with self._lock:
            self._active -= 1
        self._places.release()

    def threads(self) -> int:
        """The kernel's threads for one shard."""
        return max(1, self._cores // max(1, self._active))

    def stopped(self) -> bool:
        return self._stop.is_set()

    def check(self) -> None:
        pass

    def explain(self, error: BaseException) -> BaseException:
        return error

    def close(self, *, now: bool = False) -> None:
        """With `now`, a shard that is being made stops at its next batch."""
        if now:
            self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=now)


class _InThread:
    """The context of a task in a thread of this process."""

    def __init__(self, pool: ThreadShards, progress: RunProgress) -> None:
        self._pool = pool
        self._progress = progress
        self._computing = True
        pool.begin()

    def threads(self) -> int:
        return self._pool.threads()

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        if self._pool.stopped():
            raise Halted
        self._progress.moved(shard, rows=rows, weight=weight)

    def computed(self) -> None:
        if self._computing:
            self._computing = False
            self._pool.end()


class ProcessShards:
    """Processes of this machine, one for each core. They end with this one, however it ends."""

    def __init__(self, cores: int | None = None) -> None:
        self.pool = ProcessPool(cores)
        self._outputs: set[Output] = set()

    def capacity(self) -> int:
        return self.pool.size + 1

    def submit(self, task: Task, output: Output, progress: RunProgress) -> Future[Receipt]:
        self._outputs.add(output)
        return self.pool.submit(make_alone, task, output)

    def check(self) -> None:
        pass

    def explain(self, error: BaseException) -> BaseException:
        if isinstance(error, WorkerLost):
            return Stopped(f"{error}; finished shards are kept, and the same command continues from there")
        return error

    def close(self, *, now: bool = False) -> None:
        self.pool.close(now=now)
        if now:
            for output in self._outputs:
                with suppress(Unwritable):
                    output.sweep(output.storage())


class _Alone:
    """The context of a task in a process of its own."""

    def threads(self) -> int:
        return 1

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        pass

    def computed(self) -> None:
        pass


def make_alone(task: Task, output: Output) -> Receipt:
    """Makes a shard in a process of its own, with one thread."""
    return make_shard(task, output, _Alone())
