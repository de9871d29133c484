"""An answer to exercise 5."""

from board import peers


def possible(board, row, column):
    if board[row][column]:
        return set()
    return set(range(1, 10)) - {board[r][c] for r, c in peers(row, column)}


def houses():
    for number in range(9):
        yield [(number, column) for column in range(9)]
        yield [(row, number) for row in range(9)]
        top, left = number // 3 * 3, number % 3 * 3
        yield [(top + place // 3, left + place % 3) for place in range(9)]


def fill_naked_singles(board):
    written = 0
    changed = True
    while changed:
        changed = False
        for row in range(9):
            for column in range(9):
                digits = possible(board, row, column)
                if len(digits) == 1:
                    board[row][column] = digits.pop()
                    written += 1
                    changed = True
    return written


def fill_hidden_singles(board):
    written = 0
    changed = True
    while changed:
        changed = False
        for house in houses():
            for digit in range(1, 10):
                places = [(row, column) for row, column in house if digit in possible(board, row, column)]
                if len(places) == 1:
                    row, column = places[0]
                    board[row][column] = digit
                    written += 1
                    changed = True
    return written
