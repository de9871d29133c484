"""Neighbours of a puzzle: the puzzles with one solution that some exchanged givens lead to.

    {-1+1}    one given is removed, and one is added: elsewhere, or another digit in its cell
    {-2+1}    one given fewer
    {-0+1}    one given more

The solution may be another one. The notation is that of the players' forums, where collections of puzzles with few
givens have grown by such exchanges. `nonet.generate.exchange` goes from neighbour to neighbour at random; here are all
of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import TypeAlias

from nonet.equivalence import class_key
from nonet.errors import NonetError, expect
from nonet.formats import PuzzleLike
from nonet.generate.examine import is_minimal
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.many import unique_many
from nonet.parallel.cores import thread_count
from nonet.puzzle import Puzzle
from nonet.records import ONE, SEVERAL, SIGNS
from nonet.research.plain import plain_puzzle, with_entries

_BATCH = 1024
"""Boards whose solutions are counted together."""

_Boards: TypeAlias = Iterator[tuple[bytes, int]]


def neighbours(
    puzzle: PuzzleLike,
    *,
    remove: int = 1,
    add: int = 1,
    distinct: bool = False,
    minimal: bool = False,
    threads: int | None = 1,
) -> Iterator[Puzzle]:
    """All puzzles with one solution in which exactly `remove` givens are missing and `add` are new, each once, lazily.

    `distinct`: none that is symmetric to the puzzle or to an earlier one. `minimal`: only those that need every given.
    On the classic board, each further given to add takes some 100 times as long; `threads=None` takes all cores.

    Raises NoSolution or SeveralSolutions if the puzzle does not have exactly one.

    >>> puzzle = "1... ..3. .4.. ...2"
    >>> len(list(neighbours(puzzle))), len(list(neighbours(puzzle, distinct=True)))
    (32, 4)
    >>> [each.clue_count for each in neighbours(puzzle, remove=2, add=1)]
    []
    """
    subject, _ = plain_puzzle(puzzle, "the search for neighbours")
    cells = subject.layout.cell_count
    for name, number in (("remove", remove), ("add", add)):
        expect(number, int, name)
        if not 0 <= number <= cells:
            raise NonetError(f"{name} must be from 0 to {cells}, not {number}")
    found = _neighbours(subject, remove, add, thread_count(threads))
    if minimal:
        found = filter(is_minimal, found)
    return _distinct(subject, found) if distinct else found


def _distinct(puzzle: Puzzle, found: Iterator[Puzzle]) -> Iterator[Puzzle]:
    seen = {class_key(puzzle.givens)}
    for each in found:
        if (key := class_key(each.givens)) not in seen:
            seen.add(key)
            yield each


def _neighbours(puzzle: Puzzle, remove: int, add: int, threads: int) -> Iterator[Puzzle]:
    layout, values = puzzle.layout, puzzle.givens.entries
    cells = [cell for cell, value in enumerate(values) if value]
    boards: _Boards = (
        (with_entries(values, dict.fromkeys(gap, 0)), 0) for gap in combinations(cells, remove)
    )
    for _ in range(add):
        solvable = _with_status((ONE, SEVERAL), boards, layout, threads)
        boards = _with_another(solvable, values, layout)
    for board, _ in _with_status((ONE,), boards, layout, threads):
        yield Puzzle(Grid(layout, board))


def _with_another(boards: _Boards, values: bytes, layout: Layout) -> _Boards:
    """Each with every other clue that no peer excludes, but none that was removed.

    The cells of added clues ascend, so that each choice occurs once; beside a board stands the first cell for the next.
    """
    for board, first in boards:
        for cell in range(first, layout.cell_count):
            if not board[cell]:
                taken = {values[cell], *(board[peer] for peer in layout.peers[cell])}
                for entry in layout.entries:
                    if entry not in taken:
                        yield with_entries(board, {cell: entry}), cell + 1


def _with_status(wanted: tuple[int, ...], boards: _Boards, layout: Layout, threads: int) -> _Boards:
    """Those that have no solution, one or several, as wanted; in batches, so that none waits for all."""
    while batch := list(islice(boards, _BATCH)):
        if layout == CLASSIC:
            text = b"".join([board for board, _ in batch]).translate(SIGNS)
            status = unique_many(text, threads=threads)
        else:
            puzzles = [Puzzle(Grid(layout, board)) for board, _ in batch]
            status = unique_many(puzzles, threads=threads)
        yield from (each for each, own in zip(batch, status, strict=True) if own in wanted)
