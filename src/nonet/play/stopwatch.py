"""A stopwatch as a value: the seconds so far, and the moment when it was started."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Stopwatch"]


@dataclass(frozen=True)
class Stopwatch:
    """`now` is always an argument, of any clock that never goes back.

    >>> watch = Stopwatch(5.0).started(100.0)
    >>> watch.seconds(102.5), watch.stopped(103.0).seconds(200.0)
    (7.5, 8.0)
    """

    before: float = 0.0
    since: float | None = None

    @property
    def running(self) -> bool:
        return self.since is not None

    def seconds(self, now: float) -> float:
        return self.before + (now - self.since if self.since is not None else 0.0)

    def started(self, now: float) -> Stopwatch:
        return Stopwatch(self.seconds(now), now)

    def stopped(self, now: float) -> Stopwatch:
        return Stopwatch(self.seconds(now))

    def at_least(self, seconds: float, now: float) -> Stopwatch:
        """Moved forward to `seconds`, if it shows less."""
        return Stopwatch(max(seconds, self.seconds(now)), now if self.running else None)
