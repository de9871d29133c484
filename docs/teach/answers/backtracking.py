"""An answer to exercise 2."""

from board import peers


def solve(board):
    for row in range(9):
        for column in range(9):
            if board[row][column] == 0:
                seen = {board[r][c] for r, c in peers(row, column)}
                for digit in range(1, 10):
                    if digit not in seen:
                        board[row][column] = digit
                        if solve(board):
                            return True
                        board[row][column] = 0
                return False
    return True
