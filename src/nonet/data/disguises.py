"""Augmentation: every board of a batch in a random disguise. The seed decides everything.

A puzzle and its solution get the same disguise, so the solution stays one. Boards of the classic layout are transformed
by the kernel, about ten million a second on one core; without it, and on other layouts, one by one in Python. On the
classic board, the number of a symmetry decides it (see docs/randomness.md), and the kernel's twin is `Disguise` here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, overload

from nonet.arguments import clear_type_errors
from nonet.errors import NonetError
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.optional_import import optional_import
from nonet.parallel.cores import thread_count
from nonet.records import refuse_mask
from nonet.rng import Rng
from nonet.symmetry import random_transformation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from nonet.records import ByteArray

SYMMETRY_COUNT = 2 * (6 * 6**3) ** 2 * 362_880
_ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
_WORD = (1 << 64) - 1


@overload
def augment(
    puzzles: ArrayLike, *, seed: int, first: int = ..., layout: Layout = ..., threads: int | None = ...
) -> ByteArray: ...
@overload
def augment(
    puzzles: ArrayLike,
    solutions: ArrayLike,
    *,
    seed: int,
    first: int = ...,
    layout: Layout = ...,
    threads: int | None = ...,
) -> tuple[ByteArray, ByteArray]: ...
@clear_type_errors
def augment(
    puzzles: ArrayLike,
    solutions: ArrayLike | None = None,
    *,
    seed: int,
    first: int = 0,
    layout: Layout = CLASSIC,
    threads: int | None = 1,
) -> Any:
    """Boards in random disguises: rows, columns, bands and stacks exchanged, transposed or not, the digits renamed.

    `puzzles` is an array of whole numbers, 0 for an empty cell, of the shape (n, cells) or (n, size, size); the result
    has the same shape and is of the type uint8. With `solutions`, both are transformed in the same way. Board k draws
    from stream `first + k` of the seed: use another seed, or go on with `first`, for every epoch.

    >>> import numpy
    >>> boards = numpy.zeros((2, 9, 9), numpy.uint8)
    >>> boards[:, 0, 0] = 5
    >>> changed = augment(boards, seed=1)
    >>> changed.shape, (changed > 0).sum(axis=(1, 2)).tolist()
    ((2, 9, 9), [1, 1])
    """
    numpy = optional_import("numpy", "augmentation")
    given = [puzzles] if solutions is None else [puzzles, solutions]
    boards = [_boards(each, layout) for each in given]
    if len(boards) == 2 and len(boards[0]) != len(boards[1]):
        raise NonetError(f"{len(boards[0]):,} puzzles and {len(boards[1]):,} solutions: give as many of both")
    changed = [numpy.empty_like(each) for each in boards]
    if kernel is not None and layout == CLASSIC:
        more = {"more": boards[1], "more_changed": changed[1]} if len(boards) == 2 else {}
        kernel.augment_batch(
            seed & _WORD, first & _WORD, boards[0], changed[0], **more, threads=thread_count(threads)
        )
    else:
        for row in range(len(boards[0])):
            cells, digits = _disguise(layout, Rng(seed, stream=first + row))
            for before, after in zip(boards, changed, strict=True):
                after[row] = digits[before[row][cells]]
    shaped = [after.reshape(numpy.shape(each)) for after, each in zip(changed, given, strict=True)]
    return shaped[0] if solutions is None else tuple(shaped)


def _boards(given: Any, layout: Layout) -> Any:
    """As an array (n, cells) of bytes."""
    numpy = optional_import("numpy", "augmentation")
    refuse_mask(given)
    array = numpy.asarray(given)
    cells = layout.cell_count
    if array.dtype.kind not in "iu" or array.ndim not in (2, 3) or array[:1].size not in (0, cells):
        raise NonetError(
            f"boards are whole numbers of the shape (n, {cells}) or (n, {layout.size}, {layout.size}), "
            f"not {array.dtype} of the shape {array.shape}"
        )
    if array.size and not 0 <= array.min() <= array.max() <= layout.size:
        raise NonetError(f"the values of a {layout.name} board are 0 to {layout.size}")
    return numpy.ascontiguousarray(array.reshape(-1, cells), dtype=numpy.uint8)


def _disguise(layout: Layout, rng: Rng) -> tuple[Any, Any]:
    """For each cell the one that its value comes from; and the new name of each digit."""
    numpy = optional_import("numpy", "augmentation")
    if layout == CLASSIC:
        drawn = Disguise.number(rng.below(SYMMETRY_COUNT))
        return numpy.array(drawn.sources), numpy.array(drawn.digits, numpy.uint8)
    change = random_transformation(layout, rng)
    return numpy.argsort(numpy.array(change.cells)), numpy.array(change.digits, numpy.uint8)


class Disguise(NamedTuple):
    """A symmetry of the classic board: the value of cell c becomes `digits[values[sources[c]]]`."""

    sources: tuple[int, ...]
    digits: tuple[int, ...]

    @staticmethod
    def number(number: int) -> Disguise:
        """The symmetry of a number below SYMMETRY_COUNT; 0 is the identity.

        >>> Disguise.number(0).sources == tuple(range(81)), Disguise.number(0).digits
        (True, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9))
        """
        lines, names = divmod(number, 362_880)
        left = list(range(1, 10))
        digits = [0]
        for n in range(9, 0, -1):
            names, place = divmod(names, n)
            digits.append(left.pop(place))
        lines, transposed = divmod(lines, 2)
        lines, rows = _places(lines)
        lines, columns = _places(lines)
        sources = tuple(
            9 * column + row if transposed else 9 * row + column for row in rows for column in columns
        )
        return Disguise(sources, tuple(digits))


def _places(lines: int) -> tuple[int, list[int]]:
    """What is left of the number, and the lines in their new order."""
    lines, order = divmod(lines, 6)
    places = []
    for band in _ORDERS[order]:
        lines, within = divmod(lines, 6)
        places += [3 * band + line for line in _ORDERS[within]]
    return lines, places
