"""The sets of puzzles that are measured: those of a folder, or our own making when there is none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nonet
from nonet.formats import format_grid
from nonet.generate import dig, random_grid
from nonet.generate.lowclue import bases
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import random_transformation

__all__ = ["of_folder", "our_own"]

FEWEST = 100
"""A file with fewer puzzles is no set to measure."""

BLANKS = str.maketrans("0_*-xX", "......")
ORIGINALS, DISGUISES = 200, 10


def of_folder(folder: Path, *, most: int) -> dict[str, list[str]]:
    """Every set below the folder by name, with at most so many of its puzzles, evenly spaced, in random order.

    A set is a text file with a puzzle a line, 81 characters, and nothing else but comments (#). In random order,
    any beginning of a set stands for the whole: the slow get no further than that.
    """
    found = {}
    for path in sorted(folder.rglob("*.txt")):
        puzzles = list(_puzzles(path))
        if len(puzzles) >= FEWEST:
            name = path.stem if path.stem not in found else str(path.relative_to(folder).with_suffix(""))
            spread = (
                [puzzles[n * len(puzzles) // most] for n in range(most)] if len(puzzles) > most else puzzles
            )
            found[name] = Rng(1).shuffled(spread)
    return found


def _puzzles(path: Path) -> Iterator[str]:
    """The puzzles of a file; none if it holds anything else."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    lines = [line.strip().translate(BLANKS) for line in lines if line.strip() and not line.startswith("#")]
    if all(len(line) == 81 and set(line) <= set(".123456789") for line in lines):
        yield from lines


def our_own() -> dict[str, list[str]]:
    """Sets that anybody can make, the same on every machine: a few originals, in many disguises."""
    rng = Rng(1)
    bank = [Puzzle(grid) for grid in bases()[:ORIGINALS]]
    return {
        "created": _disguised([nonet.create(1, stream=k) for k in range(ORIGINALS)], rng),
        "dug to the end": _disguised([dig(random_grid(CLASSIC, rng), rng) for _ in range(ORIGINALS)], rng),
        "low-clue bank": _disguised(bank, rng),
        "a clue too few": _disguised([_without_a_clue(puzzle, rng) for puzzle in bank], rng),
    }


def _without_a_clue(puzzle: Puzzle, rng: Rng) -> Puzzle:
    values = bytearray(puzzle.givens.values)
    values[rng.choice([cell for cell, value in enumerate(values) if value])] = 0
    return Puzzle(Grid(CLASSIC, bytes(values)))


def _disguised(puzzles: list[Puzzle], rng: Rng) -> list[str]:
    """Each of them so many times, each time under another symmetry."""
    return [
        format_grid(random_transformation(CLASSIC, rng)(puzzle).givens, "line").translate(BLANKS)
        for _ in range(DISGUISES)
        for puzzle in puzzles
    ]
