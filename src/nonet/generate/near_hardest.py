"""Puzzles near the hardest known: chance does not find ratings of 10 and more, but near known ones there are."""

from __future__ import annotations

from nonet.formats import parse
from nonet.generate.exchange import neighbours
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import random_transformation

HARDEST = (
    # Well-known puzzles that Sudoku Explainer rates 11.0 to 11.9: Golden Nugget, Easter Monster, and others that lists
    # of the hardest have had for years.
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "98.7.....7.....6....6.5.....4...5.3...79..5......2...1..85..9......1...4.....3.2.",
    "98.7.....6.....87...7.....5.4..3.5....65...9......2..1..86...5.....1.3.......4..2",
    "12..3....4....1.2...52..1..5..4..2......6..7......3..8.5....9....9.7..3......8..6",
    "12.3.....4.5...6...7.....2.6..1..3....453.........8..9...45.1.........8......2..7",
    "..3..6.8....1..2......7...4..9..8.6..3..4...1.7.2.....3....5.....5...6..98.....5.",
    "12.3.....4.....3....3.5......42..5......8...9.6...5.7...15..2......9..6......7..8",
    "..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..686........7..6..5..",
    ".......12......345..3..46....2..1.3..7..6....8..9.......5..2..4.6..8....9..7.....",
)


def near_hardest(seed: int) -> Puzzle:
    """One of the hardest known puzzles with one clue exchanged for another, transformed by a random symmetry."""
    rng = Rng(seed)
    base = parse(rng.choice(HARDEST)).givens.entries
    gaps = [[cell] for cell, entry in enumerate(base) if entry]
    near = [each for found in neighbours(base, gaps) for each in found]
    return random_transformation(CLASSIC, rng)(Puzzle(Grid(CLASSIC, rng.choice(near))))
