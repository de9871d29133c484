"""The jobs on tables, which is anything with the Arrow PyCapsule interface, and on numpy arrays.

A `RecordBatchReader` is answered by a reader, batch by batch, so a table larger than memory passes through. pandas and
polars frames get the new columns added to what they are; every other producer is answered by a pyarrow table.
An array is answered by a dict of arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from nonet.bulk.batches import is_text, run_job, with_columns
from nonet.bulk.columns import answer_column, free_name, listed, puzzle_column
from nonet.bulk.errors import InputError
from nonet.bulk.parquet_files import empty_batch
from nonet.jobs.job import Answer, Boards, Job, Words
from nonet.optional_import import optional_import
from nonet.records import BAD, BAD_COUNT, CELLS, Block, refuse_mask

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

BATCH = 1 << 16
"""Rows of a table processed at a time."""


def answer_table(
    job: Job, data: Any, *, column: str | None, threads: int | None, errors: str | None, to: str | None
) -> Any:
    """The table with the new columns, in the form that `to` names, or that it came in."""
    pyarrow = optional_import("pyarrow", "Arrow data")
    home = type(data).__module__.split(".")[0]
    reader = _reader(data, home)

    def answers() -> Iterator[Any]:
        for batch in reader:
            for start in range(0, batch.num_rows, BATCH):
                yield _answer(job, batch.slice(start, BATCH), column, threads, errors)

    empty = _answer(job, empty_batch(reader.schema), column, threads, errors)
    if isinstance(data, pyarrow.RecordBatchReader) and to is None:
        return pyarrow.RecordBatchReader.from_batches(empty.schema, answers())
    table = pyarrow.Table.from_batches(chain([empty], answers()))
    if isinstance(data, pyarrow.RecordBatch) and to is None:
        return table.combine_chunks().to_batches()[0] if len(table) else empty
    if home == "pandas" and to is None and hasattr(data, "assign"):
        return _added_to_pandas(data, table)
    return converted(table, to or (home if home in ("pandas", "polars") else "arrow"))


def _reader(data: Any, home: str) -> Any:
    """The columns of a table as batches; an array or a series is a table with one column."""
    pyarrow = optional_import("pyarrow", "Arrow data")
    if isinstance(data, pyarrow.RecordBatchReader):
        return data
    if home == "pandas":
        optional_import("pandas", "pandas data")
        if not hasattr(data, "assign"):
            data = data.to_frame(data.name if isinstance(data.name, str) else "puzzle")
        try:
            return pyarrow.Table.from_pandas(data, preserve_index=False).to_reader()
        except pyarrow.ArrowException as error:  # a column of objects with values of several types
            raise InputError(f"Arrow has no type for a column: {'; '.join(map(str, error.args))}") from error
    if hasattr(data, "__arrow_c_stream__"):
        chunks = None
        if not hasattr(data, "columns") and not hasattr(data, "column_names"):
            chunks = _one_column(data)
        if chunks is not None:
            name = getattr(data, "name", None)
            return pyarrow.table({name if isinstance(name, str) and name else "puzzle": chunks}).to_reader()
        return pyarrow.RecordBatchReader.from_stream(data)
    try:
        return pyarrow.Table.from_batches([pyarrow.record_batch(data)]).to_reader()
    except (pyarrow.ArrowInvalid, TypeError, ValueError):
        return pyarrow.table({"puzzle": pyarrow.array(data)}).to_reader()


def _one_column(data: Any) -> Any:
    """The chunks of a stream of arrays rather than of tables; None for the latter."""
    pyarrow = optional_import("pyarrow", "Arrow data")
    chunks = pyarrow.chunked_array(data)
    return None if pyarrow.types.is_struct(chunks.type) else chunks


def _answer(job: Job, batch: Any, column: str | None, threads: int | None, errors: str | None) -> Any:
    names = batch.schema.names
    puzzle = puzzle_column(names, column)
    if puzzle is None:
        asked = f"no column {column!r}" if column else "which column has the puzzles? Name it (column=…)"
        raise InputError(f"{asked}; the columns are {listed(names)}")
    answers = answer_column(names, puzzle) if job.operation.needs_answers else None
    for index in (puzzle, answers):
        if index is not None and not is_text(batch.schema.field(index).type):
            raise InputError(f"the column {names[index]} has {batch.schema.field(index).type}, not texts")
    given = None if answers is None else batch.column(answers)
    result = run_job(job, batch.column(puzzle), answers=given, threads=threads)
    return with_columns(batch, puzzle, result, errors=errors)


def _added_to_pandas(frame: Any, table: Any) -> Any:
    """The frame itself, with its index and types, and the new columns."""
    answered = table.to_pandas()
    answered.index = frame.index
    for name in frame.columns:
        if name in answered.columns and answered[name].equals(frame[name]):
            answered[name] = frame[name]
    return answered


def converted(table: Any, kind: str) -> Any:
    """An Arrow table as "arrow", "pandas", "polars", or "numpy": a dict of arrays."""
    if kind == "pandas":
        optional_import("pandas", "pandas data")
        return table.to_pandas()
    if kind == "polars":
        return optional_import("polars", "polars data").from_arrow(table)
    if kind == "numpy":
        return {name: table[name].to_numpy() for name in table.column_names}
    if kind != "arrow":
        raise InputError(f"to={kind!r}: arrow, pandas, polars or numpy")
    return table


# -- arrays ---------------------------------------------------------------------------------------------------


def answer_array(job: Job, puzzles: Any, threads: int | None, errors: str | None) -> dict[str, Array]:
    """Boards come back in the shape that the puzzles had; 255, 2**64 - 1 or nan means a rejected row."""
    numpy = optional_import("numpy")
    block, shape = _block(puzzles)
    answer = job(block, threads=threads)
    rejected = list(answer.rejects)
    arrays: dict[str, Array] = {}
    columns = dict(answer.columns)
    if not columns:  # the puzzles themselves are the answer
        columns["puzzle"] = answer.puzzles or Boards(
            b"", others={k: block.text(k) for k in range(block.count)}
        )
    for name, column in columns.items():
        if isinstance(column, Boards):
            arrays[name] = _boards(column, answer, block.count, shape)
        elif isinstance(column, Words):
            arrays[name] = numpy.frombuffer(column.codes, numpy.uint8).copy()
            arrays[name][rejected] = BAD
        elif isinstance(column, list):
            arrays[name] = numpy.array(column, dtype=str)
        else:
            is_count = column.typecode == "Q"
            arrays[name] = numpy.array(column, None if is_count else float)
            arrays[name][rejected] = BAD_COUNT if is_count else numpy.nan
    if errors is not None:
        arrays[free_name(errors, arrays)] = numpy.array(
            [answer.rejects.get(row, "") for row in range(block.count)], dtype=str
        )
    return arrays


def _block(puzzles: Array) -> tuple[Block, tuple[int, ...] | None]:
    """The puzzles; and the shape of an array of numbers, None for one of texts."""
    numpy = optional_import("numpy")
    refuse_mask(puzzles)
    kind = puzzles.dtype.kind
    if kind in "iu" and puzzles.ndim >= 2:
        cells = int(numpy.prod(puzzles.shape[1:]))
        if puzzles.shape in ((4, 4), (9, 9)):  # many boards of 2x2 or 3x3?
            raise InputError(f"one board has the shape {(1, *puzzles.shape)}, not {puzzles.shape}")
        size = round(cells**0.5)
        if size * size == cells and size <= 9:
            legal = (puzzles >= 0) & (puzzles <= size)
            signs = numpy.where(legal, puzzles + 48, ord("?")).astype(numpy.uint8).tobytes()
            if cells == CELLS:
                return Block(signs, len(puzzles)), puzzles.shape
            return Block.of([signs[k : k + cells] for k in range(0, len(signs), cells)]), puzzles.shape
    if kind in "SUOT" and puzzles.ndim == 1:
        return Block.of([encoded(text) for text in puzzles.tolist()]), None
    raise InputError(
        f"puzzles come as whole numbers of the shape (n, 81) or (n, 9, 9), or as n texts; "
        f"not as {puzzles.dtype} of the shape {puzzles.shape}"
    )


def encoded(text: object) -> bytes:
    """The bytes of a puzzle that is a text."""
    if isinstance(text, str):
        return text.encode("utf-8", "surrogatepass").strip()
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text).strip()
    raise InputError(f"a puzzle is a text (str or bytes), not {type(text).__name__}: {text!r:.40}")


def _boards(column: Boards, answer: Answer, count: int, shape: tuple[int, ...] | None) -> Array:
    numpy = optional_import("numpy")
    if shape is not None and not column.others:
        signs = numpy.frombuffer(column.records, numpy.uint8).reshape(count, CELLS).copy()
    else:
        texts = [b"" if row in answer.rejects else column.text(row) or b"" for row in range(count)]
        cells = int(numpy.prod(shape[1:])) if shape is not None else 0
        if shape is None or any(len(text) not in (0, cells) for text in texts):
            lines: Array = numpy.array([text.decode("utf-8", "replace") for text in texts], dtype=str)
            return lines
        signs = numpy.zeros((count, cells), numpy.uint8)
        for row, text in enumerate(texts):
            signs[row, : len(text)] = numpy.frombuffer(text, numpy.uint8)
    digits: Array = numpy.where((signs >= 49) & (signs <= 57), signs - 48, 0).astype(numpy.uint8)
    digits[list(answer.rejects)] = 0
    return digits.reshape(shape or digits.shape)
