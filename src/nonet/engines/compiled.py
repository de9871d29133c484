"""What the compiled engines have in common. They let other threads run while they search, and stop for Ctrl-C.

The module `_native` has the same functions for both, each with a prefix of its own: `rules_search`, `generic_search` …
Solutions come as one byte per cell, one grid after the other.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Iterator
from types import ModuleType
from typing import Any, ClassVar

from nonet.engines.base import Engine, Progress
from nonet.engines.order import Order
from nonet.engines.tally import Tally
from nonet.errors import EngineError, NoSolution, SeveralSolutions
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle

_PIECE = 1024


class CompiledEngine(Engine):
    """`native` is the compiled module, by default the one that was built."""

    prefix: ClassVar[str]
    instead: ClassVar[str]
    """The engine to use where the kernel is missing."""

    def __init__(self, native: ModuleType | None = None) -> None:
        native = native or kernel
        if native is None:
            raise EngineError(
                "the compiled kernel is not available (not built, or NONET_PURE is set); "
                f"use the engine {self.instead!r}"
            )
        self._native: Any = native

    @abstractmethod
    def _question(self, puzzle: Puzzle) -> tuple[object, ...]:
        """The puzzle, as the kernel takes it."""

    def _ask(self, name: str, puzzle: Puzzle, *more: object) -> Any:
        return getattr(self._native, f"{self.prefix}_{name}")(*self._question(puzzle), *more)

    def solutions(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Iterator[Grid]:
        """Every solution once, lazily; the order is the same each time.

        Fetched one at first, then twice as many each time, up to `_PIECE` at a time.
        """
        search, following = self._ask("search", puzzle), getattr(self._native, f"{self.prefix}_next")
        return self._grids(puzzle.layout, search, following)

    def _grids(self, layout: Layout, search: object, following: Any) -> Iterator[Grid]:
        piece = 1
        while found := following(search, piece):
            for start in range(0, len(found), layout.cell_count):
                yield Grid(layout, found[start : start + layout.cell_count])
            piece = min(2 * piece, _PIECE)

    def some_solution(self, puzzle: Puzzle) -> Grid | None:
        found = self._ask("solutions", puzzle, 1)
        return Grid(puzzle.layout, found) if found else None

    def solution(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Grid:
        """The only solution; raises NoSolution or SeveralSolutions if there is not exactly one."""
        found = self._ask("solutions", puzzle, 2)
        if not found:
            raise NoSolution
        if len(found) > puzzle.layout.cell_count:
            raise SeveralSolutions
        return Grid(puzzle.layout, found)

    def count_solutions(
        self, puzzle: Puzzle, *, limit: int | None = None, progress: Progress | None = None
    ) -> int:
        if limit is not None and limit <= 0:
            return 0
        stop = limit if limit is not None and limit < 1 << 64 else 0
        count = int(self._ask("count", puzzle, stop, progress))
        return count if limit is None else min(count, limit)

    def first_solution(self, puzzle: Puzzle, order: Order) -> Grid | None:
        """The solution that plain backtracking in this order finds first, or None if there is none."""
        digits = b"".join(map(bytes, order.digits))
        found = self._ask("first", puzzle, array("H", order.cells), digits)
        return None if found is None else Grid(puzzle.layout, found)
