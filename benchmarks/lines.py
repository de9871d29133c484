"""How much time `sudoku solve --lines` loses to reading and writing files, compared with the kernel alone.

    python -m benchmarks.lines [--data FOLDER] [--sets NAME …] [--seconds S] [--turns N] [--threads N]

Both solve the same lines in turns, and the best turn counts. The kernel reads the lines from memory, block by block,
and always writes its answers to the same buffer. The command reads a file and writes another; both are in the page
cache. With one thread, reading and writing can use another processor if there is one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from benchmarks import report, sets

from nonet.lines import answer_lines
from nonet.native import kernel

LINE = 82
BLOCK = 20_000 * LINE


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.lines", description="Compare solving a file with the kernel alone."
    )
    parser.add_argument(
        "--data", type=Path, help="folder of *.txt files, one puzzle per line (default: generated sets)"
    )
    parser.add_argument("--sets", nargs="+", metavar="NAME", help="measure only these sets")
    parser.add_argument("--seconds", type=float, default=0.5, help="approximate length of a turn (0.5)")
    parser.add_argument("--turns", type=int, default=5, help="turns for each (5)")
    parser.add_argument("--threads", type=int, default=1, help="kernel threads (1)")
    return parser.parse_args()


def kernel_alone(data: bytes, threads: int) -> float:
    """Seconds to solve all lines in memory."""
    assert kernel is not None
    answers, status = bytearray(BLOCK), bytearray(BLOCK // LINE)
    view = memoryview(data)
    began = time.perf_counter()
    for place in range(0, len(data), BLOCK):
        part = view[place : place + BLOCK]
        kernel.solve_batch(
            part,
            memoryview(answers)[: len(part)],
            memoryview(status)[: len(part) // LINE],
            stride=LINE,
            threads=threads,
        )
    return time.perf_counter() - began


def file_to_file(source: Path, target: Path, threads: int) -> float:
    """Seconds to solve all lines as the command does."""
    target.unlink(missing_ok=True)
    began = time.perf_counter()
    with (
        source.open("rb", buffering=0) as lines,
        target.open("wb", buffering=0) as file,
        closing(answer_lines(lines, "solve", threads=threads)) as blocks,
    ):
        for answers in blocks:
            file.write(answers.text)
    return time.perf_counter() - began


def main() -> int:
    options = parse_options()
    if kernel is None:
        print("the kernel is not built", file=sys.stderr)
        return 2
    found = sets.read_sets(options.data, most=20_000) if options.data else sets.generate_sets()
    print(f"{report.processor()}; {options.threads} kernel threads\n")
    print("| set | kernel, puzzles per second | file to file | share |\n|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory(prefix="nonet-lines-") as folder:
        source, target = Path(folder, "in.txt"), Path(folder, "out.txt")
        for name, puzzles in found.items():
            if options.sets and name not in options.sets:
                continue
            once = "".join(f"{puzzle}\n" for puzzle in puzzles).encode()
            data = once * max(1, round(options.seconds / kernel_alone(once, options.threads)))
            source.write_bytes(data)
            alone = through = float("inf")
            for _ in range(options.turns):
                alone = min(alone, kernel_alone(data, options.threads))
                through = min(through, file_to_file(source, target, options.threads))
            count = len(data) // LINE
            rates = f"{report.short(count / alone)} | {report.short(count / through)}"
            print(f"| {name} | {rates} | {alone / through:.0%} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
