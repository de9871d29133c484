"""What `sudoku bulk` prints while it works and when it is done."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

import click

from nonet.faces.cli.tally import LiveLine

if TYPE_CHECKING:
    from nonet.bulk.output import Output
    from nonet.bulk.progress import RunProgress, Summary

BAR = 20
LOG_SECONDS = 10


class Reporter:
    """Shows how far a run is: a live line on a terminal, a line every ten seconds in a log, nothing if quiet."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._line = LiveLine()
        self._quiet = quiet
        self._log = sys.stderr is not None and not sys.stderr.isatty()
        self._next = monotonic() + LOG_SECONDS
        self._progress: RunProgress | None = None

    @property
    def began(self) -> bool:
        """Whether the run has started."""
        return self._progress is not None

    def __call__(self, progress: RunProgress) -> None:
        self._progress = progress
        if self._quiet:
            return
        if self._line.is_due():
            self._line.show(text_of(progress))
        elif self._log and monotonic() >= self._next:
            self._next = monotonic() + LOG_SECONDS
            click.echo(text_of(progress, bar=False), err=True)

    def clear(self) -> None:
        self._line.clear()

    def so_far(self) -> str:
        """What is kept of a run that was stopped."""
        shards = self._progress.shards if self._progress is not None else 0
        finished = "1 shard is finished" if shards == 1 else f"{shards:,} shards are finished"
        return f"{finished}; the same command continues from there"


def text_of(progress: RunProgress, *, bar: bool = True) -> str:
    """How far, how fast, and how long it will take, in one line."""
    text = f"{progress.rows:,} rows, {progress.rate:,.0f} a second"
    if progress.rejected:
        text += f", {progress.rejected:,} rejected"
    share, left = progress.share, progress.seconds_left
    if share is not None:
        drawn = f"[{'#' * round(share * BAR):<{BAR}}] " if bar else ""
        text = f"{drawn}{share:4.0%}  {text}"
    return text if left is None else f"{text}, {duration(left)} left"


def duration(seconds: float) -> str:
    """A time in the two largest units.

    >>> duration(7), duration(192), duration(7_500), duration(200_000)
    ('7 s', '3 min 12 s', '2 h 5 min', '2 d 7 h')
    """
    whole = round(seconds)
    for size, unit, smaller_size, smaller in (
        (86400, "d", 3600, "h"),
        (3600, "h", 60, "min"),
        (60, "min", 1, "s"),
    ):
        if whole >= size:
            return f"{whole // size} {unit} {whole % size // smaller_size} {smaller}"
    return f"{whole} s"


def print_summary(summary: Summary, output: Output) -> None:
    if summary.rows and summary.kept == summary.rows:
        there = "1 row; it was" if summary.rows == 1 else f"{summary.rows:,} rows; all were"
        click.echo(f"{there} there from an earlier run")
    else:
        took = f"{summary.seconds:.1f} s" if summary.seconds < 60 else duration(summary.seconds)
        click.echo(f"{summary.rows:,} row{'s' * (summary.rows != 1)} in {took}: {summary.rate:,.0f} a second")
        if summary.kept:
            click.echo(
                f"{summary.kept:,} of them ({summary.kept_shards:,} of {summary.shards:,} shards) "
                "were there from an earlier run"
            )
    rows = [(name, f"{count:,}", "") for name, count in summary.results.items()]
    if summary.rejected:
        rows.append(("rejected", f"{summary.rejected:,}", click.format_filename(output.rejected)))
    for name, count, note in rows:
        click.echo(f"  {name:<{max(len(row[0]) for row in rows)}}  {count:>12}  {note}".rstrip())
    click.echo(f"written to {click.format_filename(output.target)}")
