"""Builds the bank, `src/nonet/generate/bank.txt`, and the table in `docs/create.md` from the output of `bank.py`.

    PYTHONPATH=src python tools/bank_table.py FILE …
    PYTHONPATH=src python tools/bank_table.py             measures the times again, with the bank as it is

The files say what share of random minimal puzzles needs a technique and nothing harder. This program measures the time
to dig and examine one candidate; divided by that share, it gives the time to find a puzzle by digging. If that is too
long, and puzzles were found, the technique is served from the bank.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import process_time

from nonet.generate.banks import from_bank
from nonet.generate.examine import examined
from nonet.generate.levels import Limit, hardness, level_named, usual
from nonet.generate.recipe import Recipe
from nonet.generate.sources import Banked, Dug
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.logic.catalog import Technique, technique

ROOT = Path(__file__).resolve().parents[1]
BANK = ROOT / "src/nonet/generate/bank.txt"
TOO_LONG = 0.6
"""Seconds; techniques that take longer to dig for are served from the bank."""
KEEP = 10
SAMPLE = 2048
BATCH = 256
HEAD = """\
# Puzzles that need a technique and nothing harder: found by tools/bank.py, selected by tools/bank_table.py.
# First a line for each technique: the number of dug puzzles that need it and nothing harder, and the number of
# solving paths on which it occurs. Then the puzzles, for techniques that are too rare to dig for.
"""


@dataclass
class Mined:
    """The contents of a file written by `bank.py`."""

    dug: int = 0
    within: Limit = field(default_factory=lambda: Limit(level_named("extreme")))
    met: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    puzzles: dict[str, list[str]] = field(default_factory=dict)

    @staticmethod
    def read(file: Path) -> Mined:
        mined = Mined()
        for line in file.read_text(encoding="ascii").splitlines():
            match line.split():
                case ["#", "dug", number, *rest]:
                    mined.dug = int(number)
                    if rest:
                        mined.within = Limit(level_named(rest[1]), int(rest[2]) if rest[2:] else None)
                case ["#", "met", key, number, "seen", other]:
                    mined.met[key], mined.seen[key] = int(number), int(other)
                case [key, puzzle]:
                    mined.puzzles.setdefault(key, []).append(puzzle)
        return mined


@dataclass(frozen=True)
class Row:
    """The statistics of a technique."""

    technique: Technique
    met: int
    dug: int
    seen: int
    paths: int
    puzzles: tuple[str, ...]
    cost: float
    banked: bool
    """Whether puzzles for this technique come from the bank."""

    @property
    def key(self) -> str:
        return self.technique.key

    @property
    def seconds(self) -> float:
        """Time to find a puzzle by digging; a lower bound if none was met."""
        return self.cost * self.dug / max(self.met, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the bank and the table of techniques.")
    parser.add_argument("files", type=Path, nargs="*")
    files = [Mined.read(file) for file in parser.parse_args().files]
    if files:
        rows = [row(each, files) for each in usual(CLASSIC) if each.key != "full-house"]
        lines = [HEAD.rstrip()]
        for each in rows:
            lines.append(f"# {each.key} {each.met} of {each.dug}, on {each.seen} of {each.paths}")
        lines += [f"{each.key} {puzzle}" for each in rows if each.banked for puzzle in each.puzzles[:KEEP]]
        BANK.write_text("\n".join(lines) + "\n", encoding="ascii")
    else:
        rows = list(known_rows())
    page = ROOT / "docs/create.md"
    text = re.sub(
        r"(?<=<!-- techniques -->\n).*?(?=<!-- end -->)",
        lambda _: table(rows),
        page.read_text(encoding="utf-8"),
        flags=re.DOTALL,
    )
    page.write_text(text, encoding="utf-8")


def row(kind: Technique, files: list[Mined]) -> Row:
    """The statistics of a technique from the files, with the measured cost of a candidate."""
    key = kind.key
    whole = [
        each for each in files if each.within.score is None and each.within.level == level_named("extreme")
    ]
    counted = [each for each in files if hardness(key) <= each.within.key]
    puzzles = dict.fromkeys(puzzle for each in files for puzzle in each.puzzles.get(key, ()))
    singles = kind.level == level_named("easy")
    recipe = Recipe(required=frozenset({key}))
    met, dug = sum(each.met[key] for each in counted), sum(each.dug for each in counted)
    seen, paths = sum(each.seen[key] for each in whole), sum(each.dug for each in whole)
    if singles:  # bank.py skips puzzles that singles solve
        met, dug = sum(type(each).__name__ == "Made" for each in examined(recipe, 1, 0, 2000)), 2000
        seen = paths
    made = Row(kind, met, dug, seen, paths, tuple(puzzles), cost(recipe), banked=False)
    return replace(made, banked=bool(puzzles) and made.seconds > TOO_LONG)


def known_rows() -> Iterator[Row]:
    """The rows of the bank as it is, with times measured now."""
    text = BANK.read_text(encoding="ascii")
    puzzles: dict[str, list[str]] = {}
    for key, puzzle in re.findall(r"^([a-z0-9-]+) ([.1-9]{81})$", text, re.MULTILINE):
        puzzles.setdefault(key, []).append(puzzle)
    for key, *numbers in re.findall(r"^# (\S+) (\d+) of (\d+), on (\d+) of (\d+)$", text, re.MULTILINE):
        met, dug, seen, paths = map(int, numbers)
        seconds = cost(Recipe(required=frozenset({key})))
        banked = tuple(puzzles.get(key, ()))
        yield Row(technique(key), met, dug, seen, paths, banked, seconds, banked=bool(banked))


def cost(recipe: Recipe) -> float:
    """Seconds to dig and examine one candidate, in batches as `create` does it."""
    began = process_time()
    for first in range(0, SAMPLE, BATCH):
        list(examined(recipe, 123, first, BATCH, origin=Dug(recipe)))
    return (process_time() - began) / SAMPLE


def bank_seconds(row: Row) -> float:
    """Seconds to make a puzzle from the bank, including rating it."""
    recipe = Recipe(required=frozenset({row.key}))
    grids = {
        from_bank(row.key, number): Grid(CLASSIC, bytes(0 if c == "." else int(c) for c in each))
        for number, each in enumerate(row.puzzles[:KEEP], start=1)
    }
    began = process_time()
    outcomes = list(examined(recipe, 1, 0, 12, origin=Banked(grids)))
    made = sum(type(each).__name__ == "Made" for each in outcomes)
    return (process_time() - began) / max(made, 1)


def table(rows: list[Row]) -> str:
    """A Markdown table, easiest technique first."""
    lines = [
        "| technique | level | score | on the path of | needed by | time per puzzle | source |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in sorted(rows, key=lambda row: hardness(row.key)):
        share = percent(each.seen, each.paths)
        needed = f"1 in {each.dug / each.met:,.0f}" if each.met else f"fewer than 1 in {each.dug:,}"
        if each.banked:
            took, origin = duration(bank_seconds(each)), f"the bank ({min(len(each.puzzles), KEEP)})"
        else:
            took, origin = ("" if each.met else "over ") + duration(each.seconds), "digging"
        level, score = each.technique.level.name.lower(), each.technique.score
        lines.append(f"| {each.key} | {level} | {score} | {share} | {needed} | {took} | {origin} |")
    return "\n".join(lines) + "\n"


def percent(part: int, whole: int) -> str:
    """A percentage with a sensible number of decimals."""
    if not part:
        return "none"
    share = 100 * part / max(whole, 1)
    return f"{share:.0f} %" if share >= 10 else f"{share:.1f} %" if share >= 0.1 else f"{share:.2f} %"


def duration(seconds: float) -> str:
    if seconds < 0.0995:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 9.95 else f"{seconds:.0f} s"


if __name__ == "__main__":
    main()
