"""A puzzle a line in, an answer a line out: in order, block by block, in constant memory.

    read ──▶ solve ──▶ write          three threads, a block each: while one block is solved, the next is read
                                      and the last is written; the kernel brings threads of its own

A line that is no puzzle, or has no solution, gets an empty line and a `Complaint` with its number, and the
rest goes on.
"""

from __future__ import annotations

import os
import select
import stat
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from enum import Enum
from itertools import cycle
from typing import Any, BinaryIO

from nonet.engines import Order, default_engine
from nonet.errors import FormatError, NonetError
from nonet.formats import format_grid, parse_line
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.many import BAD, NONE, ONE, SEVERAL, count_many, solve_lines, unique_many
from nonet.native import kernel
from nonet.parallel.cores import thread_count
from nonet.parallel.prefetch import DEPTH, prefetch
from nonet.puzzle import Puzzle

__all__ = ["Answers", "Complaint", "Job", "answer_lines"]

CELLS = CLASSIC.cell_count

BLOCK = (12_500 if kernel else 500) * (CELLS + 1)
"""Bytes read at a time for each thread, a megabyte: two milliseconds of work on easy puzzles, a sixth of a second on
the hardest, and the answers stay in the cache until they are written. A multiple of the length of a line: where all
have that length a block is never cut, nor copied.
"""

MOST = 8
"""For so many threads at most, or memory would grow with the machine."""

LONGEST = 1 << 16
"""No line of a puzzle is longer than this."""

LOOK = 0.05
"""Seconds after which who waits for a pipe looks whether anybody still wants to know."""

SEVERAL_MARK = b" # several solutions"


class Job(Enum):
    """What is asked of every line."""

    SOLVE = "solve"
    COUNT = "count"
    CHECK = "check"


@dataclass(frozen=True)
class Complaint:
    """A line without an answer: its number in the file, counted from 1, and why."""

    line: int
    reason: str


@dataclass
class Answers:
    """The answers to a block of lines, each with its newline; `size` is how much was read for them."""

    text: bytes | bytearray
    lines: int
    size: int
    complaints: list[Complaint] = field(default_factory=list)


def answer_lines(
    source: BinaryIO,
    job: Job,
    *,
    layout: Layout | None = None,
    limit: int | None = None,
    threads: int | None = None,
    keep: bool = True,
) -> Generator[Answers]:
    r"""Answers every line of the source; counts go up to `limit`.

    Close it when you stop before the end. Who is done with each answer when asking for the next says
    `keep=False`: its memory is then used again.

    >>> from io import BytesIO
    >>> [answers] = answer_lines(BytesIO(b"12..............\nhello\n"), Job.COUNT)
    >>> bytes(answers.text), answers.complaints[0].line
    (b'24\n\n', 2)
    """
    worker = _Worker(job, layout, limit, threads, keep=keep)
    reader = _Reader(source, BLOCK * min(MOST, thread_count(threads)))
    with (
        closing(prefetch(reader, reader.stop)) as blocks,
        closing(prefetch(map(worker, blocks), reader.stop)) as answers,
    ):
        yield from answers


class _Reader:
    """The source in blocks of whole lines; from a pipe what is there, without waiting for more.

    Its memory is used again: a block is good as long as `prefetch` may need it, until DEPTH + 1 more are asked for.
    """

    def __init__(self, source: Any, size: int) -> None:
        self._size = size
        self._fill: Callable[[memoryview], int | None] = source.readinto
        self._once: Callable[[memoryview], int | None] = getattr(source, "readinto1", source.readinto)
        self._pipe = _pipe_of(source)
        self._wanted = True

    def stop(self) -> None:
        """No more is wanted, even if somebody waits for it now."""
        self._wanted = False

    def __iter__(self) -> Iterator[bytes | bytearray]:
        ring = cycle([bytearray(self._size) for _ in range(DEPTH + 2)])
        buffer, size = next(ring), 0
        while more := self._read(memoryview(buffer)[size:]):
            size += more
            end = buffer.rfind(b"\n", 0, size) + 1
            if end == len(buffer):
                yield buffer
                buffer, size = next(ring), 0
            elif end:
                following = next(ring)
                following[: size - end] = buffer[end:size]
                yield bytes(memoryview(buffer)[:end])
                buffer, size = following, size - end
            if size == len(buffer):  # a line as long as that
                if size > LONGEST:
                    raise FormatError(
                        f"a line of more than {LONGEST:,} characters", text=buffer[:40].decode("latin-1")
                    )
                buffer = buffer + bytearray(size)
        if size:
            yield bytes(memoryview(buffer)[:size])

    def _read(self, view: memoryview) -> int:
        """How much was read; 0 at the end."""
        if self._pipe is None:
            return self._fill(view) or 0
        while not _is_ready(self._pipe, LOOK):
            if not self._wanted:
                return 0
        size = self._once(view) or 0
        while size and size < len(view) and _is_ready(self._pipe, 0):
            more = self._once(view[size:])
            if not more:
                break
            size += more
        return size


def _pipe_of(source: BinaryIO) -> int | None:
    """The number of an open file that may keep us waiting: a pipe, a terminal."""
    try:
        number = source.fileno()
        waits = not stat.S_ISREG(os.fstat(number).st_mode)
    except (AttributeError, OSError, ValueError):
        return None
    return number if waits and os.name != "nt" else None


def _is_ready(pipe: int, seconds: float) -> bool:
    return bool(select.select([pipe], [], [], seconds)[0])


class _Worker:
    """Answers blocks, one after the other; knows how many lines went before."""

    def __init__(
        self, job: Job, layout: Layout | None, limit: int | None, threads: int | None, *, keep: bool = True
    ) -> None:
        self.job = job
        self.given_out: deque[bytearray] | None = None if keep else deque()
        self.layout = layout
        self.limit = limit
        self.threads = threads
        self.lines_before = 0

    def __call__(self, block: bytes | bytearray) -> Answers:
        classic = self.layout in (None, CLASSIC)
        answers = self._uniform(block) if classic and _looks_uniform(block) else None
        if answers is None:
            answers = self._mixed(block, classic)
        self.lines_before += answers.lines
        return answers

    # -- every line has 81 characters: no Python object for any of them

    def _uniform(self, block: bytes | bytearray) -> Answers | None:
        """None: a line breaks off within what looked like a puzzle. The kernel says that it is none, and only then
        are all newlines counted.
        """
        count = len(block) // (CELLS + 1)
        if self.job is Job.SOLVE:
            text, status = solve_lines(block, threads=self.threads, into=self._used())
            if self.given_out is not None:
                self.given_out.append(text)
            if status.count(ONE) == count:
                return Answers(text, count, len(block))
            lines = bytes(text).split(b"\n")
            return self._marked(block, [_solved(*pair) for pair in zip(lines, status, strict=False)], status)
        if self.job is Job.CHECK:
            status = unique_many(block, threads=self.threads)
            return self._marked(block, [_WORDS.get(each, b"") for each in status], status)
        counts = count_many(block, limit=self._most(), threads=self.threads)
        status = bytes(BAD if count > self._most() else min(count, 2) or NONE for count in counts)
        return self._marked(block, [self._count_text(count) for count in counts], status)

    def _used(self) -> bytearray | None:
        """An answer that nobody can be using any more, while this one is made."""
        return self.given_out.popleft() if self.given_out and len(self.given_out) > DEPTH else None

    def _marked(self, block: bytes | bytearray, answers: list[bytes], status: bytes) -> Answers | None:
        if BAD in status and block.count(b"\n") != len(status):
            return None
        complaints = []
        for number, each in enumerate(status):
            if each == BAD or (each == NONE and self.job is Job.SOLVE):
                record = block[number * (CELLS + 1) : number * (CELLS + 1) + CELLS]
                complaints.append(
                    Complaint(self.lines_before + number + 1, _reason(bytes(record), self.layout))
                )
        return Answers(b"\n".join(answers) + b"\n", len(status), len(block), complaints)

    # -- lines of all kinds: those of 81 characters together, the others one by one

    def _mixed(self, block: bytes | bytearray, classic: bool) -> Answers:
        lines = bytes(block).split(b"\n")
        if not lines[-1]:
            lines.pop()
        lines = [line.strip() for line in lines]
        answers = [b""] * len(lines)
        complaints: list[Complaint] = []
        together = [k for k, line in enumerate(lines) if classic and len(line) == CELLS]
        if together:
            part = _Worker(self.job, self.layout, self.limit, self.threads)
            joined = part._uniform(b"".join(lines[k] + b"\n" for k in together))
            assert joined is not None, "no line holds a newline"
            for k, answer in zip(together, bytes(joined.text).split(b"\n"), strict=False):
                answers[k] = answer
            complaints = [
                Complaint(self.lines_before + together[each.line - 1] + 1, each.reason)
                for each in joined.complaints
            ]
        for k in sorted(set(range(len(lines))) - set(together)):
            try:
                answers[k] = self._single(parse_line(lines[k].decode("utf-8", "replace"), self.layout))
            except NonetError as error:
                complaints.append(Complaint(self.lines_before + k + 1, str(error)))
        return Answers(
            b"\n".join(answers) + b"\n",
            len(lines),
            len(block),
            sorted(complaints, key=lambda each: each.line),
        )

    def _single(self, puzzle: Puzzle) -> bytes:
        engine = default_engine(puzzle.layout)
        if self.job is Job.COUNT:
            return self._count_text(engine.count_solutions(puzzle, limit=self._most()))
        status = engine.count_solutions(puzzle, limit=2)
        if self.job is Job.CHECK:
            return _WORDS[status]
        grid = engine.first_solution(puzzle, Order.row_by_row(puzzle.layout).reversed_digits())
        if grid is None:
            raise NonetError("no solution")
        return _solved(_line(grid), status)

    def _most(self) -> int:
        return self.limit + 1 if self.limit else (1 << 62)

    def _count_text(self, count: int) -> bytes:
        if count > self._most():
            return b""
        return (
            f"more than {self.limit}".encode() if self.limit and count > self.limit else str(count).encode()
        )


_WORDS = {NONE: b"none", ONE: b"one", SEVERAL: b"several"}


def _looks_uniform(block: bytes | bytearray) -> bool:
    """Whether there is a newline after every 81 characters; to count all takes a third as long as solving."""
    return len(block) % (CELLS + 1) == 0 and block[CELLS :: CELLS + 1] == b"\n" * (len(block) // (CELLS + 1))


def _solved(line: bytes, status: int) -> bytes:
    return line if status == ONE else line + SEVERAL_MARK if status == SEVERAL else b""


def _line(grid: Grid) -> bytes:
    return format_grid(grid, "line").encode()


def _reason(record: bytes, layout: Layout | None) -> str:
    """Why a record of 81 characters has no answer."""
    try:
        parse_line(record.decode("utf-8", "replace"), layout)
    except NonetError as error:
        return str(error)
    return "no solution"
