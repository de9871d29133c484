"""Puzzles of the classic board as records: 81 bytes each, in one buffer, a fixed number of bytes apart.

A `Block` is what every job on many puzzles takes. Texts that are not 81 characters long have a filler in the records,
so row k is always record k:

    row       0             1             2
    records   53..7….79     ?????…????    4.....8.…
    others                  {1: b"12.............."}

The kernel marks a filler as no puzzle; a job then parses the text in `others`. `Records.of` makes a block from whatever
`solve_many` takes; a status byte says how each puzzle came out.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from nonet.arguments import clear_type_errors
from nonet.errors import NonetError
from nonet.layout import CLASSIC
from nonet.native import kernel


class NumpyArray(Protocol):
    """An array of numpy, whether or not a type checker can find numpy."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


if TYPE_CHECKING:
    import numpy

    # Classes instead of aliases: where numpy is not installed, an alias would be a type that nothing is known of.
    class AnyArray(numpy.ndarray[Any, numpy.dtype[Any]]): ...

    class ByteArray(numpy.ndarray[Any, numpy.dtype[numpy.uint8]]): ...

    class CountArray(numpy.ndarray[Any, numpy.dtype[numpy.uint64]]): ...

    Buffer = bytes | bytearray | memoryview
    Texts = Buffer | Sequence[str] | Sequence[bytes]
    Puzzles = Texts | NumpyArray


NONE, ONE, SEVERAL, BAD = 0, 1, 2, 255
"""The status of a puzzle: no solution, one, several; BAD if it is not a puzzle."""

BAD_COUNT = 2**64 - 1
"""The count for a record that is not a puzzle."""

CELLS = CLASSIC.cell_count
BLANKS = b"0._*-xX"
LEGAL = b"123456789" + BLANKS
FILLER = b"?" * CELLS
SIGNS = bytes(48 + value if value < 10 else 63 for value in range(256))
"""Translates values to the characters of a record."""


@dataclass(frozen=True, eq=False)
@clear_type_errors
class Block:
    """Puzzles. Record k begins at byte `k * stride`; `others` has the texts that are not 81 bytes long, by row.

    `answers` has the answer that the input gives for each puzzle, for `check`; empty where it gives none. `numbers`:
    the bytes are values 0 … 9, not characters.

    >>> block = Block.of([b"12..............", b"." * 81])
    >>> block.count, block.others, block.text(1) == b"." * 81
    (2, {0: b'12..............'}, True)
    """

    records: Any
    count: int
    stride: int = CELLS
    others: Mapping[int, bytes] = field(default_factory=dict)
    answers: Sequence[bytes] | None = None
    numbers: bool = False

    @staticmethod
    def of(texts: Sequence[bytes]) -> Block:
        others = {row: text for row, text in enumerate(texts) if len(text) != CELLS}
        return Block(_joined(texts), len(texts), others=others)

    @property
    def view(self) -> memoryview:
        return memoryview(self.records)[: self.count * self.stride]

    def record(self, row: int) -> bytes:
        return bytes(memoryview(self.records)[row * self.stride : row * self.stride + CELLS])

    def text(self, row: int) -> bytes:
        return self.others[row] if row in self.others else self.record(row)

    def joined(self, rows: Sequence[int] | None = None) -> bytes:
        """The records of all rows, or of some, without the bytes between them."""
        view, stride = self.view, self.stride
        if rows is None and stride == CELLS:
            return bytes(view)
        rows = range(self.count) if rows is None else rows
        return b"".join([view[row * stride : row * stride + CELLS] for row in rows])


class Indexed(Protocol):
    """Bytes, lists, and arrays of every library."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...


BoardsT = TypeVar("BoardsT", bound=Indexed)
StatusT = TypeVar("StatusT", bound=Indexed)


@dataclass(frozen=True)
class SolvedMany(Generic[BoardsT, StatusT]):
    """`solutions` holds 81 digits per puzzle, dots where there is none; `status` one byte per puzzle.

    A puzzle with several solutions gets the greatest of them: what `sudoku solve` prints. The solutions of `Puzzle`
    objects, whose boards may differ, are a list of grids, None where there is none.
    """

    solutions: BoardsT
    status: StatusT

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, index: int) -> str | None:
        """The solution of one puzzle as a line, or None."""
        if self.status[operator.index(index)] not in (ONE, SEVERAL):
            return None
        return board_line(self.solutions, index, len(self))


def board_line(boards: Any, index: int, count: int) -> str:
    """One of many boards, which are bytes, a list of grids or an array, as a line."""
    if isinstance(boards, bytes):
        start = index % count * CELLS
        return boards[start : start + CELLS].decode("ascii")
    if isinstance(boards, list):
        symbols: str = boards[index].symbols
        return symbols
    return "".join(str(value or ".") for value in boards[index].reshape(-1))


@dataclass(frozen=True, eq=False)
class Records(Block):
    """A block, and how it came: the `shape` of a numpy array (None for anything else), or the `ending` of the lines.

    The ending follows each record, but may be missing after the last.
    """

    shape: tuple[int, ...] | None = None
    ending: bytes = b""

    @staticmethod
    def of(puzzles: Puzzles, *, keep_numbers: bool = False, threads: int = 1) -> Records:
        """With `keep_numbers` an array of numbers stays what it is, and bytes in it are not even copied."""
        if isinstance(puzzles, (bytes, bytearray, memoryview)):
            tries = text_records(puzzles)
            return next(
                each for each in tries if not each.ending or has_endings(each.records, each.ending, threads)
            )
        if hasattr(puzzles, "__array_interface__"):
            return _of_array(puzzles, keep_numbers)
        if isinstance(puzzles, str) or not isinstance(puzzles, Iterable):
            what = type(puzzles).__name__
            raise NonetError(f"expected a list of puzzles or a bytes buffer, not a single {what}")
        return _of_lines(puzzles)


def text_records(text: Buffer) -> Iterator[Records]:
    """What the text looks like, judged by its first record and its length: the first with all its endings is right.

    Lines with the same line ending need no copy; nor do joined puzzles. The last of these has no ending.
    """
    data = memoryview(text).cast("B")
    for ending in (b"\n", b"\r\n"):
        stride = CELLS + len(ending)
        if bytes(data[CELLS:stride]) in (ending, b"") and len(data) % stride in (0, CELLS):
            yield Records(data, -(-len(data) // stride), stride, ending=ending)
    if len(data) % CELLS == 0 and b"\n" not in bytes(data[: CELLS + 1]):
        yield Records(data, len(data) // CELLS)
    else:
        yield _of_lines(bytes(data).splitlines())


def has_endings(data: Buffer, ending: bytes, threads: int = 1, *, alone: bool = False) -> bool:
    """Whether every record is followed by this ending; after the last one it may be missing.

    With `alone`, no record may have a newline in it.
    """
    if kernel is not None:
        return bool(kernel.has_endings(data, ending, threads, alone))
    stride = CELLS + len(ending)
    count, left_over = divmod(len(data), stride)
    return (
        left_over in (0, CELLS)
        and all(bytes(data[CELLS + k :: stride]).count(sign) >= count for k, sign in enumerate(ending))
        and not (alone and bytes(data).count(b"\n") > count)
    )


def _of_lines(lines: Sequence[str] | Sequence[bytes]) -> Records:
    records = [_bytes_of(line, number) for number, line in enumerate(lines, start=1)]
    records = [record if len(record) == CELLS else record.strip() for record in records]
    return Records(_joined(records), len(records))


def _joined(texts: Sequence[bytes]) -> bytes:
    return b"".join([text if len(text) == CELLS else FILLER for text in texts])


def _bytes_of(line: Any, number: int) -> bytes:
    if isinstance(line, str):
        return line.encode("ascii", "replace")
    if isinstance(line, (bytes, bytearray, memoryview)):
        return bytes(line)
    raise NonetError(f"item {number}: expected a puzzle as text, not {line!r:.60}")


def refuse_mask(puzzles: Any) -> None:
    """Raises an error for an array of numpy with masked values: what is behind the mask must not be read."""
    if getattr(puzzles, "mask", False) is not False and puzzles.mask.any():
        raise NonetError("puzzles must not be masked; filled(0) makes empty cells of masked ones")


def _of_array(puzzles: Any, keep_numbers: bool) -> Records:
    import numpy

    refuse_mask(puzzles)
    if puzzles.dtype.kind in "SU":
        if puzzles.dtype.kind == "U":
            puzzles = numpy.char.encode(puzzles, "ascii", "replace")
        records = _of_lines(list(puzzles.reshape(-1)))
        return Records(records.records, records.count, shape=(records.count, CELLS))
    if puzzles.ndim < 2 or int(numpy.prod(puzzles.shape[1:])) != CELLS or puzzles.dtype.kind not in "iu":
        raise NonetError(
            f"puzzles must be integers in an array of shape (n, 81) or (n, 9, 9), not {puzzles.shape}"
        )
    shape = puzzles.shape
    if puzzles.dtype.itemsize > 1:
        puzzles = puzzles.clip(-1, 10).astype(numpy.int8)  # no larger number may be cut to a digit
    values = numpy.ascontiguousarray(puzzles).reshape(-1).view(numpy.uint8)
    if keep_numbers:
        return Records(values, len(puzzles), numbers=True, shape=shape)
    return Records(numpy.where(values <= 9, values + 48, ord("?")), len(puzzles), shape=shape)


def is_cuda(device: str | None) -> bool:
    """Whether to search on a GPU: the one device besides the processor, which is None."""
    if device not in (None, "cuda"):
        raise NonetError(f"device must be 'cuda' or None, not {device!r}")
    return device == "cuda"


def as_came(data: Any, records: Records, dtype: str = "uint8") -> Any:
    """Numbers, one for each record, as the caller has them: an array for an array."""
    if records.shape is None:
        return bytes(data) if isinstance(data, bytearray) else data
    import numpy

    return numpy.frombuffer(data, dtype)


def boards_as_came(boards: Any, records: Records) -> Any:
    """Boards of characters as the caller has them: an array of numbers, 0 for an empty cell, for an array."""
    if records.shape is None:
        return bytes(boards)
    import numpy

    if not records.numbers:
        data = numpy.frombuffer(boards, numpy.uint8)
        boards = numpy.where(data == ord("."), 0, data - 48).astype(numpy.uint8)
    return boards.reshape(records.shape)
