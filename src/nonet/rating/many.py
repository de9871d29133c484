"""Ratings of many puzzles of the classic board at once; their paths are in `paths`.

Puzzles come in the forms that `nonet.solve_many` takes. The kernel works on as many threads as it is given, without the
interpreter lock; in pure Python the answers are the same, but slower.

>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> rated = rate_many([easy, "." * 81])
>>> str(rated[0]), rated[1], list(rated.status)
('easy 204 (hodoku 2.2)', None, [1, 2])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, overload

from nonet.many import unique_records
from nonet.parallel.cores import thread_count
from nonet.rating.base import BatchScheme, Rating, rate_one_by_one, scheme
from nonet.records import CELLS, ONE, Records

if TYPE_CHECKING:
    from nonet.records import Buffer, Puzzles

T = TypeVar("T")

_scheme = scheme
"""For functions whose argument has the same name."""


@dataclass(frozen=True)
class RatedMany(Sequence["Rating | None"]):
    """The ratings of puzzles, in their order; None for what is not a puzzle with one solution (see `status`).

    `status` has a byte for each, as in `nonet.many`: `NONE`, `ONE`, `SEVERAL` or `BAD`. A puzzle with the status `ONE`
    and no rating is beyond the scheme.
    """

    ratings: tuple[Rating | None, ...]
    status: bytes

    def __len__(self) -> int:
        return len(self.ratings)

    @overload
    def __getitem__(self, index: int) -> Rating | None: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Rating | None, ...]: ...
    def __getitem__(self, index: int | slice) -> Rating | tuple[Rating | None, ...] | None:
        return self.ratings[index]


def rate_many(puzzles: Puzzles, *, scheme: str = "hodoku", threads: int | None = 1) -> RatedMany:
    """The rating of every puzzle. `threads=None` takes all cores."""
    records = Records.of(puzzles)
    status, ratings = rate_records(
        records.data, records.count, records.stride, scheme=scheme, threads=thread_count(threads)
    )
    return RatedMany(tuple(ratings), bytes(status))


def rate_records(
    records: Buffer, count: int, stride: int = CELLS, *, scheme: str, threads: int = 1
) -> tuple[bytearray, list[Rating | None]]:
    """The status of every puzzle, and the rating of those that have one solution."""
    wanted = _scheme(scheme)

    def rate(lines: bytes, rows: int) -> Iterable[Rating | None]:
        if isinstance(wanted, BatchScheme):
            return wanted.rate_records(lines, rows, threads=threads)
        return rate_one_by_one(wanted, lines, rows)

    return answer_unique(Records(records, count, stride), rate, None, threads=threads)


def answer_unique(
    records: Records, answer: Callable[[bytes, int], Iterable[T]], missing: T, *, threads: int
) -> tuple[bytearray, list[T]]:
    """The status of every puzzle, and an answer for each that has one solution: `missing` for the others.

    `answer` gets the records of the unique puzzles, joined, and their number.
    """
    status = unique_records(records.data, records.count, records.stride, threads=threads)
    rows = [row for row, each in enumerate(status) if each == ONE]
    view = memoryview(records.data)
    lines = b"".join([view[row * records.stride : row * records.stride + CELLS] for row in rows])
    answers = [missing] * records.count
    for row, found in zip(rows, answer(lines, len(rows)), strict=True):
        answers[row] = found
    return status, answers
