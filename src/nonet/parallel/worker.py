"""A worker process of `ProcessPool`: `python worker.py`, with the standard library alone until its first task.

Tasks arrive on standard input and answers leave on standard output, as frames: eight bytes of length, then a pickle.

    setup    (sys.path, initializer, its arguments)      answered like a task, when the worker is ready
    task     (function, arguments, keywords)
    answer   (True, result, "")  or  (False, exception, traceback)

The worker exits when its standard input ends, even in the middle of a task: then the pool is gone.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import struct
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, Any

LENGTH = struct.Struct("!Q")


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next frame; None if the stream ends before it is complete."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    return body if len(body) == length else None


def write_frame(stream: IO[bytes], body: bytes) -> None:
    """Writes what `read_frame` reads."""
    stream.write(LENGTH.pack(len(body)))
    stream.write(body)
    stream.flush()


def main() -> None:
    """Answers tasks until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the process that owns the pool
    tasks, answers = _take_pipes()
    frames: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        while (frame := read_frame(tasks)) is not None:
            frames.put(frame)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    write_frame(answers, _answer(_set_up, frames.get()))
    while True:
        write_frame(answers, _answer(_call, frames.get()))


def _take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Moves the pipes away from the standard streams: a task that prints or reads must not disturb them."""
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)  # what is printed goes to standard error
    except OSError:  # which is closed
        os.dup2(nothing, 1)
    os.close(nothing)
    return tasks, answers


def _set_up(frame: bytes) -> None:
    # In two steps: the initializer cannot be unpickled before sys.path is set.
    gc.set_threshold(100_000)  # as in the command: tasks create many objects, hardly any of them garbage
    path, initializer = pickle.loads(frame)
    sys.path[:] = path
    _call(initializer)


def _call(frame: bytes) -> Any:
    function, arguments, keywords = pickle.loads(frame)
    return function(*arguments, **keywords)


def _answer(do: Callable[[bytes], Any], frame: bytes) -> bytes:
    try:
        return pickle.dumps((True, do(frame), ""), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        return _failure(error)


def _failure(error: BaseException) -> bytes:
    """The error itself if it survives pickling, a WorkerError with its text if not (or if it is a SystemExit)."""
    from traceback import format_exception

    trace = "".join(format_exception(error))
    if isinstance(error, Exception):
        try:
            answer = pickle.dumps((False, error, trace), pickle.HIGHEST_PROTOCOL)
            pickle.loads(answer)
        except Exception:  # an unpicklable attribute, or a constructor that takes other arguments
            pass
        else:
            return answer
    from nonet.parallel.errors import WorkerError

    text = f"{type(error).__name__}: {error}"
    return pickle.dumps((False, WorkerError(text), trace), pickle.HIGHEST_PROTOCOL)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # the pool was killed
        os._exit(0)
