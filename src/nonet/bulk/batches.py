"""Between Arrow and the jobs: a column of texts becomes a `Block`, and an `Answer` becomes columns again.

    pyarrow array ──▶ Block ──▶ job ──▶ Answer ──▶ pyarrow arrays

Nothing is copied where all texts have 81 characters: the job works in Arrow's buffer, and Arrow takes over the job's.
Arrays are made from buffers rather than by `pyarrow.array`, which imports pandas wherever that is installed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nonet.bulk.columns import free_name
from nonet.bulk.errors import InputError
from nonet.jobs.job import Answer, Boards, Column, Job, Words
from nonet.optional_import import optional_import
from nonet.records import CELLS, Block
from nonet.visible import visible

_NUMBERS = {"Q": "uint64", "q": "int64", "d": "float64"}


@dataclass(frozen=True, eq=False)
class BatchResult:
    """The new columns of a batch by name, null where a row was rejected; its new puzzles, if there are any; and the
    rejected rows with their reasons.
    """

    columns: dict[str, Any]
    puzzles: Any
    rejects: dict[int, str]
    tally: Counter[str]


def run_job(job: Job, texts: Any, *, answers: Any = None, threads: int | None = 1) -> BatchResult:
    """Runs a job on an Arrow array of texts; `answers` is the array of given answers, for a job that needs them.

    >>> import pyarrow
    >>> found = run_job(Job("check"), pyarrow.array(["." * 81, "hello"]))
    >>> found.columns["status"].to_pylist(), list(found.rejects)
    (['several', None], [1])
    """
    answer = job(block_of(texts, answers if job.operation.needs_answers else None), threads=threads)
    rejected = _mask(answer, len(texts))
    columns = {name: to_arrow(column, rejected) for name, column in answer.columns.items()}
    puzzles = None
    if answer.puzzles is not None:
        puzzles = to_arrow(answer.puzzles, rejected).cast(_text_type(texts.type))
    rejects = {row: visible(reason) for row, reason in answer.rejects.items()}
    return BatchResult(columns, puzzles, rejects, answer.tally)


def with_columns(batch: Any, puzzle: int, result: BatchResult, *, errors: str | None = None) -> Any:
    """A record batch with the result's columns after its own; `errors` names one more, with the reasons."""
    pyarrow = optional_import("pyarrow")
    arrays, fields = list(batch.columns), list(batch.schema)
    if result.puzzles is not None:
        arrays[puzzle] = result.puzzles
        fields[puzzle] = pyarrow.field(fields[puzzle].name, result.puzzles.type)
    added = dict(result.columns)
    if errors is not None:
        reasons = text_array([result.rejects.get(row) for row in range(batch.num_rows)])
        added[free_name(errors, added)] = reasons
    for name, array in added.items():
        fields.append(pyarrow.field(free_name(name, {each.name for each in fields}), array.type))
        arrays.append(array)
    schema = pyarrow.schema(fields, metadata=batch.schema.metadata)
    return pyarrow.RecordBatch.from_arrays(arrays, schema=schema)


# -- texts to blocks -----------------------------------------------------------------------------------------


def is_text(type_: Any) -> bool:
    """Whether a column of this Arrow type can have puzzles."""
    kinds = optional_import("pyarrow").types
    if kinds.is_dictionary(type_):
        return is_text(type_.value_type)
    return any(getattr(kinds, f"is_{name}")(type_) for name in _TEXTS)


_TEXTS = (
    *("string", "large_string", "string_view", "null"),
    *("binary", "large_binary", "binary_view", "fixed_size_binary"),
)
"""The Arrow types of texts."""


def _text_type(type_: Any) -> Any:
    pyarrow = optional_import("pyarrow")
    return type_.value_type if pyarrow.types.is_dictionary(type_) else type_


def block_of(texts: Any, answers: Any = None) -> Block:
    """The texts of an Arrow array: strings or bytes, of any type. A null is an empty text.

    >>> import pyarrow
    >>> block_of(pyarrow.array([None, "12"])).others
    {0: b'', 1: b'12'}
    """
    numpy, pc = optional_import("numpy"), optional_import("pyarrow.compute")
    texts = _plain(texts)
    given = None if answers is None else [each or b"" for each in _bytes(_plain(answers))]
    data, starts, lengths = places(texts)
    if bool((lengths == CELLS).all()):
        first = int(starts[0]) if len(texts) else 0
        return Block(memoryview(data)[first : first + CELLS * len(texts)], len(texts), answers=given)
    data, starts, lengths = places(pc.ascii_trim_whitespace(texts))
    even = lengths == CELLS
    records = numpy.full((len(texts), CELLS), ord("?"), numpy.uint8)
    if even.any():
        records[even] = numpy.lib.stride_tricks.sliding_window_view(data, CELLS)[starts[even]]
    others = {
        int(row): data[starts[row] : starts[row] + lengths[row]].tobytes() for row in numpy.flatnonzero(~even)
    }
    return Block(records.reshape(-1).data, len(texts), others=others, answers=given)


def places(texts: Any) -> tuple[Any, Any, Any]:
    """The bytes of an Arrow array of the type `string`, and where each text begins and how long it is, as arrays of
    numpy. A null has no length.
    """
    numpy = optional_import("numpy")
    validity, offsets, data = texts.buffers()
    signs = numpy.frombuffer(data, numpy.uint8) if data is not None else numpy.empty(0, numpy.uint8)
    if not len(texts):
        return signs, numpy.empty(0, numpy.int32), numpy.empty(0, numpy.int32)
    bounds = numpy.frombuffer(offsets, numpy.int32)[texts.offset : texts.offset + len(texts) + 1]
    lengths = numpy.diff(bounds)
    if texts.null_count:
        valid = numpy.unpackbits(numpy.frombuffer(validity, numpy.uint8), bitorder="little")
        lengths = lengths * valid[texts.offset : texts.offset + len(texts)]
    return signs, bounds[:-1], lengths


def _plain(texts: Any) -> Any:
    """An array of the type `string`, whatever it was; its bytes need not be UTF-8."""
    pyarrow, pc = optional_import("pyarrow"), optional_import("pyarrow.compute")
    kinds = pyarrow.types
    if isinstance(texts, pyarrow.ChunkedArray):
        texts = texts.combine_chunks()
    if kinds.is_dictionary(texts.type):
        return _plain(texts.dictionary).take(texts.indices)
    if kinds.is_string(texts.type):
        return texts
    if not is_text(texts.type):
        raise InputError(f"a column of {texts.type}, not of texts")
    if kinds.is_fixed_size_binary(texts.type):
        texts = texts.cast(pyarrow.binary())
    return pc.cast(texts, options=pc.CastOptions(pyarrow.string(), allow_invalid_utf8=True))


def _bytes(texts: Any) -> list[bytes]:
    pyarrow = optional_import("pyarrow")
    values: list[bytes] = texts.cast(pyarrow.binary()).to_pylist()
    return values


# -- answers to columns --------------------------------------------------------------------------------------


def _mask(answer: Answer, count: int) -> Any:
    """Which rows were rejected, as a numpy array; None if no row was."""
    if not answer.rejects:
        return None
    mask = optional_import("numpy").zeros(count, bool)
    mask[list(answer.rejects)] = True
    return mask


def to_arrow(column: Column, rejected: Any = None) -> Any:
    """A column of an answer as an Arrow array, null where a row is rejected (by a mask; None: nowhere)."""
    numpy, pyarrow = optional_import("numpy"), optional_import("pyarrow")
    if isinstance(column, Boards):
        return _boards(column, rejected)
    if isinstance(column, Words):
        codes = numpy.frombuffer(column.codes, numpy.uint8)
        missing = codes >= len(column.words)
        if missing.any():
            codes = numpy.where(missing, 0, codes)
        indices = _array("int8", codes, missing)
        return pyarrow.DictionaryArray.from_arrays(indices, text_array(column.words))
    if isinstance(column, list):
        return text_array(column, rejected)
    return _array(_NUMBERS[column.typecode], column, rejected)


def _array(type_: str, data: Any, missing: Any) -> Any:
    """An Arrow array of numbers in a buffer; null where `missing` (a numpy array, or None) is true."""
    pyarrow = optional_import("pyarrow")
    buffers = [None if missing is None or not missing.any() else bits(~missing), pyarrow.py_buffer(data)]
    return pyarrow.Array.from_buffers(getattr(pyarrow, type_)(), len(data), buffers)


def bits(mask: Any) -> Any:
    """A numpy mask in Arrow's form, eight rows per byte."""
    numpy, pyarrow = optional_import("numpy"), optional_import("pyarrow")
    return pyarrow.py_buffer(numpy.packbits(mask, bitorder="little"))


def bool_array(mask: Any) -> Any:
    pyarrow = optional_import("pyarrow")
    return pyarrow.Array.from_buffers(pyarrow.bool_(), len(mask), [None, bits(mask)])


def text_array(texts: Sequence[str | bytes | None], missing: Any = None) -> Any:
    """An Arrow array of texts; None is null."""
    numpy, pyarrow = optional_import("numpy"), optional_import("pyarrow")
    data = [text.encode() if isinstance(text, str) else text or b"" for text in texts]
    nulls = numpy.fromiter((text is None for text in texts), bool, len(data))
    nulls = nulls if missing is None else nulls | missing
    offsets = numpy.zeros(len(data) + 1, numpy.int32)
    numpy.cumsum([len(text) for text in data], out=offsets[1:])
    buffers = [
        bits(~nulls) if nulls.any() else None,
        pyarrow.py_buffer(offsets),
        pyarrow.py_buffer(b"".join(data)),
    ]
    return pyarrow.Array.from_buffers(pyarrow.string(), len(data), buffers)


def _boards(column: Boards, rejected: Any) -> Any:
    numpy = optional_import("numpy")
    count = len(column.records) // column.stride
    if column.others:
        return text_array([column.text(row) for row in range(count)], rejected)
    validity = None
    if column.present is not None or rejected is not None:
        present = (
            numpy.ones(count, bool) if column.present is None else numpy.frombuffer(column.present, bool)
        )
        present = present if rejected is None else present & ~rejected
        validity = bits(present)
    return board_array(column.records, count, validity)


def board_array(data: Any, count: int, validity: Any = None) -> Any:
    """An Arrow array of boards of 81 characters, one after the other in a buffer."""
    pyarrow = optional_import("pyarrow")
    buffers = [validity, _offsets(count), pyarrow.py_buffer(data)]
    return pyarrow.Array.from_buffers(pyarrow.string(), count, buffers)


@lru_cache(maxsize=4)
def _offsets(count: int) -> Any:
    """The offset of each board."""
    numpy, pyarrow = optional_import("numpy"), optional_import("pyarrow")
    return pyarrow.py_buffer(numpy.arange(0, (count + 1) * CELLS, CELLS, dtype=numpy.int32))
