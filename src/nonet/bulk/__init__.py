"""Millions of puzzles: files of them in, files of answers out; and the same jobs on arrays, tables and iterators."""

from nonet.bulk.chunk import Chunk, Fault, Reject
from nonet.bulk.jobs import JOBS, Job, Result
from nonet.bulk.pieces import Piece, first_row, plan
from nonet.bulk.read import CHUNK_ROWS, read
from nonet.bulk.sources import Kind, Source, kind_of, sources
from nonet.bulk.write import Writer, join, writer_for

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
    "first_row",
    "join",
    "kind_of",
    "plan",
    "read",
    "sources",
    "writer_for",
]
