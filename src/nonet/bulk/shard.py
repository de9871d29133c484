"""One shard from its beginning to its end: read a piece, do the job, write the shard, leave a receipt.

    task ──▶ read ──▶ job ──▶ write ──▶ fsync, rename ──▶ receipt

A task is a small value that can be sent to a thread, a process or a worker of a cluster. What it needs to know of the
place where it runs, it asks the `TaskContext`.
"""

from __future__ import annotations

import csv
import io
import os
import zlib
from collections import Counter
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, BinaryIO, Protocol, cast

from nonet.bulk.batches import bool_array, run_job, text_array, with_columns
from nonet.bulk.errors import reading, writing
from nonet.bulk.manifest import Identity, Receipt, refuse_changed
from nonet.bulk.optional_import import optional_import
from nonet.bulk.output_paths import Output
from nonet.bulk.readers import Rows, read
from nonet.bulk.sources import FileKind
from nonet.bulk.splits import Piece
from nonet.bulk.storage import checksum
from nonet.bulk.streams import is_remote
from nonet.bulk.writers import writer_for
from nonet.jobs.creation import Created, Creation
from nonet.jobs.job import Job
from nonet.parallel.prefetch import prefetch
from nonet.version import __version__

__all__ = [
    "CreateTask",
    "FileTask",
    "Halted",
    "Rejects",
    "ShardResult",
    "Task",
    "TaskContext",
    "created_batch",
    "make_shard",
]

CREATED_ROWS = 100
"""New puzzles between two reports of progress."""


class Halted(Exception):
    """The run was stopped while the shard was made."""


class TaskContext(Protocol):
    """The place where a task runs."""

    def threads(self) -> int:
        """How many threads the kernel may use now."""
        ...

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        """Reports some more rows; raises `Halted` when the run was stopped."""
        ...

    def computed(self) -> None:
        """The shard is written; from now on the task only waits for the disk."""
        ...


@dataclass
class ShardResult:
    """What a shard has so far."""

    rows: int = 0
    rejected: int = 0
    lines: int = 0
    header: int = 0
    results: Counter[str] = field(default_factory=Counter)


class Task(Protocol):
    """The work for one shard. `key` identifies what it is made from, `source` is the input's name for the user.

    `first_line` is the number of the first line, 0 if the shard continues where the one before ended.
    """

    @property
    def number(self) -> int: ...

    @property
    def key(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def weight(self) -> int: ...

    @property
    def first_line(self) -> int: ...

    def make(self, file: BinaryIO, rejects: Rejects, context: TaskContext) -> ShardResult:
        """Writes the shard to an open file."""
        ...


@dataclass(frozen=True)
class FileTask:
    """A job on a piece of a file."""

    number: int
    piece: Piece
    job: Job
    kind: FileKind
    identity: Identity
    first_line: int = 0

    @property
    def key(self) -> str:
        return self.piece.key

    @property
    def source(self) -> str:
        return self.piece.source.name

    @property
    def weight(self) -> int:
        return self.piece.weight

    def make(self, file: BinaryIO, rejects: Rejects, context: TaskContext) -> ShardResult:
        made = ShardResult()
        writer = writer_for(file, self.kind, self.job.metadata)
        with closing(self._rows()) as all_rows:  # not left to the garbage collector: it may have a thread
            for rows in all_rows:
                batch, faults = self._run(rows, context.threads(), made)
                writer.write(batch, self.piece.source.puzzle, rows.batch.num_columns)
                rejects.write([(made.lines + line, reason) for line, reason in faults])
                count = rows.batch.num_rows + len(rows.faults)
                made.rows += count
                made.rejected += len(faults)
                made.lines += rows.lines
                context.moved(self.number, rows=count, weight=rows.size)
        writer.close()
        made.header = writer.header
        refuse_changed(self.identity)
        return made

    def _rows(self) -> Generator[Rows]:
        with reading(self.source):
            rows = read(self.piece)
            yield from prefetch(rows) if is_remote(self.piece.path) else rows

    def _run(self, rows: Rows, threads: int, made: ShardResult) -> tuple[Any, list[tuple[int, str]]]:
        """The batch with its new columns, without the rejected rows; and those, by line."""
        source, batch = self.piece.source, rows.batch
        answers = None if source.answer is None else batch.column(source.answer)
        result = run_job(self.job, batch.column(source.puzzle), answers=answers, threads=threads)
        made.results += result.tally
        batch = with_columns(batch, source.puzzle, result)
        faults = list(rows.faults)
        if result.rejects:
            keep = optional_import("numpy").ones(batch.num_rows, bool)
            keep[list(result.rejects)] = False
            batch = batch.filter(bool_array(keep))
            numbers = rows.numbers()
            faults += [(int(numbers[row]), reason) for row, reason in result.rejects.items()]
        return batch, sorted(faults)


@dataclass(frozen=True)
class CreateTask:
    """The new puzzles of one shard."""

    number: int
    creation: Creation
    seed: int
    first: int
    count: int
    kind: FileKind

    source = "new puzzles"
    first_line = 1

    @property
    def key(self) -> str:
        return f"puzzles {self.first} to {self.first + self.count - 1}"

    @property
    def weight(self) -> int:
        return self.count

    def make(self, file: BinaryIO, rejects: Rejects, context: TaskContext) -> ShardResult:
        made = ShardResult()
        metadata = {"nonet.job": "create", "nonet.version": __version__, "nonet.seed": str(self.seed)}
        writer = writer_for(file, self.kind, metadata)
        puzzles = self.creation.make(self.seed, self.first, self.count)
        while some := list(islice(puzzles, CREATED_ROWS)):
            batch = created_batch(some)
            writer.write(batch, 0, batch.num_columns)
            made.rows += len(some)
            context.moved(self.number, rows=len(some), weight=len(some))
        writer.close()
        made.header = writer.header
        made.results["created"] = made.rows
        return made


def created_batch(rows: list[Created]) -> Any:
    """New puzzles as a record batch."""
    columns = {
        "puzzle": text_array([row.puzzle for row in rows]),
        "solution": text_array([row.solution for row in rows]),
    }
    for index, (name, _) in enumerate(rows[0].known):
        columns[name] = text_array([row.known[index][1] for row in rows])
    return optional_import("pyarrow").RecordBatch.from_arrays(list(columns.values()), list(columns))


class Rejects:
    """The file of a shard's rejected rows, opened when there is one."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: io.TextIOWrapper | None = None

    def write(self, faults: list[tuple[int, str]]) -> None:
        if not faults:
            return
        if self._file is None:
            self._file = open(self.path, "w", encoding="utf-8", errors="surrogateescape", newline="")  # noqa: SIM115
        csv.writer(self._file, lineterminator="\n").writerows(faults)

    def close(self) -> bool:
        """Whether there is a file."""
        if self._file is None:
            return False
        self._file.close()
        return True


class _Checked:
    """A file that is being written, with the checksum of what was written so far."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = 0
        self.crc = 0
        self.closed = False

    def write(self, data: Any) -> int:
        view = memoryview(data).cast("B")
        self._file.write(view)
        self.crc = zlib.crc32(view, self.crc)
        self.size += view.nbytes
        return view.nbytes

    def tell(self) -> int:
        return self.size

    def flush(self) -> None:
        self._file.flush()

    def seekable(self) -> bool:
        return False


def make_shard(task: Task, output: Output, context: TaskContext) -> Receipt:
    """Makes a shard, its rejects and its receipt, in this order, each whole or not at all.

    The shard and its rejects are on the disk before the receipt says so; the receipt itself may be lost with the
    power, and then the shard is made again.
    """
    storage = output.storage()
    path, rejected = output.shard(task.number), output.rejects(task.number)
    temporary, aside = storage.temporary(path), storage.temporary(rejected)
    rejects = Rejects(aside)
    rejects_checksum = ""
    try:
        with writing(path):
            with open(temporary, "wb") as file:
                checked = _Checked(file)
                made = task.make(cast(BinaryIO, checked), rejects, context)
            context.computed()
            some_rejected = rejects.close()
        if some_rejected:
            rejects_checksum = checksum(aside)
            storage.publish(aside, rejected)
        else:
            storage.remove(rejected)
        storage.publish(temporary, path)
    finally:
        with suppress(OSError):
            rejects.close()
        for name in (temporary, aside):
            with suppress(OSError):
                os.remove(name)
    receipt = Receipt(
        number=task.number,
        piece=task.key,
        source=task.source,
        rows=made.rows,
        rejected=made.rejected,
        lines=made.lines,
        first_line=task.first_line,
        size=checked.size,
        header=made.header,
        checksum=f"{checked.crc:08x}",
        rejects_checksum=rejects_checksum,
        results=dict(sorted(made.results.items())),
    )
    storage.write(output.receipt(task.number), receipt.text(), lasting=False)
    return receipt
