"""Measures the kernel and compares it with the other solvers that are installed; see docs/speed.md.

    python -m benchmarks.kernel [--data FOLDER] [--tdoku LIBRARY]

Prints a page of tables, and writes the page and a plot to benchmarks/results/, named after the processor. The exit
status is 1 if nonet gave a wrong answer.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from benchmarks import report, sets
from benchmarks.peers import batches, singles
from benchmarks.turns import Limits, Score, measure

RESULTS = Path(__file__).resolve().parent / "results"


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.kernel", description="Compare the kernel with other solvers."
    )
    parser.add_argument(
        "--data", type=Path, help="folder of *.txt files, one puzzle per line (default: generated sets)"
    )
    parser.add_argument("--sets", nargs="+", metavar="NAME", help="measure only these sets")
    parser.add_argument(
        "--tdoku", type=Path, metavar="LIBRARY", help="tdoku, or a C library with its interface"
    )
    parser.add_argument("--threads", type=int, help="number of threads (default: available CPUs)")
    parser.add_argument("--puzzles", type=int, default=20_000, help="maximum per set (20000)")
    parser.add_argument("--turns", type=int, default=3, help="turns per solver (3)")
    parser.add_argument("--sample", type=float, default=0.5, help="seconds per turn for slow solvers (0.5)")
    parser.add_argument("--batch", type=float, default=0.05, help="seconds per turn for the fastest (0.05)")
    parser.add_argument("--fast-only", action="store_true", help="leave out the slow solvers")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder for the page and the plot")
    return parser.parse_args()


def main() -> int:
    options = parse_options()
    load = os.getloadavg()[0]
    puzzles = sets.read_sets(options.data, most=options.puzzles) if options.data else sets.generate_sets()
    if options.sets:
        puzzles = {name: lines for name, lines in puzzles.items() if name in options.sets}
    if not puzzles:
        print(f"{options.data}: no *.txt file with one puzzle of 81 characters per line", file=sys.stderr)
        return 2
    fast, missing = batches(options.threads or len(os.sched_getaffinity(0)), options.tdoku)
    slow, absent = ([], {}) if options.fast_only else singles()
    limits = Limits(turns=options.turns, sample=options.sample, batch=options.batch)
    scores: dict[str, dict[str, Score]] = {}
    for name, lines in puzzles.items():
        print(f"{name} …", file=sys.stderr, flush=True)
        scores[name] = measure(lines, fast, slow, limits)
    results = report.Results(scores, missing | absent, load, options.turns)
    name = report.slug(report.processor())
    page = report.page(results, f"{name}.svg")
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / f"{name}.md").write_text(page, encoding="utf-8")
    (options.results / f"{name}.svg").write_text(report.plot(results), encoding="utf-8")
    print(page)
    return any(
        score.wrong
        for by_name in scores.values()
        for who, score in by_name.items()
        if who.startswith("nonet")
    )


if __name__ == "__main__":
    sys.exit(main())
