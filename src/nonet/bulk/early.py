"""A file that goes to the disk while it is written, so that nobody has to wait for all of it at its end."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache
from typing import Any

__all__ = ["EarlyFile", "create"]

STEP = 1 << 20
"""So much is written before the disk is given some work."""

_WRITE = 2
"""SYNC_FILE_RANGE_WRITE: begin, and wait for nothing."""


class EarlyFile(io.FileIO):
    """A new file. Where the system knows how (Linux), it begins with what was written, and nobody waits for it."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "w")
        self._begun = 0

    def write(self, data: Any, /) -> int:
        """As any file; now and then the disk is given work."""
        size = super().write(data) or 0
        self.grown()
        return size

    def grown(self) -> None:
        """Something was written, by whatever means."""
        end = self.tell()
        if not self._begun <= end < self._begun + STEP:
            begin = min(self._begun, end)
            begin_writing()(self.fileno(), begin, end - begin, _WRITE)
            self._begun = end


@lru_cache(maxsize=1)
def begin_writing() -> Callable[[int, int, int, int], object]:
    """The system's call for it; one that does nothing, where there is none. It is no more than a wish: errors are
    those of the `fsync` that follows.
    """
    try:
        import ctypes

        call = ctypes.CDLL(None).sync_file_range
    except (ImportError, OSError, TypeError, AttributeError):
        return lambda file, begin, length, flags: None
    call.argtypes = (ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint)
    return call


def create(path: str) -> io.BufferedWriter:
    """Such a file, ready for small writes as well."""
    return io.BufferedWriter(EarlyFile(path))
