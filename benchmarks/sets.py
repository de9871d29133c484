"""The puzzle sets to measure: from a folder, or generated if there is none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nonet
from nonet.formats import format_grid
from nonet.generate import dig, random_grid
from nonet.generate.banks import low_clue_bases
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import random_transformation

__all__ = ["generate_sets", "read_sets"]

MIN_PUZZLES = 100
"""Files with fewer puzzles are ignored."""

BLANKS = str.maketrans("0_*-xX", "......")
PUZZLES, FORMS = 200, 10


def read_sets(folder: Path, *, most: int) -> dict[str, list[str]]:
    """All sets in the folder and its subfolders, by name, each with up to `most` puzzles in random order.

    A set is a text file with one puzzle of 81 characters per line, and comments (#). If a set is too large, evenly
    spaced puzzles are taken. Slow solvers don't get to the end of a set; the random order makes the beginning
    representative.
    """
    found = {}
    for path in sorted(folder.rglob("*.txt")):
        puzzles = list(_puzzles(path))
        if len(puzzles) >= MIN_PUZZLES:
            name = path.stem if path.stem not in found else str(path.relative_to(folder).with_suffix(""))
            spread = (
                [puzzles[n * len(puzzles) // most] for n in range(most)] if len(puzzles) > most else puzzles
            )
            found[name] = Rng(1).shuffled(spread)
    return found


def _puzzles(path: Path) -> Iterator[str]:
    """The puzzles in a file; none if the file contains anything else."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    lines = [line.strip().translate(BLANKS) for line in lines if line.strip() and not line.startswith("#")]
    if all(len(line) == 81 and set(line) <= set(".123456789") for line in lines):
        yield from lines


def generate_sets() -> dict[str, list[str]]:
    """Sets that are the same on every machine: 200 puzzles each, in ten equivalent forms."""
    rng = Rng(1)
    bank = [Puzzle(grid) for grid in low_clue_bases()[:PUZZLES]]
    return {
        "created": _transformed([nonet.create(1, stream=k) for k in range(PUZZLES)], rng),
        "minimal": _transformed([dig(random_grid(CLASSIC, rng), rng) for _ in range(PUZZLES)], rng),
        "low-clue bank": _transformed(bank, rng),
        "one clue removed": _transformed([_remove_clue(puzzle, rng) for puzzle in bank], rng),
    }


def _remove_clue(puzzle: Puzzle, rng: Rng) -> Puzzle:
    values = bytearray(puzzle.givens.values)
    values[rng.choice([cell for cell, value in enumerate(values) if value])] = 0
    return Puzzle(Grid(CLASSIC, bytes(values)))


def _transformed(puzzles: list[Puzzle], rng: Rng) -> list[str]:
    """Each puzzle ten times, each time under another random transformation."""
    return [
        format_grid(random_transformation(CLASSIC, rng)(puzzle).givens, "line").translate(BLANKS)
        for _ in range(FORMS)
        for puzzle in puzzles
    ]
