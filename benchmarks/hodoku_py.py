"""Compares nonet's solving paths with those of the package hodoku-py: speed, levels and scores.

    python benchmarks/hodoku_py.py FILE [--every 100] [--first 50] [--level hard,unfair]

FILE has one puzzle per line. Both solve each puzzle, one after the other, so that other load on the machine affects
both; times are CPU times. nonet does not depend on hodoku-py; install it with pip install hodoku-py.
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
    parser = argparse.ArgumentParser(description="Compare nonet's paths with hodoku-py's.")
    parser.add_argument("file", type=Path, help="a file with one puzzle per line")
    parser.add_argument("--every", type=int, default=1, help="take every n-th line")
    parser.add_argument("--first", type=int, default=50, help="maximum number of puzzles")
    parser.add_argument(
        "--level", default="", help="only puzzles that nonet rates with these levels, separated by commas"
    )
    parser.add_argument("--without", type=Path, help="skip the puzzles in this file")
    options = parser.parse_args()
    if not options.file.is_file():
        print(f"no such file: {options.file}; expected a file with one puzzle per line", file=sys.stderr)
        return 2
    try:
        theirs = import_module("hodoku").Solver()
    except ImportError:
        print("hodoku-py is not installed: pip install hodoku-py", file=sys.stderr)
        return 2
    known = options.without.read_text(encoding="utf-8") if options.without else ""
    levels = set(options.level.split(",")) - {""}

    warm_up = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    list(path(Puzzle.of(CLASSIC, [int(symbol) if symbol.isdigit() else 0 for symbol in warm_up])))
    theirs.solve(warm_up)

    our_seconds, their_seconds = [], []
    same_level = same_score = near = 0
    with options.file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            text = line.strip()[:81].replace("0", ".")
            if number % options.every or len(text) < 81 or text in known:
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
            our_seconds.append(seconds)
            their_level, their_score = result.level.name.lower(), result.score
            same_level += their_level == rating.level
            same_score += their_score == rating.score
            near += abs(their_score - rating.score) <= 0.05 * their_score
            if their_score != rating.score:
                print(f"{text}  hodoku-py {their_level} {their_score}, nonet {rating.level} {rating.score:g}")
            if len(our_seconds) == options.first:
                break

    total = len(our_seconds)
    if not total:
        print("no puzzle to compare")
        return 1
    print(f"{total} puzzles")
    for words, seconds_of in (("nonet", our_seconds), ("hodoku-py", their_seconds)):
        print(
            f"  {words:10} mean {mean(seconds_of) * 1e3:9.2f} ms, median {median(seconds_of) * 1e3:9.2f} ms"
        )
    print(f"  nonet is {sum(their_seconds) / sum(our_seconds):.1f} times as fast")
    for words, count in (("same level", same_level), ("same score", same_score), ("score within 5 %", near)):
        print(f"  {words:18} {count / total:.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
