"""Hold Ctrl-C back while a lock is held; interrupt what takes too long."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from time import monotonic, sleep
from types import FrameType, TracebackType
from typing import TypeVar

from nonet.native import kernel
from nonet.unraisable import noticed_drops

T = TypeVar("T")


@contextmanager
def deferred_interrupt(*, once: bool = False) -> Iterator[None]:
    """A Ctrl-C that arrives inside the block raises KeyboardInterrupt at its end; with `once`, a second one at once.

    Python's pools and futures take their locks in Python code: a KeyboardInterrupt at the wrong instruction leaves
    a lock held, and the next thread that needs it waits forever. Keep the block short. It changes nothing outside
    the main thread, or where SIGINT has a handler other than Python's own or a time limit's.
    """
    handler = signal.getsignal(signal.SIGINT)
    is_ours = handler is signal.default_int_handler or isinstance(
        getattr(handler, "__self__", None), TimeLimit
    )
    if not callable(handler) or not is_ours or not _in_main_thread():
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
        signal.signal(signal.SIGINT, handler)
        if received:
            handler(signal.SIGINT, None)


class OutOfTime(Exception):
    """The time limit has passed."""


class TimeLimit:
    """Raises OutOfTime in a `with` block that it guards when the time, which runs from now on, is over. There may be
    several blocks one after the other; what is between them is not disturbed.

    A timer interrupts the main thread as Ctrl-C would, because that is what every engine listens to. Where Python drops
    the interrupt (see `nonet.unraisable`), the timer notices and repeats it. In other threads, or where SIGINT has a
    handler other than Python's own, it stops the kernel, or raises KeyboardInterrupt at the next instruction in Python.
    In a browser, where Python has no threads, there is no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self._deadline = None
        if seconds is not None and sys.platform != "emscripten":
            self._deadline = monotonic() + seconds
        self._timer: threading.Timer | None = None
        self._guard = threading.Lock()
        self._closed = threading.Event()
        self._thread: int | None = None  # in which a block is guarded now
        self._watch = ExitStack()
        self._over = self._interrupted = self._again = False

    def __enter__(self) -> None:
        if self._deadline is None:
            return
        left = self._deadline - monotonic()
        if left > 0 and self._timer is None:
            self._timer = threading.Timer(min(left, threading.TIMEOUT_MAX), self._interrupt)
            self._timer.daemon = True
            self._timer.start()
        self._watch.enter_context(noticed_drops(KeyboardInterrupt, self._note_drop))
        can_be_interrupted = _can_be_interrupted()
        if can_be_interrupted and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            signal.signal(signal.SIGINT, self._end_block)  # as a shell's script starts it in the background
            self._watch.callback(signal.signal, signal.SIGINT, signal.SIG_IGN)
        with self._guard:
            if self._over or left <= 0:
                self._watch.close()
                raise OutOfTime
            self._thread = 0 if can_be_interrupted else threading.get_ident()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            with self._guard:
                self._thread = None
            sleep(0)  # an interrupt that is on its way arrives here at the latest
        except KeyboardInterrupt as late:
            if not self._interrupted:
                raise
            error = late
        finally:
            self._thread = None  # again: the interrupt may have come before the first time
            self._watch.close()
        if self._interrupted and isinstance(error, KeyboardInterrupt | SystemExit):
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
        """Until the block has ended: once a second, and at once where an interrupt was dropped."""
        for tries in count():
            with self._guard:
                self._over = True
                if self._thread is None:
                    return
                self._interrupted = True
                again, self._again = self._again, False
                self._stop(raising=again or tries % 50 == 0)
            if self._closed.wait(0.02):
                return

    def _stop(self, *, raising: bool) -> None:
        """Ends a call of the kernel, or raises the interrupt in the guarded thread."""
        if self._thread == 0:
            if raising:
                _thread.interrupt_main()
        elif not (kernel is not None and kernel.stop_thread(self._thread)) and raising:
            _raise_in(self._thread)

    def _end_block(self, number: int, frame: FrameType | None) -> None:
        """The handler of SIGINT where that is ignored: the timer's is not."""
        if self._interrupted:
            raise KeyboardInterrupt

    def _note_drop(self) -> bool:
        self._again = self._interrupted
        return self._interrupted  # a Ctrl-C, or the interrupt of another limit, is not ours


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raises OutOfTime in the body when the time is over."""
    with closing(TimeLimit(seconds)) as limit, limit:
        yield


def _raise_in(thread: int | None) -> None:
    import ctypes  # at the first time, because it loads slowly

    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread or 0), ctypes.py_object(KeyboardInterrupt)
    )


def _can_be_interrupted() -> bool:
    handler = signal.getsignal(signal.SIGINT)
    return handler in (signal.default_int_handler, signal.SIG_IGN) and _in_main_thread()


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
