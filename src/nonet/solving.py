"""Solving and counting.

Each function takes a puzzle in any form that `nonet.formats.inputs` lists. Text is answered with text, the
solution as one line; everything else with a `Grid`. `engine` names the engine to ask; by default it is the
fastest one for the board.

>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> solution(puzzle)
'534678912672195348198342567859761423426853791713924856961537284287419635345286179'
>>> count_solutions(puzzle, limit=10), is_unique(puzzle)
(1, True)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from operator import index
from typing import overload

from nonet.engines import Order, Progress, engine_for
from nonet.engines.base import up_to
from nonet.errors import expect
from nonet.formats import PuzzleLike, ValuesLike, as_puzzle, format_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.native import kernel


@overload
def solution(puzzle: str, *, engine: str | None = None) -> str: ...
@overload
def solution(puzzle: ValuesLike, *, engine: str | None = None) -> Grid: ...
def solution(puzzle: PuzzleLike, *, engine: str | None = None) -> Grid | str:
    """The only solution.

    >>> solution("12.. .... .... ....")
    Traceback (most recent call last):
        ...
    nonet.errors.SeveralSolutions: more than one solution
    """
    return _like(puzzle, engine_for(subject := as_puzzle(puzzle), engine).solution(subject))


@overload
def some_solution(puzzle: str, *, engine: str | None = None) -> str | None: ...
@overload
def some_solution(puzzle: ValuesLike, *, engine: str | None = None) -> Grid | None: ...
def some_solution(puzzle: PuzzleLike, *, engine: str | None = None) -> Grid | str | None:
    """Any solution, or None if there is none. The fastest of these functions.

    >>> some_solution("013. 43.2 .2.3 ...."), some_solution("12.. ..34 .... ....")
    ('2134431212433421', None)
    """
    if (
        kernel is not None
        and engine is None
        and isinstance(puzzle, str)
        and len(puzzle) == CLASSIC.cell_count
    ):
        # Straight to the kernel, in a microsecond. What it refuses goes the long way, for the error message.
        with suppress(ValueError):
            if (line := kernel.some_solution(puzzle)) is not None:
                return str(line)
    found = engine_for(subject := as_puzzle(puzzle), engine).some_solution(subject)
    return None if found is None else _like(puzzle, found)


@overload
def first_solution(puzzle: str, order: Order | None = None, *, engine: str | None = None) -> str | None: ...
@overload
def first_solution(
    puzzle: ValuesLike, order: Order | None = None, *, engine: str | None = None
) -> Grid | None: ...
def first_solution(
    puzzle: PuzzleLike, order: Order | None = None, *, engine: str | None = None
) -> Grid | str | None:
    """The solution that plain backtracking in this order finds first, found faster; None if there is none.

    The default order is row by row with digits ascending, which gives the smallest solution. With reversed
    digits it gives the greatest.

    >>> first_solution("1... .... .... ....")
    '1234341221434321'
    """
    subject = as_puzzle(puzzle)
    if order is None:
        order = Order.row_by_row(subject.layout)
    expect(order, Order, "order")
    found = engine_for(subject, engine).first_solution(subject, order)
    return None if found is None else _like(puzzle, found)


@overload
def solutions(puzzle: str, *, limit: int | None = None, engine: str | None = None) -> Iterator[str]: ...
@overload
def solutions(
    puzzle: ValuesLike, *, limit: int | None = None, engine: str | None = None
) -> Iterator[Grid]: ...
def solutions(
    puzzle: PuzzleLike, *, limit: int | None = None, engine: str | None = None
) -> Iterator[Grid] | Iterator[str]:
    """Every solution, lazily, at most `limit` of them.

    >>> len(set(solutions("12.. .... .... ....")))
    24
    """
    subject = as_puzzle(puzzle)
    found = up_to(limit, engine_for(subject, engine).solutions(subject))
    return (format_grid(grid, "line") for grid in found) if isinstance(puzzle, str) else found


def count_solutions(
    puzzle: PuzzleLike,
    *,
    limit: int | None = None,
    engine: str | None = None,
    progress: Progress | None = None,
) -> int:
    """How many solutions there are; counting stops at `limit`.

    >>> count_solutions("." * 16)
    288
    >>> count_solutions("." * 81, limit=1_000_000)
    1000000
    """
    most = None if limit is None else index(limit)
    return engine_for(subject := as_puzzle(puzzle), engine).count_solutions(
        subject, limit=most, progress=progress
    )


def is_unique(puzzle: PuzzleLike, *, engine: str | None = None) -> bool:
    """Whether there is exactly one solution."""
    return engine_for(subject := as_puzzle(puzzle), engine).is_unique(subject)


def _like(asked: PuzzleLike, grid: Grid) -> Grid | str:
    """The answer in the form of the question: text for text."""
    return format_grid(grid, "line") if isinstance(asked, str) else grid
