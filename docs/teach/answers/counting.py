"""An answer to exercise 3."""

from board import peers


def count(board, limit):
    if limit == 0:
        return 0
    for row in range(9):
        for column in range(9):
            if board[row][column] == 0:
                seen = {board[r][c] for r, c in peers(row, column)}
                found = 0
                for digit in range(1, 10):
                    if digit not in seen:
                        board[row][column] = digit
                        found += count(board, limit - found)
                        board[row][column] = 0
                        if found == limit:
                            break
                return found
    return 1
