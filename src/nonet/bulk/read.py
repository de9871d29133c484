"""Read a piece, chunk by chunk.

The usual text has a puzzle a line, all lines alike: such a block goes on as it was read, and only its newlines are
looked at. In any other, rows and fields are found by the block (`nonet.bulk.rows`). What cannot be a row is a fault
with its line and a reason, and the rest goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, BinaryIO

from nonet.bulk import files
from nonet.bulk.buffers import Buffers, pages
from nonet.bulk.chunk import CHUNK_BYTES, Chunk, Column, Fault
from nonet.bulk.need import need
from nonet.bulk.pieces import Piece
from nonet.bulk.rows import LONGEST, Rows, fields_of, rows_of
from nonet.bulk.sources import Source
from nonet.bulk.texts import Texts
from nonet.errors import NonetError

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["CHUNK_ROWS", "read"]

CHUNK_ROWS = 1 << 16
"""Rows read at a time: some 5 MB of puzzles."""

_NEWLINE, _RETURN, _SPACE, _HASH, _QUOTE = 10, 13, 32, 35, 34
_BLANKS = bytes(range(_SPACE + 1))
_CELLS = 81


def read(
    piece: Piece, *, chunk_rows: int = CHUNK_ROWS, hasty: bool = False, blocks: Buffers | None = None
) -> Iterator[Chunk]:
    """The rows of a piece, about `chunk_rows` at a time, in order; at least one chunk, even if it has no row.

    With `hasty`, of lines that look all alike the ends alone are looked at: each of them reaches a job, which
    raises `Misread` if one is not what it seemed. `blocks` is memory to read into (`pages`).
    """
    if chunk_rows < 1:
        raise NonetError(f"chunks of {chunk_rows} rows: at least 1")
    if piece.source.kind.format == "parquet":
        from nonet.bulk.parquet import read_groups

        return read_groups(piece, chunk_rows, blocks or Buffers(pages))
    return _read_text(piece, chunk_rows, hasty=hasty, blocks=blocks or Buffers(pages))


def _read_text(piece: Piece, chunk_rows: int, *, hasty: bool, blocks: Buffers) -> Iterator[Chunk]:
    source = piece.source
    is_csv = source.kind.format == "csv"
    numpy = need("numpy", "bulk")
    line, carried = 0, numpy.empty(0, numpy.uint8)
    capacity = max(min(chunk_rows * source.row_size, CHUNK_BYTES), 4 * LONGEST)
    any_yet = False
    with ExitStack() as stack:
        stream = _Stream(piece, stack)
        while True:
            buffer: Any = blocks.take(capacity + 1)
            buffer[: len(carried)] = carried
            filled = len(carried) + stream.fill(memoryview(buffer)[len(carried) : capacity])
            final = filled < capacity
            if final and filled and buffer[filled - 1] != _NEWLINE:
                buffer[filled] = _NEWLINE
                filled += 1
            data = buffer[:filled]
            even = 0 if is_csv else _even_lines(data, final, hasty=hasty)
            if even:
                used = line_count = len(data) // even
                used *= even
                texts = Texts.even(data, count=line_count, stride=even, width=_CELLS)
                chunk = Chunk(
                    texts, (Column("puzzle", texts),), first=line, hasty=hasty, size=stream.passed()
                )
            else:
                rows = rows_of(data, quotes=is_csv, final=final)
                if not rows.used and not final:
                    stream.skip_line()
                    fault = Fault(line, f"a row of more than {LONGEST:,} bytes")
                    carried, line, any_yet = data[:0], line + 1, True
                    yield _chunk_of(source, data[:0], rows, line, (fault,), stream.passed())
                    continue
                used, line_count = rows.used, rows.line_count
                chunk = _chunk_of(source, data, rows, line, (), stream.passed())
            if len(chunk) or chunk.faults or not any_yet:
                any_yet = True
                yield chunk
            line += line_count
            carried = data[used:]
            if final:
                return


def _even_lines(data: Array, final: bool, *, hasty: bool) -> int:
    """The stride of lines that all have 81 bytes and the same ending; 0 if there is another line among them."""
    for stride in (_CELLS + 1, _CELLS + 2):
        count = len(data) // stride
        if not count or data[stride - 1] != _NEWLINE or (final and count * stride != len(data)):
            continue
        records = data[: count * stride]
        if _ends_even(records, stride) and (hasty or _is_even(records, stride)):
            return stride
    return 0


def _ends_even(data: Array, stride: int) -> bool:
    """Whether each record of that many bytes ends as a line does."""
    return bool((data[stride - 1 :: stride] == _NEWLINE).all()) and (
        stride == _CELLS + 1 or bool((data[_CELLS::stride] == _RETURN).all())
    )


def _is_even(data: Array, stride: int) -> bool:
    """Whether no newline stands within a record, and none begins a comment; by parts that stay in the cache."""
    numpy = need("numpy", "bulk")
    step = 1600 * stride
    found = numpy.empty(step, bool)
    for start in range(0, len(data), step):
        part = data[start : start + step]
        count = len(part) // stride
        ends = numpy.equal(part, _NEWLINE, out=found[: len(part)])
        if numpy.count_nonzero(ends) != count or numpy.count_nonzero(part[::stride] == _HASH):
            return False
    return True


class _Stream:
    """The bytes of a piece, unpacked."""

    def __init__(self, piece: Piece, stack: ExitStack) -> None:
        source = piece.source
        self.file: BinaryIO = stack.enter_context(files.open_read(source.path))
        self.packed = bool(source.kind.packing)
        self.stream: Any = files.open_unpacked(self.file, source.kind.packing, source.name)
        self.left: int | None = None if self.packed else piece.stop - piece.start
        self.told = 0 if self.packed else piece.start
        if self.packed:
            ahead = source.begin
            while ahead and (block := self.stream.read(min(ahead, 1 << 16))):
                ahead -= len(block)
        else:
            self.file.seek(piece.start)

    def fill(self, view: memoryview) -> int:
        """As much as there is room for; less only at the end."""
        filled = 0
        room = len(view) if self.left is None else min(len(view), self.left)
        while filled < room:
            count = self.stream.readinto(view[filled:room])
            if not count:
                break
            filled += count
        if self.left is not None:
            self.left -= filled
        return filled

    def skip_line(self) -> None:
        """Reads on to the beginning of the next line."""
        buffer = bytearray(1 << 12)
        while count := self.fill(memoryview(buffer)):
            end = buffer.find(b"\n", 0, count)
            if end >= 0:
                self.stream = _Joined(bytes(buffer[end + 1 : count]), self.stream)
                if self.left is not None:
                    self.left += count - end - 1
                return

    def passed(self) -> int:
        """How many bytes of the file were read since this was last asked."""
        here = self.file.tell()
        before, self.told = self.told, here
        return here - before


class _Joined:
    """A stream with some bytes before it."""

    def __init__(self, head: bytes, stream: Any) -> None:
        self.head = head
        self.stream = stream

    def readinto(self, view: memoryview) -> int:
        if not self.head:
            return int(self.stream.readinto(view))
        count = min(len(view), len(self.head))
        view[:count] = self.head[:count]
        self.head = self.head[count:]
        return count


# -- rows to chunks -----------------------------------------------------------------------------------------


def _chunk_of(
    source: Source, data: Array, rows: Rows, line: int, faults: tuple[Fault, ...], size: int
) -> Chunk:
    if source.kind.format == "csv":
        return _table_chunk(source, data, rows, line, faults, size)
    numpy = need("numpy", "bulk")
    starts, stops = _trimmed(data, rows.starts, rows.stops)
    long = stops - starts > LONGEST
    faults += tuple(
        Fault(line + int(rows.lines[k]), f"a row of more than {LONGEST:,} bytes")
        for k in numpy.flatnonzero(long)
    )
    used = (stops > starts) & ~long
    used[used] = data[starts[used]] != _HASH
    texts = Texts.uneven(data, starts[used], (stops - starts)[used]).tidy()
    numbers = rows.lines[used] + line
    return Chunk(texts, (Column("puzzle", texts),), first=line, numbers=numbers, faults=faults, size=size)


def _table_chunk(
    source: Source, data: Array, rows: Rows, line: int, faults: tuple[Fault, ...], size: int
) -> Chunk:
    numpy = need("numpy", "bulk")
    starts, stops, which, ragged = fields_of(
        data, rows, width=len(source.columns), delimiter=ord(source.delimiter)
    )
    found = [Fault(line + fault.row, fault.reason) for fault in ragged]
    if rows.used and data[: rows.used].max() > 127:
        legal, wrong = _legal(data, rows, which)
        found += [Fault(line + int(rows.lines[k]), reason) for k, reason in wrong]
        starts, stops, which = starts[legal], stops[legal], which[legal]
    inner, outer = starts[:, source.puzzle], stops[:, source.puzzle]
    if rows.has_quotes and len(which):
        inner, outer = _trimmed(data, inner, outer)
        last = numpy.maximum(outer - 1, 0)
        quoted = (outer - inner >= 2) & (data[inner % len(data)] == _QUOTE) & (data[last] == _QUOTE)
        inner, outer = inner + quoted, outer - quoted
    inner, outer = _trimmed(data, inner, outer)
    puzzles = Texts.uneven(data, inner, outer - inner).tidy()
    columns = tuple(
        Column(name, Texts.uneven(data, starts[:, k], stops[:, k] - starts[:, k]), quoted=rows.has_quotes)
        for k, name in enumerate(source.columns)
    )
    raw = None
    if source.delimiter == ",":
        raw = Texts.uneven(data, rows.starts[which], (rows.stops - rows.starts)[which])
    return Chunk(
        puzzles,
        columns,
        puzzle=source.puzzle,
        first=line,
        numbers=rows.lines[which] + line,
        raw=raw,
        faults=tuple(sorted((*faults, *found))),
        size=size,
    )


def _legal(data: Array, rows: Rows, which: Array) -> tuple[Array, list[tuple[int, str]]]:
    """Which of these rows are UTF-8; and the others, with the reason."""
    numpy = need("numpy", "bulk")
    legal = numpy.ones(len(which), bool)
    wrong: list[tuple[int, str]] = []
    high = numpy.flatnonzero(data[: rows.used] > 127)
    some = numpy.searchsorted(high, rows.stops[which]) > numpy.searchsorted(high, rows.starts[which])
    for index in numpy.flatnonzero(some).tolist():
        row = int(which[index])
        text = bytes(data[rows.starts[row] : rows.stops[row]])
        try:
            text.decode("utf-8")
        except UnicodeDecodeError as error:
            legal[index] = False
            wrong.append((row, f"this byte is not UTF-8 (0x{text[error.start]:02x}); save the text as UTF-8"))
    return legal, wrong


def _trimmed(data: Array, starts: Array, stops: Array) -> tuple[Array, Array]:
    """The places without the blanks at both ends: the first few of all rows at once, more of them row by row."""
    numpy = need("numpy", "bulk")
    if not len(data):
        return starts, stops
    for _ in range(8):
        blank = (starts < stops) & (data[numpy.minimum(starts, len(data) - 1)] <= _SPACE)
        if not blank.any():
            break
        starts = starts + blank
    else:
        for row in numpy.flatnonzero(blank):
            text = data[starts[row] : stops[row]].tobytes()
            starts[row] += len(text) - len(text.lstrip(_BLANKS))
    for _ in range(8):
        blank = (starts < stops) & (data[numpy.maximum(stops, 1) - 1] <= _SPACE)
        if not blank.any():
            break
        stops = stops - blank
    else:
        for row in numpy.flatnonzero(blank):
            text = data[starts[row] : stops[row]].tobytes()
            stops[row] -= len(text) - len(text.rstrip(_BLANKS))
    return starts, stops
