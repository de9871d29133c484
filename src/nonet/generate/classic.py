"""Puzzles of the classic board as in spec 001, for `create`.

How it is made depends on the number of blanks, which is drawn first:

    40 … 56    fill the board, switch rows and bands, dig (spec 001, steps 1 to 5); a dig that ends with too few
               blanks is repeated in a new grid
    57 … 63    a puzzle of the low-clue bank, transformed: digging seldom gets that far

The kernel digs many of them at once (`plain_batch` in native/python/dig.cpp), by the same rules.
"""

from __future__ import annotations

from typing import Protocol

from nonet.engines import Engine, default_engine
from nonet.errors import RecipeError, expect
from nonet.generate.banks import DUG, Candidate, draw_low_clue, from_bank
from nonet.generate.dig import dig
from nonet.generate.fill import switched_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rng import Rng

FEWEST_BLANKS, MOST_BLANKS = 40, 63
MOST_DUG = 56
"""The most blanks that are dug for: six digs in ten reach 56, only three get further."""


class Fill(Protocol):
    def __call__(self, layout: Layout, rng: Rng, *, engine: Engine | None = None) -> Grid: ...


def create_many(
    seed: int,
    first: int,
    count: int,
    *,
    threads: int = 1,
    fill: Fill = switched_grid,
    engine: Engine | None = None,
) -> list[Candidate]:
    """The puzzles of `create` for the streams `first`, `first + 1`, …, with their origins.

    >>> create_many(3, 1, 2)[1] == create_many(3, 2, 1)[0]
    True
    """
    expect(seed, int, "seed")
    judge, cells = engine or default_engine(CLASSIC), CLASSIC.cell_count
    if kernel is None or fill is not switched_grid or engine is not None:
        return [_created(seed, number, fill, judge) for number in range(first, first + count)]
    values, dug_flags = bytearray(cells * count), bytearray(count)
    kernel.plain_batch(
        seed & _WORD,
        first & _WORD,
        values,
        dug_flags,
        FEWEST_BLANKS,
        MOST_BLANKS,
        MOST_DUG,
        threads=threads,
    )
    made = []
    for index, is_dug in enumerate(dug_flags):
        rng = Rng(seed, stream=first + index)
        blanks = draw_blanks(rng)
        if is_dug:
            dug = Candidate(bytes(values[cells * index : cells * (index + 1)]), DUG)
            _prove(dug.values, blanks, judge)
            made.append(dug)
        else:
            made.append(_from_bank(blanks, rng, judge))
    return made


_WORD = (1 << 64) - 1


def _created(seed: int, stream: int, fill: Fill, engine: Engine) -> Candidate:
    rng = Rng(seed, stream=stream)
    blanks = draw_blanks(rng)
    if blanks > MOST_DUG:
        return _from_bank(blanks, rng, engine)
    values = b""
    while values.count(0) < blanks:
        values = dig(fill(CLASSIC, rng, engine=engine), rng, blanks=blanks, engine=engine).givens.entries
    _prove(values, blanks, engine)
    return Candidate(values, DUG)


def _from_bank(blanks: int, rng: Rng, engine: Engine) -> Candidate:
    puzzle, base = draw_low_clue(CLASSIC.cell_count - blanks, rng, engine=engine)
    _prove(puzzle.givens.entries, blanks, engine)
    return Candidate(puzzle.givens.entries, from_bank("low-clue", base))


def draw_blanks(rng: Rng) -> int:
    """The number of empty cells: the first thing `create` draws."""
    return rng.between(FEWEST_BLANKS, MOST_BLANKS)


def _prove(values: bytes, blanks: int, engine: Engine) -> None:
    """Checks every promise of `create` on the finished puzzle."""
    kept = values.count(0) == blanks and len(set(values) - {0}) >= CLASSIC.size - 1
    if not (kept and engine.is_unique(Puzzle(Grid(CLASSIC, values)))):
        raise RecipeError(
            f"this puzzle breaks a promise of create; please report it: {''.join(map(str, values))}"
        )
