"""Jobs: what is done to every row of a chunk."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from nonet.bulk.chunk import Chunk, Coded, Column, Fault
from nonet.bulk.need import need
from nonet.bulk.texts import Texts
from nonet.errors import NonetError
from nonet.many import BAD
from nonet.native import kernel
from nonet.version import __version__

__all__ = ["JOBS", "Job", "Result"]

JOBS = ("solve", "count", "check", "canonical", "rate", "convert")
WORDS = ("none", "one", "several")


@dataclass(frozen=True, eq=False)
class Result:
    """What a job made of a chunk: the rows with their new columns, the rows left out, and how many of each result.

    `rejects` holds the reader's faults too, in order of rows; a row is counted within its piece
    (`first_row(piece) + fault.row` is its number in the file).
    """

    chunk: Chunk
    rejects: tuple[Fault, ...] = ()
    tally: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Job:
    """A job and its options; a small value that travels to a worker.

    `layout` names the board (None: the classic one, and any other that a line's length tells); `limit` is where
    counting stops; `scheme` is how to rate; `blank` is the sign that `convert` writes for an empty cell
    (None: as it stood); `seed` is kept in the output's metadata.
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

    @property
    def metadata(self) -> dict[str, str]:
        """What the output says about itself: job, options, version, seed."""
        return {"nonet.job": self.name, "nonet.version": __version__, "nonet.seed": str(self.seed)}

    def run(self, chunk: Chunk, *, threads: int | None = 1, gap: int = 1) -> Result:
        """Does the job on every row. `gap`: see `Writer.gap`."""
        numpy = need("numpy", "bulk")
        count = len(chunk)
        solutions = numpy.empty(count * (81 + gap), numpy.uint8)
        if gap:
            solutions[81::82] = 10
        status: Any = numpy.empty(count, numpy.uint8)
        assert kernel is not None
        kernel.solve_batch(
            chunk.puzzles.data[chunk.puzzles.first :],
            solutions,
            status,
            stride=chunk.puzzles.stride,
            solution_stride=81 + gap,
            threads=threads or 2,
        )
        new = Texts.even(solutions, count=count, stride=81 + gap, width=81, ended=bool(gap))
        out = replace(
            chunk, columns=(*chunk.columns, Column("solution", new), Column("status", Coded(status, WORDS)))
        )
        faults = list(chunk.faults)
        if (status == BAD).any():
            faults += [Fault(chunk.row(int(k)), "no puzzle") for k in numpy.flatnonzero(status == BAD)]
            out = out.take(status != BAD)
        found = numpy.bincount(status, minlength=256)
        return Result(
            out,
            tuple(sorted(faults)),
            Counter({word: int(found[k]) for k, word in enumerate(WORDS) if found[k]}),
        )
