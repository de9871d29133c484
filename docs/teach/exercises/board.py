"""What all exercises share. Nothing is to be done here.

A board is a list of nine rows, each a list of nine numbers; 0 is an empty cell. Rows and columns are counted from 0.
"""


def parse(text):
    """The board that 81 characters describe, row by row; a dot is an empty cell."""
    numbers = [0 if character == "." else int(character) for character in text]
    return [numbers[start : start + 9] for start in range(0, 81, 9)]


def show(board):
    """The board as text, for print."""
    return "\n".join(" ".join(str(number or ".") for number in row) for row in board)


def peers(row, column):
    """The cells, as (row, column), that share a row, a column or a box with this one."""
    top, left = row // 3 * 3, column // 3 * 3
    found = {(row, other) for other in range(9)} | {(other, column) for other in range(9)}
    found |= {(top + down, left + across) for down in range(3) for across in range(3)}
    return found - {(row, column)}
