"""The jobs on tables: anything that gives its columns through the Arrow PyCapsule interface.

A `RecordBatchReader` is answered by a reader, batch by batch, so a table larger than memory passes through. pandas and
polars frames get the new columns added to what they are; every other producer is answered by a pyarrow table.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from nonet.bulk.batches import is_text, run_job, with_columns
from nonet.bulk.columns import answer_column, puzzle_column
from nonet.bulk.errors import InputError
from nonet.bulk.optional_import import optional_import
from nonet.bulk.parquet_files import empty_batch
from nonet.jobs.job import Job

__all__ = ["answer_table", "converted"]

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
        return pyarrow.Table.from_pandas(data, preserve_index=False).to_reader()
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
        raise InputError(f"{asked}; the columns are {', '.join(names)}")
    if not is_text(batch.schema.field(puzzle).type):
        raise InputError(f"the column {names[puzzle]} has {batch.schema.field(puzzle).type}, not texts")
    answers = answer_column(names, puzzle)
    if answers is not None and not is_text(batch.schema.field(answers).type):
        answers = None
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
