"""Make the next items in a thread while the current one is used."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from nonet.native import kernel

T = TypeVar("T")

DEPTH = 2
"""One item is being made while another is ready, so the producer never waits for the consumer to wake up."""

STOP_SECONDS = 0.02
"""How often a thread is stopped until it ends: it may be about to call the kernel."""


def prefetch(items: Iterable[T], stop: Callable[[], None] = lambda: None) -> Generator[T, None, None]:
    """The same items in the same order, made in a thread, up to `DEPTH` ahead of the consumer.

    An exception in `items` is raised where the item would have come. Close the generator (`contextlib.closing`) if
    you may stop before its end: closing waits for the thread, which garbage collection must never do. It stops the
    thread in the middle of a call to the kernel; `stop` is called to end whatever else `items` may be blocked on.

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
        while thread.is_alive():
            if kernel is not None and thread.ident is not None:
                kernel.stop_thread(thread.ident)
            thread.join(STOP_SECONDS)
