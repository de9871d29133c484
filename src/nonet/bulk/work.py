"""A job on files, as a run: what decides its shards, and the tasks that make them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict, replace

from nonet.bulk import files
from nonet.bulk.jobs import Job
from nonet.bulk.manifest import PIPE, Identity, Manifest
from nonet.bulk.pieces import Piece, first_row, plan
from nonet.bulk.sources import STDIN, Kind, Source
from nonet.bulk.tasks import FileTask, Task

__all__ = ["FileWork", "shard_rows"]

LINE = 82
SHARDS = 64
"""So many shards are aimed at, as long as they do not get too small or too large."""

ROWS_A_SHARD = {"rate": (50, 1_000), "canonical": (5_000, 100_000), "create": (50, 20_000)}
MOST_JOBS = (20_000, 500_000)
SLOW = "rate"
"""Next to it, it takes no time to unpack the beginning of a row group again."""


def shard_rows(job: str, rows: int) -> int:
    """How many rows a shard has, if nobody says: it depends on the job and the number of all rows alone.

    >>> shard_rows("solve", 10_000_000), shard_rows("solve", 1_000), shard_rows("rate", 1_000)
    (156250, 20000, 50)
    """
    least, most = ROWS_A_SHARD.get(job, MOST_JOBS)
    return min(most, max(least, rows // SHARDS))


class FileWork:
    """A job on all rows of some files."""

    def __init__(
        self,
        sources: tuple[Source, ...],
        job: Job,
        kind: Kind,
        *,
        rows: int | None = None,
        column: str | None = None,
    ) -> None:
        self.kind = kind
        self._job = job
        self._column = column
        self._sources = tuple(_absolute(source) for source in sources)
        self._identities = {
            source.path: Identity.of(source.path) for source in self._sources if source.path != STDIN
        }
        size = sum(identity.size for identity in self._identities.values())
        self._piped = any(source.path == STDIN for source in self._sources)
        self.rows = rows or shard_rows(job.name, size // LINE if not self._piped else 1 << 62)
        self.weight = None if self._piped else max(1, size)
        self.is_small = not self._piped and size <= self.rows * LINE

    def manifest(self) -> Manifest:
        """The job and its options, and the files as they are now."""
        options = asdict(self._job)
        name, seed = options.pop("name"), options.pop("seed")
        inputs = tuple(self._identities.get(source.path) or Identity(PIPE, 0, 0) for source in self._sources)
        return Manifest(
            job=name,
            options=options | {"column": self._column},
            seed=seed,
            inputs=inputs,
            ending=self.kind.ending,
            shard_rows=self.rows,
        )

    def tasks(self, spool: str) -> Iterator[Task]:
        """One for each piece."""
        if self._piped:
            os.makedirs(spool, exist_ok=True)
        number = 0
        for source in self._sources:
            pieces: Iterator[Piece] | list[Piece] = plan(
                (source,), rows=self.rows, spool=spool, slowly=self._job.name == SLOW
            )
            if source.path != STDIN:
                pieces = list(pieces)
            whole = sum(each.extent for each in pieces) if isinstance(pieces, list) else 0
            for piece in pieces:
                identity = self._identities.get(piece.source.path)
                size = 0 if identity is None else identity.size
                weight = int(size * piece.extent / max(1, whole))
                yield FileTask.of(number, piece, self._job, self.kind, identity, weight)
                number += 1

    def place(self, task: Task, row: int) -> tuple[str, int]:
        """Lines are counted on from the last piece that was asked for."""
        assert isinstance(task, FileTask)
        return task.piece.source.name, first_row(task.piece) + row

    def finished(self, task: Task) -> None:
        """What was spooled for it is not needed any more."""
        assert isinstance(task, FileTask)
        if task.piece.temporary:
            os.remove(task.piece.source.path)


def _absolute(source: Source) -> Source:
    if source.path == STDIN or files.is_remote(source.path):
        return source
    return replace(source, path=os.path.abspath(source.path))
