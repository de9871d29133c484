"""Searches for puzzles that need a technique and nothing harder; `tools/bank_table.py` builds the bank from them.

    PYTHONPATH=src nice python tools/bank.py --seed 1 --count 500000 --keep 8 FILE

Digs minimal puzzles, finds the solving path of each puzzle that singles do not solve, and keeps a few puzzles for each
technique: those that need it as their hardest technique. The path may differ in an equivalent form of the puzzle, so a
puzzle is kept only if it also needs the technique in most of six random transformations. FILE is read at the start, if
it exists, and written after every thousand digs. Its comments record how often each technique was met. The program can
be stopped at any time; the next run continues where it was.

    --around 100         if a rare technique is on a path, but not as the hardest: try 100 {-1,+1} neighbours
    --climb 100          for the hardest techniques: climb from extreme puzzles, rating 100 neighbours on the way
    --within hard:130    abandon a path at the first harder step; faster, for techniques up to that limit
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from pathlib import Path

from nonet.generate.acceptance import Acceptance, PathSummary, needs, solved_by_singles
from nonet.generate.dig import Dig, dig_many
from nonet.generate.examine import is_minimal
from nonet.generate.exchange import climb, neighbours
from nonet.generate.levels import Limit, hardness, level_named, usual
from nonet.generate.recipe import Recipe
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.logic.catalog import Level, technique
from nonet.puzzle import Puzzle
from nonet.rating import rate
from nonet.rng import Rng
from nonet.symmetry import random_transformation

TRANSFORMATIONS = 6
BATCH = 250
FEW = 4


class Bank:
    """The puzzles found so far, by technique, and how often each technique was met."""

    def __init__(self, file: Path, keep: int, within: Limit, *, around: int = 0, climb: int = 0) -> None:
        self.file, self.keep, self.within = file, keep, within
        keys = frozenset(each.key for each in usual(CLASSIC) if hardness(each.key) <= within.key)
        self.acceptance = Acceptance(Recipe(allowed=keys))
        self.puzzles: dict[str, list[str]] = {}
        self.met: Counter[str] = Counter()  # needed, and the hardest on the path
        self.seen: Counter[str] = Counter()  # anywhere on the path
        self.dug = 0
        self.around = around
        self.climb = climb
        if file.exists():
            for line in file.read_text(encoding="ascii").splitlines():
                match line.split():
                    case ["#", "dug", number, *_]:
                        self.dug = int(number)
                    case ["#", "met", key, number, "seen", other]:
                        self.met[key], self.seen[key] = int(number), int(other)
                    case [key, puzzle] if key != "#":
                        self.puzzles.setdefault(key, []).append(puzzle)

    def write(self) -> None:
        """Replaces the file atomically."""
        lines = [
            f"# dug {self.dug} within {self.within.level.name.lower()} {self.within.score or ''}".rstrip()
        ]
        for key in sorted(self.seen, key=lambda each: (hardness(each), each)):
            lines.append(f"# met {key} {self.met[key]} seen {self.seen[key]}")
        for key in sorted(self.puzzles, key=lambda each: (hardness(each), each)):
            lines += [f"{key} {puzzle}" for puzzle in self.puzzles[key]]
        new = self.file.with_suffix(".new")
        new.write_text("\n".join(lines) + "\n", encoding="ascii")
        os.replace(new, self.file)

    def examine(self, values: bytes) -> None:
        """Counts the techniques on the puzzle's path, and keeps the puzzle if it is wanted."""
        puzzle = Puzzle(Grid(CLASSIC, values))
        verdict = self.acceptance.judge(puzzle)
        if not isinstance(verdict, PathSummary):
            return
        self.seen.update(verdict.techniques)
        found = hardest(puzzle, verdict)
        for key in found:
            self.met[key] += 1
            self.take(puzzle, key)
        if self.around:
            for key in verdict.techniques:
                if (
                    key not in found
                    and len(self.puzzles.get(key, ())) < FEW
                    and technique(key).level > Level.MEDIUM
                ):
                    self.explore(values, key)

        if self.climb and technique(verdict.rating.technique).level is Level.EXTREME:
            self.climb_from(values)

    def climb_from(self, values: bytes) -> None:
        """Climbs to higher-rated neighbours and keeps those that need a technique of which there are few puzzles."""
        for _, each in climb(values, score, Rng(self.dug), tries=self.climb):
            puzzle = Puzzle(Grid(CLASSIC, each))
            for key in hardest(puzzle, PathSummary.of(puzzle)):
                if len(self.puzzles.get(key, ())) < FEW and is_minimal(puzzle):
                    self.take(puzzle, key)

    def take(self, puzzle: Puzzle, key: str) -> bool:
        """Keeps the puzzle if there are not enough for this technique yet; returns whether it did."""
        kept = self.puzzles.setdefault(key, [])
        if len(kept) >= self.keep or not self.is_robust(puzzle, key):
            return False
        kept.append("".join(str(value) if value else "." for value in puzzle.givens))
        return True

    def explore(self, values: bytes, key: str) -> None:
        """Looks for a neighbour in which the technique is the hardest: neighbours often have the same techniques."""
        gaps = [[cell] for cell, value in enumerate(values) if value]
        near = [each for found in neighbours(values, gaps) for each in found]
        Rng(self.dug).shuffle(near)
        acceptance = Acceptance(Recipe(required=frozenset({key})))
        for each in near[: self.around]:
            puzzle = Puzzle(Grid(CLASSIC, each))
            if (
                isinstance(acceptance.judge(puzzle), PathSummary)
                and is_minimal(puzzle)
                and self.take(puzzle, key)
            ):
                return

    def is_robust(self, puzzle: Puzzle, key: str) -> bool:
        """Whether most transformations of the puzzle also need the technique and nothing harder."""
        good = 0
        for number in range(TRANSFORMATIONS):
            other = random_transformation(CLASSIC, Rng(number, stream=self.dug))(puzzle)
            good += key in hardest(other, PathSummary.of(other))
        return good > TRANSFORMATIONS // 2


def hardest(puzzle: Puzzle, verdict: PathSummary) -> list[str]:
    """The hardest techniques on the path, as far as the puzzle cannot do without them."""
    top = max(map(hardness, verdict.techniques))
    return [
        key
        for key in verdict.techniques
        if hardness(key) == top and needs(puzzle, key, within=verdict.techniques)
    ]


def score(values: bytes) -> float:
    """The score that `climb` maximizes: the rating."""
    return rate(Puzzle(Grid(CLASSIC, values))).score


def limit(text: str) -> Limit:
    """`hard` or `hard:130`."""
    level, _, score = text.partition(":")
    return Limit(level_named(level), int(score) if score else None)


def main() -> None:
    parser = argparse.ArgumentParser(description="Search for puzzles that need rare techniques.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--count", type=int, default=100_000, help="total number of digs, including earlier runs"
    )
    parser.add_argument("--keep", type=int, default=8, help="puzzles per technique")
    parser.add_argument("--within", type=limit, default=Limit(Level.EXTREME), help="LEVEL or LEVEL:SCORE")
    parser.add_argument(
        "--around", type=int, default=0, help="neighbours to try around a puzzle with a rare technique"
    )
    parser.add_argument(
        "--climb", type=int, default=0, help="neighbours to rate when climbing from an extreme puzzle"
    )
    options = parser.parse_args()
    bank = Bank(options.file, options.keep, options.within, around=options.around, climb=options.climb)
    while bank.dug < options.count:
        found = [each for each in dig_many(Dig(), options.seed, bank.dug, BATCH) if each is not None]
        for values, easy in zip(found, solved_by_singles(found), strict=True):
            if not easy:
                bank.examine(values)
        bank.dug += BATCH
        if bank.dug % (4 * BATCH) == 0:
            bank.write()
    bank.write()


if __name__ == "__main__":
    main()
