"""What a run does, and its tasks: one for each shard.

    file_run, create_run ──▶ RunSpec ──▶ tasks      a job on files, or puzzles to be created
    task ──▶ read ──▶ job ──▶ write ──▶ fsync, rename ──▶ receipt

A task is a small value that can be sent to a thread, a process or a worker of a cluster, where `make_shard` does it.
A `TaskContext` tells it about the place where it runs.
"""

from __future__ import annotations

import csv
import io
import os
import zlib
from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, BinaryIO, ClassVar, cast

from nonet.bulk.batches import bool_array, run_job, text_array, to_arrow, with_columns
from nonet.bulk.errors import reading, writing
from nonet.bulk.joining import csv_file
from nonet.bulk.output import Identity, Manifest, Output, Receipt, refuse_changed
from nonet.bulk.pieces import Piece, split
from nonet.bulk.readers import Rows, read
from nonet.bulk.sources import STDIN, Source
from nonet.bulk.storage import Spool, checksum, is_remote
from nonet.bulk.writers import Writer, writer_for
from nonet.jobs.creation import BLOCK, Created, Creation
from nonet.jobs.job import Job, run_metadata
from nonet.optional_import import optional_import
from nonet.parallel.prefetch import prefetch

LINE = 82
"""Bytes of a usual row."""

SHARDS = 64
"""About how many shards a run has, unless they would be too small or too large."""

CREATED_AT_ONCE = 100
"""New puzzles between two reports of progress."""


# -- runs ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunSpec:
    """What a run does: its manifest decides what is in the shards, and `tasks` makes them, in order.

    `weight` is that of all tasks together; None if it is not known. `is_small`: it is one shard, for which no process
    need be started.
    """

    manifest: Manifest
    tasks: Callable[[Spool], Iterator[Task]]
    weight: int | None
    is_small: bool


def shard_rows(limits: tuple[int, int], rows: int) -> int:
    """How many rows a shard has by default, given the fewest and the most for a job, and the number of all rows.

    >>> shard_rows((20_000, 500_000), 10_000_000), shard_rows((50, 1_000), 1_000)
    (156250, 50)
    """
    least, most = limits
    return min(most, max(least, rows // SHARDS))


def file_run(
    sources: Sequence[Source], job: Job, *, rows: int | None = None, column: str | None = None
) -> RunSpec:
    """A job on all rows of some files, in shards of about `rows` rows."""
    sources = [_absolute(source) for source in sources]
    inputs = tuple(
        Identity(source.path, 0, 0, streamed=True) if source.streamed else Identity.of(source.path)
        for source in sources
    )
    size = sum(each.size for each in inputs)
    streamed = any(source.streamed for source in sources)
    many = rows or shard_rows(job.operation.shard_rows, 1 << 62 if streamed else size // LINE)
    options = {"layout": job.layout, **job.options, "column": column}

    def tasks(spool: Spool) -> Iterator[Task]:
        number = 0
        for source, identity in zip(sources, inputs, strict=True):
            pieces = split(source, many, spool=spool, within_groups=job.operation.in_python)
            for index, piece in enumerate(pieces):
                line = 0 if index else piece.source.line
                yield FileTask(number, piece.key, source.name, piece.weight, line, piece, job, identity)
                number += 1

    manifest = Manifest(job=job.name, options=options, seed=None, inputs=inputs, shard_rows=many)
    weight = None if streamed else max(1, size)
    return RunSpec(manifest, tasks, weight, is_small=not streamed and size <= many * LINE)


def _absolute(source: Source) -> Source:
    if source.path == STDIN or is_remote(source.path):
        return source
    return replace(source, path=os.path.abspath(source.path))


def create_run(
    seed: int, count: int, *, rows: int | None = None, creation: Creation | None = None
) -> RunSpec:
    """The first puzzles of a seed."""
    creation = creation or Creation()
    many = rows or shard_rows(creation.shard_rows, count) // BLOCK * BLOCK

    def tasks(spool: Spool) -> Iterator[Task]:
        for number, first in enumerate(range(0, count, many)):
            size = min(many, count - first)
            key = f"puzzles {first} to {first + size - 1}"
            yield CreateTask(number, key, "new puzzles", size, 1, seed, creation, first)

    options = {**creation.options, "number of puzzles": count}
    manifest = Manifest(job="create", options=options, seed=seed, inputs=(), shard_rows=many)
    return RunSpec(manifest, tasks, weight=count, is_small=count <= many)


# -- tasks ---------------------------------------------------------------------------------------------------


class TaskContext:
    """The place where a task runs: here a process of its own, with one thread and nobody to report to."""

    def threads(self) -> int:
        """How many threads the kernel may use now."""
        return 1

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        """Reports some more rows; raises an exception when the run was stopped."""

    def computed(self) -> None:
        """The shard is written; from now on the task only waits for the disk."""


@dataclass
class ShardResult:
    """What a shard has so far."""

    rows: int = 0
    rejected: int = 0
    lines: int = 0
    results: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Task(ABC):
    """The work for one shard. `key` identifies what it is made from, `source` is the input's name for the user.

    `weight` is its share of the run's; `first_line` the number of the first line, 0 if the shard continues where
    the one before ended.
    """

    number: int
    key: str
    source: str
    weight: int
    first_line: int

    @property
    @abstractmethod
    def metadata(self) -> Mapping[str, str]:
        """What a Parquet file says about itself."""

    @abstractmethod
    def make(self, writer: Writer, rejects: Any, context: TaskContext) -> ShardResult:
        """Writes the rows of the shard; `rejects` is a writer of `csv` for rejected rows and the reasons."""

    def clean_up(self, spool: Spool) -> None:  # noqa: B027 - most tasks keep nothing
        """Removes what was kept for this task alone."""


@dataclass(frozen=True)
class FileTask(Task):
    """A job on a piece of a file."""

    piece: Piece
    job: Job
    identity: Identity

    @property
    def metadata(self) -> Mapping[str, str]:
        return self.job.metadata

    def make(self, writer: Writer, rejects: Any, context: TaskContext) -> ShardResult:
        made = ShardResult()
        with closing(self._rows()) as all_rows:  # not left to the garbage collector: it may have a thread
            for rows in all_rows:
                batch, faults = self._run(rows, context.threads(), made)
                writer.write(batch, self.piece.source.puzzle, rows.batch.num_columns)
                rejects.writerows([(made.lines + line, reason) for line, reason in faults])
                count = rows.batch.num_rows + len(rows.faults)
                made.rows += count
                made.rejected += len(faults)
                made.lines += rows.lines
                context.moved(self.number, rows=count, weight=rows.size)
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

    def clean_up(self, spool: Spool) -> None:
        if self.piece.spooled:
            spool.remove(self.piece.path)


@dataclass(frozen=True)
class MadeTask(Task):
    """New rows; their number is the weight of the task."""

    job: ClassVar[str]
    seed: int

    @property
    def metadata(self) -> Mapping[str, str]:
        return run_metadata(self.job, self.seed)

    @abstractmethod
    def batches(self) -> Iterator[Any]:
        """The rows; progress is reported after each batch."""

    def make(self, writer: Writer, rejects: Any, context: TaskContext) -> ShardResult:
        made = ShardResult()
        for batch in self.batches():
            writer.write(batch, 0, batch.num_columns)
            made.rows += batch.num_rows
            context.moved(self.number, rows=batch.num_rows, weight=batch.num_rows)
        made.results["created"] = made.rows
        return made


@dataclass(frozen=True)
class CreateTask(MadeTask):
    job = "create"
    creation: Creation
    first: int

    def batches(self) -> Iterator[Any]:
        puzzles = self.creation.make(self.seed, self.first, self.weight)
        while some := list(islice(puzzles, CREATED_AT_ONCE)):
            yield created_batch(some)


def created_batch(rows: list[Created]) -> Any:
    """New puzzles as a record batch."""
    columns = {
        "puzzle": text_array([row.puzzle for row in rows]),
        "solution": text_array([row.solution for row in rows]),
    }
    for index, (name, first) in enumerate(rows[0].known):
        values: list[Any] = [row.known[index][1] for row in rows]
        code = {int: "q", float: "d"}.get(type(first))
        columns[name] = text_array(values) if code is None else to_arrow(array(code, values))
    return optional_import("pyarrow").RecordBatch.from_arrays(list(columns.values()), list(columns))


class _Checked(io.RawIOBase):
    """A file that is being written, with the checksum of what was written so far."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = 0
        self.crc = 0

    def write(self, data: Any) -> int:
        view = memoryview(data).cast("B")
        self._file.write(view)
        self.crc = zlib.crc32(view, self.crc)
        self.size += view.nbytes
        return view.nbytes

    def tell(self) -> int:
        return self.size

    def writable(self) -> bool:
        return True


def make_shard(task: Task, output: Output, context: TaskContext) -> Receipt:
    """Makes a shard, its rejects and its receipt, in this order, each whole or not at all.

    In a folder, the shard and its rejects are on the disk before the receipt says so; whatever else is lost with the
    power does not match its checksum, and is made again.
    """
    storage, lasting = output.storage(), output.is_folder
    path, rejected = output.shard(task.number), output.rejects(task.number)
    aside, rejects_checksum = storage.temporary(rejected), ""
    with writing(path):
        try:
            with storage.whole_file(path, lasting=lasting) as temporary:
                with open(temporary, "wb") as file, csv_file(aside, "w") as rejects:
                    checked = _Checked(file)
                    binary = cast(BinaryIO, checked)
                    writer = writer_for(binary, output.shard_kind, task.metadata, output.compression)
                    made = task.make(writer, csv.writer(rejects, lineterminator="\n"), context)
                    writer.close()
                context.computed()
                if made.rejected:
                    rejects_checksum = checksum(aside)
                    storage.publish(aside, rejected, lasting=lasting)
                else:
                    storage.remove(rejected)
        finally:
            with suppress(OSError):
                os.remove(aside)
        receipt = Receipt(
            number=task.number,
            piece=task.key,
            source=task.source,
            rows=made.rows,
            rejected=made.rejected,
            lines=made.lines,
            first_line=task.first_line,
            size=checked.size,
            header=writer.header,
            checksum=f"{checked.crc:08x}",
            rejects_checksum=rejects_checksum,
            results=dict(sorted(made.results.items())),
        )
        storage.write(output.receipt(task.number), receipt.text(), lasting=False)
    return receipt
