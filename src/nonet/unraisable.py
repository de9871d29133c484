"""Exceptions that Python drops.

A signal handler may raise an exception between any two instructions of the main thread, also inside the callback of
a weak reference, a `__del__`, or the end of a generator that is freed. No caller can catch it there: Python prints
"Exception ignored in …", and the program goes on as if nothing had happened. No handler can know this beforehand,
because a frame does not show that it was called while an object was freed. But Python reports the loss to
`sys.unraisablehook`, so whoever raised the exception can raise it again, and print nothing.
"""

from __future__ import annotations

import _thread
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import sleep
from typing import Any

_watches: list[tuple[type[BaseException], Callable[[], bool]]] = []
_before: Any = None
"""The hook to which goes what nobody claims."""


def _hook(report: Any) -> None:
    if not any(issubclass(report.exc_type, kind) and dropped() for kind, dropped in _watches[::-1]):
        _before(report)


@contextmanager
def noticed_drops(kind: type[BaseException], dropped: Callable[[], bool]) -> Iterator[None]:
    """Inside the block, `dropped` is called when Python drops an exception of this kind. If it returns True, nothing
    is printed; otherwise the block around this one is asked. It must do next to nothing: it runs where the exception
    was lost, and is lost as easily. Blocks of several threads may end in any order.
    """
    global _before
    watch = kind, dropped
    _watches.append(watch)
    if sys.unraisablehook is not _hook:
        _before, sys.unraisablehook = sys.unraisablehook, _hook
    try:
        yield
    finally:
        _watches.remove(watch)
        if not _watches and sys.unraisablehook is _hook:
            sys.unraisablehook = _before


def repeat_interrupt() -> bool:
    """For `noticed_drops(KeyboardInterrupt, …)`: a Ctrl-C that was dropped arrives again, once the hook is left."""
    import signal
    import threading
    from traceback import walk_stack

    main = threading.main_thread().ident
    if threading.get_ident() != main or not hasattr(signal, "pthread_kill"):
        return False

    def repeat() -> None:
        while any(frame.f_code is _hook.__code__ for frame, _ in walk_stack(sys._current_frames()[main])):
            sleep(0.01)
        signal.pthread_kill(main, signal.SIGINT)  # wakes the thread if it waits

    _thread.start_new_thread(repeat, ())  # a `threading.Thread` would be waited for
    return True
