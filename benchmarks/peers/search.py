"""nonet's engine in pure Python, which is used where the kernel is not built."""

from __future__ import annotations

from itertools import islice

from benchmarks.peers.base import LIMIT, Answer, Peer

from nonet.engines import engine
from nonet.errors import RuleError
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

__all__ = ["peer"]


class Search(Peer):
    """The engine `search`, including the time to parse the puzzle."""

    name = "nonet in pure Python (search)"

    def __init__(self) -> None:
        self.engine = engine("search")

    def solve(self, puzzle: str) -> Answer:
        try:
            subject = Puzzle.of(CLASSIC, map(int, puzzle.replace(".", "0")))
        except RuleError:
            return Answer(0)
        found = list(islice(self.engine.solutions(subject), LIMIT))
        return Answer(len(found), "".join(map(str, found[0].values)) if found else None)


def peer() -> Peer:
    return Search()
