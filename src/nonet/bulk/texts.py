"""Texts of any size, compressed or not, in blocks of whole rows and in constant memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from nonet.bulk.errors import DamagedFile, InputError
from nonet.limits import limits
from nonet.optional_import import optional_import

CODECS = {"gz": "gzip", "zst": "zstd"}
"""Compressions by file extension, as pyarrow calls them."""

_MAGIC = {b"\x1f\x8b": "gz", b"\x28\xb5\x2f\xfd": "zst"}


class Readable(Protocol):
    """Gives as much as is asked for; less only at the end."""

    def read(self, size: int, /) -> bytes: ...


def packing_of(head: bytes) -> str:
    """How a file is compressed, by its first bytes."""
    return next((packing for magic, packing in _MAGIC.items() if head.startswith(magic)), "")


def decompressed(file: Readable, packing: str, name: str) -> Readable:
    """The contents of a file that may be compressed ("gz", "zst" or ""). A read never unpacks more than it returns."""
    if not packing:
        return file
    pyarrow = optional_import("pyarrow")
    stream = pyarrow.CompressedInputStream(pyarrow.PythonFile(file, mode="r"), CODECS[packing])
    return _Decompressed(stream, name)


class _Decompressed:
    def __init__(self, stream: Any, name: str) -> None:
        self._stream = stream
        self._name = name

    def read(self, size: int, /) -> bytes:
        try:
            return bytes(self._stream.read(size))
        except OSError as error:
            if error.errno is not None:
                raise
            raise DamagedFile(
                f"{self._name}: the compressed data is damaged or cut off ({' '.join(str(error).split())})"
            ) from None


def row_blocks(stream: Readable, size: int, name: str, *, quotes: bool = False) -> Iterator[bytes]:
    """A text in blocks of whole rows, each of about `size` bytes.

    With `quotes`, a newline between two quotes belongs to a field of CSV. Of a line that is too long only as
    much is passed on as the caller needs to reject it; the rest is skipped.
    """
    held = b""
    while data := stream.read(size):
        held = held + data if held else data
        end = _last_row_end(held, quotes=quotes)
        if not end and len(held) > limits().line:
            end = held.rfind(b"\n") + 1  # a quote that is never closed
        if end:
            yield held[:end]
            held = held[end:]
        if len(held) > limits().line and b"\n" not in held:
            held = held[: limits().line + 1] + _skip_line(stream, name)
    if held:
        yield held


def _last_row_end(data: bytes, *, quotes: bool) -> int:
    r"""The position after the last newline that ends a row; 0 if there is none.

    >>> _last_row_end(b'a,b\n1,"two', quotes=True), _last_row_end(b'a,"b\nc"\nd', quotes=True)
    (4, 8)
    """
    end = data.rfind(b"\n") + 1
    if not quotes:
        return end
    open_quotes = data.count(b'"', 0, end)
    while end and open_quotes % 2:
        quote = data.rfind(b'"', 0, end)
        before = data.rfind(b"\n", 0, quote) + 1
        open_quotes -= data.count(b'"', before, end)
        end = before
    return end


def _skip_line(stream: Readable, name: str) -> bytes:
    """Reads to the end of a line; returns the newline and what was read beyond it."""
    skipped = 0
    while data := stream.read(limits().line):
        end = data.find(b"\n")
        if end >= 0:
            return data[end:]
        skipped += len(data)
        if skipped > limits().endless:
            raise InputError(
                f"{name}: a line of more than {limits().endless >> 20} MB; this is not a file of puzzles"
            )
    return b""
