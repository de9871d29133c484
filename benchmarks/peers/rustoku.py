"""rustoku: a solver in Rust. It counts to a limit without giving solutions, so it is asked once for each."""

from __future__ import annotations

from benchmarks.peers.base import LIMIT, Answer, Peer, package

__all__ = ["peer"]


class Rustoku(Peer):
    """The count proves; the solution is what people want."""

    name = "rustoku"

    def __init__(self) -> None:
        self.module = package("rustoku", "rustoku")

    def solve(self, puzzle: str) -> Answer:
        """At most two solutions."""
        return Answer(self.module.count_solutions(puzzle, LIMIT), self.module.solve(puzzle) or None)


def peer() -> Peer:
    """If rustoku is installed."""
    return Rustoku()
