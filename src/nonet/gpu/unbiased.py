"""Unbiased minimal puzzles on the GPU: the tries that `nonet.generate.unbiased` keeps.

sieve     a block of threads for each grid: all its tries, of which two in a hundred are candidates
count     which of them have one solution
settle    which of those end in a minimal puzzle
"""

from __future__ import annotations

from typing import Any

from nonet.gpu.device import Kernels, kernels
from nonet.gpu.search import count_boards, u32, u64
from nonet.records import CELLS

CHUNK = 2048
"""Grids that are sieved at once: about 320,000 candidates."""
ROOM = 1 << 20
"""Candidates that there is room for: 120 MB."""

_WORD = (1 << 64) - 1


def kept_tries(seed: int, first: int, grids: bytes) -> list[tuple[int, bytes]]:
    """What is kept of the tries with these grids (81 values each, from number `first`): numbers and puzzles."""
    device, kept = kernels(), []
    for start in range(0, len(grids) // CELLS, CHUNK):
        some = grids[CELLS * start : CELLS * (start + CHUNK)]
        kept += _kept(device, seed & _WORD, first + start, some)
    return sorted(kept)


def _kept(device: Kernels, seed: int, first: int, grids: bytes) -> list[tuple[int, bytes]]:
    cupy, n_grids = device.cupy, len(grids) // CELLS
    values, origin = cupy.frombuffer(grids, dtype="uint8"), (u64(seed), u64(first))
    words, numbers = cupy.empty(27 * ROOM, dtype="uint32"), cupy.empty(ROOM, dtype="uint64")
    clues, found = cupy.empty(ROOM, dtype="uint8"), cupy.zeros(1, dtype="uint32")
    device.blocks("sieve", n_grids, values, *origin, words, u32(ROOM), numbers, clues, found)
    n = int(found[0])
    if n > ROOM:  # unheard of
        half = CELLS * (n_grids // 2)
        return _kept(device, seed, first, grids[:half]) + _kept(
            device, seed, first + n_grids // 2, grids[half:]
        )
    if not n:
        return []
    counts, _ = count_boards(device, words, ROOM, n, 2)
    chosen = cupy.flatnonzero(counts == 1).astype("uint32")
    if not chosen.size:
        return []
    puzzles: Any = cupy.zeros((int(chosen.size), CELLS), dtype="uint8")
    size = u32(chosen.size)
    device.search("settle", int(chosen.size), values, *origin, chosen, numbers, clues, size, puzzles)
    rows = cupy.flatnonzero(puzzles.any(axis=1))
    return [
        (int(number), values.tobytes())
        for number, values in zip(numbers[chosen[rows]].get(), puzzles[rows].get(), strict=True)
    ]
