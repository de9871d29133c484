"""How far a run is, in numbers, and the summary at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from nonet.bulk.output import Receipt


@dataclass(frozen=True)
class Summary:
    """What a run has done. `kept` rows were there from an earlier run; `seconds` is how long this one took."""

    rows: int
    rejected: int
    results: Mapping[str, int]
    shards: int
    kept: int
    kept_shards: int
    seconds: float

    @property
    def rate(self) -> float:
        """Rows a second, of those that this run did."""
        return (self.rows - self.kept) / self.seconds if self.seconds > 0 else 0.0


class RunProgress:
    """Counts rows as they are done, and estimates what is left.

    `whole` is the weight of all shards (bytes or rows), None if it is not known, as for standard input.

    >>> progress = RunProgress(whole=100)
    >>> progress.moved(0, rows=10, weight=25)
    >>> progress.rows, progress.share
    (10, 0.25)
    """

    def __init__(self, whole: int | None = None) -> None:
        self.whole = whole
        self.rejected = 0
        self.results: Counter[str] = Counter()
        self.shards = 0
        self.kept = 0
        self.kept_shards = 0
        self.began = monotonic()
        self._rows = 0
        self._weight = 0
        self._kept_weight = 0
        self._open: dict[int, tuple[int, int]] = {}
        self._lock = Lock()

    def moved(self, shard: int, *, rows: int, weight: int) -> None:
        """Some more rows of a shard are done. Any thread may call this."""
        with self._lock:
            before = self._open.get(shard, (0, 0))
            self._open[shard] = (before[0] + rows, before[1] + weight)

    def finished(self, receipt: Receipt, *, weight: int) -> None:
        with self._lock:
            self._open.pop(receipt.number, None)
            self._rows += receipt.rows
            self._weight += weight
            self.shards += 1
            self.rejected += receipt.rejected
            self.results.update(receipt.results)

    def was_there(self, receipt: Receipt, *, weight: int) -> None:
        """A shard is there from an earlier run."""
        self.finished(receipt, weight=weight)
        self.kept += receipt.rows
        self.kept_shards += 1
        self._kept_weight += weight

    @property
    def rows(self) -> int:
        with self._lock:
            return self._rows + sum(rows for rows, _ in self._open.values())

    @property
    def weight(self) -> int:
        with self._lock:
            return self._weight + sum(weight for _, weight in self._open.values())

    @property
    def seconds(self) -> float:
        return monotonic() - self.began

    @property
    def rate(self) -> float:
        """Rows a second, of those that this run does."""
        return (self.rows - self.kept) / max(self.seconds, 1e-9)

    @property
    def share(self) -> float | None:
        """From 0 to 1; None if it is not known."""
        return min(1.0, self.weight / self.whole) if self.whole else None

    @property
    def seconds_left(self) -> float | None:
        """An estimate from the rate so far; None if nothing is known yet."""
        done = self.weight - self._kept_weight
        if not self.whole or done <= 0:
            return None
        return max(0.0, (self.whole - self.weight) * self.seconds / done)

    def summary(self) -> Summary:
        return Summary(
            rows=self.rows,
            rejected=self.rejected,
            results=dict(sorted(self.results.items())),
            shards=self.shards,
            kept=self.kept,
            kept_shards=self.kept_shards,
            seconds=self.seconds,
        )
