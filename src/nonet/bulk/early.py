"""A file that goes to the disk while it is written, so that nobody has to wait for all of it at its end."""

from __future__ import annotations

import io
import os
from contextlib import suppress
from typing import Any

__all__ = ["EarlyFile", "create"]

STEP = 1 << 20
"""So much is written before the disk is given some work."""


class EarlyFile(io.FileIO):
    """A new file. The system is asked to begin with what was written, and keeps it in its cache all the same.

    (Linux begins to write what a process says that it will not need soon; what is on its way stays in the cache.)
    """

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
        if not self._begun <= end < self._begun + STEP and hasattr(os, "posix_fadvise"):
            begin = min(self._begun, end)
            with suppress(OSError):  # it is no more than an advice
                os.posix_fadvise(self.fileno(), begin, end - begin, os.POSIX_FADV_DONTNEED)
            self._begun = end


def create(path: str) -> io.BufferedWriter:
    """Such a file, ready for small writes as well."""
    return io.BufferedWriter(EarlyFile(path))
