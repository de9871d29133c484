"""Many puzzles at once: solve, count and prove them by the million, without a Python object for each.

Puzzles of the classic board come as

    one buffer       bytes of 81 characters a puzzle, joined, or a puzzle a line
    a list of lines  str or bytes
    a numpy array    (n, 81) or (n, 9, 9) of the values 0 … 9, or n strings of 81 characters

and the answers come as bytes (as numpy arrays, if the puzzles did). What cannot be read as a puzzle, or has
no solution, is marked in `status`, and the rest goes on. The kernel does the work, on as many threads as it
is given; without it the same answers take their time.

>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> result = solve_many([easy, "." * 80, easy.replace("53", "55")])
>>> result.status == bytes([ONE, BAD, NONE])
True
>>> result[0]
'534678912672195348198342567859761423426853791713924856961537284287419635345286179'
>>> list(count_many([easy, "." * 81], limit=10))
[1, 10]
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonet.canonical import canonical
from nonet.engines import Order, engine
from nonet.errors import NonetError, RuleError
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.native import kernel
from nonet.parallel.cores import thread_count
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy

    Puzzles = bytes | bytearray | memoryview | Sequence[str] | Sequence[bytes] | numpy.ndarray[Any, Any]

__all__ = [
    "BAD",
    "BAD_COUNT",
    "NONE",
    "ONE",
    "SEVERAL",
    "CanonicalMany",
    "SolvedMany",
    "canonical_many",
    "count_many",
    "solve_lines",
    "solve_many",
    "unique_many",
]

NONE, ONE, SEVERAL, BAD = 0, 1, 2, 255
"""The status of a puzzle: no solution, one, several; BAD is no puzzle at all."""

BAD_COUNT = 2**64 - 1
"""Stands in place of a count where there is no puzzle to count for."""

CELLS = CLASSIC.cell_count
_BLANKS = b"0._*-xX"


@dataclass(frozen=True)
class SolvedMany:
    """`solutions` holds 81 digits a puzzle, dots where there is none; `status` a byte a puzzle.

    A puzzle with several solutions gets the greatest of them: what `sudoku solve` prints.
    """

    solutions: Any
    status: Any

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, index: int) -> str | None:
        """The solution of one puzzle as a line, or None."""
        if self.status[index] not in (ONE, SEVERAL):
            return None
        if isinstance(self.solutions, bytes):
            start = index % len(self) * CELLS
            return self.solutions[start : start + CELLS].decode("ascii")
        return "".join(map(str, self.solutions[index].reshape(-1)))


def solve_many(puzzles: Puzzles, *, threads: int | None = 1) -> SolvedMany:
    """Solves every puzzle. `threads=None` takes all cores."""
    threads = thread_count(threads)
    records = _Records.of(puzzles)
    solutions, status = bytearray(b"." * (CELLS * records.count)), bytearray(records.count)
    if kernel is not None:
        kernel.solve_batch(records.data, solutions, status, stride=records.stride, threads=threads)
    else:
        for number, puzzle in enumerate(records.puzzles()):
            status[number] = _status(puzzle)
            if status[number] in (ONE, SEVERAL) and isinstance(puzzle, Puzzle):
                descending = Order.row_by_row(CLASSIC).reversed_digits()
                grid = engine("search").first_solution(puzzle, descending)
                if grid is not None:
                    solutions[number * CELLS : (number + 1) * CELLS] = bytes(value + 48 for value in grid)
    if records.shape is None:
        return SolvedMany(bytes(solutions), bytes(status))
    import numpy

    digits = numpy.frombuffer(solutions, numpy.uint8)
    values = numpy.where(digits == ord("."), 0, digits - 48).astype(numpy.uint8)
    return SolvedMany(values.reshape(records.shape), numpy.frombuffer(status, numpy.uint8))


def solve_lines(
    block: bytes | bytearray, *, threads: int | None = 1, into: bytearray | None = None
) -> tuple[bytearray, bytes]:
    """Solves a block of lines of 81 characters; the answer is such a block again, and a status a line.

    `into` is an answer of the same length that is no longer needed.
    """
    threads = thread_count(threads)
    stride = CELLS + 1
    count = len(block) // stride
    status = bytearray(count)
    if into is not None and len(into) == stride * count:
        text = into  # its newlines stand already
    else:
        text = bytearray(stride * count)
        text[CELLS::stride] = b"\n" * count
    if kernel is not None:
        kernel.solve_batch(block, text, status, stride=stride, solution_stride=stride, threads=threads)
        return text, bytes(status)
    solved = solve_many(block)
    for number in range(count):
        text[number * stride : number * stride + CELLS] = solved.solutions[
            number * CELLS : (number + 1) * CELLS
        ]
    return text, solved.status


def unique_many(puzzles: Puzzles, *, threads: int | None = 1) -> Any:
    """The status of every puzzle, a byte each: it is unique where the byte is `ONE`.

    >>> unique_many(["." * 81]) == bytes([SEVERAL])
    True
    """
    threads = thread_count(threads)
    records = _Records.of(puzzles)
    status = bytearray(records.count)
    if kernel is not None:
        kernel.unique_batch(records.data, status, stride=records.stride, threads=threads)
    else:
        for number, puzzle in enumerate(records.puzzles()):
            status[number] = _status(puzzle)
    return bytes(status) if records.shape is None else _array(status, "uint8")


def count_many(puzzles: Puzzles, *, limit: int = 2, threads: int | None = 1) -> Any:
    """How many solutions every puzzle has, counted up to `limit`; `BAD_COUNT` for what is no puzzle."""
    if limit < 1:
        raise NonetError(f"limit must be at least 1, not {limit}")
    threads = thread_count(threads)
    records = _Records.of(puzzles)
    counts = array("Q", bytes(8 * records.count))
    if kernel is not None:
        kernel.count_batch(records.data, counts, limit, stride=records.stride, threads=threads)
    else:
        for number, puzzle in enumerate(records.puzzles()):
            counts[number] = _count(puzzle, limit)
    return counts if records.shape is None else _array(counts, "uint64")


@dataclass(frozen=True)
class CanonicalMany:
    """`forms` holds 81 characters a puzzle, a dot for a blank; `status` a byte a puzzle: `ONE` where it has a form.

    `automorphisms` counts for each puzzle the symmetries that lead to its form, 0 where it has none.
    """

    forms: Any
    status: Any
    automorphisms: Any

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, index: int) -> str | None:
        """The form of one puzzle as a line, or None."""
        if self.status[index] != ONE:
            return None
        if isinstance(self.forms, bytes):
            start = index % len(self) * CELLS
            return self.forms[start : start + CELLS].decode("ascii")
        return "".join(str(value or ".") for value in self.forms[index].reshape(-1))


def canonical_many(puzzles: Puzzles, *, threads: int | None = 1) -> CanonicalMany:
    """The canonical form of every puzzle (see `nonet.canonical`); a puzzle with a digit twice in a house has none.

    >>> canonical_many(["." * 40 + "5" + "." * 40, "55" + "." * 79])[0][-3:]
    '..1'
    """
    threads = thread_count(threads)
    records = _Records.of(puzzles)
    forms, status = bytearray(b"." * (CELLS * records.count)), bytearray(records.count)
    automorphisms = array("Q", bytes(8 * records.count))
    if kernel is not None:
        kernel.canonical_batch(
            records.data, forms, status, stride=records.stride, threads=threads, automorphisms=automorphisms
        )
    else:
        for number, puzzle in enumerate(records.puzzles()):
            if not isinstance(puzzle, Puzzle):
                status[number] = puzzle
                continue
            found = canonical(puzzle)
            line = bytes(value + 48 if value else ord(".") for value in found.form.givens)
            forms[number * CELLS : (number + 1) * CELLS] = line
            status[number], automorphisms[number] = ONE, found.automorphisms
    if records.shape is None:
        return CanonicalMany(bytes(forms), bytes(status), automorphisms)
    import numpy

    signs = numpy.frombuffer(forms, numpy.uint8)
    values = numpy.where(signs == ord("."), 0, signs - 48).astype(numpy.uint8)
    return CanonicalMany(
        values.reshape(records.shape), _array(status, "uint8"), _array(automorphisms, "uint64")
    )


@dataclass(frozen=True)
class _Records:
    """Puzzles as one buffer: `count` records of 81 bytes, each `stride` bytes after the one before.

    `shape` is that of the numpy array they came as, None otherwise.
    """

    data: Any
    count: int
    stride: int
    shape: tuple[int, ...] | None = None

    @staticmethod
    def of(puzzles: Puzzles) -> _Records:
        if isinstance(puzzles, (bytes, bytearray, memoryview)):
            return _of_buffer(memoryview(puzzles).cast("B"))
        if hasattr(puzzles, "__array_interface__"):
            return _of_array(puzzles)
        if isinstance(puzzles, str):
            raise NonetError("expected a list of puzzles or a bytes buffer, not a single str")
        return _of_lines(puzzles)

    def puzzles(self) -> Iterator[Puzzle | int]:
        """The puzzles one by one: a Puzzle, or the status of what cannot be one."""
        data = memoryview(self.data)
        for start in range(0, self.count * self.stride, self.stride):
            record = bytes(data[start : start + CELLS])
            values = [0 if sign in _BLANKS else sign - 48 for sign in record]
            if not all(0 <= value <= 9 for value in values):
                yield BAD
                continue
            try:
                yield Puzzle(Grid.of(CLASSIC, values))
            except RuleError:
                yield NONE


def _of_buffer(data: memoryview) -> _Records:
    """A puzzle a line, each with the same ending, needs no copy; nor do joined puzzles."""
    for ending in (b"\n", b"\r\n"):
        stride = CELLS + len(ending)
        missing = -len(data) % stride  # a last line without its ending
        count = (len(data) + missing) // stride
        if missing in (0, len(ending)) and all(
            bytes(data[CELLS + k :: stride]).count(sign) >= count - (missing > 0)
            for k, sign in enumerate(ending)
        ):
            return _Records(data, count, stride)
    if len(data) % CELLS == 0 and b"\n" not in bytes(data[: CELLS + 1]):
        return _Records(data, len(data) // CELLS, CELLS)
    return _of_lines(bytes(data).splitlines())


def _of_lines(lines: Sequence[str] | Sequence[bytes]) -> _Records:
    records = [line.encode("ascii", "replace") if isinstance(line, str) else bytes(line) for line in lines]
    records = [record if len(record) == CELLS else record.strip() for record in records]
    joined = b"".join(record if len(record) == CELLS else b"?" * CELLS for record in records)
    return _Records(joined, len(records), CELLS)


def _of_array(puzzles: Any) -> _Records:
    import numpy

    if puzzles.dtype.kind in "SU":
        if puzzles.dtype.kind == "U":
            puzzles = numpy.char.encode(puzzles, "ascii", "replace")
        records = _of_lines(list(puzzles.reshape(-1)))
        return _Records(records.data, records.count, records.stride, (records.count, CELLS))
    if puzzles.ndim < 2 or int(numpy.prod(puzzles.shape[1:])) != CELLS or puzzles.dtype.kind not in "iu":
        raise NonetError(
            f"puzzles must be integers in an array of shape (n, 81) or (n, 9, 9), not {puzzles.shape}"
        )
    legal = (puzzles >= 0) & (puzzles <= 9)
    signs = numpy.where(legal, puzzles + 48, ord("?")).astype(numpy.uint8)
    return _Records(numpy.ascontiguousarray(signs).reshape(-1), len(puzzles), CELLS, puzzles.shape)


def _array(data: Any, dtype: str) -> Any:
    import numpy

    return numpy.frombuffer(data, dtype)


def _count(puzzle: Puzzle | int, limit: int) -> int:
    if isinstance(puzzle, Puzzle):
        return engine("search").count_solutions(puzzle, limit=limit)
    return BAD_COUNT if puzzle == BAD else 0


def _status(puzzle: Puzzle | int) -> int:
    return _count(puzzle, 2) if isinstance(puzzle, Puzzle) else puzzle
