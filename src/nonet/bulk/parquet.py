"""Parquet: read a file's row groups, write one, and what its schema says. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO

from nonet.bulk import files
from nonet.bulk.chunk import Chunk, Coded, Column
from nonet.bulk.need import need
from nonet.bulk.pages import GROUP_ROWS, Form, PagesWriter
from nonet.bulk.rows import unquoted
from nonet.bulk.texts import Texts

if TYPE_CHECKING:
    from nonet.bulk.pieces import Piece

__all__ = ["ParquetWriter", "arrow_of", "group_rows", "read_groups", "schema_of", "texts_of"]


def schema_of(path: str) -> dict[str, str]:
    """The columns of a Parquet file, and their types."""
    with _opened(path) as file:
        return {field.name: str(field.type) for field in file.schema_arrow}


def group_rows(path: str) -> list[int]:
    """How many rows each row group of a file has."""
    with _opened(path) as file:
        return [file.metadata.row_group(k).num_rows for k in range(file.metadata.num_row_groups)]


def read_groups(piece: Piece, chunk_rows: int) -> Iterator[Chunk]:
    """The rows of some row groups of a Parquet file."""
    source, pyarrow = piece.source, need("pyarrow", "reading Parquet")
    with _opened(source.path) as file:
        share = files.size_of(source.path) / max(1, file.metadata.num_rows)
        row = 0
        groups = list(range(piece.start, piece.stop))
        batches = (
            file.iter_batches(batch_size=chunk_rows, row_groups=groups, use_threads=False) if groups else ()
        )
        try:
            for batch in batches:
                yield _chunk(batch, source.puzzle, row, int(share * batch.num_rows))
                row += batch.num_rows
        except (pyarrow.ArrowException, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise files.DamagedFile(f"{source.name}: the Parquet data is damaged ({error})") from None
        if not row:
            yield _chunk(file.schema_arrow.empty_table().combine_chunks(), source.puzzle, 0, 0)


def _chunk(batch: Any, puzzle: int, row: int, size: int) -> Chunk:
    columns = tuple(
        Column(name, _whole(values)) for name, values in zip(batch.schema.names, batch.columns, strict=True)
    )
    return Chunk(texts_of(columns[puzzle].values), columns, puzzle=puzzle, first=row, size=size)


def _whole(values: Any) -> Any:
    """An array, where a table has it in parts."""
    return values if not hasattr(values, "combine_chunks") else values.combine_chunks()


class _opened:  # noqa: N801 - a context manager, used as a verb
    """A Parquet file, open; what is none is told in our words."""

    def __init__(self, path: str) -> None:
        pyarrow = need("pyarrow", "reading Parquet")
        parquet = need("pyarrow.parquet", "reading Parquet")
        self.source = files.open_read(path) if files.is_remote(path) else None
        try:
            self.file = parquet.ParquetFile(self.source or path, memory_map=False, pre_buffer=False)
        except (pyarrow.ArrowException, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise files.DamagedFile(f"{path}: not a Parquet file, or a damaged one ({error})") from None

    def __enter__(self) -> Any:
        return self.file

    def __exit__(self, *_: object) -> None:
        self.file.close()
        if self.source is not None:
            self.source.close()


# -- Arrow arrays and our columns ---------------------------------------------------------------------------


def texts_of(array: Any) -> Texts:
    """The texts of an Arrow array: string, binary (large, of fixed size, views), dictionaries of them.

    A null is an empty text.
    """
    numpy, pyarrow = need("numpy", "bulk"), need("pyarrow", "Arrow data")
    kinds = pyarrow.types
    if kinds.is_dictionary(array.type):
        array = array.dictionary_decode()
    if kinds.is_fixed_size_binary(array.type):
        width = array.type.byte_width
        if array.null_count or not len(array):
            array = array.cast(pyarrow.binary())
        else:
            data = numpy.frombuffer(array.buffers()[1], numpy.uint8)
            return Texts.even(data, count=len(array), stride=width, width=width, first=array.offset * width)
    if not any(
        check(array.type)
        for check in (kinds.is_string, kinds.is_binary, kinds.is_large_string, kinds.is_large_binary)
    ):
        array = array.cast(pyarrow.large_binary() if "binary" in str(array.type) else pyarrow.large_string())
    large = kinds.is_large_string(array.type) or kinds.is_large_binary(array.type)
    _, offsets, data = array.buffers()
    if not len(array):
        return Texts.of([])
    places = numpy.frombuffer(offsets, numpy.int64 if large else numpy.int32)[
        array.offset : array.offset + len(array) + 1
    ]
    signs = numpy.frombuffer(data, numpy.uint8) if data is not None else numpy.empty(0, numpy.uint8)
    lengths = places[1:] - places[:-1]
    if array.null_count:
        lengths = numpy.where(array.is_valid().to_numpy(zero_copy_only=False), lengths, 0)
    width = int(lengths[0])
    if bool((lengths == width).all()):
        return Texts.even(signs, count=len(array), stride=width, width=width, first=int(places[0]))
    return Texts.uneven(signs, places[:-1], lengths)


def arrow_of(column: Column) -> Any:
    """The column as an Arrow array: texts as strings, words as a dictionary of strings."""
    numpy, pyarrow = need("numpy", "bulk"), need("pyarrow", "Arrow data")
    values = column.values
    if isinstance(values, Coded):
        words = pyarrow.array(list(values.words), pyarrow.string())
        wordless = values.codes >= len(values.words)
        codes = pyarrow.array(values.codes.astype(numpy.int8), mask=wordless if wordless.any() else None)
        return pyarrow.DictionaryArray.from_arrays(codes, words)
    if not isinstance(values, Texts):
        return values if isinstance(values, pyarrow.Array) else pyarrow.array(values)
    if column.quoted:
        texts = [unquoted(text) for text in values]
        return pyarrow.array([text.decode("utf-8") for text in texts], pyarrow.string())
    data, offsets = values.joined()
    return pyarrow.Array.from_buffers(
        pyarrow.string(),
        len(values),
        [None, pyarrow.py_buffer(offsets.astype(numpy.int32)), pyarrow.py_buffer(data)],
    )


class ParquetWriter:
    """Writes chunks as row groups: in pages of our own where that can be, else by pyarrow. See `nonet.bulk.write`."""

    gap = PagesWriter.gap

    def __init__(self, file: BinaryIO, metadata: Mapping[str, str]) -> None:
        self.file = file
        self.metadata = dict(metadata)
        self.writer: PagesWriter | _ArrowWriter | None = None

    def write(self, chunk: Chunk) -> None:
        """One chunk."""
        if self.writer is None:
            forms = [_form(column) for column in chunk.columns]
            known = [form for form in forms if form is not None]
            if len(known) == len(forms):
                self.writer = PagesWriter(self.file, self.metadata, known)
            else:
                self.writer = _ArrowWriter(self.file, self.metadata)
        self.writer.write(chunk)

    def close(self) -> None:
        """The rows still held, and the footer."""
        if self.writer is not None:
            self.writer.close()


def _form(column: Column) -> Form | None:
    """How our own pages hold a column; None if they cannot."""
    values = column.values
    if isinstance(values, Coded):
        return Form(column.name, "words", values.words)
    if isinstance(values, Texts):
        return Form(column.name, "text")
    if hasattr(values, "dtype"):
        return Form(column.name, str(values.dtype)) if str(values.dtype) in ("uint64", "float64") else None
    return Form(column.name, "text") if str(values.type) == "string" else None


class _ArrowWriter:
    """Any columns, through pyarrow."""

    def __init__(self, file: BinaryIO, metadata: Mapping[str, str]) -> None:
        self.file = file
        self.metadata = dict(metadata)
        self.writer: Any = None
        self.held: list[Any] = []
        self.rows = 0

    def write(self, chunk: Chunk) -> None:
        pyarrow = need("pyarrow", "writing Parquet")
        arrays = [arrow_of(column) for column in chunk.columns]
        names = [column.name for column in chunk.columns]
        if self.writer is None:
            fields = [pyarrow.field(name, array.type) for name, array in zip(names, arrays, strict=True)]
            self._open(pyarrow.schema(fields, metadata=self.metadata))
        self.held.append(pyarrow.RecordBatch.from_arrays(arrays, schema=self.writer.schema))
        self.rows += len(chunk)
        if self.rows >= GROUP_ROWS:
            self._write_group()

    def close(self) -> None:
        if self.rows:
            self._write_group()
        if self.writer is not None:
            self.writer.close()

    def _open(self, schema: Any) -> None:
        parquet = need("pyarrow.parquet", "writing Parquet")
        pyarrow = need("pyarrow", "writing Parquet")
        words = [field.name for field in schema if pyarrow.types.is_dictionary(field.type)]
        self.writer = parquet.ParquetWriter(
            self.file, schema, compression="none", use_dictionary=words, write_statistics=False
        )

    def _write_group(self) -> None:
        pyarrow = need("pyarrow", "writing Parquet")
        self.writer.write_table(
            pyarrow.Table.from_batches(self.held, schema=self.writer.schema), row_group_size=self.rows
        )
        self.held, self.rows = [], 0
