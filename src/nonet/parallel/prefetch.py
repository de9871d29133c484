"""Make the next items in a thread while the current one is used."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

__all__ = ["DEPTH", "prefetch"]

T = TypeVar("T")

DEPTH = 2
"""One item is being made while another is ready, so the producer never waits for the consumer to wake up."""


def prefetch(items: Iterable[T], stop: Callable[[], None] = lambda: None) -> Generator[T, None, None]:
    """The same items in the same order, made in a thread, up to `DEPTH` ahead of the consumer.

    An exception in `items` is raised where the item would have come. Close the generator (`contextlib.closing`) if
    you may stop before its end: closing waits for the thread, which garbage collection must never do. `stop` is
    called before that wait; use it to end whatever `items` may be blocked on.

    >>> list(prefetch(range(3)))
    [0, 1, 2]
    """
    ready: SimpleQueue[tuple[T] | BaseException | None] = SimpleQueue()
    slots: SimpleQueue[bool] = SimpleQueue()  # not a semaphore: Ctrl-C inside one can leave its lock held
    for _ in range(DEPTH):
        slots.put(True)
    wanted = True

    def produce() -> None:
        end = None
        try:
            iterator = iter(items)
            while slots.get() and wanted:
                ready.put((next(iterator),))
        except StopIteration:
            pass
        except BaseException as error:
            end = error
        ready.put(end)

    thread = Thread(target=produce, name="prefetch", daemon=True)
    thread.start()
    try:
        while (got := ready.get()) is not None:
            if isinstance(got, BaseException):
                raise got
            slots.put(True)
            yield got[0]
    finally:
        wanted = False
        stop()
        slots.put(True)
        thread.join()
