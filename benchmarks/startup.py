"""The start-up cost: the CPU time of `./sudoku solve PUZZLE` minus that of a bare `python3 -c pass`.

    python3 benchmarks/startup.py [--rounds N]

The programs take turns, and the best of all rounds counts, because noise can only make a time longer. CPU time includes
all child processes, such as the launcher's shell and its `find`. Two bare interpreters are measured: the one that
`.venv` was made from and the one inside it, which has fewer packages and starts faster. The faster one is the baseline.
The exit status is 1 if the difference exceeds the limit.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIMIT_MS = 60.0
PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


def cpu_ms(command: list[str]) -> float:
    """The CPU time of a command and its child processes, in ms."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)} ended with status {process.returncode}")
    return (usage.ru_utime + usage.ru_stime) * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how much longer ./sudoku takes than a bare Python.")
    parser.add_argument("--rounds", type=int, default=40, help="runs of each program (default: 40)")
    rounds = parser.parse_args().rounds
    subprocess.run(
        [ROOT / "sudoku", "--version"], stdout=subprocess.DEVNULL, check=True
    )  # set up, if necessary
    inside = ROOT / ".venv/bin/python"
    programs = {
        "python3 -c pass": [os.path.realpath(inside), "-c", "pass"],
        ".venv/bin/python -c pass": [str(inside), "-c", "pass"],
        "import nonet": [str(inside), "-P", "-s", "-c", "import nonet"],
        "import click": [str(inside), "-P", "-s", "-c", "import click"],
        "./sudoku --version": [str(ROOT / "sudoku"), "--version"],
        "./sudoku solve PUZZLE": [str(ROOT / "sudoku"), "solve", PUZZLE],
    }
    best = dict.fromkeys(programs, float("inf"))
    for _ in range(rounds):
        for name, command in programs.items():
            best[name] = min(best[name], cpu_ms(command))
    bare = min(best["python3 -c pass"], best[".venv/bin/python -c pass"])
    for name, cost in best.items():
        print(f"{name:26} {cost:6.1f} ms CPU  {cost - bare:+6.1f}")
    over = best["./sudoku solve PUZZLE"] - bare
    print(f"more than bare Python: {over:.1f} ms; the limit is {LIMIT_MS:.0f} ms")
    return over > LIMIT_MS


if __name__ == "__main__":
    sys.exit(main())
