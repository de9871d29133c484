"""The jobs on numpy arrays: boards as numbers or texts in, a dict of arrays out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonet.bulk.errors import InputError
from nonet.bulk.optional_import import optional_import
from nonet.jobs.block import CELLS, Answer, Block, Boards, Words
from nonet.jobs.job import Job
from nonet.many import BAD, BAD_COUNT

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["answer_array"]


def answer_array(job: Job, puzzles: Any, threads: int | None, errors: str | None) -> dict[str, Array]:
    """Boards come back in the shape that the puzzles had; 255, 2**64 - 1 or nan means a rejected row."""
    numpy = optional_import("numpy")
    block, shape = _block(puzzles)
    found = job(block, threads=threads)
    rejected = list(found.rejects)
    arrays: dict[str, Array] = {}
    columns = dict(found.columns)
    if job.name == "convert":
        columns["puzzle"] = found.puzzles or Boards(
            b"", others={k: block.text(k) for k in range(block.count)}
        )
    for name, column in columns.items():
        if isinstance(column, Boards):
            arrays[name] = _boards(column, found, block.count, shape)
        elif isinstance(column, Words):
            arrays[name] = numpy.frombuffer(column.codes, numpy.uint8).copy()
            arrays[name][rejected] = BAD
        elif isinstance(column, list):
            arrays[name] = numpy.array(column, dtype=str)
        else:
            arrays[name] = numpy.array(column)
            arrays[name][rejected] = numpy.nan if column.typecode == "d" else BAD_COUNT
    if errors is not None:
        arrays[errors] = numpy.array([found.rejects.get(row, "") for row in range(block.count)], dtype=str)
    return arrays


def _block(puzzles: Array) -> tuple[Block, tuple[int, ...] | None]:
    """The puzzles; and the shape of an array of numbers, None for one of texts."""
    numpy = optional_import("numpy")
    kind = puzzles.dtype.kind
    if kind in "iu" and puzzles.ndim >= 2:
        cells = int(numpy.prod(puzzles.shape[1:]))
        size = round(cells**0.5)
        if size * size == cells and size <= 9:
            legal = (puzzles >= 0) & (puzzles <= size)
            signs = numpy.where(legal, puzzles + 48, ord("?")).astype(numpy.uint8).tobytes()
            if cells == CELLS:
                return Block(signs, len(puzzles)), puzzles.shape
            return Block.of([signs[k : k + cells] for k in range(0, len(signs), cells)]), puzzles.shape
    if kind in "SUOT" and puzzles.ndim == 1:
        texts = [text.encode() if isinstance(text, str) else bytes(text) for text in puzzles.tolist()]
        return Block.of([text.strip() for text in texts]), None
    raise InputError(
        f"puzzles come as whole numbers of the shape (n, 81) or (n, 9, 9), or as n texts; "
        f"not as {puzzles.dtype} of the shape {puzzles.shape}"
    )


def _boards(column: Boards, found: Answer, count: int, shape: tuple[int, ...] | None) -> Array:
    numpy = optional_import("numpy")
    if shape is not None and not column.others:
        signs = numpy.frombuffer(column.records, numpy.uint8).reshape(count, CELLS).copy()
    else:
        texts = [b"" if row in found.rejects else column.text(row) or b"" for row in range(count)]
        cells = int(numpy.prod(shape[1:])) if shape is not None else 0
        if shape is None or any(len(text) not in (0, cells) for text in texts):
            lines: Array = numpy.array([text.decode("utf-8", "replace") for text in texts], dtype=str)
            return lines
        signs = numpy.zeros((count, cells), numpy.uint8)
        for row, text in enumerate(texts):
            signs[row, : len(text)] = numpy.frombuffer(text, numpy.uint8)
    digits: Array = numpy.where((signs >= 49) & (signs <= 57), signs - 48, 0).astype(numpy.uint8)
    digits[list(found.rejects)] = 0
    return digits.reshape(shape or digits.shape)
