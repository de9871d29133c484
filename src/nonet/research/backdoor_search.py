"""Backdoors: the smallest sets of cells whose digits let simple steps solve the rest of a puzzle.

The size says how far a puzzle is from being simple: 0 where the steps solve it as it is. All sets of a size are tried
before those of the next size, so all of the smallest are found, and nothing is assumed about the steps.

The notion is from Williams, Gomes and Selman ("Backdoors to typical case complexity", 2003), for search in general; the
players' forums use the word for the same thing in Sudoku.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from nonet.errors import NonetError, expect
from nonet.formats import PuzzleLike
from nonet.generate.levels import LEVELS, level_named, usual
from nonet.generate.walk import Walker
from nonet.layout import Layout
from nonet.research.plain import plain_puzzle, with_entries

MOST_CELLS = 3

_BATCH = 4096
"""Sets that are tried together."""


@dataclass(frozen=True)
class Backdoors:
    """`sets` are all the smallest sets of cells, each ascending; `size` is their size.

    Where no set of the sizes that were tried is a backdoor, `size` is None and there are no sets.
    """

    steps: str
    size: int | None
    sets: tuple[tuple[int, ...], ...]


def backdoors(puzzle: PuzzleLike, *, steps: str = "singles", most: int = MOST_CELLS) -> Backdoors:
    """The smallest sets of cells such that these steps solve the puzzle once the cells have their digits.

    `steps` is a level of HoDoKu, with all techniques up to it: `easy` has the singles (and is the same as `singles`),
    `medium` adds locked candidates, pairs and triples. Sets of more than `most` cells are not tried; each further cell
    takes about twenty times as long.

    Raises NoSolution or SeveralSolutions if the puzzle does not have exactly one.

    >>> backdoors("1... ..3. .4.. ...2").size
    0
    >>> hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> found = backdoors(hard)
    >>> found.size, len(found.sets), found.sets[0]
    (2, 7, (2, 37))
    """
    expect(most, int, "most")
    if most < 0:
        raise NonetError(f"most must be at least 0, not {most}")
    subject, grid = plain_puzzle(puzzle, "the search for backdoors")
    givens, walker = subject.givens.entries, _walker(subject.layout, steps)
    for size in range(most + 1):
        sets = combinations([cell for cell, value in enumerate(givens) if not value], size)
        found = tuple(_solving(sets, givens, grid.entries, walker))
        if found:
            return Backdoors(steps, size, found)
    return Backdoors(steps, None, ())


def _solving(
    sets: Iterator[tuple[int, ...]], givens: bytes, solved: bytes, walker: Walker
) -> Iterator[tuple[int, ...]]:
    """Those of the sets after which the steps solve the puzzle."""
    while batch := list(islice(sets, _BATCH)):
        helped = [with_entries(givens, {cell: solved[cell] for cell in cells}) for cells in batch]
        for cells, walk in zip(batch, walker.walks(helped), strict=True):
            if walk.is_solved:
                yield cells


def _walker(layout: Layout, steps: str) -> Walker:
    if steps != "singles" and steps not in LEVELS:
        raise NonetError(f"steps must be singles or a level ({', '.join(LEVELS)}), not {steps!r}")
    level = level_named("easy" if steps == "singles" else steps)
    keys = {each.key for each in usual(layout) if each.level <= level}
    return Walker(layout, keys, only=keys)
