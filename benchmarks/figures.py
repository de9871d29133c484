"""Measures the figures of the documentation that no other program here measures.

    python -m benchmarks.figures [digging] [levels] [datasets] [page] [boards] [books]

    digging    docs/digging.md: how often a dig reaches a number of clues, and how many clues a minimal puzzle has
    levels     docs/create.md: the share of each level among dug minimal puzzles, and how many are created a second;
               docs/ratings.md: how many minimal puzzles Sudoku Explainer's scheme rates; docs/randomness.md: uniform
               grids a second
    datasets   docs/datasets.md: the time to build and to audit a data set, and to disguise boards
    page       docs/page.md: the size of the page that needs no server; npm downloads Pyodide for it
    boards     docs/boards.md: clues and time of a minimal puzzle on each board; with NONET_PURE=1 in pure Python
    books      docs/print.md: the time for books of 300 pages

Times are those of the processor, on one thread; of several turns, the best counts.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from benchmarks.bulk import measured_command
from benchmarks.report import processor

import nonet
from nonet.generate import Recipe
from nonet.generate.dig import Dig, dig_many
from nonet.generate.jigsaws import random_jigsaw, random_size
from nonet.generate.search import make
from nonet.generate.uniform import uniform_grids
from nonet.layout import CLASSIC, Layout
from nonet.rng import Rng

BOARDS = (
    *("4x4", "6x6", "9x9+x", "windoku", "jigsaw:9x9", "jigsaw:12x12", "12x12", "16x16", "20x20", "25x25"),
    "25x25+windows",
)
SYMMETRIES = ("none", "rotational", "quarter", "horizontal", "diagonal", "full")
CLUES = (24, 26, 28, 30, 32, 36, 40, 45)
LEVELS = {"easy": 2000, "medium": 2000, "hard": 1000, "unfair": 200, "extreme": 200}
"""How many puzzles of each level are created."""


def per_second(count: int, work: Callable[[int], object], turns: int = 3) -> float:
    """How many of something are done in a second of CPU time; `work` gets the number of the turn."""
    best = float("inf")
    for turn in range(turns):
        began = time.process_time()
        work(turn)
        best = min(best, time.process_time() - began)
    return count / best


def digging() -> None:
    print("| symmetry | clues | " + " | ".join(map(str, CLUES)) + " |\n|---|--:" + "|--:" * len(CLUES) + "|")
    for symmetry in SYMMETRIES:
        minimal = [len(each) - each.count(0) for each in dig_many(Dig(symmetry=symmetry), 1, 0, 1000) if each]
        shares = []
        for clues in CLUES:
            if clues not in Dig(symmetry=symmetry).clue_counts:
                shares.append("-")
                continue
            made = dig_many(Dig(symmetry=symmetry, clues=clues), 1, 0, 1000)
            shares.append(f"{sum(each is not None for each in made) / 10:g}")
        print(f"| {symmetry} | {sum(minimal) / len(minimal):.1f} | {' | '.join(shares)} |")


def levels() -> None:
    lines = ["".join(map(str, each)) for each in dig_many(Dig(), 1, 0, 20_000) if each]
    found = Counter(rating.level for rating in nonet.rate_many(lines, threads=1) if rating is not None)
    print("| level | share of minimal puzzles | created a second |\n|---|--:|--:|")
    for level, count in LEVELS.items():

        def create(turn: int, level: str = level, count: int = count) -> None:
            list(islice(make(Recipe(level=level), turn, count=count), count))

        print(f"| {level} | {found[level] / len(lines):.0%} | {per_second(count, create):,.0f} |", flush=True)
    some = lines[:1000]
    rated = per_second(len(some), lambda turn: nonet.rate_many(some, scheme="se", threads=1))
    simple = sum(each is not None and each.score < 2.6 for each in nonet.rate_many(lines[:5000], scheme="se"))
    print(f"\n{simple / 5000:.0%} of them have an ER below 2.6.")
    print(f"Sudoku Explainer's scheme rates {rated:,.0f} minimal puzzles a second,")
    hodoku = per_second(len(lines), lambda turn: nonet.rate_many(lines, threads=1))
    print(f"HoDoKu's {hodoku:,.0f}.")
    drawn = per_second(2000, lambda turn: uniform_grids(CLASSIC, turn, 0, 2000))
    print(f"Uniform grids: {drawn:,.0f} a second.")


def datasets(count: int = 20_000) -> None:
    import numpy as np

    from nonet.data import augment

    with tempfile.TemporaryDirectory() as name:
        spec, folder = Path(name, "spec.toml"), Path(name, "set")
        parts = [f'[[part]]\nname = "{level}"\nlevel = "{level}"\ncount = {count // 5}\n' for level in LEVELS]
        spec.write_text("\n".join(["seed = 1", *parts]))
        built = measured_command("dataset", "build", spec, "-o", folder, "-q")
        audited = measured_command("dataset", "audit", folder / "train.parquet", folder / "test.parquet")
    print(
        f"{count:,} puzzles of five levels: built in {built[1]:.1f} s of CPU time, audited in {audited[1]:.1f} s."
    )
    boards = np.frombuffer(b"".join(uniform_grids(CLASSIC, 1, 0, 1000)) * 100, np.uint8).reshape(-1, 81)
    disguised = per_second(len(boards), lambda turn: augment(boards, boards, seed=turn))
    print(f"Boards disguised with their solutions: {disguised / 1e6:.1f} million a second.")


def page() -> None:
    from nonet.faces.web.export import export
    from nonet.faces.web.pyodide_package import FILES

    with tempfile.TemporaryDirectory() as name:
        sizes = export(Path(name))
        sent = sum(len(gzip.compress(Path(name, each).read_bytes())) for each in sizes)
    pyodide = sum(sizes[f"static/core/{each}"] for each in FILES)
    print(
        f"{sum(sizes.values()) / 1e6:.1f} MB: {pyodide / 1e6:.1f} for Pyodide, "
        f"{sizes['static/core/nonet.bin'] / 1e6:.1f} for nonet, "
        f"{sizes['static/core/memory.bin'] / 1e6:.1f} for the snapshot; compressed {sent / 1e6:.1f} MB."
    )


def boards() -> None:
    print("| board | clues | seconds for a puzzle | and for its map |\n|---|--:|--:|--:|")
    for name in BOARDS:
        began = time.process_time()
        jigsaw = name.startswith("jigsaw:")
        layout = random_jigsaw(random_size(name), Rng(7)) if jigsaw else Layout.named(name)
        drawn = time.process_time()
        made = [each for each in dig_many(Dig(layout=layout), 7, 0, 1 if layout.size > 16 else 5) if each]
        seconds = (time.process_time() - drawn) / len(made)
        clues = sorted(len(each) - each.count(0) for each in made)
        map_seconds = f"{drawn - began:.2f}" if jigsaw else ""
        print(f"| {name} | {clues[0]} … {clues[-1]} | {seconds:.3f} | {map_seconds} |", flush=True)


def books() -> None:
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "book.pdf")
        medium = measured_command("book", "-o", file, "--seed", "1", "--level", "medium", "--count", "1088")
        options = ("--level", "extreme", "--count", "280", "--hints", "--qr")
        extreme = measured_command("book", "-o", file, "--seed", "1", *options)
    print(
        f"1,088 medium puzzles: {medium[1]:.1f} s of CPU time; "
        f"280 extreme ones with hints and QR codes: {extreme[1]:.1f} s."
    )


def main() -> None:
    sections = {each.__name__: each for each in (digging, levels, datasets, page, boards, books)}
    print(f"{processor()}, nonet {nonet.__version__}")
    for name in sys.argv[1:] or sections:
        print(f"\n## {name}\n")
        sections[name]()


if __name__ == "__main__":
    main()
