"""Solving as people do: techniques, the path they make, and the proof of each step.

    path(puzzle)                        the steps from the givens to the solution, the easiest first
    next_step(position)                 the easiest step in a position
    all_steps(position, technique)      every step of one technique
    verify(position, step)              the proof, from the evidence of the step alone

>>> from nonet.layout import CLASSIC
>>> from nonet.puzzle import Puzzle
>>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> puzzle = Puzzle.of(CLASSIC, (int(symbol) for symbol in line.replace(".", "0")))
>>> steps = list(path(puzzle))
>>> len(steps), {step.technique for step in steps} <= {"full-house", "naked-single", "hidden-single"}
(51, True)
"""

from nonet.lazy_names import lazy_names
from nonet.logic.path import path as path  # now: lazy imports would find the modules of these names
from nonet.logic.verify import verify as verify

__getattr__, __dir__, __all__ = lazy_names(__name__)
