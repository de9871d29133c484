"""What a search cost, in counts: for tests and for the curious. Times depend on the machine; these do not."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Tally"]


@dataclass
class Tally:
    """Counts the `nodes` of a search: the positions it has looked at, the first one included."""

    nodes: int = 0
