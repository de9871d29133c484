"""A shard from its beginning to its end: read a piece, do the job, write the shard, leave a receipt.

    shard 0    read ──▶ job ──▶ write ──▶ read ──▶ job ──▶ write ──▶ …      one after the other, chunk by chunk:
    shard 1         read ──▶ job ──▶ write ──▶ read ──▶ job ──▶ …           while one shard waits for the disk,
    shard 2              read ──▶ job ──▶ …                                 the others have the processor

A task is a small value that travels: to a thread, to a process, to a worker of a cluster. What it meets there
it asks `Around`.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO, NamedTuple, Protocol, TypeVar

from nonet.bulk.boards import room
from nonet.bulk.buffers import Buffers, pages
from nonet.bulk.chunk import GROUP_ROWS, Chunk, Fault, Misread
from nonet.bulk.direct import DirectFile
from nonet.bulk.files import is_remote
from nonet.bulk.held import HeldShard
from nonet.bulk.jobs import Job, Result
from nonet.bulk.manifest import Identity, Receipt, same_file
from nonet.bulk.pieces import Piece
from nonet.bulk.problems import reading, writing
from nonet.bulk.read import read
from nonet.bulk.shards import Output
from nonet.bulk.sources import STDIN, Kind
from nonet.bulk.write import writer_for
from nonet.parallel.prefetch import prefetch

__all__ = ["Around", "FileTask", "Finished", "Halted", "Made", "Task", "make_shard"]

T = TypeVar("T")

CHUNK_ROWS = 1 << 14
"""So many rows are on their way together, if not to Parquet: 1.3 MB of puzzles, some milliseconds of the kernel's time.
"""


class Halted(Exception):
    """The run was stopped while the shard was made."""


class Around(Protocol):
    """What a task may ask of the place where it runs."""

    def threads(self) -> int:
        """How many threads the kernel may have now."""
        ...

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        """Takes notice of some more rows; raises `Halted` when the run was stopped."""
        ...

    def waits(self) -> None:
        """Takes notice that the shard is written, and from now on only waits for the disk."""
        ...


@dataclass
class Made:
    """What came of a shard, so far."""

    rows: int = 0
    rejected: int = 0
    results: Counter[str] = field(default_factory=Counter)


class Task(Protocol):
    """One shard's work. `key` says what it is made from, in a form that a receipt can keep."""

    @property
    def number(self) -> int:
        """Which shard."""
        ...

    @property
    def key(self) -> str:
        """What it is made from."""
        ...

    @property
    def weight(self) -> int:
        """How much work it is, beside the others."""
        ...

    def make(self, file: BinaryIO, rejects: Rejects, around: Around) -> Made:
        """Writes the shard."""
        ...


class _Memory:
    """What a shard is read and solved in; the next one uses it again."""

    def __init__(self) -> None:
        self.blocks = Buffers(pages)
        self.rooms = Buffers(room)


_FREE: SimpleQueue[_Memory] = SimpleQueue()


@contextmanager
def _memory() -> Iterator[_Memory]:
    """Some that no other shard uses."""
    try:
        memory = _FREE.get_nowait()
    except Empty:
        memory = _Memory()
    try:
        yield memory
    finally:
        _FREE.put(memory)


@dataclass(frozen=True)
class FileTask:
    """A job on a piece of a file."""

    number: int
    piece: Piece
    job: Job
    kind: Kind
    identity: Identity | None
    key: str
    weight: int

    @staticmethod
    def of(
        number: int, piece: Piece, job: Job, kind: Kind, identity: Identity | None, weight: int
    ) -> FileTask:
        """The task of a piece; what came from standard input is known by its contents."""
        source = piece.source
        name = _digest(source.path, os.stat(source.path).st_mtime_ns) if source.name == STDIN else source.path
        key = json.dumps([name, piece.start, piece.stop, *(piece.part or ())], ensure_ascii=False)
        return FileTask(number, piece, job, kind, identity, key, weight)

    def make(self, file: BinaryIO, rejects: Rejects, around: Around) -> Made:
        """What was read in haste and turns out to be odd is read again."""
        with _memory() as memory:
            try:
                return self._make(file, rejects, around, memory, hasty=True)
            except Misread:
                file.seek(0)
                file.truncate()
                rejects.begin_anew()
                return self._make(file, rejects, around, memory, hasty=False)

    def _make(
        self, file: BinaryIO, rejects: Rejects, around: Around, memory: _Memory, *, hasty: bool
    ) -> Made:
        made = Made()
        writer = writer_for(file, self.kind, job=self.job.name, metadata=self.job.metadata)

        def done(chunk: Chunk) -> Result:
            return self.job.run(chunk, threads=around.threads(), gap=writer.gap, rooms=memory.rooms)

        weight = 0
        try:
            # Closed here, whatever happens: a garbage collection that ends threads may wait for itself.
            with (
                closing(_beside(self._chunks(memory.blocks, hasty), self._slow_to_read)) as chunks,
                closing(_beside(map(done, chunks), bool(self.kind.packing))) as results,
            ):
                for result in results:
                    writer.write(result.chunk)
                    rejects.write(result.rejects)
                    rows = len(result.chunk) + len(result.rejects)
                    made.rows += rows
                    made.rejected += len(result.rejects)
                    made.results.update(result.tally)
                    weight += result.chunk.size
                    around.moved(self.number, rows=rows, weight=result.chunk.size)
        except Misread:
            around.moved(self.number, rows=-made.rows, weight=-weight)
            raise
        writer.close()
        if self.identity is not None:
            same_file(self.identity)
        return made

    @property
    def _slow_to_read(self) -> bool:
        source = self.piece.source
        return bool(source.kind.packing) or is_remote(source.path)

    def _chunks(self, blocks: Buffers, hasty: bool) -> Generator[Chunk]:
        with reading(self.piece.source.name):
            rows = GROUP_ROWS if self.kind.format == "parquet" else CHUNK_ROWS
            yield from read(self.piece, chunk_rows=rows, hasty=hasty, blocks=blocks)


def _beside(items: Iterable[T], wanted: bool) -> Generator[T]:
    """The same items; those that take their time (packed, or from afar) in a thread of their own."""
    return prefetch(items) if wanted else (each for each in items)


@lru_cache(maxsize=1)
def _digest(path: str, changed: int) -> str:
    from hashlib import blake2b

    digest = blake2b(digest_size=16)
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


class Rejects:
    """Rows without an answer, on their way to a file; it is opened when there is one."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: io.TextIOWrapper | None = None

    def write(self, faults: tuple[Fault, ...]) -> None:
        """Some more, each by its number within the piece."""
        if not faults:
            return
        if self._file is None:
            self._file = open(self.path, "w", encoding="utf-8", newline="")  # noqa: SIM115
        csv.writer(self._file, lineterminator="\n").writerows(faults)

    def begin_anew(self) -> None:
        """None so far."""
        if self._file is not None:
            self._file.close()
            os.remove(self.path)
            self._file = None

    def close(self) -> bool:
        """Whether there is a file."""
        if self._file is None:
            return False
        self._file.close()
        return True


class Finished(NamedTuple):
    """A shard: its receipt, and the shard itself, if it is in memory. A file's receipt lies beside it already."""

    receipt: Receipt
    held: HeldShard | None = None


def _new_file(path: str, output: Output, most_held: int) -> Any:
    if output.is_folder:
        return DirectFile(path)
    return HeldShard(path, most_held) if most_held else open(path, "wb")


def make_shard(task: Task, output: Output, around: Around, *, most_held: int = 0) -> Finished:
    """Makes one shard, its rejects and its receipt, in this order, each whole or not at all.

    Of what is to be one file, a shard of at most `most_held` bytes stays in memory, and has no receipt yet.
    """
    storage = output.storage()
    path, rejected = output.shard(task.number), output.rejects(task.number)
    temporary, aside = storage.temporary(path), storage.temporary(rejected)
    rejects = Rejects(aside)
    held = None
    try:
        with writing(path):
            with _new_file(temporary, output, most_held) as file:
                made = task.make(file, rejects, around)
                size = file.tell()
                if output.is_folder:
                    around.waits()
            if isinstance(file, HeldShard) and file.is_held:
                held = file
            some_rejected = rejects.close()
        if some_rejected:
            storage.publish(aside, rejected, lasting=output.is_folder)
        else:
            storage.remove(rejected)
        if held is None:
            storage.publish(temporary, path, lasting=output.is_folder)
    finally:
        with suppress(OSError):
            rejects.close()
        for name in (temporary, aside):
            with suppress(OSError):
                os.remove(name)
    results = dict(sorted(made.results.items()))
    receipt = Receipt(task.number, task.key, made.rows, made.rejected, size, results)
    if held is None:
        storage.write(output.receipt(task.number), receipt.text(), lasting=False)
    return Finished(receipt, held)
