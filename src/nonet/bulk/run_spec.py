"""What a run does: a job on files, or puzzles to be created. It decides the manifest, and with it the shards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from nonet.bulk.manifest import Identity, Manifest
from nonet.bulk.shard import CreateTask, FileTask, Task
from nonet.bulk.sources import STDIN, FileKind, Source
from nonet.bulk.splits import split
from nonet.bulk.storage import Spool
from nonet.bulk.streams import is_remote
from nonet.jobs.creation import BLOCK, Creation
from nonet.jobs.job import Job

__all__ = ["CreateRun", "FileRun", "RunSpec", "shard_rows"]

LINE = 82
"""Bytes of a usual row."""

SHARDS = 64
"""About how many shards a run has, unless they would be too small or too large."""

CREATED_ROWS = (50, 20_000)


class RunSpec(Protocol):
    @property
    def kind(self) -> FileKind:
        """How the output is written."""
        ...

    @property
    def weight(self) -> int | None:
        """The weight of all tasks together; None if it is not known."""
        ...

    @property
    def is_small(self) -> bool:
        """Whether it is one shard, for which no process need be started."""
        ...

    def manifest(self) -> Manifest: ...

    def tasks(self, spool: Spool) -> Iterator[Task]:
        """The shards to make, in order."""
        ...

    def finished(self, task: Task, spool: Spool) -> None:
        """Releases what was kept for this task alone."""
        ...


def shard_rows(limits: tuple[int, int], rows: int) -> int:
    """How many rows a shard has by default, given the fewest and the most for a job, and the number of all rows.

    >>> shard_rows((20_000, 500_000), 10_000_000), shard_rows((50, 1_000), 1_000)
    (156250, 50)
    """
    least, most = limits
    return min(most, max(least, rows // SHARDS))


class FileRun:
    """A job on all rows of some files."""

    def __init__(
        self,
        sources: tuple[Source, ...],
        job: Job,
        kind: FileKind,
        *,
        rows: int | None = None,
        column: str | None = None,
    ) -> None:
        self.kind = kind
        self._job = job
        self._column = column
        self._sources = tuple(_absolute(source) for source in sources)
        self._identities = [
            Identity(source.path, 0, 0, streamed=True) if source.streamed else Identity.of(source.path)
            for source in self._sources
        ]
        size = sum(identity.size for identity in self._identities)
        streamed = any(source.streamed for source in self._sources)
        self.rows = rows or shard_rows(job.operation.shard_rows, 1 << 62 if streamed else size // LINE)
        self.weight = None if streamed else max(1, size)
        self.is_small = not streamed and size <= self.rows * LINE

    def manifest(self) -> Manifest:
        return Manifest(
            job=self._job.name,
            options={"layout": self._job.layout, **self._job.options, "column": self._column},
            seed=None,
            inputs=tuple(self._identities),
            ending=self.kind.ending,
            shard_rows=self.rows,
        )

    def tasks(self, spool: Spool) -> Iterator[Task]:
        number = 0
        for source, identity in zip(self._sources, self._identities, strict=True):
            pieces = split(source, self.rows, spool=spool, within_groups=self._job.operation.in_python)
            for index, piece in enumerate(pieces):
                first_line = 0 if index else piece.source.line
                yield FileTask(number, piece, self._job, self.kind, identity, first_line)
                number += 1

    def finished(self, task: Task, spool: Spool) -> None:
        if isinstance(task, FileTask) and task.piece.spooled:
            spool.remove(task.piece.path)


def _absolute(source: Source) -> Source:
    if source.path == STDIN or is_remote(source.path):
        return source
    return replace(source, path=os.path.abspath(source.path))


class CreateRun:
    """The first puzzles of a seed."""

    def __init__(
        self,
        seed: int,
        count: int,
        kind: FileKind,
        *,
        rows: int | None = None,
        creation: Creation | None = None,
    ) -> None:
        self.kind = kind
        self.weight = count
        self.rows = rows or shard_rows(CREATED_ROWS, count) // BLOCK * BLOCK
        self.is_small = count <= self.rows
        self._seed = seed
        self._count = count
        self._creation = creation or Creation()

    def manifest(self) -> Manifest:
        return Manifest(
            job="create",
            options={**self._creation.options, "number of puzzles": self._count},
            seed=self._seed,
            inputs=(),
            ending=self.kind.ending,
            shard_rows=self.rows,
        )

    def tasks(self, spool: Spool) -> Iterator[Task]:
        for number, first in enumerate(range(0, self._count, self.rows)):
            count = min(self.rows, self._count - first)
            yield CreateTask(number, self._creation, self._seed, first, count, self.kind)

    def finished(self, task: Task, spool: Spool) -> None:
        pass
