"""Who makes the shards: threads or processes of this machine, or the workers of a cluster.

All three take a task and give a future of its receipt; the loop in `run` knows no difference.

    ThreadShards     jobs of the kernel: it leaves the interpreter free, and memory stays small
    ProcessShards    jobs in Python, as rating: one process a core
    ClusterShards    the workers of a Dask scheduler (in cluster.py)
"""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Any, Protocol

from nonet.bulk.files import is_remote
from nonet.bulk.held import LARGEST_HELD, MOST_HELD
from nonet.bulk.problems import Stopped, Unwritable
from nonet.bulk.progress import Progress
from nonet.bulk.shards import Output
from nonet.bulk.tasks import Finished, Halted, Task, make_shard

__all__ = ["MOST_AT_ONCE", "Executor", "ProcessShards", "ThreadShards", "core_count"]

FOR_THE_DISK = 2
"""So many shards may wait for the disk while others are made."""

MOST_AT_ONCE = 8
"""So many shards are made side by side in one process; beyond, each gets more of the kernel's threads."""


class Executor(Protocol):
    """Makes shards."""

    def room(self) -> int:
        """How many tasks it wants to have at a time."""
        ...

    def submit(self, task: Task, output: Output, progress: Progress) -> Future[Finished]:
        """Begins a shard, now or soon."""
        ...

    def check(self) -> None:
        """Raises an error if no shard will ever be finished any more."""
        ...

    def explain(self, error: BaseException) -> BaseException:
        """What a future ended with, in the words of this place."""
        ...

    def close(self, *, now: bool = False) -> None:
        """Ends it; `now` without waiting for what is unfinished."""
        ...


def core_count() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Places:
    """So many may work at once; whoever has waited longest is next, where Python's semaphores know no order."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: deque[Event] = deque()
        self._lock = Lock()

    def take(self) -> None:
        """Waits for a place."""
        with self._lock:
            if self._free:
                self._free -= 1
                return
            mine = Event()
            self._waiting.append(mine)
        mine.wait()

    def give_back(self) -> None:
        """To the next who waits."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1


class ThreadShards:
    """Threads of this process: as many work as there are cores, while others wait for the disk.

    The kernel's threads are shared out among the shards that are being made.
    """

    def __init__(self, cores: int | None = None) -> None:
        self.cores = cores or core_count()
        self._at_once = min(self.cores, MOST_AT_ONCE)
        self._places = _Places(self._at_once)
        self._pool = ThreadPoolExecutor(self._at_once + FOR_THE_DISK, thread_name_prefix="shard")
        self._stop = Event()
        self._active = 0
        self._lock = Lock()

    def room(self) -> int:
        """One more than are made at once: there is always a next."""
        return self._at_once + FOR_THE_DISK + 1

    def submit(self, task: Task, output: Output, progress: Progress) -> Future[Finished]:
        """To the pool."""
        return self._pool.submit(self._make, task, output, progress)

    def _make(self, task: Task, output: Output, progress: Progress) -> Finished:
        most_held = 0 if is_remote(output.target) else min(LARGEST_HELD, MOST_HELD // (self._at_once + 1))
        self._places.take()
        here = _InThread(self, progress)
        try:
            if self.stopped():
                raise Halted
            return make_shard(task, output, here, most_held=most_held)
        finally:
            here.waits()

    def begins(self) -> None:
        """One more shard needs the kernel."""
        with self._lock:
            self._active += 1

    def ends(self) -> None:
        """One shard needs it no more."""
        with self._lock:
            self._active -= 1
        self._places.give_back()

    def threads(self) -> int:
        """The kernel's share of one shard."""
        return max(1, self.cores // max(1, self._active))

    def stopped(self) -> bool:
        """Whether to give up."""
        return self._stop.is_set()

    def check(self) -> None:
        """Threads do not vanish."""

    def explain(self, error: BaseException) -> BaseException:
        """It speaks for itself."""
        return error

    def close(self, *, now: bool = False) -> None:
        """A shard that is being made stops at its next chunk."""
        if now:
            self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=now)


class _InThread:
    """What a task meets in a thread of this process."""

    def __init__(self, pool: ThreadShards, progress: Progress) -> None:
        self._pool = pool
        self._progress = progress
        self._works = True
        pool.begins()

    def threads(self) -> int:
        return self._pool.threads()

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        if self._pool.stopped():
            raise Halted
        self._progress.moved(shard, rows=rows, weight=weight)

    def waits(self) -> None:
        if self._works:
            self._works = False
            self._pool.ends()


class ProcessShards:
    """Processes of this machine, one a core; they end with this one, however it ends."""

    def __init__(self, cores: int | None = None) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self._count = cores or core_count()
        self._outputs: set[Output] = set()
        self._processes: dict[int, Any] = {}
        self._pool = ProcessPoolExecutor(self._count, get_context("spawn"), initializer=_begin_process)

    def room(self) -> int:
        """One more than are made at once: there is always a next."""
        return self._count + 1

    def submit(self, task: Task, output: Output, progress: Progress) -> Future[Finished]:
        """To the pool."""
        self._outputs.add(output)
        future = self._pool.submit(_in_process, task, output)
        self._processes.update(self._pool._processes or {})  # a pool that breaks forgets them
        return future

    def check(self) -> None:
        """A pool that is broken says so in its futures."""

    def explain(self, error: BaseException) -> BaseException:
        """A process that was killed takes the pool with it."""
        if isinstance(error, BrokenExecutor):
            return Stopped(
                "a process of this run was ended from outside (out of memory?); what is finished is kept"
            )
        return error

    def close(self, *, now: bool = False) -> None:
        """What is being made is given up, and what was written of it swept away."""
        if now:
            processes = list(self._processes.values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            for process in processes:
                process.join()
            for output in self._outputs:
                with suppress(Unwritable):
                    output.sweep(output.storage())
        self._pool.shutdown(wait=True, cancel_futures=now)
        gc.collect()  # with its queues go their semaphores, before a Ctrl-C ends this process by its signal


class _Alone:
    """What a task meets in a process of its own."""

    def threads(self) -> int:
        return 1

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        pass

    def waits(self) -> None:
        pass


def _begin_process() -> None:
    """Ctrl-C is for the process that was started by hand; and when that one is gone, this one goes as well."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def _in_process(task: Task, output: Output) -> Finished:
    return make_shard(task, output, _Alone())
