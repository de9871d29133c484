"""The GPU compared with the kernel on the same machine, in one run.

    python -m benchmarks.gpu --data FOLDER [--rows N] [--dig N]

For every set of puzzles (a text file with one a line), repeated and shuffled up to N rows: puzzles a second, two
solutions looked for. The GPU's times are for puzzles that are already in its memory, and leave out the copy from and
to the CPU; the best of several turns counts. Every answer of the first turn is compared with the kernel's.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
from benchmarks import sets

from nonet.generate.dig import Dig, dig_many
from nonet.gpu import dig_values, search
from nonet.gpu.device import kernels
from nonet.many import solve_many, unique_many
from nonet.parallel.cores import thread_count

TURNS = 5
SEED = 7


def main() -> int:
    """Prints two tables; the status is 1 if an answer of the GPU was wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gpu", description="Compare the GPU with the kernel."
    )
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help="puzzle sets; without it they are generated"
    )
    parser.add_argument("--rows", type=int, default=4_000_000, metavar="N", help="puzzles of a set at once")
    parser.add_argument("--dig", type=int, default=1_000_000, metavar="N", help="puzzles to dig at once")
    options = parser.parse_args()
    found = sets.read_sets(options.data, most=options.rows) if options.data else sets.generate_sets()
    cores = thread_count(None)
    print(f"{_name()}, {cores} cores; millions of puzzles a second")
    print(
        f"{'set':20}{'kernel, 1':>12}{f'kernel, {cores}':>12}{'over 1':>8}{'GPU':>9}{'with grids':>12}{'wrong':>7}"
    )
    wrong = sum(_set_row(name, puzzles, options.rows, cores) for name, puzzles in found.items())
    wrong += _dig_row(options.dig, cores)
    return 1 if wrong else 0


def _set_row(name: str, puzzles: list[str], rows: int, cores: int) -> int:
    base = numpy.frombuffer("".join(puzzles).replace(".", "0").encode(), dtype="uint8").reshape(-1, 81) - 48
    order = numpy.resize(numpy.arange(len(base)), rows)
    numpy.random.default_rng(1).shuffle(order)
    batch = numpy.ascontiguousarray(base[order])
    device = kernels()
    on_gpu = device.cupy.asarray(batch.reshape(-1))
    sample = batch[: min(rows, 60_000)]
    one = len(sample) / _best(lambda: unique_many(sample), 2)
    large = batch[: min(rows, 60_000 * cores)]
    several = len(large) / _best(lambda: unique_many(large, threads=None), 3)
    status = rows / _device_best(device, lambda: search.count(device, on_gpu, rows, 81, search.NUMBERS, 2))
    grids = rows / _device_best(device, lambda: search.solve(device, on_gpu, rows, 81, search.NUMBERS))
    solutions, codes = search.solve(device, on_gpu, rows, 81, search.NUMBERS)
    expected = solve_many(batch, threads=None)
    wrong = int(((solutions.get() != expected.solutions).any(1) | (codes.get() != expected.status)).sum())
    figures = (
        f"{one / 1e6:12.3f}{several / 1e6:12.3f}{several / one:8.1f}{status / 1e6:9.1f}{grids / 1e6:12.1f}"
    )
    print(f"{name:20}{figures}{wrong:7}", flush=True)
    return wrong


def _dig_row(count: int, cores: int) -> int:
    """Minimal puzzles created."""
    device, orbits = kernels(), Dig().orbits
    one = 4_000 / _best(lambda: dig_many(Dig(), SEED, 0, 4_000), 2)
    several = 4_000 * cores / _best(lambda: dig_many(Dig(), SEED, 0, 4_000 * cores, threads=cores), 2)

    def dig() -> Any:
        return search.dig(device, list(orbits), bytes(81), 0, SEED, 0, count)

    speed = count / _device_best(device, dig)
    checked = 20_000
    values, found, left = dig_values(orbits, bytes(81), seed=SEED, first=0, count=checked)
    expected = dig_many(Dig(), SEED, 0, checked, threads=cores)
    wrong: int = sum(
        not skipped and (not ok or board.tobytes() != puzzle)
        for board, ok, skipped, puzzle in zip(values, found, left, expected, strict=True)
    )
    figures = f"{one / 1e6:12.3f}{several / 1e6:12.3f}{several / one:8.1f}{speed / 1e6:9.1f}{'':12}"
    print(f"{'minimal, created':20}{figures}{wrong:7}", flush=True)
    return wrong


def _best(run: Callable[[], Any], turns: int) -> float:
    times = list[float]()
    for _ in range(turns):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return min(times)


def _device_best(device: Any, run: Callable[[], Any]) -> float:
    """Seconds by the GPU's own clock; the first turn warms up."""
    events, times = device.cupy.cuda, list[float]()
    for _ in range(TURNS):
        began, ended = events.Event(), events.Event()
        began.record()
        run()
        ended.record()
        ended.synchronize()
        times.append(events.get_elapsed_time(began, ended) / 1e3)
    return min(times)


def _name() -> str:
    properties = kernels().cupy.cuda.runtime.getDeviceProperties(0)
    return str(properties["name"].decode())


if __name__ == "__main__":
    sys.exit(main())
