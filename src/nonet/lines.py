"""One puzzle per line in, one answer per line out: in order, block by block, in constant memory.

    read ──▶ answer ──▶ write         three threads, a block each: while one block is answered, the next is read
                                      and the last is written; the kernel brings threads of its own

From a pipe, whatever has arrived is a block, so a slow pipe is answered line by line. A line without an answer (it is
not a puzzle, or has no solution) gets a `Complaint` with its number, and the run continues.
"""

from __future__ import annotations

import os
import select
import stat
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, BinaryIO, Generic, Protocol, TypeAlias, TypeVar

from nonet.errors import FormatError
from nonet.jobs.job import Answer, Boards, Job, Words, each_puzzle, rows_with
from nonet.layout import Layout
from nonet.limits import limits
from nonet.native import kernel
from nonet.parallel.cores import thread_count
from nonet.parallel.prefetch import prefetch
from nonet.records import CELLS, NONE, SEVERAL, Block, has_endings

Text = TypeVar("Text", bound=bytes | bytearray | str)

LINE = CELLS + 1
BLOCK = (12_500 if kernel else 500) * LINE
"""Bytes read at a time for each thread, a megabyte: two milliseconds of work on easy puzzles, a sixth of a second on
the hardest. A multiple of the length of a line: where all lines have that length, no block cuts one in two.
"""

MOST_THREADS = 8
"""Blocks grow with the threads up to this many, or memory would grow with the machine."""

FIRST_LINES = 8
"""Lines that are answered together at first, for each thread; then as many as take about half a second."""

QUICK, LONG = 0.25, 1.0
"""Seconds: answers that took less than the first are followed by twice as many, after the second by half as many."""

MOST_LINES = 20_000
"""Lines of other lengths that are answered together: a block may be nothing but newlines."""

POLL_SECONDS = 0.05
"""How often a reader that waits for a pipe checks whether its result is still wanted."""

SEVERAL_MARK = b" # several solutions"
NO_LIMIT = 1 << 62


@dataclass(frozen=True)
class Complaint:
    """A line without an answer: its number in the file, counted from 1, and why."""

    line: int
    reason: str


@dataclass
class Answers(Generic[Text]):
    """The answers to some lines, each with its newline; `size` is how many bytes were read for them."""

    text: Text
    lines: int
    size: int
    complaints: list[Complaint] = field(default_factory=list)


LineJob: TypeAlias = Callable[[Block, int], tuple[Text, Mapping[int, str]]]
"""Answers a block on some threads: text, and why rows have no answer. Only a `str` may contain parts of the input."""


def answer_lines(
    source: BinaryIO,
    job: str,
    *,
    layout: Layout | None = None,
    limit: int | None = None,
    threads: int | None = None,
) -> Generator[Answers[bytes | bytearray]]:
    r"""Answers every line of the source: `job` is solve, count or check; counts go up to `limit`.

    Close the generator if you stop before the end.

    >>> from io import BytesIO
    >>> [answers] = answer_lines(BytesIO(b"12..............\nhello\n"), "count")
    >>> bytes(answers.text), answers.complaints[0].line
    (b'24\n\n', 2)
    """
    return run_on_lines(source, _JobLines(job, layout, limit), threads=threads)


def run_on_lines(
    source: BinaryIO, job: LineJob[Text], *, threads: int | None = None
) -> Generator[Answers[Text]]:
    """Runs a job on every line of the source. Close the generator if you stop before the end."""
    threads = thread_count(threads)
    reader = _Reader(source)
    size = BLOCK * min(MOST_THREADS, threads)
    with (
        closing(prefetch(row_blocks(reader, size), reader.stop)) as blocks,
        closing(prefetch(_answers(blocks, job, threads), reader.stop)) as answers,
    ):
        yield from answers


def _answers(blocks: Iterable[bytes], job: LineJob[Text], threads: int) -> Iterator[Answers[Text]]:
    most, done = FIRST_LINES * threads, 0
    for data in blocks:
        lines, start = _Lines(data, threads), 0
        while start < lines.count:
            block, size = lines.block(start, most)
            began = monotonic()
            text, reasons = job(block, threads)
            seconds = monotonic() - began
            complaints = [Complaint(done + row + 1, reasons[row]) for row in sorted(reasons)]
            yield Answers(text, block.count, size, complaints)
            start += block.count
            done += block.count
            if seconds > LONG:
                most = max(threads, most // 2)
            elif seconds < QUICK and block.count == most:
                most *= 2


class _Lines:
    """The lines of some data. Where all have 81 characters, nothing is copied."""

    def __init__(self, data: bytes, threads: int) -> None:
        self._data = memoryview(data)
        uniform = not len(data) % LINE and has_endings(data, b"\n", threads, alone=True)
        self._texts = None if uniform else data.removesuffix(b"\n").split(b"\n")
        self.count = len(data) // LINE if self._texts is None else len(self._texts)

    def block(self, start: int, most: int) -> tuple[Block, int]:
        """At most that many lines from a start, and their bytes."""
        if self._texts is None:
            data = self._data[start * LINE : (start + most) * LINE]
            return Block(data, len(data) // LINE, LINE), len(data)
        texts = self._texts[start : start + min(most, MOST_LINES)]
        return Block.of([text.strip() for text in texts]), sum(map(len, texts)) + len(texts)


# -- blocks of whole lines -----------------------------------------------------------------------------------


class Readable(Protocol):
    """Gives as much as is asked for; less only at the end, or of a pipe."""

    def read(self, size: int, /) -> bytes: ...


def row_blocks(stream: Readable, size: int, name: str = "", *, quotes: bool = False) -> Iterator[bytes]:
    """A text in blocks of whole rows, each of about `size` bytes, in constant memory.

    With `quotes`, a newline between two quotes belongs to a field of CSV. Of a line that is too long only as
    much is passed on as the caller needs to reject it; the rest is skipped.
    """
    held, most = b"", limits().line
    while data := stream.read(size):
        held = held + data if held else data
        while True:
            end = _last_row_end(held, quotes=quotes)
            if not end and len(held) > most:
                end = held.rfind(b"\n") + 1  # a quote that is never closed
            if end:
                yield held[:end]
                held = held[end:]
            if len(held) <= most or b"\n" in held or not (rest := _skip_line(stream, name)):
                break
            held = held[: most + 1] + rest
    if held:
        yield held[: most + 1] if b"\n" not in held else held


def _last_row_end(data: bytes, *, quotes: bool) -> int:
    r"""The position after the last newline that ends a row; 0 if there is none.

    >>> _last_row_end(b'a,b\n1,"two', quotes=True), _last_row_end(b'a,"b\nc"\nd', quotes=True)
    (4, 8)
    """
    end = data.rfind(b"\n") + 1
    if not quotes:
        return end
    open_quotes = data.count(b'"', 0, end)
    while end and open_quotes % 2:
        quote = data.rfind(b'"', 0, end)
        before = data.rfind(b"\n", 0, quote) + 1
        open_quotes -= data.count(b'"', before, end)
        end = before
    return end


def _skip_line(stream: Readable, name: str) -> bytes:
    """Reads to the end of a line; returns the newline and what was read beyond it."""
    skipped = 0
    while data := stream.read(limits().line):
        end = data.find(b"\n")
        if end >= 0:
            return data[end:]
        skipped += len(data)
        if skipped > limits().endless:
            where, most = f"{name}: " if name else "", limits().endless >> 20
            raise FormatError(f"{where}a line of more than {most} MB; this is not a file of puzzles")
    return b""


class _Reader:
    """Reads a file; from a pipe what is there, without waiting for more."""

    def __init__(self, source: Any) -> None:
        self._source = source
        self._pipe = _pipe_of(source)
        self._wanted = True

    def stop(self) -> None:
        """Ends a read that is waiting for a pipe."""
        self._wanted = False

    def read(self, size: int, /) -> bytes:
        if self._pipe is None:
            return self._source.read(size) or b""
        while not _is_ready(self._pipe, POLL_SECONDS):
            if not self._wanted:
                return b""
        read: Callable[[int], bytes] = getattr(self._source, "read1", self._source.read)
        parts = [read(size)]
        size -= len(parts[0])
        while parts[-1] and size and _is_ready(self._pipe, 0):
            parts.append(read(size))
            size -= len(parts[-1])
        return b"".join(parts)


def _pipe_of(source: BinaryIO) -> int | None:
    """The file descriptor of a source that may have to be waited for: a pipe, a terminal."""
    try:
        number = source.fileno()
        waits = not stat.S_ISREG(os.fstat(number).st_mode)
    except (AttributeError, OSError, ValueError):
        return None
    return number if waits and os.name != "nt" else None


def _is_ready(pipe: int, seconds: float) -> bool:
    return bool(select.select([pipe], [], [], seconds)[0])


# -- answers as lines ----------------------------------------------------------------------------------------


class _JobLines:
    """The answers of solve, count or check as lines: an empty one where there is none."""

    def __init__(self, job: str, layout: Layout | None, limit: int | None) -> None:
        options = {"limit": limit + 1 if limit else NO_LIMIT} if job == "count" else {}
        self._job = Job(job, layout=None if layout is None else layout.name, options=options)
        self._layout = layout
        self._limit = limit

    def __call__(self, block: Block, threads: int) -> tuple[bytes | bytearray, Mapping[int, str]]:
        answer = self._job(block, threads=threads, gap=1)
        reasons = answer.rejects.copy()
        status = answer.columns.get("status")
        if self._job.name == "solve" and isinstance(status, Words) and NONE in status.codes:
            unsolved = [row for row in rows_with(bytes(status.codes), NONE) if row not in reasons]
            each_puzzle(block, unsolved, self._layout, reasons, lambda row, puzzle: None)
            for row in unsolved:
                reasons.setdefault(row, "no solution")
        return self._text(answer, block.count), reasons

    def _text(self, answer: Answer, count: int) -> bytes | bytearray:
        column = next(iter(answer.columns.values()))
        if isinstance(column, Boards):
            status = answer.columns["status"]
            assert isinstance(status, Words)
            if SEVERAL not in status.codes and column.present is None and not column.others:
                return column.records
            lines = [_solved(column.text(row), status.codes[row]) for row in range(count)]
        elif isinstance(column, Words):
            lines = [(column.text(row) or "").encode() for row in range(count)]
        else:
            assert isinstance(column, array)
            lines = [
                b"" if row in answer.rejects else self._count_text(int(number))
                for row, number in enumerate(column)
            ]
        lines.append(b"")
        return b"\n".join(lines)

    def _count_text(self, count: int) -> bytes:
        more = self._limit and count > self._limit
        return f"more than {self._limit}".encode() if more else str(count).encode()


def _solved(board: bytes | None, status: int) -> bytes:
    if board is None:
        return b""
    return board + SEVERAL_MARK if status == SEVERAL else board
