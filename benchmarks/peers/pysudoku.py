"""py-sudoku: backtracking in Python, the cell with the fewest options first."""

from __future__ import annotations

from benchmarks.peers.base import Answer, Peer, package

__all__ = ["peer"]


class PySudoku(Peer):
    """It tells several solutions from one by solving in both directions."""

    name = "py-sudoku"

    def __init__(self) -> None:
        self.module = package("sudoku", "py-sudoku")

    def solve(self, puzzle: str) -> Answer:
        """A solution, and whether it is the only one."""
        values = [int(digit) for digit in puzzle.replace(".", "0")]
        subject = self.module.Sudoku(3, 3, board=[values[row : row + 9] for row in range(0, 81, 9)])
        board = subject.solve().board
        if board[0][0] is None:
            return Answer(0)
        solution = "".join(str(digit) for row in board for digit in row)
        return Answer(1 + subject.has_multiple_solutions(), solution)


def peer() -> Peer:
    """If py-sudoku is installed."""
    return PySudoku()
