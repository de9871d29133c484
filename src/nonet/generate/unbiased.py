"""Minimal puzzles drawn without bias, after Denis Berthier's controlled-bias generator.

`create --minimal` digs: it goes on past a clue that is needed. That prefers puzzles with few clues, and nobody can say
by how much. A *try* does not go on:

    1.  draw a grid, uniformly, and an order of its cells
    2.  remove the clues in this order, as long as one solution is left
    3.  keep what is left if it is minimal: every clue is needed. Otherwise throw it away

A minimal puzzle with n clues is found if and only if its grid is drawn and its n clues are the last of the order: the
chance is 1 / C(cells, n), for each of them. So the weight C(cells, n) makes all minimal puzzles equal in every mean;
and the mean of the weights over all tries, 0 where a try was thrown away, is the number of minimal puzzles of a grid.

On 9x9 one try in 250,000 is kept. Nearly all others are thrown away without a search (gpu/sieve.h says how). `TRIES`
orders are drawn for each grid: about 1 grid in 30 gives a puzzle, 1 in 2,000 more than one. docs/randomness.md says
what is drawn.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, count
from math import comb
from typing import Any

from nonet.arguments import clear_type_errors
from nonet.engines import default_engine
from nonet.errors import NonetError, RecipeError
from nonet.generate.exact_uniform import exact_grids
from nonet.generate.uniform import draw_below, require_uniform, uniform_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.parallel.cores import thread_count
from nonet.parallel.prefetch import prefetch
from nonet.puzzle import Puzzle
from nonet.rng import Rng

TRIES = 8192
"""Orders for each grid of the classic board; the kernel has the same number. On other boards there is one."""

AT_ONCE = 64
"""Grids of the classic board that a thread gets at once: about a quarter of a second."""

_WORD = (1 << 64) - 1


@dataclass(frozen=True)
class MinimalDraw:
    """A try that was kept: a minimal puzzle, and the number of the try, from 0."""

    givens: Grid
    number: int

    @cached_property
    def clues(self) -> int:
        return self.givens.layout.cell_count - self.givens.values.count(0)

    @property
    def weight(self) -> int:
        """How many puzzles it stands for, relative to the others: the inverse of its chance.

        >>> next(unbiased_draws(1, layout=Layout.named("4x4"))).weight == comb(16, 5)
        True
        """
        return comb(self.givens.layout.cell_count, self.clues)


@dataclass(frozen=True)
class UnbiasedRecipe:
    """Asks for minimal puzzles of a board, drawn without bias: a recipe for `nonet.bulk.create`."""

    layout: Layout = CLASSIC


@clear_type_errors
def unbiased_draws(
    seed: int,
    *,
    layout: Layout = CLASSIC,
    threads: int | None = 1,
    device: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> Generator[MinimalDraw]:
    """The tries of a seed that are kept, without end: minimal puzzles, to be weighted by `weight`.

    `progress` is told the number of tries so far; `device="cuda"` tries on the GPU.

    >>> from itertools import islice
    >>> [draw.clues for draw in islice(unbiased_draws(1, layout=Layout.named("4x4")), 8)]
    [5, 5, 4, 5, 5, 4, 4, 5]
    """
    require_uniform(layout)
    if device is not None and layout != CLASSIC:
        raise RecipeError(f"{layout.name}: only puzzles of the classic board are drawn on the GPU")
    if device not in (None, "cuda"):
        raise NonetError(f"device must be 'cuda' or None, not {device!r}")
    threads = thread_count(threads)
    size = AT_ONCE * (256 if device else threads) if layout == CLASSIC else 32
    found = _on_device(seed, size, threads) if device else _on_processor(layout, seed, size, threads)
    with closing(found):
        for batch, draws in enumerate(found, start=1):
            yield from draws
            if progress is not None:
                progress(batch * size * tries_of_grid(layout))


def _on_processor(layout: Layout, seed: int, size: int, threads: int) -> Generator[Sequence[MinimalDraw]]:
    for batch in count():
        yield kept_tries(seed, size * batch, size, layout=layout, threads=threads)


def _on_device(seed: int, size: int, threads: int) -> Generator[Sequence[MinimalDraw]]:
    """The GPU works on a batch while the grids of the next are drawn."""
    from nonet.gpu import unbiased

    drawn = prefetch(b"".join(exact_grids(seed, size * batch, size, threads=threads)) for batch in count())
    with closing(drawn):
        for batch, grids in enumerate(drawn):
            kept = unbiased.kept_tries(seed, size * batch, grids)
            yield [MinimalDraw(Grid(CLASSIC, values), number) for number, values in kept]


def resampled(draws: Iterator[MinimalDraw], seed: int) -> Iterator[MinimalDraw]:
    """Of weighted draws, some; every minimal puzzle then has the same chance, and needs no weight.

    A draw is accepted in proportion to its weight. The usual weight is that of 31 clues (on 9x9): one draw in 20 is
    accepted. Puzzles with more clues, which are rare, come several times, as often as their weight says.
    """
    for draw in draws:
        cells = draw.givens.layout.cell_count
        usual = comb(cells, cells * 31 // 81)
        times, rest = divmod(draw.weight, usual)
        rng = Rng(~seed, stream=draw.number)
        rng.shuffled(range(cells))  # the order of the try
        times += draw_below(rng, usual) < rest
        for _ in range(times):
            yield draw


def tries_of_grid(layout: Layout) -> int:
    """How many orders are drawn for each grid."""
    return TRIES if layout == CLASSIC else 1


def kept_tries(
    seed: int, first: int, grids: int, *, layout: Layout = CLASSIC, threads: int = 1
) -> Sequence[MinimalDraw]:
    """What is kept of all tries with the grids number `first` to `first + grids - 1` of a seed, in order."""
    if layout != CLASSIC or kernel is None:
        return list(_tries_in_python(layout, seed, first, grids))
    native: Any = kernel
    numbers, values = native.unbiased_batch(seed & _WORD, first, grids, threads=threads)
    cells = CLASSIC.cell_count
    return [
        MinimalDraw(Grid(CLASSIC, values[cells * i : cells * (i + 1)]), number)
        for i, number in enumerate(array("Q", numbers))
    ]


# -- in Python ---------------------------------------------------------------------------------------------------


def _tries_in_python(layout: Layout, seed: int, first: int, grids: int) -> Iterator[MinimalDraw]:
    each = tries_of_grid(layout)
    for number in range(first, first + grids):
        grid = uniform_grid(layout, Rng(seed, stream=number))
        exchanges = _exchanges(grid)
        for index in range(each * number, each * (number + 1)):
            order = Rng(~seed, stream=index).shuffled(range(layout.cell_count))
            clues = _last_unique(grid, order, exchanges)
            if clues is not None and _is_minimal(grid, clues):
                yield MinimalDraw(_given(grid, clues), index)


def _last_unique(grid: Grid, order: Sequence[int], exchanges: Sequence[int]) -> Sequence[int] | None:
    """The clues that are left when the next removal would allow a second solution; None if they cannot be minimal.

    They cannot if so many clues are needed that one of them sees all other digits: it is not needed.
    """
    layout = grid.layout
    full, seen = (1 << layout.size) - 1, [0] * layout.cell_count
    given = most = 0
    for most, cell in enumerate(reversed(order)):  # noqa: B007 # used after the loop
        given |= 1 << cell
        bit = 1 << grid.values[cell] - 1
        seen[cell] |= bit
        for peer in layout.peers[cell]:
            seen[peer] |= bit
        if any(given >> each & 1 and seen[each] == full for each in (cell, *layout.peers[cell])):
            given ^= 1 << cell
            break
    if not all(given & exchange for exchange in exchanges) or not _is_unique(grid, order[-most:]):
        return None
    several = 0  # as many clues have several solutions, `most` have one
    while most - several > 1:
        middle = (most + several) // 2
        if _is_unique(grid, order[-middle:]):
            most = middle
        else:
            several = middle
    return order[-most:]


def _exchanges(grid: Grid) -> list[int]:
    """Cells of two digits that hang together by their houses: one must be given, or they can be exchanged."""
    found = []
    for pair in combinations(grid.layout.entries, 2):
        left = {cell for cell, value in enumerate(grid.values) if value in pair}
        while left:
            joined = [left.pop()]
            for cell in joined:
                near = left.intersection(grid.layout.peers[cell])
                joined += near
                left -= near
            found.append(sum(1 << cell for cell in joined))
    return found


def _is_minimal(grid: Grid, clues: Sequence[int]) -> bool:
    """Whether each of the clues of a puzzle is needed; the first one is known to be."""
    return not any(
        _is_unique(grid, [clue for clue in clues if clue != without]) for without in reversed(clues[1:])
    )


def _is_unique(grid: Grid, clues: Sequence[int]) -> bool:
    return default_engine(grid.layout).is_unique(Puzzle(_given(grid, clues)))


def _given(grid: Grid, clues: Sequence[int]) -> Grid:
    values = bytearray(grid.layout.cell_count)
    for cell in clues:
        values[cell] = grid.values[cell]
    return Grid(grid.layout, bytes(values))
