"""What every run in shards has in common: its options, who makes the shards, how far it is, what is said at its end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

import click

from nonet.bulk.errors import Busy, OtherRun, Stopped, Unwritable
from nonet.errors import NonetError
from nonet.faces.cli.options import flag_option, number_option, threads_option, together
from nonet.faces.cli.status import INTERRUPTED, UNWRITABLE
from nonet.faces.cli.tally import LiveLine, duration, how_far
from nonet.visible import one_line

if TYPE_CHECKING:
    from nonet.bulk.executors import Executor
    from nonet.bulk.output import Output
    from nonet.bulk.progress import RunProgress, Summary

STOPPED = 75
LOG_SECONDS = 10
T = TypeVar("T")


place_options = together(
    flag_option("--restart", help="Discard the output of an earlier run and start again."),
    threads_option,
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Run on a Dask cluster: tcp://HOST:PORT, or `local` to start one on this computer.",
    ),
    number_option(
        "--workers", least=1, help="Number of processes of a local cluster. Default: one per core."
    ),
    flag_option("-q", "--quiet", help="Print only errors."),
)
"""Where a run takes place, and how much it says."""


def supervised(
    work: Callable[[Executor, Reporter], T],
    *,
    in_processes: bool,
    threads: int | None,
    cluster: str | None,
    workers: int | None,
    quiet: bool,
) -> tuple[T | None, int]:
    """Does the work with an executor: its result and 0, or None and the status of what stopped it, which was said."""
    if workers is not None and cluster != "local":
        raise NonetError("--workers is for --cluster local")
    reporter = Reporter(quiet=quiet)
    executor: Executor | None = None
    try:
        executor = _executor(in_processes, threads, cluster, workers)
        result = work(executor, reporter)
        executor.close()
    except BaseException as error:
        if executor is not None:
            executor.close(now=True)
        reporter.clear()
        if isinstance(error, KeyboardInterrupt):
            if not quiet:
                click.echo(f"stopped; {reporter.so_far()}", err=True)
            return None, INTERRUPTED
        if not isinstance(error, Stopped) or isinstance(error, (OtherRun, Busy)):
            raise
        click.echo(f"sudoku: {error}", err=True)
        if not quiet and reporter.began:
            click.echo(f"sudoku: {reporter.so_far()}", err=True)
        return None, UNWRITABLE if isinstance(error, Unwritable) else STOPPED
    reporter.clear()
    return result, 0


def _executor(in_processes: bool, threads: int | None, cluster: str | None, workers: int | None) -> Executor:
    from nonet.bulk.executors import ClusterShards, ProcessShards, ThreadShards

    if cluster is not None:
        return ClusterShards(cluster, workers=workers)
    return ProcessShards(threads) if in_processes else ThreadShards(threads)


# -- how far it is, and what it has done --------------------------------------------------------------------


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
    return how_far(text, progress.share, progress.seconds_left, bar=bar)


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
        rows.append(("rejected", f"{summary.rejected:,}", one_line(str(output.rejected))))
    for name, count, note in rows:
        click.echo(f"  {name:<{max(len(row[0]) for row in rows)}}  {count:>12}  {note}".rstrip())
    click.echo(f"written to {one_line(str(output.target))}")
