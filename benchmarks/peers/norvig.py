"""Norvig's algorithm (norvig.com/sudoku.html), our own implementation of the idea that most Python solvers use.

Each cell has a string of its candidates. Placing a digit means eliminating the others, and eliminations propagate: a
cell with one candidate left removes it from its peers, and a digit with one place left in a house is placed there. When
nothing more follows, the search tries the candidates of the cell that has the fewest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from benchmarks.peers.base import LIMIT, Answer, Peer

from nonet.layout import CLASSIC

__all__ = ["peer"]

DIGITS = "123456789"
HOUSES_OF = [
    [house.cells for house in CLASSIC.houses if cell in house.cells] for cell in range(CLASSIC.cell_count)
]
PEERS_OF = [sorted({c for house in houses for c in house} - {cell}) for cell, houses in enumerate(HOUSES_OF)]


def place(options: list[str], cell: int, digit: str) -> bool:
    """Places a digit and propagates; False on a contradiction."""
    return all(eliminate(options, cell, other) for other in options[cell] if other != digit)


def eliminate(options: list[str], cell: int, digit: str) -> bool:
    """Removes a candidate and propagates; False on a contradiction."""
    if digit not in options[cell]:
        return True
    options[cell] = left = options[cell].replace(digit, "")
    if not left:
        return False
    if len(left) == 1 and not all(eliminate(options, peer, left) for peer in PEERS_OF[cell]):
        return False
    for house in HOUSES_OF[cell]:
        places = [c for c in house if digit in options[c]]
        if not places or (len(places) == 1 and not place(options, places[0], digit)):
            return False
    return True


def solutions(options: list[str]) -> Iterator[str]:
    """All solutions of a fully propagated position."""
    undecided = [(len(digits), cell) for cell, digits in enumerate(options) if len(digits) > 1]
    if not undecided:
        yield "".join(options)
        return
    _, cell = min(undecided)
    for digit in options[cell]:
        attempt = options.copy()
        if place(attempt, cell, digit):
            yield from solutions(attempt)


class Norvig(Peer):
    """Propagation and search on strings of digits."""

    name = "Norvig's algorithm"

    def solve(self, puzzle: str) -> Answer:
        options = [DIGITS] * len(puzzle)
        for cell, digit in enumerate(puzzle):
            if digit in DIGITS and not (digit in options[cell] and place(options, cell, digit)):
                return Answer(0)
        found = list(islice(solutions(options), LIMIT))
        return Answer(len(found), found[0] if found else None)


def peer() -> Peer:
    return Norvig()
