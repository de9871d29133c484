"""Where a puzzle came from. Every created puzzle says so, because those of a bank are a few puzzles in many disguises.

dug            clues removed from a random grid
exchanged      dug, and then clues exchanged for others
bank:NAME/N    puzzle N of a bank, counted from 1, transformed by a random symmetry: the bank of a technique
(`bank:jellyfish/3`), or of puzzles with few clues (`bank:low-clue/17`)
"""

from __future__ import annotations

from typing import NamedTuple

DUG = "dug"
EXCHANGED = "exchanged"


class Candidate(NamedTuple):
    """A puzzle of some source: its values row by row, and its origin."""

    values: bytes
    origin: str


def from_bank(name: str, number: int) -> str:
    """The origin of puzzle `number` of a bank.

    >>> from_bank("jellyfish", 3)
    'bank:jellyfish/3'
    """
    return f"bank:{name}/{number}"
