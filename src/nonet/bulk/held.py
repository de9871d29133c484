"""A shard in memory, until its turn comes to be written behind the one before it."""

from __future__ import annotations

import io
import os
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from nonet.bulk.need import need

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["LARGEST_HELD", "MOST_HELD", "HeldReader", "HeldShard"]

MOST_HELD, LARGEST_HELD = 96 << 20, 32 << 20
"""So many bytes of all shards may be in memory, while they are made and while they wait; and so many of one."""

SMALL = 1 << 16
"""What is smaller is copied; what is larger stays where it is."""


class HeldShard(io.RawIOBase):
    """Is written like a file, from its beginning to its end, and may be begun anew; then read, from anywhere.

    What is written must not change. What comes to more than `most` bytes goes to the file `path`, as any shard does.
    """

    def __init__(self, path: str, most: int) -> None:
        super().__init__()
        self._path = path
        self._most = most
        self._parts: list[Array] = []
        self._small = bytearray()
        self._size = 0
        self._file: BinaryIO | None = None

    @property
    def is_held(self) -> bool:
        """Whether it is in memory."""
        return self._file is None

    def writable(self) -> bool:
        """It is."""
        return True

    def tell(self) -> int:
        """How much was written."""
        return self._size

    def write(self, data: Any, /) -> int:
        """All of it."""
        view = memoryview(data).cast("B")
        self._size += view.nbytes
        if self._file is None and self._size > self._most:
            self._spill()
        if self._file is not None:
            self._file.write(view)
        elif view.nbytes < SMALL:
            self._small += view
        else:
            self._seal()
            self._parts.append(need("numpy", "bulk").frombuffer(view, "uint8"))
        return view.nbytes

    def seek(self, place: int, whence: int = os.SEEK_SET, /) -> int:
        """Back to the beginning; nowhere else."""
        if place or whence != os.SEEK_SET:
            raise io.UnsupportedOperation("seek")
        self._size = 0
        return 0

    def truncate(self, size: int | None = None, /) -> int:
        """Begins anew: what was written goes."""
        if size is not None or self._size:
            raise io.UnsupportedOperation("truncate")
        self._parts, self._small = [], bytearray()
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
        return 0

    def close(self) -> None:
        """Nothing more will be written."""
        if not self.closed:
            super().close()
            self._seal()
            if self._file is not None:
                self._file.close()

    def reader(self) -> HeldReader:
        """It, to be read."""
        return HeldReader(self._parts)

    def _seal(self) -> None:
        if self._small:
            self._parts.append(need("numpy", "bulk").frombuffer(bytes(self._small), "uint8"))
            self._small = bytearray()

    def _spill(self) -> None:
        self._seal()
        self._file = open(self._path, "wb")  # noqa: SIM115 - closed with this
        for part in self._parts:
            self._file.write(part.data)
        self._parts = []


class HeldReader(io.RawIOBase):
    """Reads a shard in memory like a file; and gives out what is there without a copy."""

    def __init__(self, parts: list[Array]) -> None:
        super().__init__()
        self._parts = parts
        self._starts = [0]
        for part in parts:
            self._starts.append(self._starts[-1] + len(part))
        self._place = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def tell(self) -> int:
        """Where it is."""
        return self._place

    def seek(self, place: int, whence: int = os.SEEK_SET, /) -> int:
        """To any place; with SEEK_END only to the very end."""
        self._place = self._starts[-1] if whence == os.SEEK_END else place
        return self._place

    def readinto(self, buffer: Any, /) -> int:
        """Some of what follows; 0 at the end."""
        view = memoryview(buffer).cast("B")
        for part in self.parts(view.nbytes):
            view[: len(part)] = part.data
            return len(part)
        return 0

    def parts(self, count: int) -> Iterator[Array]:
        """The next `count` bytes, as far as there are, as they lie in memory."""
        number = bisect_right(self._starts, self._place) - 1
        while count > 0 and number < len(self._parts):
            begin = self._place - self._starts[number]
            part = self._parts[number][begin : begin + count]
            self._place += len(part)
            count -= len(part)
            number += 1
            yield part
