"""An answer to exercise 7."""

from counting import count


def make_puzzle(solution, order):
    puzzle = [row[:] for row in solution]
    for row, column in order:
        digit, puzzle[row][column] = puzzle[row][column], 0
        if count(puzzle, 2) != 1:
            puzzle[row][column] = digit
    return puzzle
