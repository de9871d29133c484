"""What `sudoku solve --lines` loses to input and output: from a file to a file, beside the kernel on the same puzzles.

    python -m benchmarks.lines [--data FOLDER] [--sets NAME …] [--seconds S] [--turns N] [--threads N]

Everyone solves the same lines in turns, and the best turn counts. The kernel has them in memory, block by block, and
writes its answers to the same room again and again; the command's way reads a file and writes another, both in the
system's cache. With one thread, reading and writing have a processor of their own, where there is one.
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


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.lines", description="File to file, beside the kernel."
    )
    parser.add_argument(
        "--data", type=Path, help="folder with *.txt, a puzzle a line (default: our own sets)"
    )
    parser.add_argument("--sets", nargs="+", metavar="NAME", help="only these of the sets")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn is, about (0.5)")
    parser.add_argument("--turns", type=int, default=5, help="how often everyone has a turn (5)")
    parser.add_argument("--threads", type=int, default=1, help="of the kernel (1)")
    return parser.parse_args()


def kernel_alone(data: bytes, threads: int) -> float:
    """Seconds for all lines, from memory."""
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
            solution_stride=LINE,
            threads=threads,
        )
    return time.perf_counter() - began


def file_to_file(source: Path, target: Path, threads: int) -> float:
    """Seconds for all lines, as the command does it."""
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
    asked = options()
    if kernel is None:
        print("the kernel is not built", file=sys.stderr)
        return 2
    found = sets.of_folder(asked.data, most=20_000) if asked.data else sets.our_own()
    print(f"{report.processor()}; {asked.threads} threads of the kernel\n")
    print("| | the kernel, a second | file to file | share |\n|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory(prefix="nonet-lines-") as folder:
        source, target = Path(folder, "in.txt"), Path(folder, "out.txt")
        for name, puzzles in found.items():
            if asked.sets and name not in asked.sets:
                continue
            once = "".join(f"{puzzle}\n" for puzzle in puzzles).encode()
            data = once * max(1, round(asked.seconds / kernel_alone(once, asked.threads)))
            source.write_bytes(data)
            alone = through = float("inf")
            for _ in range(asked.turns):
                alone = min(alone, kernel_alone(data, asked.threads))
                through = min(through, file_to_file(source, target, asked.threads))
            count = len(data) // LINE
            rates = f"{report.short(count / alone)} | {report.short(count / through)}"
            print(f"| {name} | {rates} | {alone / through:.0%} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
