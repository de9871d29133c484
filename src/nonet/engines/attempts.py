"""Some solution, without bad luck: a search that starts over.

A search can be unlucky on a board with few digits. An early guess leaves a huge part of the tree without a
solution, or the board has a contradiction in one corner while the guesses are made in another, and the search
proves the same thing a thousand times. Three habits help:

    a budget      an attempt may look at so many positions, the next one at twice as many
    new luck      each further attempt takes the options in another order (the same in every run)
    a probe       before the second attempt every candidate is tried; those that fail at once are ruled out

An easy board never gets that far. One without a solution costs at most a few times more than in one attempt.

After Gomes, Selman and Kautz, "Boosting combinatorial search through randomization" (1998), who found how
often the cost of a search has no mean; the probe is the singleton consistency of Debruyne and Bessière
(1997).
"""

from __future__ import annotations

from itertools import count

from nonet.engines.position import Position
from nonet.engines.tally import Tally
from nonet.rng import Rng

__all__ = ["PATIENCE", "some_solved_position"]

NODES_A_CELL = 1
"""How many nodes, for each cell of the board, the first attempt may look at."""

PATIENCE = 10
"""After how many nodes a cell another search, still without a solution, asks here whether there is one."""


def some_solved_position(position: Position, tally: Tally) -> Position | None:
    """A way to complete a position, or None if there is none. The position itself stays as it is."""
    for attempt in count():
        if attempt == 1:
            position = position.copy()
            if not position.probe(tally):
                return None
        rng = Rng(attempt)
        last = tally.nodes + (NODES_A_CELL * len(position.values) << attempt)
        stack = [position.copy()]
        while stack and tally.nodes < last:
            current = stack.pop()
            tally.nodes += 1
            if not current.propagate():
                continue
            if not current.unmet:
                return current
            options = current.options()
            if attempt:
                rng.shuffle(options)
            stack += [current.after(move) for move in reversed(options)]
        if not stack:
            return None
    raise AssertionError("there is always one more attempt")
