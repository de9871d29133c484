"""dokusan: singles and backtracking in Python. It looks for one solution only."""

from __future__ import annotations

from benchmarks.peers.base import Answer, Peer, package

__all__ = ["peer"]


class Dokusan(Peer):
    """Uses `backtrack`, the only one of its solvers that solves every puzzle."""

    name = "dokusan (uniqueness not proved)"

    def __init__(self) -> None:
        self.solvers = package("dokusan.solvers", "dokusan")
        self.boards = package("dokusan.boards", "dokusan")
        self.errors = package("dokusan.exceptions", "dokusan")

    def solve(self, puzzle: str) -> Answer:
        board = self.boards.Sudoku.from_string(puzzle, box_size=self.boards.BoxSize(3, 3))
        try:
            return Answer(None, str(self.solvers.backtrack(board)))
        except self.errors.DokusanError:
            return Answer(0)


def peer() -> Peer:
    return Dokusan()
