"""A pool of worker processes.

    submit ──→ queue ──→ thread 1 ══ pipes ══ worker 1
                    └──→ thread 2 ══ pipes ══ worker 2

Each worker is a new Python process (see worker.py), served by one thread of this process. Workers ignore Ctrl-C from
the start and exit when this process does, however it ends. There are no semaphores, no shared memory and no
`multiprocessing`: a script that uses the pool needs no `if __name__ == "__main__":`, but the functions it hands over
must be importable by name, not defined in the script itself.
"""

from __future__ import annotations

import atexit
import pickle
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from nonet.parallel.cores import core_count
from nonet.parallel.errors import TaskCancelled, TimeLimitExceeded, WorkerLost
from nonet.parallel.interrupts import deferred_interrupt
from nonet.parallel.worker import read_frame, write_frame

P = ParamSpec("P")
T = TypeVar("T")
Item = TypeVar("Item")

WORKER = Path(__file__).with_name("worker.py")
IN_FLIGHT = 3
"""Tasks per worker that `map` hands out before it waits for the first result."""


@dataclass
class _Task:
    frame: bytes
    future: Future[Any]
    retries: int


class ProcessPool:
    """Up to `size` workers (None: one for each core), started as they are needed.

    `limit` is the most seconds a task may run; then its worker is killed and replaced, and the task fails with
    TimeLimitExceeded. A task whose worker dies is repeated up to `retries` times, then fails with WorkerLost.
    `initializer` runs in each worker before its first task. Functions, arguments and results must be picklable.

    Use it as a context manager: leaving the block waits for the tasks, unless an exception leaves it.

    >>> with ProcessPool(1) as pool:
    ...     list(pool.map(abs, [-3, 4, -5])), pool.submit(divmod, 7, 2).result()
    ([3, 4, 5], (3, 1))
    """

    def __init__(
        self,
        size: int | None = None,
        *,
        limit: float | None = None,
        retries: int = 0,
        initializer: Callable[[], object] | None = None,
    ) -> None:
        self.size = size or core_count()
        self.limit = limit
        self._retries = retries
        self._initializer = initializer or _nothing
        self._queue: SimpleQueue[_Task | None] = SimpleQueue()
        self._lock = Lock()
        self._threads: list[_WorkerThread] = []
        self._unfinished = 0
        self._closed = False
        atexit.register(self._abort)

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **keywords: P.kwargs) -> Future[T]:
        """Queues a call. The future can be cancelled as long as no worker has started it; see `cancel`."""
        frame = _pickled((function, arguments, keywords))
        future: Future[T] = Future()
        with deferred_interrupt(), self._lock:
            if self._closed:
                raise RuntimeError("the pool is closed")
            self._unfinished += 1
            if self._unfinished > len(self._threads):
                self._start_worker()
            self._queue.put(_Task(frame, future, self._retries))
        return future

    def map(
        self, function: Callable[[Item], T], items: Iterable[Item], *, in_flight: int | None = None
    ) -> Generator[T, None, None]:
        """The results in the order of `items`, which may be endless.

        At most `in_flight` (default: three for each worker) are taken from `items` before the first of their results
        is handed out. Closing the generator cancels the calls that no worker has started.
        """
        most = in_flight or IN_FLIGHT * self.size
        waiting: deque[Future[T]] = deque()
        try:
            for item in items:
                waiting.append(self.submit(function, item))
                while waiting and (len(waiting) >= most or waiting[0].done()):
                    yield _result(waiting.popleft())
            while waiting:
                yield _result(waiting.popleft())
        finally:
            with deferred_interrupt():
                for future in waiting:
                    future.cancel()

    def cancel(self, future: Future[Any]) -> None:
        """Removes a task from the queue, or kills the worker that runs it (it then fails with TaskCancelled)."""
        with deferred_interrupt():
            if not future.cancel():
                for thread in self._threads:
                    thread.stop(future, TaskCancelled("the task was cancelled"))

    def warm_up(self, workers: int | None = None) -> None:
        """Starts that many workers (None: all) now, in the background, rather than with their first task."""
        with deferred_interrupt(), self._lock:
            while len(self._threads) < min(workers or self.size, self.size) and not self._closed:
                self._start_worker()

    def process_ids(self) -> list[int]:
        """The process ids of the workers that are running now."""
        return [thread.worker.pid for thread in self._threads if thread.worker is not None]

    def close(self, *, now: bool = False) -> None:
        """Waits for all tasks, then ends the workers; with `now`, cancels what is queued and kills them at once."""
        with deferred_interrupt():
            with self._lock:
                first, self._closed = not self._closed, True
                if first:
                    for _ in self._threads:
                        self._queue.put(None)
            if now:
                self._abort()
        try:
            for thread in self._threads:
                thread.wait()
        except BaseException:
            self._abort()
            raise
        finally:
            with deferred_interrupt():
                for thread in self._threads:
                    thread.join()
                atexit.unregister(self._abort)

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(now=error is not None)

    def _abort(self) -> None:
        """Cancels what is queued and kills the workers, each of whose threads then ends."""
        with self._lock:
            self._closed = True
            for thread in self._threads:
                thread.kill(TaskCancelled("the pool was closed"))
            with suppress(Empty):
                while True:
                    if (task := self._queue.get_nowait()) is not None:
                        task.future.cancel()
                        task.future.set_running_or_notify_cancel()
            for _ in self._threads:
                self._queue.put(None)

    def _start_worker(self) -> None:
        if len(self._threads) < self.size:
            thread = _WorkerThread(self)
            self._threads.append(thread)
            thread.start()

    # -- for the threads -------------------------------------------------------------------------------------

    def _next_task(self) -> _Task | None:
        return self._queue.get()

    def _finished(self) -> None:
        with self._lock:
            self._unfinished -= 1


class _WorkerThread(Thread):
    """Serves one worker: starts it, hands it tasks, and replaces it when it was lost or had to be killed."""

    def __init__(self, pool: ProcessPool) -> None:
        super().__init__(name="process pool", daemon=True)
        self.worker: subprocess.Popen[bytes] | None = None
        self._pool = pool
        self._lock = Lock()
        self._current: Future[Any] | None = None
        self._verdict: Exception | None = None
        """Why we killed the worker in the middle of a task."""
        self._dismissed: Exception | None = None
        """Why the worker was killed and must not be replaced."""
        self._ended: SimpleQueue[None] = SimpleQueue()

    def run(self) -> None:
        _block_interrupts()
        while (task := self._next_task()) is not None:
            if task.future.set_running_or_notify_cancel():
                self._run(task)
            self._pool._finished()
            del task  # or its result stays in memory until the next one
        self._discard()
        self._ended.put(None)

    def _next_task(self) -> _Task | None:
        """Starts the worker first: meanwhile another one takes what comes."""
        with self._lock:
            self._verdict = None  # that was about the last task
        with suppress(WorkerLost, TaskCancelled):  # the task tries again and reports it
            self._ensure_worker()
        return self._pool._next_task()

    def wait(self) -> None:
        """A join that Ctrl-C can interrupt without leaving a lock held."""
        self._ended.get()
        self._ended.put(None)

    def stop(self, future: Future[Any], verdict: Exception) -> None:
        """Kills the worker if it is at work on this future."""
        with self._lock:
            if self._current is future:
                self._verdict = self._verdict or verdict
                if self.worker is not None:
                    self.worker.kill()

    def kill(self, verdict: Exception) -> None:
        """Kills the worker, and starts no other."""
        with self._lock:
            self._dismissed = verdict
            if self.worker is not None:
                self.worker.kill()

    def _run(self, task: _Task) -> None:
        while True:
            try:
                succeeded, answer, remote_trace = self._ask(task)
            except WorkerLost as error:
                self._discard()
                if task.retries:
                    task.retries -= 1
                    continue
                succeeded, answer, remote_trace = False, error, ""
            except Exception as error:  # killed by us, or an answer that cannot be unpickled
                succeeded, answer, remote_trace = False, error, ""
            break
        if succeeded:
            task.future.set_result(answer)
        else:
            if remote_trace:
                answer.add_note(f"In a worker process:\n{remote_trace.rstrip()}")
            task.future.set_exception(answer)

    def _ask(self, task: _Task) -> tuple[bool, Any, str]:
        with self._lock:
            self._current, self._verdict = task.future, None
        timer: Timer | None = None
        try:
            worker = self._ensure_worker()
            if (limit := self._pool.limit) is not None:
                verdict = TimeLimitExceeded(f"this takes more than {limit:g} seconds; it was stopped")
                timer = Timer(limit, self.stop, (task.future, verdict))
                timer.daemon = True
                timer.start()
            frame = self._exchange(worker, task.frame)
        finally:
            with self._lock:
                self._current = None
            if timer is not None:
                timer.cancel()
            if self._verdict is not None:  # killed just after it answered
                self._discard()
        answer: tuple[bool, Any, str] = pickle.loads(frame)
        return answer

    def _ensure_worker(self) -> subprocess.Popen[bytes]:
        """The worker, if it lives; otherwise a new one, ready for its first task."""
        if self.worker is not None and self.worker.poll() is None:
            return self.worker
        self._discard()
        with self._lock:
            if self._dismissed is not None:
                raise self._dismissed
        worker = _spawn()
        with self._lock:
            self.worker = worker
            if self._dismissed is not None or self._verdict is not None:
                worker.kill()
        setup = _pickled((sys.path, _pickled((self._pool._initializer, (), {}))))
        succeeded, error, _ = pickle.loads(self._exchange(worker, setup))
        if not succeeded:
            self._discard()
            raise WorkerLost(f"a worker process could not start: {error}")
        return worker

    def _exchange(self, worker: subprocess.Popen[bytes], frame: bytes) -> bytes:
        assert worker.stdin is not None
        assert worker.stdout is not None
        answer = None
        with suppress(OSError):  # a broken pipe: the worker is gone
            write_frame(worker.stdin, frame)
            answer = read_frame(worker.stdout)
        if answer is not None:
            return answer
        worker.kill()  # it may have closed its output and live on
        status = worker.wait()
        with self._lock:
            verdict = self._dismissed or self._verdict
        self._discard()
        raise verdict or WorkerLost(f"a worker process ended before its task was done ({_cause(status)})")

    def _discard(self) -> None:
        """Ends the worker, if there is one: it exits when its standard input is closed."""
        with self._lock:
            worker, self.worker = self.worker, None
        if worker is None:
            return
        for stream in (worker.stdin, worker.stdout):
            assert stream is not None
            with suppress(OSError):  # what was still to be written to a worker that is gone
                stream.close()
        worker.wait()


def _spawn() -> subprocess.Popen[bytes]:
    if not sys.executable:
        raise WorkerLost("there is no Python interpreter to start a worker process with")
    try:
        return subprocess.Popen(
            [sys.executable, "-P", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    except OSError as error:
        raise WorkerLost(f"a worker process could not start: {error.strerror or error}") from error


def _block_interrupts() -> None:
    """In this thread, and in every process it starts: a worker inherits the mask before it can ignore SIGINT."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _cause(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"{name}: out of memory?" if name == "SIGKILL" else name


def _pickled(what: object) -> bytes:
    return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)


def _result(future: Future[T]) -> T:
    """Waits without a lock, so that Ctrl-C cannot leave one held."""
    done: SimpleQueue[None] = SimpleQueue()
    with deferred_interrupt():
        future.add_done_callback(lambda _: done.put(None))
    done.get()
    return future.result()


def _nothing() -> None:
    pass
