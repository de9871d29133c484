"""How fast the kernel is, side by side with the peers that can be had; see docs/speed.md.

    python -m benchmarks.kernel [--data FOLDER] [--tdoku LIBRARY]

Prints a page of tables, and keeps it with a plot under benchmarks/results/, named for the processor. Status 1 if
nonet gave a wrong answer.
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


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.kernel", description="The kernel and its peers, side by side."
    )
    parser.add_argument(
        "--data", type=Path, help="folder with *.txt, a puzzle a line (default: our own sets)"
    )
    parser.add_argument("--sets", nargs="+", metavar="NAME", help="only these of the sets")
    parser.add_argument("--tdoku", type=Path, metavar="LIBRARY", help="a C library with tdoku's call")
    parser.add_argument("--threads", type=int, help="how many are all (default: the processors it may use)")
    parser.add_argument("--puzzles", type=int, default=20_000, help="how many of each set at most (20000)")
    parser.add_argument("--turns", type=int, default=3, help="how often everyone has a turn (3)")
    parser.add_argument("--sample", type=float, default=0.5, help="seconds a turn for each slow peer (0.5)")
    parser.add_argument("--batch", type=float, default=0.05, help="seconds a turn for the quickest (0.05)")
    parser.add_argument("--fast-only", action="store_true", help="leave the slow peers out")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the page and the plot are kept")
    return parser.parse_args()


def main() -> int:
    asked = options()
    load = os.getloadavg()[0]
    puzzles = sets.of_folder(asked.data, most=asked.puzzles) if asked.data else sets.our_own()
    if asked.sets:
        puzzles = {name: lines for name, lines in puzzles.items() if name in asked.sets}
    if not puzzles:
        print(f"{asked.data}: no set there: no *.txt with a puzzle of 81 characters a line", file=sys.stderr)
        return 2
    fast, missing = batches(asked.threads or len(os.sched_getaffinity(0)), asked.tdoku)
    slow, absent = ([], {}) if asked.fast_only else singles()
    limits = Limits(turns=asked.turns, sample=asked.sample, batch=asked.batch)
    scores: dict[str, dict[str, Score]] = {}
    for name, lines in puzzles.items():
        print(f"{name} …", file=sys.stderr, flush=True)
        scores[name] = measure(lines, fast, slow, limits)
    results = report.Results(scores, missing | absent, load, asked.turns)
    name = report.slug(report.processor())
    page = report.page(results, f"{name}.svg")
    asked.results.mkdir(parents=True, exist_ok=True)
    (asked.results / f"{name}.md").write_text(page, encoding="utf-8")
    (asked.results / f"{name}.svg").write_text(report.plot(results), encoding="utf-8")
    print(page)
    return any(
        score.wrong
        for by_name in scores.values()
        for who, score in by_name.items()
        if who.startswith("nonet")
    )


if __name__ == "__main__":
    sys.exit(main())
