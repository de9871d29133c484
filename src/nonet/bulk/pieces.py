"""Pieces: what one shard of the output is made from. Small values that travel to a worker; the rows stay in the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from nonet.bulk import files
from nonet.bulk.sources import Source

__all__ = ["Piece", "first_row", "plan"]


@dataclass(frozen=True)
class Piece:
    """A part of a source: bytes `start` to `stop` of a text, row groups of a Parquet file, all of a packed file.

    `row` is the number of its first row in the file, or None while nobody had to count (see `first_row`).
    `temporary`: a file that only this piece needs (standard input, spooled); remove it when its shard is done.
    """

    source: Source
    start: int
    stop: int
    row: int | None = None
    temporary: bool = False


def plan(source_files: Iterable[Source], *, rows: int, spool: str | None = None) -> Iterator[Piece]:
    """The sources in pieces of about `rows` rows each, in order, the same for the same files.

    `spool` is a folder for what comes from standard input.
    """
    for source in source_files:
        yield from _text_pieces(source, rows)


def first_row(piece: Piece) -> int:
    """The number of the piece's first row in its file: of a text the line, as editors count, of Parquet the row."""
    if piece.row is not None:
        return piece.row
    return piece.source.line + _newlines(piece.source.path, piece.source.begin, piece.start)


def _text_pieces(source: Source, rows: int) -> Iterator[Piece]:
    size = files.size_of(source.path)
    step = rows * 82
    with files.open_read(source.path) as file:
        start = source.begin
        while True:
            stop = min(start + step, size)
            if stop < size:
                file.seek(stop - 1)
                while (block := file.read(1 << 16)) and (end := block.find(b"\n")) < 0:
                    stop += len(block)
                stop = min(size, stop + (end if block else 0))
            yield Piece(source, start, stop, source.line if start == source.begin else None)
            start = stop
            if start >= size:
                return


@lru_cache(maxsize=4096)
def _newlines(path: str, start: int, stop: int) -> int:
    count = 0
    with files.open_read(path) as file:
        file.seek(start)
        while start < stop and (block := file.read(min(1 << 20, stop - start))):
            count += block.count(b"\n")
            start += len(block)
    return count
