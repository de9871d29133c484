"""Our paths beside those of the package hodoku-py, puzzle by puzzle: how fast, and how often the same.

    python benchmarks/hodoku_py.py FILE [--every 100] [--first 50] [--level hard,unfair]

FILE holds a puzzle a line. Each is solved by both, one after the other, so that a busy machine slows both
alike; the times are of the processor. hodoku-py is no dependency of ours: pip install hodoku-py.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module
from pathlib import Path
from statistics import mean, median

from nonet.layout import CLASSIC
from nonet.logic.path import path
from nonet.puzzle import Puzzle
from nonet.rating.hodoku import Hodoku


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare our paths with hodoku-py's.")
    parser.add_argument("file", type=Path, help="a puzzle a line")
    parser.add_argument("--every", type=int, default=1, help="take every n-th line")
    parser.add_argument("--first", type=int, default=50, help="stop after so many puzzles")
    parser.add_argument("--level", default="", help="only puzzles that we rate so, separated by commas")
    parser.add_argument("--without", type=Path, help="a file; puzzles that occur in it are passed over")
    given = parser.parse_args()
    if not given.file.is_file():
        print(f"there is no file {given.file}; give a file with a puzzle a line", file=sys.stderr)
        return 2
    try:
        theirs = import_module("hodoku").Solver()
    except ImportError:
        print("hodoku-py is not installed: pip install hodoku-py", file=sys.stderr)
        return 2
    known = given.without.read_text(encoding="utf-8") if given.without else ""
    levels = set(given.level.split(",")) - {""}

    warm = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    list(path(Puzzle.of(CLASSIC, [int(symbol) if symbol.isdigit() else 0 for symbol in warm])))
    theirs.solve(warm)

    ours_seconds, their_seconds = [], []
    same_level = same_score = near = 0
    with given.file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            text = line.strip()[:81].replace("0", ".")
            if number % given.every or len(text) < 81 or text in known:
                continue
            puzzle = Puzzle.of(CLASSIC, [int(symbol) if symbol.isdigit() else 0 for symbol in text])
            started = time.process_time()
            rating = Hodoku().rate_path(path(puzzle))
            seconds = time.process_time() - started
            if levels and rating.level not in levels:
                continue
            started = time.process_time()
            result = theirs.solve(text)
            their_seconds.append(time.process_time() - started)
            ours_seconds.append(seconds)
            their_level, their_score = result.level.name.lower(), result.score
            same_level += their_level == rating.level
            same_score += their_score == rating.score
            near += abs(their_score - rating.score) <= 0.05 * their_score
            if their_score != rating.score:
                print(f"{text}  hodoku-py {their_level} {their_score}, ours {rating.level} {rating.score:g}")
            if len(ours_seconds) == given.first:
                break

    total = len(ours_seconds)
    if not total:
        print("no puzzle to compare")
        return 1
    print(f"{total} puzzles")
    for words, seconds_of in (("ours", ours_seconds), ("hodoku-py", their_seconds)):
        print(
            f"  {words:10} mean {mean(seconds_of) * 1e3:9.2f} ms, median {median(seconds_of) * 1e3:9.2f} ms"
        )
    print(f"  we are {sum(their_seconds) / sum(ours_seconds):.1f} times as fast")
    for words, count in (("same level", same_level), ("same score", same_score), ("score within 5 %", near)):
        print(f"  {words:18} {count / total:.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
