"""`sudoku bulk JOB INPUT… -o OUTPUT`: jobs on files with millions of puzzles; and `sudoku bulk create`.

0    every row has its answer           75   stopped midway; the same command continues
1    some rows were rejected            130  Ctrl-C; the same command continues
2    refused: no such input, another run's output, a missing package
74   the output cannot be written; finished shards are kept
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from nonet.errors import NonetError
from nonet.faces.cli.bulk_run import place_options, print_summary, supervised
from nonet.faces.cli.deadline import each_timeout_option
from nonet.faces.cli.options import (
    LIMIT,
    Command,
    CommandGroup,
    flag_option,
    layout_option,
    number_option,
    scheme_option,
    seed_option,
    together,
)
from nonet.faces.cli.recipe_options import build_recipe, is_plain, recipe_options
from nonet.faces.cli.status import DONE, NO
from nonet.layout import Layout
from nonet.native import kernel
from nonet.optional_import import optional_import
from nonet.rng import fresh_seed

if TYPE_CHECKING:
    from nonet.bulk.sources import FileKind, Source
    from nonet.bulk.tasks import RunSpec
    from nonet.jobs.creation import Creation

RUN = {"output", "form", "compression", "restart", "threads", "cluster", "workers", "shard_rows", "quiet"}
"""The options of every run; all others of `create` describe a puzzle."""

FORMATS = ["txt", "csv", "parquet", "txt.gz", "csv.gz", "txt.zst", "csv.zst"]


@click.group("bulk", cls=CommandGroup)
def command() -> None:
    """Solve, check, rate, convert or create puzzles by the million, on all cores or on a cluster.

    An input is a text file with one puzzle per line, a CSV file (either may be compressed: .gz, .zst), a Parquet
    file, a folder, a glob pattern, or - for standard input. The extension of the output file sets its format; a
    name that ends with / is a folder of shards. If a run is interrupted, the same command resumes it.

    For example:
        sudoku bulk solve puzzles.txt -o solved.txt  # one puzzle per line in, one solution per line out
        sudoku bulk check puzzles.txt -o checked.parquet
            a Parquet table: each puzzle, and whether it has no solution, one or several
        sudoku bulk rate 'puzz*.txt' -o rated/ --format csv  # rate several files into a folder of CSV shards
        sudoku bulk create -n 20 --seed 1 -o made.csv  # twenty new puzzles and their solutions
    """


_input_options = together(
    layout_option,
    click.option("--column", metavar="NAME", help="Column with the puzzles. Default: found by its header."),
    click.argument("inputs", nargs=-1, required=True, metavar="INPUT..."),
)
_run_options = together(
    place_options,
    click.option(
        "-o", "--output", required=True, metavar="OUTPUT", help="Output file, or FOLDER/ for shards."
    ),
    click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        help="Format of the shards in a folder. Default: that of the first input.",
    ),
    click.option(
        "--compression",
        type=click.Choice(["zstd", "snappy", "none"]),
        help="Compression inside a Parquet file. Default: zstd.",
    ),
    number_option(
        "--shard-rows",
        least=1,
        help="Rows per shard. Default: depends on the job and the size of the input.",
    ),
)


def _job(name: str, text: str, *options: Callable[[Any], Any]) -> None:
    """Adds a command for a job on files; `text` is its docstring."""

    def call(**given: Any) -> int:
        return _run_job(name, **given)

    call.__doc__ = text
    call = together(_input_options, _run_options, *options)(call)
    command.add_command(click.command(name, cls=Command)(call))


_on_device = click.option(
    "--device", type=click.Choice(["cuda"]), help="Search on an NVIDIA GPU instead of the processor."
)

_job(
    "solve",
    """Solve every puzzle and say whether it has no solution, one, or several.

    For example:
        sudoku bulk solve puzzles.txt -o solved.csv  # a table of puzzles and solutions
    """,
    _on_device,
)
_job(
    "count",
    """Count the solutions of every puzzle.

    For example:
        sudoku bulk count puzzles.txt -o counted.csv --limit 1000  # count up to 1000 solutions of each
    """,
    number_option("--limit", least=1, default=LIMIT, help="Stop after this many solutions."),
    _on_device,
)
_job(
    "check",
    """Check whether every puzzle has no solution, one, or several; also check solutions in the input.

    For example:
        sudoku bulk check puzzles.txt -o checked.csv  # `wrong answer` if the input has a solution that is not one
    """,
    _on_device,
)
_job(
    "canonical",
    """Write the canonical form of every puzzle: the same for all equivalent puzzles.

    For example:
        sudoku bulk canonical puzzles.txt -o forms.txt  # one canonical form per line
    """,
)
_job(
    "rank",
    """Write the number of every solution in the catalogue of all grids: the same for all equivalent grids.

    For example:
        sudoku bulk rank puzzles.txt -o ranked.csv  # a table of puzzles and the numbers of their solutions
    """,
)
_job(
    "rate",
    """Rate every puzzle: level, score, and the hardest technique needed.

    For example:
        sudoku bulk rate puzzles.txt -o rated.csv  # a table of puzzles and ratings
        sudoku bulk rate puzzles.txt -o explained.csv --scheme se  # Sudoku Explainer's ER, EP and ED
    """,
    scheme_option("Rating scheme: hodoku, se (Sudoku Explainer 1.2.1), se-1.18, te, b, bxb, bxbb, w or gw."),
    each_timeout_option,
)
_job(
    "effort",
    """Count the guesses and rounds that one fixed search needs: a measure that is the same on every machine.

    For example:
        sudoku bulk effort puzzles.txt -o effort.csv  # a table of puzzles, guesses and rounds
    """,
)
_job(
    "convert",
    """Write the puzzles in another format; other columns are kept.

    For example:
        sudoku bulk convert puzzles.txt -o puzzles.parquet  # from lines to Parquet
    """,
    click.option("--blank", metavar="SIGN", help="Character for an empty cell. Default: as in the input."),
)


@command.command("create", cls=Command)
@number_option("-n", "--count", required=True, least=1, help="Number of puzzles.")
@recipe_options
@flag_option(
    "--unbiased",
    help="Minimal puzzles for statistics, with the columns clues, weight and tries; see `sudoku study`. It cannot be "
    "combined with options that choose among puzzles.",
)
@seed_option
@_run_options
def create(count: int, seed: int | None, **given: Any) -> int:
    """Create any number of puzzles with exactly one solution.

    The same seed gives the same puzzles, on any number of machines.

    For example:
        sudoku bulk create -n 1000 --seed 1 -o made.csv  # a thousand puzzles, the same every time
        sudoku bulk create --level hard -n 4 -o hard.csv  # the options of sudoku create work here too
        sudoku bulk create --unbiased -n 4 -o sample.parquet  # a sample of all minimal puzzles
    """
    from nonet.bulk.sources import FileKind
    from nonet.bulk.tasks import create_run

    kind = _kind(given["output"], given["form"]) or FileKind("lines")
    creation = _creation(given)
    if seed is None:
        seed = fresh_seed()
        if not given["quiet"]:
            click.echo(
                f"seed {seed}; if this run is stopped, the same command with --seed {seed} continues it",
                err=True,
            )
    spec = create_run(seed, count, rows=given["shard_rows"], creation=creation)
    return _run(spec, kind, in_python=True, **given)


def _creation(given: dict[str, Any]) -> Creation:
    """Takes the recipe options out of `given`."""
    from nonet.jobs.creation import Creation

    asked = {name: given.pop(name) for name in given.keys() - RUN}
    unbiased = asked.pop("unbiased")
    if is_plain(asked) and not unbiased:
        return Creation()
    layout = Layout.named(asked.pop("layout") or "9x9")
    if unbiased:
        from nonet.faces.cli.create_unbiased import refuse_choice
        from nonet.generate.unbiased import UnbiasedRecipe
        from nonet.generate.uniform import require_uniform

        refuse_choice(asked, None)
        require_uniform(layout)
        return Creation(UnbiasedRecipe(layout))
    return Creation(build_recipe(layout=layout, count=1, **asked))


def _run_job(name: str, inputs: tuple[str, ...], column: str | None, layout: str | None, **given: Any) -> int:
    from nonet.bulk.readers import with_types
    from nonet.bulk.sources import sources
    from nonet.bulk.tasks import file_run
    from nonet.jobs.job import Job, operation

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's own threads would wait in a busy loop
    for package in ("numpy", "pyarrow"):
        optional_import(package)
    asked = {key: given.pop(key) for key in operation(name).options if key in given}
    options = {key: value for key, value in asked.items() if value is not None}
    job = Job(name, layout=layout, options=options)
    kind = _kind(given["output"], given["form"])
    output = given["output"]
    found = sources(inputs, column=column, mixed=kind is None or kind.format == "lines", output=output)
    if kind is None:
        kind = found[0].kind
        found = found if kind.format == "lines" else sources(inputs, column=column, output=output)
    _same_board(found, layout)
    if kind.format == "parquet":
        found = with_types(found)
    spec = file_run(found, job, rows=given["shard_rows"], column=column)
    return _run(spec, kind, in_python=job.operation.in_python or kernel is None, **given)


def _same_board(found: Sequence[Source], layout: str | None) -> None:
    """Refuses a table with a column `layout` unless --layout is given: 81 cells may be those of a jigsaw."""
    for source in found:
        if layout is None and "layout" in (name.lower() for name in source.columns):
            raise NonetError(
                f"{source.name} has a column 'layout', but a run has one board: name it (--layout NAME); "
                "puzzles of several boards can be given as lines, each with its # layout: NAME"
            )


def _kind(output: str, form: str | None) -> FileKind | None:
    """The output format; None for a folder without --format."""
    from nonet.bulk.sources import kind_of

    if output.endswith(("/", os.sep)) or os.path.isdir(output):
        return kind_of(f"x.{form}") if form is not None else None
    kind = kind_of(output)
    if form is not None and kind != kind_of(f"x.{form}"):
        raise NonetError(f"{output} does not end in .{form}; leave --format out, or end the name with /")
    return kind


def _run(
    spec: RunSpec,
    kind: FileKind,
    *,
    in_python: bool,
    output: str,
    compression: str | None,
    restart: bool,
    threads: int | None,
    cluster: str | None,
    workers: int | None,
    quiet: bool,
    **rest: Any,
) -> int:
    from nonet.bulk.output import Output
    from nonet.bulk.parquet_files import COMPRESSION
    from nonet.bulk.run import run

    if os.path.isdir(output) and not output.endswith(("/", os.sep)):
        output += "/"
    if compression is not None and kind.format != "parquet":
        raise NonetError(
            "--compression is for Parquet; a text is compressed if its name says so: .csv.zst, .csv.gz, .txt.zst …"
        )
    place = Output(output, kind, compression or COMPRESSION)
    summary, status = supervised(
        lambda executor, reporter: run(spec, place, executor, restart=restart, watch=reporter),
        in_processes=in_python and not spec.is_small,
        threads=threads,
        cluster=cluster,
        workers=workers,
        quiet=quiet,
    )
    if summary is None:
        return status
    if not quiet:
        print_summary(summary, place)
    return NO if summary.rejected else DONE
