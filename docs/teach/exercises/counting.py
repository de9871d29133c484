"""Exercise 3: the number of solutions.

A Sudoku must have exactly one solution. To prove it, do not stop at the first: go on as if it had been a mistake.
An empty board has 6,670,903,752,021,072,936,960 solutions, so stop at a limit.
"""

from board import peers


def count(board, limit):
    """The number of solutions, but at most `limit`; the board is the same afterwards."""
    raise NotImplementedError
