"""The measurement: all solvers take turns on the same puzzles, and the best time counts.

    batches    in blocks of some thousand puzzles       sum of the best times of each block
    singles    puzzle by puzzle, as many as time allows  sum of the best times of each puzzle

Noise can only make a time longer, so the best is closest to the truth. Because the solvers take turns, a slow minute of
the machine affects all of them. CPU time is measured on one thread, wall-clock time on several.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from benchmarks.checking import AnswerChecker
from benchmarks.peers.base import Batch, Effort, Peer

__all__ = ["Limits", "Score", "measure"]


@dataclass(frozen=True)
class Limits:
    """Limits of a measurement.

    `sample` and `cap` are for solvers that take one puzzle per call: seconds for all puzzles, and for a single one.
    """

    turns: int = 3
    block: int = 10_000
    sample: float = 0.5
    cap: float = 0.5
    batch: float = 0.05
    """The set is shortened so that the fastest solver takes about this many seconds for it."""


@dataclass
class Score:
    """The result of one solver on one set. `stopped` puzzles hit the time limit, so their time is a lower bound."""

    puzzles: int = 0
    seconds: float = 0.0
    stopped: int = 0
    wrong: int = 0
    effort: Effort | None = None

    @property
    def rate(self) -> float:
        """Puzzles per second."""
        return self.puzzles / self.seconds if self.seconds else 0.0


def measure(
    puzzles: Sequence[str], batches: Sequence[Batch], singles: Sequence[Peer], limits: Limits
) -> dict[str, Score]:
    checker = AnswerChecker()
    puzzles = _shorten(puzzles, batches[0], limits)
    scores = _by_blocks(puzzles, batches, limits, checker) | _by_puzzles(puzzles, singles, limits, checker)
    for name, count in checker.wrong().items():
        scores[name].wrong = count
    return scores


# ------------------------------------------------------------------------------------------------- blocks


def _shorten(puzzles: Sequence[str], quickest: Batch, limits: Limits) -> Sequence[str]:
    """As many puzzles as the fastest solver manages in the time limit, at least 500."""
    job = quickest.prepare(puzzles[: limits.block])
    seconds = min(_timed(job.run, quickest.threads) for _ in range(2))
    return puzzles[: max(500, int(limits.batch / seconds * min(limits.block, len(puzzles))))]


def _by_blocks(
    puzzles: Sequence[str], batches: Sequence[Batch], limits: Limits, checker: AnswerChecker
) -> dict[str, Score]:
    scores = {batch.name: Score() for batch in batches}
    for start in range(0, len(puzzles), limits.block):
        block = puzzles[start : start + limits.block]
        jobs = [batch.prepare(block) for batch in batches]
        best = [float("inf")] * len(jobs)
        for _ in range(limits.turns):
            for n, (batch, job) in enumerate(zip(batches, jobs, strict=True)):
                best[n] = min(best[n], _timed(job.run, batch.threads))
        for batch, job, seconds in zip(batches, jobs, best, strict=True):
            score = scores[batch.name]
            score.puzzles += len(block) * batch.copies
            score.seconds += seconds
            checker.add(batch.name, block, job.answers())
            score.effort = _mean_effort(score.effort, start, job.effort(), len(block))
    return scores


def _timed(run: Callable[[], None], threads: int) -> float:
    clock = time.process_time if threads == 1 else time.perf_counter
    start = clock()
    run()
    return clock() - start


def _mean_effort(mean: Effort | None, before: int, more: Effort | None, count: int) -> Effort | None:
    """The mean over the previous blocks (`before` puzzles) and this one."""
    if mean is None or more is None:
        return more
    total = before + count
    guesses = (mean.guesses * before + more.guesses * count) / total
    if mean.rounds is None or more.rounds is None:
        return Effort(guesses)
    return Effort(guesses, (mean.rounds * before + more.rounds * count) / total)


# ------------------------------------------------------------------------------------------------ puzzles


class Stopped(Exception):
    """A puzzle took longer than the limit."""


@dataclass
class Sample:
    """The best time for each puzzle that a solver reached within its time."""

    peer: Peer
    best: list[float] = field(default_factory=list)
    stopped: set[int] = field(default_factory=set)


def _by_puzzles(
    puzzles: Sequence[str], singles: Sequence[Peer], limits: Limits, checker: AnswerChecker
) -> dict[str, Score]:
    scores = {peer.name: Score() for peer in singles}
    samples = [Sample(peer) for peer in singles]
    for sample in samples:  # the first turn shows how many puzzles each one manages
        for n, puzzle in enumerate(puzzles):
            if n >= 3 and sum(sample.best) > limits.sample:
                break
            sample.best.append(limits.cap)
            _time_puzzle(sample, n, puzzle, limits.cap, checker)
    for _ in range(limits.turns - 1):
        for n, puzzle in enumerate(puzzles[: max((len(sample.best) for sample in samples), default=0)]):
            for sample in samples:
                if n < len(sample.best) and n not in sample.stopped:
                    _time_puzzle(sample, n, puzzle, limits.cap)
    for sample in samples:
        score = scores[sample.peer.name]
        score.puzzles, score.seconds = len(sample.best), sum(sample.best)
        score.stopped = len(sample.stopped)
    return scores


def _time_puzzle(
    sample: Sample, n: int, puzzle: str, cap: float, checker: AnswerChecker | None = None
) -> None:
    start = time.process_time()
    try:
        with _time_limit(cap):
            start = time.process_time()
            answer = sample.peer.solve(puzzle)
            seconds = time.process_time() - start
    except Stopped:
        sample.stopped.add(n)
        sample.best[n] = time.process_time() - start
        return
    sample.best[n] = min(sample.best[n], seconds)
    if checker:
        checker.add(sample.peer.name, [puzzle], [answer])


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raises Stopped after this many seconds of wall-clock time; a CPU timer would make the CPU clock coarse."""

    def stop(signum: int, frame: FrameType | None) -> None:
        raise Stopped

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
