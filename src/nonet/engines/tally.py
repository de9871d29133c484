"""The cost of a search in counts, which are the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Tally:
    """Counts the `nodes` of a search, the positions it has visited, including the first; and its `backtracks`, the
    positions that it found to be dead ends.

    `solutions` and `solution` of every engine take a tally, and so do all methods of `search`. The compiled engines do
    not count: they leave it as it is.
    """

    nodes: int = 0
    backtracks: int = 0

    def visit(self) -> None:
        """Counts a position."""
        self.nodes += 1
