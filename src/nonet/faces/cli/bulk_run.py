"""What every run in shards has in common: its options, who makes the shards, and what is said when it is stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nonet.errors import NonetError
from nonet.faces.cli.bulk_progress import Reporter
from nonet.faces.cli.options import whole_number
from nonet.faces.cli.status import INTERRUPTED, UNWRITABLE

if TYPE_CHECKING:
    from nonet.bulk.executors import Executor

STOPPED = 75
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def place_options(function: F) -> F:
    """Where a run takes place, and how much it says."""
    for decorate in (
        click.option("-q", "--quiet", is_flag=True, help="Print only errors."),
        click.option(
            "--workers",
            metavar="N",
            callback=whole_number(least=1),
            help="Number of processes of a local cluster. Default: one per core.",
        ),
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Run on a Dask cluster: tcp://HOST:PORT, or `local` to start one on this computer.",
        ),
        click.option(
            "--threads",
            metavar="N",
            callback=whole_number(least=1),
            help="Number of cores to use. Default: all.",
        ),
        click.option("--restart", is_flag=True, help="Discard the output of an earlier run and start again."),
    ):
        function = decorate(function)
    return function


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
    from nonet.bulk.errors import Busy, OtherRun, Stopped, Unwritable

    if workers is not None and cluster is None:
        raise NonetError("--workers is for --cluster local")
    reporter = Reporter(quiet=quiet)
    executor: Executor | None = None
    try:
        executor = _executor(in_processes, threads, cluster, workers)
        result = work(executor, reporter)
        executor.close()
    except (KeyboardInterrupt, Stopped) as error:
        if executor is not None:
            executor.close(now=True)
        reporter.clear()
        if isinstance(error, (OtherRun, Busy)):
            raise
        if isinstance(error, KeyboardInterrupt):
            if not quiet:
                click.echo(f"stopped; {reporter.so_far()}", err=True)
            return None, INTERRUPTED
        click.echo(f"sudoku: {error}", err=True)
        if not quiet and reporter.began:
            click.echo(f"sudoku: {reporter.so_far()}", err=True)
        return None, UNWRITABLE if isinstance(error, Unwritable) else STOPPED
    except BaseException:
        if executor is not None:
            executor.close(now=True)
        reporter.clear()
        raise
    reporter.clear()
    return result, 0


def _executor(in_processes: bool, threads: int | None, cluster: str | None, workers: int | None) -> Executor:
    from nonet.bulk.executors import ClusterShards, ProcessShards, ThreadShards

    if cluster is not None:
        return ClusterShards(cluster, workers=workers)
    return ProcessShards(threads) if in_processes else ThreadShards(threads)
