"""The engine `rules-kernel`: puzzles with the rules of a variant, compiled. The default where the kernel was built.

It gives the same answers as `rules`, much faster. The work is done in `native/rules`: Python hands over the
houses of the board and the primitives of the rules as numbers; derived sums and all other preparation are compiled too.
A puzzle without rules is passed on to `native/generic`. Other threads run while it searches, and Ctrl-C stops it.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from nonet.engines.base import Engine, Progress
from nonet.engines.order import Order
from nonet.engines.tally import Tally
from nonet.errors import EngineError, NoSolution, SeveralSolutions
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.rules.base import Rule

_PLANS = 32
"""How many plans are kept."""

_PIECE = 1024
"""How many solutions are fetched at a time, at most."""

_MOST_SIZE, _MOST_CELLS = 25, 1024


class RuleKernel(Engine):
    """Puzzles with any rules of the catalogue. `native` is the compiled module, by default the one that was built.

    >>> from nonet import _native
    >>> from nonet.rules import Thermometer
    >>> puzzle = Puzzle.of("4x4", "." * 16, rules=[Thermometer((0, 1, 2, 3)), Thermometer((12, 8, 4))])
    >>> RuleKernel(_native).count_solutions(puzzle)
    3
    """

    name = "rules-kernel"
    summary = "variants: the same answers as rules, compiled"

    knows_rules = True
    instead: ClassVar[str] = "rules"
    """The engine to use where the kernel is missing."""

    def __init__(self, native: ModuleType | None = None) -> None:
        native = native or kernel
        if native is None:
            raise EngineError(
                "the compiled kernel is not available (not built, or NONET_PURE is set); "
                f"use the engine {self.instead!r}"
            )
        self._native: Any = native
        self.board = lru_cache(maxsize=64)(self._new_board)
        # By the identity of the rules, which is quicker than their hash: puzzles that differ in givens share the tuple.
        self._plans: dict[tuple[int, int], tuple[Layout, tuple[Rule, ...], object]] = {}

    def supports(self, layout: Layout) -> bool:
        return layout.size <= _MOST_SIZE and layout.cell_count <= _MOST_CELLS

    # -- the questions of an engine ---------------------------------------------------------------------------

    def solutions(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Iterator[Grid]:
        """Every solution once, lazily; the order is the same each time.

        Fetched one at first, then twice as many each time, up to `_PIECE` at a time.
        """
        return self._grids(puzzle.layout, self._native.rules_search(*self._question(puzzle)))

    def _grids(self, layout: Layout, search: object) -> Iterator[Grid]:
        piece = 1
        while found := self._native.rules_next(search, piece):
            yield from _cut(layout, found)
            piece = min(2 * piece, _PIECE)

    def some_solution(self, puzzle: Puzzle) -> Grid | None:
        found = self._native.rules_solutions(*self._question(puzzle), 1)
        return Grid(puzzle.layout, found) if found else None

    def solution(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Grid:
        """The only solution; raises NoSolution or SeveralSolutions if there is not exactly one."""
        found = self._native.rules_solutions(*self._question(puzzle), 2)
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
        try:
            count = int(self._native.rules_count(*self._question(puzzle), stop, progress))
        except OverflowError:  # 2**128 or more, without rules; Python's integers are unbounded
            from nonet.engines.counting import count_solutions

            return count_solutions(puzzle, limit=limit, progress=progress)
        return count if limit is None else min(count, limit)

    def first_solution(self, puzzle: Puzzle, order: Order) -> Grid | None:
        """The solution that plain backtracking in this order finds first, or None if there is none."""
        digits = b"".join(map(bytes, order.digits))
        found = self._native.rules_first(*self._question(puzzle), array("H", order.cells), digits)
        return None if found is None else Grid(puzzle.layout, found)

    # -- many puzzles ------------------------------------------------------------------------------------------

    def solutions_of_each(
        self, puzzles: Iterable[Puzzle], *, limit: int = 2, threads: int = 1
    ) -> list[list[Grid]]:
        """For each puzzle its solutions, up to `limit`, searched in several threads.

        >>> from nonet import _native
        >>> from nonet.rules import Greater
        >>> puzzles = [Puzzle.of("4x4", "12..............", rules=[Greater((2, 3))])] * 3
        >>> [len(found) for found in RuleKernel(_native).solutions_of_each(puzzles, limit=5, threads=2)]
        [5, 5, 5]
        """
        asked = list(puzzles)
        answers = self._native.rules_batch(self._questions(asked), min(limit, sys.maxsize), threads)
        return [list(_cut(puzzle.layout, found)) for puzzle, found in zip(asked, answers, strict=True)]

    def counts_of_each(self, puzzles: Iterable[Puzzle], *, limit: int, threads: int = 1) -> list[int]:
        """For each puzzle how many solutions it has, up to `limit`, counted in several threads."""
        if limit <= 0:
            return [0 for _ in puzzles]
        counts: list[int] = self._native.rules_count_batch(self._questions(puzzles), limit, threads)
        return counts

    # -- what the kernel takes ---------------------------------------------------------------------------------

    def _questions(
        self, puzzles: Iterable[Puzzle]
    ) -> list[tuple[object, list[Sequence[int]], bytes | array[int]]]:
        return [
            (
                self.board(puzzle.layout),
                rule_parts(puzzle.layout, puzzle.rules),
                allowed_entries(puzzle),
            )
            for puzzle in puzzles
        ]

    def _question(self, puzzle: Puzzle) -> tuple[object, bytes | array[int]]:
        return self._plan(puzzle.layout, puzzle.rules), allowed_entries(puzzle)

    def _plan(self, layout: Layout, rules: tuple[Rule, ...]) -> object:
        key = (id(layout), id(rules))
        known = self._plans.get(key)
        if known is None:
            while len(self._plans) >= _PLANS:
                self._plans.pop(next(iter(self._plans)), None)
            plan = self._native.rules_plan(self.board(layout), rule_parts(layout, rules))
            known = self._plans[key] = (layout, rules, plan)  # they are kept, so their identities stay theirs
        return known[2]

    def _new_board(self, layout: Layout) -> object:
        houses = array("H", [cell for house in layout.full_houses for cell in house.cells])
        return self._native.rules_board(layout.size, layout.cell_count, houses)


def _cut(layout: Layout, found: bytes) -> Iterator[Grid]:
    """Solutions that came as one byte per cell, one grid after the other."""
    for start in range(0, len(found), layout.cell_count):
        yield Grid(layout, found[start : start + layout.cell_count])


def allowed_entries(puzzle: Puzzle) -> bytes | array[int]:
    """The values of the givens, or the digits allowed in each cell where some are ruled out."""
    return array("I", puzzle.allowed) if puzzle.ruled_out else puzzle.givens.entries


def rule_parts(layout: Layout, rules: tuple[Rule, ...]) -> list[Sequence[int]]:
    """The primitives of the rules, as the kernel reads them."""
    if not rules and layout.full_houses == layout.houses:  # nor are the modules of rules imported
        return []
    from nonet.rules import encoding

    return encoding.rule_parts(layout, rules)
