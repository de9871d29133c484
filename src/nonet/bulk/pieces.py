"""Pieces: what one shard of the output is made from. Small values that travel to a worker; the rows stay in the file.

lines, csv      bytes start … stop, both at the beginning of a row
parquet         row groups start … stop; or some rows of one that is large
.gz, .zst       the whole file: nobody can begin in its middle
-               standard input is kept in files of a spool folder, a piece each
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, BinaryIO

from nonet.bulk import files
from nonet.bulk.chunk import GROUP_ROWS
from nonet.bulk.footer import MAGIC as PARQUET
from nonet.bulk.need import need
from nonet.bulk.rows import LONGEST, rows_of
from nonet.bulk.sources import HEAD, STDIN, InputError, Kind, Source, inspected, inspected_text, packing_of
from nonet.errors import NonetError

__all__ = ["Piece", "first_row", "plan"]


@dataclass(frozen=True)
class Piece:
    """A part of a source: bytes `start` to `stop` of a text, row groups of a Parquet file, all of a packed file.

    `part`: of a single row group the rows from one number to another, and how many it has.
    `row` is the number of its first row in the file, or None while nobody had to count (see `first_row`).
    `temporary`: a file that only this piece needs (standard input, spooled); remove it when its shard is done.
    """

    source: Source
    start: int
    stop: int
    row: int | None = None
    temporary: bool = False
    part: tuple[int, int, int] | None = None

    @property
    def extent(self) -> float:
        """Its bytes, or row groups."""
        first, last, count = self.part or (0, 1, 1)
        return (self.stop - self.start) * (last - first) / count


def plan(
    source_files: Iterable[Source],
    *,
    rows: int,
    spool: str | None = None,
    stdin: BinaryIO | None = None,
    slowly: bool = False,
) -> Iterator[Piece]:
    """The sources in pieces of about `rows` rows each, in order, the same for the same files.

    A source without a row is a piece too. `spool` is a folder for what comes from standard input (`stdin`, if it
    is to be another stream than the usual one). `slowly`: the job takes so long that a row group may be unpacked again
    for each of its parts.
    """
    if rows < 1:
        raise NonetError(f"pieces of {rows} rows: at least 1")
    for source in source_files:
        if source.path == STDIN:
            yield from _spooled(source, rows, spool, stdin or sys.stdin.buffer, slowly)
        elif source.kind.format == "parquet":
            yield from _row_groups(source, rows, slowly)
        elif source.kind.packing:
            yield Piece(source, 0, files.size_of(source.path), source.line)
        else:
            yield from _text_pieces(source, rows)


def first_row(piece: Piece) -> int:
    """The number of the piece's first row in its file: of a text the line, as editors count, of Parquet the row."""
    if piece.row is not None:
        return piece.row
    source = piece.source
    return source.line + _newlines_before(source.path, source.begin, piece.start)


def _row_groups(source: Source, rows: int, slowly: bool) -> Iterator[Piece]:
    from nonet.bulk.parquet import group_rows, opens_within

    counts = group_rows(source.path)
    start, row = 0, 1
    held = 0
    for number, count in enumerate(counts):
        is_large = count > rows and opens_within(source, number, slowly=slowly)
        if held and (is_large or held + count > rows):
            yield Piece(source, start, number, row)
            start, row, held = number, row + held, 0
        if is_large:
            size = (
                -(-rows // GROUP_ROWS) * GROUP_ROWS if rows > GROUP_ROWS else -(-count // -(-count // rows))
            )
            for first in range(0, count, size):
                part = (first, min(count, first + size), count)
                yield Piece(source, number, number + 1, row + first, part=part)
            start, row = number + 1, row + count
        else:
            held += count
    if held or start == 0:
        yield Piece(source, start, len(counts), row)


# -- texts --------------------------------------------------------------------------------------------------


def _text_pieces(source: Source, rows: int) -> Iterator[Piece]:
    size = files.size_of(source.path)
    with files.open_read(source.path) as file:
        quoted = source.kind.format == "csv" and _has_quotes(file, source.path)
        start, row, step = source.begin, source.line, rows * source.row_size
        while True:
            if size - start <= step:
                stop = max(start, size)
            elif quoted:
                stop = _quoted_border(file, start, start + step, size)
            else:
                stop = _border(file, start + step, size)
            yield Piece(source, start, stop, row if start == source.begin else None)
            start = stop
            if start >= size:
                return


def _border(file: BinaryIO, place: int, size: int) -> int:
    """The first beginning of a line at `place` or behind it."""
    file.seek(place - 1)
    place -= 1
    while block := file.read(1 << 14):
        end = block.find(b"\n")
        if end >= 0:
            return min(size, place + end + 1)
        place += len(block)
    return size


def _quoted_border(file: BinaryIO, start: int, place: int, size: int) -> int:
    """The same where a newline may be part of a field: walks there, row by row, from the beginning of a row."""
    numpy = need("numpy", "bulk")
    file.seek(start)
    rest = b""
    while start < size:
        block = rest + file.read(16 * LONGEST)
        final = start + len(block) >= size
        found = rows_of(numpy.frombuffer(block, numpy.uint8), quotes=True, final=final)
        later = numpy.flatnonzero(found.starts >= place - start)
        if len(later):
            return start + int(found.starts[later[0]])
        if start + found.used >= place or final:
            return start + found.used
        rest = block[found.used :]
        start += found.used
        if len(rest) > 16 * LONGEST:  # one line without an end
            return _border(file, start + len(rest), size)
    return size


def _has_quotes(file: BinaryIO, path: str) -> bool:
    if files.is_remote(path):
        file.seek(0)
        while block := file.read(1 << 20):
            if b'"' in block:
                return True
        return False
    with (
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if os.path.getsize(path) else _Nothing() as view
    ):
        step = 1 << 24
        for place in range(0, len(view), step):
            if view.find(b'"', place, place + step) >= 0:
                return True
            if hasattr(view, "madvise") and hasattr(mmap, "MADV_DONTNEED"):
                view.madvise(mmap.MADV_DONTNEED, place, min(step, len(view) - place))
    return False


class _Nothing:
    def __enter__(self) -> Any:
        return b""

    def __exit__(self, *_: object) -> None:
        pass


_COUNTED: dict[tuple[str, int, int], list[tuple[int, int]]] = {}
_LOCK = Lock()


def _newlines_before(path: str, begin: int, stop: int) -> int:
    """How many newlines stand between two places of a file; goes on from the nearest place counted before."""
    key = (path, begin, files.size_of(path))
    with _LOCK:
        known = _COUNTED.setdefault(key, [(begin, 0)])
        place, count = max(each for each in known if each[0] <= stop)
        if place < stop:
            with files.open_read(path) as file:
                file.seek(place)
                while place < stop and (block := file.read(min(1 << 20, stop - place))):
                    count += block.count(b"\n")
                    place += len(block)
            known.append((stop, count))
        return count


# -- standard input -----------------------------------------------------------------------------------------


def _spooled(source: Source, rows: int, spool: str | None, stream: BinaryIO, slowly: bool) -> Iterator[Piece]:
    if spool is None:
        raise InputError("standard input needs a folder to be kept in while it is worked on")
    os.makedirs(spool, exist_ok=True)
    start = files.exactly(stream, 4)
    again: Any = _Again(start, stream)
    if start == PARQUET:
        path = os.path.join(spool, "stdin.parquet")
        with open(path, "wb") as file:
            while block := files.exactly(again, 1 << 20):
                file.write(block)
        yield from _row_groups(inspected(path, name=STDIN, column=source.wanted), rows, slowly)
        return
    packing = packing_of(start)
    text: Any = files.open_unpacked(again, packing, "standard input")
    head = files.exactly(text, HEAD)
    looked_at = inspected_text(replace(source, kind=Kind("lines")), head, None)
    text = _Again(head[looked_at.begin :], text)
    for number, (block, row) in enumerate(_cuts(text, looked_at, rows)):
        path = os.path.join(spool, f"stdin-{number:06}{looked_at.kind.ending}")
        with open(path + ".part", "wb") as file:
            file.write(block)
        os.replace(path + ".part", path)
        part = replace(looked_at, path=path, begin=0, line=row)
        yield Piece(part, 0, len(block), row, temporary=True)


def _cuts(text: Any, source: Source, rows: int) -> Iterator[tuple[bytes, int]]:
    """A stream in blocks of whole rows, and the line each begins on."""
    numpy = need("numpy", "bulk")
    step, rest, row, any_yet = max(rows * source.row_size, 1), b"", source.line, False
    while True:
        block = rest + files.exactly(text, max(step - len(rest), LONGEST))
        final = len(block) - len(rest) < max(step - len(rest), LONGEST)
        data = numpy.frombuffer(block, numpy.uint8)
        found = rows_of(data, quotes=source.kind.format == "csv", final=final)
        used = found.used or len(block)
        if used or not any_yet:
            yield block[:used], row
            any_yet = True
        row += found.line_count
        rest = block[used:]
        if final:
            return


class _Again:
    """A stream of which some bytes were read already."""

    def __init__(self, head: bytes, stream: Any) -> None:
        self.head = head
        self.stream = stream

    def read(self, size: int = -1) -> bytes:
        if not self.head:
            return bytes(self.stream.read(size))
        taken = self.head if size < 0 else self.head[:size]
        self.head = self.head[len(taken) :]
        return taken
