"""Parquet: read a file's row groups, write one, and what its schema says.

What is plain, as our own files are, is read and written by ourselves (`footer`, `page_reader`, `pages`): it costs less,
and starts sooner. For everything else there is pyarrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from io import FileIO
from typing import TYPE_CHECKING, Any, BinaryIO

from nonet.bulk import files
from nonet.bulk.buffers import Buffers, pages
from nonet.bulk.chunk import CHUNK_BYTES, Chunk, Coded, Column
from nonet.bulk.footer import footer_of
from nonet.bulk.need import need
from nonet.bulk.packed_pages import NotKnown
from nonet.bulk.page_reader import TextPages
from nonet.bulk.pages import Form, PagesWriter
from nonet.bulk.rows import unquoted
from nonet.bulk.texts import Texts

if TYPE_CHECKING:
    from nonet.bulk.footer import Footer
    from nonet.bulk.pieces import Piece
    from nonet.bulk.sources import Source

__all__ = ["ParquetWriter", "arrow_of", "group_rows", "opens_within", "read_groups", "schema_of", "texts_of"]

BATCH_ROWS = 1 << 14
"""Rows that pyarrow unpacks at a time, at most: it keeps the memory that it once had."""

ARROW_ROWS = 1 << 16
"""Rows in a row group that pyarrow writes, at least."""


def schema_of(path: str) -> dict[str, str]:
    """The columns of a Parquet file, and their types."""
    footer = footer_of(path)
    if footer is not None and all(footer.texts):
        return dict(zip(footer.names, footer.texts, strict=True))
    with _opened(path) as file:
        return {field.name: str(field.type) for field in file.schema_arrow}


def group_rows(path: str) -> list[int]:
    """How many rows each row group of a file has."""
    footer = footer_of(path)
    if footer is not None:
        return [group.rows for group in footer.groups]
    with _opened(path) as file:
        counts = [int(file.metadata.row_group(k).num_rows) for k in range(file.metadata.num_row_groups)]
        if sum(counts) != file.metadata.num_rows:
            raise files.DamagedFile(
                f"{path}: a damaged Parquet file: {sum(counts):,} rows in its groups, {file.metadata.num_rows:,} in all"
            )
        return counts


def opens_within(source: Source, group: int, *, slowly: bool = False) -> bool:
    """Whether to begin in the middle of a row group: nothing before it is unpacked, or that does not matter."""
    footer = footer_of(source.path)
    if footer is None or slowly:
        return footer is not None
    with FileIO(source.path) as file:
        return TextPages(file, footer, source.puzzle, Buffers(pages)).opens_within(group)


def read_groups(piece: Piece, chunk_rows: int, blocks: Buffers) -> Iterator[Chunk]:
    """The rows of some row groups of a Parquet file; `blocks` is memory for what is read as it is."""
    source = piece.source
    with ExitStack() as stack:
        groups = _Groups(piece, stack, blocks)
        chunk_rows = max(1, min(chunk_rows, CHUNK_BYTES // groups.row_size))
        row = 0
        for batch, puzzles in groups.batches(chunk_rows):
            yield _chunk(batch, source, puzzles, row, groups.share)
            row += batch.num_rows
        if row != groups.row_count:
            raise files.DamagedFile(
                f"{source.name}: a damaged Parquet file: {row:,} rows where {groups.row_count:,} should be"
            )
        if not row:
            yield _chunk(groups.file.schema_arrow.empty_table().combine_chunks(), source, None, 0, 0)


class _Groups:
    """The row groups of a piece: the puzzles by ourselves where we can, all else by pyarrow, opened when needed."""

    def __init__(self, piece: Piece, stack: ExitStack, blocks: Buffers) -> None:
        self.piece = piece
        self.path = piece.source.path
        self.stack = stack
        self.footer = footer_of(self.path)
        self.pages = None if self.footer is None else self._text_pages(self.footer, blocks)

    def _text_pages(self, footer: Footer, blocks: Buffers) -> TextPages:
        file = self.stack.enter_context(FileIO(self.path))
        return TextPages(file, footer, self.piece.source.puzzle, blocks)

    @cached_property
    def file(self) -> Any:
        """The file, as pyarrow has it."""
        return self.stack.enter_context(_opened(self.path, self.piece.source.name))

    @cached_property
    def share(self) -> float:
        """How many bytes of the file are a row's."""
        rows = self.file.metadata.num_rows if self.footer is None else self.footer.rows
        return files.size_of(self.path) / max(1, rows)

    @property
    def row_count(self) -> int:
        """How many rows the piece has."""
        if self.piece.part is not None:
            return self.piece.part[1] - self.piece.part[0]
        groups = range(self.piece.start, self.piece.stop)
        if self.footer is not None:
            return sum(self.footer.groups[group].rows for group in groups)
        return sum(int(self.file.metadata.row_group(group).num_rows) for group in groups)

    @property
    def row_size(self) -> int:
        """How many bytes a row has, unpacked."""
        if self.piece.stop == self.piece.start:
            return 1
        if self.footer is not None:
            group = self.footer.groups[self.piece.start]
            return group.size // max(1, group.rows) + 1
        meta = self.file.metadata.row_group(self.piece.start)
        return int(meta.total_byte_size) // max(1, int(meta.num_rows)) + 1

    def batches(self, chunk_rows: int) -> Iterator[tuple[Any, Texts | None]]:
        """Batches of rows; the puzzles apart from them, where their pages are as the kernel wants them."""
        waiting: list[int] = []
        for group in range(self.piece.start, self.piece.stop):
            rows = self._rows(group)
            puzzles = self.pages.texts(group, rows, chunk_rows) if rows and self.pages else None
            if rows is None or puzzles is None:
                waiting.append(group)
                continue
            yield from self._by_pyarrow(waiting, chunk_rows)
            waiting = []
            done = 0
            try:
                for batch, texts in self._beside(group, rows, puzzles):
                    yield batch, texts
                    done += batch.num_rows
            except NotKnown:
                yield from self._by_pyarrow([group], chunk_rows, done=done)
        yield from self._by_pyarrow(waiting, chunk_rows)

    def _rows(self, group: int) -> range | None:
        """Those that are wanted of a group; None if pyarrow alone knows."""
        if self.piece.part is not None:
            return range(*self.piece.part[:2])
        return None if self.footer is None else range(self.footer.groups[group].rows)

    def _by_pyarrow(self, groups: list[int], chunk_rows: int, *, done: int = 0) -> Iterator[tuple[Any, None]]:
        """All columns of some groups, after the rows that are done."""
        if not groups:
            return
        first, last, _ = self.piece.part or (0, None, 0)
        batches = self._iterated(groups, min(chunk_rows, BATCH_ROWS))
        for batch in _trimmed(batches, first + done, None if last is None else last - first - done):
            yield self._plain_strings(batch), None

    def _plain_strings(self, batch: Any) -> Any:
        """The puzzles as they come from pages that we read by ourselves, of which the same file may have some."""
        puzzle = self.piece.source.puzzle
        if self.footer is None or self.footer.texts[puzzle] != "large_string":
            return batch
        return batch.set_column(puzzle, self.footer.names[puzzle], batch.column(puzzle).cast("string"))

    def _iterated(self, groups: list[int], rows: int, columns: list[str] | None = None) -> Iterator[Any]:
        batches: Iterator[Any] = self.file.iter_batches(
            batch_size=rows, row_groups=groups, columns=columns, use_threads=False
        )
        return batches

    def _beside(self, group: int, rows: range, puzzles: Iterator[Texts]) -> Iterator[tuple[_Rows, Texts]]:
        """Each part of the puzzles, and the same rows of the other columns."""
        assert self.footer is not None
        others = [name for k, name in enumerate(self.footer.names) if k != self.piece.source.puzzle]
        if not others:
            yield from ((_Rows(len(texts), None), texts) for texts in puzzles)
            return
        batches = _trimmed(self._iterated([group], BATCH_ROWS, others), rows.start, len(rows))
        rest = None
        for texts in puzzles:
            parts: list[Any] = []
            missing = len(texts)
            while missing:
                if rest is None or not rest.num_rows:
                    rest = next(batches, None)
                if rest is None:
                    raise NotKnown
                parts.append(rest.slice(0, missing))
                rest = rest.slice(missing)
                missing -= parts[-1].num_rows
            yield _Rows(len(texts), need("pyarrow", "reading Parquet").Table.from_batches(parts)), texts


def _trimmed(batches: Iterator[Any], skipped: int, count: int | None) -> Iterator[Any]:
    """So many rows (None: all that come) after some that are left out."""
    for batch in batches:
        part = batch.slice(skipped, count)
        skipped = max(0, skipped - batch.num_rows)
        if part.num_rows:
            yield part
        if count is not None:
            count -= part.num_rows
            if not count:
                return


@dataclass(frozen=True, eq=False)
class _Rows:
    """Some rows without their puzzles."""

    num_rows: int
    table: Any


def _chunk(batch: Any, source: Source, puzzles: Texts | None, row: int, share: float) -> Chunk:
    puzzle = source.puzzle
    size = int(share * batch.num_rows)
    if puzzles is None:
        found = zip(batch.schema.names, batch.columns, strict=True)
        columns = [Column(name, _whole(values)) for name, values in found]
        return Chunk(texts_of(columns[puzzle].values), tuple(columns), puzzle=puzzle, first=row, size=size)
    table = batch.table
    columns = (
        []
        if table is None
        else [
            Column(name, _whole(values))
            for name, values in zip(table.schema.names, table.columns, strict=True)
        ]
    )
    columns.insert(puzzle, Column(source.columns[puzzle], puzzles))
    return Chunk(puzzles, tuple(columns), puzzle=puzzle, first=row, size=size)


def _whole(values: Any) -> Any:
    """An array, where a table has it in parts."""
    return values if not hasattr(values, "combine_chunks") else values.combine_chunks()


@contextmanager
def _opened(path: str, name: str = "") -> Iterator[Any]:
    """A Parquet file, open; what is none, or turns out to be damaged while it is read, is told in our words."""
    pyarrow = need("pyarrow", "reading Parquet")
    parquet = need("pyarrow.parquet", "reading Parquet")
    with ExitStack() as stack:
        try:
            source = stack.enter_context(files.open_read(path)) if files.is_remote(path) else path
            file = parquet.ParquetFile(source, buffer_size=1 << 20, pre_buffer=False)
            yield stack.enter_context(file)
        except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise files.DamagedFile(
                f"{name or path}: not a Parquet file, or a damaged one ({' '.join(str(error).split())})"
            ) from None


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
        if self.rows >= ARROW_ROWS:
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
