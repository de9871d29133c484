"""Finding some solution with restarts, so that one bad guess does not cost minutes.

On a board with few digits a search can be unlucky: an early guess leaves a huge subtree without a solution, or
there is a contradiction in one corner while the guesses are made in another, and the search proves the same
thing a thousand times. Three measures help:

    a budget          an attempt may visit a limited number of positions, the next one twice as many
    another order     each further attempt takes the options in another random order (the same in every run)
    a probe           before the second attempt every candidate is tried; those that fail at once are ruled out

Easy boards never get that far. A board without a solution costs at most a few times more than in one attempt.

After Gomes, Selman and Kautz, "Boosting combinatorial search through randomization" (1998), on the heavy-tailed
cost of searches; the probe is the singleton consistency of Debruyne and Bessière (1997).
"""

from __future__ import annotations

from itertools import count

from nonet.engines.position import SearchPosition
from nonet.engines.tally import Tally
from nonet.rng import Rng

NODES_A_CELL = 1
"""Budget of the first attempt: nodes for each cell of the board."""

PATIENCE = 10
"""Nodes for each cell after which a search without a solution so far checks here that there is one."""


def some_solved_position(position: SearchPosition, tally: Tally) -> SearchPosition | None:
    """A completed copy of the position, or None if there is none."""
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
            tally.visit()
            if not current.propagate():
                tally.backtracks += 1
                continue
            if not current.unmet:
                return current
            options = current.options()
            if attempt:
                rng.shuffle(options)
            stack += [current.after(placement) for placement in reversed(options)]
        if not stack:
            return None
    raise AssertionError("there is always one more attempt")
