"""Files of this machine, or of a store that fsspec knows (s3://, gs://, sftp://, …), behind one class.

What is written appears under its final name whole or not at all:

a disk          write .tmp-…, fsync, rename, fsync the folder: a name that is there after a power failure names
                a whole file
s3://, gs://…   write a local file and upload it; an object appears when all of it has arrived

Errors of the system pass through; callers turn them into `Unreadable` or `Unwritable` (`errors.py`).
"""

from __future__ import annotations

import errno
import glob
import os
import shutil
import stat
import weakref
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import filterfalse
from tempfile import mkdtemp
from typing import Any

from nonet.bulk.errors import Busy, DamagedFile, InputError, OtherRun, writing
from nonet.lines import Readable
from nonet.optional_import import optional_import

TEMPORARY = ".tmp-"
"""How the names of unfinished files begin; they can be removed when no run is going on."""


def is_remote(path: str) -> bool:
    """Whether the path is a URL, to be opened by fsspec.

    >>> is_remote("s3://puzzles/all.parquet"), is_remote("all.parquet")
    (True, False)
    """
    return "://" in path


def is_stream(path: str) -> bool:
    """Whether the path can only be read once, from the beginning: a FIFO, /dev/stdin, a device."""
    return not is_remote(path) and not stat.S_ISREG(os.stat(path).st_mode)


def storage_for(path: str) -> Storage:
    """The storage of a file or folder."""
    return _Remote(path) if is_remote(path) else Storage()


def checksum(path: str) -> str:
    """The CRC-32 of a local file: enough to notice damage, and computed as fast as the file is read."""
    found = 0
    with open(path, "rb", buffering=0) as file:
        while block := file.read(1 << 20):
            found = zlib.crc32(block, found)
    return f"{found:08x}"


def _is_special(path: str) -> bool:
    """Whether this is a folder, a pipe or a device. Links to nothing are not: opening them says what is wrong."""
    return os.path.exists(path) and not os.path.isfile(path)


class Storage:
    """Folders of this machine, or those that it shares with others."""

    def open(self, path: str) -> Any:
        """A binary file; `read(n)` returns less than n bytes only at its end."""
        return open(path, "rb")

    def size(self, path: str) -> int | None:
        """The size of a file; None if there is none."""
        with suppress(FileNotFoundError, NotADirectoryError):
            return os.stat(path).st_size
        return None

    def is_file(self, path: str) -> bool:
        """Whether the path exists and is not a folder."""
        return os.path.exists(path) and not os.path.isdir(path)

    def is_folder(self, path: str) -> bool:
        return os.path.isdir(path)

    def files_in(self, folder: str) -> list[str]:
        """All files in a folder and its subfolders, sorted, without hidden ones (`.` or `_` first), and without pipes
        and devices, which might never end.
        """
        found: list[str] = []
        for place, folders, names in os.walk(folder):
            folders[:] = [each for each in folders if not each.startswith((".", "_"))]
            found += [os.path.join(place, each) for each in names if not each.startswith((".", "_"))]
        return sorted(filterfalse(_is_special, found))

    def files_matching(self, pattern: str) -> list[str]:
        """The files that match a pattern (`*`, `?`, `[…]`, `**`), sorted."""
        return sorted(filterfalse(_is_special, glob.glob(pattern, recursive=True)))

    def make_folder(self, path: str) -> None:
        os.makedirs(path, exist_ok=True)
        for folder in (path, os.path.dirname(path), os.path.dirname(os.path.dirname(path))):
            _sync(folder or ".")  # OUTPUT.parts/_run, OUTPUT.parts, and the folder of the output

    def names(self, folder: str) -> set[str]:
        """What is in a folder; nothing if there is no such folder."""
        with suppress(FileNotFoundError, NotADirectoryError):
            return set(os.listdir(folder))
        return set()

    def read(self, path: str) -> bytes | None:
        """A small file; None if there is none."""
        with suppress(FileNotFoundError, NotADirectoryError), open(path, "rb") as file:
            return file.read()
        return None

    def write(self, path: str, data: bytes, *, lasting: bool = True) -> None:
        """Writes a small file."""
        with self.whole_file(path, lasting=lasting) as temporary, open(temporary, "wb") as file:
            file.write(data)

    @contextmanager
    def whole_file(self, path: str, *, beside: str | None = None, lasting: bool = True) -> Iterator[str]:
        """The name of a local file, which has its final name after the block; or is removed, if that fails.

        While it is written, it is in the folder of `beside`, or that of the path.
        """
        temporary = self.temporary(beside or path)
        try:
            yield temporary
            self.publish(temporary, path, lasting=lasting)
        finally:
            with suppress(OSError):
                os.remove(temporary)

    def temporary(self, path: str) -> str:
        """The name of a local file to write first, which `publish` then gives its final name.

        In the same folder, since only there a rename is atomic; short, since the final name may be long.
        """
        return os.path.join(os.path.dirname(path), f"{TEMPORARY}{os.urandom(8).hex()}")

    def publish(self, temporary: str, path: str, *, lasting: bool = True) -> None:
        """Gives a file its final name; an existing file is replaced. If `lasting`, it survives a power failure."""
        if lasting:
            _sync(temporary)
        os.replace(temporary, path)
        if lasting:
            _sync(os.path.dirname(path) or ".")

    def local_copy(self, path: str) -> str:
        """The name under which a file can be read on this machine."""
        return path

    def remove(self, path: str) -> None:
        """Removes a file if it is there."""
        with suppress(FileNotFoundError, NotADirectoryError):
            os.remove(path)

    def remove_folder(self, path: str) -> None:
        """Removes a folder and what is in it, if it is there."""
        with suppress(FileNotFoundError):
            shutil.rmtree(path)

    def remove_empty_folder(self, path: str) -> None:
        """Removes a folder if it is there and has nothing in it."""
        with suppress(FileNotFoundError):
            if not self.names(path):
                os.rmdir(path)

    def refuse_link(self, path: str) -> None:
        """Raises `OtherRun` for a symbolic link: what it points to is neither removed nor replaced."""
        if os.path.islink(path):
            raise OtherRun(f"{path} is a symbolic link; name what it points to, or remove the link")

    def lock(self, path: str) -> Any:
        """Keeps other processes out until what is returned is closed, or this process ends."""
        busy = Busy(f"another process is writing {os.path.dirname(path)} now; wait until it has ended")
        file = open(path, "ab")  # noqa: SIM115 - closed by the caller
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.close()
            raise busy from error
        except (ImportError, OSError):  # no such locks on this system, or in this file system
            return file
        if not os.path.exists(path) or not os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
            file.close()  # the lock file was deleted between `open` and `flock`
            raise busy
        return file


class _Remote(Storage):
    """An object store or another machine, by a URL that fsspec knows."""

    def __init__(self, url: str) -> None:
        self._scheme = url.split("://")[0]
        fsspec = optional_import("fsspec", f"{self._scheme}://")
        try:
            self._fs: Any = fsspec.core.url_to_fs(url)[0]
        except (ImportError, ValueError) as error:  # s3fs, gcsfs …: fsspec names the package
            raise InputError(f"{url}: {error}") from error
        self._scratch = ""

    def open(self, path: str) -> Any:
        return self._fs.open(path, "rb")

    def size(self, path: str) -> int | None:
        with suppress(FileNotFoundError):
            return int(self._fs.size(path))
        return None

    def is_file(self, path: str) -> bool:
        return bool(self._fs.isfile(path))

    def is_folder(self, path: str) -> bool:
        return bool(self._fs.isdir(path))

    def files_in(self, folder: str) -> list[str]:
        return sorted(map(self._url, self._fs.find(folder)))

    def files_matching(self, pattern: str) -> list[str]:
        return sorted(map(self._url, self._fs.glob(pattern)))

    def _url(self, name: str) -> str:
        return f"{self._scheme}://{name if self._scheme == 'file' else name.lstrip('/')}"

    def make_folder(self, path: str) -> None:
        self._fs.makedirs(path, exist_ok=True)

    def names(self, folder: str) -> set[str]:
        self._fs.invalidate_cache()
        with suppress(FileNotFoundError):
            return {name.rstrip("/").rsplit("/", 1)[-1] for name in self._fs.ls(folder, detail=False)}
        return set()

    def read(self, path: str) -> bytes | None:
        with suppress(FileNotFoundError):
            return bytes(self._fs.cat_file(path))
        return None

    def temporary(self, path: str) -> str:
        """In a local folder that is removed with this object."""
        if not self._scratch:
            self._scratch = mkdtemp(prefix="nonet-bulk-")
            weakref.finalize(self, shutil.rmtree, self._scratch, ignore_errors=True)
        return os.path.join(self._scratch, os.urandom(8).hex())

    def publish(self, temporary: str, path: str, *, lasting: bool = True) -> None:
        protocols = {self._fs.protocol} if isinstance(self._fs.protocol, str) else set(self._fs.protocol)
        if protocols.isdisjoint(_SHOWS_UNFINISHED):
            self._fs.put_file(temporary, path)
        else:
            growing = f"{path.rpartition('/')[0]}/{TEMPORARY}{os.urandom(8).hex()}"
            self._fs.put_file(temporary, growing)
            self._fs.mv(growing, path)
        os.remove(temporary)

    def local_copy(self, path: str) -> str:
        copy = self.temporary(path)
        self._fs.get_file(path, copy)
        return copy

    def remove(self, path: str) -> None:
        if self._fs.exists(path):
            self._fs.rm_file(path)

    def remove_folder(self, path: str) -> None:
        if self._fs.exists(path):
            self._fs.rm(path, recursive=True)

    def remove_empty_folder(self, path: str) -> None:
        if not self.names(path):
            self.remove_folder(path)

    def refuse_link(self, path: str) -> None:
        pass

    def lock(self, path: str) -> Any:
        """Stores have no locks."""
        return ExitStack()


_SHOWS_UNFINISHED = {"file", "local", "sftp", "ssh", "smb", "ftp", "hdfs", "webhdfs"}
"""Protocols under which a file can be seen while it is still being written."""


class Spool:
    """Files for pieces of a stream, in a folder of their own, where every worker can read them."""

    def __init__(self, storage: Storage, folder: str) -> None:
        self._storage = storage
        self._folder = folder
        self._count = 0

    def add(self, blocks: Iterable[bytes]) -> str:
        """Writes a file; returns its path."""
        path = f"{self._folder}/{self._count:06}"
        with writing(path):
            if not self._count:
                self._storage.make_folder(self._folder)
            with self._storage.whole_file(path, lasting=False) as temporary, open(temporary, "wb") as file:
                file.writelines(blocks)
        self._count += 1
        return path

    def remove(self, path: str) -> None:
        self._storage.remove(path)


def _sync(path: str) -> None:
    """Waits until a file or folder is on the disk."""
    is_folder = os.path.isdir(path)
    if os.name == "nt" and is_folder:
        return
    handle = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    except OSError as error:
        if not is_folder or error.errno != errno.EINVAL:  # not every network file system can
            raise
    finally:
        os.close(handle)


# -- compressed texts ---------------------------------------------------------------------------------------

CODECS = {"gz": "gzip", "zst": "zstd"}
"""Compressions by file extension, as pyarrow calls them."""

_MAGIC = {b"\x1f\x8b": "gz", b"\x28\xb5\x2f\xfd": "zst"}


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
