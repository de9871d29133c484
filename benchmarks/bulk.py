"""Measures `sudoku bulk`: speed compared with the kernel alone, memory, and scaling; see docs/bulk.md.

    python -m benchmarks.bulk [--data FOLDER] [--rows N] [--scratch FOLDER] [--cluster] [--jobs] [--compressions]

Every set is expanded to one large text file, by renaming digits, and to two Parquet files: one written by nonet, and
one as pyarrow and pandas write it by default, compressed with Snappy. The command takes turns with the kernel, which
solves the same puzzles in memory on all threads. The best turn of each counts, because noise can only make a time
longer. The figures are for the complete command, from its start to the renamed output file: wall-clock time, CPU time
of all threads, and peak resident memory. All files are deleted at the end. `--jobs` and `--compressions` print a table
each instead: every job on lines, and a table as CSV and as Parquet with every compression.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from benchmarks import report, sets

from nonet.rng import Rng

ROOT = Path(__file__).resolve().parents[1]
LINE = 82
JOBS = {
    "solve": 1,
    "check": 1,
    "count": 1,
    "convert": 1,
    "effort": 5,
    "canonical": 5,
    "rate": 10,
    "rate --scheme se": 100,
}
"""Every job, and how many times fewer rows it gets."""
QUIET = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
}
KERNEL = """
import sys, time
from nonet.native import kernel
if kernel is None:
    sys.exit("the kernel is not built")
rows, threads, block = int(sys.argv[2]), int(sys.argv[3]), 1 << 16
data, answers, status = bytearray(82 * block), bytearray(82 * block), bytearray(block)
wall = cpu = done = 0
with open(sys.argv[1], "rb", buffering=0) as file:
    while done < rows and (size := file.readinto(data)):
        count = size // 82
        views = memoryview(data)[:size], memoryview(answers)[:size], memoryview(status)[:count]
        began = time.perf_counter(), time.process_time()
        kernel.solve_batch(*views, stride=82, threads=threads)
        wall += time.perf_counter() - began[0]
        cpu += time.process_time() - began[1]
        done += count
print(wall, cpu, done)
"""
REWRITE = """
import sys
from pyarrow.parquet import ParquetFile, ParquetWriter
with ParquetFile(sys.argv[1]) as file, ParquetWriter(sys.argv[2], file.schema_arrow) as out:
    for batch in file.iter_batches(batch_size=1 << 20):
        out.write_batch(batch)
"""


@dataclass
class Cost:
    """The cost of `rows` rows, best of several turns: seconds of wall-clock and CPU time, resident megabytes."""

    rows: int
    wall: float = float("inf")
    cpu: float = float("inf")
    memory: int = 0

    def turn(self, wall: float, cpu: float, memory: int) -> None:
        self.wall, self.cpu = min(self.wall, wall), min(self.cpu, cpu)
        self.memory = max(self.memory, memory)

    @property
    def rate(self) -> float:
        """Rows per second of wall-clock time."""
        return self.rows / self.wall


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.bulk", description="Compare sudoku bulk with the kernel."
    )
    parser.add_argument(
        "--data", type=Path, help="folder of *.txt files, one puzzle per line (default: generated sets)"
    )
    parser.add_argument("--sets", nargs="+", metavar="NAME", help="measure only these sets")
    parser.add_argument("--rows", type=int, default=1_000_000, help="puzzles per file (1,000,000; 82 MB)")
    parser.add_argument(
        "--scratch",
        type=Path,
        help="folder for the files, about 600 bytes per row (default: a temporary folder)",
    )
    parser.add_argument("--turns", type=int, default=3, help="turns for each (3)")
    parser.add_argument("--no-parquet", action="store_true", help="text files only")
    parser.add_argument("--cluster", action="store_true", help="also on a Dask cluster with two workers")
    parser.add_argument("--scaling", action="store_true", help="also with fewer rows and fewer threads")
    parser.add_argument("--jobs", action="store_true", help="every job, and nothing else")
    parser.add_argument("--compressions", action="store_true", help="CSV and Parquet, and nothing else")
    return parser.parse_args()


def environment() -> dict[str, str]:
    """For child processes: with cached bytecode, as in an installed package."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "PYTHONPYCACHEPREFIX": str(ROOT / ".cache" / "pycache")}


def write_lines(puzzles: Sequence[str], rows: int, path: Path) -> None:
    """Writes `rows` lines: the set repeatedly, each time with the digits renamed."""
    data = "".join(f"{puzzle}\n" for puzzle in puzzles).encode()
    rng = Rng(1)
    with path.open("wb") as file:
        left = rows * LINE
        while left:
            digits = "".join(rng.shuffled("123456789"))
            block = data.translate(bytes.maketrans(b"123456789", digits.encode()))[:left]
            file.write(block)
            left -= len(block)


def rewrite_with_pyarrow(parquet: Path, path: Path) -> None:
    """Writes the same rows with pyarrow's defaults, in a child process, so that its memory does not count."""
    subprocess.run([sys.executable, "-c", REWRITE, str(parquet), str(path)], check=True)


def command(*arguments: str | Path) -> tuple[float, float, int]:
    return measured_command("bulk", *arguments, "--restart", "-q")


def measured_command(*arguments: str | Path) -> tuple[float, float, int]:
    """Runs `sudoku …`; returns seconds of wall-clock time and of CPU time, and peak resident megabytes."""
    line = [sys.executable, "-m", "nonet", *map(str, arguments)]
    began = time.perf_counter()
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(line, env=environment(), stdin=nothing, stdout=nothing)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(line)} ended with status {process.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024


def kernel_alone(path: Path, rows: int, threads: int) -> tuple[float, float, int]:
    """Runs the kernel on the same puzzles in memory; counts only the time spent in the kernel."""
    line = [sys.executable, "-c", KERNEL, str(path), str(rows), str(threads)]
    out = subprocess.run(line, env=environment(), capture_output=True, text=True, check=True).stdout.split()
    return float(out[0]), float(out[1]), 0


def measure(
    lines: Path, parquets: dict[str, Path], scratch: Path, rows: int, turns: int, threads: int
) -> list[tuple[str, Cost]]:
    costs: dict[str, Cost] = {}

    def turn(name: str, cost: tuple[float, float, int]) -> None:
        costs.setdefault(name, Cost(rows)).turn(*cost)

    for _ in range(turns):
        turn("the kernel alone", kernel_alone(lines, rows, threads))
        turn("lines to a folder", command("solve", lines, "-o", f"{scratch}/out/"))
        shutil.rmtree(scratch / "out")
        turn("lines to one file", command("solve", lines, "-o", scratch / "out.txt"))
        (scratch / "out.txt").unlink()
        for kind, parquet in parquets.items():
            turn(f"{kind} to a folder", command("solve", parquet, "-o", f"{scratch}/out/"))
            shutil.rmtree(scratch / "out")
            turn(f"{kind} to one file", command("solve", parquet, "-o", scratch / "out.parquet"))
            (scratch / "out.parquet").unlink()
    return list(costs.items())


def table(costs: Sequence[tuple[str, Cost]]) -> str:
    """A Markdown table; percentages are relative to the first row."""
    alone = costs[0][1]
    lines = [
        "| | puzzles per second | of the kernel | CPU s | of the kernel | resident |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for name, cost in costs:
        memory = f"{cost.memory} MB" if cost.memory else ""
        lines.append(
            f"| {name} | {report.short(cost.rate)} | {alone.wall / cost.wall:.0%} "
            f"| {cost.cpu:.2f} | {alone.cpu / cost.cpu:.0%} | {memory} |"
        )
    return "\n".join(lines)


# ---------------------------------------------------------------------------------------------------- a cluster


def cpu_of(processes: Sequence[subprocess.Popen[bytes]]) -> float:
    """The CPU seconds that the processes have used so far."""
    psutil = import_module("psutil")
    times = [psutil.Process(process.pid).cpu_times() for process in processes]
    return float(sum(each.user + each.system for each in times))


@contextmanager
def scheduler(workers: int, folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A local scheduler with single-threaded workers, as in docs/cluster.md."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    nothing = subprocess.DEVNULL
    common = ["--host", "127.0.0.1", "--no-dashboard"]
    lines = [["scheduler", "--port", str(port), "--no-show", *common]]
    lines += [["worker", address, "--nthreads", "1", "--no-nanny", *common]] * workers
    processes = []
    with ExitStack() as stack:
        for what, *rest in lines:
            line = [sys.executable, "-m", f"distributed.cli.dask_{what}", *rest]
            process = subprocess.Popen(
                line, env=environment() | QUIET, cwd=folder, stdin=nothing, stdout=nothing, stderr=nothing
            )
            processes.append(process)
            stack.callback(process.wait)
            stack.callback(process.kill)
        distributed = import_module("distributed")
        with distributed.Client(address, timeout=30, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
        yield address, processes


def on_a_cluster(lines: Path, scratch: Path, rows: int, turns: int) -> str:
    """Compares two workers with the plain command; the CPU time includes all processes."""
    here, there = Cost(rows), Cost(rows)
    with scheduler(2, scratch) as (address, processes):
        for _ in range(turns):
            here.turn(*command("solve", lines, "-o", f"{scratch}/out/"))
            shutil.rmtree(scratch / "out")
            before = cpu_of(processes)
            wall, cpu, memory = command("solve", lines, "-o", f"{scratch}/out/", "--cluster", address)
            there.turn(wall, cpu + cpu_of(processes) - before, memory)
            shutil.rmtree(scratch / "out")
    return (
        f"Two workers: {there.wall:.1f} s, {there.cpu:.1f} s of CPU; "
        f"without a cluster: {here.wall:.1f} s, {here.cpu:.1f} s of CPU; "
        f"difference: {there.wall / here.wall - 1:+.0%}, {there.cpu / here.cpu - 1:+.0%} of CPU."
    )


# ------------------------------------------------------------------------------------------------------- main


def each_job(lines: Path, scratch: Path, rows: int, turns: int) -> str:
    lines_out = ["| job | rows | puzzles per second | per second of CPU time |", "|---|--:|--:|--:|"]
    for job, fewer in JOBS.items():
        name, *options = job.split()
        cost = Cost(rows // fewer)
        with shortened(lines, cost.rows) as part:
            for _ in range(turns):
                cost.turn(*command(name, part, "-o", scratch / "out.csv", *options))
                (scratch / "out.csv").unlink()
        rates = f"{report.short(cost.rate)} | {report.short(cost.rows / cost.cpu)}"
        lines_out.append(f"| `{job}` | {cost.rows:,} | {rates} |")
    return "\n".join(lines_out)


def each_compression(lines: Path, scratch: Path, rows: int, turns: int) -> str:
    """A table with puzzles, solutions, a status and a number: as CSV, and as Parquet made from it."""
    solved, table = scratch / "solved.csv", scratch / "table.csv"
    command("solve", lines, "-o", solved)
    command("count", solved, "-o", table)
    lines_out = ["| | MB | s | CPU s |", "|---|--:|--:|--:|", f"| CSV | {size(table)} | | |"]
    for name in ("zstd", "snappy", "none"):
        out, cost = scratch / "out.parquet", Cost(rows)
        for _ in range(turns):
            cost.turn(*command("convert", table, "-o", out, "--compression", name))
        lines_out.append(f"| Parquet, `{name}` | {size(out)} | {cost.wall:.1f} | {cost.cpu:.1f} |")
    return "\n".join(lines_out)


def size(path: Path) -> str:
    return f"{path.stat().st_size / 1e6:.0f}"


@contextmanager
def shortened(lines: Path, count: int) -> Iterator[Path]:
    """A file with the first lines."""
    part = lines.with_name("part.txt")
    with lines.open("rb") as source, part.open("wb") as file:
        left = count * LINE
        while left and (block := source.read(min(left, 1 << 20))):
            file.write(block)
            left -= len(block)
    yield part
    part.unlink()


def scaling(lines: Path, scratch: Path, rows: int, turns: int, threads: int) -> str:
    lines_out = ["| rows | threads | puzzles per second | resident |", "|--:|--:|--:|--:|"]
    steps = [(rows // 100, threads), (rows // 10, threads)]
    steps += [(rows, count) for count in sorted({1, max(1, threads // 2), threads})]
    for count, cores in steps:
        cost = Cost(count)
        with shortened(lines, count) as part:
            for _ in range(turns):
                cost.turn(*command("solve", part, "-o", f"{scratch}/out/", "--threads", str(cores)))
                shutil.rmtree(scratch / "out")
        lines_out.append(f"| {count:,} | {cores} | {report.short(cost.rate)} | {cost.memory} MB |")
    return "\n".join(lines_out)


def main() -> int:
    options = parse_options()
    puzzles = sets.read_sets(options.data, most=20_000) if options.data else sets.generate_sets()
    if options.sets:
        puzzles = {name: lines for name, lines in puzzles.items() if name in options.sets}
    if not puzzles:
        print("no puzzle sets found, or none with these names", file=sys.stderr)
        return 2
    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if options.scratch is not None:
        options.scratch.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="nonet-bulk-", dir=options.scratch) as folder:
        scratch = Path(folder)
        needed, free = 7 * options.rows * LINE, shutil.disk_usage(scratch).free
        if needed > free:
            print(
                f"{scratch} has {free / 1e9:.1f} GB free; {needed / 1e9:.1f} GB are needed", file=sys.stderr
            )
            return 2
        print(f"{report.processor()}, {threads} processors; load at the start: {os.getloadavg()[0]:.1f}")
        for name, set_ in puzzles.items():
            lines = scratch / "lines.txt"
            write_lines(set_, options.rows, lines)
            print(f"\n## {name}: {options.rows:,} puzzles\n", flush=True)
            if options.jobs or options.compressions:
                for asked, measured in ((options.jobs, each_job), (options.compressions, each_compression)):
                    if asked:
                        print(measured(lines, scratch, options.rows, options.turns) + "\n", flush=True)
                continue
            parquets: dict[str, Path] = {}
            if not options.no_parquet:
                parquets = {
                    "Parquet": scratch / "lines.parquet",
                    "Snappy Parquet": scratch / "snappy.parquet",
                }
                command("convert", lines, "-o", parquets["Parquet"])
                rewrite_with_pyarrow(*parquets.values())
            print(table(measure(lines, parquets, scratch, options.rows, options.turns, threads)), flush=True)
            if options.cluster:
                print(f"\n{on_a_cluster(lines, scratch, options.rows, options.turns)}", flush=True)
            if options.scaling:
                print(f"\n{scaling(lines, scratch, options.rows, options.turns, threads)}", flush=True)
        print(f"\nLoad at the end: {os.getloadavg()[0]:.1f}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
