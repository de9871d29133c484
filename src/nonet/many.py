"""Many puzzles at once; those of the classic board without a Python object for each.

`solve_many`, `unique_many`, `count_many` and `canonical_many` take puzzles as

    one buffer       bytes of 81 characters per puzzle, joined, or one puzzle per line
    a list of lines  str or bytes
    a numpy array    (n, 81) or (n, 9, 9) of the values 0 … 9, or n strings of 81 characters
    a list of Puzzle any boards and variants (not for canonical_many)

and answer with bytes (numpy arrays for a numpy array). What cannot be parsed as a puzzle, or has no
solution, is marked in `status`. The kernel does the work, on as many threads as it is given; without it the
answers are the same, but slower. They are built on `solve_records` and the like, which take
a `Block`.

>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> result = solve_many([easy, "." * 80, easy.replace("53", "55")])
>>> result.status == bytes([ONE, BAD, NONE])
True
>>> result[0]
'534678912672195348198342567859761423426853791713924856961537284287419635345286179'
>>> list(count_many([easy, "." * 81], limit=10))
[1, 10]
>>> from nonet.rules import Thermometer
>>> variant = Puzzle.of("4x4", "." * 16, rules=[Thermometer((0, 1, 2, 3)), Thermometer((12, 8, 4))])
>>> list(count_many([variant, Puzzle.of("4x4", "." * 16)], limit=100))
[3, 100]
"""

from __future__ import annotations

import operator
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from nonet import gpu
from nonet.canonical import canonical
from nonet.engines import Engine, Order, engine, engine_for
from nonet.engines.kernel import MOST_COUNTED
from nonet.errors import NonetError, RuleError
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.native import kernel
from nonet.parallel.cores import thread_count
from nonet.puzzle import Puzzle
from nonet.records import (
    BAD,
    BAD_COUNT,
    BLANKS,
    CELLS,
    LEGAL,
    NONE,
    ONE,
    SEVERAL,
    Block,
    BoardsT,
    Indexed,
    Records,
    SolvedMany,
    StatusT,
    as_came,
    board_line,
    boards_as_came,
    is_cuda,
    text_records,
)

if TYPE_CHECKING:
    from typing import Literal

    from nonet.records import Buffer, ByteArray, CountArray, NumpyArray, Puzzles, Texts

    Device = Literal["cuda"] | None

T = TypeVar("T")
CountsT = TypeVar("CountsT", bound=Indexed)
OnDevice = TypeVar("OnDevice", bound=Indexed)  # a CuPy array or a torch tensor


def solve_records(
    block: Block, *, threads: int = 1, gap: int = 0, device: Device = None
) -> tuple[Any, bytearray]:
    """Solutions, 81 bytes each and `gap` newlines after each; and the status of every puzzle.

    Where there is no solution the board is filled with dots; with zeros for a block of numbers.
    """
    if is_cuda(device):
        return gpu.solve_records(block, gap=gap)
    status = bytearray(block.count)
    if kernel is not None and block.numbers:
        import numpy

        values = numpy.empty(CELLS * block.count, "uint8")
        kernel.solve_batch(block.view, values, status, stride=block.stride, threads=threads, numbers=True)
        return values, status
    if kernel is not None:
        found = kernel.solve_bytes(block.view, block.count, stride=block.stride, gap=gap, threads=threads)
        assert found is not None
        return found[0], bytearray(found[1])
    pitch = CELLS + gap
    solutions = bytearray(b"." * CELLS + b"\n" * gap) * block.count
    for number, puzzle in enumerate(_parsed(block)):
        status[number] = _status(puzzle)
        if status[number] in (ONE, SEVERAL) and isinstance(puzzle, Puzzle):
            grid = engine("search").first_solution(puzzle, Order.row_by_row(CLASSIC).reversed_digits())
            if grid is not None:
                solutions[number * pitch : number * pitch + CELLS] = bytes(value + 48 for value in grid)
    return solutions, status


def unique_records(block: Block, *, threads: int = 1, device: Device = None) -> bytearray:
    """The status of every puzzle."""
    if is_cuda(device):
        return gpu.unique_records(block)
    if kernel is None:
        return bytearray(map(_status, _parsed(block)))
    status = bytearray(block.count)
    kernel.unique_batch(block.view, status, stride=block.stride, threads=threads, numbers=block.numbers)
    return status


def count_records(block: Block, *, limit: int, threads: int = 1, device: Device = None) -> array[int]:
    """How many solutions every puzzle has, up to `limit`; `BAD_COUNT` for a record that is not a puzzle."""
    if is_cuda(device):
        return gpu.count_records(block, limit=limit)
    if kernel is None:
        return array("Q", [_count(puzzle, limit) for puzzle in _parsed(block)])
    counts = array("Q", bytes(8 * block.count))
    kernel.count_batch(block.view, counts, limit, stride=block.stride, threads=threads, numbers=block.numbers)
    return counts


def canonical_records(block: Block, *, threads: int = 1) -> tuple[bytearray, bytearray, array[int]]:
    """Canonical forms of 81 bytes, a status (`ONE` where there is a form), and the number of automorphisms."""
    forms, status = bytearray(b".") * (CELLS * block.count), bytearray(block.count)
    automorphisms = array("Q", bytes(8 * block.count))
    if kernel is not None:
        kernel.canonical_batch(
            block.view, forms, status, stride=block.stride, threads=threads, automorphisms=automorphisms
        )
        return forms, status, automorphisms
    for number, puzzle in enumerate(_parsed(block)):
        if not isinstance(puzzle, Puzzle):
            status[number] = puzzle
            continue
        found = canonical(puzzle)
        line = bytes(value + 48 if value else ord(".") for value in found.form.givens)
        forms[number * CELLS : (number + 1) * CELLS] = line
        status[number], automorphisms[number] = ONE, found.automorphisms
    return forms, status, automorphisms


@overload
def solve_many(
    puzzles: Sequence[Puzzle], *, threads: int | None = 1
) -> SolvedMany[list[Grid | None], bytes]: ...
@overload
def solve_many(
    puzzles: Texts, *, threads: int | None = 1, device: Device = None
) -> SolvedMany[bytes, bytes]: ...
@overload
def solve_many(
    puzzles: NumpyArray, *, threads: int | None = 1, device: Device = None
) -> SolvedMany[ByteArray, ByteArray]: ...
@overload
def solve_many(puzzles: OnDevice, *, device: Literal["cuda"]) -> SolvedMany[OnDevice, OnDevice]: ...
def solve_many(puzzles: Any, *, threads: int | None = 1, device: Device = None) -> SolvedMany[Any, Any]:
    """Solves every puzzle. `threads=None` takes all cores; `device="cuda"` an NVIDIA GPU (see `nonet.gpu`)."""
    if (listed := listed_puzzles(puzzles, device)) is not None:
        return SolvedMany(*solve_puzzles(listed, threads=thread_count(threads)))
    if is_cuda(device):
        return gpu.solve_many(puzzles)
    threads = thread_count(threads)
    if kernel is not None and isinstance(puzzles, (bytes, bytearray, memoryview)):
        return SolvedMany(*_answer_text(kernel.solve_bytes, puzzles, threads))
    records = Records.of(puzzles, keep_numbers=kernel is not None)
    solutions, status = solve_records(records, threads=threads)
    return SolvedMany(boards_as_came(solutions, records), as_came(status, records))


def _answer_text(ask: Callable[..., Any], text: Buffer, threads: int) -> Any:
    """The kernel checks the line endings while it reads the puzzles; it answers None where one is missing."""
    answers = (
        ask(each.records, each.count, stride=each.stride, ending=each.ending, threads=threads)
        for each in text_records(text)
    )
    return next(answer for answer in answers if answer is not None)


@overload
def unique_many(
    puzzles: Texts | Sequence[Puzzle], *, threads: int | None = 1, device: Device = None
) -> bytes: ...
@overload
def unique_many(puzzles: NumpyArray, *, threads: int | None = 1, device: Device = None) -> ByteArray: ...
@overload
def unique_many(puzzles: OnDevice, *, device: Literal["cuda"]) -> OnDevice: ...
def unique_many(puzzles: Any, *, threads: int | None = 1, device: Device = None) -> Any:
    """The status of every puzzle, a byte each: it is unique where the byte is `ONE`.

    >>> unique_many(["." * 81]) == bytes([SEVERAL])
    True
    """
    if (listed := listed_puzzles(puzzles, device)) is not None:
        return bytes(counts_of_puzzles(listed, limit=2, threads=thread_count(threads)))
    if is_cuda(device):
        return gpu.unique_many(puzzles)
    threads = thread_count(threads)
    if kernel is not None and isinstance(puzzles, (bytes, bytearray, memoryview)):
        return _answer_text(kernel.unique_bytes, puzzles, threads)
    records = Records.of(puzzles, keep_numbers=kernel is not None)
    return as_came(unique_records(records, threads=threads), records)


@overload
def count_many(
    puzzles: Texts | Sequence[Puzzle], *, limit: int = 2, threads: int | None = 1, device: Device = None
) -> array[int]: ...
@overload
def count_many(
    puzzles: NumpyArray, *, limit: int = 2, threads: int | None = 1, device: Device = None
) -> CountArray: ...
@overload
def count_many(puzzles: OnDevice, *, limit: int = 2, device: Literal["cuda"]) -> OnDevice: ...
def count_many(puzzles: Any, *, limit: int = 2, threads: int | None = 1, device: Device = None) -> Any:
    """How many solutions every puzzle has, counted up to `limit`; `BAD_COUNT` for a record that is not a puzzle."""
    if limit < 1:
        raise NonetError(f"limit must be at least 1, not {limit}")
    limit = min(operator.index(limit), MOST_COUNTED)
    if (listed := listed_puzzles(puzzles, device)) is not None:
        return array("Q", counts_of_puzzles(listed, limit=limit, threads=thread_count(threads)))
    if is_cuda(device):
        return gpu.count_many(puzzles, limit=limit)
    threads = thread_count(threads)
    records = Records.of(puzzles, keep_numbers=kernel is not None, threads=threads)
    return as_came(count_records(records, limit=limit, threads=threads), records, "uint64")


@dataclass(frozen=True)
class CanonicalMany(Generic[BoardsT, StatusT, CountsT]):
    """`forms` holds 81 characters per puzzle, a dot for a blank; `status` one byte per puzzle: `ONE` if it has one.

    `automorphisms` counts for each puzzle the symmetries that lead to its form, 0 where it has none.
    """

    forms: BoardsT
    status: StatusT
    automorphisms: CountsT

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, index: int) -> str | None:
        """The form of one puzzle as a line, or None."""
        return board_line(self.forms, index, len(self)) if self.status[operator.index(index)] == ONE else None


@overload
def canonical_many(puzzles: Texts, *, threads: int | None = 1) -> CanonicalMany[bytes, bytes, array[int]]: ...
@overload
def canonical_many(
    puzzles: NumpyArray, *, threads: int | None = 1
) -> CanonicalMany[ByteArray, ByteArray, CountArray]: ...
def canonical_many(puzzles: Puzzles, *, threads: int | None = 1) -> CanonicalMany[Any, Any, Any]:
    """The canonical form of every puzzle (see `nonet.canonical`); a puzzle with a digit twice in a house has none.

    >>> canonical_many(["." * 40 + "5" + "." * 40, "55" + "." * 79])[0][-3:]
    '..1'
    """
    records = Records.of(puzzles)
    forms, status, automorphisms = canonical_records(records, threads=thread_count(threads))
    return CanonicalMany(
        boards_as_came(forms, records), as_came(status, records), as_came(automorphisms, records, "uint64")
    )


# -- any boards and rules: by engine, each with all its puzzles ---------------------------------------------------


def counts_of_puzzles(puzzles: Sequence[Puzzle], *, limit: int, threads: int = 1) -> list[int]:
    """For each puzzle how many solutions it has, up to `limit`."""
    return _by_engine(puzzles, lambda best, asked: best.counts_of_each(asked, limit=limit, threads=threads))


def solve_puzzles(puzzles: Sequence[Puzzle], *, threads: int = 1) -> tuple[list[Grid | None], bytes]:
    """For each puzzle its solution (of several the greatest), and whether it has none, one or several: 0, 1 or 2.

    >>> from nonet.rules import Thermometer
    >>> thermometers = [Thermometer((0, 1, 2, 3)), Thermometer((12, 8, 4))]
    >>> grids, status = solve_puzzles([Puzzle.of("4x4", "." * 16, rules=thermometers)])
    >>> grids[0].symbols, list(status)
    ('1234432134122143', [2])
    """
    found = _by_engine(puzzles, lambda best, asked: best.solutions_of_each(asked, threads=threads))
    grids = [
        _greatest_solution(puzzle) if len(own) > 1 else next(iter(own), None)
        for puzzle, own in zip(puzzles, found, strict=True)
    ]
    return grids, bytes(map(len, found))


def _greatest_solution(puzzle: Puzzle) -> Grid | None:
    """The solution that is greatest when it is read row by row: what `sudoku solve` prints."""
    return engine_for(puzzle).first_solution(puzzle, Order.row_by_row(puzzle.layout).reversed_digits())


def _by_engine(puzzles: Sequence[Puzzle], ask: Callable[[Engine, list[Puzzle]], Sequence[T]]) -> list[T]:
    """The answers of the best engine for each puzzle, in the order of the puzzles."""
    rows: dict[Engine, list[int]] = defaultdict(list)
    for row, puzzle in enumerate(puzzles):
        rows[engine_for(puzzle)].append(row)
    answers: dict[int, T] = {}
    for best, own in rows.items():
        answers.update(zip(own, ask(best, [puzzles[row] for row in own]), strict=True))
    return [answers[row] for row in range(len(puzzles))]


def listed_puzzles(puzzles: object, device: Device = None) -> Sequence[Puzzle] | None:
    """The puzzles if they are a list of `Puzzle`, None if they are text or numbers."""
    if not isinstance(puzzles, (list, tuple)) or not puzzles or not isinstance(puzzles[0], Puzzle):
        return None
    for number, each in enumerate(puzzles, start=1):
        if not isinstance(each, Puzzle):
            raise NonetError(f"item {number} of the list is {each!r}, not a Puzzle like the others")
    if is_cuda(device):
        raise NonetError("the GPU takes puzzles as text or as an array, not as a list of Puzzle")
    return puzzles


def puzzles_of(records: bytes) -> Iterator[Puzzle]:
    """The puzzles of joined records that are known to be puzzles."""
    block = Block(records, len(records) // CELLS)
    return (puzzle for puzzle in _parsed(block) if isinstance(puzzle, Puzzle))


def _parsed(block: Block) -> Iterator[Puzzle | int]:
    """The puzzles one by one: a Puzzle, or the status of what cannot be one."""
    for record in map(block.record, range(block.count)):
        if record.translate(None, LEGAL):
            yield BAD
            continue
        values = [0 if sign in BLANKS else sign - 48 for sign in record]
        try:
            yield Puzzle(Grid.of(CLASSIC, values))
        except RuleError:
            yield NONE


def _count(puzzle: Puzzle | int, limit: int) -> int:
    if isinstance(puzzle, Puzzle):
        return engine("search").count_solutions(puzzle, limit=limit)
    return BAD_COUNT if puzzle == BAD else 0


def _status(puzzle: Puzzle | int) -> int:
    return _count(puzzle, 2) if isinstance(puzzle, Puzzle) else puzzle
