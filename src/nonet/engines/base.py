"""What an engine promises, and the register where engines are found by name.

An engine is a way to search. All of them answer the same questions about the same values, so that any of them
can stand in for another, and one file of data lines tests them all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import islice
from time import monotonic
from typing import ClassVar

from nonet.engines.order import Order
from nonet.errors import EngineError, NoSolution, SeveralSolutions
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

__all__ = ["PAUSE", "Engine", "Progress", "default_engine", "engine", "engine_names", "register"]

Progress = Callable[[int], None]
"""Called now and then during a long count, with the number of solutions found so far."""

PAUSE = 0.05
"""Seconds between two calls of `progress`, at least."""


class Engine(ABC):
    """A way to search. A new one needs `name`, `summary`, `solutions`; it may answer the rest quicker."""

    name: ClassVar[str]
    summary: ClassVar[str]

    def supports(self, layout: Layout) -> bool:
        """Whether it knows this board."""
        return True

    @abstractmethod
    def solutions(self, puzzle: Puzzle) -> Iterator[Grid]:
        """Every solution once, lazily, in an order of the engine's own, the same each time."""

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
        for _ in islice(self.solutions(puzzle), limit):
            count += 1
            if progress is not None and monotonic() - said >= PAUSE:
                progress(count)
                said = monotonic()
        return count

    def is_unique(self, puzzle: Puzzle) -> bool:
        """Whether there is exactly one solution."""
        return self.count_solutions(puzzle, limit=2) == 1

    def solution(self, puzzle: Puzzle) -> Grid:
        """The only solution; raises NoSolution or SeveralSolutions where there is no such thing."""
        found = list(islice(self.solutions(puzzle), 2))
        if not found:
            raise NoSolution
        if len(found) > 1:
            raise SeveralSolutions
        return found[0]

    def first_solution(self, puzzle: Puzzle, order: Order) -> Grid | None:
        """The solution that plain backtracking in this order finds first, or None if there is none.

        An engine may find it in its own way, but it must find that one. Here it is spelt out cell by cell:
        the first digit with which there is some solution. One solution is kept as a witness, whose own digits
        need no proof.
        """
        witness = self.some_solution(puzzle)
        if witness is None:
            return None
        for cell in order.cells:
            if puzzle.givens[cell]:
                continue
            for digit in order.digits[cell]:
                if digit == witness[cell]:
                    break
                if any(puzzle.givens[peer] == digit for peer in puzzle.layout.peers[cell]):
                    continue
                if better := self.some_solution(_with_given(puzzle, cell, digit)):
                    witness = better
                    break
            puzzle = _with_given(puzzle, cell, witness[cell])
        return witness


def _with_given(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
    return Puzzle(puzzle.givens.with_value(cell, digit), puzzle.ruled_out)


_FACTORIES: dict[str, Callable[[], Engine]] = {}
_ENGINES: dict[str, Engine] = {}


def register(name: str, factory: Callable[[], Engine]) -> None:
    """Makes an engine known by name; the factory is called when somebody first asks for it."""
    _FACTORIES[name] = factory


def engine_names() -> tuple[str, ...]:
    """The names of all engines that can be had here."""
    return tuple(_FACTORIES)


def engine(name: str) -> Engine:
    """The engine of that name.

    >>> import nonet.engines
    >>> engine("propagation").name
    'propagation'
    """
    if name not in _ENGINES:
        if name not in _FACTORIES:
            raise EngineError(f"there is no engine {name!r}; known are {', '.join(_FACTORIES)}")
        _ENGINES[name] = _FACTORIES[name]()
    return _ENGINES[name]


def default_engine(layout: Layout) -> Engine:
    """The quickest engine that knows the layout: of those registered, the last that supports it."""
    for name in reversed(_FACTORIES):
        if (candidate := engine(name)).supports(layout):
            return candidate
    raise EngineError(f"no engine knows the layout {layout.name}")
