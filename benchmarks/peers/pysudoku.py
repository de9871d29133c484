"""py-sudoku: backtracking in Python, starting with the cell that has the fewest candidates."""

from __future__ import annotations

from benchmarks.peers.base import Answer, Peer, package

__all__ = ["peer"]


class PySudoku(Peer):
    """Solves in two opposite orders to see whether there are several solutions."""

    name = "py-sudoku"

    def __init__(self) -> None:
        self.module = package("sudoku", "py-sudoku")

    def solve(self, puzzle: str) -> Answer:
        values = [int(digit) for digit in puzzle.replace(".", "0")]
        subject = self.module.Sudoku(3, 3, board=[values[row : row + 9] for row in range(0, 81, 9)])
        board = subject.solve().board
        if board[0][0] is None:
            return Answer(0)
        solution = "".join(str(digit) for row in board for digit in row)
        return Answer(1 + subject.has_multiple_solutions(), solution)


def peer() -> Peer:
    return PySudoku()
