"""What each job does: with records of 81 bytes all at once, with any other text by itself."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Protocol

from nonet.bulk.boards import CELLS, BoardColumn, boards_in, joined_records, lead_of, sign_table
from nonet.bulk.chunk import Coded, Column
from nonet.bulk.need import need
from nonet.bulk.texts import Texts
from nonet.canonical import canonical
from nonet.engines import Order, default_engine
from nonet.errors import RuleError
from nonet.formats import format_grid, parse_line
from nonet.layout import Layout
from nonet.many import BAD, BAD_COUNT, NONE, ONE, canonical_many, count_many, solve_many, unique_many
from nonet.native import kernel
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy

    from nonet.bulk.answers import Work

    Array = numpy.ndarray[Any, Any]

__all__ = ["TASKS", "WORDS", "Task"]

WORDS = ("none", "one", "several")
"""How many solutions, in words; the status of a puzzle is the number of its word."""


class Task(Protocol):
    """A job at work on the rows of one chunk."""

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        """Records of 81 bytes, `stride` bytes apart; `which` marks their rows (None: these are all)."""
        ...

    def one(self, row: int, text: str) -> None:
        """Any other text; a NonetError says why it is no puzzle."""
        ...

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        """The new columns, and how many rows have each result."""
        ...


class _Check:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.status: Array = need("numpy", "bulk").full(work.count, BAD, "uint8")
        self.told: tuple[int, ...] | None = None
        """How many rows have each status, if the kernel saw them all."""

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        status = _filled(which, self.status)
        told = None
        if kernel is not None:
            told = kernel.unique_batch(records, status, stride=stride, threads=self.work.threads)
        else:
            status[:] = _array(unique_many(joined_records(records, stride)), "uint8")
        self.settle(status, which, told)

    def settle(self, status: Array, which: Array | None, told: tuple[int, ...] | None) -> None:
        if which is not None:
            self.status[which] = status
        if told is None or told[-1]:
            self.work.one_by_one(_rows(which, status == BAD))
        elif which is None:
            self.told = told

    def one(self, row: int, text: str) -> None:
        puzzle = _puzzle(text, self.work.layout)
        self.status[row] = NONE if puzzle is None else _count(puzzle, 2)

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        return (Column("status", Coded(self.status, WORDS)),), _tally(self.status, self.told)


class _Solve(_Check):
    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self.solutions = BoardColumn(work.count, work.gap)

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        status, gap = _filled(which, self.status), self.work.gap
        out = self.work.room(len(status), gap)
        told = None
        if kernel is not None:
            told = kernel.solve_batch(
                records,
                out[lead_of(gap) :],
                status,
                stride=stride,
                solution_stride=CELLS + gap,
                threads=self.work.threads,
            )
        else:
            solved = solve_many(joined_records(records, stride))
            status[:] = _array(solved.status, "uint8")
            boards_in(out, gap)[:] = _array(solved.solutions, "uint8").reshape(-1, CELLS)
        self.solutions.place(out, which)
        self.settle(status, which, told)

    def one(self, row: int, text: str) -> None:
        super().one(row, text)
        if self.status[row] != NONE:
            puzzle = parse_line(text, self.work.layout)
            order = Order.row_by_row(puzzle.layout).reversed_digits()
            grid = default_engine(puzzle.layout).first_solution(puzzle, order)
            if grid is not None:
                self.solutions.others[row] = format_grid(grid, "line").encode()

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        all_there = self.told is not None and not self.told[NONE]
        texts = self.solutions.texts(None if all_there else (self.status == NONE) | (self.status == BAD))
        status, tally = super().columns()
        return (Column("solution", texts), *status), tally


class _Count:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.counts: Array = need("numpy", "bulk").zeros(work.count, "uint64")

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        limit = self.work.job.limit
        counts = _filled(which, self.counts)
        if kernel is not None:
            kernel.count_batch(records, counts, limit, stride=stride, threads=self.work.threads)
        else:
            counts[:] = _array(count_many(joined_records(records, stride), limit=limit), "uint64")
        bad = _rows(which, counts == BAD_COUNT)
        if which is not None:
            self.counts[which] = counts
        self.counts[bad] = 0
        self.work.one_by_one(bad)

    def one(self, row: int, text: str) -> None:
        puzzle = _puzzle(text, self.work.layout)
        self.counts[row] = 0 if puzzle is None else _count(puzzle, self.work.job.limit)

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        numpy = need("numpy", "bulk")
        counts = self.counts[~self.work.rejected()]
        return (Column("count", self.counts),), _tally(numpy.minimum(counts, 2).astype("uint8"))


class _Canonical:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.forms = BoardColumn(work.count, work.gap)
        self.automorphisms: Array = need("numpy", "bulk").zeros(work.count, "uint64")

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        made = canonical_many(joined_records(records, stride), threads=self.work.threads)
        out = self.work.room(len(made), self.work.gap)
        boards_in(out, self.work.gap)[:] = _array(made.forms, "uint8").reshape(-1, CELLS)
        self.forms.place(out, which)
        self.automorphisms[slice(None) if which is None else which] = _array(made.automorphisms, "uint64")
        self.work.one_by_one(_rows(which, _array(made.status, "uint8") != ONE))

    def one(self, row: int, text: str) -> None:
        found = canonical(parse_line(text, self.work.layout))
        self.forms.others[row] = format_grid(found.form.givens, "line").encode()
        self.automorphisms[row] = found.automorphisms

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        rejected = self.work.rejected()
        new = (Column("canonical", self.forms.texts(rejected)), Column("automorphisms", self.automorphisms))
        return new, _done("canonical", rejected)


class _Rate:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.scores: Array = need("numpy", "bulk").zeros(work.count, "float64")
        self.levels = [b""] * work.count
        self.techniques = [b""] * work.count
        self.tally: Counter[str] = Counter()

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        numpy = need("numpy", "bulk")
        self.work.one_by_one(range(self.work.count) if which is None else numpy.flatnonzero(which).tolist())

    def one(self, row: int, text: str) -> None:
        from nonet.rating import rate

        rating = rate(parse_line(text, self.work.layout), scheme=self.work.job.scheme)
        self.scores[row] = rating.score
        self.levels[row] = rating.level.encode()
        self.techniques[row] = rating.technique.encode()
        self.tally[rating.level or f"{rating.score:g}"] += 1

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        level, technique = Texts.of(self.levels), Texts.of(self.techniques)
        new = (Column("rating", self.scores), Column("level", level), Column("technique", technique))
        return new, self.tally


class _Convert:
    """The puzzles are checked; with a `blank` they are written anew, all in one manner."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.blank = work.job.blank
        self.fresh = BoardColumn(work.count, 0)

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        numpy = need("numpy", "bulk")
        count = self.work.count if which is None else int(which.sum())
        view = numpy.lib.stride_tricks.as_strided(records, (count, CELLS), (stride, 1), writeable=False)
        signs = sign_table(self.blank)[view]
        self.fresh.place(signs.reshape(-1), which)
        self.work.one_by_one(_rows(which, (signs == 0).any(axis=1)))

    def one(self, row: int, text: str) -> None:
        try:
            puzzle = parse_line(text, self.work.layout)
        except RuleError:
            if self.blank is not None:
                raise
        else:
            if self.blank is not None:
                self.fresh.others[row] = format_grid(puzzle.givens, "line", blank=self.blank).encode()

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        rejected, chunk = self.work.rejected(), self.work.chunk
        if self.blank is not None:
            self.work.chunk = chunk.with_puzzles(self.fresh.texts(rejected))
        return (), _done("converted", rejected)


TASKS: dict[str, type[_Check | _Solve | _Count | _Canonical | _Rate | _Convert]] = {
    "solve": _Solve,
    "count": _Count,
    "check": _Check,
    "canonical": _Canonical,
    "rate": _Rate,
    "convert": _Convert,
}


def _filled(which: Array | None, whole: Array) -> Array:
    """What the kernel fills: the column itself, or room for some of its rows."""
    return whole if which is None else need("numpy", "bulk").zeros(int(which.sum()), whole.dtype)


def _rows(which: Array | None, mask: Array) -> list[int]:
    """The rows of the chunk that a mask over some of its rows (None: over all) marks."""
    numpy = need("numpy", "bulk")
    if not mask.any():
        return []
    found = numpy.flatnonzero(mask) if which is None else numpy.flatnonzero(which)[mask]
    return [int(row) for row in found]


def _array(data: Any, dtype: str) -> Array:
    numbers: Array = need("numpy", "bulk").frombuffer(data, dtype)
    return numbers


def _tally(status: Array, told: tuple[int, ...] | None = None) -> Counter[str]:
    found = told or [int(need("numpy", "bulk").count_nonzero(status == k)) for k in range(len(WORDS))]
    return Counter({word: found[k] for k, word in enumerate(WORDS) if found[k]})


def _done(word: str, rejected: Array) -> Counter[str]:
    done = int((~rejected).sum())
    return Counter({word: done} if done else {})


def _puzzle(text: str, layout: Layout | None) -> Puzzle | None:
    """The puzzle, or None if it breaks a rule: such a board has no solution."""
    try:
        return parse_line(text, layout)
    except RuleError:
        return None


def _count(puzzle: Puzzle, limit: int) -> int:
    return default_engine(puzzle.layout).count_solutions(puzzle, limit=limit)
