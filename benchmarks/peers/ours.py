"""nonet's kernel: in batches, for each instruction set, on one thread and on all; and with one puzzle per call."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from types import ModuleType

from benchmarks.peers.base import Answer, Batch, Effort, Job

import nonet
from nonet.native import kernel

__all__ = ["batches"]


class SolveJob(Job):
    """`solve_batch`: the status and a solution for each puzzle; the greatest, if there are several."""

    def __init__(
        self, native: ModuleType, puzzles: Sequence[str], isa: str, threads: int, copies: int
    ) -> None:
        self.native, self.isa, self.threads, self.count = native, isa, threads, len(puzzles)
        self.copies = copies
        self.puzzles = "".join(puzzles).encode() * copies
        self.status = bytearray(len(puzzles) * copies)
        self.solutions = bytearray(len(self.puzzles))

    def run(self) -> None:
        self.native.solve_batch(self.puzzles, self.solutions, self.status, threads=self.threads, isa=self.isa)

    def answers(self) -> list[Answer]:
        """The answers for one copy of the block; invalid ones if the copies differ."""
        copies, status, lines = self.copies, self.status[: self.count], self.solutions[: 81 * self.count]
        if self.status != status * copies or self.solutions != lines * copies:
            return [Answer(None)] * self.count
        return [
            Answer(each, lines[81 * n : 81 * n + 81].decode() if each else None)
            for n, each in enumerate(status)
        ]

    def effort(self) -> Effort | None:
        """Guesses and rounds as the kernel counts them; None on several threads, where they vary between runs."""
        if self.threads > 1:
            return None
        effort = array("I", bytes(8 * len(self.status)))
        self.native.solve_batch(self.puzzles, self.solutions, self.status, effort=effort, isa=self.isa)
        return Effort(sum(effort[::2]) / len(self.status), sum(effort[1::2]) / len(self.status))


class StatusJob(SolveJob):
    """`unique_batch`: only the status, which is what tdoku reports when it looks for two solutions."""

    def run(self) -> None:
        self.native.unique_batch(self.puzzles, self.status, threads=self.threads, isa=self.isa)

    def answers(self) -> list[Answer]:
        """One answer per puzzle; there are no copies, because this job runs on one thread."""
        return [Answer(status) for status in self.status]

    def effort(self) -> Effort | None:
        """Guesses and rounds as the kernel counts them; None on several threads, where they vary between runs."""
        if self.threads > 1:
            return None
        effort = array("I", bytes(8 * len(self.status)))
        self.native.unique_batch(self.puzzles, self.status, effort=effort, isa=self.isa)
        return Effort(sum(effort[::2]) / len(self.status), sum(effort[1::2]) / len(self.status))


class Kernel(Batch):
    """The kernel in batches, with a copy of the block for each thread."""

    def __init__(
        self, native: ModuleType, isa: str, *, threads: int = 1, job: type[SolveJob] = SolveJob
    ) -> None:
        self.native, self.isa, self.threads, self.copies, self.job = native, isa, threads, threads, job
        many = f", {threads} threads" if threads > 1 else ""
        self.name = f"nonet {isa}{many}{', status only' if job is StatusJob else ''}"

    def prepare(self, puzzles: Sequence[str]) -> Job:
        return self.job(self.native, puzzles, self.isa, self.threads, self.copies)


class CallsJob(Job):
    """A loop in Python over `nonet.some_solution`."""

    def __init__(self, puzzles: Sequence[str]) -> None:
        self.puzzles = puzzles
        self.lines: list[str | None] = []

    def run(self) -> None:
        self.lines = [nonet.some_solution(puzzle) for puzzle in self.puzzles]

    def answers(self) -> list[Answer]:
        """Without the number of solutions: `some_solution` does not look for a second one."""
        return [Answer(0 if line is None else None, line) for line in self.lines]


class Calls(Batch):
    """`nonet.some_solution`: takes and returns a str."""

    name = "nonet.some_solution, one call per puzzle (uniqueness not proved)"

    def prepare(self, puzzles: Sequence[str]) -> Job:
        return CallsJob(puzzles)


def batches(threads: int) -> list[Batch]:
    """All variants, the best instruction set first."""
    if kernel is None:
        raise SystemExit("nothing to measure: the kernel is not built, or NONET_PURE is set")
    native: ModuleType = kernel
    found: list[Batch] = [Kernel(native, isa) for isa in native.isas]
    if threads > 1:
        found += [Kernel(native, isa, threads=threads) for isa in native.isas]
    return [*found, Kernel(native, native.isas[0], job=StatusJob), Calls()]
