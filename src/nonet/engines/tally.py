"""The cost of a search in counts, which are the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Tally"]


@dataclass
class Tally:
    """Counts the `nodes` of a search: the positions it has visited, including the first.

    All methods of the engine `search` take a tally; of the engine `propagation`, the method `solutions` does.
    """

    nodes: int = 0
