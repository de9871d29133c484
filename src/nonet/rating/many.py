"""Ratings of many puzzles of the classic board at once; their paths are in `paths`.

Puzzles come in the forms that `nonet.solve_many` takes. The kernel works on as many threads as it is given, without the
interpreter lock; in pure Python the answers are the same, but slower.

>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> rated = rate_many([easy, "." * 81])
>>> str(rated[0]), rated[1], rated.status == bytes([ONE, SEVERAL])
('easy 204 (hodoku 2.2)', None, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from nonet.many import unique_records
from nonet.parallel.cores import thread_count
from nonet.rating.base import BatchScheme, Rating, rate_one_by_one, scheme
from nonet.records import CELLS, ONE, SEVERAL, Records

if TYPE_CHECKING:
    from nonet.records import Buffer, Puzzles

__all__ = ["SEVERAL", "RatedMany", "joined", "rate_many", "rate_records", "rows_with_one"]

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
    status = unique_records(records, count, stride, threads=threads)
    rows = rows_with_one(status)
    lines = joined(records, rows, stride)
    if isinstance(wanted, BatchScheme):
        found = wanted.rate_records(lines, len(rows), threads=threads)
    else:
        found = rate_one_by_one(wanted, lines, len(rows))
    ratings: list[Rating | None] = [None] * count
    for row, rating in zip(rows, found, strict=True):
        ratings[row] = rating
    return status, ratings


def rows_with_one(status: bytearray) -> list[int]:
    return [row for row, each in enumerate(status) if each == ONE]


def joined(records: Buffer, rows: Sequence[int], stride: int) -> bytes:
    """The records of these rows, without the bytes between them."""
    view = memoryview(records)
    return b"".join([view[row * stride : row * stride + CELLS] for row in rows])
