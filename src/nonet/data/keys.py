"""Keys: 128 bits for a board, so that millions of boards can be compared in little memory.

Two boards with the same key are taken for equal. For ten million different boards the chance that any two share a key
is about 10⁻²⁵.
"""

from __future__ import annotations

from typing import Any

from nonet.optional_import import optional_import
from nonet.records import CELLS
from nonet.rng import Rng

__all__ = ["distinct", "in_both", "keys_of"]

numpy = optional_import("numpy", "a data set")


def _factors() -> Any:
    """Two random odd numbers for each cell; always the same ones."""
    rng = Rng(81)
    numbers = [rng.next() | 1 for _ in range(2 * CELLS)]
    return numpy.array(numbers, numpy.uint64).reshape(2, CELLS)


_FACTORS = _factors()


def keys_of(boards: Any) -> Any:
    """The keys of boards, an array (n, 81) of bytes: n items of 16 bytes."""
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
