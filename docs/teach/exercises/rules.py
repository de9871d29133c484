"""Exercise 1: the rules.

A digit fits into an empty cell if it is not yet in the same row, the same column or the same 3x3 box.

Hint: the box of a cell begins in row `row // 3 * 3` and column `column // 3 * 3`.
"""


def fits(board, row, column, digit):
    """Whether the digit fits into the empty cell in this row and column."""
    raise NotImplementedError
