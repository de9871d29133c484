"""Long work: done in processes of their own, so that nothing waits for it and it can be stopped.

No puzzle is known that takes long on a usual board; but anybody can draw a 25x25 that takes years. A job has a
few seconds; then its process is killed, and the next job gets a new one.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import nonet
from nonet.faces.web.problems import Problem
from nonet.faces.web.worker import JOBS, read_frame, write_frame

__all__ = ["SECONDS", "Workers"]

SECONDS = 10.0
"""What a job may take."""


class _Worker:
    """One process, and a thread that waits for its answers."""

    def __init__(self) -> None:
        source = str(Path(nonet.__file__).resolve().parents[1])
        path = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH", "")]))
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            [sys.executable, "-m", "nonet.faces.web.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": path},
        )
        self.answers: SimpleQueue[bytes | None] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(OSError, ValueError):
            while (frame := read_frame(self.process.stdout)) is not None:
                self.answers.put(frame)
        self.answers.put(None)

    def ask(self, job: str, arguments: tuple[Any, ...], seconds: float) -> Any:
        """The answer; Empty if there is none in time."""
        assert self.process.stdin is not None
        write_frame(self.process.stdin, pickle.dumps((job, arguments)))
        frame = self.answers.get(timeout=seconds)
        if frame is None:
            raise BrokenPipeError("the process has ended")
        return pickle.loads(frame)

    def stop(self) -> None:
        """Kills the process."""
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self.process.wait()


class Workers:
    """A few processes, started when they are needed.

    >>> with Workers(1) as workers:
    ...     workers.run("judge", "0130430202030000", None, None).kind
    <Kind.ONE: 'one'>
    """

    def __init__(self, count: int = 2, *, seconds: float = SECONDS) -> None:
        self.count = count
        self.seconds = seconds
        self._free = threading.Semaphore(count)
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._lock = threading.Lock()
        self._closed = False

    def run(self, job: str, *arguments: Any) -> Any:
        """The answer of a job; an error of nonet is raised here, and a job that takes too long is a Problem.

        It waits, so it is called from a thread.
        """
        assert job in JOBS
        if not self._free.acquire(timeout=self.seconds):
            raise Problem(503, "busy", "too much is asked for at once; try again in a few seconds")
        try:
            done, answer = self._run(job, arguments)
        finally:
            self._free.release()
        if not done:
            raise answer
        return answer

    def _run(self, job: str, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
        for attempt in range(2):
            worker = self._take()
            try:
                done, answer = worker.ask(job, arguments, self.seconds)
            except Empty:
                self._drop(worker)
                raise Problem(
                    503, "too-long", f"this takes more than {self.seconds:g} seconds; it was stopped"
                ) from None
            except (OSError, EOFError, pickle.UnpicklingError):
                self._drop(worker)  # it died: killed from outside, perhaps while it was idle
                if attempt or self._closed:
                    raise Problem(503, "busy", "the work was interrupted; try again") from None
                continue
            with self._lock:
                self._idle.append(worker)
            return done, answer
        raise AssertionError("two attempts are made")

    def _take(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise Problem(503, "busy", "the server is about to end")
            if self._idle:
                return self._idle.pop()
            worker = _Worker()
            self._all.add(worker)
            return worker

    def _drop(self, worker: _Worker) -> None:
        with self._lock:
            self._all.discard(worker)
        worker.stop()

    def warm_up(self) -> None:
        """Starts a process in the background, so that the first job need not wait for it."""

        def begin() -> None:
            with suppress(Problem):
                self.run("ready")

        threading.Thread(target=begin, daemon=True).start()

    def close(self) -> None:
        """Ends all of them."""
        with self._lock:
            self._closed = True
            workers, self._all, self._idle = list(self._all), set(), []
        for worker in workers:
            worker.stop()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *ignored: object) -> None:
        self.close()
