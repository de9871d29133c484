"""Batches of puzzles on the GPU: what `nonet.gpu` offers, in chunks that fit its memory. Buffers, lines and numpy
arrays in and out; CuPy arrays and torch tensors without a copy.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from nonet.errors import NonetError
from nonet.gpu import search
from nonet.gpu.device import kernels, load_cupy
from nonet.gpu.search import NUMBERS, TEXT, Alphabet
from nonet.records import BAD_COUNT, CELLS, Block, Records, SolvedMany

if TYPE_CHECKING:
    from nonet.records import AnyArray, ByteArray

Kind = Literal["bytes", "numpy", "cupy", "torch"]


@dataclass(frozen=True)
class Batch:
    """Puzzles as records, and the kind of thing they came as: the answers go back the same way."""

    data: Any
    count: int
    stride: int
    alphabet: Alphabet
    kind: Kind
    shape: tuple[int, ...] = ()

    @staticmethod
    def of(puzzles: Any) -> Batch:
        if hasattr(puzzles, "__cuda_array_interface__"):
            return _of_device(puzzles)
        if hasattr(puzzles, "__dlpack__") and not hasattr(puzzles, "__array_interface__"):
            puzzles = puzzles.numpy()  # a torch tensor in the memory of the CPU
        if getattr(getattr(puzzles, "dtype", None), "kind", "") in ("i", "u"):
            return Batch(_numbers(puzzles), len(puzzles), CELLS, NUMBERS, "numpy", puzzles.shape)
        records = Records.of(puzzles)
        kind: Kind = "bytes" if records.shape is None else "numpy"
        return Batch(records.records, records.count, records.stride, TEXT, kind, records.shape or ())

    def on_device(self, start: int, n: int) -> Any:
        """Records number `start`, …, as bytes on the GPU."""
        cupy = load_cupy()
        flat = self.data[start * self.stride : (start + n) * self.stride]
        if self.kind in ("cupy", "torch"):
            return flat
        import numpy

        return cupy.asarray(numpy.frombuffer(flat, dtype="uint8"))  # the last record may lack its line ending

    def boards(self, solutions: Any) -> Any:
        """Solutions, 81 bytes each, as the caller's kind of array, or as bytes."""
        if self.kind == "bytes":
            return solutions.get().tobytes()
        if self.alphabet is TEXT:  # an array of strings
            solutions = load_cupy().where(solutions == ord("."), 0, solutions - ord("0")).astype("uint8")
        return self._array(solutions.reshape(self.shape))

    def numbers(self, numbers: Any) -> Any:
        """One number per puzzle, as the caller's kind of array, or as bytes or an `array`."""
        if self.kind != "bytes":
            return self._array(numbers)
        host = numbers.get()
        if host.dtype == "uint8":
            return host.tobytes()
        from array import array

        return array("Q", host.tobytes())

    def _array(self, array: Any) -> Any:
        if self.kind == "numpy":
            return array.get()
        if self.kind == "torch":
            import torch

            return torch.from_dlpack(array)
        return array


def _of_device(puzzles: Any) -> Batch:
    """A CuPy array, or a torch tensor on the GPU."""
    cupy = load_cupy()
    kind: Kind = "cupy" if isinstance(puzzles, cupy.ndarray) else "torch"
    array = puzzles if kind == "cupy" else cupy.from_dlpack(puzzles)
    if array.dtype.kind not in "iu":
        raise NonetError(f"puzzles on the GPU must be arrays of integers, not {array.dtype}")
    shape = tuple(array.shape)
    return Batch(_numbers(array), shape[0] if shape else 0, CELLS, NUMBERS, kind, shape)


def _numbers(array: Any) -> Any:
    """Values 0 … 9 as bytes, one after the other; no copy if they are bytes already."""
    if array.ndim < 2 or array.size != len(array) * CELLS:
        raise NonetError(
            f"puzzles must be integers in an array of shape (n, 81) or (n, 9, 9), not {tuple(array.shape)}"
        )
    if array.dtype.itemsize > 1:
        array = array.clip(-1, 10).astype("uint8")
    if not array.flags.c_contiguous:
        array = array.copy(order="C")
    return array.reshape(-1).view("uint8")


CHUNK = 4_000_000
"""Puzzles on the GPU at once."""


def is_available() -> bool:
    """Whether there are CuPy and a GPU."""
    try:
        load_cupy()
    except NonetError:
        return False
    return True


def solve_many(puzzles: Any) -> SolvedMany[Any, Any]:
    """Solves every puzzle; one with several solutions gets the greatest."""
    device, batch = kernels(), puzzles if isinstance(puzzles, Batch) else Batch.of(puzzles)
    parts = [search.solve(device, records, n, batch.stride, batch.alphabet) for records, n in _chunks(batch)]
    solutions, status = (
        (_joined(device.cupy, column) for column in zip(*parts, strict=True))
        if parts
        else (
            device.cupy.empty((0, 81), dtype="uint8"),
            device.cupy.empty(0, dtype="uint8"),
        )
    )
    return SolvedMany(batch.boards(solutions), batch.numbers(status))


def unique_many(puzzles: Any) -> Any:
    """The status of every puzzle, a byte each."""
    device, batch = kernels(), puzzles if isinstance(puzzles, Batch) else Batch.of(puzzles)
    parts = [
        search.status(device, search.count(device, records, n, batch.stride, batch.alphabet, 2))
        for records, n in _chunks(batch)
    ]
    return batch.numbers(_joined(device.cupy, parts))


def count_many(puzzles: Any, *, limit: int = 2) -> Any:
    """How many solutions every puzzle has, counted up to `limit`."""
    if limit < 1:
        raise NonetError(f"limit must be at least 1, not {limit}")
    device, batch = kernels(), puzzles if isinstance(puzzles, Batch) else Batch.of(puzzles)
    parts = []
    for records, n in _chunks(batch):
        found = search.count(device, records, n, batch.stride, batch.alphabet, limit)
        parts.append(device.cupy.where(found.bad, device.cupy.uint64(BAD_COUNT), found.counts))
    return batch.numbers(_joined(device.cupy, parts, "uint64"))


def solve_records(block: Block, *, gap: int = 0) -> tuple[bytearray, bytearray]:
    """What `nonet.many.solve_records` returns."""
    import numpy

    answer = solve_many(_text(block))
    boards = numpy.full((block.count, CELLS + gap), ord("\n"), dtype="uint8")
    boards[:, :CELLS] = numpy.frombuffer(answer.solutions, dtype="uint8").reshape(block.count, CELLS)
    return bytearray(boards.tobytes()), bytearray(answer.status)


def unique_records(block: Block) -> bytearray:
    """What `nonet.many.unique_records` returns."""
    return bytearray(unique_many(_text(block)))


def count_records(block: Block, *, limit: int) -> array[int]:
    """What `nonet.many.count_records` returns."""
    counts: array[int] = count_many(_text(block), limit=limit)
    return counts


def dig_values(
    orbits: Sequence[Sequence[int]], kinds: bytes, *, clues: int = 0, seed: int, first: int, count: int
) -> tuple[ByteArray, AnyArray, AnyArray]:
    """Dug puzzles as numpy arrays: values (n, 81), whether each was found, and whether the CPU must dig it instead.

    `nonet.generate.dig.dig_many(…, device="cuda")` is the friendlier form.
    """
    device = kernels()
    parts = [
        search.dig(device, [tuple(orbit) for orbit in orbits], kinds, clues, seed, first + start, n)
        for start in range(0, count, CHUNK)
        for n in [min(CHUNK, count - start)]
    ]
    values, found, left = zip(*parts, strict=True)
    join = device.cupy.concatenate
    return join(values).get(), join(found).get(), join(left).get()


def _text(block: Block) -> Batch:
    return Batch(memoryview(block.records), block.count, block.stride, search.TEXT, "bytes")


def _chunks(batch: Batch) -> Iterator[tuple[Any, int]]:
    for start in range(0, batch.count, CHUNK):
        n = min(CHUNK, batch.count - start)
        yield batch.on_device(start, n), n


def _joined(cupy: Any, parts: Sequence[Any], dtype: str = "uint8") -> Any:
    if not parts:
        return cupy.empty(0, dtype=dtype)
    return parts[0] if len(parts) == 1 else cupy.concatenate(parts)
