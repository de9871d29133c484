"""The solution that plain backtracking finds first, found without its slowness.

Plain backtracking goes through the cells in an order and through the digits of each cell in an order; what it
finds first is the solution that comes first in a dictionary of that order. So one may as well spell it out,
letter by letter: in each cell, the first digit with which the board can still be solved. Whether it can, any
search may say, and two things make the question rare:

    propagation      most digits are impossible at once, most cells are decided by the ones before
    a witness        a solution is at hand that agrees with all cells spelt so far. Its digit in a cell needs
                     no proof; only the digits before that one are asked for, and each yes is the new witness
"""

from __future__ import annotations

from nonet.engines.attempts import some_solved_position
from nonet.engines.order import Order
from nonet.engines.position import Position
from nonet.engines.tally import Tally
from nonet.grid import Grid
from nonet.puzzle import Puzzle

__all__ = ["first_solution"]


def first_solution(puzzle: Puzzle, order: Order, *, tally: Tally | None = None) -> Grid | None:
    """The solution that backtracking in this order finds first, or None if there is none.

    >>> from nonet.layout import CLASSIC
    >>> grid = first_solution(Puzzle(Grid.empty(CLASSIC)), Order.right_to_left(CLASSIC))
    >>> [list(row) for row in grid.rows()[:2]]
    [[9, 8, 7, 6, 5, 4, 3, 2, 1], [3, 2, 1, 9, 8, 7, 6, 5, 4]]
    """
    tally = tally or Tally()
    position = Position.of(puzzle)
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
                better = some_solved_position(position.after(position.needs.move(cell, digit)), tally)
                if better is not None:
                    witness = better
                    break
                position.rule_out([(cell, digit)])
        position.place(position.needs.move(cell, witness.values[cell]))
        position.propagate()
    return position.grid()
