"""The jobs of bulk on what Python programs hold: arrays, tables, data frames, and texts that come one by one.

    numpy       (n, 81) or (n, 9, 9) whole numbers, or n texts      a dict of arrays, a value a row
    pyarrow     Table, RecordBatch, RecordBatchReader, Array        the same with new columns
    pandas      DataFrame, Series                                   a DataFrame with new columns
    polars      DataFrame, Series                                   a DataFrame with new columns
    the rest    any iterable of texts, endless ones too             an iterator of dicts, a row each

Every row stays in its place. What is no puzzle gets nothing in the new columns: null in a table, None in a dict, and in
an array 255 as status and 2**64 - 1 as count (`nonet.many`). `errors` names one more column, which says why.

>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> for row in solve([easy, "h" + easy[1:]], errors="error"):
...     print(row["solution"], row["status"], row["error"])
534678912672195348198342567859761423426853791713924856961537284287419635345286179 one None
None None row 1, column 1: a letter on a 9x9 board (cell 1 of the line): 'h'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from nonet.bulk.chunk import Chunk, Coded, Column
from nonet.bulk.fields import plain_texts
from nonet.bulk.headers import puzzle_column
from nonet.bulk.jobs import Job, Result
from nonet.bulk.need import need
from nonet.bulk.sources import InputError
from nonet.bulk.texts import Texts
from nonet.layout import CLASSIC
from nonet.many import BAD, BAD_COUNT

__all__ = ["answer", "canonical", "check", "convert", "count", "rate", "solve"]

BATCH = 1 << 16
"""Rows of a table taken at a time."""

TEXTS_AHEAD = 1 << 10
"""Texts taken from an iterator at a time."""

CELLS = CLASSIC.cell_count


def solve(
    puzzles: Any,
    *,
    column: str | None = None,
    layout: str | None = None,
    threads: int | None = None,
    errors: str | None = None,
) -> Any:
    """The solution of every puzzle, and whether it is the only one (`status`: none, one, several).

    `column` names the column of the puzzles in a table, where its name does not say it; `layout` the board, where it
    is not the classic one; `threads=None` takes all cores.

    >>> import numpy
    >>> board = numpy.zeros((1, 9, 9), "uint8")
    >>> board[0, 0] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    >>> found = solve(board)
    >>> found["solution"].shape, found["status"].tolist()
    ((1, 9, 9), [2])
    """
    return answer(Job("solve", layout=layout), puzzles, column=column, threads=threads, errors=errors)


def count(
    puzzles: Any,
    *,
    limit: int = 1_000_000,
    column: str | None = None,
    layout: str | None = None,
    threads: int | None = None,
    errors: str | None = None,
) -> Any:
    """How many solutions every puzzle has, counted up to `limit`.

    >>> [row["count"] for row in count(["1...............", "." * 81], limit=100)]
    [72, 100]
    """
    job = Job("count", layout=layout, limit=limit)
    return answer(job, puzzles, column=column, threads=threads, errors=errors)


def check(
    puzzles: Any,
    *,
    column: str | None = None,
    layout: str | None = None,
    threads: int | None = None,
    errors: str | None = None,
) -> Any:
    """Whether every puzzle has none, one or several solutions."""
    return answer(Job("check", layout=layout), puzzles, column=column, threads=threads, errors=errors)


def canonical(
    puzzles: Any,
    *,
    column: str | None = None,
    layout: str | None = None,
    threads: int | None = None,
    errors: str | None = None,
) -> Any:
    """The canonical form of every puzzle, and how many symmetries lead to it (`automorphisms`)."""
    return answer(Job("canonical", layout=layout), puzzles, column=column, threads=threads, errors=errors)


def rate(
    puzzles: Any,
    *,
    scheme: str = "hodoku",
    column: str | None = None,
    layout: str | None = None,
    errors: str | None = None,
) -> Any:
    """How hard every puzzle is: `rating`, `level` and the hardest `technique`; one thread, in Python."""
    job = Job("rate", layout=layout, scheme=scheme)
    return answer(job, puzzles, column=column, threads=1, errors=errors)


def convert(
    puzzles: Any,
    *,
    blank: str | None = None,
    column: str | None = None,
    layout: str | None = None,
    errors: str | None = None,
) -> Any:
    """The puzzles, checked, and with `blank` for every empty cell.

    >>> next(convert(iter(["12..34.........."]), blank="0"))
    {'puzzle': '1200340000000000'}
    """
    job = Job("convert", layout=layout, blank=blank)
    return answer(job, puzzles, column=column, threads=1, errors=errors)


def answer(
    job: Job,
    puzzles: Any,
    *,
    column: str | None = None,
    threads: int | None = None,
    errors: str | None = None,
) -> Any:
    """Does a job on puzzles in any of the forms above, and answers in the same form."""
    home = type(puzzles).__module__.split(".")[0]
    if home == "numpy":
        return _arrays(job, puzzles, threads, errors)
    if home == "pyarrow":
        return _arrow(job, puzzles, column, threads, errors)
    if home == "pandas":
        return _pandas(job, puzzles, column, threads, errors)
    if home == "polars":
        return _polars(job, puzzles, column, threads, errors)
    if isinstance(puzzles, (str, bytes, bytearray, memoryview)) or not isinstance(puzzles, Iterable):
        raise InputError(
            f"puzzles come as an array, a table or an iterable of texts, not as one {type(puzzles).__name__}"
        )
    return _rows(job, puzzles, threads, errors)


# -- texts one by one ---------------------------------------------------------------------------------------


def _rows(
    job: Job, texts: Iterable[Any], threads: int | None, errors: str | None
) -> Iterator[dict[str, Any]]:
    rest = iter(texts)
    while some := list(islice(rest, TEXTS_AHEAD)):
        column = Texts.of([_encoded(text) for text in some])
        result = _run(job, Chunk(column, (Column("puzzle", column),)), threads)
        reasons = {fault.row: fault.reason for fault in result.rejects}
        names = [column.name for column in result.chunk.columns]
        values = [_values(column) for column in result.chunk.columns]
        changed = job.name == "convert" and job.blank is not None
        for number, text in enumerate(some):
            row = dict(zip(names, (each[number] for each in values), strict=True))
            if number in reasons:
                row = dict.fromkeys(names)
            if not changed:
                row["puzzle"] = text
            if errors is not None:
                row[errors] = reasons.get(number)
            yield row


def _encoded(text: object) -> bytes:
    if isinstance(text, str):
        return text.encode("utf-8", "surrogatepass").strip()
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text).strip()
    raise InputError(f"a puzzle is a text (str or bytes), not {type(text).__name__}: {text!r:.40}")


def _values(column: Column) -> list[Any]:
    values = column.values
    if isinstance(values, Texts):
        texts = [text.decode("utf-8", "replace") for text in values]
        return [text or None for text in texts] if column.name == "solution" else texts
    if isinstance(values, Coded):
        return [values.words[code] if code < len(values.words) else None for code in values.codes.tolist()]
    return list(values.tolist())


# -- numpy --------------------------------------------------------------------------------------------------


def _arrays(job: Job, puzzles: Any, threads: int | None, errors: str | None) -> dict[str, Any]:
    numpy = need("numpy", "bulk")
    texts, shape = _texts_of_array(puzzles)
    result = _run(job, Chunk(texts, (Column("puzzle", texts),)), threads)
    rejected = [fault.row for fault in result.rejects]
    found: dict[str, Any] = {}
    columns = result.chunk.columns
    for column in columns[1:] if job.name != "convert" else columns:
        values = column.values
        if isinstance(values, Texts):
            found[column.name] = _array_of_texts(values, shape, rejected)
        elif isinstance(values, Coded):
            found[column.name] = values.codes.copy()
            found[column.name][rejected] = BAD
        else:
            found[column.name] = values.copy()
            found[column.name][rejected] = numpy.nan if values.dtype.kind == "f" else BAD_COUNT
    if errors is not None:
        reasons = {fault.row: fault.reason for fault in result.rejects}
        found[errors] = numpy.array([reasons.get(row, "") for row in range(len(texts))], dtype=str)
    return found


def _texts_of_array(puzzles: Any) -> tuple[Texts, tuple[int, ...] | None]:
    """The puzzles as texts; and the shape of an array of numbers, None for one of texts."""
    numpy = need("numpy", "bulk")
    kind = puzzles.dtype.kind
    if kind in "iu" and puzzles.ndim >= 2:
        cells = int(numpy.prod(puzzles.shape[1:]))
        size = round(cells**0.5)
        if size * size == cells and size <= 9:
            legal = (puzzles >= 0) & (puzzles <= size)
            signs = numpy.where(legal, puzzles + 48, ord("?")).astype(numpy.uint8)
            block = numpy.ascontiguousarray(signs).reshape(-1)
            return Texts.even(block, count=len(puzzles), stride=cells, width=cells), puzzles.shape
    if kind in "SUOT" and puzzles.ndim == 1:
        return Texts.of([_encoded(text) for text in puzzles.tolist()]), None
    raise InputError(
        f"puzzles come as whole numbers of the shape (n, 81) or (n, 9, 9), or as n texts; "
        f"not as {puzzles.dtype} of the shape {puzzles.shape}"
    )


def _array_of_texts(texts: Texts, shape: tuple[int, ...] | None, rejected: list[int]) -> Any:
    numpy = need("numpy", "bulk")
    cells = int(numpy.prod(shape[1:])) if shape is not None else 0
    lengths = texts.places()[1]
    if shape is not None and bool(((lengths == cells) | (lengths == 0)).all()):
        digits = numpy.zeros((len(texts), cells), numpy.uint8)
        filled = lengths == cells
        digits[filled] = texts.take(filled).block(cells) if filled.any() else 0
        digits = numpy.where((digits >= 49) & (digits <= 57), digits - 48, 0).astype(numpy.uint8)
        digits[rejected] = 0
        return digits.reshape(shape)
    values = [text.decode("utf-8", "replace") for text in texts]
    for row in rejected:
        values[row] = ""
    return numpy.array(values, dtype=str)


# -- tables -------------------------------------------------------------------------------------------------


def _arrow(job: Job, data: Any, column: str | None, threads: int | None, errors: str | None) -> Any:
    pyarrow = need("pyarrow", "Arrow data")
    if isinstance(data, pyarrow.RecordBatchReader):
        batches = (batch for part in data for batch in _batches(job, part, column, threads, errors))
        first = next(batches, None)
        if first is None:
            first = next(_batches(job, _empty(data.schema), column, threads, errors))
        return pyarrow.RecordBatchReader.from_batches(first.schema, _chained(first, batches))
    if isinstance(data, pyarrow.RecordBatch):
        data = pyarrow.Table.from_batches([data])
        return (
            _arrow(job, data, column, threads, errors).combine_chunks().to_batches()[0]
            if len(data)
            else next(_batches(job, _empty(data.schema), column, threads, errors))
        )
    if isinstance(data, (pyarrow.Array, pyarrow.ChunkedArray)):
        data = pyarrow.table({"puzzle": data})
    if not isinstance(data, pyarrow.Table):
        raise InputError(
            f"puzzles come as an Arrow table, batch, reader or array, not as {type(data).__name__}"
        )
    parts = [
        batch
        for part in data.to_batches(max_chunksize=BATCH)
        for batch in _batches(job, part, column, threads, errors)
    ]
    if not parts:
        parts = list(_batches(job, _empty(data.schema), column, threads, errors))
    return pyarrow.Table.from_batches(parts)


def _batches(
    job: Job, batch: Any, column: str | None, threads: int | None, errors: str | None
) -> Iterator[Any]:
    """A batch with the new columns."""
    from nonet.bulk.parquet import arrow_of, texts_of

    numpy, pyarrow = need("numpy", "bulk"), need("pyarrow", "Arrow data")
    names = batch.schema.names
    puzzle = puzzle_column(names, column)
    if puzzle is None:
        asked = (
            f"no column {column!r}"
            if column is not None
            else "which column holds the puzzles? Name it (column=…)"
        )
        raise InputError(f"{asked}; the columns are {', '.join(names)}")
    kind = str(batch.schema.field(puzzle).type)
    if not any(word in kind for word in ("string", "binary", "null")):
        raise InputError(f"the column {names[puzzle]} holds {kind}, not texts")
    columns = tuple(Column(name, values) for name, values in zip(names, batch.columns, strict=True))
    chunk = Chunk(texts_of(batch.columns[puzzle]), columns, puzzle=puzzle)
    result = _run(job, chunk, threads)
    rejected = numpy.zeros(len(chunk), bool)
    rejected[[fault.row for fault in result.rejects]] = True
    arrays, fields = [], []
    for number, each in enumerate(result.chunk.columns):
        array = arrow_of(each)
        fresh = number >= len(columns) or (number == puzzle and each.values is not columns[puzzle].values)
        if fresh and each.name.startswith("solution"):
            array = _where(array, rejected | (plain_texts(each).places()[1] == 0))
        elif fresh:
            array = _where(array, rejected)
        arrays.append(array)
        known = number < len(columns) and array.type == batch.schema.field(number).type
        fields.append(batch.schema.field(number) if known else pyarrow.field(each.name, array.type))
    if errors is not None:
        reasons = {fault.row: fault.reason for fault in result.rejects}
        arrays.append(pyarrow.array([reasons.get(row) for row in range(len(chunk))], pyarrow.string()))
        fields.append(pyarrow.field(errors, pyarrow.string()))
    yield pyarrow.RecordBatch.from_arrays(
        arrays, schema=pyarrow.schema(fields, metadata=batch.schema.metadata)
    )


def _where(array: Any, nothing: Any) -> Any:
    """The array with null in these rows."""
    if not nothing.any():
        return array
    numpy, pyarrow = need("numpy", "bulk"), need("pyarrow", "Arrow data")
    return array.take(pyarrow.array(numpy.arange(len(array)), mask=nothing))


def _chained(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


def _empty(schema: Any) -> Any:
    pyarrow = need("pyarrow", "Arrow data")
    return pyarrow.RecordBatch.from_arrays([pyarrow.array([], field.type) for field in schema], schema=schema)


def _pandas(job: Job, data: Any, column: str | None, threads: int | None, errors: str | None) -> Any:
    pandas, pyarrow = need("pandas", "pandas data"), need("pyarrow", "pandas data")
    if isinstance(data, pandas.Series):
        data = data.to_frame(data.name if isinstance(data.name, str) else "puzzle")
        column = column or str(data.columns[0])
    if not isinstance(data, pandas.DataFrame):
        raise InputError(f"puzzles come as a DataFrame or a Series, not as {type(data).__name__}")
    return _arrow(job, pyarrow.Table.from_pandas(data), column, threads, errors).to_pandas()


def _polars(job: Job, data: Any, column: str | None, threads: int | None, errors: str | None) -> Any:
    polars = need("polars", "polars data")
    if isinstance(data, polars.Series):
        data = data.to_frame(data.name or "puzzle")
        column = column or data.columns[0]
    if isinstance(data, polars.LazyFrame):
        raise InputError("a LazyFrame holds no rows yet; collect() it first")
    if not isinstance(data, polars.DataFrame):
        raise InputError(f"puzzles come as a DataFrame or a Series, not as {type(data).__name__}")
    return polars.from_arrow(_arrow(job, data.to_arrow(), column, threads, errors))


def _run(job: Job, chunk: Chunk, threads: int | None) -> Result:
    return job.run(replace(chunk, first=0), threads=threads, gap=0, keep_rejected=True)
