"""Where files are: this machine's folders, or an object store by its URL (`s3://bucket/key`, through fsspec)."""

from __future__ import annotations

import glob as local_glob
import os
from typing import Any, BinaryIO, cast

from nonet.bulk.need import need

__all__ = ["found", "is_folder", "is_remote", "open_read", "size_of"]


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
    return open(path, "rb", buffering=0)  # noqa: SIM115 - the caller closes it


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


def found(pattern: str) -> list[str]:
    """The files that a pattern stands for (`*`, `?`, `[…]`, `**`), in order of their names."""
    if is_remote(pattern):
        store, inner = _store(pattern)
        scheme = pattern.split("://")[0]
        return sorted(f"{scheme}://{str(name).lstrip('/')}" for name in store.glob(inner))
    return sorted(local_glob.glob(pattern, recursive=True))


def _store(path: str) -> tuple[Any, str]:
    fsspec = need("fsspec", f"reading {path.split('://')[0]}://")
    store, inner = fsspec.core.url_to_fs(path)
    return store, inner
