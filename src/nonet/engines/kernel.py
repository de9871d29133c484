"""The engine `kernel`: the compiled search, and the default on every board where it was built.

It gives the same answers as `search`, a hundred times faster. The work is done in `native/`: the 9x9 board has a
kernel of its own (`native/lanes`), every other layout the one that knows only houses (`native/generic`), which the
engine `rules-kernel` asks too.
"""

from __future__ import annotations

from array import array

from nonet.engines.base import Progress
from nonet.engines.order import Order
from nonet.engines.rules_kernel import RuleKernel
from nonet.engines.tally import Tally
from nonet.errors import NoSolution, SeveralSolutions
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle

_MOST_NEEDS = 65_535
"""How many needs (see `engines/exact_cover.py`) the kernel can number."""

MOST_COUNTED = 1 << 62
"""The 9x9 kernel counts no further."""

_TEXT = bytes(range(48, 58)) + bytes(246)  # value → character, for bytes.translate
_VALUE = bytes(48) + bytes(range(10)) + bytes(198)  # and back


class Kernel(RuleKernel):
    """The compiled search, on every layout. `native` is the compiled module, by default the one that was built.

    >>> from nonet.layout import Layout
    >>> from nonet import _native
    >>> grid = Kernel(_native).some_solution(Puzzle(Grid.empty(Layout.named("25x25"))))
    >>> grid.is_solution()
    True
    >>> Kernel(_native).count_solutions(Puzzle(Grid.empty(Layout.named("6x6"))))
    28200960
    """

    name = "kernel"
    summary = "the compiled search; every layout"
    knows_rules = False
    instead = "search"

    def supports(self, layout: Layout) -> bool:
        """All square boards but those with thousands of houses."""
        usual = layout.places is None and layout.has_full_houses and not layout.extras
        return usual and layout.cell_count + len(layout.houses) * layout.size <= _MOST_NEEDS

    def some_solution(self, puzzle: Puzzle) -> Grid | None:
        if puzzle.layout is CLASSIC and not puzzle.ruled_out:
            return _from_text(self._native.some_solution(_text(puzzle)))
        return super().some_solution(puzzle)

    def solution(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Grid:
        """The only solution; raises NoSolution or SeveralSolutions if there is not exactly one."""
        if puzzle.layout is not CLASSIC or puzzle.ruled_out:
            return super().solution(puzzle)
        text = _text(puzzle)
        count = self._native.status(text)
        if count == 0:
            raise NoSolution
        if count > 1:
            raise SeveralSolutions
        return Grid(CLASSIC, self._native.some_solution(text).encode("ascii").translate(_VALUE))

    def is_unique(self, puzzle: Puzzle) -> bool:
        if puzzle.layout is CLASSIC and not puzzle.ruled_out:
            return bool(self._native.status(_text(puzzle)) == 1)
        return super().is_unique(puzzle)

    def count_solutions(
        self, puzzle: Puzzle, *, limit: int | None = None, progress: Progress | None = None
    ) -> int:
        if puzzle.layout is CLASSIC and (limit is None or limit > 0):
            most = MOST_COUNTED if limit is None else min(limit, MOST_COUNTED)
            found = int(self._native.count(_text(puzzle), most, _sets(puzzle), progress))
            if found < MOST_COUNTED:
                return found
        return super().count_solutions(puzzle, limit=limit, progress=progress)

    def first_solution(self, puzzle: Puzzle, order: Order) -> Grid | None:
        """The solution that plain backtracking in this order finds first, or None if there is none."""
        if puzzle.layout is not CLASSIC:
            return super().first_solution(puzzle, order)
        digits = b"".join(map(bytes, order.digits))
        return _from_text(
            self._native.first_solution(_text(puzzle), bytes(order.cells), digits, _sets(puzzle))
        )

    def _question(self, puzzle: Puzzle) -> tuple[object, bytes | array[int]]:
        puzzle.require_classic("the engine kernel")
        return super()._question(puzzle)


# -- what the 9x9 kernel takes and gives ------------------------------------------------------------------------


def _text(puzzle: Puzzle) -> bytes:
    puzzle.require_classic("the engine kernel")
    return puzzle.givens.entries.translate(_TEXT)


def _sets(puzzle: Puzzle) -> array[int] | None:
    return array("H", puzzle.allowed) if puzzle.ruled_out else None


def _from_text(text: str | None) -> Grid | None:
    return None if text is None else Grid(CLASSIC, text.encode("ascii").translate(_VALUE))
