"""The engine `backtracking`: plain recursive search, written to be read.

    visit the empty cells in an order
    in each, try the digits in an order
    place a digit that no house of the cell has yet, and visit the next cell
    when no digit is left, step back to the previous cell, and continue with its next digit

The five specs ask for this search and differ only in the order (see `order`). It can be very slow; the other
engines are faster. This one can be watched at work, event by event: `trace`.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.arguments import clear_type_errors
from nonet.engines.base import Engine, check_supported
from nonet.engines.events import Event, Happening
from nonet.engines.order import Order
from nonet.engines.tally import Tally
from nonet.formats import PuzzleLike, as_puzzle
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle


class Backtracking(Engine):
    """Recursive backtracking, cell by cell and digit by digit.

    >>> from nonet.layout import Layout
    >>> mini = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> print(Backtracking().solution(mini))
    2 1 3 4
    4 3 1 2
    1 2 4 3
    3 4 2 1
    """

    name = "backtracking"
    summary = "plain recursive search, cell by cell; slow, and easy to follow with --trace"

    def supports(self, layout: Layout) -> bool:
        """Any board: it only asks which cells cannot hold the same digit."""
        return not layout.extras

    def solutions(
        self, puzzle: Puzzle, *, tally: Tally | None = None, order: Order | None = None
    ) -> Iterator[Grid]:
        """Every solution once, lazily, in the given order, or else row by row with digits ascending."""
        order = order or Order.row_by_row(puzzle.layout)
        for event in _search(puzzle, order, tally or Tally(), every_event=False):
            if event.grid is not None:
                yield event.grid

    def first_solution(self, puzzle: Puzzle, order: Order) -> Grid | None:
        """The first solution in this order, or None if there is none."""
        return next(self.solutions(puzzle, order=order), None)


@clear_type_errors
def trace(puzzle: PuzzleLike, order: Order | None = None) -> Iterator[Event]:
    """The events of the search, until all solutions have been found.

    >>> from nonet.layout import Layout
    >>> mini = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    >>> for event in list(trace(mini))[:4]:
    ...     print(event.happening.value, event.cell, event.digit, event.clash)
    conflict 0 1 1
    place 0 2 None
    conflict 3 1 1
    conflict 3 2 0
    """
    given = as_puzzle(puzzle)
    yield from _search(given, order or Order.row_by_row(given.layout), Tally(), every_event=True)


def _search(puzzle: Puzzle, order: Order, tally: Tally, *, every_event: bool) -> Iterator[Event]:
    """The search. Solutions are always reported; the other events only on request, because there are many."""
    check_supported(puzzle, "backtracking")
    layout = puzzle.layout
    houses_at = layout.houses_at
    values = list(puzzle.givens.entries)
    empty_cells = [cell for cell in order.cells if not values[cell]]
    allowed = puzzle.allowed
    in_house = [0] * len(layout.houses)  # for each house the bitmask of its digits
    for cell, digit in enumerate(values):
        if digit:
            if not allowed[cell]:
                return  # the puzzle rules out its own given
            for house in houses_at[cell]:
                in_house[house] |= 1 << digit - 1

    def visit(depth: int) -> Iterator[Event]:
        tally.visit()
        if depth == len(empty_cells):
            yield Event(Happening.SOLUTION, grid=Grid(layout, bytes(values)))
            return
        cell = empty_cells[depth]
        possible = allowed[cell]
        for house in houses_at[cell]:
            possible &= ~in_house[house]
        if not possible:
            tally.backtracks += 1
        for digit in order.digits[cell]:
            bit = 1 << digit - 1
            if not possible & bit:
                if every_event:
                    yield why_not(cell, digit)
                continue
            if every_event:
                yield Event(Happening.PLACE, cell, digit)
            values[cell] = digit
            for house in houses_at[cell]:
                in_house[house] |= bit
            yield from visit(depth + 1)
            values[cell] = 0
            for house in houses_at[cell]:
                in_house[house] &= ~bit
        if every_event:
            yield Event(Happening.STEP_BACK, cell)

    def why_not(cell: int, digit: int) -> Event:
        for house in layout.houses_of(cell):
            for other in house.cells:
                if values[other] == digit:
                    return Event(Happening.CONFLICT, cell, digit, house, other)
        return Event(Happening.RULED_OUT, cell, digit)

    yield from visit(0)
