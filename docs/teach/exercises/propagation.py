"""Exercise 5: think before you guess.

Two rules solve many puzzles without a guess:

naked single     only one digit fits into a cell, so it goes there
hidden single    only one cell of a row, a column or a box can take a digit, so it goes there

Each digit you write may make new singles: repeat until there are none.
"""

from board import peers


def fill_naked_singles(board):
    """Fills in naked singles until there are none; returns how many digits were written."""
    raise NotImplementedError


def fill_hidden_singles(board):
    """Fills in hidden singles until there are none; returns how many digits were written."""
    raise NotImplementedError
