"""How much faster many threads are than one, and how much of what the machine can give that is.

    python -m benchmarks.threads [--data FOLDER] [--sets NAME …] [--seconds S] [--turns N] [--threads N]

Three ways to the same answers take turns, and the best turn of each counts: the whole batch on one thread; the whole
batch on N threads, as `unique_many` and `solve_many` run it; and N processes with one thread and a part of the batch
each. The processes share nothing: they show what the machine can give. Their time is given twice: until the slowest is
done, and on average, as if the work had been divided perfectly.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from benchmarks import report, sets

from nonet.many import solve_many, unique_many
from nonet.native import kernel

LINE = 82
JOBS: dict[str, Callable[..., Any]] = {"status": unique_many, "solutions": solve_many}


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.threads", description="Compare many threads with one, and with processes."
    )
    parser.add_argument(
        "--data", type=Path, help="folder of *.txt files, one puzzle per line (default: generated sets)"
    )
    parser.add_argument("--sets", nargs="+", metavar="NAME", help="measure only these sets")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="approximate length of a turn on one thread (1)"
    )
    parser.add_argument("--turns", type=int, default=6, help="turns for each (6)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="threads (all)")
    return parser.parse_args()


def seconds(job: Callable[[], object]) -> float:
    """Until the answers are there: giving their memory back to the system is not part of it."""
    began = time.perf_counter()
    answers = job()
    ended = time.perf_counter()
    del answers
    return ended - began


def work_alone(part: bytes, job: str, turns: int, start: Barrier, times: Queue[float]) -> None:
    """One process: in each turn it solves its part when all others do, and reports its time."""
    for _ in range(turns):
        start.wait()
        times.put(seconds(partial(JOBS[job], part)))


def compare(data: bytes, job: str, threads: int, turns: int) -> tuple[float, float, float, float]:
    """Seconds with one thread, with all, and with processes: the slowest of them and their mean."""
    many, size = JOBS[job], len(data) // threads
    start = multiprocessing.Barrier(threads + 1)
    times: Queue[float] = multiprocessing.Queue()
    parts = [data[k * size : (k + 1) * size] for k in range(threads)]
    processes = [
        multiprocessing.Process(target=work_alone, args=(part, job, turns, start, times), daemon=True)
        for part in parts
    ]
    for process in processes:
        process.start()
    best = [float("inf")] * 4
    for _ in range(turns):
        one = seconds(lambda: many(data, threads=1))
        all_threads = seconds(lambda: many(data, threads=threads))
        start.wait()
        apart = [times.get() for _ in processes]
        turn = one, all_threads, max(apart), sum(apart) / threads
        best = [min(pair) for pair in zip(best, turn, strict=True)]
    for process in processes:
        process.join()
    return best[0], best[1], best[2], best[3]


def main() -> int:
    options = parse_options()
    if kernel is None:
        print("the kernel is not built", file=sys.stderr)
        return 2
    found = sets.read_sets(options.data, most=20_000) if options.data else sets.generate_sets()
    threads = options.threads
    print(f"{report.processor()}; {threads} threads\n")
    print("| set | answer | one thread | all threads | faster | processes, slowest | processes, mean |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for name, puzzles in found.items():
        if options.sets and name not in options.sets:
            continue
        once = "".join(f"{puzzle}\n" for puzzle in puzzles).encode()
        data = once * max(1, round(options.seconds / seconds(partial(unique_many, once))))
        data = data[: len(data) // LINE // threads * threads * LINE]
        for job in JOBS:
            one, all_threads, slowest, mean = compare(data, job, threads, options.turns)
            rates = " | ".join(report.short(len(data) // LINE / each) for each in (one, all_threads))
            ratios = " | ".join(f"{one / each:.1f}x" for each in (all_threads, slowest, mean))
            print(f"| {name} | {job} | {rates} | {ratios} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
