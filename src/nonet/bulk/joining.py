"""Shards become one file, and the rejected rows of all shards one table.

text      the bytes of all shards, copied by the system where it can, with the header of the first only
parquet   the rows of all shards, which are Arrow streams, encoded by pyarrow in row groups of the usual size
"""

from __future__ import annotations

import csv
import errno
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Literal

from nonet.bulk.output import Output, Receipt
from nonet.bulk.parquet_files import ParquetBatches, read_stream
from nonet.bulk.storage import Storage
from nonet.visible import visible

_CANNOT = {errno.EXDEV, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EPERM, errno.EBADF}


class Joiner:
    """Appends shards, in order, to a local file under a temporary name, while later shards are still being made."""

    def __init__(self, output: Output, storage: Storage) -> None:
        self.path = output.temporary(storage)
        self._output = output
        self._storage = storage
        self._file = open(self.path, "wb")  # noqa: SIM115 - closed by `finish` or `discard`
        is_parquet = output.kind.format == "parquet"
        self._parquet = ParquetBatches(self._file, compression=output.compression) if is_parquet else None

    def add(self, receipt: Receipt) -> None:
        shard = self._storage.local_copy(self._output.shard(receipt.number))
        if self._parquet is not None:
            for batch in read_stream(shard):
                self._parquet.write(batch)
            return
        with open(shard, "rb") as source:
            _copy(source, self._file, receipt.header if receipt.number else 0)

    def finish(self) -> int:
        """Completes the file, and tells its size."""
        if self._parquet is not None:
            self._parquet.close()
        self._file.close()
        return os.path.getsize(self.path)

    def discard(self) -> None:
        """Removes the file, unless it has got its final name."""
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            os.remove(self.path)


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


# -- rejected rows -------------------------------------------------------------------------------------------


def csv_file(path: str, mode: Literal["r", "w"] = "r") -> IO[str]:
    """A table of rejected rows; names of files in it need not be UTF-8."""
    return open(path, mode, encoding="utf-8", errors="surrogateescape", newline="")


def join_rejects(output: Output, storage: Storage, receipts: Sequence[Receipt]) -> None:
    """All rejected rows in one file: which input, which row, and why. There is no file if there are none."""
    if not any(receipt.rejected for receipt in receipts):
        storage.remove(output.rejected)
        return
    line = 1
    with (
        storage.whole_file(output.rejected, beside=output.manifest) as name,
        csv_file(name, "w") as file,
    ):
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("file", "row", "reason"))
        for receipt in receipts:
            line = receipt.first_line or line
            if receipt.rejected:
                copy = storage.local_copy(output.rejects(receipt.number))
                with csv_file(copy) as part:
                    rows = ((visible(receipt.source), line + int(row), why) for row, why in csv.reader(part))
                    writer.writerows(rows)
            line += receipt.lines
