"""Ratings and paths of many puzzles of the classic board at once.

Puzzles come in the forms that `nonet.solve_many` takes. The kernel works on as many threads as it is given, without the
interpreter lock; in pure Python the answers are the same, but slower.

>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> rated = rate_many([easy, "." * 81])
>>> str(rated[0]), rated[1], rated.status == bytes([ONE, SEVERAL])
('easy 204 (hodoku 2.2)', None, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, overload

from nonet.logic.compiled import ASKS_PYTHON
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import classic_plan, path
from nonet.logic.step_records import read_steps, write_step
from nonet.many import puzzles_of, unique_records
from nonet.native import kernel
from nonet.parallel.cores import thread_count
from nonet.rating.base import BatchScheme, Rating, rate_one_by_one, scheme
from nonet.records import CELLS, ONE, SEVERAL, Records
from nonet.step import Evidence, Step

if TYPE_CHECKING:
    from nonet.records import Buffer, Puzzles

__all__ = ["SEVERAL", "PathsMany", "RatedMany", "path_many", "rate_many", "rate_records"]

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
    rows = _rows_with_one(status)
    joined = _joined(records, rows, stride)
    if isinstance(wanted, BatchScheme):
        found = wanted.rate_records(joined, len(rows), threads=threads)
    else:
        found = rate_one_by_one(wanted, joined, len(rows))
    ratings: list[Rating | None] = [None] * count
    for row, rating in zip(rows, found, strict=True):
        ratings[row] = rating
    return status, ratings


@dataclass(frozen=True)
class PathsMany(Sequence["tuple[Step, ...]"]):
    """The paths of puzzles, in their order; without steps for what is not a puzzle with one solution (see `status`).

    `records` has the steps of each as bytes (`nonet.logic.step_records`), about 30 for a step. An item is their
    tuple of `Step`, read when it is asked for.
    """

    records: tuple[bytes, ...]
    status: bytes

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> tuple[Step, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[Step, ...], ...]: ...
    def __getitem__(self, index: int | slice) -> tuple[Step, ...] | tuple[tuple[Step, ...], ...]:
        if isinstance(index, slice):
            return tuple(tuple(read_steps(each)) for each in self.records[index])
        return tuple(read_steps(self.records[index]))


def path_many(
    puzzles: Puzzles, *, options: Options = DEFAULTS, evidence: bool = True, threads: int | None = 1
) -> PathsMany:
    """The path of every puzzle, as `nonet.logic.path` gives it. `threads=None` takes all cores.

    Without `evidence` the steps say what was found and by which technique, and no more: less than half the bytes.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> paths = path_many([easy])
    >>> len(paths[0]), paths[0][0].technique, paths[0] == tuple(path(easy))
    (51, 'naked-single', True)
    """
    given = Records.of(puzzles)
    workers = thread_count(threads)
    status = unique_records(given.data, given.count, given.stride, threads=workers)
    rows = _rows_with_one(status)
    found = _paths(_joined(given.data, rows, given.stride), len(rows), options, evidence, workers)
    records = [b""] * given.count
    for row, record in zip(rows, found, strict=True):
        records[row] = record
    return PathsMany(tuple(records), bytes(status))


def _paths(records: bytes, count: int, options: Options, evidence: bool, threads: int) -> Iterator[bytes]:
    plan = classic_plan(options)
    done: Sequence[bytes] = [bytes([ASKS_PYTHON])] * count
    if kernel is not None and plan is not None:
        done = kernel.logic_paths(records, plan.finders, plan.options, threads=threads, evidence=evidence)
    for row, found in enumerate(done):
        if found[0] != ASKS_PYTHON:
            yield found[1:]
            continue
        (puzzle,) = puzzles_of(records[row * CELLS : (row + 1) * CELLS], 1)
        steps = path(puzzle, options=options)
        yield b"".join(
            [write_step(step if evidence else replace(step, evidence=Evidence())) for step in steps]
        )


def _rows_with_one(status: bytearray) -> list[int]:
    return [row for row, each in enumerate(status) if each == ONE]


def _joined(records: Buffer, rows: Sequence[int], stride: int) -> bytes:
    """The records of these rows, without the bytes between them."""
    view = memoryview(records)
    return b"".join([view[row * stride : row * stride + CELLS] for row in rows])
