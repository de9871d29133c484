"""The engine `rules`: puzzles with the rules of a variant, in Python to be read.

    digit_sets.py     which digits fit a sum, and which if they all differ
    propagators.py    what follows from each primitive; also sum_propagators.py and line_propagators.py
    derived_sums.py   innies and outies
    rule_plan.py      a board and its rules, prepared once
    rules.py          the search

A position is a list of candidates, one bitmask for each cell. `settle` lets every propagator whose cells changed narrow
the candidates until nothing follows. Then the search takes a cell with few candidates that was often part of a
contradiction, or tried just before one, and tries its digits, smallest first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from nonet.engines.base import Engine
from nonet.engines.digit_sets import indices_of
from nonet.engines.order import Order
from nonet.engines.rule_plan import RulePlan, rule_plan
from nonet.engines.tally import Tally
from nonet.errors import EngineError
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

_DECAY = 100
"""After this many contradictions the scores of cells are halved, so that recent ones count more."""


class RuleEngine(Engine):
    """Puzzles with any rules of the catalogue, on every board up to 16x16.

    >>> from nonet.rules import Thermometer
    >>> puzzle = Puzzle.of("4x4", "." * 16, rules=[Thermometer((0, 1, 2, 3)), Thermometer((12, 8, 4))])
    >>> RuleEngine().count_solutions(puzzle)
    3
    """

    name = "rules"
    summary = "variants: killer cages, thermometers and all other rules, in readable Python"

    knows_rules = True

    def supports(self, layout: Layout) -> bool:
        return True

    def solutions(self, puzzle: Puzzle, *, tally: Tally | None = None) -> Iterator[Grid]:
        """Every solution once, lazily; the order is the same each time."""
        search, masks = begin_search(puzzle, tally)
        return search.grids(masks)

    def first_solution(self, puzzle: Puzzle, order: Order, *, tally: Tally | None = None) -> Grid | None:
        """The solution that plain backtracking in this order finds first; see `ordered` for the idea."""
        search, masks = begin_search(puzzle, tally)
        witness = next(search.grids(masks), None) if masks is not None else None
        if witness is None or masks is None:
            return None
        for cell in order.cells:
            for digit in order.digits[cell]:
                bit = 1 << (digit - 1)
                if digit == witness.entries[cell] or not masks[cell] & bit:
                    if digit == witness.entries[cell]:
                        break
                    continue
                trial = search.after(masks, cell, bit)
                better = next(search.grids(trial), None)
                if better is not None:
                    witness = better
                    break
            narrowed = search.after(masks, cell, 1 << (witness.entries[cell] - 1))
            if narrowed is None:
                raise EngineError("a solution was lost; please report this puzzle")
            masks = narrowed
        return witness


def begin_search(puzzle: Puzzle, tally: Tally | None = None) -> tuple[RuleSearch, list[int] | None]:
    """A search, and the position after the givens: first with the sums of single houses, then with all of them."""
    simple = RuleSearch(rule_plan(puzzle.layout, puzzle.rules, most_houses=1), tally)
    masks = simple.start(puzzle.allowed)
    if masks is None or not simple.plan.has_cages or simple.branch_cell(masks) < 0:
        return simple, masks
    full = RuleSearch(rule_plan(puzzle.layout, puzzle.rules), tally)
    return full, full.start(masks)


class RuleSearch:
    """One search. It remembers which cells were part of contradictions or led to them, and counts its positions."""

    def __init__(self, plan: RulePlan, tally: Tally | None = None) -> None:
        self.plan = plan
        self.tally = tally or Tally()
        self.scores = [0.0] * plan.layout.cell_count
        self.conflicts = 0

    # -- positions -------------------------------------------------------------------------------------------

    def start(self, allowed: Sequence[int]) -> list[int] | None:
        """What is left of the allowed candidates after all that follows from them; None for a contradiction."""
        masks = [own & given for own, given in zip(self.plan.start, allowed, strict=True)]
        if not all(masks):
            return None
        self.tally.visit()
        return masks if self.settle(masks, list(range(len(masks)))) else None

    def after(self, masks: list[int], cell: int, allowed: int) -> list[int] | None:
        """A new position: a cell is narrowed, and what follows."""
        result = masks[:]
        self.tally.visit()
        if result[cell] == allowed:
            return result
        result[cell] &= allowed
        if result[cell] and self.settle(result, [cell]):
            return result
        self.scores[cell] += 1
        return None

    def settle(self, masks: list[int], changed: list[int]) -> bool:
        """Runs propagators until nothing follows, those that wait longest first; False for a contradiction."""
        plan = self.plan
        peer_cells, digit_peers, watchers = plan.peer_cells, plan.digit_peers, plan.watchers
        propagators = plan.propagators
        waiting = bytearray(len(propagators))
        cheap: deque[int] = deque()
        costly: deque[int] = deque()
        while True:
            while changed:
                cell = changed.pop()
                for number in watchers[cell]:
                    if not waiting[number]:
                        waiting[number] = 1
                        (costly if propagators[number].costly else cheap).append(number)
                mask = masks[cell]
                if mask & (mask - 1):
                    continue
                others: Sequence[int] = peer_cells[cell]
                if mask in digit_peers[cell]:
                    others = (*others, *indices_of(digit_peers[cell][mask]))
                for other in others:
                    if masks[other] & mask:
                        left = masks[other] & ~mask
                        if not left:
                            return self._blame((cell, other))
                        masks[other] = left
                        changed.append(other)
            if cheap:
                number = cheap.popleft()
            elif costly:
                number = costly.popleft()
            else:
                return True
            waiting[number] = 0
            if not propagators[number].prune(masks, changed):
                return self._blame(propagators[number].cells)

    def _blame(self, cells: Sequence[int]) -> bool:
        """Raises the scores of the cells of a contradiction; returns False."""
        self.conflicts += 1
        self.tally.backtracks += 1
        if self.conflicts % _DECAY == 0:
            self.scores = [score / 2 for score in self.scores]
        for cell in cells:
            self.scores[cell] += 1
        return False

    # -- searching -------------------------------------------------------------------------------------------

    def grids(self, masks: list[int] | None) -> Iterator[Grid]:
        """Every solution of a settled position."""
        layout = self.plan.layout
        for solved in self.solved(masks):
            yield Grid(layout, bytes([mask.bit_length() for mask in solved]))

    def solved(self, masks: list[int] | None) -> Iterator[list[int]]:
        """Every completion of a settled position, lazily: a depth-first search with its own stack."""
        if masks is None:
            return
        stack: list[tuple[list[int], int, int]] = []
        current: list[int] | None = masks
        while True:
            if current is not None:
                cell = self.branch_cell(current)
                if cell < 0:
                    yield current
                else:
                    stack.append((current, cell, current[cell]))
            if not stack:
                return
            position, cell, left = stack.pop()
            bit = left & -left
            if left != bit:
                stack.append((position, cell, left ^ bit))
            current = self.after(position, cell, bit)

    def branch_cell(self, masks: list[int]) -> int:
        """The open cell with the highest score for each of its candidates, or -1 if no cell is open."""
        best, chosen = 0.0, -1
        scores = self.scores
        for cell, mask in enumerate(masks):
            if mask & (mask - 1):
                worth = (scores[cell] + 1) / mask.bit_count() ** 2
                if worth > best:
                    best, chosen = worth, cell
        return chosen
