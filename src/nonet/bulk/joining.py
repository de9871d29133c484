"""The one file that a run becomes: it grows shard by shard, in their order, while the next are still being made.

    shards, as they are finished    2   0   1   4   3
    the file                            0 1 2       3 4

A shard that was made in this process comes straight from memory; one that was made elsewhere is a file, which goes when
it has been copied. Until its end the growing file lies beside the shards. A journal says which of them are in it, and
where each ends: a run that was stopped cuts off what is behind the last of them, and goes on from there.
"""

from __future__ import annotations

import errno
import json
import os
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from io import FileIO
from queue import SimpleQueue
from threading import Thread
from types import TracebackType
from typing import BinaryIO, NamedTuple, cast

from nonet.bulk.direct import DirectFile, started
from nonet.bulk.files import is_remote
from nonet.bulk.held import MOST_HELD, HeldShard
from nonet.bulk.joiners import Joiner, joiner_for
from nonet.bulk.manifest import Receipt
from nonet.bulk.problems import Unwritable, writing
from nonet.bulk.shards import Output
from nonet.bulk.shield import shield
from nonet.bulk.sources import Kind
from nonet.bulk.storage import Storage

__all__ = ["Joining"]

TOGETHER = 8
"""So many shards may stand in the file before the journal says so, while others wait."""


@dataclass(frozen=True)
class Entry:
    """A shard that stands in the growing file: its receipt, where it ends, and what the joiner has to know of it."""

    receipt: Receipt
    end: int
    note: bytes

    def line(self) -> bytes:
        """For the journal."""
        values = {"receipt": asdict(self.receipt), "end": self.end, "note": b64encode(self.note).decode()}
        return json.dumps(values, ensure_ascii=False).encode() + b"\n"

    @staticmethod
    def parse(line: bytes) -> Entry | None:
        """What `line` gave; None for anything else, as for half a line."""
        try:
            values = json.loads(line)
            return Entry(
                Receipt(**values["receipt"]), int(values["end"]), b64decode(values["note"], validate=True)
            )
        except (ValueError, TypeError, KeyError):
            return None


class _Shard(NamedTuple):
    """On its way into the file: from memory, or from a file of its own. `settled` is called when the journal has it."""

    receipt: Receipt
    held: HeldShard | None
    settled: Callable[[], None]

    @property
    def weight(self) -> int:
        """How much memory it takes."""
        return 0 if self.held is None else self.held.tell()


_LOST = frozenset({errno.EIO, errno.ENOSPC, errno.EDQUOT})
"""When the disk says one of these at the very end, nobody knows what is in the file."""


class _GivenUp(Exception):
    pass


class Joining:
    """Grows the file in a thread of its own; a context, at whose end nobody writes any more. If an error ends it, what
    was ready by then is in the file.

    `wake` is called, from that thread, whenever there may be room for another shard.
    """

    def __init__(
        self, output: Output, storage: Storage, kind: Kind, wake: Callable[[], None] = lambda: None
    ) -> None:
        self._output = output
        self._storage = storage
        self._kind = kind
        self._wake = wake
        # A file on its way to a store grows on this machine, and begins anew if the run does.
        self._is_kept = not is_remote(output.target)
        self._path = output.grown if self._is_kept else storage.temporary(output.grown)
        self._there = self._entries() if self._is_kept else []
        self._next = len(self._there)
        self._early: dict[int, _Shard] = {}
        self._ready: SimpleQueue[_Shard | None] = SimpleQueue()
        self._taken = self._written = self._largest = 0
        self._given_up = self._in_haste = False
        # Not a pool and a future: a Ctrl-C while those take their locks leaves them taken.
        self._thread: Thread | None = None
        self._outcome: SimpleQueue[int | BaseException] = SimpleQueue()

    # -- what an earlier run left

    def _entries(self) -> list[Entry]:
        size = self._storage.size(self._path) or 0
        found: list[Entry] = []
        for line in (self._storage.read(self._output.journal) or b"").splitlines(keepends=True):
            entry = Entry.parse(line) if line.endswith(b"\n") else None
            if entry is None or entry.receipt.number != len(found) or entry.end > size:
                break
            found.append(entry)
        return found

    @property
    def known(self) -> int:
        """How many shards an earlier run had written into the file."""
        return len(self._there)

    def receipt(self, number: int) -> Receipt | None:
        """That of one of them."""
        return self._there[number].receipt if number < len(self._there) else None

    def forget(self, number: int) -> None:
        """From this shard on all are to be made anew; said before any of them was."""
        del self._there[number:]
        self._next = len(self._there)

    # -- what this run makes

    def has_room(self, begun: int) -> bool:
        """Whether another shard may be begun, besides so many: not if too much is in memory, or will be."""
        return self._taken - self._written + begun * self._largest < MOST_HELD

    def add(
        self, receipt: Receipt, held: HeldShard | None, finished: Callable[[], None] = lambda: None
    ) -> None:
        """One more shard is made. It is `finished` when nothing can lose it any more: if it is a file, at once."""
        if held is None:
            finished()
            finished = partial(self._clear, self._output.shard(receipt.number))
        shard = _Shard(receipt, held, finished)
        self._taken += shard.weight
        self._largest = max(self._largest, shard.weight)
        self._early[receipt.number] = shard
        while self._next in self._early:
            self._ready.put(self._early.pop(self._next))
            self._next += 1
        self._begin()

    def check(self) -> None:
        """Raises what went wrong with the file."""
        if not self._outcome.empty():
            self._size()

    def finish(self) -> int:
        """All shards are made: the file gets its end. How large it is."""
        self._ready.put(None)
        self._begin()
        return self._size()

    def publish(self) -> None:
        """The file gets its name."""
        try:
            self._storage.publish(self._path, self._output.target)
        except Unwritable as error:
            if getattr(error.__cause__, "errno", None) in _LOST:
                self._storage.remove(self._output.journal)
            raise

    def _begin(self) -> None:
        if self._thread is None:
            with shield(), writing(self._output.target):
                self._thread = started(self._run, "join")

    def _size(self) -> int:
        """What came of it: the size of the whole file, or an error."""
        outcome = self._outcome.get()
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def _clear(self, shard: str) -> None:
        if self._is_kept:
            self._storage.remove(shard)

    # -- in a thread of its own

    def _run(self) -> None:
        try:
            self._outcome.put(self._join())
        except BaseException as error:
            self._outcome.put(error)
        finally:
            self._wake()

    def _join(self) -> int:
        with writing(self._output.target), self._journal() as journal:
            with DirectFile(self._path, at=self._there[-1].end if self._there else 0) as file:
                joiner = joiner_for(cast(BinaryIO, file), self._kind)
                for entry in self._there:
                    joiner.again(entry.note)
                try:
                    self._add_all(joiner, file, journal)
                finally:
                    with suppress(OSError):
                        file.flush()
                    journal.settle(file.reached)
                if self._given_up:
                    raise _GivenUp
                joiner.close()
            return os.path.getsize(self._path)

    def _add_all(self, joiner: Joiner, file: DirectFile, journal: _Journal) -> None:
        while (shard := self._ready.get()) is not None and not self._in_haste:
            note = self._add(joiner, shard)
            journal.add(Entry(shard.receipt, file.tell(), note), shard.settled)
            self._written += shard.weight
            del shard  # its memory may be used again
            if self._ready.empty() or len(journal) == TOGETHER:
                file.flush()
                journal.settle()
            self._wake()

    def _add(self, joiner: Joiner, shard: _Shard) -> bytes:
        name = self._output.shard(shard.receipt.number)
        if shard.held is not None:
            return joiner.add(shard.held.reader(), name)
        copy = self._storage.local_copy(name)
        with open(copy, "rb", buffering=0) as file:
            note = joiner.add(file, name)
        if copy != name:
            os.remove(copy)
        return note

    @contextmanager
    def _journal(self) -> Iterator[_Journal]:
        """With the entries of an earlier run, and nothing behind them."""
        if not self._is_kept:
            yield _Journal(None)
            return
        lines = b"".join(entry.line() for entry in self._there)
        self._storage.write(self._output.journal, lines, lasting=False)
        with open(self._output.journal, "ab", buffering=0) as file:
            yield _Journal(file, len(lines))

    def __enter__(self) -> Joining:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._given_up = True
            self._ready.put(None)
        while self._thread is not None and self._thread.is_alive():
            try:
                self._thread.join()
            except KeyboardInterrupt:  # one more: what is ready need not all be written
                self._in_haste = True
        if error is not None and not self._is_kept:
            with suppress(OSError):
                os.remove(self._path)


class _Journal:
    """Says which shards stand in the file: those that were added, once all of their bytes are there."""

    def __init__(self, file: FileIO | None, size: int = 0) -> None:
        self._file = file
        self._size = size
        self._fresh: deque[tuple[Entry, Callable[[], None]]] = deque()

    def __len__(self) -> int:
        return len(self._fresh)

    def add(self, entry: Entry, settled: Callable[[], None]) -> None:
        """One more, not all of which is there yet."""
        self._fresh.append((entry, settled))

    def settle(self, reached: int | None = None) -> None:
        """Now they are: all of them, or those that end where the file has `reached`."""
        there = [entry for entry, _ in self._fresh if reached is None or entry.end <= reached]
        if self._file is not None:
            self._append(self._file, b"".join(entry.line() for entry in there))
        for _ in there:
            self._fresh.popleft()[1]()

    def _append(self, file: FileIO, lines: bytes) -> None:
        """All of it, or nothing."""
        done = 0
        try:
            while done < len(lines):
                done += file.write(lines[done:]) or 0
        except OSError:
            file.truncate(self._size)
            raise
        self._size += done
