"""The engines side by side on one puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from time import perf_counter

from nonet.arguments import clear_type_errors
from nonet.engines.base import Engine, engine, engine_for, engine_names
from nonet.engines.tally import Tally
from nonet.formats import PuzzleLike, as_puzzle
from nonet.puzzle import Puzzle

_TINY = Puzzle.of("4x4", "1234341221434321")


@dataclass(frozen=True)
class Comparison:
    """What an engine did to find out whether a puzzle has no solution, one, or several.

    `solutions` is 0, 1 or 2 (for "several"), None if the engine was stopped. `nodes` and `backtracks` are None if the
    engine does not count.
    """

    engine: str
    solutions: int | None
    nodes: int | None
    backtracks: int | None
    seconds: float


def compared_engines(puzzle: Puzzle) -> tuple[str, ...]:
    """The names of the engines that can search this puzzle.

    >>> from nonet.rules import Cage
    >>> compared_engines(Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3)]))[0]
    'rules'
    """
    return tuple(
        name
        for name in engine_names()
        if engine(name).supports(puzzle.layout) and (engine(name).knows_rules or not puzzle.rules)
    )


@clear_type_errors
def compare(puzzle: PuzzleLike, names: Iterable[str] | None = None) -> tuple[Comparison, ...]:
    """All engines on one puzzle, or those of these names, one after the other.

    >>> puzzle = Puzzle.of("4x4", "123....4........")  # no digit fits into the last cell of row 1
    >>> for row in compare(puzzle, ["backtracking", "dlx", "search"]):
    ...     print(row.engine, row.solutions, row.nodes, row.backtracks)
    backtracking 0 1 1
    dlx 0 1 1
    search 0 1 1
    """
    given = as_puzzle(puzzle)
    return tuple(measured(given, name, Tally()) for name in names or compared_engines(given))


def prepared(puzzle: Puzzle, name: str) -> Engine:
    """The engine of that name, after it has imported what it needs; MissingExtra if that is not installed."""
    chosen = engine_for(puzzle, name)
    chosen.some_solution(_TINY)
    return chosen


def measured(puzzle: Puzzle, name: str, tally: Tally) -> Comparison:
    """One engine on a puzzle. The tally shows how far it came, if it is interrupted."""
    chosen = prepared(puzzle, name)
    start = perf_counter()
    found = len(list(islice(chosen.solutions(puzzle, tally=tally), 2)))
    seconds = perf_counter() - start
    counted = tally.nodes > 0
    return Comparison(
        name, found, tally.nodes if counted else None, tally.backtracks if counted else None, seconds
    )
