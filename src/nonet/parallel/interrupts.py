"""Hold Ctrl-C back while a lock is held."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def deferred_interrupt(*, once: bool = False) -> Iterator[None]:
    """A Ctrl-C that arrives inside the block raises KeyboardInterrupt at its end; with `once`, a second one at once.

    Python's pools and futures take their locks in Python code: a KeyboardInterrupt at the wrong instruction leaves
    a lock held, and the next thread that needs it waits forever. Keep the block short. It changes nothing outside
    the main thread, or where SIGINT has a handler other than Python's own.
    """
    default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not default or threading.current_thread() is not threading.main_thread():
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
