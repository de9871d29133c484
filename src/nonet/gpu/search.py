"""Searches on the GPU, on records that are already there.

pack      81 bytes per puzzle → 27 words per puzzle
count     solutions up to a limit; searches that take long are given up, and what is left of them is searched
by as many threads as it has branches, until nothing is left
greatest  for puzzles with several solutions, where the greatest one is asked for
unpack    12 words per solution → 81 bytes
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from nonet.engines import Order, default_engine
from nonet.gpu.device import Kernels
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.records import BAD, CELLS, LEGAL, SEVERAL

BUDGET = 768
"""Passes of deduction after which a search is given up and split."""
ORDERED_BUDGET = 20_000
"""The same for an ordered search, which cannot be split: it is left to the CPU."""
ROOM = 1 << 20
"""Boards that given-up searches may leave in one run: 113 MB."""


@dataclass(frozen=True)
class Alphabet:
    """What the bytes of a record mean, and how solutions are written."""

    values: bytes  # byte → 0 for an empty cell, 1 … 9, or 255
    zero: int
    blank: int


TEXT = Alphabet(
    bytes(byte - 48 if 49 <= byte <= 57 else 0 if byte in LEGAL else 255 for byte in range(256)),
    ord("0"),
    ord("."),
)
NUMBERS = Alphabet(bytes(byte if byte <= 9 else 255 for byte in range(256)), 0, 0)


@dataclass(frozen=True)
class Found:
    """The counts of a batch (up to the limit), which records are no puzzles, and one solution of each, packed."""

    words: Any
    counts: Any
    bad: Any
    grids: Any


def count(device: Kernels, records: Any, n: int, stride: int, alphabet: Alphabet, limit: int) -> Found:
    """Counts the solutions of n puzzles. `records` is an array of bytes on the GPU, `stride` bytes a puzzle."""
    cupy = device.cupy
    words = cupy.empty(27 * n, dtype="uint32")
    bad = cupy.empty(n, dtype="uint8")
    values = cupy.frombuffer(alphabet.values, dtype="uint8")
    device.each("pack", n, records, u64(stride), values, u32(n), words, bad)
    counts, grids = count_boards(device, words, n, n, limit)
    return Found(words, counts, bad, grids)


def count_boards(device: Kernels, words: Any, pitch: int, n: int, limit: int) -> tuple[Any, Any]:
    """How many solutions each of n boards has, up to a limit, and one of them, packed."""
    cupy = device.cupy
    counts, grids = cupy.zeros(n, dtype="uint64"), cupy.empty(12 * n, dtype="uint32")
    items, puzzles, left = words, None, n
    while left:
        leftovers = cupy.empty(27 * ROOM, dtype="uint32")
        leftover_puzzles, n_leftovers = cupy.empty(ROOM, dtype="uint32"), cupy.zeros(1, dtype="uint32")
        device.search(
            "count",
            left,
            *(items, u32(pitch), puzzles if puzzles is not None else u64(0), u32(left)),
            *(counts, grids, u32(n), u64(limit), u32(BUDGET)),
            *(leftovers, u32(ROOM), leftover_puzzles, n_leftovers),
        )
        items, pitch, puzzles, left = leftovers, ROOM, leftover_puzzles, int(n_leftovers[0])
    return cupy.minimum(counts, limit, out=counts), grids


def solve(device: Kernels, records: Any, n: int, stride: int, alphabet: Alphabet) -> tuple[Any, Any]:
    """The greatest solution of every puzzle, 81 bytes each, and the status of every puzzle."""
    cupy = device.cupy
    counted = count(device, records, n, stride, alphabet, 2)
    several = cupy.flatnonzero(counted.counts == SEVERAL).astype("uint32")
    given_up = cupy.zeros(n, dtype="uint8")
    if several.size:
        arguments = (counted.words, u32(n), several, u32(several.size), counted.grids, given_up)
        device.search("greatest", int(several.size), *arguments, u32(ORDERED_BUDGET))
    solutions = cupy.empty((n, CELLS), dtype="uint8")
    write = (counted.grids, u64(0), counted.counts, u32(n), solutions)
    device.each("unpack", n, *write, byte(alphabet.zero), byte(alphabet.blank))
    for index in cupy.flatnonzero(given_up).get() if several.size else ():
        record = records.reshape(-1)[index * stride : index * stride + CELLS].get().tobytes()
        solutions[index] = cupy.asarray(bytearray(_greatest(record, alphabet)))
    return solutions, status(device, counted)


def status(device: Kernels, counted: Found) -> Any:
    """One byte for each puzzle: no solution, one, several, or not a puzzle."""
    return device.cupy.where(counted.bad, BAD, counted.counts).astype("uint8")


def dig(
    device: Kernels, orbits: list[tuple[int, ...]], kinds: bytes, clues: int, seed: int, first: int, n: int
) -> tuple[Any, Any, Any]:
    """Puzzles number `first`, …: values (n, 81), whether each was found, and whether it is left to the CPU."""
    cupy = device.cupy
    grids, streams = cupy.empty(12 * n, dtype="uint32"), cupy.empty(n, dtype="uint64")
    given_up, found = cupy.zeros(n, dtype="uint8"), cupy.empty(n, dtype="uint8")
    device.search(
        "fill", n, u64(seed), u64(first), u32(n), grids, given_up, streams, u32(ORDERED_BUDGET // 10)
    )
    cells = bytes(cell for orbit in orbits for cell in orbit)
    starts = bytes([sum(map(len, orbits[:k])) for k in range(len(orbits) + 1)])
    tables = [cupy.frombuffer(data, dtype="uint8") for data in (cells, starts, kinds)]
    givens = cupy.empty(3 * n, dtype="uint32")
    sizes = (i32(len(orbits)), i32(clues), u32(n))
    device.search("dig", n, grids, given_up, streams, *tables, *sizes, givens, found)
    values = cupy.empty((n, CELLS), dtype="uint8")
    device.each("unpack", n, grids, givens, u64(0), u32(n), values, byte(0), byte(0))
    return values, found, given_up


def _greatest(record: bytes, alphabet: Alphabet) -> bytes:
    """One solution from the CPU."""
    values = record.translate(alphabet.values)
    grid = default_engine(CLASSIC).first_solution(
        Puzzle(Grid.of(CLASSIC, values)), Order.row_by_row(CLASSIC).reversed_digits()
    )
    assert grid is not None  # it was counted
    return bytes(value + alphabet.zero for value in grid)


def _scalar(kind: str, number: int) -> Any:
    import numpy

    return getattr(numpy, kind)(number)


u64, u32, i32, byte = (partial(_scalar, kind) for kind in ("uint64", "uint32", "int32", "uint8"))
