"""Solve, count and prove: the questions people ask, of a puzzle or of its text.

Each function takes a `Puzzle` and answers with a `Grid`, or takes text in any format that `nonet.formats`
reads and answers with text: the solution as one line. `engine` names the engine to ask; by default it is the
quickest that knows the layout.

>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> solution(puzzle)
'534678912672195348198342567859761423426853791713924856961537284287419635345286179'
>>> count_solutions(puzzle, limit=10), is_unique(puzzle)
(1, True)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import overload

from nonet.engines import Engine, Order, Progress, default_engine
from nonet.engines import engine as engine_named
from nonet.errors import EngineError
from nonet.formats import format_grid, parse
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.native import kernel
from nonet.puzzle import Puzzle

__all__ = ["count_solutions", "first_solution", "is_unique", "solution", "solutions", "some_solution"]


@overload
def solution(puzzle: Puzzle, *, engine: str | None = None) -> Grid: ...
@overload
def solution(puzzle: str, *, engine: str | None = None) -> str: ...
def solution(puzzle: Puzzle | str, *, engine: str | None = None) -> Grid | str:
    """The only solution.

    >>> solution("12.. .... .... ....")
    Traceback (most recent call last):
        ...
    nonet.errors.SeveralSolutions: more than one solution
    """
    return _like(puzzle, _engine(engine, subject := _puzzle(puzzle)).solution(subject))


@overload
def some_solution(puzzle: Puzzle, *, engine: str | None = None) -> Grid | None: ...
@overload
def some_solution(puzzle: str, *, engine: str | None = None) -> str | None: ...
def some_solution(puzzle: Puzzle | str, *, engine: str | None = None) -> Grid | str | None:
    """A solution, or None if there is none: the quickest question of all.

    >>> some_solution("013. 43.2 .2.3 ...."), some_solution("12.. ..34 .... ....")
    ('2134431212433421', None)
    """
    if (
        kernel is not None
        and engine is None
        and isinstance(puzzle, str)
        and len(puzzle) == CLASSIC.cell_count
    ):
        # Straight to the kernel: a microsecond. What it does not like takes the long way, to be told why.
        with suppress(ValueError):
            if (line := kernel.some_solution(puzzle)) is not None:
                return str(line)
    found = _engine(engine, subject := _puzzle(puzzle)).some_solution(subject)
    return None if found is None else _like(puzzle, found)


@overload
def first_solution(
    puzzle: Puzzle, order: Order | None = None, *, engine: str | None = None
) -> Grid | None: ...
@overload
def first_solution(puzzle: str, order: Order | None = None, *, engine: str | None = None) -> str | None: ...
def first_solution(
    puzzle: Puzzle | str, order: Order | None = None, *, engine: str | None = None
) -> Grid | str | None:
    """The solution that plain backtracking in this order finds first, without its slowness; or None.

    The usual order is row by row, digits ascending: the smallest solution. With the digits the other way
    round it is the greatest.

    >>> first_solution("1... .... .... ....")
    '1234341221434321'
    """
    subject = _puzzle(puzzle)
    found = _engine(engine, subject).first_solution(subject, order or Order.row_by_row(subject.layout))
    return None if found is None else _like(puzzle, found)


@overload
def solutions(puzzle: Puzzle, *, limit: int | None = None, engine: str | None = None) -> Iterator[Grid]: ...
@overload
def solutions(puzzle: str, *, limit: int | None = None, engine: str | None = None) -> Iterator[str]: ...
def solutions(
    puzzle: Puzzle | str, *, limit: int | None = None, engine: str | None = None
) -> Iterator[Grid] | Iterator[str]:
    """Every solution, lazily, at most `limit` of them.

    >>> len(set(solutions("12.. .... .... ....")))
    24
    """
    subject = _puzzle(puzzle)
    found = islice(_engine(engine, subject).solutions(subject), limit)
    return found if isinstance(puzzle, Puzzle) else (format_grid(grid, "line") for grid in found)


def count_solutions(
    puzzle: Puzzle | str,
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
    return _engine(engine, subject := _puzzle(puzzle)).count_solutions(
        subject, limit=limit, progress=progress
    )


def is_unique(puzzle: Puzzle | str, *, engine: str | None = None) -> bool:
    """Whether there is exactly one solution."""
    return _engine(engine, subject := _puzzle(puzzle)).is_unique(subject)


def _puzzle(puzzle: Puzzle | str) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else parse(puzzle)


def _engine(name: str | None, puzzle: Puzzle) -> Engine:
    if name is None:
        return default_engine(puzzle.layout)
    chosen = engine_named(name)
    if not chosen.supports(puzzle.layout):
        raise EngineError(f"the engine {name} does not know the layout {puzzle.layout.name}")
    return chosen


def _like(asked: Puzzle | str, grid: Grid) -> Grid | str:
    return grid if isinstance(asked, Puzzle) else format_grid(grid, "line")
