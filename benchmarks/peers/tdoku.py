"""tdoku, or any C library with its interface, called from a loop in C (tdoku.c, which is compiled when needed)."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.base import LIMIT, Answer, Batch, Effort, Job, Unavailable

__all__ = ["peer"]

SYMBOL = "TdokuSolverDpllTriadSimd"
SPARE = 64
"""Padding after the last puzzle, because tdoku may read beyond its 81 bytes."""


class TdokuJob(Job):
    """A block of puzzles. tdoku returns no solution when it looks for two, so the check calls it again for one."""

    def __init__(self, loop: Any, solver: Any, puzzles: Sequence[str]) -> None:
        self.loop, self.solver, self.count = loop, solver, len(puzzles)
        self.puzzles = "".join(f"{puzzle}\n" for puzzle in puzzles).encode() + bytes(SPARE)
        self.counts = (ctypes.c_uint8 * self.count)()
        self.guesses = ctypes.c_uint64(0)

    def run(self) -> None:
        self.guesses.value = 0
        self.loop(self.solver, self.puzzles, self.count, LIMIT, self.counts, None, self.guesses)

    def answers(self) -> list[Answer]:
        """The numbers of solutions from the last run, with solutions from a new one."""
        solutions = ctypes.create_string_buffer(81 * self.count)
        found = (ctypes.c_uint8 * self.count)()
        self.loop(self.solver, self.puzzles, self.count, 1, found, solutions, ctypes.c_uint64())
        text = solutions.raw.decode("ascii", "replace")
        return [
            Answer(self.counts[n], text[81 * n : 81 * n + 81] if found[n] else None)
            for n in range(self.count)
        ]

    def effort(self) -> Effort:
        return Effort(self.guesses.value / self.count)


class Tdoku(Batch):
    name = "tdoku"

    def __init__(self, library: Path) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            raise Unavailable("a C compiler is needed to call it: install cc")
        try:
            self.solver = getattr(ctypes.CDLL(str(library.resolve())), SYMBOL)
        except (OSError, AttributeError):
            raise Unavailable(f"{library.name} cannot be loaded or has no {SYMBOL}") from None
        source = Path(__file__).with_suffix(".c")
        self.folder = tempfile.TemporaryDirectory(prefix="nonet-bench-")
        built = Path(self.folder.name, "loop.so")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", built, source], check=True)
        self.loop = ctypes.CDLL(str(built)).solve_all
        self.loop.restype = None
        pointer, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_uint64)
        self.loop.argtypes = [pointer, ctypes.c_char_p, size, size, pointer, pointer, number]

    def prepare(self, puzzles: Sequence[str]) -> Job:
        return TdokuJob(self.loop, self.solver, puzzles)


def peer(library: Path | None) -> Batch:
    if library is None:
        raise Unavailable("not specified: build the library and pass TDOKU=LIBRARY")
    return Tdoku(library)
