"""Files under their final names appear whole or not at all: here, and in a store that fsspec knows.

a disk          write .tmp-NAME-…, fsync, rename to NAME; at the end of a run fsync the folders. So after a power
                failure a name may be missing, but what has one is whole. Where not even that is needed (receipts,
                the shards of what shall be one file) the system may take its time with the disk
s3://, gs://…   write a file here, send it; an object appears when all of it has arrived
"""

from __future__ import annotations

import errno
import os
import shutil
import weakref
from contextlib import ExitStack, suppress
from typing import Any, Protocol

from nonet.bulk.files import is_remote
from nonet.bulk.need import need
from nonet.bulk.problems import Busy, Unwritable, writing
from nonet.errors import NonetError

__all__ = ["TEMPORARY", "LocalStorage", "Storage", "StoreStorage", "storage_for"]

TEMPORARY = ".tmp-"
"""How the name of a file begins that is being written; such files may be removed when nobody writes."""


class Storage(Protocol):
    """Where shards, receipts and manifests are kept."""

    def make_folder(self, path: str) -> None:
        """The folder exists afterwards."""
        ...

    def size(self, path: str) -> int | None:
        """The size of a file, None if there is none."""
        ...

    def names(self, folder: str) -> set[str]:
        """What is in a folder; nothing, if there is no such folder."""
        ...

    def read(self, path: str) -> bytes | None:
        """A small file, None if there is none."""
        ...

    def write(self, path: str, data: bytes, *, lasting: bool = True) -> None:
        """A small file, whole or not at all."""
        ...

    def temporary(self, path: str) -> str:
        """The name of a file on this machine under which to write what shall become `path`."""
        ...

    def publish(self, temporary: str, path: str, *, lasting: bool = True) -> None:
        """Gives what was written its final name; whatever stood there is replaced.

        If `lasting`, it is whole under that name even after a power failure; that the name is there, see `settle`.
        """
        ...

    def settle(self, *folders: str) -> None:
        """All names in these folders outlast a power failure from now on."""
        ...

    def local_copy(self, path: str) -> str:
        """The name under which this file can be read on this machine."""
        ...

    def remove(self, path: str) -> None:
        """No file of that name afterwards."""
        ...

    def remove_folder(self, path: str) -> None:
        """No folder of that name afterwards, nor anything in it."""
        ...

    def lock(self, path: str) -> Any:
        """Keeps others out until what is returned is closed, or this process ends, however it ends."""
        ...


def storage_for(path: str) -> Storage:
    """The storage in which a file or folder of that name lives."""
    return StoreStorage(path) if is_remote(path) else LocalStorage()


class LocalStorage:
    """A folder of this machine, or one that it shares with others."""

    def make_folder(self, path: str) -> None:
        """With all that stands above it."""
        with writing(path):
            os.makedirs(path, exist_ok=True)

    def size(self, path: str) -> int | None:
        """By the file system."""
        try:
            return os.stat(path).st_size
        except (FileNotFoundError, NotADirectoryError):
            return None

    def names(self, folder: str) -> set[str]:
        """By the file system."""
        try:
            return set(os.listdir(folder))
        except (FileNotFoundError, NotADirectoryError):
            return set()

    def read(self, path: str) -> bytes | None:
        """At once."""
        try:
            with open(path, "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def write(self, path: str, data: bytes, *, lasting: bool = True) -> None:
        """Through a temporary name."""
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
        """Beside the final name: a rename within one folder is one step."""
        folder, name = os.path.split(path)
        return os.path.join(folder, f"{TEMPORARY}{_token()}-{name}")

    def publish(self, temporary: str, path: str, *, lasting: bool = True) -> None:
        """Once it is on the disk, if it shall last."""
        with writing(path):
            if lasting:
                _to_disk(temporary)
            os.replace(temporary, path)

    def settle(self, *folders: str) -> None:
        """By the folders themselves."""
        for folder in folders:
            with writing(folder):
                _to_disk(folder or ".")

    def local_copy(self, path: str) -> str:
        """The file itself."""
        return path

    def remove(self, path: str) -> None:
        """If it is there."""
        with writing(path), suppress(FileNotFoundError, NotADirectoryError):
            os.remove(path)

    def remove_folder(self, path: str) -> None:
        """If it is there."""
        with writing(path), suppress(FileNotFoundError):
            shutil.rmtree(path)

    def lock(self, path: str) -> Any:
        """By the file system's own locks, which end with the process."""
        busy = Busy(f"another process is writing {os.path.dirname(path)} now; wait for its end")
        with writing(path):
            file = open(path, "ab")  # noqa: SIM115 - it is closed by whoever holds the lock
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.close()
            raise busy from error
        except (ImportError, OSError):  # no such locks on this system, or in this file system
            return file
        if not os.path.exists(path) or not os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
            file.close()  # its holder came to his end just now, and took it with him
            raise busy
        return file


class StoreStorage:
    """An object store or another machine, by an address that fsspec knows."""

    def __init__(self, url: str) -> None:
        fsspec = need("fsspec", url.split("://")[0] + "://")
        try:
            self._fs: Any = fsspec.core.url_to_fs(url)[0]
        except (ImportError, ValueError) as error:  # s3fs, gcsfs …: fsspec names the package
            raise NonetError(f"{url}: {error}") from error
        from tempfile import mkdtemp

        self._scratch = mkdtemp(prefix="nonet-bulk-")
        weakref.finalize(self, shutil.rmtree, self._scratch, ignore_errors=True)

    def make_folder(self, path: str) -> None:
        """Object stores have none, and say nothing."""
        with writing(path):
            self._fs.makedirs(path, exist_ok=True)

    def size(self, path: str) -> int | None:
        """As the store has it."""
        try:
            return int(self._fs.size(path))
        except FileNotFoundError:
            return None

    def names(self, folder: str) -> set[str]:
        """As the store lists them now."""
        try:
            self._fs.invalidate_cache()
            return {name.rstrip("/").rsplit("/", 1)[-1] for name in self._fs.ls(folder, detail=False)}
        except FileNotFoundError:
            return set()

    def read(self, path: str) -> bytes | None:
        """At once."""
        try:
            return bytes(self._fs.cat_file(path))
        except FileNotFoundError:
            return None

    def write(self, path: str, data: bytes, *, lasting: bool = True) -> None:
        """In one piece."""
        temporary = self.temporary(path)
        with writing(temporary), open(temporary, "wb") as file:
            file.write(data)
        self.publish(temporary, path)

    def temporary(self, path: str) -> str:
        """In a folder of this machine that ends with this object."""
        name = path.rstrip("/").rsplit("/", 1)[-1]
        return os.path.join(self._scratch, f"{_token()}-{name}")

    def publish(self, temporary: str, path: str, *, lasting: bool = True) -> None:
        """Sent, and in place when all of it is there."""
        with writing(path):
            if _PLAIN.isdisjoint(
                {self._fs.protocol} if isinstance(self._fs.protocol, str) else self._fs.protocol
            ):
                self._fs.put_file(temporary, path)
            else:  # such a store shows a file while it grows
                folder, _, name = path.rpartition("/")
                growing = f"{folder}/{TEMPORARY}{_token()}-{name}"
                self._fs.put_file(temporary, growing)
                self._fs.mv(growing, path)
            os.remove(temporary)

    def settle(self, *folders: str) -> None:
        """An object that is there is there."""

    def local_copy(self, path: str) -> str:
        """Fetched into the folder that ends with this object."""
        copy = self.temporary(path)
        with writing(copy):
            self._fs.get_file(path, copy)
        return copy

    def remove(self, path: str) -> None:
        """If it is there."""
        with writing(path):
            if self._fs.exists(path):
                self._fs.rm_file(path)

    def remove_folder(self, path: str) -> None:
        """If it is there."""
        with writing(path):
            if self._fs.exists(path):
                self._fs.rm(path, recursive=True)

    def lock(self, path: str) -> Any:
        """Stores have no locks; nothing is kept out."""
        return ExitStack()


_PLAIN = frozenset({"file", "local", "sftp", "ssh", "smb", "ftp", "hdfs", "webhdfs"})
"""Stores in which a file is to be seen while it is still being written."""


def _token() -> str:
    """What no other name of a temporary file has."""
    return os.urandom(4).hex()


def _to_disk(path: str) -> None:
    """What was written there survives a power failure from now on."""
    is_folder = os.path.isdir(path)
    if os.name == "nt" and is_folder:
        return
    handle = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    except OSError as error:
        if (
            not is_folder or error.errno != errno.EINVAL
        ):  # some file systems shared by a network know no such thing
            raise
    finally:
        os.close(handle)
