"""Long work: done in other processes, so that the server goes on meanwhile and can stop it.

    play        what a game waits for: a new puzzle, the daily, a hint, a saved game     two processes
    analysis    whatever else a program may ask: parse, solve, rate, check, hint         two processes

Most puzzles take milliseconds, but anyone can draw a 25x25 that takes years: after `seconds` a job's process is
killed and replaced. Each pool has a queue of bounded length; a job leaves it when its client disconnects.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from datetime import date
from typing import Any, ParamSpec, TypeVar

from nonet.faces.web import jobs
from nonet.faces.web.problems import Problem
from nonet.parallel.errors import TaskCancelled, TimeLimitExceeded, WorkerLost
from nonet.parallel.processes import ProcessPool

__all__ = ["QUEUE", "SECONDS", "Workers"]

P = ParamSpec("P")
T = TypeVar("T")

SECONDS = 10.0
"""The most that a job may take, and the most that it may wait for a process."""
QUEUE = 100
"""Jobs that may wait in each pool."""
DAILIES = 32
"""Puzzles of the day that are kept."""


class Workers:
    """The two pools. `run` and `daily` are awaited; `close` ends every process at once.

    >>> with Workers(1) as workers:
    ...     asyncio.run(workers.run(jobs.judge, "0130430202030000", None, None)).kind
    <Kind.ONE: 'one'>
    """

    def __init__(self, size: int = 2, *, seconds: float = SECONDS, queue: int = QUEUE) -> None:
        self._play = _BoundedPool(size, seconds, queue)
        self._analysis = _BoundedPool(size, seconds, queue)
        self._lock = threading.Lock()
        self._dailies: OrderedDict[date, Future[Any]] = OrderedDict()

    async def run(self, job: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """The result of a job. Cancelling this takes the job out of the queue, or kills its process.

        An error of nonet is raised here; a job that takes or waits too long is a Problem.
        """
        pool = self._analysis if job in jobs.ANALYSIS else self._play
        future = pool.submit(job, *arguments, **keywords)
        try:
            return await _result(future, pool.patience)
        finally:
            pool.cancel(future)

    async def daily(self, day: date) -> Any:
        """The Game of a day: computed once, however many ask for it at the same time or later."""
        with self._lock:
            future = self._dailies.get(day)
            if future is None or (future.done() and (future.cancelled() or future.exception())):
                future = self._play.submit(jobs.daily_game, day)
                self._dailies[day] = future
                if len(self._dailies) > DAILIES:
                    self._dailies.popitem(last=False)
            self._dailies.move_to_end(day)
        return await _result(future, self._play.patience)

    def warm_up(self) -> None:
        """Starts a process in the background, so that the first new game need not wait for it."""
        self._play.pool.warm_up(1)

    def close(self) -> None:
        self._play.close()
        self._analysis.close()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *ignored: object) -> None:
        self.close()


class _BoundedPool:
    """A pool of processes with a queue of bounded length."""

    def __init__(self, size: int, seconds: float, queue: int) -> None:
        self.pool = ProcessPool(size, limit=seconds, retries=1, initializer=jobs.load)
        self.patience = seconds
        """How long a job may wait for a process."""
        self._most = size + queue
        self._unfinished = 0
        self._lock = threading.Lock()
        self._closed = False

    def submit(self, job: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> Future[T]:
        with self._lock:
            if self._closed:
                raise Problem(503, "busy", "the server is stopping")
            if self._unfinished >= self._most:
                raise Problem(503, "busy", "too many requests at once; try again in a few seconds")
            self._unfinished += 1
            future = self.pool.submit(job, *arguments, **keywords)
        future.add_done_callback(self._done)
        return future

    def cancel(self, future: Future[Any]) -> None:
        if not future.done():
            self.pool.cancel(future)

    def close(self) -> None:
        with self._lock:
            self._closed = True
        self.pool.close(now=True)

    def _done(self, future: Future[Any]) -> None:
        with self._lock:
            self._unfinished -= 1


async def _result(future: Future[T], patience: float) -> T:
    """Waits for a process up to `patience`, and then for the job, without cancelling the future."""
    waiting = asyncio.wrap_future(future)
    waiting.add_done_callback(_note_exception)
    try:
        done, _ = await asyncio.wait({waiting}, timeout=patience)
        if not done and future.running():
            done, _ = await asyncio.wait({waiting})  # not forever: the pool has a time limit
        if not done:
            raise Problem(503, "busy", "too many requests at once; try again in a few seconds")
        if waiting.cancelled():
            raise Problem(503, "busy", "the server is stopping")
        return waiting.result()
    except TimeLimitExceeded as error:
        raise Problem(503, "too-long", str(error)) from None
    except (WorkerLost, TaskCancelled):
        raise Problem(503, "busy", "the work was interrupted; try again") from None


def _note_exception(waiting: asyncio.Future[Any]) -> None:
    """Otherwise asyncio would report an exception that was never retrieved."""
    if not waiting.cancelled():
        waiting.exception()
