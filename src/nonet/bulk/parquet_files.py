"""Parquet files, by pyarrow: opened with limits, read in batches, written in row groups.

The shards of what will be one Parquet file are Arrow streams (`StreamWriter`), which are joined without decoding.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from mmap import ACCESS_READ, mmap
from typing import Any

from nonet.bulk.errors import DamagedFile
from nonet.bulk.storage import is_remote, storage_for
from nonet.limits import limits
from nonet.optional_import import optional_import

MAGIC = b"PAR1"

GROUP_ROWS = 1 << 17
"""Rows of a row group that we write; the last of a file may have fewer."""

COMPRESSION = "zstd"
"""By default; at pyarrow's level 1: higher ones take two to ten times as long for hardly a smaller file."""

PART_ROWS = 1024
"""Rows that are read at once. A few bytes of Parquet may stand for a long text in each of many rows."""

LARGEST_FOOTER = 1 << 24
MOST_ROWS_A_BYTE = 100_000
"""Parquet can store "the same row a million times" in a few bytes. More than this counts as damage."""


def schema_of(path: str, name: str = "") -> dict[str, str]:
    """The columns of a file, and their Arrow types in words."""
    with _open_parquet(path, name) as file:
        return {field.name: str(field.type) for field in file.schema_arrow}


def group_rows(path: str, name: str = "") -> list[int]:
    """How many rows each row group has."""
    with _open_parquet(path, name) as file:
        return [int(file.metadata.row_group(k).num_rows) for k in range(file.metadata.num_row_groups)]


def read_groups(path: str, name: str, groups: range, *, rows: int, size: int) -> Iterator[Any]:
    """The rows of some row groups, in record batches of about this many rows, or bytes if they are long."""
    with _open_parquet(path, name) as file:
        expected = sum(int(file.metadata.row_group(k).num_rows) for k in groups)
        found = 0
        parts = file.iter_batches(PART_ROWS, row_groups=list(groups), use_threads=False)
        for batch in _gathered(parts, name, rows, size):
            found += batch.num_rows
            yield batch
        if found != expected:
            raise DamagedFile(f"{name}: a damaged Parquet file: {found:,} rows where {expected:,} should be")
        if not found:
            yield empty_batch(file.schema_arrow)


def _gathered(parts: Iterator[Any], name: str, rows: int, size: int) -> Iterator[Any]:
    """Record batches joined up to a number of rows or bytes, whatever is reached first."""
    held: list[Any] = []
    row_count = total = 0
    for part in parts:
        held.append(part)
        row_count += part.num_rows
        total += _text_size(part, name)
        if row_count >= rows or total >= size:
            yield _joined(held)
            held, row_count, total = [], 0, 0
    if held:
        yield _joined(held)


def _joined(batches: list[Any]) -> Any:
    table = optional_import("pyarrow").Table.from_batches(batches).combine_chunks()
    return table.to_batches()[0] if table.num_rows else batches[0]


def _text_size(batch: Any, name: str) -> int:
    """About how many bytes its texts have where each is written out. One that is too long is refused."""
    pyarrow, pc = optional_import("pyarrow"), optional_import("pyarrow.compute")
    total = 0
    for column in batch.columns:
        texts = column.dictionary if pyarrow.types.is_dictionary(column.type) else column
        if any(word in str(texts.type) for word in ("string", "binary")) and not texts.type.num_fields:
            longest = pc.max(pc.binary_length(texts)).as_py() or 0
            if longest > limits().line:
                raise DamagedFile(
                    f"{name}: a value of {longest:,} bytes; values of more than {limits().line:,} cannot be puzzles"
                )
            total += longest * batch.num_rows
    return total


def empty_batch(schema: Any) -> Any:
    """A record batch without a row."""
    pyarrow = optional_import("pyarrow")
    return pyarrow.RecordBatch.from_arrays([pyarrow.nulls(0, each.type) for each in schema], schema=schema)


@contextmanager
def _open_parquet(path: str, name: str = "") -> Iterator[Any]:
    """A `ParquetFile`. Damage, found now or while reading, is raised as a `DamagedFile`."""
    pyarrow, parquet = optional_import("pyarrow"), optional_import("pyarrow.parquet")
    name = name or path
    with ExitStack() as stack:
        try:
            size = _check_footer(path, name)
            source = stack.enter_context(storage_for(path).open(path)) if _needs_opening(path) else path
            file = parquet.ParquetFile(source, buffer_size=1 << 20, pre_buffer=False)
            stack.enter_context(file)
            _check_sizes(file.metadata, size, name)
            yield file
        except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise DamagedFile(
                f"{name}: not a Parquet file, or a damaged one ({' '.join(str(error).split())})"
            ) from None


def _needs_opening(path: str) -> bool:
    """Whether pyarrow cannot open the file by its name: a URL, or a name that is not UTF-8."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return is_remote(path)


def _check_footer(path: str, name: str) -> int:
    """The last eight bytes are the length of the footer and the magic number; pyarrow reads the footer whole.

    Returns the size of the file.
    """
    with storage_for(path).open(path) as file:
        size = int(file.seek(0, os.SEEK_END))
        file.seek(max(0, size - 8))
        tail = file.read(8)
    footer = int.from_bytes(tail[:4], "little")
    if tail[4:] != MAGIC or footer + 2 * len(MAGIC) > size:
        raise DamagedFile(f"{name}: not a Parquet file, or a damaged one (it has no footer)")
    if footer > LARGEST_FOOTER:
        raise DamagedFile(
            f"{name}: a Parquet footer of {footer:,} bytes; more than {LARGEST_FOOTER >> 20} MB are refused"
        )
    return size


def _check_sizes(metadata: Any, size: int, name: str) -> None:
    """Refuses row counts and average values that no file of puzzles has."""
    rows = [int(metadata.row_group(k).num_rows) for k in range(metadata.num_row_groups)]
    if sum(rows) != metadata.num_rows or min(rows, default=0) < 0:
        raise DamagedFile(
            f"{name}: a damaged Parquet file: {sum(rows):,} rows in its groups, {metadata.num_rows:,} in all"
        )
    if metadata.num_rows > size * MOST_ROWS_A_BYTE:
        raise DamagedFile(f"{name}: a damaged Parquet file: {metadata.num_rows:,} rows in {size:,} bytes")
    for number, count in enumerate(rows):
        group = metadata.row_group(number)
        if group.total_byte_size > max(1, count) * limits().line * max(1, metadata.num_columns):
            raise DamagedFile(
                f"{name}: row group {number + 1} has values of more than {limits().line:,} bytes; "
                "they cannot be puzzles"
            )


class ParquetBatches:
    """Writes record batches to a Parquet file, gathered into row groups of `GROUP_ROWS`."""

    header = 0

    def __init__(
        self, file: Any, metadata: Mapping[str, str] | None = None, compression: str = COMPRESSION
    ) -> None:
        self._file = file
        self._metadata = metadata
        self._compression = compression
        self._writer: Any = None
        self._held: list[Any] = []
        self._rows = 0

    def write(self, batch: Any, puzzle: int = 0, added: int = 0) -> None:
        if self._writer is None:
            self._writer = self._open(batch.schema)
        batch = batch.replace_schema_metadata(self._writer.schema.metadata)
        while self._rows + batch.num_rows >= GROUP_ROWS:
            room = GROUP_ROWS - self._rows
            self._held.append(batch.slice(0, room))
            self._flush()
            batch = batch.slice(room)
        if batch.num_rows:
            self._held.append(batch)
            self._rows += batch.num_rows

    def close(self) -> None:
        """Writes what is held, and the footer; the file stays open. At least one batch must have been written."""
        if self._held:
            self._flush()
        self._writer.close()

    def _open(self, schema: Any) -> Any:
        pyarrow, parquet = optional_import("pyarrow"), optional_import("pyarrow.parquet")
        if self._metadata is not None:
            schema = schema.with_metadata(self._metadata)
        words = [each.name for each in schema if pyarrow.types.is_dictionary(each.type)]
        return parquet.ParquetWriter(
            self._file, schema, compression=self._compression, use_dictionary=words, write_statistics=False
        )

    def _flush(self) -> None:
        pyarrow = optional_import("pyarrow")
        table = pyarrow.Table.from_batches(self._held, schema=self._writer.schema)
        self._writer.write_table(table, row_group_size=GROUP_ROWS)
        self._held, self._rows = [], 0


class StreamWriter:
    """Writes record batches to an Arrow stream."""

    header = 0

    def __init__(self, file: Any, metadata: Mapping[str, str]) -> None:
        self._file = file
        self._metadata = metadata
        self._writer: Any = None

    def write(self, batch: Any, puzzle: int, added: int) -> None:
        batch = batch.replace_schema_metadata(self._metadata)
        if self._writer is None:
            self._writer = optional_import("pyarrow.ipc").new_stream(self._file, batch.schema)
        self._writer.write_batch(batch)

    def close(self) -> None:
        self._writer.close()


def read_stream(path: str) -> Iterator[Any]:
    """The batches of an Arrow stream, an empty one first; they are not copied, but mapped from the file."""
    pyarrow, ipc = optional_import("pyarrow"), optional_import("pyarrow.ipc")
    with open(path, "rb") as file:  # not by pyarrow, which cannot open a name that is not UTF-8
        data = mmap(file.fileno(), 0, access=ACCESS_READ)
    with ipc.open_stream(pyarrow.BufferReader(data)) as stream:
        yield empty_batch(stream.schema)
        yield from stream
