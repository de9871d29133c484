"""A few lines that a Ctrl-C must not interrupt."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["shield"]


@contextmanager
def shield() -> Iterator[None]:
    """A Ctrl-C that comes meanwhile is raised at the end.

    Python's own pools and futures take locks in Python: an exception in between leaves one taken, and the thread that
    wants it next waits for ever.
    """
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if came:
            raise KeyboardInterrupt
