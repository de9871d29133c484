"""Do the next thing while this one is used."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

__all__ = ["ahead"]

T = TypeVar("T")


def ahead(items: Iterable[T]) -> Generator[T, None, None]:
    """The same items, each prepared in a thread of its own while the one before is used.

    Close it when you stop before its end: it waits for its thread, which the collector of garbage, coming by at any
    moment, must not do.

    >>> list(ahead(range(3)))
    [0, 1, 2]
    """
    iterator = iter(items)

    def following() -> tuple[T, ...]:
        return tuple(islice(iterator, 1))

    with ThreadPoolExecutor(max_workers=1) as pool:
        upcoming = pool.submit(following)
        while got := upcoming.result():
            upcoming = pool.submit(following)
            yield got[0]
