"""Bytes from wherever inputs are: opened, decompressed, and cut into blocks of whole rows, in constant memory."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterator
from typing import Any, Protocol

from nonet.bulk.errors import DamagedFile, InputError
from nonet.bulk.optional_import import optional_import
from nonet.limits import ENDLESS_LINE, LONGEST_LINE

__all__ = [
    "Readable",
    "decompressed",
    "files_in",
    "files_matching",
    "is_file",
    "is_folder",
    "is_remote",
    "is_stream",
    "open_read",
    "read_exactly",
    "row_blocks",
    "size_of",
]

CODECS = {"gz": "gzip", "zst": "zstd"}
"""Compressions by the ending of a file's name, as pyarrow calls them."""


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def is_remote(path: str) -> bool:
    """Whether the path is a URL, to be opened by fsspec.

    >>> is_remote("s3://puzzles/all.parquet"), is_remote("all.parquet")
    (True, False)
    """
    return "://" in path


def _store(path: str) -> tuple[Any, str]:
    fsspec = optional_import("fsspec", f"reading from {path.split('://')[0]}://")
    try:
        store, inner = fsspec.core.url_to_fs(path)
    except (ImportError, ValueError) as error:  # s3fs, gcsfs …: fsspec names the package
        raise InputError(f"{path}: {error}") from error
    return store, inner


def open_read(path: str) -> Any:
    if is_remote(path):
        store, inner = _store(path)
        return store.open(inner, "rb")
    return open(path, "rb", buffering=0)


def size_of(path: str) -> int:
    if is_remote(path):
        store, inner = _store(path)
        return int(store.size(inner))
    return os.path.getsize(path)


def is_folder(path: str) -> bool:
    if is_remote(path):
        store, inner = _store(path)
        return bool(store.isdir(inner))
    return os.path.isdir(path)


def is_file(path: str) -> bool:
    """Whether the path exists and is not a folder."""
    if is_remote(path):
        store, inner = _store(path)
        return bool(store.isfile(inner))
    return os.path.exists(path) and not os.path.isdir(path)


def is_stream(path: str) -> bool:
    """Whether the path can only be read once, from the beginning: a FIFO, /dev/stdin, a device."""
    return not is_remote(path) and not stat.S_ISREG(os.stat(path).st_mode)


def files_in(folder: str) -> list[str]:
    """All files in a folder and its subfolders, in order of their names, without hidden ones (`.` or `_` first)."""
    if is_remote(folder):
        store, inner = _store(folder)
        return sorted(_url(folder, name) for name in store.find(inner))
    found: list[str] = []
    for place, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith((".", "_"))]
        found += [os.path.join(place, each) for each in names if not each.startswith((".", "_"))]
    return sorted(found)


def files_matching(pattern: str) -> list[str]:
    """The files that match a pattern (`*`, `?`, `[…]`, `**`), in order of their names."""
    if is_remote(pattern):
        store, inner = _store(pattern)
        return sorted(_url(pattern, name) for name in store.glob(inner))
    return sorted(name for name in glob.glob(pattern, recursive=True) if not os.path.isdir(name))


def _url(like: str, name: object) -> str:
    scheme = like.split("://")[0]
    return f"{scheme}://{str(name).lstrip('/') if scheme != 'file' else name}"


def decompressed(file: Any, packing: str, name: str) -> Readable:
    """The contents of a file that may be compressed ("gz", "zst" or ""). A read never unpacks more than it returns."""
    if not packing:
        return _Whole(file)
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


class _Whole:
    """Reads as much as was asked for, also from a pipe; less only at the end."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self, size: int, /) -> bytes:
        return read_exactly(self._file, size)


def read_exactly(stream: Any, size: int) -> bytes:
    """That many bytes, or all that are left."""
    first: bytes = stream.read(size) or b""
    if len(first) == size or not first:
        return first
    parts, size = [first], size - len(first)
    while size and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def row_blocks(stream: Readable, size: int, name: str, *, quotes: bool = False) -> Iterator[bytes]:
    """A text in blocks of whole rows, each of about `size` bytes.

    With `quotes`, a newline between two quotes belongs to a field of CSV. Of a line longer than LONGEST_LINE only the
    first LONGEST_LINE + 1 bytes are passed on, so that the caller can reject it; the rest is skipped.
    """
    held = b""
    while data := stream.read(size):
        held = held + data if held else data
        end = _last_row_end(held, quotes=quotes)
        if not end and len(held) > LONGEST_LINE:
            end = held.rfind(b"\n") + 1  # a quote that is never closed
        if end:
            yield held[:end]
            held = held[end:]
        if len(held) > LONGEST_LINE and b"\n" not in held:
            held = held[: LONGEST_LINE + 1] + _skip_line(stream, name)
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
    while data := stream.read(LONGEST_LINE):
        end = data.find(b"\n")
        if end >= 0:
            return data[end:]
        skipped += len(data)
        if skipped > ENDLESS_LINE:
            raise InputError(
                f"{name}: a line of more than {ENDLESS_LINE >> 20} MB; this is not a file of puzzles"
            )
    return b""
