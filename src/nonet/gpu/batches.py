"""Batches of puzzles on the GPU: what `nonet.gpu` offers, in chunks that fit its memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from nonet.errors import NonetError
from nonet.gpu import search
from nonet.gpu.arrays import Batch
from nonet.gpu.device import kernels, load_cupy
from nonet.records import BAD_COUNT, CELLS, Block, SolvedMany

CHUNK = 4_000_000
"""Puzzles on the GPU at once: 1.4 GB with everything that belongs to them."""


def is_available() -> bool:
    """Whether there are CuPy and a GPU."""
    try:
        load_cupy()
    except NonetError:
        return False
    return True


def solve_many(puzzles: Any) -> SolvedMany:
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
) -> tuple[Any, Any, Any]:
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
