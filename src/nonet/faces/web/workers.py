"""The processes in which all work on puzzles is done: the server itself only passes requests on and answers back.

    games       moves, and whatever else a game answers at once                          two processes
    play        what a game waits for: a new puzzle, the daily, a hint, a saved game     two processes
    analysis    whatever else a program may ask: parse, solve, rate, check, hint         two processes

Most puzzles take milliseconds, but anyone can draw a 25x25 that takes years: after `seconds` a job's process is
killed and replaced. Each pool serves its clients in turn (`fair_queue`) and keeps one process free of jobs that take
long. A job leaves the queue when its client disconnects.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from nonet.faces.web import jobs
from nonet.faces.web.fair_queue import CLIENT, SECONDS, FairQueue, Turn
from nonet.faces.web.preloading import load_behind_moves, load_games, load_hints
from nonet.faces.web.problems import Problem
from nonet.parallel.errors import TaskCancelled, TimeLimitExceeded, WorkerLost
from nonet.parallel.processes import ProcessPool

if TYPE_CHECKING:
    from nonet.faces.web.open_games import Pace, QueuePlace, Sessions

P = ParamSpec("P")
T = TypeVar("T")

QUEUE = 100
"""Jobs of one client about one thing that may wait in each pool."""
QUICK = 0.25
"""Seconds of computing: what has taken longer once never gets the last free process."""
REMEMBERED = 10_000
"""Turns whose seconds are remembered."""
DAILIES = 32
"""Puzzles of the day that are kept."""


class Workers:
    """The pools. `run`, `run_on` and `daily` are awaited; `close` ends every process at once.

    >>> with Workers(1) as workers:
    ...     asyncio.run(workers.run(jobs.judge, "0130430202030000", None, None)).kind
    <Kind.ONE: 'one'>
    """

    def __init__(self, size: int = 2, *, seconds: float = SECONDS, queue: int = QUEUE) -> None:
        self._games = _FairPool(size, seconds, queue, load_games)
        self._play = _FairPool(size, seconds, queue, load_hints)
        self._analysis = _FairPool(size, seconds, queue, load_behind_moves)
        self._lock = threading.Lock()
        self._dailies: OrderedDict[tuple[date, str], Future[Any]] = OrderedDict()

    async def run(self, job: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """The result of a job. Cancelling this takes the job out of the queue, or kills its process.

        An error of nonet is raised here; a job that takes or waits too long is a Problem.
        """
        pool = self._analysis if job in jobs.ANALYSIS else self._play
        kind = arguments[:2] if job is jobs.new_game else ()
        turn = Turn(CLIENT.get(), f"{job.__module__}.{job.__name__} {kind}")
        pace: Pace = "unknown" if job is jobs.new_game else "quick"
        return await self._run(pool, turn, pace, partial(job, *arguments, **keywords))

    async def run_on(
        self, sessions: Sessions, place: QueuePlace, job: Callable[..., T], *arguments: Any
    ) -> T:
        """The result of a job on saved games, like `run`. A process opens their file by itself."""
        pool = {"games": self._games, "play": self._play, "analysis": self._analysis}[place.lane]
        store = sessions.store
        whose = (store.path, sessions.all_games, store.player, store.speaker)
        call = partial(jobs.on_saved_games, *whose, job, *arguments)
        return await self._run(pool, Turn(CLIENT.get(), place.about), place.pace, call)

    async def _run(self, pool: _FairPool, turn: Turn, pace: Pace, call: partial[T]) -> T:
        future = pool.submit(turn, call, pace=pace)
        try:
            return await _result(future, pool.patience)
        finally:
            pool.cancel(future)

    async def daily(self, day: date, board: str = "9x9") -> Any:
        """A Game with the puzzle of a day on a board, which is computed once, however many ask for it at the same time
        or later.
        """
        with self._lock:
            future = self._dailies.get((day, board))
            if future is None or (future.done() and (future.cancelled() or future.exception())):
                future = self._play.submit(Turn(CLIENT.get(), "daily"), partial(jobs.daily_game, day, board))
                self._dailies[day, board] = future
                if len(self._dailies) > DAILIES:
                    self._dailies.popitem(last=False)
            self._dailies.move_to_end((day, board))
        return replace(await _result(future, self._play.patience), id="", created="")  # one's own

    def warm_up(self) -> None:
        """Starts processes in the background, so that the first game need not wait for them."""
        self._games.pool.warm_up()
        self._play.pool.warm_up(1)

    def close(self) -> None:
        for pool in (self._games, self._play, self._analysis):
            pool.close()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *ignored: object) -> None:
        self.close()


@dataclass(eq=False)
class _Job:
    turn: Turn
    call: partial[Any]
    future: Future[Any]
    running: Future[Any] | None = None
    """In the pool of processes, as soon as one is free."""
    since: float = 0.0
    """When that was."""


class _FairPool:
    """A pool of processes that serves clients in turn.

    The last free process is for jobs of other turns than those being done, and only for turns whose jobs have all been
    quick so far.
    """

    def __init__(self, size: int, seconds: float, queue: int, initializer: Callable[[], None]) -> None:
        self.pool = ProcessPool(size, limit=seconds, retries=1, initializer=initializer)
        self.patience = seconds
        """How long a job may wait for a process."""
        self._most = queue
        self._waiting = FairQueue[_Job]()
        self._running: dict[Future[Any], _Job] = {}
        self._slowest: OrderedDict[Turn, float] = OrderedDict()
        self._lock = threading.RLock()
        self._closed = False

    def submit(self, turn: Turn, call: partial[T], *, pace: Pace = "quick") -> Future[T]:
        """Queues a call."""
        job = _Job(turn, call, Future())
        with self._lock:
            if self._closed:
                raise Problem(503, "busy", "the server is stopping")
            if self._waiting.count(job.turn) >= self._most:
                raise Problem(503, "busy", "too many requests at once; try again in a few seconds")
            if pace == "quick":
                self._slowest.setdefault(turn, 0.0)
            elif pace == "long":
                self._slowest[turn] = self.patience
            self._waiting.put(job.turn, job)
            job.future.add_done_callback(lambda _: self._forget(job))
            self._begin_next()
        return job.future

    def cancel(self, future: Future[Any]) -> None:
        if not future.done() and not future.cancel():
            with self._lock:
                job = self._running.get(future)
            if job is not None and job.running is not None:
                self.pool.cancel(job.running)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            while (job := self._waiting.take(lambda turn: True)) is not None:
                job.future.cancel()
        self.pool.close(now=True)

    def _forget(self, job: _Job) -> None:
        """Takes a job out of the queue that was cancelled there."""
        with self._lock:
            self._waiting.remove(job.turn, job)

    def _begin_next(self) -> None:
        while (job := self._waiting.take(self._may_begin)) is not None:
            if job.future.set_running_or_notify_cancel():
                self._running[job.future] = job
                job.since = time.monotonic()
                job.running = self.pool.submit(jobs.measured, job.call)
                job.running.add_done_callback(partial(self._ended, job))

    def _may_begin(self, turn: Turn) -> bool:
        free = self.pool.size - len(self._running)
        if free != 1 or self.pool.size == 1:
            return free > 0
        return self._slowest.get(turn, QUICK) < QUICK and all(
            job.turn != turn for job in self._running.values()
        )

    def _ended(self, job: _Job, run: Future[Any]) -> None:
        error = TaskCancelled("the pool was closed") if run.cancelled() else run.exception()
        if error is None:
            result, seconds = run.result()
        elif isinstance(error, TaskCancelled):  # the next job waits for a new process
            seconds = self.patience
        else:
            seconds = (time.monotonic() - job.since) // 1  # less than a second may be the start of a process
        with self._lock:
            del self._running[job.future]
            self._slowest[job.turn] = max(seconds, self._slowest.get(job.turn, 0.0))
            self._slowest.move_to_end(job.turn)
            if len(self._slowest) > REMEMBERED:
                self._slowest.popitem(last=False)
            if not self._closed:
                self._begin_next()
        if error is not None:
            job.future.set_exception(error)
        else:
            job.future.set_result(result)


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
