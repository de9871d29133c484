"""Files to read: in this machine's folders, or in an object store by URL (`s3://bucket/key`, through fsspec)."""

from __future__ import annotations

import glob as local_glob
import io
import os
import zlib
from typing import Any, BinaryIO, cast

from nonet.bulk.need import need
from nonet.errors import NonetError

__all__ = [
    "DamagedFile",
    "exactly",
    "found",
    "in_folder",
    "is_file",
    "is_folder",
    "is_remote",
    "open_read",
    "open_unpacked",
    "read_at",
    "size_of",
]


class DamagedFile(NonetError):
    """A packed file, or a Parquet file, that is not what its name or its beginning says, or breaks off."""


def is_remote(path: str) -> bool:
    """Whether the path is a URL.

    >>> is_remote("s3://puzzles/all.parquet"), is_remote("all.parquet")
    (True, False)
    """
    return "://" in path


def open_read(path: str) -> BinaryIO:
    """The file, open for reading bytes, without a buffer of its own."""
    if is_remote(path):
        store, inner = _store(path)
        return cast(BinaryIO, store.open(inner, "rb"))
    return cast(BinaryIO, open(path, "rb", buffering=0))


def open_unpacked(file: BinaryIO, packing: str, name: str) -> BinaryIO:
    """What a packed file holds, to be read from the beginning; a file that is not packed comes back as it is."""
    if packing == "gz":
        import gzip

        return cast(BinaryIO, _Unpacked(gzip.GzipFile(fileobj=file, mode="rb"), name))
    if packing == "zst":
        zstandard = need("zstandard", "reading .zst files")
        return cast(
            BinaryIO, _Unpacked(_Frames(file, zstandard.ZstdDecompressor()), name, zstandard.ZstdError)
        )
    return file


class _Frames:
    """The frames of a .zst file, one after the other; a frame that breaks off is an error, as it is with gzip."""

    def __init__(self, file: BinaryIO, unpacker: Any) -> None:
        self.file = file
        self.unpacker = unpacker
        self.frame: Any = None
        self.packed = b""
        self.plain = memoryview(b"")

    def readinto(self, buffer: Any) -> int:
        while not self.plain.nbytes:
            self.packed = self.packed or self.file.read(1 << 16)
            if not self.packed:
                if self.frame is not None:
                    raise EOFError("the last frame has no end")
                return 0
            self.frame = self.frame or self.unpacker.decompressobj()
            self.plain = memoryview(self.frame.decompress(self.packed))
            self.packed = b""
            if self.frame.eof:
                self.packed, self.frame = self.frame.unused_data, None
        count = min(len(buffer), self.plain.nbytes)
        buffer[:count] = self.plain[:count]
        self.plain = self.plain[count:]
        return count


class _Unpacked(io.RawIOBase):
    """A stream whose faults are told in our words."""

    def __init__(self, stream: Any, name: str, *faults: type[Exception]) -> None:
        self.stream = stream
        self.name = name
        self.faults: tuple[type[Exception], ...] = (EOFError, OSError, zlib.error, *faults)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            return int(self.stream.readinto(buffer))
        except self.faults as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise DamagedFile(f"{self.name}: the packed data is damaged or breaks off ({error})") from None


def exactly(stream: Any, size: int) -> bytes:
    """That many bytes, or all that still come."""
    parts: list[bytes] = []
    while size and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def write_all(file: BinaryIO, data: Any) -> None:
    """Writes every byte, also where the file takes them in parts."""
    view = memoryview(data).cast("B")
    while view.nbytes:
        view = view[file.write(view) :]


def size_of(path: str) -> int:
    """How many bytes the file has."""
    if is_remote(path):
        store, inner = _store(path)
        return int(store.size(inner))
    return os.path.getsize(path)


def is_folder(path: str) -> bool:
    """Whether the path names a folder that is there."""
    if is_remote(path):
        store, inner = _store(path)
        return bool(store.isdir(inner))
    return os.path.isdir(path)


def is_file(path: str) -> bool:
    """Whether the path names something that is there and is no folder."""
    if is_remote(path):
        store, inner = _store(path)
        return bool(store.isfile(inner))
    return os.path.exists(path) and not os.path.isdir(path)


def in_folder(path: str) -> list[str]:
    """All files in a folder and in the folders in it, in order of their names; hidden ones are left out."""
    if is_remote(path):
        store, inner = _store(path)
        return sorted(_url(path, name) for name in store.find(inner))
    names: list[str] = []
    for folder, folders, file_names in os.walk(path):
        folders[:] = [each for each in folders if not each.startswith((".", "_"))]
        names += [os.path.join(folder, each) for each in file_names if not each.startswith((".", "_"))]
    return sorted(names)


def found(pattern: str) -> list[str]:
    """The files that a pattern stands for (`*`, `?`, `[…]`, `**`), in order of their names."""
    if is_remote(pattern):
        store, inner = _store(pattern)
        return sorted(_url(pattern, name) for name in store.glob(inner))
    return sorted(name for name in local_glob.glob(pattern, recursive=True) if not os.path.isdir(name))


def _url(like: str, name: object) -> str:
    scheme = like.split("://")[0]
    return f"{scheme}://{str(name).lstrip('/') if scheme != 'file' else name}"


def _store(path: str) -> tuple[Any, str]:
    fsspec = need("fsspec", f"reading from {path.split('://')[0]}://")
    store, inner = fsspec.core.url_to_fs(path)
    return store, inner


def read_at(file: io.FileIO, place: int, view: memoryview) -> int:
    """Fills the view from that place on; less only at the end of the file. How many bytes."""
    filled = 0
    while filled < view.nbytes:
        if hasattr(os, "preadv"):
            size = os.preadv(file.fileno(), [view[filled:]], place + filled)
        else:
            file.seek(place + filled)
            size = file.readinto(view[filled:]) or 0
        if not size:
            break
        filled += size
    return filled
