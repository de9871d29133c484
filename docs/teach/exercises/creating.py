"""Exercise 7: make a puzzle.

Start with a solved board and take clues away, one after the other, as long as the solution stays the only one. When
no clue can be taken away any more, the puzzle is minimal.

Hint: if a clue cannot be taken away now, it can never be taken away later. Why? Use your answer to exercise 3.
"""

from counting import count


def make_puzzle(solution, order):
    """A puzzle with this solution alone, after trying the cells in `order`, each (row, column), once and in this order.

    `solution` is left as it is.
    """
    raise NotImplementedError
