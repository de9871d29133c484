"""The interface of an engine, and the registry that finds engines by name.

An engine is a way to search. All engines answer the same questions about the same values, so they can replace
each other, and one file of test data covers them all.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import monotonic
from typing import ClassVar, TypeVar

from nonet.arguments import clear_type_errors
from nonet.engines.order import Order
from nonet.engines.tally import Tally
from nonet.errors import EngineError, NoSolution, SeveralSolutions, expect
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

T = TypeVar("T")
Progress = Callable[[int], None]
"""Called from time to time during a long count, with the number of solutions found so far."""

PAUSE = 0.05
"""Minimum time between two calls of `progress`, in seconds."""


def up_to(limit: int | None, found: Iterator[T]) -> Iterator[T]:
    """The first of them. A limit may be any whole number."""
    return found if limit is None else islice(found, min(max(limit, 0), sys.maxsize))


@clear_type_errors
class Engine(ABC):
    """A way to search. A subclass needs `name`, `summary` and `solutions`; it may override the rest to be faster."""

    name: ClassVar[str]
    summary: ClassVar[str]
    knows_rules: ClassVar[bool] = False
    """Whether it can search puzzles with the rules of a variant (`Puzzle.rules`)."""

    def __init_subclass__(cls) -> None:
        clear_type_errors(cls)

    def supports(self, layout: Layout) -> bool:
        """Whether it can search this board. Most know only houses that hold every digit."""
        return layout.has_full_houses and not layout.extras

    @abstractmethod
    def solutions(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Iterator[Grid]:
        """Every solution once, lazily, in an order that the engine chooses, the same each time.

        An engine that counts its work does so in `tally`.
        """

    def some_solution(self, puzzle: Puzzle) -> Grid | None:
        """A solution, or None if there is none."""
        return next(self.solutions(puzzle), None)

    def count_solutions(
        self, puzzle: Puzzle, *, limit: int | None = None, progress: Progress | None = None
    ) -> int:
        """How many solutions there are; counting stops at `limit`."""
        if limit is not None and limit <= 0:
            return 0
        count = 0
        said = monotonic()
        for _ in up_to(limit, self.solutions(puzzle)):
            count += 1
            if progress is not None and monotonic() - said >= PAUSE:
                progress(count)
                said = monotonic()
        return count

    def is_unique(self, puzzle: Puzzle) -> bool:
        """Whether there is exactly one solution."""
        return self.count_solutions(puzzle, limit=2) == 1

    def solutions_of_each(
        self, puzzles: Iterable[Puzzle], *, limit: int = 2, threads: int = 1
    ) -> list[list[Grid]]:
        """For each puzzle its solutions, up to `limit`. Engines without threads of their own use one."""
        return [list(up_to(limit, self.solutions(puzzle))) for puzzle in puzzles]

    def counts_of_each(self, puzzles: Iterable[Puzzle], *, limit: int, threads: int = 1) -> list[int]:
        """For each puzzle how many solutions it has, up to `limit`."""
        return [self.count_solutions(puzzle, limit=limit) for puzzle in puzzles]

    def solution(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Grid:
        """The only solution; raises NoSolution or SeveralSolutions if there is not exactly one."""
        found = list(islice(self.solutions(puzzle, tally=tally), 2))
        if not found:
            raise NoSolution
        if len(found) > 1:
            raise SeveralSolutions
        return found[0]

    def first_solution(self, puzzle: Puzzle, order: Order) -> Grid | None:
        """The solution that plain backtracking in this order finds first, or None if there is none.

        An engine may find it in its own way, but it must find that one. Here it is built cell by cell, with
        the first digit that still has a solution. One solution is kept as a witness; its own digits need no
        proof.
        """
        witness = self.some_solution(puzzle)
        if witness is None:
            return None
        for cell in order.cells:
            if puzzle.givens.entries[cell]:
                continue
            for digit in order.digits[cell]:
                if digit == witness.entries[cell]:
                    break
                if any(puzzle.givens.entries[peer] == digit for peer in puzzle.layout.peers[cell]):
                    continue
                if better := self.some_solution(_with_given(puzzle, cell, digit)):
                    witness = better
                    break
            puzzle = _with_given(puzzle, cell, witness.entries[cell])
        return witness


def _with_given(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
    return Puzzle(puzzle.givens.with_entry(cell, digit), puzzle.ruled_out, puzzle.rules)


_FACTORIES: dict[str, Callable[[], Engine]] = {}
_ENGINES: dict[str, Engine] = {}


@clear_type_errors
def register(name: str, factory: Callable[[], Engine]) -> None:
    """Registers an engine; the factory is called when the engine is first used."""
    _FACTORIES[name] = factory


def engine_names() -> tuple[str, ...]:
    return tuple(_FACTORIES)


def engine(name: str) -> Engine:
    """The engine of that name.

    >>> import nonet.engines
    >>> engine("propagation").name
    'propagation'
    """
    expect(name, str, "engine")
    if name not in _ENGINES:
        if name not in _FACTORIES:
            raise EngineError(f"unknown engine {name!r}; choose from {', '.join(_FACTORIES)}")
        _ENGINES[name] = _FACTORIES[name]()
    return _ENGINES[name]


@clear_type_errors
def engine_for(puzzle: Puzzle, name: str | None = None) -> Engine:
    """The engine of that name, if it can search this puzzle; by default the fastest that can.

    >>> import nonet.engines
    >>> from nonet.rules import Cage
    >>> engine_for(Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3)])).knows_rules
    True
    """
    if name is None and not puzzle.rules:
        return default_engine(puzzle.layout)
    names = tuple(reversed(_FACTORIES)) if name is None else (name,)
    for each in names:
        candidate = engine(each)
        if candidate.supports(puzzle.layout) and (candidate.knows_rules or not puzzle.rules):
            return candidate
    if name is None:
        raise EngineError(f"no engine knows the rules of this puzzle: {puzzle.rule_titles}")
    if not engine(name).supports(puzzle.layout):
        raise EngineError(f"the engine {name} does not support the layout {puzzle.layout.name}")
    raise EngineError(f"the engine {name} does not know the rules of this puzzle: {puzzle.rule_titles}")


def check_supported(puzzle: Puzzle, name: str) -> None:
    """Raises UnsupportedRules or EngineError where the engine of that name cannot search the puzzle."""
    puzzle.require_classic(f"the engine {name}")
    engine_for(puzzle, name)


@clear_type_errors
def default_engine(layout: Layout) -> Engine:
    """The fastest engine for a classic puzzle on a layout: of those registered, the last that supports it."""
    for name in reversed(_FACTORIES):
        if (candidate := engine(name)).supports(layout):
            return candidate
    raise EngineError(f"no engine supports the layout {layout.name}")
