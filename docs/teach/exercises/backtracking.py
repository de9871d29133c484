"""Exercise 2: backtracking.

Find an empty cell. Try each digit that fits: write it, and solve the rest. If the rest cannot be solved, erase the
digit and try the next. If no digit is left, this board has no solution, so somebody before you made a mistake.

Hint: the function calls itself. Watch it work: sudoku solve --engine backtracking --trace
"""

from board import peers


def solve(board):
    """Fills the board with a solution and returns True; if there is none, leaves it as it was and returns False."""
    raise NotImplementedError
