"""Ratings and paths of many puzzles at once.

Puzzles come in the forms that `nonet.solve_many` takes; paths are for those of the classic board, as text or numbers.
The kernel works on as many threads as it is given, without the
interpreter lock; in pure Python the answers are the same, but slower.

>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> rated = rate_many([easy, "." * 81])
>>> str(rated[0]), rated[1], list(rated.status)
('easy 204 (hodoku 2.2)', None, [1, 2])
>>> paths = path_many([easy])
>>> len(paths[0]), paths[0][0].technique, paths[0] == tuple(path(easy))
(51, 'naked-single', True)
>>> paths = path_many([easy], scheme="se")
>>> paths[0] == tuple(path(easy, scheme="se")), [(each.name, each.rating) for each in paths.conclusions(0)][0]
(True, ('Hidden Single', 1.2))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeVar, cast, overload

from nonet.arguments import clear_type_errors
from nonet.errors import NonetError
from nonet.logic.compiled import ASKS_PYTHON
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import EXPLAINER_VERSIONS, classic_plan, path
from nonet.logic.se.records import KERNEL_VERSIONS, Conclusion, read_conclusions
from nonet.logic.se.steps import ExplainerStep, explained, plain_step
from nonet.logic.step_records import read_steps, write_step
from nonet.many import listed_puzzles, puzzles_of, unique_many, unique_records
from nonet.native import kernel, required_kernel
from nonet.parallel.cores import thread_count
from nonet.puzzle import Puzzle
from nonet.rating.base import BatchScheme, Rating, scheme, scheme_for
from nonet.records import CELLS, ONE, Block, Records
from nonet.step import Evidence, Step

if TYPE_CHECKING:
    from nonet.records import Puzzles

T = TypeVar("T")

_scheme = scheme
"""For functions whose argument has the same name."""


class _Answers(Sequence[T]):
    """Answers for puzzles, in their order."""

    status: bytes

    def _item(self, index: int) -> T:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.status)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self._item(each) for each in range(*index.indices(len(self))))
        return self._item(index)


@dataclass(frozen=True)
class RatedMany(_Answers["Rating | None"]):
    """The ratings of puzzles, in their order; None for what is not a puzzle with one solution (see `status`).

    `status` has a byte for each, as in `nonet.many`: `NONE`, `ONE`, `SEVERAL` or `BAD`. A puzzle with the status `ONE`
    and no rating is beyond the scheme.
    """

    ratings: tuple[Rating | None, ...]
    status: bytes

    def _item(self, index: int) -> Rating | None:
        return self.ratings[index]


@clear_type_errors
def rate_many(
    puzzles: Puzzles | Sequence[Puzzle], *, scheme: str = "hodoku", threads: int | None = 1
) -> RatedMany:
    """The rating of every puzzle, as `rate` gives it. `threads=None` takes all cores."""
    if listed := listed_puzzles(puzzles):
        _scheme(scheme)
        unique = unique_many(listed, threads=threads)
        found = zip(listed, unique, strict=True)
        return RatedMany(
            tuple(_rating(scheme, puzzle) if each == ONE else None for puzzle, each in found), unique
        )
    records = Records.of(cast("Puzzles", puzzles))
    status, ratings = rate_records(records, scheme=scheme, threads=thread_count(threads))
    return RatedMany(tuple(ratings), bytes(status))


def rate_records(block: Block, *, scheme: str, threads: int = 1) -> tuple[bytearray, list[Rating | None]]:
    """The status of every puzzle, and the rating of those that have one solution."""
    wanted = _scheme(scheme)

    def rate(lines: bytes, rows: int) -> Iterable[Rating | None]:
        if isinstance(wanted, BatchScheme):
            return wanted.rate_records(lines, rows, threads=threads)
        return [_rating(scheme, puzzle) for puzzle in puzzles_of(lines)]

    return _answer_unique(block, rate, None, threads=threads)


def _rating(scheme: str, puzzle: Puzzle) -> Rating | None:
    try:
        return scheme_for(puzzle, scheme).rate(puzzle)
    except NonetError:
        return None


def _answer_unique(
    block: Block, answer: Callable[[bytes, int], Iterable[T]], missing: T, *, threads: int
) -> tuple[bytearray, list[T]]:
    """The status of every puzzle, and an answer for each that has one solution: `missing` for the others.

    `answer` gets the records of the unique puzzles, joined, and their number.
    """
    status = unique_records(block, threads=threads)
    rows = [row for row, each in enumerate(status) if each == ONE]
    answers = [missing] * block.count
    for row, found in zip(rows, answer(block.joined(rows), len(rows)), strict=True):
        answers[row] = found
    return status, answers


# -- paths ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PathsMany(_Answers["tuple[Step, ...]"]):
    """The paths of puzzles, in their order; without steps for what is not a puzzle with one solution (see `status`).

    `records` has the steps of each as bytes (`nonet.logic.step_records`), about 30 for a step. An item is their
    tuple of `Step`, read when it is asked for.
    """

    records: tuple[bytes, ...]
    status: bytes

    def _item(self, index: int) -> tuple[Step, ...]:
        return tuple(read_steps(self.records[index]))


@dataclass(frozen=True)
class ExplainerPaths(PathsMany):
    """Paths of Sudoku Explainer, as records of `nonet.logic.se.records`.

    `conclusions` reads the records: names, ratings, what is placed and what goes. `rated` and the items look for the
    evidence of each step as well, which takes a hundred times as long. Without evidence, items have the key of the rule
    itself as their technique: "nishio-forcing-chains".
    """

    puzzles: tuple[bytes, ...]
    evidence: bool

    def conclusions(self, index: int) -> tuple[Conclusion, ...]:
        return tuple(read_conclusions(self.records[index]))

    def rated(self, index: int) -> tuple[ExplainerStep, ...]:
        """The steps, each with Sudoku Explainer's name and rating."""
        if not self.records[index]:
            return ()
        found = self.conclusions(index)
        if not self.evidence:
            return tuple(ExplainerStep(plain_step(each), each.name, each.rating) for each in found)
        (puzzle,) = puzzles_of(self.puzzles[index])
        return tuple(explained(puzzle, found))

    def _item(self, index: int) -> tuple[Step, ...]:
        return tuple(each.step for each in self.rated(index))


@overload
def path_many(
    puzzles: Puzzles,
    *,
    scheme: Literal["hodoku"] = "hodoku",
    options: Options = DEFAULTS,
    evidence: bool = True,
    threads: int | None = 1,
) -> PathsMany: ...
@overload
def path_many(
    puzzles: Puzzles, *, scheme: Literal["se", "se-1.18"], evidence: bool = True, threads: int | None = 1
) -> ExplainerPaths: ...
@clear_type_errors
def path_many(
    puzzles: Puzzles,
    *,
    scheme: str = "hodoku",
    options: Options = DEFAULTS,
    evidence: bool = True,
    threads: int | None = 1,
) -> PathsMany:
    """The path of every puzzle with one solution, as `nonet.path` gives it; others have no steps, and their `status`
    says why. `threads=None` takes all cores.

    `scheme` says whose path: HoDoKu's, or Sudoku Explainer's ("se", "se-1.18"), which has no options. Without
    `evidence` the steps say what was found and by which technique, and no more: less than half the bytes.
    """
    if scheme != "hodoku" and scheme not in EXPLAINER_VERSIONS:
        raise NonetError(f"unknown scheme {scheme!r}; choose from hodoku, {', '.join(EXPLAINER_VERSIONS)}")
    workers = thread_count(threads)

    def answer(lines: bytes, count: int) -> Iterable[tuple[bytes, bytes]]:
        found = (
            _paths(lines, count, options, evidence, workers)
            if scheme == "hodoku"
            else _explainer_paths(lines, EXPLAINER_VERSIONS[scheme], evidence, workers)
        )
        return zip(
            found, (lines[start : start + CELLS] for start in range(0, len(lines), CELLS)), strict=True
        )

    status, answers = _answer_unique(Records.of(puzzles), answer, (b"", b""), threads=workers)
    records = tuple(record for record, _ in answers)
    if scheme == "hodoku":
        return PathsMany(records, bytes(status))
    return ExplainerPaths(records, bytes(status), tuple(puzzle for _, puzzle in answers), evidence)


def _paths(records: bytes, count: int, options: Options, evidence: bool, threads: int) -> Iterator[bytes]:
    plan = classic_plan(options)
    done: Sequence[bytes] = [bytes([ASKS_PYTHON])] * count
    if kernel is not None and plan is not None:
        done = kernel.logic_paths(records, plan.finders, plan.options, threads=threads, evidence=evidence)
    for row, found in enumerate(done):
        if found[0] != ASKS_PYTHON:
            yield found[1:]
            continue
        (puzzle,) = puzzles_of(records[row * CELLS : (row + 1) * CELLS])
        steps = path(puzzle, options=options)
        yield b"".join(
            [write_step(step if evidence else replace(step, evidence=Evidence())) for step in steps]
        )


def _explainer_paths(records: bytes, version: str, evidence: bool, threads: int) -> Sequence[bytes]:
    found: list[bytes] = required_kernel("Sudoku Explainer").explainer_paths(
        records, version=KERNEL_VERSIONS[version], threads=threads, evidence=evidence
    )
    return found
