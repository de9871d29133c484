"""A job on a chunk: the puzzles of 81 characters go to the kernel together, the others are read one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from nonet.bulk.boards import CELLS, room
from nonet.bulk.chunk import Chunk, Fault, Misread
from nonet.bulk.doing import TASKS
from nonet.bulk.need import need
from nonet.errors import FormatError, NonetError
from nonet.layout import CLASSIC, Layout

if TYPE_CHECKING:
    import numpy

    from nonet.bulk.buffers import Buffers
    from nonet.bulk.jobs import Job

    Array = numpy.ndarray[Any, Any]

__all__ = ["Result", "Work"]


@dataclass(frozen=True, eq=False)
class Result:
    """What a job made of a chunk: the rows with their new columns, the rows left out, and how many of each result.

    `rejects` holds the reader's faults too, in order of rows; a row is counted within its piece
    (`first_row(piece) + fault.row` is its number in the file).
    """

    chunk: Chunk
    rejects: tuple[Fault, ...] = ()
    tally: Counter[str] = field(default_factory=Counter)


class Work:
    """A job on a chunk: first the puzzles that the kernel takes together, then the others one by one."""

    def __init__(self, job: Job, chunk: Chunk, threads: int, gap: int, rooms: Buffers | None = None) -> None:
        numpy = need("numpy", "bulk")
        self.job = job
        self.chunk = chunk
        self.threads = threads
        self.gap = gap
        self.room = room if rooms is None else rooms.take
        self.layout = None if job.layout is None else Layout.named(job.layout)
        self.count = len(chunk)
        self.reasons: dict[int, str] = {}
        texts = chunk.puzzles
        if self.layout not in (None, CLASSIC):
            self.together: Array | None = numpy.zeros(self.count, bool)
        elif texts.is_even:
            self.together = None if texts.width == CELLS else numpy.zeros(self.count, bool)
        else:
            fits = texts.places()[1] == CELLS
            self.together = None if bool(fits.all()) else fits
        self.task = TASKS[job.name](self)

    def classic(self) -> None:
        """Everything that has 81 characters, in one call."""
        texts = self.chunk.puzzles
        if self.together is not None:
            if not self.together.any():
                return
            texts = texts.take(self.together)
        if not self.count:
            return
        if texts.is_even:
            records: Any = texts.data[texts.first : texts.first + (len(texts) - 1) * texts.stride + CELLS]
            stride = texts.stride
        else:
            records, stride = texts.block(CELLS).reshape(-1), CELLS
        self.task.many(records, stride, self.together)

    def others(self) -> None:
        """All other texts, each read by itself."""
        if self.together is not None:
            self.one_by_one(need("numpy", "bulk").flatnonzero(~self.together).tolist())

    def one_by_one(self, rows: Iterable[int]) -> None:
        """These rows, each read by itself; what is no puzzle is rejected, and the error says why."""
        for row in rows:
            text = self.chunk.puzzles[row]
            if self.chunk.hasty and (b"\n" in text or text.startswith(b"#")):
                raise Misread
            try:
                self.task.one(row, _decoded(text))
            except NonetError as error:
                self.reasons[row] = str(error)

    def rejected(self) -> Array:
        """Which rows are rejected so far."""
        mask: Array = need("numpy", "bulk").zeros(self.count, bool)
        mask[list(self.reasons)] = True
        return mask

    def result(self, *, keep_rejected: bool) -> Result:
        """The chunk with its new columns, without the rejected rows unless they are wanted."""
        new, tally = self.task.columns()
        chunk = self.chunk
        names = [column.name for column in chunk.columns]
        for column in new:
            names.append(_free(column.name, names))
        columns = (
            *chunk.columns,
            *(replace(c, name=n) for c, n in zip(new, names[len(chunk.columns) :], strict=True)),
        )
        out = replace(chunk, columns=columns, added=len(chunk.columns))
        faults = chunk.faults
        if self.reasons:
            if not keep_rejected:
                out = out.take(~self.rejected())
            found = (Fault(chunk.row(index), reason) for index, reason in self.reasons.items())
            faults = tuple(sorted((*faults, *found)))
        return Result(out, faults, tally)


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(
            "this byte is not UTF-8; save the text as UTF-8",
            column=error.start + 1,
            text=f"0x{text[error.start]:02x}",
        ) from None


def _free(name: str, taken: list[str]) -> str:
    """A name that no column has: the name itself, or with the first number that is free."""
    number, free = 2, name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free
