"""For the tests of runs: inputs that are quickly made and solved, and a look at what is on the disk."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from nonet.rng import Rng

SRC = Path(__file__).resolve().parents[2] / "src"
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BAD = ("hello", "." * 80, "x" * 80 + "?")
"""Lines that are not puzzles."""


def puzzle(number: int) -> tuple[str, str]:
    """A puzzle, different for each number, and its one solution: a grid in disguise without one of its rows."""
    rng = Rng(number)
    digits = rng.shuffled("123456789")
    solution = GRID.translate(str.maketrans("123456789", "".join(digits)))
    row = rng.below(9)
    return solution[: 9 * row] + "." * 9 + solution[9 * row + 9 :], solution


def puzzles(path: Path, count: int, *, bad: tuple[int, ...] = ()) -> list[str]:
    """Writes that many puzzles to a file, one per line, with bad lines where asked (from 1); returns the solutions."""
    lines, solutions = [], []
    for number in range(1, count + 1):
        if number in bad:
            lines.append(BAD[number % len(BAD)])
        else:
            one, solution = puzzle(number)
            lines.append(one)
            solutions.append(solution)
    path.write_text("".join(f"{line}\n" for line in lines))
    return solutions


def everything(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its name."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def receipts(output: Path) -> int:
    """How many shards are finished, while a run goes on."""
    own = (output if output.is_dir() else output.with_name(output.name + ".parts")) / "_run"
    return len(list(own.glob("[0-9]*.json")))


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SRC), "PYTHONIOENCODING": "utf-8"}


def start(*arguments: str | Path, **options: object) -> subprocess.Popen[str]:
    """`sudoku bulk …` in a process of its own."""
    return start_command("bulk", *arguments, **options)


def start_command(*arguments: str | Path, **options: object) -> subprocess.Popen[str]:
    """`sudoku …` in a process of its own."""
    given: dict[str, object] = {
        "env": environment(),
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
        **options,
    }
    command = [sys.executable, "-m", "nonet", *map(str, arguments)]
    return subprocess.Popen(command, **given)  # type: ignore[call-overload,no-any-return]


def ended(process: subprocess.Popen[str], *, timeout: float = 60) -> tuple[int, str, str]:
    """Status, output, complaints; not the lines that say every ten seconds how far it is."""
    out, err = process.communicate(timeout=timeout)
    return process.returncode, out, re.sub(r"^ *\d+%  .* a second.*\n", "", err, flags=re.MULTILINE)


def wait_for(true: object, process: subprocess.Popen[str] | None = None, *, timeout: float = 60) -> bool:
    """Waits until a condition holds; False if the process ends first."""
    assert callable(true)
    until = time.monotonic() + timeout
    while not true():
        if process is not None and process.poll() is not None:
            return False
        assert time.monotonic() < until, "it takes too long"
        time.sleep(0.005)
    return True
