"""Do the next thing while this one is used."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

__all__ = ["DEPTH", "ahead"]

T = TypeVar("T")

DEPTH = 2
"""One item is being made, one is ready: who makes them need not wait until somebody wakes up."""


def ahead(items: Iterable[T], stop: Callable[[], None] = lambda: None) -> Generator[T, None, None]:
    """The same items, made in a thread of their own: while one is used, one is ready, and one is in the making.

    Close it when you stop before its end: it waits for its thread, which the collector of garbage, coming by at any
    moment, must not do. `stop` is called before that: whoever makes the items and waits for something ends it there.

    >>> list(ahead(range(3)))
    [0, 1, 2]
    """
    ready: SimpleQueue[tuple[T] | BaseException | None] = SimpleQueue()
    places: SimpleQueue[bool] = (
        SimpleQueue()
    )  # no semaphore: a Ctrl-C in the midst of one leaves its lock taken
    for _ in range(DEPTH):
        places.put(True)
    wanted = True

    def make() -> None:
        end = None
        try:
            iterator = iter(items)
            while places.get() and wanted:
                ready.put((next(iterator),))
        except StopIteration:
            pass
        except BaseException as error:
            end = error
        ready.put(end)

    thread = Thread(target=make, name="ahead", daemon=True)
    thread.start()
    try:
        while (got := ready.get()) is not None:
            if isinstance(got, BaseException):
                raise got
            places.put(True)
            yield got[0]
    finally:
        wanted = False
        stop()
        places.put(True)
        thread.join()
