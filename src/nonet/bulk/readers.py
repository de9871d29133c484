"""Read a piece of a source as record batches.

    lines     blocks of whole lines; a block becomes one column without a copy of each line
    csv       blocks of whole rows, parsed by pyarrow; a block with a bad row once more, by Python's `csv`
    parquet   by pyarrow

pyarrow names a bad row of a CSV file only if it reads the file alone from its beginning, so the few blocks that have
one (ragged, not UTF-8, an open quote) are parsed by the standard library, which knows the line of every row.

To add a format: a function from a piece to `Rows`, in `read`; its extension in `sources`; its writer in `writers`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from tempfile import TemporaryDirectory
from typing import Any

from nonet.bulk.batches import board_array, bool_array, places, text_array
from nonet.bulk.errors import InputError, reading
from nonet.bulk.parquet_files import read_groups
from nonet.bulk.pieces import Piece, split
from nonet.bulk.sources import Source, sources
from nonet.bulk.storage import Spool, decompressed, storage_for
from nonet.limits import limits
from nonet.lines import LINE, Readable, row_blocks
from nonet.optional_import import optional_import
from nonet.records import CELLS, has_endings

BATCH_ROWS = 1 << 14
"""Rows of a batch, about: 1.3 MB of puzzles, some milliseconds of the kernel's time."""

MOST_BYTES = 1 << 23
"""Bytes of a block of text, at most, however long its rows are."""


@dataclass(frozen=True, eq=False)
class Rows:
    """A batch, and where its rows come from.

    `lines` is how many lines (of Parquet: rows) of the source it accounts for. `numbers` gives the line of each row,
    counted from 0 within those; `faults` are lines that are not rows, with the reasons. `size` is the number of bytes
    read for it.
    """

    batch: Any
    lines: int
    numbers: Callable[[], Sequence[int]]
    faults: list[tuple[int, str]] = field(default_factory=list)
    size: int = 0


def read(piece: Piece) -> Iterator[Rows]:
    """The rows of a piece, batch by batch, in order; at least one batch, even if it is empty."""
    source = piece.source
    if source.kind.format == "parquet":
        yield from _read_parquet(piece)
        return
    is_csv = source.kind.format == "csv"
    parse = _parse_csv if is_csv else _parse_lines
    size = min(MOST_BYTES, BATCH_ROWS * source.row_size)
    with closing(storage_for(piece.path).open(piece.path)) as file:
        file.seek(piece.start)
        blocks = row_blocks(_Part(file, piece.stop - piece.start), size, source.name, quotes=is_csv)
        empty = True
        for block in blocks:
            empty = False
            yield _with_numbers(parse(source, block), source)
        if empty:
            yield _with_numbers(parse(source, b""), source)


def rows_of(name: str) -> Iterator[dict[str, Any]]:
    """The rows of a file, a folder or a pattern, one by one; the column with the puzzles is called `puzzle`."""
    with TemporaryDirectory() as folder:
        spool = Spool(storage_for(folder), folder)
        for source in sources([name]):
            names = list(source.columns)
            names[source.puzzle] = "puzzle"
            for rows in chain.from_iterable(map(read, split(source, BATCH_ROWS, spool=spool))):
                for row, reason in rows.faults:
                    raise InputError(f"{source.name}: row {source.line + row}: {reason}")
                yield from rows.batch.rename_columns(names).to_pylist()


class _Part:
    """A number of bytes of a file, from its current position."""

    def __init__(self, file: Readable, size: int) -> None:
        self._file = file
        self._left = size

    def read(self, size: int, /) -> bytes:
        data = self._file.read(min(size, self._left))
        self._left -= len(data)
        return data


def _read_parquet(piece: Piece) -> Iterator[Rows]:
    source = piece.source
    first, last = piece.rows or (0, None)
    size = piece.weight / max(1, piece.row_count)
    groups = range(piece.start, piece.stop)
    for batch in read_groups(piece.path, source.name, groups, rows=BATCH_ROWS, size=MOST_BYTES):
        skipped, first = min(first, batch.num_rows), max(0, first - batch.num_rows)
        part = batch.slice(skipped, None if last is None else max(0, last - skipped))
        last = None if last is None else last - batch.num_rows
        if part.num_rows or not batch.num_rows:
            numbers = range(part.num_rows)
            yield Rows(part, len(numbers), partial(list, numbers), size=int(size * len(numbers)))
        if last is not None and last <= 0:
            return


# -- lines ---------------------------------------------------------------------------------------------------


def _parse_lines(source: Source, block: bytes) -> Rows:
    """Empty lines and comments are left out; a line that is too long is a fault."""
    numpy, pyarrow = optional_import("numpy"), optional_import("pyarrow")
    pc = optional_import("pyarrow.compute")
    if (texts := _uniform(block)) is not None:
        return Rows(_one_column(texts), len(texts), lambda: range(len(texts)), size=len(block))
    ends = numpy.flatnonzero(numpy.frombuffer(block, numpy.uint8) == ord("\n")) + 1
    if not block.endswith(b"\n") and block:
        ends = numpy.append(ends, len(block))
    offsets = numpy.concatenate(([0], ends)).astype(numpy.int32)
    buffers = [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(block)]
    lines = pyarrow.Array.from_buffers(pyarrow.string(), len(ends), buffers)
    texts = pc.ascii_trim_whitespace(lines)
    data, starts, lengths = places(texts)
    keep = (lengths > 0) & (lengths <= limits().line)
    keep[keep] = data[starts[keep]] != ord("#")
    faults = [
        (int(line), f"a line of more than {limits().line:,} bytes")
        for line in numpy.flatnonzero(lengths > limits().line)
    ]
    if not keep.all():
        texts = texts.filter(bool_array(keep))
    numbers = numpy.flatnonzero(keep)
    return Rows(_one_column(texts), len(ends), numbers.tolist, faults, len(block))


def _one_column(texts: Any) -> Any:
    return optional_import("pyarrow").RecordBatch.from_arrays([texts], ["puzzle"])


def _uniform(block: bytes) -> Any:
    """The texts of a block in which every line has 81 characters and none is a comment; None for any other."""
    numpy = optional_import("numpy")
    ending = b"\r\n" if block[CELLS:LINE] == b"\r" else b"\n"
    rows, rest = divmod(len(block), CELLS + len(ending))
    if rest or not rows or not has_endings(block, ending, alone=True):
        return None
    signs = numpy.frombuffer(block, numpy.uint8).reshape(rows, -1)
    if bool(((signs[:, 0] == ord("#")) | (signs[:, 0] <= ord(" "))).any()):
        return None
    return board_array(numpy.ascontiguousarray(signs[:, :CELLS]), rows)


# -- CSV -----------------------------------------------------------------------------------------------------


def _parse_csv(source: Source, block: bytes) -> Rows:
    pyarrow, pacsv = optional_import("pyarrow"), optional_import("pyarrow.csv")
    quotes = block.count(b'"')
    lines = block.count(b"\n") + (block[-1:] not in (b"", b"\n"))
    if quotes % 2 or (b"\r" in block and block.count(b"\r") != block.count(b"\r\n")):
        return _parse_rows(source, block, lines)
    try:
        table = pacsv.read_csv(
            pyarrow.BufferReader(block),
            pacsv.ReadOptions(use_threads=False, column_names=source.columns, block_size=len(block) + 1),
            pacsv.ParseOptions(
                delimiter=source.delimiter,
                quote_char='"' if quotes else False,
                newlines_in_values=bool(quotes),
            ),
            pacsv.ConvertOptions(
                column_types=dict.fromkeys(source.columns, pyarrow.string()), strings_can_be_null=False
            ),
        )
    except pyarrow.ArrowInvalid:  # a ragged row, a byte that is not UTF-8; or no row at all
        return _parse_rows(source, block, lines)
    if _longest_row(table, quoted=bool(quotes)) > limits().line:
        return _parse_rows(source, block, lines)
    batch = table.combine_chunks().to_batches()
    if not batch:
        return _parse_rows(source, block, lines)

    def numbers() -> Sequence[int]:
        return range(lines) if lines == table.num_rows else _parse_rows(source, block, lines).numbers()

    return Rows(batch[0], lines, numbers, size=len(block))


def _longest_row(table: Any, *, quoted: bool) -> int:
    """An upper bound for the bytes of a row: every column at its longest, quotes doubled, and what separates them."""
    longest = (
        max((int(places(chunk)[2].max(initial=0)) for chunk in column.chunks), default=0)
        for column in table.columns
    )
    return sum(length * (2 if quoted else 1) + 3 for length in longest)


def _parse_rows(source: Source, block: bytes, line_count: int) -> Rows:
    """A block row by row, with the line of each; what cannot be a row is a fault."""
    pyarrow = optional_import("pyarrow")
    rows: list[list[str]] = []
    numbers: list[int] = []
    faults: list[tuple[int, str]] = []
    lines = list(io.BytesIO(block))
    line = 0
    while line < len(lines):
        row, used, reason = _row_at(lines, line, source)
        if reason:
            faults.append((line, reason))
        elif row:
            rows.append(row)
            numbers.append(line)
        line += used
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(source.columns)
    arrays = [text_array(column) for column in columns]
    batch = pyarrow.RecordBatch.from_arrays(arrays, list(source.columns))
    return Rows(batch, line_count, lambda: numbers, faults, len(block))


def _row_at(lines: list[bytes], first: int, source: Source) -> tuple[list[str], int, str]:
    """The row that begins on a line, how many lines it takes, and what is wrong with it. An empty line is not a row."""
    given = _CsvLines(lines, first)
    reader = csv.reader(given, delimiter=source.delimiter)
    try:
        row = next(reader, [])
    except csv.Error:
        return [], 1, "a carriage return in the middle of a row"
    if given.ran_out:
        return [], 1, "a quote that is never closed"
    used = max(1, reader.line_num)
    text = b"".join(lines[first : first + used]).rstrip(b"\r\n")
    if not text:
        return [], used, ""
    if len(text) > limits().line:
        return [], used, f"a row of more than {limits().line:,} bytes"
    if len(row) != len(source.columns):
        return [], used, f"{len(row)} column{'s' * (len(row) != 1)}, not {len(source.columns)}"
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = text[error.start]
        return [], used, f"this byte is not UTF-8 (0x{byte:02x}); save the text as UTF-8"
    return row, used, ""


class _CsvLines:
    """Lines of a block for Python's csv module, up to the longest that a row may be."""

    def __init__(self, lines: list[bytes], first: int) -> None:
        self._lines = lines
        self._next = first
        self._size = 0
        self.ran_out = False

    def __iter__(self) -> _CsvLines:
        return self

    def __next__(self) -> str:
        if self._next >= len(self._lines) or self._size > limits().line:
            self.ran_out = True
            raise StopIteration
        line = self._lines[self._next]
        self._next += 1
        self._size += len(line)
        return line.decode("utf-8", "replace")


# -- types of CSV columns -------------------------------------------------------------------------------------

_PATTERNS = {
    "int64": r"-?[1-9][0-9]{0,14}|0",
    "double": r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,17})?([eE][-+]?[0-9]{1,2})?",
    "bool": "true|false|True|False|TRUE|FALSE",
}
"""How the values of each type are written. A 4x4 board has 16 digits: it is no number. A decimal with an exponent of
three digits may be too large or too small: 1e400 would become infinity.
"""

_UNKNOWN = tuple(_PATTERNS)
_LATER = {"int64": ("int64", "double"), "double": ("double",), "bool": ("bool",)}
"""The types that a column may have after all when its values up to now have this one."""


def with_types(found: Sequence[Source]) -> tuple[Source, ...]:
    """CSV files with the types that the values of their columns have, for which they are read; others as they are.

    The puzzles and their answers are texts, and so is every column with a value that has none of the other types. A
    stream cannot be read beforehand; next to one, all columns are texts.
    """
    first = found[0]
    if any(source.streamed or source.kind.format != "csv" for source in found):
        return tuple(found)
    possible = dict.fromkeys({*range(len(first.columns))} - {first.puzzle, first.answer}, _UNKNOWN)
    for batch in chain.from_iterable(map(_batches, found)):
        for index, types in list(possible.items()):
            possible[index] = _narrowed(types, batch.column(index))
        possible = {index: types for index, types in possible.items() if types}
        if not possible:
            break
    known = {index: types[0] for index, types in possible.items() if types != _UNKNOWN}
    all_types = tuple(known.get(index, "string") for index in range(len(first.columns)))
    return tuple(replace(source, types=all_types) for source in found)


def _batches(source: Source) -> Iterator[Any]:
    with reading(source.name), storage_for(source.path).open(source.path) as file:
        text = decompressed(file, source.kind.packing, source.name)
        text.read(source.begin)
        for block in row_blocks(text, MOST_BYTES, source.name, quotes=True):
            yield _parse_csv(source, block).batch


def _narrowed(types: tuple[str, ...], column: Any) -> tuple[str, ...]:
    """Which of these types a column can have that continues with these texts; an empty one fits them all."""
    pc = optional_import("pyarrow.compute")
    for type_ in types:
        if pc.all(pc.match_substring_regex(column, f"^({_PATTERNS[type_]})?$"), min_count=0).as_py():
            return _LATER[type_] if pc.any(pc.not_equal(column, "")).as_py() else types
    return ()


def _with_numbers(rows: Rows, source: Source) -> Rows:
    """The columns of a text in the types that the source has; an empty number is null."""
    if all(type_ == "string" for type_ in source.types):
        return rows
    pyarrow, pc = optional_import("pyarrow"), optional_import("pyarrow.compute")
    columns = rows.batch.columns
    for index, type_ in enumerate(source.types):
        if type_ != "string":
            texts = pc.if_else(pc.equal(columns[index], ""), None, columns[index])
            try:
                columns[index] = texts.cast(type_)
            except pyarrow.ArrowInvalid as error:
                raise InputError(
                    f"{source.name}: the column {source.columns[index]} has other values than when the run began "
                    f"({error})"
                ) from None
    return replace(rows, batch=pyarrow.RecordBatch.from_arrays(columns, list(source.columns)))
