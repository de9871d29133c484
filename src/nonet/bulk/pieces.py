"""Cut sources into pieces: what one shard of the output is made from. The cuts depend on the files alone.

    lines, csv      bytes start … stop, both at the beginning of a row
    parquet         row groups start … stop, or some rows of a single large one
    .gz, .zst       decompressed once, by the process that plans, and cut as they stream into files of a spool folder;
    -, a FIFO       a file for each piece, removed when its shard is done

Pieces are small values that can be sent to a worker; the rows stay in files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, BinaryIO

from nonet.bulk.errors import InputError, reading
from nonet.bulk.parquet_files import MAGIC, group_rows
from nonet.bulk.sources import HEAD, STDIN, FileKind, Source, inspect_parquet, inspect_text
from nonet.bulk.storage import Spool, decompressed, packing_of, storage_for
from nonet.errors import NonetError
from nonet.limits import limits
from nonet.lines import Readable, row_blocks

STEP = 1 << 20
"""Bytes read at a time."""

MOST_BYTES = 1 << 26
"""Bytes of a piece of a stream, at most: it is in memory before it is written to the spool."""


@dataclass(frozen=True)
class Piece:
    """A part of a source, to be read from the file `path`.

    From `start` to `stop` are bytes of a text or row groups of a Parquet file, of which `rows` may name some. `key`
    identifies the piece in a receipt. `row_count` is the number of its rows, where it is known without reading it, and
    `weight` its size in bytes. `spooled`: the file is only for this piece.
    """

    source: Source
    path: str
    start: int
    stop: int
    key: str
    weight: int
    rows: tuple[int, int] | None = None
    row_count: int = 0
    spooled: bool = False


def split(source: Source, rows: int, *, spool: Spool, within_groups: bool = False) -> Iterator[Piece]:
    """The source in pieces of about `rows` rows each, in order. A source without a row is a piece, too.

    `spool` keeps pieces of what cannot be read from its middle. `within_groups`: a row group of Parquet may become
    several pieces, though each of them has to unpack it from its beginning; for jobs that take much longer than that.
    """
    if rows < 1:
        raise NonetError(f"pieces of {rows} rows: at least 1")
    with reading(source.name):
        if source.streamed:
            yield from _split_stream(source, rows, spool, within_groups)
        elif source.kind.format == "parquet":
            yield from _split_parquet(source, source.path, rows, within_groups)
        elif source.kind.packing:
            with storage_for(source.path).open(source.path) as file:
                text = decompressed(file, source.kind.packing, source.name)
                text.read(source.begin)
                yield from _spooled(source, text, rows, spool, file.tell)
        else:
            yield from _split_text(source, rows)


# -- Parquet -------------------------------------------------------------------------------------------------


def _split_parquet(source: Source, path: str, rows: int, within_groups: bool) -> Iterator[Piece]:
    counts = group_rows(path, source.name)
    byte = (storage_for(path).size(path) or 0) / max(1, sum(counts))
    for start, stop, part in _group_ranges(counts, rows, within_groups):
        count = sum(counts[start:stop]) if part is None else part[1] - part[0]
        key = f"{source.path}: row groups {start} to {stop}" + (
            f", rows {part[0]} to {part[1]}" if part else ""
        )
        yield Piece(source, path, start, stop, key, int(byte * count), rows=part, row_count=count)


def _group_ranges(
    counts: list[int], rows: int, within_groups: bool
) -> Iterator[tuple[int, int, tuple[int, int] | None]]:
    """From which row group to which, and which rows of a single one."""
    start = held = 0
    for number, count in enumerate(counts):
        divided = within_groups and count > rows
        if held and (divided or held + count > rows):
            yield start, number, None
            start, held = number, 0
        if divided:
            size = -(-count // -(-count // rows))
            for first in range(0, count, size):
                yield number, number + 1, (first, min(count, first + size))
            start = number + 1
        else:
            held += count
    if held or start == 0:
        yield start, len(counts), None


# -- texts ---------------------------------------------------------------------------------------------------


def _split_text(source: Source, rows: int) -> Iterator[Piece]:
    storage = storage_for(source.path)
    size = storage.size(source.path) or 0
    step = rows * source.row_size
    with storage.open(source.path) as file:
        start = source.begin
        while True:
            stop = max(start, size) if size - start <= step else _row_start(file, source, start, start + step)
            key = f"{source.path}: bytes {start} to {stop}"
            yield Piece(source, source.path, start, stop, key, stop - start)
            start = stop
            if start >= size:
                return


def _row_start(file: Any, source: Source, start: int, place: int) -> int:
    """Where the first row at or after `place` begins; a row begins at `start`."""
    line = _line_start(file, place)
    if source.kind.format != "csv":
        return line
    open_quotes = _quotes(file, start, line)
    file.seek(line)
    block = file.read(limits().line) if open_quotes % 2 else b""
    end = 0
    while open_quotes % 2:
        newline = block.find(b"\n", end)
        if newline < 0:  # a quote that is never closed; or the file ends
            return line + len(block) if len(block) < limits().line else line
        open_quotes += block.count(b'"', end, newline)
        end = newline + 1
    return line + end


def _quotes(file: Any, start: int, stop: int) -> int:
    """The number of quotes between two places."""
    file.seek(start)
    found = 0
    while start < stop and (block := file.read(min(STEP, stop - start))):
        found += block.count(b'"')
        start += len(block)
    return found


def _line_start(file: Any, place: int) -> int:
    """The start of the first line that begins at `place` or later; the end of the file, if there is none."""
    place -= 1
    file.seek(place)
    while block := file.read(1 << 14):
        end: int = block.find(b"\n")
        if end >= 0:
            return place + end + 1
        place += len(block)
    return place


# -- streams -------------------------------------------------------------------------------------------------


def _split_stream(source: Source, rows: int, spool: Spool, within_groups: bool) -> Iterator[Piece]:
    """An input that can be read only once; its first bytes say what it is."""
    name = "standard input" if source.path == STDIN else source.name
    with ExitStack() as stack:
        stack.enter_context(reading(name))
        stream = _stdin() if source.path == STDIN else stack.enter_context(open(source.path, "rb"))
        start = stream.read(4)
        again = _Again(start, stream)
        if start == MAGIC:
            path = spool.add(iter(lambda: again.read(STEP), b""))
            inspected = replace(inspect_parquet(replace(source, path=path)), kind=FileKind("parquet"))
            yield from _split_parquet(inspected, path, rows, within_groups)
            return
        text = decompressed(again, packing_of(start), name)
        head = text.read(HEAD)
        inspected = inspect_text(source, head, None)
        yield from _spooled(inspected, _Again(head[inspected.begin :], text), rows, spool)


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return sys.stdin.buffer


class _Again:
    """A stream of which some bytes were read already."""

    closed = False

    def __init__(self, head: bytes, stream: Readable) -> None:
        self._head = head
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        taken, self._head = self._head[:size], self._head[size:]
        return taken if len(taken) == size else taken + self._stream.read(size - len(taken))


def _spooled(
    source: Source, text: Readable, rows: int, spool: Spool, place: Callable[[], int] | None = None
) -> Iterator[Piece]:
    """Each piece in a file of its own. `place` tells how much of the source was read, where that is known.

    A stream that can be read only once is identified by what is in it, every other by its name.
    """
    step = min(MOST_BYTES, rows * source.row_size)
    blocks = row_blocks(text, min(STEP, step), source.name, quotes=source.kind.format == "csv")
    source = replace(source, kind=replace(source.kind, packing=""))
    start = reported = 0
    while (piece := _joined(blocks, step)) or not start:
        path = spool.add([piece])
        stop = start + len(piece)
        what = blake2b(piece, digest_size=16).hexdigest() if source.streamed else f"bytes {start} to {stop}"
        now = place() if place is not None else stop
        yield Piece(source, path, 0, len(piece), f"{source.path}: {what}", now - reported, spooled=True)
        start, reported = stop, now
        if not piece:
            return


def _joined(blocks: Iterator[bytes], size: int) -> bytes:
    """The next blocks, until they have that many bytes together; nothing at the end."""
    taken: list[bytes] = []
    while size > 0 and (block := next(blocks, b"")):
        taken.append(block)
        size -= len(block)
    return b"".join(taken)
