"""Mines puzzles that need a technique, and nothing harder; `tools/bank_table.py` makes the bank of them.

    PYTHONPATH=src nice python tools/bank.py --seed 1 --count 500000 --keep 8 FILE

Digs minimal puzzles by number, walks the whole path of each that singles do not solve, and keeps those whose hardest
technique the puzzle needs, a few a technique. A puzzle is kept only if it does as well in most of some disguises, for
the path may take another turn there. FILE is read first, if it is there, and written anew every thousand digs; the
counts are written as comments, so that it tells how rare a technique is. The program can be stopped at any time, and
goes on from where it was.

    --around 100         where a rare technique turns up, but not as the hardest, looks at so many {-1,+1} neighbours
    --climb 100          from extreme puzzles up, so many neighbours rated on the way: for the hardest techniques
    --within hard:130    gives a path up at the first step that is harder: quicker, for what stands below that limit
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
from nonet.logic.path import path
from nonet.puzzle import Puzzle
from nonet.rating import rate
from nonet.rng import Rng
from nonet.symmetry import random_transformation

DISGUISES = 6
BATCH = 250
FEW = 4


class Bank:
    """What was found so far: puzzles by technique, and how often each was met."""

    def __init__(self, file: Path, keep: int, within: Limit, *, around: int = 0, climb: int = 0) -> None:
        self.file, self.keep, self.within = file, keep, within
        keys = frozenset(each.key for each in usual(CLASSIC) if hardness(each.key) <= within.key)
        self.acceptance = Acceptance(Recipe(allowed=keys))
        self.puzzles: dict[str, list[str]] = {}
        self.met: Counter[str] = Counter()  # hardest and needed
        self.seen: Counter[str] = Counter()  # on a path at all
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
        """Writes the file anew, in one stroke."""
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

    def look(self, values: bytes) -> None:
        """Takes note of one puzzle."""
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
            self.ascend(values)

    def ascend(self, values: bytes) -> None:
        """The hardest techniques of all: up from neighbour to neighbour, and a look at each puzzle on the way."""
        for _, each in climb(values, score, Rng(self.dug), tries=self.climb):
            puzzle = Puzzle(Grid(CLASSIC, each))
            for key in hardest(puzzle, PathSummary.of(list(path(puzzle)))):
                if len(self.puzzles.get(key, ())) < FEW and is_minimal(puzzle):
                    self.take(puzzle, key)

    def take(self, puzzle: Puzzle, key: str) -> bool:
        """Keeps it, if it is wanted and good."""
        kept = self.puzzles.setdefault(key, [])
        if len(kept) >= self.keep or not self.stays(puzzle, key):
            return False
        kept.append("".join(str(value) if value else "." for value in puzzle.givens))
        return True

    def explore(self, values: bytes, key: str) -> None:
        """A rare technique is often there in the neighbours of a puzzle, too, and among them it may be the hardest."""
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

    def stays(self, puzzle: Puzzle, key: str) -> bool:
        """Whether it needs the technique and nothing harder in most disguises, too."""
        good = 0
        for number in range(DISGUISES):
            other = random_transformation(CLASSIC, Rng(number, stream=self.dug))(puzzle)
            good += key in hardest(other, PathSummary.of(list(path(other))))
        return good > DISGUISES // 2


def hardest(puzzle: Puzzle, verdict: PathSummary) -> list[str]:
    """The techniques that the puzzle needs, and nothing harder than they are."""
    top = max(map(hardness, verdict.techniques))
    return [
        key
        for key in verdict.techniques
        if hardness(key) == top and needs(puzzle, key, within=verdict.techniques)
    ]


def score(values: bytes) -> float:
    """What `climb` climbs: the price of the path."""
    return rate(Puzzle(Grid(CLASSIC, values))).score


def limit(text: str) -> Limit:
    """`hard` or `hard:130`."""
    level, _, score = text.partition(":")
    return Limit(level_named(level), int(score) if score else None)


def main() -> None:
    """Mines."""
    parser = argparse.ArgumentParser(description="Mine the bank of rare techniques.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--count", type=int, default=100_000, help="digs in all, those of earlier runs included"
    )
    parser.add_argument("--keep", type=int, default=8, help="puzzles a technique")
    parser.add_argument("--within", type=limit, default=Limit(Level.EXTREME), help="LEVEL or LEVEL:SCORE")
    parser.add_argument(
        "--around", type=int, default=0, help="neighbours to look at where a rare technique turns up"
    )
    parser.add_argument(
        "--climb", type=int, default=0, help="neighbours to rate on the way up from an extreme puzzle"
    )
    options = parser.parse_args()
    bank = Bank(options.file, options.keep, options.within, around=options.around, climb=options.climb)
    while bank.dug < options.count:
        found = [each for each in dig_many(Dig(), options.seed, bank.dug, BATCH) if each is not None]
        for values, easy in zip(found, solved_by_singles(found), strict=True):
            if not easy:
                bank.look(values)
        bank.dug += BATCH
        if bank.dug % (4 * BATCH) == 0:
            bank.write()
    bank.write()


if __name__ == "__main__":
    main()
