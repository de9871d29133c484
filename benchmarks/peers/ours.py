"""nonet's kernel: in batches, on each instruction set, on one thread and on all; and one puzzle a call."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from types import ModuleType

from benchmarks.peers.base import Answer, Batch, Effort, Job

import nonet
from nonet.native import kernel

__all__ = ["batches"]


class SolveJob(Job):
    """`solve_batch`: status, and a solution for each puzzle, the greatest of several."""

    def __init__(
        self, native: ModuleType, puzzles: Sequence[str], isa: str, threads: int, copies: int
    ) -> None:
        self.native, self.isa, self.threads, self.count = native, isa, threads, len(puzzles)
        self.copies = copies
        self.puzzles = "".join(puzzles).encode() * copies
        self.status = bytearray(len(puzzles) * copies)
        self.solutions = bytearray(len(self.puzzles))

    def run(self) -> None:
        """Solve them all."""
        self.native.solve_batch(self.puzzles, self.solutions, self.status, threads=self.threads, isa=self.isa)

    def answers(self) -> list[Answer]:
        """Of one copy of the block, if all copies were answered alike."""
        copies, status, lines = self.copies, self.status[: self.count], self.solutions[: 81 * self.count]
        if self.status != status * copies or self.solutions != lines * copies:
            return [Answer(None)] * self.count
        return [
            Answer(each, lines[81 * n : 81 * n + 81].decode() if each else None)
            for n, each in enumerate(status)
        ]

    def effort(self) -> Effort | None:
        """Guesses and rounds, by its own count; on several threads they vary a little from run to run."""
        if self.threads > 1:
            return None
        effort = array("I", bytes(8 * len(self.status)))
        self.native.solve_batch(self.puzzles, self.solutions, self.status, effort=effort, isa=self.isa)
        return Effort(sum(effort[::2]) / len(self.status), sum(effort[1::2]) / len(self.status))


class StatusJob(SolveJob):
    """`unique_batch`: status alone, which is what tdoku gives when it looks for two."""

    def run(self) -> None:
        """None, one or several, of them all."""
        self.native.unique_batch(self.puzzles, self.status, threads=self.threads, isa=self.isa)

    def answers(self) -> list[Answer]:
        """As many as there are puzzles: status alone is measured on one thread."""
        return [Answer(status) for status in self.status]

    def effort(self) -> Effort | None:
        """Guesses and rounds, by its own count; on several threads they vary a little from run to run."""
        if self.threads > 1:
            return None
        effort = array("I", bytes(8 * len(self.status)))
        self.native.unique_batch(self.puzzles, self.status, effort=effort, isa=self.isa)
        return Effort(sum(effort[::2]) / len(self.status), sum(effort[1::2]) / len(self.status))


class Kernel(Batch):
    """The kernel by batches. On several threads it gets a copy of the block for each of them."""

    def __init__(
        self, native: ModuleType, isa: str, *, threads: int = 1, job: type[SolveJob] = SolveJob
    ) -> None:
        self.native, self.isa, self.threads, self.copies, self.job = native, isa, threads, threads, job
        many = f", {threads} threads" if threads > 1 else ""
        self.name = f"nonet {isa}{many}{', status only' if job is StatusJob else ''}"

    def prepare(self, puzzles: Sequence[str]) -> Job:
        """Buffers for the block."""
        return self.job(self.native, puzzles, self.isa, self.threads, self.copies)


class CallsJob(Job):
    """A loop in Python over `nonet.some_solution`."""

    def __init__(self, puzzles: Sequence[str]) -> None:
        self.puzzles = puzzles
        self.lines: list[str | None] = []

    def run(self) -> None:
        """One call a puzzle."""
        self.lines = [nonet.some_solution(puzzle) for puzzle in self.puzzles]

    def answers(self) -> list[Answer]:
        """Some solution says no more than that there is one."""
        return [Answer(0 if line is None else None, line) for line in self.lines]


class Calls(Batch):
    """`nonet.some_solution`: a str in, a str out."""

    name = "nonet.some_solution, a call a puzzle (proves no uniqueness)"

    def prepare(self, puzzles: Sequence[str]) -> Job:
        """Nothing to lay out."""
        return CallsJob(puzzles)


def batches(threads: int) -> list[Batch]:
    """The best instruction set first: its answers are what the others are compared to."""
    if kernel is None:
        raise SystemExit("The kernel is not built, or NONET_PURE is set: there is nothing to measure.")
    native: ModuleType = kernel
    found: list[Batch] = [Kernel(native, isa) for isa in native.isas]
    if threads > 1:
        found += [Kernel(native, isa, threads=threads) for isa in native.isas]
    return [*found, Kernel(native, native.isas[0], job=StatusJob), Calls()]
