"""`sudoku bulk JOB INPUT… -o OUTPUT`: files of puzzles, by the million; and `sudoku bulk create`.

0    every row has its answer           75   stopped midway; the same command continues
1    some rows were rejected            130  Ctrl-C; the same command continues
2    refused: no such input, another run's output, a missing package
74   the output cannot be written; finished shards are kept
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nonet.errors import NonetError
from nonet.faces.cli.bulk_progress import Reporter, print_summary
from nonet.faces.cli.options import Command, layout_option, seed_option, whole_number
from nonet.faces.cli.recipe_options import build_recipe, is_plain, recipe_options
from nonet.faces.cli.status import DONE, INTERRUPTED, NO, UNWRITABLE

if TYPE_CHECKING:
    from nonet.bulk.executors import Executor
    from nonet.bulk.run_spec import RunSpec
    from nonet.bulk.sources import Kind, Source
    from nonet.jobs.creation import Creation

__all__ = ["command"]

STOPPED = 75
F = TypeVar("F", bound=Callable[..., Any])

RUN = {"output", "form", "restart", "threads", "cluster", "workers", "shard_rows", "quiet"}
"""The options of every run; all others of `create` describe a puzzle."""

FORMATS = ["txt", "csv", "parquet", "txt.gz", "csv.gz", "txt.zst", "csv.zst"]


class BulkGroup(Command, click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of this file."""
        return list(self.commands)


@click.group(
    "bulk",
    cls=BulkGroup,
    examples=[
        ("sudoku bulk solve puzzles.txt -o solved.txt", "a puzzle a line in, a solution a line out"),
        ("sudoku bulk check puzzles.txt -o checked.parquet", "none, one or several, beside each puzzle"),
        ("sudoku bulk rate 'puzz*.txt' -o rated/ --format csv", "several files; a folder of shards"),
        ("sudoku bulk create -n 20 --seed 1 -o made.csv", "twenty new puzzles and their solutions"),
    ],
)
def command() -> None:
    """Files of puzzles, by the million: on all cores, or on a cluster.

    Inputs are lines, CSV or Parquet (.gz and .zst of the text ones), patterns, folders, or - for standard
    input. The ending of the output's name says what is written; a name that ends with / becomes a folder of
    shards. Whatever stops a run, the same command continues where it was.
    """


def _input_options(function: F) -> F:
    for decorate in (
        click.argument("inputs", nargs=-1, required=True, metavar="INPUT..."),
        click.option("--column", metavar="NAME", help="The column with the puzzles; default: by the header."),
        layout_option,
    ):
        function = decorate(function)
    return function


def _run_options(function: F) -> F:
    for decorate in (
        click.option("-q", "--quiet", is_flag=True, help="Say nothing but what went wrong."),
        click.option(
            "--shard-rows",
            metavar="N",
            callback=whole_number(least=1),
            help="Rows a shard; default: by the job and the size of the inputs.",
        ),
        click.option(
            "--workers",
            metavar="N",
            callback=whole_number(least=1),
            help="Processes of a local cluster; default: one a core.",
        ),
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help="A Dask scheduler, tcp://HOST:PORT, or local to start one here.",
        ),
        click.option(
            "--threads", metavar="N", callback=whole_number(least=1), help="Cores to use; default: all."
        ),
        click.option(
            "--restart", is_flag=True, help="Remove what an earlier run left there, and begin anew."
        ),
        click.option(
            "--format",
            "form",
            type=click.Choice(FORMATS),
            help="What the shards of a folder are; default: as the first input.",
        ),
        click.option(
            "-o", "--output", required=True, metavar="OUTPUT", help="NAME.ext, or FOLDER/ of shards."
        ),
    ):
        function = decorate(function)
    return function


def _job(name: str, summary: str, examples: list[tuple[str, str]], *options: Callable[[F], F]) -> None:
    """Adds a command for a job on files."""

    def call(**given: Any) -> int:
        return _run_job(name, **given)

    call.__doc__ = summary
    for option in (*reversed(options), _run_options, _input_options):
        call = option(call)
    command.add_command(click.command(name, cls=Command, examples=examples)(call))


_job(
    "solve",
    "Solve every puzzle: its solution, and whether there is none, one or several.",
    [("sudoku bulk solve puzzles.txt -o solved.csv", "the solutions, beside their puzzles")],
)
_job(
    "count",
    "Count the solutions of every puzzle.",
    [("sudoku bulk count puzzles.txt -o counted.csv --limit 1000", "up to a thousand")],
    click.option(
        "--limit",
        metavar="N",
        callback=whole_number(least=1),
        default="1000000",
        show_default=True,
        help="Count no further than this.",
    ),
)
_job(
    "check",
    "Say of every puzzle whether it has no solution, one, or several; and check given answers.",
    [("sudoku bulk check puzzles.txt -o checked.csv", "none, one or several; or a wrong answer")],
)
_job(
    "canonical",
    "Bring every puzzle to its canonical form: equal for puzzles that differ by a disguise.",
    [("sudoku bulk canonical puzzles.txt -o forms.txt", "a form a line")],
)
_job(
    "rate",
    "Rate every puzzle: its level, its score, the hardest technique it needs.",
    [
        ("sudoku bulk rate puzzles.txt -o rated.csv", "a rating beside each puzzle"),
        ("sudoku bulk rate puzzles.txt -o rated.csv --scheme se", "Sudoku Explainer's ER, EP and ED"),
    ],
    click.option(
        "--scheme",
        metavar="NAME",
        default="hodoku",
        show_default=True,
        help="Rating scheme: hodoku or se (Sudoku Explainer).",
    ),
)
_job(
    "convert",
    "Write the puzzles in another format, all other columns unchanged.",
    [("sudoku bulk convert puzzles.txt -o puzzles.parquet", "lines to Parquet")],
    click.option("--blank", metavar="SIGN", help="The sign for an empty cell; default: as it stands."),
)


@command.command(
    "create",
    cls=Command,
    examples=[
        ("sudoku bulk create -n 1000 --seed 1 -o made.csv", "a thousand puzzles, the same every time"),
        (
            "sudoku bulk create --level hard -n 4 -o hard.csv",
            "with everything that sudoku create can ask for",
        ),
    ],
)
@click.option(
    "-n",
    "--number",
    "count",
    required=True,
    metavar="N",
    callback=whole_number(least=1),
    help="How many puzzles.",
)
@recipe_options
@seed_option
@_run_options
def create(count: int, seed: int | None, **given: Any) -> int:
    """Create puzzles with exactly one solution each, by the thousand.

    Puzzle k of a seed is always the same, whoever makes it, on however many machines.
    """
    from nonet.bulk.run_spec import CreateRun
    from nonet.bulk.sources import Kind
    from nonet.rng import fresh_seed

    kind = _kind(given["output"], given["form"]) or Kind("lines")
    creation = _creation(given)
    if seed is None:
        seed = fresh_seed()
        if not given["quiet"]:
            click.echo(
                f"seed {seed}; if this run is stopped, the same command with --seed {seed} continues it",
                err=True,
            )
    spec = CreateRun(seed, count, kind, rows=given["shard_rows"], creation=creation)
    return _run(spec, in_python=True, **given)


def _creation(given: dict[str, Any]) -> Creation:
    """What the options for a recipe ask for; they are removed from `given`."""
    from nonet.jobs.creation import Creation
    from nonet.layout import Layout

    asked = {name: given.pop(name) for name in given.keys() - RUN}
    if is_plain(asked):
        return Creation()
    layout = Layout.named(asked.pop("layout") or "9x9")
    return Creation(build_recipe(layout=layout, count=1, **asked))


def _run_job(name: str, inputs: tuple[str, ...], column: str | None, layout: str | None, **given: Any) -> int:
    from nonet.bulk.optional_import import optional_import
    from nonet.bulk.run_spec import FileRun
    from nonet.bulk.sources import sources
    from nonet.jobs import Job
    from nonet.native import kernel

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's own threads would wait in a busy loop
    for package in ("numpy", "pyarrow"):
        optional_import(package)
    options: dict[str, Any] = {key: given.pop(key) for key in ("limit", "blank", "scheme") if key in given}
    job = Job(name, layout=layout, options=options)
    kind = _kind(given["output"], given["form"])
    output = given["output"]
    found = sources(inputs, column=column, mixed=kind is None or kind.format == "lines", output=output)
    if kind is None:
        kind = found[0].kind
        found = found if kind.format == "lines" else sources(inputs, column=column, output=output)
    _same_board(found, layout)
    spec = FileRun(found, job, kind, rows=given["shard_rows"], column=column)
    return _run(spec, in_python=job.operation.in_python or kernel is None, **given)


def _same_board(found: Sequence[Source], layout: str | None) -> None:
    """Refuses a table with a column of boards, unless one is named: 81 cells may be a jigsaw's."""
    for source in found:
        if layout is None and "layout" in (name.lower() for name in source.columns):
            raise NonetError(
                f"{source.name} has a column 'layout', but a run has one board: name it (--layout NAME); "
                "puzzles of several boards can be given as lines, each with its # layout: NAME"
            )


def _kind(output: str, form: str | None) -> Kind | None:
    """What is to be written; None for a folder without --format."""
    from nonet.bulk.sources import kind_of

    if output.endswith(("/", os.sep)) or os.path.isdir(output):
        return kind_of(f"x.{form}") if form is not None else None
    kind = kind_of(output)
    if form is not None and kind != kind_of(f"x.{form}"):
        raise NonetError(f"{output} does not end in .{form}; leave --format out, or end the name with /")
    return kind


def _run(
    spec: RunSpec,
    *,
    in_python: bool,
    output: str,
    restart: bool,
    threads: int | None,
    cluster: str | None,
    workers: int | None,
    quiet: bool,
    **rest: Any,
) -> int:
    from nonet.bulk.errors import Busy, OtherRun, Stopped, Unwritable
    from nonet.bulk.output_paths import Output
    from nonet.bulk.run import run

    if os.path.isdir(output) and not output.endswith(("/", os.sep)):
        output += "/"
    if workers is not None and cluster is None:
        raise NonetError("--workers is for --cluster local")
    place = Output(output, spec.kind.ending)
    reporter = Reporter(quiet=quiet)
    executor: Executor | None = None
    try:
        executor = _executor(in_python and not spec.is_small, threads, cluster, workers)
        summary = run(spec, place, executor, restart=restart, watch=reporter)
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
            return INTERRUPTED
        click.echo(f"sudoku: {error}", err=True)
        if not quiet and reporter.began:
            click.echo(f"sudoku: {reporter.so_far()}", err=True)
        return UNWRITABLE if isinstance(error, Unwritable) else STOPPED
    reporter.clear()
    if not quiet:
        print_summary(summary, place)
    return NO if summary.rejected else DONE


def _executor(in_python: bool, threads: int | None, cluster: str | None, workers: int | None) -> Executor:
    from nonet.bulk.executors import ProcessShards, ThreadShards

    if cluster is not None:
        from nonet.bulk.cluster import ClusterShards

        return ClusterShards(cluster, workers=workers)
    return ProcessShards(threads) if in_python else ThreadShards(threads)
