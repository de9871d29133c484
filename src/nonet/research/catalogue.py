"""The catalogue of grids: every 9x9 grid, up to symmetry, has a number from 0 to 5,472,730,537.

The numbers follow the canonical forms (see `nonet.canonical`) in ascending order. A form begins with one of 416 bands;
all forms with the same band and the same fourth row are a cell. A table says how many grids each cell has, so a number
leads to a cell, and the kernel counts grids from the nearer end of the cell (native/catalogue):

    number ── table ── band, fourth row ── number within the cell, -1 is the last ── grid

`tools/catalogue.py` made the table, by the same enumeration.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from nonet.canonical import ways_to_canonical
from nonet.errors import LayoutError, NonetError
from nonet.formats import PuzzleLike, as_puzzle
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.many import canonical_records
from nonet.native import required_kernel
from nonet.parallel.cores import thread_count
from nonet.records import CELLS, ONE, SIGNS, Records
from nonet.rng import Rng
from nonet.symmetry import Transformation

if TYPE_CHECKING:
    from nonet.records import Block, Texts

__all__ = [
    "CLASSES",
    "automorphisms",
    "band_index",
    "band_indices",
    "random_class",
    "rank",
    "rank_many",
    "unrank",
    "unrank_many",
]

CLASSES = 5_472_730_538
"""How many 9x9 grids there are, up to symmetry."""
BANDS = 416
WHAT = "the catalogue of grids"
NUMBERS = bytes(max(sign - 48, 0) for sign in range(256))
"""Translates characters to values."""


def rank(grid: PuzzleLike) -> int:
    """The number of a grid in the catalogue; all its disguises have the same.

    >>> rank("123456789456789123789123456214365897365897214897214365531642978642978531978531642")
    0
    """
    return rank_many([_filled(grid).symbols])[0]


def unrank(number: int) -> Grid:
    """The grid with this number, in canonical form.

    >>> unrank(5_472_730_537).symbols[:27]
    '123456789457893612986217354'
    """
    return Grid(CLASSIC, unrank_many([number]).translate(NUMBERS))


def rank_many(grids: Texts, *, threads: int | None = 1) -> array[int]:
    """The number of each grid, given as 81 characters; see `nonet.solve_many`."""
    ranks = rank_records(Records.of(grids), threads=thread_count(threads))
    for i, number in enumerate(ranks):
        if number == CLASSES:
            raise NonetError(f"number {i + 1} is not a complete grid that keeps the rules")
    return ranks


def rank_records(block: Block, *, threads: int = 1) -> array[int]:
    """The number of each grid of a block; `CLASSES` for what is no complete grid that keeps the rules."""
    kernel = required_kernel(WHAT)
    forms, status, _ = canonical_records(block, threads=threads)
    lines = [bytes(forms[i : i + CELLS]) for i in range(0, len(forms), CELLS)]
    order = [i for i, line in enumerate(lines) if status[i] == ONE and b"." not in line]
    order.sort(key=lines.__getitem__)
    cells, numbers = array("I", bytes(8 * len(order))), array("i", bytes(4 * len(order)))
    values = b"".join(lines[i] for i in order).translate(NUMBERS)
    kernel.catalogue_rank(values, cells, numbers, threads=threads)
    first, before = _table()
    result = array("Q", [CLASSES]) * block.count
    for k, i in enumerate(order):
        cell = first[cells[2 * k]] + cells[2 * k + 1]
        result[i] = before[cell + 1 if numbers[k] < 0 else cell] + numbers[k]
    return result


def unrank_many(numbers: Sequence[int], *, threads: int | None = 1) -> bytes:
    """The grids with these numbers, in canonical form: 81 characters each, joined."""
    kernel = required_kernel(WHAT)
    first, before = _table()
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    cells, places = array("I"), array("i")
    for i in order:
        number = numbers[i]
        if not 0 <= number < CLASSES:
            raise NonetError(f"the catalogue has the numbers 0 to {CLASSES - 1:,}, not {number:,}")
        cell = bisect_right(before, number) - 1
        band = bisect_right(first, cell) - 1
        cells.extend((band, cell - first[band]))
        place, from_end = number - before[cell], number - before[cell + 1]
        places.append(min(place, from_end, key=abs))
    forms = bytearray(CELLS * len(order))
    kernel.catalogue_unrank(cells, places, forms, threads=thread_count(threads))
    result = bytearray(len(forms))
    for k, i in enumerate(order):
        result[CELLS * i : CELLS * (i + 1)] = forms[CELLS * k : CELLS * (k + 1)]
    return bytes(result.translate(SIGNS))


def random_class(rng: Rng) -> Grid:
    """A random grid in canonical form; every class is equally likely, however many grids belong to it.

    >>> random_class(Rng(1)).is_solution()
    True
    """
    return unrank(rng.below(CLASSES))


def band_index(rows: str | Sequence[int]) -> int:
    """Which of the 416 bands three rows are, 0 to 415: those of a band that trade places or rename digits are the same.

    The smallest band of each class, written row by row, decides the order.

    >>> band_index("123456789456789123789123456"), band_index("546789123213456789879123456")
    (0, 0)
    """
    kernel = required_kernel(WHAT)
    try:
        index: int = kernel.catalogue_band(bytes(map(int, rows)))
    except ValueError as error:
        raise NonetError(f"not a band: {error}") from None
    return index


def band_indices(grid: PuzzleLike) -> tuple[int, ...]:
    """The indices of the three bands of a grid, and of its three stacks, with their columns as rows.

    >>> band_indices(unrank(5_472_730_537))
    (415, 415, 415, 415, 415, 415)
    """
    values = _filled(grid).entries
    columns = b"".join(values[column::9] for column in range(9))
    return tuple(band_index(lines[i : i + 27]) for lines in (values, columns) for i in (0, 27, 54))


def automorphisms(grid: PuzzleLike) -> tuple[Transformation, ...]:
    """The symmetries that map a complete grid to itself, up to 9x9. The first one is the identity.

    >>> len(automorphisms("1234341221434321"))
    32
    """
    first, *others = ways_to_canonical(_filled(grid, None))
    back = first.inverse
    return (first.then(back), *(way.then(back) for way in others))


def _filled(grid: PuzzleLike, layout: object = CLASSIC) -> Grid:
    found = grid if isinstance(grid, Grid) else as_puzzle(grid).givens
    if layout is not None and found.layout != layout:
        raise LayoutError(f"{found.layout.name}: {WHAT} has those of the classic board alone")
    if not found.is_solution():
        raise NonetError("this needs a complete grid that keeps the rules")
    return found


class _Counts(NamedTuple):
    first: array[int]  # the first cell of each band
    before: array[int]  # how many grids are in the cells before; one item more than there are cells


@cache
def _table() -> _Counts:
    numbers = array("I", zlib.decompress(files("nonet.research").joinpath("catalogue.bin").read_bytes()))
    if sys.byteorder == "big":
        numbers.byteswap()
    first = array("I", accumulate(numbers[: BANDS - 1], initial=0))
    return _Counts(first, array("Q", accumulate(numbers[BANDS:], initial=0)))
