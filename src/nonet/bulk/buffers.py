"""Memory that is used again: a chunk lives for milliseconds, and fresh pages cost as much as the copy into them."""

from __future__ import annotations

import mmap
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nonet.bulk.need import need

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["PAGE", "Buffers", "pages"]

PAGE = 4096
"""Of memory; and no disk has larger sectors."""

MOST = 24 << 20
"""So many bytes are kept of a size, but four arrays at least: those on their way from reading to writing, and some."""

_references: Callable[[object], int] | None = getattr(sys, "getrefcount", None)
_PROBE = [object()]
_ALONE = 0 if _references is None else _references(_PROBE[0])
"""The count of references of something that nothing but a list holds."""


class Buffers:
    """Arrays from `make(*size)`, the largest given out again when no view of them is left; for one thread at a time.

    >>> import numpy
    >>> buffers = Buffers(numpy.empty)
    >>> first = buffers.take(10)
    >>> view = first[2:]
    >>> place, first = id(first), None
    >>> id(buffers.take(10)) == place  # somebody still looks at it
    False
    >>> view = None
    >>> id(buffers.take(10)) == place
    True
    """

    def __init__(self, make: Callable[..., Array]) -> None:
        self._make = make
        self._size: tuple[int, ...] = ()
        self._kept: list[Array] = []

    def take(self, *size: int) -> Array:
        """An array of that size; what stands in it is what its last user left there."""
        if size < self._size:  # the last of a shard
            return self._make(*size)
        if size > self._size:
            self._size, self._kept = size, []
        if _references is not None:
            for k in range(len(self._kept)):
                if _references(self._kept[k]) == _ALONE:
                    return self._kept[k]
        made = self._make(*size)
        if len(self._kept) < max(4, MOST // max(1, made.nbytes)):
            self._kept.append(made)
        return made


def pages(size: int) -> Array:
    """An array of bytes that begins with a page: what is written from there may go to the disk without a copy."""
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    data: Array = need("numpy", "bulk").frombuffer(mmap.mmap(-1, max(1, size), **private), "uint8", size)
    return data
