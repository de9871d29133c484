"""A puzzle a line in, an answer a line out: in order, block by block, in constant memory.

    read ──▶ solve ──▶ write          three threads, a block each: while one block is solved, the next is read
                                      and the last is written; the kernel brings threads of its own

A line that is no puzzle, or has no solution, gets an empty line and a `Complaint` with its number, and the
rest goes on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from enum import Enum
from typing import BinaryIO

from nonet.ahead import ahead
from nonet.engines import Order, default_engine
from nonet.errors import FormatError, NonetError
from nonet.formats import format_grid, parse_line
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.many import BAD, NONE, ONE, SEVERAL, count_many, solve_lines, unique_many
from nonet.native import kernel
from nonet.puzzle import Puzzle

__all__ = ["Answers", "Complaint", "Job", "answer_lines"]

CELLS = CLASSIC.cell_count

BLOCK = (25_000 if kernel else 500) * (CELLS + 1)
"""Bytes read at a time: a few milliseconds of work on easy puzzles, a quarter of a second on the hardest. A multiple
of the length of a line: where all have that length a block is never cut, nor copied.
"""

LONGEST = 1 << 16
"""No line of a puzzle is longer than this."""

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
    with closing(ahead(_blocks(source))) as blocks, closing(ahead(map(worker, blocks))) as answers:
        yield from answers


def _blocks(source: BinaryIO) -> Iterator[bytes]:
    """The source in blocks of whole lines."""
    rest = b""
    while block := source.read(BLOCK):
        end = block.rfind(b"\n") + 1
        if not end and len(rest) + len(block) > BLOCK + LONGEST:
            raise FormatError(
                f"a line of more than {LONGEST:,} characters", text=(rest + block)[:40].decode("latin-1")
            )
        if end:
            yield rest + block[:end]
            rest = block[end:]
        else:
            rest += block
    if rest:
        yield rest


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

    def __call__(self, block: bytes) -> Answers:
        classic = self.layout in (None, CLASSIC)
        answers = self._uniform(block) if classic and _looks_uniform(block) else None
        if answers is None:
            answers = self._mixed(block, classic)
        self.lines_before += answers.lines
        return answers

    # -- every line has 81 characters: no Python object for any of them

    def _uniform(self, block: bytes) -> Answers | None:
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
        """The answer before the last: the last one may be in use still, while this one is made."""
        return self.given_out.popleft() if self.given_out and len(self.given_out) >= 2 else None

    def _marked(self, block: bytes, answers: list[bytes], status: bytes) -> Answers | None:
        if BAD in status and block.count(b"\n") != len(status):
            return None
        complaints = []
        for number, each in enumerate(status):
            if each == BAD or (each == NONE and self.job is Job.SOLVE):
                record = block[number * (CELLS + 1) : number * (CELLS + 1) + CELLS]
                complaints.append(Complaint(self.lines_before + number + 1, _reason(record, self.layout)))
        return Answers(b"\n".join(answers) + b"\n", len(status), len(block), complaints)

    # -- lines of all kinds: those of 81 characters together, the others one by one

    def _mixed(self, block: bytes, classic: bool) -> Answers:
        lines = block.split(b"\n")
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


def _looks_uniform(block: bytes) -> bool:
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
