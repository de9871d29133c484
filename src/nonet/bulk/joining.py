"""One file of all shards, joined while the last of them are still being made.

    shards, as they are finished    2   0   1   4   3
    joined, in their order              0 1 2       3 4

Until its end it has a temporary name: the shards are what a run that was stopped goes on from. It goes to the disk
as it grows, so that its end need not wait for all of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from types import TracebackType
from typing import BinaryIO, cast

from nonet.bulk.direct import DirectFile
from nonet.bulk.files import is_remote
from nonet.bulk.problems import writing
from nonet.bulk.shards import Output
from nonet.bulk.sources import Kind
from nonet.bulk.storage import Storage
from nonet.bulk.write import join

__all__ = ["Joining"]


class _GivenUp(Exception):
    pass


class Joining:
    """Joins the shards of an output in a thread of its own; a context, at whose end nothing half-made is left."""

    def __init__(self, output: Output, storage: Storage, kind: Kind) -> None:
        self._output = output
        self._storage = storage
        self._kind = kind
        self._temporary = storage.temporary(f"{output.own}/joined")
        self._early: set[int] = set()
        self._next = 0
        self._ready: SimpleQueue[int | None] = SimpleQueue()
        self._given_up = False
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="join")
        # What must be fetched from a store first is fetched when all of it is there.
        self._size: Future[int] | None = None if is_remote(output.target) else self._pool.submit(self._join)

    def add(self, number: int) -> None:
        """One more shard is finished."""
        self._early.add(number)
        while self._next in self._early:
            self._early.remove(self._next)
            self._ready.put(self._next)
            self._next += 1

    def publish(self) -> int:
        """All shards are finished: the file gets its name. How large it is."""
        self._ready.put(None)
        size = (self._size or self._pool.submit(self._join)).result()
        self._storage.publish(self._temporary, self._output.target)
        return size

    def _join(self) -> int:
        try:
            with writing(self._output.target):
                with cast(BinaryIO, DirectFile(self._temporary)) as file:
                    join(self._shards(), file, self._kind)
                return os.path.getsize(self._temporary)
        except BaseException:  # on a full disk there is room again for the shards
            self._remove()
            raise

    def _shards(self) -> Iterator[str]:
        while (number := self._ready.get()) is not None:
            if self._given_up:
                raise _GivenUp
            yield self._storage.local_copy(self._output.shard(number))
        if self._given_up:
            raise _GivenUp

    def _remove(self) -> None:
        with suppress(OSError):
            os.remove(self._temporary)

    def __enter__(self) -> Joining:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._given_up = True
            self._ready.put(None)
        self._pool.shutdown(wait=True)
        if error is not None:
            self._remove()
