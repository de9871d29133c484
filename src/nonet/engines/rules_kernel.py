"""The engine `rules-kernel`: puzzles with the rules of a variant, compiled. The default where the kernel was built.

It gives the same answers as `rules`, much faster. The work is done in `native/rules`: Python hands over the
houses of the board and the primitives of the rules as numbers; derived sums and all other preparation are compiled too.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from struct import pack
from types import ModuleType

from nonet.engines.compiled import CompiledEngine
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules.base import Rule
from nonet.rules.encoding import rule_numbers

_PLANS = 32
"""How many plans are kept."""

_MOST_SIZE, _MOST_CELLS = 25, 1024


class RuleKernel(CompiledEngine):
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
    prefix = "rules"
    instead = "rules"

    def __init__(self, native: ModuleType | None = None) -> None:
        super().__init__(native)
        self.board = lru_cache(maxsize=64)(self._new_board)
        # By the identity of the rules, which is quicker than their hash: puzzles that differ in givens share the tuple.
        self._plans: dict[tuple[int, int], tuple[Layout, tuple[Rule, ...], object]] = {}

    def supports(self, layout: Layout) -> bool:
        return layout.size <= _MOST_SIZE and layout.cell_count <= _MOST_CELLS

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
        answers = self._native.rules_batch(self._questions(asked), limit, threads)
        return [
            [Grid(puzzle.layout, found[k : k + size]) for k in range(0, len(found), size)]
            for puzzle, found in zip(asked, answers, strict=True)
            for size in (puzzle.layout.cell_count,)
        ]

    def counts_of_each(self, puzzles: Iterable[Puzzle], *, limit: int, threads: int = 1) -> list[int]:
        """For each puzzle how many solutions it has, up to `limit`, counted in several threads."""
        if limit <= 0:
            return [0 for _ in puzzles]
        counts: list[int] = self._native.rules_count_batch(self._questions(puzzles), limit, threads)
        return counts

    # -- what the kernel takes ---------------------------------------------------------------------------------

    def _questions(self, puzzles: Iterable[Puzzle]) -> list[tuple[object, array[int], array[int]]]:
        return [
            (
                self.board(puzzle.layout),
                rule_array(puzzle.layout, puzzle.rules),
                array("I", puzzle.allowed),
            )
            for puzzle in puzzles
        ]

    def _question(self, puzzle: Puzzle) -> tuple[object, array[int]]:
        """The plan, and the digits allowed in each cell."""
        return self._plan(puzzle.layout, puzzle.rules), array("I", puzzle.allowed)

    def _plan(self, layout: Layout, rules: tuple[Rule, ...]) -> object:
        key = (id(layout), id(rules))
        known = self._plans.get(key)
        if known is None:
            while len(self._plans) >= _PLANS:
                self._plans.pop(next(iter(self._plans)), None)
            plan = self._native.rules_plan(self.board(layout), rule_array(layout, rules))
            known = self._plans[key] = (layout, rules, plan)  # they are kept, so their identities stay theirs
        return known[2]

    def _new_board(self, layout: Layout) -> object:
        houses = array("H", [cell for house in layout.houses for cell in house.cells])
        return self._native.rules_board(layout.size, layout.cell_count, houses)


def rule_array(layout: Layout, rules: Iterable[Rule]) -> array[int]:
    """The primitives of the rules, as the kernel reads them."""
    numbers = rule_numbers(layout, rules)
    return array("q", pack(f"{len(numbers)}q", *numbers))  # twice as fast as array("q", numbers)
