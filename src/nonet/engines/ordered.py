"""The solution that plain backtracking finds first, found much faster.

Plain backtracking visits the cells in an order and tries the digits of each cell in an order. What it finds
first is the lexicographically first solution in that order, so it can be built cell by cell: take the first
digit with which the board can still be solved. Any search can tell whether it can, and two things make that
question rare:

    propagation      most digits are impossible at once, and most cells follow from those before
    a witness        a known solution that agrees with all cells decided so far. Its own digit in a cell needs
                     no proof; only smaller ones are tried, and each that works gives a new witness
"""

from __future__ import annotations

from nonet.engines.order import Order
from nonet.engines.position import SearchPosition
from nonet.engines.restarts import some_solved_position
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.puzzle import Puzzle


def first_solution(puzzle: Puzzle, order: Order, *, tally: Tally | None = None) -> Grid | None:
    """The solution that backtracking in this order finds first, or None if there is none.

    >>> from nonet.layout import CLASSIC
    >>> grid = first_solution(Puzzle(Grid.empty(CLASSIC)), Order.right_to_left(CLASSIC))
    >>> [list(row) for row in grid.rows()[:2]]
    [[9, 8, 7, 6, 5, 4, 3, 2, 1], [3, 2, 1, 9, 8, 7, 6, 5, 4]]
    """
    tally = tally or Tally()
    position = SearchPosition.of(puzzle)
    witness = some_solved_position(position, tally)
    if witness is None:
        return None
    position.propagate()
    for cell in order.cells:
        if position.values[cell]:
            continue
        for digit in order.digits[cell]:
            if digit == witness.values[cell]:
                break
            if position.is_open(cell, digit):
                better = some_solved_position(position.after(position.cover.placement(cell, digit)), tally)
                if better is not None:
                    witness = better
                    break
                position.rule_out([(cell, digit)])
        position.place(position.cover.placement(cell, witness.values[cell]))
        position.propagate()
    return position.grid()
