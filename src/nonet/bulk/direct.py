"""A new file whose bytes go straight to the disk, past the system's page cache, where the system knows how (Linux).

    write ──▶ disk                    what begins at a page of memory, for a place that begins a sector
    write ──▶ block of 1 MB ──▶ disk  anything else

A file of puzzles is written once, is often larger than the memory, and has to be on the disk before it gets its name.
Through the page cache every byte would be copied once more, into pages that must be found first: that took up to half
of the time of a run on easy puzzles. A file smaller than a block, and the last bytes of any, go the usual way.

Somebody has to wait for the disk, and that is a thread of the file's own: a few writes are always under way.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.bulk.buffers import PAGE, pages
from nonet.bulk.need import need

CAN_BE_DIRECT = hasattr(os, "O_DIRECT")
if CAN_BE_DIRECT:
    import fcntl

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["BLOCK", "DirectFile", "started"]

BLOCK = 1 << 20
DEPTH = 8
LARGE = 3 << 20
"""So many parts may be under way, or wait for their turn; one of this size counts as two, and so on."""

_FREE: SimpleQueue[Array] = SimpleQueue()
"""Blocks that no file uses now: fresh memory costs as much as the copy into it."""


class DirectFile(io.RawIOBase):
    """Is written from its beginning (or the place `at`, where the rest is cut off) to its end, and may be begun anew.

    All of it is in the file when it is flushed or closed. What is written must not change until then: nobody says when
    it was copied, or whether.
    """

    def __init__(self, path: str, *, at: int = 0) -> None:
        super().__init__()
        self._closed = True
        self._held = at % PAGE
        self._written = at - self._held
        self._block = _block()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        self._writer = _Writer(self._file, at)
        try:
            os.ftruncate(self._file, at)
            self._read_back()
        except BaseException:
            os.close(self._file)
            raise
        self._closed = False

    def _read_back(self) -> None:
        """What stands before its place in a sector: such a thing is written whole, or not straight to the disk."""
        os.lseek(self._file, self._written, os.SEEK_SET)
        data = os.read(self._file, self._held)
        self._block[: self._held] = need("numpy", "bulk").frombuffer(data, "uint8")

    def writable(self) -> bool:
        """It is, and nothing else."""
        return True

    def tell(self) -> int:
        """How much was written."""
        return self._written + self._held

    def write(self, data: Any, /) -> int:
        """All of it, now or soon."""
        array = need("numpy", "bulk").frombuffer(data, "uint8")
        done = self._write_straight(array) if len(array) >= BLOCK else 0
        while done < len(array):
            part = array[done : done + BLOCK - self._held]
            self._block[self._held : self._held + len(part)] = part
            self._grown(len(part))
            done += len(part)
        return len(array)

    @property
    def reached(self) -> int:
        """Up to where all is in the file, whatever went wrong behind that."""
        return self._writer.reached

    def take(self, file: Any, count: int) -> int:
        """Some of the next `count` bytes of another file; 0 at its end."""
        size = file.readinto(self._block[self._held : self._held + count].data) or 0
        self._grown(size)
        return size

    def flush(self) -> None:
        """All of it is in the file; what does not fill a sector is kept, to be written again with what follows."""
        if self.closed:
            return
        if self._held:
            copy = _block()
            copy[: self._held] = self._block[: self._held]
            self._writer.put(_Parts(self._written, (copy[: self._held],), copy))
        self._writer.wait()

    def seek(self, place: int, whence: int = os.SEEK_SET, /) -> int:
        """Back to the beginning; nowhere else."""
        if place or whence != os.SEEK_SET:
            raise io.UnsupportedOperation("seek")
        self._hand_over()
        self._written = 0
        return 0

    def truncate(self, size: int | None = None, /) -> int:
        """What is behind this place goes."""
        if size is not None:
            raise io.UnsupportedOperation("truncate")
        self._hand_over()
        self._writer.wait()
        os.ftruncate(self._file, self._written)
        self._writer.reached = self._written
        return self._written

    def close(self) -> None:
        """With its last bytes."""
        if self.closed:
            return
        try:
            self._hand_over()
            self._writer.wait()
        finally:
            self._closed = True
            self._writer.end()
            os.close(self._file)
            _FREE.put(self._block)

    @property
    def closed(self) -> bool:
        """Whether it is."""
        return self._closed

    def _write_straight(self, array: Array) -> int:
        """As much of it as may go to the disk from where it is; how much."""
        address = array.__array_interface__["data"][0]
        if (self._written | self._held | address) % PAGE:
            return 0
        size = len(array) - len(array) % PAGE
        self._hand_over(array[:size])
        return size

    def _grown(self, size: int) -> None:
        self._held += size
        if self._held == BLOCK:
            self._hand_over()

    def _hand_over(self, *arrays: Array) -> None:
        """What is held, and these, to whoever writes them."""
        block = None
        if self._held:
            block, self._block = self._block, _block()
            arrays = (block[: self._held], *arrays)
            self._held = 0
        if arrays:
            parts = _Parts(self._written, arrays, block)
            self._writer.put(parts)
            self._written += parts.size


class _Parts(NamedTuple):
    """What stands in a file from `place` on; the block is free when it is written."""

    place: int
    arrays: tuple[Array, ...]
    block: Array | None

    @property
    def size(self) -> int:
        """How many bytes."""
        return sum(map(len, self.arrays))

    @property
    def cost(self) -> int:
        """How much of the room it takes."""
        return min(DEPTH, 1 + self.size // LARGE)


class _Writer:
    """Writes parts of a file in a thread of its own, which begins with the first of them."""

    def __init__(self, file: int, reached: int) -> None:
        self.reached = reached
        self._file = file
        self._may = CAN_BE_DIRECT
        self._is_direct = False
        self._todo: SimpleQueue[_Parts | None] = SimpleQueue()
        self._room: SimpleQueue[None] = SimpleQueue()
        for _ in range(DEPTH):
            self._room.put(None)
        self._thread: Thread | None = None
        self._error: BaseException | None = None

    def put(self, parts: _Parts) -> None:
        """To be written as soon as may be; raises what went wrong before."""
        if self._thread is None:
            self._thread = started(self._run, "write")
        for _ in range(parts.cost):
            self._room.get()
        self._todo.put(parts)
        self._complain()

    def wait(self) -> None:
        """All is written afterwards; raises what went wrong."""
        for _ in range(DEPTH):
            self._room.get()
        for _ in range(DEPTH):
            self._room.put(None)
        self._complain()

    def end(self) -> None:
        """No thread afterwards."""
        if self._thread is not None:
            self._todo.put(None)
            self._thread.join()

    def _complain(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        more = True
        while more:
            parts = [self._todo.get()]
            with suppress(Empty):  # what waits is written at once: the disk works best with much to do
                while parts[-1] is not None:
                    parts.append(self._todo.get_nowait())
            more = parts[-1] is not None
            waiting = [part for part in parts if part is not None]
            try:
                if self._error is None:
                    self._write_all(list(waiting))
            except BaseException as error:
                self._error = error
            blocks = [part.block for part in waiting if part.block is not None]
            room = sum(part.cost for part in waiting)
            del parts, waiting  # nobody looks at these any more
            for block in blocks:
                _FREE.put(block)
            for _ in range(room):
                self._room.put(None)

    def _write_all(self, parts: list[_Parts]) -> None:
        """Those of whole sectors that stand one behind the other together, any other by itself."""
        while parts:
            place, views = parts[0].place, list[memoryview]()
            end = place
            while parts and parts[0].place == end and (not views or (end | parts[0].size) % PAGE == 0):
                views += [array.data for array in parts[0].arrays]
                end += parts.pop(0).size
            self._write(place, views)

    def _write(self, place: int, left: list[memoryview]) -> None:
        while left:
            size = sum(part.nbytes for part in left)
            whole = not (place % PAGE or any(part.nbytes % PAGE for part in left))
            self._turn(self._may and whole and size >= BLOCK)
            try:
                done = _write_at(self._file, left, place)
            except OSError as error:
                if not self._is_direct or error.errno != errno.EINVAL:
                    raise
                self._may = False  # this file system says so only now
                continue
            place += done
            self.reached = max(self.reached, place)
            while left and done >= left[0].nbytes:
                done -= left.pop(0).nbytes
            if done:
                left[0] = left[0][done:]

    def _turn(self, direct: bool) -> None:
        if direct != self._is_direct:
            try:
                flags = fcntl.fcntl(self._file, fcntl.F_GETFL)
                fcntl.fcntl(self._file, fcntl.F_SETFL, flags ^ os.O_DIRECT)
            except OSError:
                if self._is_direct:
                    raise
                self._may = False
            else:
                self._is_direct = direct


def started(run: Callable[[], None], name: str) -> Thread:
    """A thread that runs; an OSError, if the system has none left."""
    thread = Thread(target=run, name=name, daemon=True)
    try:
        thread.start()
    except RuntimeError as error:
        raise OSError(errno.EAGAIN, "no more threads are allowed here") from error
    return thread


def _write_at(file: int, parts: list[memoryview], place: int) -> int:
    """Some of it; how much."""
    if hasattr(os, "pwritev"):
        return os.pwritev(file, parts, place)
    os.lseek(file, place, os.SEEK_SET)
    return os.write(file, parts[0])


def _block() -> Array:
    try:
        return _FREE.get_nowait()
    except Empty:
        return pages(BLOCK)
