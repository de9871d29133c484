"""An audit of data sets: puzzles without exactly one solution, wrong answers, repeats, and leaks between files.

Two puzzles repeat if a symmetry of the board and an exchange of digits turn one into the other; a model that has seen
one has seen both. Two puzzles with solution grids that are equivalent in this way share what is to be learned, so a
split is clean only if no grid occurs on both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from nonet.arguments import clear_type_errors
from nonet.bulk.batches import block_of, run_job
from nonet.data.tables import TableRows, table_rows
from nonet.jobs import Job
from nonet.limits import allow, limits
from nonet.many import canonical_records, solve_records
from nonet.optional_import import optional_import
from nonet.parallel.cores import thread_count
from nonet.rating import rate_many
from nonet.records import BLANKS, CELLS, ONE, Block
from nonet.rng import Rng

numpy = optional_import("numpy", "a data set")

LONGEST_ROW = 1 << 22
"""A row with traces in words has hundreds of thousands of characters: more than a line of puzzles may have."""

_TO_DOT = bytes(ord(".") if byte in BLANKS else byte for byte in range(256))


@dataclass
class FileAudit:
    """What was found in one file. `repeats` counts the rows that another row before them equals under symmetry."""

    name: str
    rows: int = 0
    unreadable: int = 0
    without_solution: int = 0
    several_solutions: int = 0
    declared: int = 0
    """Rows without exactly one solution whose column `status` says so: negative examples."""
    wrong_answers: int = 0
    answers: int = 0
    other_boards: int = 0
    clues: Counter[int] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    repeats: int = 0
    disguised: int = 0
    grids: int = 0
    puzzle_keys: Any = None
    grid_keys: Any = None

    @property
    def is_clean(self) -> bool:
        return not (
            self.unreadable
            or self.without_solution + self.several_solutions > self.declared
            or self.wrong_answers
            or self.repeats
        )


@dataclass(frozen=True)
class Overlap:
    """Two files: how many puzzles of the second repeat one of the first, and how many have a grid of the first."""

    first: str
    second: str
    repeats: int
    grids: int


@dataclass(frozen=True)
class Audit:
    """All files, and every pair of them."""

    files: tuple[FileAudit, ...]
    overlaps: tuple[Overlap, ...]

    @property
    def is_clean(self) -> bool:
        return all(each.is_clean for each in self.files) and not any(
            each.repeats or each.grids for each in self.overlaps
        )


@clear_type_errors
def audit(
    names: str | Iterable[str],
    *,
    column: str | None = None,
    rate: bool = False,
    threads: int | None = None,
    progress: Callable[[str, int], object] = lambda name, rows: None,
) -> Audit:
    """Audits files, folders or patterns; each name is one part of the data set (train, test …)."""
    workers = thread_count(threads)
    each = [names] if isinstance(names, str) else names
    with allow(line=max(LONGEST_ROW, limits().line)):
        files = tuple([_file(name, column, rate, workers, progress) for name in each])
    overlaps = tuple(
        Overlap(
            first.name,
            second.name,
            in_both(second.puzzle_keys, first.puzzle_keys),
            in_both(second.grid_keys, first.grid_keys),
        )
        for first, second in combinations(files, 2)
    )
    return Audit(files, overlaps)


def _file(
    name: str, column: str | None, rate: bool, threads: int, progress: Callable[[str, int], object]
) -> FileAudit:
    file = FileAudit(name)
    exact: list[Any] = []
    puzzles: list[Any] = []
    grids: list[Any] = []
    for part in table_rows(name, column):
        for keys, more in zip((exact, puzzles, grids), _part(file, part, rate, threads), strict=True):
            keys.append(more)
        progress(name, file.rows)
    empty = keys_of(numpy.empty((0, CELLS), numpy.uint8))
    file.puzzle_keys = numpy.concatenate([*puzzles, empty])
    file.grid_keys = numpy.concatenate([*grids, empty])
    file.repeats = len(file.puzzle_keys) - len(distinct(file.puzzle_keys))
    all_exact = numpy.concatenate([*exact, empty])
    file.disguised = file.repeats - (len(all_exact) - len(distinct(all_exact)))
    file.grids = len(distinct(file.grid_keys))
    return file


def _part(file: FileAudit, part: TableRows, rate: bool, threads: int) -> Iterator[Any]:
    """Counts what is in some rows; the keys of the puzzles with one solution: exact, canonical, and of the grids."""
    texts, answers = part.column(part.source.puzzle), part.column(part.source.answer)
    checked = run_job(Job("check"), texts, answers=answers, threads=threads)
    file.rows += len(texts) + part.unreadable
    file.unreadable += len(checked.rejects) + part.unreadable
    file.without_solution += checked.tally["none"]
    file.several_solutions += checked.tally["several"]
    file.wrong_answers += checked.tally["wrong answer"]
    if "status" in part.batch.schema.names:
        said = part.batch.column("status").cast("string").to_pylist()
        seen = checked.columns["status"].to_pylist()
        file.declared += sum(
            one == other in ("none", "several") for one, other in zip(said, seen, strict=True)
        )
    if answers is not None:
        file.answers += len(answers) - answers.null_count
    block = block_of(texts)
    solutions, status = solve_records(block, threads=threads)
    rows = numpy.flatnonzero(numpy.frombuffer(status, numpy.uint8) == ONE)
    file.other_boards += (
        len(texts) - len(checked.rejects) - int((numpy.frombuffer(status, numpy.uint8) <= 2).sum())
    )
    boards = numpy.frombuffer(bytes(block.records).translate(_TO_DOT), numpy.uint8).reshape(-1, CELLS)[rows]
    filled = numpy.frombuffer(solutions, numpy.uint8).reshape(-1, CELLS)[rows]
    file.clues.update((boards != ord(".")).sum(axis=1).tolist())
    if rate:
        ratings = rate_many(boards.tobytes(), threads=threads)
        file.levels.update("beyond" if each is None else str(each.level) for each in ratings)
    yield keys_of(boards)
    yield keys_of(_canonical(boards, threads))
    yield keys_of(_canonical(filled, threads))


def _canonical(boards: Any, threads: int) -> Any:
    forms, _, _ = canonical_records(Block(boards.tobytes(), len(boards)), threads=threads)
    return numpy.frombuffer(forms, numpy.uint8).reshape(-1, CELLS)


def _factors() -> Any:
    """Two random odd numbers for each cell; always the same ones."""
    rng = Rng(81)
    numbers = [rng.next() | 1 for _ in range(2 * CELLS)]
    return numpy.array(numbers, numpy.uint64).reshape(2, CELLS)


_FACTORS = _factors()


def keys_of(boards: Any) -> Any:
    """The keys of boards, an array (n, 81) of bytes: n items of 16 bytes, so that millions can be compared in little
    memory.

    Two boards with the same key are taken for equal. For ten million different boards the chance that any two share a
    key is about 10⁻²⁵.
    """
    keys = numpy.empty((len(boards), 2), numpy.uint64)
    for start in range(0, len(boards), 1 << 14):
        some = boards[start : start + (1 << 14)].astype(numpy.uint64)
        for half in range(2):
            products = some * _FACTORS[half]
            products ^= products >> numpy.uint64(29)
            keys[start : start + len(some), half] = (products * _FACTORS[1 - half]).sum(axis=1)
    return keys.view("V16").reshape(-1)


def distinct(keys: Any) -> Any:
    """The different keys, in order."""
    return numpy.unique(keys)


def in_both(keys: Any, others: Any) -> int:
    """How many of the keys occur among the others."""
    return int(numpy.isin(keys, distinct(others)).sum())
