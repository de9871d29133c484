"""Files that appear under their final names whole or not at all, on a disk or in a store that fsspec knows.

a disk          write .tmp-…, fsync, rename, fsync the folder: a name that is there after a power failure names
                a whole file
s3://, gs://…   write a local file and upload it; an object appears when all of it has arrived
"""

from __future__ import annotations

import errno
import os
import shutil
import weakref
import zlib
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from typing import Any, Protocol

from nonet.bulk.errors import Busy, OtherRun, Unwritable, writing
from nonet.bulk.optional_import import optional_import
from nonet.bulk.streams import is_remote
from nonet.errors import NonetError

__all__ = ["TEMPORARY", "LocalStorage", "Spool", "Storage", "StoreStorage", "checksum", "storage_for"]

TEMPORARY = ".tmp-"
"""How the names of unfinished files begin; they can be removed when no run is going on."""


class Storage(Protocol):
    """Where shards, receipts and manifests are kept."""

    def make_folder(self, path: str) -> None: ...

    def size(self, path: str) -> int | None:
        """The size of a file; None if there is none."""
        ...

    def names(self, folder: str) -> set[str]:
        """What is in a folder; nothing if there is no such folder."""
        ...

    def read(self, path: str) -> bytes | None:
        """A small file; None if there is none."""
        ...

    def write(self, path: str, data: bytes, *, lasting: bool = True) -> None:
        """Writes a small file."""
        ...

    def temporary(self, path: str) -> str:
        """The name of a local file to write first, which `publish` then gives its final name."""
        ...

    def publish(self, temporary: str, path: str, *, lasting: bool = True) -> None:
        """Gives a file its final name; an existing file is replaced. If `lasting`, it survives a power failure."""
        ...

    def local_copy(self, path: str) -> str:
        """The name under which a file can be read on this machine."""
        ...

    def remove(self, path: str) -> None:
        """Removes a file if it is there."""
        ...

    def remove_folder(self, path: str) -> None:
        """Removes a folder and what is in it, if it is there."""
        ...

    def refuse_link(self, path: str) -> None:
        """Raises `OtherRun` for a symbolic link: nothing is removed from the folder it points to."""
        ...

    def lock(self, path: str) -> Any:
        """Keeps other processes out until what is returned is closed, or this process ends."""
        ...


def storage_for(path: str) -> Storage:
    """The storage of a file or folder."""
    return StoreStorage(path) if is_remote(path) else LocalStorage()


def checksum(path: str) -> str:
    """The CRC-32 of a local file: enough to notice damage, and computed as fast as the file is read."""
    found = 0
    with open(path, "rb", buffering=0) as file:
        while block := file.read(1 << 20):
            found = zlib.crc32(block, found)
    return f"{found:08x}"


class LocalStorage:
    """A folder of this machine, or one that it shares with others."""

    def make_folder(self, path: str) -> None:
        with writing(path):
            os.makedirs(path, exist_ok=True)
            for folder in (path, os.path.dirname(path), os.path.dirname(os.path.dirname(path))):
                _sync(folder or ".")  # OUTPUT.parts/_run, OUTPUT.parts, and the folder of the output

    def size(self, path: str) -> int | None:
        with writing(path), suppress(FileNotFoundError, NotADirectoryError):
            return os.stat(path).st_size
        return None

    def names(self, folder: str) -> set[str]:
        with writing(folder), suppress(FileNotFoundError, NotADirectoryError):
            return set(os.listdir(folder))
        return set()

    def read(self, path: str) -> bytes | None:
        with writing(path), suppress(FileNotFoundError, NotADirectoryError), open(path, "rb") as file:
            return file.read()
        return None

    def write(self, path: str, data: bytes, *, lasting: bool = True) -> None:
        temporary = self.temporary(path)
        try:
            with writing(path):
                with open(temporary, "wb") as file:
                    file.write(data)
                self.publish(temporary, path, lasting=lasting)
        finally:
            with suppress(Unwritable):
                self.remove(temporary)

    def temporary(self, path: str) -> str:
        """In the same folder, since only there a rename is atomic; short, since the final name may be long."""
        return os.path.join(os.path.dirname(path), f"{TEMPORARY}{os.urandom(8).hex()}")

    def publish(self, temporary: str, path: str, *, lasting: bool = True) -> None:
        with writing(path):
            if lasting:
                _sync(temporary)
            os.replace(temporary, path)
            if lasting:
                _sync(os.path.dirname(path) or ".")

    def local_copy(self, path: str) -> str:
        return path

    def remove(self, path: str) -> None:
        with writing(path), suppress(FileNotFoundError, NotADirectoryError):
            os.remove(path)

    def remove_folder(self, path: str) -> None:
        with writing(path), suppress(FileNotFoundError):
            shutil.rmtree(path)

    def refuse_link(self, path: str) -> None:
        if os.path.islink(path):
            raise OtherRun(f"{path} is a symbolic link; name the folder itself, or remove the link")

    def lock(self, path: str) -> Any:
        busy = Busy(f"another process is writing {os.path.dirname(path)} now; wait until it has ended")
        with writing(path):
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


class StoreStorage:
    """An object store or another machine, by a URL that fsspec knows."""

    def __init__(self, url: str) -> None:
        fsspec = optional_import("fsspec", url.split("://")[0] + "://")
        try:
            self._fs: Any = fsspec.core.url_to_fs(url)[0]
        except (ImportError, ValueError) as error:  # s3fs, gcsfs …: fsspec names the package
            raise NonetError(f"{url}: {error}") from error
        from tempfile import mkdtemp

        self._scratch = mkdtemp(prefix="nonet-bulk-")
        weakref.finalize(self, shutil.rmtree, self._scratch, ignore_errors=True)

    def make_folder(self, path: str) -> None:
        with writing(path):
            self._fs.makedirs(path, exist_ok=True)

    def size(self, path: str) -> int | None:
        try:
            return int(self._fs.size(path))
        except FileNotFoundError:
            return None

    def names(self, folder: str) -> set[str]:
        try:
            self._fs.invalidate_cache()
            return {name.rstrip("/").rsplit("/", 1)[-1] for name in self._fs.ls(folder, detail=False)}
        except FileNotFoundError:
            return set()

    def read(self, path: str) -> bytes | None:
        try:
            return bytes(self._fs.cat_file(path))
        except FileNotFoundError:
            return None

    def write(self, path: str, data: bytes, *, lasting: bool = True) -> None:
        temporary = self.temporary(path)
        with writing(temporary), open(temporary, "wb") as file:
            file.write(data)
        self.publish(temporary, path)

    def temporary(self, path: str) -> str:
        """In a local folder that is removed with this object."""
        return os.path.join(self._scratch, os.urandom(8).hex())

    def publish(self, temporary: str, path: str, *, lasting: bool = True) -> None:
        protocols = {self._fs.protocol} if isinstance(self._fs.protocol, str) else set(self._fs.protocol)
        with writing(path):
            if protocols.isdisjoint(_SHOWS_UNFINISHED):
                self._fs.put_file(temporary, path)
            else:
                growing = f"{path.rpartition('/')[0]}/{TEMPORARY}{os.urandom(8).hex()}"
                self._fs.put_file(temporary, growing)
                self._fs.mv(growing, path)
            os.remove(temporary)

    def local_copy(self, path: str) -> str:
        copy = self.temporary(path)
        with writing(copy):
            self._fs.get_file(path, copy)
        return copy

    def remove(self, path: str) -> None:
        with writing(path):
            if self._fs.exists(path):
                self._fs.rm_file(path)

    def remove_folder(self, path: str) -> None:
        with writing(path):
            if self._fs.exists(path):
                self._fs.rm(path, recursive=True)

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
        if not self._count:
            self._storage.make_folder(self._folder)
        path = f"{self._folder}/{self._count:06}"
        self._count += 1
        temporary = self._storage.temporary(path)
        with writing(temporary), open(temporary, "wb") as file:
            for block in blocks:
                file.write(block)
        self._storage.publish(temporary, path, lasting=False)
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
