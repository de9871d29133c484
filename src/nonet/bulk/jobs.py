"""Jobs: what is done to every row of a chunk.

    solve       solution, status (none, one, several)       of several solutions the greatest
    count       count                                       up to the limit
    check       status
    canonical   canonical, automorphisms                    the smallest of all that symmetry makes of the puzzle
    rate        rating, level, technique
    convert     nothing new: the rows in another format, the puzzles checked and perhaps with another blank

Puzzles of the classic board, written as 81 characters, go to the kernel as one buffer: in the block that was read,
if they are evenly spaced there. All others are read one by one, by the same rules as `sudoku solve --lines`. What
is no puzzle is rejected with a reason; a puzzle without a solution is no bad row, except where it is to be rated.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from nonet.bulk.answers import Result, Work
from nonet.bulk.boards import BLANKS
from nonet.bulk.buffers import Buffers
from nonet.bulk.chunk import Chunk
from nonet.bulk.doing import WORDS
from nonet.errors import FormatError, NonetError
from nonet.layout import Layout
from nonet.version import __version__

__all__ = ["JOBS", "WORDS", "Job", "Result"]

JOBS = ("solve", "count", "check", "canonical", "rate", "convert")
MOST = 1 << 62


@dataclass(frozen=True)
class Job:
    """A job and its options; a small value that travels to a worker.

    `layout` names the board (None: the classic one, and any other that the length of a line tells); `limit` is where
    counting stops; `scheme` is how to rate; `blank` is the sign that `convert` writes for an empty cell (None: as it
    stood); `seed` is kept in the output's metadata.

    >>> Job("solve").metadata["nonet.job"]
    'solve'
    >>> Job("paint")
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: there is no job 'paint'; known are solve, count, check, canonical, rate, convert
    """

    name: str
    layout: str | None = None
    limit: int = 1_000_000
    scheme: str = "hodoku"
    blank: str | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.name not in JOBS:
            raise NonetError(f"there is no job {self.name!r}; known are {', '.join(JOBS)}")
        if self.layout is not None:
            Layout.named(self.layout)
        if not 1 <= self.limit <= MOST:
            raise NonetError(f"a limit of {self.limit}: count at least to 1 and at most to 2**62")
        if self.blank is not None and (len(self.blank) != 1 or self.blank not in BLANKS.decode()):
            raise FormatError("a blank is one of 0 . _ * - x", text=self.blank)
        if self.name == "rate":
            from nonet.rating import scheme

            scheme(self.scheme)

    @property
    def metadata(self) -> dict[str, str]:
        """What the output says about itself: the job, its options, the version, the seed."""
        options: dict[str, object] = {"layout": self.layout}
        if self.name == "count":
            options["limit"] = self.limit
        if self.name == "rate":
            from nonet.rating import scheme

            options["scheme"] = f"{self.scheme} {scheme(self.scheme).version}"
        if self.name == "convert":
            options["blank"] = self.blank
        told = {f"nonet.{key}": str(value) for key, value in options.items() if value is not None}
        seed = "none" if self.seed is None else str(self.seed)
        return {"nonet.job": self.name, "nonet.version": __version__, "nonet.seed": seed, **told}

    def run(
        self,
        chunk: Chunk,
        *,
        threads: int | None = 1,
        gap: int = 1,
        keep_rejected: bool = False,
        rooms: Buffers | None = None,
    ) -> Result:
        """Does the job on every row, on that many threads (None: all cores).

        `gap` bytes are left free between two solutions: see `nonet.bulk.write.Writer`. With `keep_rejected` the
        result has all rows, and what its new columns say of a rejected one means nothing.
        `rooms` are where boards may be written again that nobody looks at any more (`nonet.bulk.boards.room`).
        """
        work = Work(self, chunk, _threads(threads), gap, rooms)
        work.classic()
        work.others()
        result = work.result(keep_rejected=keep_rejected)
        # They name each other: without this, all rows would stay until the next garbage collection.
        del work.task
        return result


def _threads(threads: int | None) -> int:
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if threads < 1:
        raise NonetError(f"{threads} threads: give at least 1, or None for all cores")
    return threads
