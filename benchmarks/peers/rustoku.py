"""rustoku: a solver in Rust. Its count does not return solutions, so it takes one call to count and one to solve."""

from __future__ import annotations

from benchmarks.peers.base import LIMIT, Answer, Peer, package

__all__ = ["peer"]


class Rustoku(Peer):
    name = "rustoku"

    def __init__(self) -> None:
        self.module = package("rustoku", "rustoku")

    def solve(self, puzzle: str) -> Answer:
        return Answer(self.module.count_solutions(puzzle, LIMIT), self.module.solve(puzzle) or None)


def peer() -> Peer:
    return Rustoku()
