"""The measurement: everyone takes turns on the same puzzles, and the best of each turn counts.

    batches    by blocks of some thousand puzzles     best time of each block, summed
    singles    by puzzles, as many as time allows      best time of each puzzle, summed

Noise only adds to a time, so the best is nearest to the truth; and as all take turns, a slow minute of the machine
hits everyone. On one thread it is CPU time that counts, on several the time on the wall.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from benchmarks.checking import Judge
from benchmarks.peers.base import Batch, Effort, Peer

__all__ = ["Limits", "Score", "measure"]


@dataclass(frozen=True)
class Limits:
    """How much is measured: turns, puzzles a block, seconds for a slow peer's sample and for one of its puzzles."""

    turns: int = 3
    block: int = 10_000
    sample: float = 0.5
    cap: float = 0.5
    batch: float = 0.05
    """Seconds that the quickest takes for the whole set, about; the set is cut to that."""


@dataclass
class Score:
    """What one contender did on one set. `stopped` puzzles were given up at the cap: their time is a lower bound."""

    puzzles: int = 0
    seconds: float = 0.0
    stopped: int = 0
    wrong: int = 0
    effort: Effort | None = None

    @property
    def rate(self) -> float:
        """Puzzles a second."""
        return self.puzzles / self.seconds if self.seconds else 0.0


def measure(
    puzzles: Sequence[str], batches: Sequence[Batch], singles: Sequence[Peer], limits: Limits
) -> dict[str, Score]:
    """The score of each, by name."""
    judge = Judge()
    puzzles = _cut(puzzles, batches[0], limits)
    scores = _by_blocks(puzzles, batches, limits, judge) | _by_puzzles(puzzles, singles, limits, judge)
    for name, count in judge.wrong().items():
        scores[name].wrong = count
    return scores


# ------------------------------------------------------------------------------------------------- blocks


def _cut(puzzles: Sequence[str], quickest: Batch, limits: Limits) -> Sequence[str]:
    """As many puzzles as the quickest does in the given time, and some hundred at least."""
    job = quickest.prepare(puzzles[: limits.block])
    seconds = min(_timed(job.run, quickest.threads) for _ in range(2))
    return puzzles[: max(500, int(limits.batch / seconds * min(limits.block, len(puzzles))))]


def _by_blocks(
    puzzles: Sequence[str], batches: Sequence[Batch], limits: Limits, judge: Judge
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
            judge.hear(batch.name, block, job.answers())
            score.effort = _joined(score.effort, start, job.effort(), len(block))
    return scores


def _timed(run: Callable[[], None], threads: int) -> float:
    clock = time.process_time if threads == 1 else time.perf_counter
    start = clock()
    run()
    return clock() - start


def _joined(mean: Effort | None, before: int, more: Effort | None, count: int) -> Effort | None:
    """The mean over the blocks before and this one."""
    if mean is None or more is None:
        return more
    total = before + count
    guesses = (mean.guesses * before + more.guesses * count) / total
    if mean.rounds is None or more.rounds is None:
        return Effort(guesses)
    return Effort(guesses, (mean.rounds * before + more.rounds * count) / total)


# ------------------------------------------------------------------------------------------------ puzzles


class Stopped(Exception):
    """A puzzle took too long."""


@dataclass
class Sample:
    """The best time of each puzzle that a slow peer got to."""

    peer: Peer
    best: list[float] = field(default_factory=list)
    stopped: set[int] = field(default_factory=set)


def _by_puzzles(
    puzzles: Sequence[str], singles: Sequence[Peer], limits: Limits, judge: Judge
) -> dict[str, Score]:
    scores = {peer.name: Score() for peer in singles}
    samples = [Sample(peer) for peer in singles]
    for sample in samples:  # the first turn finds out how far each gets in its time
        for n, puzzle in enumerate(puzzles):
            if n >= 3 and sum(sample.best) > limits.sample:
                break
            sample.best.append(limits.cap)
            _try(sample, n, puzzle, limits.cap, judge)
    for _ in range(limits.turns - 1):
        for n, puzzle in enumerate(puzzles[: max((len(sample.best) for sample in samples), default=0)]):
            for sample in samples:
                if n < len(sample.best) and n not in sample.stopped:
                    _try(sample, n, puzzle, limits.cap)
    for sample in samples:
        score = scores[sample.peer.name]
        score.puzzles, score.seconds = len(sample.best), sum(sample.best)
        score.stopped = len(sample.stopped)
    return scores


def _try(sample: Sample, n: int, puzzle: str, cap: float, judge: Judge | None = None) -> None:
    """One puzzle, timed."""
    start = time.process_time()
    try:
        with _stopping_after(cap):
            start = time.process_time()
            answer = sample.peer.solve(puzzle)
            seconds = time.process_time() - start
    except Stopped:
        sample.stopped.add(n)
        sample.best[n] = time.process_time() - start
        return
    sample.best[n] = min(sample.best[n], seconds)
    if judge:
        judge.hear(sample.peer.name, [puzzle], [answer])


@contextmanager
def _stopping_after(seconds: float) -> Iterator[None]:
    """Raises Stopped after so many seconds on the wall: a timer on CPU time would make the CPU clock coarse."""

    def stop(signum: int, frame: FrameType | None) -> None:
        raise Stopped

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
