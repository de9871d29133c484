"""What each job does with the puzzles of a chunk: those of 81 characters together, the others one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from nonet.bulk.boards import CELLS, boards_in, joined_records, lead_of, room, sign_table, texts_in
from nonet.bulk.chunk import Chunk, Coded, Column, Fault
from nonet.bulk.need import need
from nonet.bulk.texts import Texts
from nonet.canonical import canonical
from nonet.engines import Order, default_engine
from nonet.errors import FormatError, NonetError, RuleError
from nonet.formats import format_grid, parse_line
from nonet.layout import CLASSIC, Layout
from nonet.many import BAD, BAD_COUNT, NONE, ONE, canonical_many, count_many, solve_many, unique_many
from nonet.native import kernel
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy

    from nonet.bulk.jobs import Job

    Array = numpy.ndarray[Any, Any]

__all__ = ["WORDS", "Result", "Work"]

WORDS = ("none", "one", "several")
"""How many solutions, in words; the status of a puzzle is the number of its word."""


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

    def __init__(self, job: Job, chunk: Chunk, threads: int, gap: int) -> None:
        numpy = need("numpy", "bulk")
        self.job = job
        self.chunk = chunk
        self.threads = threads
        self.gap = gap
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
        self.task = _TASKS[job.name](self)

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
        numpy = need("numpy", "bulk")
        if self.together is None:
            return
        for index in numpy.flatnonzero(~self.together).tolist():
            try:
                self.task.one(index, self.text(index))
            except NonetError as error:
                self.reasons[index] = str(error)

    def text(self, index: int) -> str:
        """One puzzle as text."""
        return _decoded(self.chunk.puzzles[index])

    def reject(self, which: Array) -> None:
        """Rows that the kernel took for no puzzle; the reader of single lines says why."""
        for index in which.tolist():
            try:
                parse_line(self.text(index), self.layout)
                self.reasons[index] = "no puzzle"
            except NonetError as error:
                self.reasons[index] = str(error)

    def result(self, *, keep_rejected: bool) -> Result:
        """The chunk with its new columns, without the rejected rows unless they are wanted."""
        numpy = need("numpy", "bulk")
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
                keep = numpy.ones(self.count, bool)
                keep[list(self.reasons)] = False
                out = out.take(keep)
            found = (Fault(chunk.row(index), reason) for index, reason in self.reasons.items())
            faults = tuple(sorted((*faults, *found)))
        return Result(out, faults, tally)


# -- what each job does -------------------------------------------------------------------------------------


class _Task:
    """`many` takes records of 81 bytes, `which` tells their rows (None: all); `one` takes any other text."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        raise NotImplementedError

    def one(self, index: int, text: str) -> None:
        raise NotImplementedError

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        raise NotImplementedError


class _Check(_Task):
    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self.status: Array = need("numpy", "bulk").full(work.count, BAD, "uint8")

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        status = self._fresh(which)
        if kernel is not None:
            kernel.unique_batch(records, status, stride=stride, threads=self.work.threads)
        else:
            status[:] = need("numpy", "bulk").frombuffer(
                unique_many(joined_records(records, stride)), "uint8"
            )
        self._settle(status, which)

    def _fresh(self, which: Array | None) -> Array:
        return self.status if which is None else need("numpy", "bulk").empty(int(which.sum()), "uint8")

    def _settle(self, status: Array, which: Array | None) -> None:
        numpy = need("numpy", "bulk")
        if which is not None:
            self.status[which] = status
        if (status == BAD).any():
            rows = numpy.arange(self.work.count) if which is None else numpy.flatnonzero(which)
            self.work.reject(rows[status == BAD])

    def one(self, index: int, text: str) -> None:
        puzzle = _puzzle(text, self.work.layout)
        self.status[index] = (
            NONE if puzzle is None else default_engine(puzzle.layout).count_solutions(puzzle, limit=2)
        )

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        return (Column("status", Coded(self.status, WORDS)),), self.tally()

    def tally(self) -> Counter[str]:
        found = need("numpy", "bulk").bincount(self.status, minlength=len(WORDS))
        return Counter({word: int(found[k]) for k, word in enumerate(WORDS) if found[k]})


class _Solve(_Check):
    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self.solutions: Array | None = None
        self.longer: dict[int, bytes] = {}

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        numpy = need("numpy", "bulk")
        status = self._fresh(which)
        out = room(len(status), self.work.gap)
        if kernel is not None and len(status):
            kernel.solve_batch(
                records,
                out[lead_of(self.work.gap) :],
                status,
                stride=stride,
                solution_stride=CELLS + self.work.gap,
                threads=self.work.threads,
            )
        elif len(status):
            solved = solve_many(joined_records(records, stride))
            status[:] = numpy.frombuffer(solved.status, "uint8")
            boards_in(out, self.work.gap)[:] = numpy.frombuffer(solved.solutions, "uint8").reshape(-1, CELLS)
        if which is None:
            self.solutions = out
        else:
            self.solutions = room(self.work.count, self.work.gap)
            boards_in(self.solutions, self.work.gap)[which] = boards_in(out, self.work.gap)
        self._settle(status, which)

    def one(self, index: int, text: str) -> None:
        puzzle = _puzzle(text, self.work.layout)
        self.status[index] = NONE
        if puzzle is None:
            return
        engine = default_engine(puzzle.layout)
        self.status[index] = engine.count_solutions(puzzle, limit=2)
        grid = engine.first_solution(puzzle, Order.row_by_row(puzzle.layout).reversed_digits())
        if grid is not None:
            self.longer[index] = format_grid(grid, "line").encode()

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        numpy = need("numpy", "bulk")
        count, gap = self.work.count, self.work.gap
        data = room(count, gap) if self.solutions is None else self.solutions
        texts = texts_in(data, count, gap)
        unsolved = (self.status == NONE) | (self.status == BAD)
        if self.longer or unsolved.any():
            starts, lengths = texts.places()
            lengths[unsolved] = 0
            if self.longer:
                rows = numpy.array(list(self.longer))
                sizes = numpy.array([len(text) for text in self.longer.values()])
                starts[rows], lengths[rows] = len(data) + numpy.cumsum(sizes) - sizes, sizes
                data = numpy.concatenate((data, numpy.frombuffer(b"".join(self.longer.values()), "uint8")))
            texts = Texts.uneven(data, starts, lengths)
        status = Column("status", Coded(self.status, WORDS))
        return (Column("solution", texts), status), self.tally()


class _Count(_Task):
    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self.counts: Array = need("numpy", "bulk").zeros(work.count, "uint64")

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        numpy = need("numpy", "bulk")
        limit = self.work.job.limit
        counts = numpy.zeros(self.work.count if which is None else int(which.sum()), "uint64")
        if kernel is not None:
            kernel.count_batch(records, counts, limit, stride=stride, threads=self.work.threads)
        else:
            counts[:] = numpy.frombuffer(count_many(joined_records(records, stride), limit=limit), "uint64")
        bad = counts == BAD_COUNT
        if bad.any():
            rows = numpy.arange(self.work.count) if which is None else numpy.flatnonzero(which)
            self.work.reject(rows[bad])
        self.counts[slice(None) if which is None else which] = counts

    def one(self, index: int, text: str) -> None:
        puzzle = _puzzle(text, self.work.layout)
        if puzzle is not None:
            self.counts[index] = default_engine(puzzle.layout).count_solutions(
                puzzle, limit=self.work.job.limit
            )

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        numpy = need("numpy", "bulk")
        keep = numpy.ones(self.work.count, bool)
        keep[list(self.work.reasons)] = False
        found = numpy.bincount(numpy.minimum(self.counts[keep], 2).astype("uint8"), minlength=3)
        tally = Counter({word: int(found[k]) for k, word in enumerate(WORDS) if found[k]})
        return (Column("count", self.counts),), tally


class _Canonical(_Task):
    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self.forms: list[bytes] | None = None
        self.block: Array | None = None
        self.automorphisms: Array = need("numpy", "bulk").zeros(work.count, "uint64")

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        numpy = need("numpy", "bulk")
        count = self.work.count if which is None else int(which.sum())
        forms, status = room(count, self.work.gap), numpy.zeros(count, "uint8")
        automorphisms = numpy.zeros(count, "uint64")
        made = canonical_many(joined_records(records, stride), threads=self.work.threads)
        status[:] = numpy.frombuffer(made.status, "uint8")
        automorphisms[:] = numpy.frombuffer(made.automorphisms, "uint64")
        boards_in(forms, self.work.gap)[:] = numpy.frombuffer(made.forms, "uint8").reshape(-1, CELLS)
        rows = numpy.arange(self.work.count) if which is None else numpy.flatnonzero(which)
        self.work.reject(rows[status != ONE])
        self.automorphisms[rows] = automorphisms
        if which is None:
            self.block = forms
        else:
            self._slots()
            for row, form in zip(rows.tolist(), boards_in(forms, self.work.gap), strict=True):
                self._slots()[row] = bytes(form)

    def _slots(self) -> list[bytes]:
        if self.forms is None:
            self.forms = [b""] * self.work.count
        return self.forms

    def one(self, index: int, text: str) -> None:
        found = canonical(parse_line(text, self.work.layout))
        self._slots()[index] = format_grid(found.form.givens, "line").encode()
        self.automorphisms[index] = found.automorphisms

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        count, gap = self.work.count, self.work.gap
        texts = Texts.of(self._slots()) if self.block is None else texts_in(self.block, count, gap)
        done = count - len(self.work.reasons)
        tally = Counter({"canonical": done} if done else {})
        return (Column("canonical", texts), Column("automorphisms", self.automorphisms)), tally


class _Rate(_Task):
    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self.scores: Array = need("numpy", "bulk").zeros(work.count, "float64")
        self.levels = [b""] * work.count
        self.techniques = [b""] * work.count
        self.tally: Counter[str] = Counter()

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        numpy = need("numpy", "bulk")
        rows = range(self.work.count) if which is None else numpy.flatnonzero(which).tolist()
        for index in rows:
            try:
                self.one(index, self.work.text(index))
            except NonetError as error:
                self.work.reasons[index] = str(error)

    def one(self, index: int, text: str) -> None:
        from nonet.rating import rate

        rating = rate(parse_line(text, self.work.layout), by=self.work.job.scheme)
        self.scores[index] = rating.score
        self.levels[index] = rating.level.encode()
        self.techniques[index] = rating.technique.encode()
        self.tally[rating.level or f"{rating.score:g}"] += 1

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        level, technique = Texts.of(self.levels), Texts.of(self.techniques)
        new = (Column("rating", self.scores), Column("level", level), Column("technique", technique))
        return new, self.tally


class _Convert(_Task):
    """The puzzles are checked (signs and rules); with a `blank` they are written anew, all in one manner."""

    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self.fresh: dict[int, bytes] = {}
        self.block: Array | None = None

    def many(self, records: Any, stride: int, which: Array | None) -> None:
        numpy = need("numpy", "bulk")
        count = self.work.count if which is None else int(which.sum())
        view = numpy.lib.stride_tricks.as_strided(records, (count, CELLS), (stride, 1), writeable=False)
        signs = sign_table(self.work.job.blank)[view]
        rows = numpy.arange(self.work.count) if which is None else numpy.flatnonzero(which)
        bad = (signs == 0).any(axis=1)
        self.work.reject(rows[bad])
        if self.work.job.blank is None:
            return
        if which is None:
            self.block = signs.reshape(-1)
        else:
            self.fresh.update((row, bytes(line)) for row, line in zip(rows.tolist(), signs, strict=True))

    def one(self, index: int, text: str) -> None:
        try:
            puzzle = parse_line(text, self.work.layout)
        except RuleError:
            if self.work.job.blank is not None:
                raise
            return
        if self.work.job.blank is not None:
            self.fresh[index] = format_grid(puzzle.givens, "line", blank=self.work.job.blank).encode()

    def columns(self) -> tuple[tuple[Column, ...], Counter[str]]:
        work = self.work
        if work.job.blank is not None and work.count:
            if self.block is not None:
                texts = Texts.even(self.block, count=work.count, stride=CELLS, width=CELLS)
            else:
                texts = Texts.of([self.fresh.get(index, b"") for index in range(work.count)])
            columns = list(work.chunk.columns)
            columns[work.chunk.puzzle] = Column(columns[work.chunk.puzzle].name, texts)
            work.chunk = replace(work.chunk, puzzles=texts, columns=tuple(columns), raw=None)
        done = work.count - len(work.reasons)
        return (), Counter({"converted": done} if done else {})


_TASKS: dict[str, Callable[[Work], _Task]] = {
    "solve": _Solve,
    "count": _Count,
    "check": _Check,
    "canonical": _Canonical,
    "rate": _Rate,
    "convert": _Convert,
}

# -- small helpers ------------------------------------------------------------------------------------------


def _puzzle(text: str, layout: Layout | None) -> Puzzle | None:
    """The puzzle, or None if it breaks a rule: such a board has no solution."""
    try:
        return parse_line(text, layout)
    except RuleError:
        return None


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(
            "a byte that is no UTF-8; save the text as UTF-8",
            column=error.start + 1,
            text=f"0x{text[error.start]:02x}",
        ) from None


def _free(name: str, taken: list[str]) -> str:
    """A name that no column has: the name itself, or with the first number that is free."""
    number, free = 2, name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free
