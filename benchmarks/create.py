"""Measures how fast puzzles are dug, compared with other generators; see docs/create.md.

    python -m benchmarks.create [--qqwing PROGRAM]

The generators take turns, and the best turn counts, in CPU time. The solving kernel checks that every puzzle is unique;
an engine in Python checks a sample as well. To check that a puzzle is minimal, each clue (or orbit) is removed in turn.
Prints a page, and writes it to benchmarks/results/, named after the processor. The exit status is 1 if a puzzle made by
nonet is not unique.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.peers.base import Unavailable, package
from benchmarks.report import processor, short, slug

from nonet import _native
from nonet.engines import engine
from nonet.generate.dig import Dig, dig_many
from nonet.generate.exchange import few_clues
from nonet.generate.orbits import SYMMETRIES, orbits
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.version import __version__

RESULTS = Path(__file__).resolve().parent / "results"
TEXT = bytes(range(48, 58)) + bytes(246)
SAMPLE = 5
"""How many puzzles of each generator are also checked by an engine in Python."""


@dataclass
class Generator:
    """`make(turn)` returns puzzles as values, None for each failed attempt."""

    kind: str
    name: str
    make: Callable[[int], Sequence[bytes | None]]
    symmetry: str = "none"
    best: float = 0.0
    puzzles: list[bytes] = field(default_factory=list)

    def take_turn(self, turn: int) -> None:
        before = _cpu_seconds()
        found = [each for each in self.make(turn) if each is not None]
        self.best = max(self.best, len(found) / (_cpu_seconds() - before))
        self.puzzles += found


def _cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


# -- generators -------------------------------------------------------------------------------------------------


def ours(count: int) -> list[Generator]:
    """nonet: each kind of puzzle, on one thread, with the default instruction set."""

    def dug(what: Dig, numbers: int) -> Callable[[int], Sequence[bytes | None]]:
        return lambda turn: dig_many(what, turn, 0, numbers)

    def low(clues: int, numbers: int) -> Callable[[int], Sequence[bytes | None]]:
        return lambda turn: [few_clues(clues, turn, number) for number in range(numbers)]

    me = f"nonet {_native.isa}"
    found = [Generator("minimal", me, dug(Dig(), count))]
    found += [
        Generator(f"minimal, {name}", me, dug(Dig(symmetry=name), count), name) for name in SYMMETRIES[1:]
    ]
    for clues in (24, 28, 36, 50):
        found.append(Generator(f"{clues} clues", me, dug(Dig(clues=clues), count)))
        what = Dig(symmetry="rotational", clues=clues)
        found.append(Generator(f"{clues} clues, rotational", me, dug(what, count), "rotational"))
    found += [Generator(f"{clues} clues", me, low(clues, n)) for clues, n in ((21, 40), (20, 20), (19, 10))]
    return found


def qqwing(program: str) -> list[Generator]:
    """QQwing: minimal puzzles of any difficulty."""
    path = shutil.which(program)
    if path is None:
        raise Unavailable("not installed: apt install qqwing, or --qqwing PROGRAM")

    def generate(symmetry: str, count: int) -> Callable[[int], Sequence[bytes]]:
        command = [path, "--generate", str(count), "--one-line", "--symmetry", symmetry]

        def make(turn: int) -> Sequence[bytes]:
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            return [_values(line) for line in done.stdout.split()]

        return make

    return [
        Generator("minimal", "qqwing", generate("none", 200)),
        Generator("minimal, rotational", "qqwing", generate("rotate180", 200), "rotational"),
    ]


def dokusan() -> list[Generator]:
    """dokusan: puzzles of a given rank, not minimal."""
    generators = package("dokusan.generators", "dokusan")
    return [Generator("any", "dokusan", lambda turn: [_values(str(generators.random_sudoku(avg_rank=150)))])]


def py_sudoku() -> list[Generator]:
    """py-sudoku: empties a percentage of the cells without checking that the solution is unique."""
    module = package("sudoku", "py-sudoku")

    def make(turn: int) -> Sequence[bytes]:
        boards = [module.Sudoku(3, seed=100 * turn + n).difficulty(0.65).board for n in range(20)]
        return [bytes(value or 0 for row in board for value in row) for board in boards]

    return [Generator("65 % blank", "py-sudoku", make)]


def _values(line: str) -> bytes:
    return bytes(int(sign) if sign in "123456789" else 0 for sign in line)


# -- checks -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Checked:
    """The result of checking a generator's puzzles."""

    count: int
    clues: float
    unique: float
    minimal: float

    @staticmethod
    def of(generator: Generator) -> Checked:
        """Checks all puzzles of all turns; for minimality, the first 500."""
        puzzles = generator.puzzles
        if not puzzles:
            return Checked(0, 0, 0, 0)
        python_engine = engine("propagation")
        chosen = Random(1).sample(puzzles, min(SAMPLE, len(puzzles)))
        status = _status(puzzles)
        for values in chosen:
            assert python_engine.is_unique(Puzzle(Grid(CLASSIC, values))) == (_status([values])[0] == 1)
        groups = orbits(CLASSIC, generator.symmetry)
        minimal = sum(
            one == 1 and _is_minimal(values, groups)
            for one, values in zip(status, puzzles[:500], strict=False)
        )
        clues = sum(81 - values.count(0) for values in puzzles)
        return Checked(
            len(puzzles),
            clues / len(puzzles),
            status.count(1) / len(puzzles),
            minimal / len(puzzles[:500]),
        )


def _status(puzzles: Sequence[bytes]) -> bytearray:
    status = bytearray(len(puzzles))
    _native.unique_batch(b"".join(puzzles).translate(TEXT), status)
    return status


def _is_minimal(values: bytes, groups: Sequence[Sequence[int]]) -> bool:
    smaller = []
    for group in groups:
        if any(values[cell] for cell in group):
            rest = bytearray(values)
            for cell in group:
                rest[cell] = 0
            smaller.append(bytes(rest))
    return 1 not in _status(smaller)


# -- report -----------------------------------------------------------------------------------------------------


def page(generators: Sequence[Generator], missing: dict[str, str], load: float, turns: int) -> str:
    busy = " **The machine was busy, so these figures are rough.**" if load > 0.5 else ""
    lines = [
        f"# Creating puzzles: {processor()}, {os.cpu_count()} processors",
        "",
        f"nonet {__version__}, Python {platform.python_version()}, {platform.system()}. One thread, CPU time, best "
        f"of {turns} turns; for nonet, from the call in Python to the list of puzzles. Load at the start: "
        f"{load:.1f}.{busy}",
        "",
        "| puzzles | generator | per second | mean number of clues | unique | minimal | checked |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    for each in generators:
        found = Checked.of(each)
        lines.append(
            f"| {each.kind} | {each.name} | {short(each.best)} | {found.clues:.1f} | {found.unique:.0%} | "
            f"{found.minimal:.0%} | {found.count:,} |"
        )
    lines += ["", "*minimal*: unique, and no clue can be removed; with a symmetry, no orbit of clues."]
    if missing:
        lines += ["", "Not installed:", "", *(f"- {name}: {why}" for name, why in missing.items())]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.create", description="Compare generators.")
    parser.add_argument("--count", type=int, default=10_000, help="puzzles per turn for nonet (10000)")
    parser.add_argument("--turns", type=int, default=3, help="turns for each (3)")
    parser.add_argument("--qqwing", default="qqwing", metavar="PROGRAM", help="path of qqwing")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder for the page")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    generators, missing = ours(options.count), {}
    peers: dict[str, Callable[[], list[Generator]]] = {
        "qqwing": lambda: qqwing(options.qqwing),
        "dokusan": dokusan,
        "py-sudoku": py_sudoku,
    }
    for name, join in peers.items():
        try:
            generators += join()
        except Unavailable as reason:
            missing[name] = str(reason)
    generators.sort(key=lambda each: [each.kind != "minimal", "minimal" not in each.kind])
    for turn in range(options.turns):
        for each in generators:
            print(f"turn {turn + 1}: {each.kind}, {each.name} …", file=sys.stderr, flush=True)
            each.take_turn(turn)
    text = page(generators, missing, load, options.turns)
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / f"{slug(processor())}-create.md").write_text(text, encoding="utf-8")
    print(text)
    return any(each.name.startswith("nonet") and Checked.of(each).unique < 1 for each in generators)


if __name__ == "__main__":
    sys.exit(main())
