"""Write record batches as lines, CSV or Parquet.

    lines     one result per line; a solution that is not unique is followed by a comment
    csv       a header, then the columns that came in and the new ones
    parquet   the same in row groups; job and version in the metadata

Compressed text is written in members (gz) or frames (zst) that each can be decompressed alone, the header in one of
its own. So shards can be joined without decompressing them. The same batches give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, BinaryIO, Protocol

from nonet.bulk.batches import places, text_array
from nonet.bulk.parquet_files import COMPRESSION, ParquetBatches, StreamWriter
from nonet.bulk.sources import FileKind
from nonet.bulk.storage import CODECS
from nonet.jobs.operations import WORDS
from nonet.lines import SEVERAL_MARK
from nonet.optional_import import optional_import
from nonet.records import CELLS

LEVELS = {"gz": 4, "zst": 3}


class Writer(Protocol):
    """Writes batches to a file that the caller has opened, and closes."""

    header: int
    """Bytes of the header: left out when the file is joined to another."""

    def write(self, batch: Any, puzzle: int, added: int) -> None:
        """Writes a batch: the index of its column of puzzles, and of the first column that a job added."""
        ...

    def close(self) -> None:
        """Writes whatever comes at the end; the file stays open. At least one batch was written before."""
        ...


def writer_for(
    file: BinaryIO, kind: FileKind, metadata: Mapping[str, str], compression: str = COMPRESSION
) -> Writer:
    r"""A writer of that kind; `metadata` is what a Parquet file says about itself, `compression` that of its columns.

    >>> import io, pyarrow
    >>> file = io.BytesIO()
    >>> writer = writer_for(file, FileKind("csv"), {})
    >>> writer.write(pyarrow.RecordBatch.from_pydict({"puzzle": ["1234", "4321"], "id": ["a", "b,c"]}), 0, 2)
    >>> writer.close()
    >>> file.getvalue(), writer.header
    (b'puzzle,id\n1234,a\n4321,"b,c"\n', 10)
    """
    if kind.format == "parquet":
        return ParquetBatches(file, metadata, compression)
    if kind.format == "arrow":
        return StreamWriter(file, metadata)
    compressed = _Compressed(file, kind.packing)
    return _Csv(compressed) if kind.format == "csv" else _LineWriter(compressed)


class _Compressed:
    """Writes blocks of bytes, each compressed by itself."""

    def __init__(self, file: BinaryIO, packing: str) -> None:
        self._file = file
        pyarrow = optional_import("pyarrow")
        self._codec: Any = pyarrow.Codec(CODECS[packing], LEVELS[packing]) if packing else None

    def write(self, data: Any) -> int:
        """Returns how many bytes were written."""
        if self._codec is not None and len(data):
            data = self._codec.compress(data, asbytes=True)
        return self._file.write(data)


class _LineWriter:
    header = 0

    def __init__(self, file: _Compressed) -> None:
        self._file = file

    def write(self, batch: Any, puzzle: int, added: int) -> None:
        texts = _as_texts(batch.column(added if added < batch.num_columns else puzzle))
        several = _is_several(batch.column(added + 1)) if added + 1 < batch.num_columns else None
        if several is not None and several.any():
            marks = [SEVERAL_MARK if each else b"" for each in several.tolist()]
            lines = [
                (text or "").encode() + mark for text, mark in zip(texts.to_pylist(), marks, strict=True)
            ]
            self._file.write(b"\n".join([*lines, b""]))
        elif batch.num_rows:
            self._file.write(_lines(texts))

    def close(self) -> None:
        pass


def _is_several(status: Any) -> Any:
    """Which rows have the status "several", as a numpy array; None if the column has no status."""
    numpy = optional_import("numpy")
    if not str(status.type).startswith("dictionary"):
        return None
    codes = numpy.frombuffer(status.indices.buffers()[1], numpy.int8)
    return codes[status.offset : status.offset + len(status)] == WORDS.index("several")


def _lines(texts: Any) -> Any:
    """The bytes of all texts, each with a newline."""
    numpy, pyarrow = optional_import("numpy"), optional_import("pyarrow")
    data, starts, lengths = places(texts)
    if bool((lengths == CELLS).all()):
        lines = numpy.full((len(texts), CELLS + 1), ord("\n"), numpy.uint8)
        lines[:, :CELLS] = data[starts[0] : starts[0] + CELLS * len(texts)].reshape(len(texts), CELLS)
        return lines.reshape(-1)
    try:
        return _unquoted_csv([texts], ["line"])
    except pyarrow.ArrowInvalid:  # a comma or a quote, which is nothing special here
        return "\n".join([text or "" for text in texts.to_pylist()] + [""]).encode()


class _Csv:
    def __init__(self, file: _Compressed) -> None:
        self._file = file
        self.header = 0

    def write(self, batch: Any, puzzle: int, added: int) -> None:
        pyarrow = optional_import("pyarrow")
        if not self.header:
            self.header = self._file.write(_csv_rows([batch.schema.names]))
        if not batch.num_rows:
            return
        texts = [_as_texts(column) for column in batch.columns]
        try:
            data = _unquoted_csv(texts, batch.schema.names)
        except pyarrow.ArrowInvalid:  # some value needs quotes; pyarrow would quote all of them
            data = _csv_rows(zip(*(column.to_pylist() for column in texts), strict=True))
        self._file.write(data)

    def close(self) -> None:
        pass


def _unquoted_csv(columns: Sequence[Any], names: Sequence[str]) -> Any:
    """CSV by pyarrow; ArrowInvalid, if a value needs quotes."""
    pyarrow, pacsv = optional_import("pyarrow"), optional_import("pyarrow.csv")
    out = pyarrow.BufferOutputStream()
    options = pacsv.WriteOptions(include_header=False, quoting_style="none", batch_size=1 << 14)
    pacsv.write_csv(pyarrow.RecordBatch.from_arrays(list(columns), list(names)), out, options)
    return out.getvalue()


def _csv_rows(rows: Iterable[Sequence[str | None]]) -> bytes:
    """CSV with quotes where they are needed. Python's writer would leave a carriage return without them."""
    lines = [",".join([_quoted(value) for value in row]) for row in rows]
    return "\n".join([*lines, ""]).encode("utf-8", "surrogateescape")


def _quoted(value: str | None) -> str:
    if value is None or not any(sign in value for sign in ',"\r\n'):
        return value or ""
    return '"' + value.replace('"', '""') + '"'


def _as_texts(column: Any) -> Any:
    """A column as Arrow strings: single values as Arrow writes them, bytes that are not text in hexadecimal, and
    nested values as JSON.
    """
    pyarrow, kinds = optional_import("pyarrow"), optional_import("pyarrow").types
    if kinds.is_dictionary(column.type):
        column = column.dictionary_decode()
    if kinds.is_string(column.type):
        return column
    if not kinds.is_nested(column.type) and "binary" not in str(column.type):
        return column.cast(pyarrow.string())
    return text_array([_in_words(value) for value in column.to_pylist()])


def _in_words(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, bytes):
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            return value.hex()
    return json.dumps(value, default=str, ensure_ascii=False)
