"""Hold Ctrl-C back while a lock is held; interrupt what takes too long."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from time import monotonic, sleep
from types import FrameType, TracebackType
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def deferred_interrupt(*, once: bool = False) -> Iterator[None]:
    """A Ctrl-C that arrives inside the block raises KeyboardInterrupt at its end; with `once`, a second one at once.

    Python's pools and futures take their locks in Python code: a KeyboardInterrupt at the wrong instruction leaves
    a lock held, and the next thread that needs it waits forever. Keep the block short. It changes nothing outside
    the main thread, or where SIGINT has a handler other than Python's own.
    """
    if not _can_be_interrupted():
        yield
        return
    received: list[int] = []

    def receive(number: int, frame: FrameType | None) -> None:
        if once and received:
            raise KeyboardInterrupt
        received.append(number)

    signal.signal(signal.SIGINT, receive)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if received:
            raise KeyboardInterrupt


class OutOfTime(Exception):
    """The time limit has passed."""


class TimeLimit:
    """Raises OutOfTime in a `with` block that it guards when the time, which runs from now on, is over. There may be
    several blocks one after the other; what is between them is not disturbed.

    A timer interrupts the main thread as Ctrl-C would, because that is what every engine listens to. In other threads,
    or where SIGINT has a handler other than Python's own, only the beginning of a block can be too late.
    """

    def __init__(self, seconds: float | None) -> None:
        self._deadline = None if seconds is None else monotonic() + seconds
        self._timer: threading.Timer | None = None
        self._guard = threading.Lock()
        self._closed = threading.Event()
        self._inside = self._over = self._interrupted = False

    def __enter__(self) -> None:
        if self._deadline is None:
            return
        left = self._deadline - monotonic()
        can_be_interrupted = _can_be_interrupted()
        if left > 0 and self._timer is None and can_be_interrupted:
            self._timer = threading.Timer(min(left, threading.TIMEOUT_MAX), self._interrupt)
            self._timer.daemon = True
            self._timer.start()
        with self._guard:
            if self._over or left <= 0:
                raise OutOfTime
            self._inside = can_be_interrupted

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            with self._guard:
                self._inside = False
            if self._interrupted and not isinstance(error, KeyboardInterrupt):
                sleep(1)  # the interrupt is on its way
        except KeyboardInterrupt as late:
            if not self._interrupted:
                raise
            error = late
        if self._interrupted and isinstance(error, KeyboardInterrupt):
            raise OutOfTime from None

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """The items. What is done with one of them is not disturbed."""
        iterator = iter(items)
        while True:
            with self:
                try:
                    item = next(iterator)
                except StopIteration:
                    return
            yield item

    def close(self) -> None:
        self._closed.set()
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
            self._timer = None  # now, not by the garbage collector during some later block

    def _interrupt(self) -> None:
        """Once a second until the block has ended: Python drops an interrupt that comes while it frees an object."""
        while True:
            with self._guard:
                self._over = True
                if not self._inside:
                    return
                self._interrupted = True
                _thread.interrupt_main()
            if self._closed.wait(1):
                return


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raises OutOfTime in the body when the time is over."""
    with closing(TimeLimit(seconds)) as limit, limit:
        yield


def _can_be_interrupted() -> bool:
    default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return default and threading.current_thread() is threading.main_thread()
