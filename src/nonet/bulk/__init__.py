"""Millions of puzzles: files of them in, files of answers out; and the same jobs on arrays, tables and iterators.

On what a program holds (`nonet.bulk.library`):

>>> from nonet import bulk
>>> [row["status"] for row in bulk.check(["1234............", "." * 81])]
['several', 'several']

On files, piece by piece, as `sudoku bulk` does it: `sources` → `plan` → `read` → `Job.run` → `writer_for` → `join`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.bulk.chunk import Chunk, Fault, Reject
from nonet.bulk.jobs import JOBS, Job, Result
from nonet.bulk.joiners import join
from nonet.bulk.pieces import Piece, first_row, plan
from nonet.bulk.read import CHUNK_ROWS, read
from nonet.bulk.sources import Kind, Source, kind_of, sources
from nonet.bulk.write import Writer, writer_for

if TYPE_CHECKING:
    from nonet.bulk.library import answer, canonical, check, convert, count, rate, solve

__all__ = [
    "CHUNK_ROWS",
    "JOBS",
    "Chunk",
    "Fault",
    "Job",
    "Kind",
    "Piece",
    "Reject",
    "Result",
    "Source",
    "Writer",
    "answer",
    "canonical",
    "check",
    "convert",
    "count",
    "first_row",
    "join",
    "kind_of",
    "plan",
    "rate",
    "read",
    "solve",
    "sources",
    "writer_for",
]

_LIBRARY = frozenset({"answer", "canonical", "check", "convert", "count", "rate", "solve"})


def __getattr__(name: str) -> object:
    if name not in _LIBRARY:
        raise AttributeError(f"module 'nonet.bulk' has no attribute {name!r}")
    from nonet.bulk import library

    value = getattr(library, name)
    globals()[name] = value
    return value
