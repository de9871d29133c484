"""Shards become one file, and the rejected rows of all shards one table.

text      the bytes of all shards, copied by the system where it can, with the header of the first only
parquet   the rows of all shards, written again by pyarrow in row groups of the usual size
"""

from __future__ import annotations

import csv
import errno
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import IO, Any

from nonet.bulk.errors import writing
from nonet.bulk.manifest import Receipt
from nonet.bulk.output_paths import Output
from nonet.bulk.parquet_files import ParquetBatches, empty_batch, open_parquet
from nonet.bulk.sources import FileKind
from nonet.bulk.storage import Storage
from nonet.parallel.prefetch import prefetch

__all__ = ["join_rejects", "join_shards"]

BATCH_ROWS = 1 << 15
_CANNOT = {errno.EXDEV, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EPERM, errno.EBADF}


def join_shards(
    output: Output, storage: Storage, receipts: Sequence[Receipt], kind: FileKind, path: str
) -> None:
    """Writes the shards, in order, to one local file."""
    with writing(output.target), open(path, "wb") as file:
        if kind.format == "parquet":
            _join_parquet(output, storage, receipts, file)
            return
        for receipt in receipts:
            with open(storage.local_copy(output.shard(receipt.number)), "rb") as shard:
                _copy(shard, file, receipt.header if receipt.number else 0)


def _join_parquet(output: Output, storage: Storage, receipts: Sequence[Receipt], file: IO[bytes]) -> None:
    """Reads in one thread and writes in another."""

    def batches() -> Iterator[Any]:
        for receipt in receipts:
            with open_parquet(storage.local_copy(output.shard(receipt.number))) as shard:
                if not receipt.number:
                    yield empty_batch(shard.schema_arrow)
                yield from shard.iter_batches(BATCH_ROWS, use_threads=False)

    joined = ParquetBatches(file)
    with closing(prefetch(batches())) as all_batches:
        for batch in all_batches:
            joined.write(batch)
    joined.close()


def _copy(source: IO[bytes], target: IO[bytes], start: int) -> None:
    """Appends a file, from a byte on, to another; by the operating system, if it can."""
    place = start
    if hasattr(os, "copy_file_range"):
        try:
            while copied := os.copy_file_range(source.fileno(), target.fileno(), 1 << 30, place):
                place += copied
        except OSError as error:
            if error.errno not in _CANNOT:
                raise
    source.seek(place)  # the rest, or all of it
    shutil.copyfileobj(source, target, 1 << 20)
    target.flush()


def join_rejects(output: Output, storage: Storage, receipts: Sequence[Receipt]) -> None:
    """All rejected rows in one file: which input, which row, and why. There is no file if there are none."""
    if not any(receipt.rejected for receipt in receipts):
        storage.remove(output.rejected)
        return
    line = 1
    temporary = output.temporary(storage)
    with (
        writing(output.rejected),
        open(temporary, "w", encoding="utf-8", errors="surrogateescape", newline="") as file,
    ):
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("file", "row", "reason"))
        for receipt in receipts:
            line = receipt.first_line or line
            if receipt.rejected:
                copy = storage.local_copy(output.rejects(receipt.number))
                with open(copy, encoding="utf-8", errors="surrogateescape", newline="") as part:
                    rows = ((receipt.source, line + int(row), why) for row, why in csv.reader(part))
                    writer.writerows(rows)
            line += receipt.lines
    storage.publish(temporary, output.rejected)
