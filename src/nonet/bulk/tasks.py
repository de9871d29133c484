"""A shard from its beginning to its end: read a piece, do the job, write the shard, leave a receipt.

    read ──▶ job ──▶ write            three threads, a chunk each; the kernel brings threads of its own

A task is a small value that travels: to a thread, to a process, to a worker of a cluster. What it meets there
it asks `Around`.
"""

from __future__ import annotations

import csv
import io
import json
import os
import threading
from collections import Counter
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import BinaryIO, Protocol

from nonet.ahead import ahead
from nonet.bulk.boards import room
from nonet.bulk.buffers import Buffers
from nonet.bulk.chunk import Chunk, Fault, Misread
from nonet.bulk.jobs import Job, Result
from nonet.bulk.manifest import Identity, Receipt, same_file
from nonet.bulk.pieces import Piece
from nonet.bulk.problems import reading, writing
from nonet.bulk.read import block, read
from nonet.bulk.shards import Output
from nonet.bulk.sources import STDIN, Kind
from nonet.bulk.write import writer_for

__all__ = ["Around", "FileTask", "Halted", "Made", "Task", "make_shard"]

CHUNK_ROWS = 1 << 14
"""So many rows are on their way together: 1.3 MB of puzzles, a few milliseconds of the kernel's time."""


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
    """What the shards that a thread makes, one after the other, are read and solved in."""

    def __init__(self) -> None:
        self.blocks = Buffers(block)
        self.rooms = Buffers(room)


class _Here(threading.local):
    """Of each thread its own."""

    def __init__(self) -> None:
        self.memory = _Memory()


_HERE = _Here()


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
        key = json.dumps([name, piece.start, piece.stop], ensure_ascii=False)
        return FileTask(number, piece, job, kind, identity, key, weight)

    def make(self, file: BinaryIO, rejects: Rejects, around: Around) -> Made:
        """Reading, the job and writing overlap. What was read in haste and turns out to be odd is read again."""
        try:
            return self._make(file, rejects, around, hasty=True)
        except Misread:
            file.seek(0)
            file.truncate()
            rejects.begin_anew()
            return self._make(file, rejects, around, hasty=False)

    def _make(self, file: BinaryIO, rejects: Rejects, around: Around, *, hasty: bool) -> Made:
        made, memory = Made(), _HERE.memory
        writer = writer_for(file, self.kind, job=self.job.name, metadata=self.job.metadata)

        def done(chunk: Chunk) -> Result:
            return self.job.run(chunk, threads=around.threads(), gap=writer.gap, rooms=memory.rooms)

        weight = 0
        try:
            # Closed here, whatever happens: a garbage collection that ends threads may wait for itself.
            with (
                closing(ahead(self._chunks(memory.blocks, hasty))) as chunks,
                closing(ahead(map(done, chunks))) as results,
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

    def _chunks(self, blocks: Buffers, hasty: bool) -> Generator[Chunk]:
        with reading(self.piece.source.name):
            yield from read(self.piece, chunk_rows=CHUNK_ROWS, hasty=hasty, blocks=blocks)


@lru_cache(maxsize=1)
def _digest(path: str, changed: int) -> str:
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


def make_shard(task: Task, output: Output, around: Around) -> Receipt:
    """Makes one shard, its rejects and its receipt, in this order, each whole or not at all."""
    storage = output.storage()
    path, rejected = output.shard(task.number), output.rejects(task.number)
    temporary, aside = storage.temporary(path), storage.temporary(rejected)
    rejects = Rejects(aside)
    try:
        with writing(path):
            with open(temporary, "wb") as file:
                made = task.make(file, rejects, around)
            size = os.path.getsize(temporary)
        if rejects.close():
            storage.publish(aside, rejected)
        else:
            storage.remove(rejected)
        storage.publish(temporary, path)
    finally:
        rejects.close()
        for name in (temporary, aside):
            with suppress(OSError):
                os.remove(name)
    results = dict(sorted(made.results.items()))
    receipt = Receipt(task.number, task.key, made.rows, made.rejected, size, results)
    storage.write(output.receipt(task.number), receipt.text())
    return receipt
