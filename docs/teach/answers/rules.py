"""An answer to exercise 1."""


def fits(board, row, column, digit):
    top, left = row // 3 * 3, column // 3 * 3
    for other in range(9):
        if board[row][other] == digit or board[other][column] == digit:
            return False
        if board[top + other // 3][left + other % 3] == digit:
            return False
    return True
