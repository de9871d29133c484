"""`sudoku dataset`: build and audit data sets of puzzles, and score a model's answers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nonet.faces.cli.bulk_run import place_options, supervised
from nonet.faces.cli.options import (
    Command,
    CommandGroup,
    chosen_format,
    flag_option,
    json_option,
    threads_option,
)
from nonet.faces.cli.source import read_text
from nonet.faces.cli.status import DONE, NO, complain, say
from nonet.faces.cli.tally import LiveLine, attributes
from nonet.kept_files import keep, refuse_kept
from nonet.visible import one_line

if TYPE_CHECKING:
    from nonet.data import Score
    from nonet.data.splits import BuiltSet

SMALL = 200
"""A data set of no more puzzles is built in this process."""


@click.group("dataset", cls=CommandGroup)
def command() -> None:
    """Build and audit data sets of puzzles, and score a model's answers.

    For example:
        sudoku dataset build spec.toml -o puzzles  # a data set as a file describes it, split without leaks
        sudoku dataset audit train.csv test.csv  # wrong answers, repeats, leaks between the two
        sudoku dataset score predictions.csv  # how many cells and grids a model got right
    """


_column = click.option(
    "--column", metavar="NAME", help="Column with the puzzles. Default: found by its header."
)


@command.command("build", cls=Command)
@click.argument("spec", metavar="SPEC.toml")
@click.option("-o", "--output", "folder", required=True, metavar="FOLDER", help="Folder of the data set.")
@place_options
def build_command(spec: str, folder: str, restart: bool, quiet: bool, **place: Any) -> int:
    """Build a data set: numbers per difficulty, splits that no symmetry crosses, and a card that describes it.

    SPEC.toml says which puzzles, how many, and how they are split; docs/datasets.md lists its keys. The same
    specification gives the same bytes, on any number of machines. If a run is interrupted, the same command resumes
    it. The status is 1 if there are not as many distinct puzzles as asked for.

    For example:
        sudoku dataset build spec.toml -o puzzles  # train, valid and test, as Parquet and JSON lines
    """
    from nonet.data.build import Shortfall, build
    from nonet.data.spec import parse_spec

    described = parse_spec(read_text(spec), where=os.path.basename(spec))
    is_small = sum(part.count for part in described.parts) <= SMALL
    try:
        built, status = supervised(
            lambda executor, reporter: build(described, folder, executor, restart=restart, watch=reporter),
            in_processes=not is_small,
            quiet=quiet,
            **place,
        )
    except Shortfall as error:
        complain(str(error))
        return NO
    if built is None:
        return status
    if not quiet:
        click.echo("\n".join(_built_lines(built)))
    return DONE


def _built_lines(built: BuiltSet) -> Iterator[str]:
    there = "; it was there already" if built.was_there else ""
    yield f"{built.count:,} puzzles in {built.folder}{there}"
    for name, parts in built.rows.items():
        listed = ", ".join(f"{part} {count:,}" for part, count in parts.items())
        yield f"  {name}: {sum(parts.values()):,}" + (f" ({listed})" if listed else "")
    if built.repeats:
        yield f"  repeats left out: {built.repeats:,}"


@command.command("audit", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@_column
@flag_option("--rate", help="Also rate every puzzle, by level.")
@click.option("--format", "form", type=click.Choice(["text", "html"]), help="Default: by the name of OUTPUT.")
@click.option("-o", "--output", metavar="OUTPUT", help="Write the report to a file (.txt, .json, .html).")
@json_option
@threads_option
def audit_command(
    files: tuple[str, ...],
    column: str | None,
    rate: bool,
    form: str | None,
    output: str | None,
    as_json: bool,
    threads: int | None,
) -> int:
    """Check every puzzle and answer of a data set; find repeats and leaks under symmetry.

    Each FILE is one part of the data set, such as train and test: lines, CSV or Parquet (.gz, .zst), or a folder. Two
    puzzles repeat if symmetry and an exchange of digits turn one into the other. The status is 1 if something was
    found.

    For example:
        sudoku dataset audit train.csv test.csv  # each file, and what they share
        sudoku dataset audit sudoku.csv --rate -o report.html  # with levels, as a page with plots
    """
    from nonet.bulk.sources import STDIN, input_paths
    from nonet.data import as_html, as_text, audit
    from nonet.data import as_json as json_report
    from nonet.data.report import verdict
    from nonet.draw.files import save_bytes

    inputs = [path for name in files if name != STDIN for path in input_paths(name)]
    for path in inputs:
        keep(path)
    if output is not None:
        refuse_kept(output)
    line = LiveLine()

    def show(name: str, rows: int) -> None:
        if line.is_due():
            line.show(f"{name}: {rows:,} rows")

    result = audit(files, column=column, rate=rate, threads=threads, progress=show)
    line.clear()
    by_ending = {".json": "json", ".html": "html", ".htm": "html"}.get(Path(output or "").suffix, "text")
    wanted = chosen_format(form, as_json) or by_ending
    report = {"text": as_text, "json": json_report, "html": as_html}[wanted](result).rstrip() + "\n"
    if output is None:
        click.echo(report, nl=False)
    else:
        save_bytes(output, report.encode())
        click.echo(verdict(result))
        say(f"wrote {one_line(output)}")
    return DONE if result.is_clean else NO


@command.command("score", cls=Command)
@click.argument("file", metavar="PREDICTIONS")
@_column
@click.option(
    "--prediction", metavar="NAME", help="Column with the model's answers. Default: found by its header."
)
@flag_option("--no-rate", help="Do not rate the puzzles.")
@json_option
@threads_option
def score_command(
    file: str, column: str | None, prediction: str | None, no_rate: bool, as_json: bool, threads: int | None
) -> int:
    """Grade a model's answers: cells, whole grids by what is wrong with them, and right grids by level.

    For example:
        sudoku dataset score predictions.csv  # a table with the columns puzzle and prediction
        sudoku dataset score answers.parquet --prediction output --json  # for a program
    """
    from nonet.data import score

    found = score(file, column=column, prediction=prediction, rate=not no_rate, threads=threads)
    click.echo(json.dumps(_score_data(found), indent=2) if as_json else _score_text(found))
    return DONE


def _share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,} ({100 * part / whole:.2f} %)" if whole else "none"


def _score_text(score: Score) -> str:
    from nonet.data.report import LEVELS

    lines = [
        f"{score.name}: {score.graded:,} puzzles graded",
        f"  cells: {_share(score.right_cells, score.cells)}",
        f"  grids: {_share(score.right_grids, score.graded)}",
        f"  wrong grids: {score.wrong_grids:,}",
        f"  clues changed: {score.changed_clues:,}",
        f"  unreadable answers: {score.unreadable:,}",
    ]
    lines += [
        f"  {level}: {_share(score.right_by_level[level], score.grids_by_level[level])}"
        for level in LEVELS
        if level in score.grids_by_level
    ]
    if score.skipped:
        lines.append(f"  skipped, without exactly one solution: {score.skipped:,}")
    return "\n".join(lines)


def _score_data(score: Score) -> dict[str, object]:
    cells, grids = ("cells", "right_cells"), ("right_grids", "wrong_grids", "changed_clues", "unreadable")
    return {
        **attributes(score, "name", "graded", "skipped", *cells, *grids),
        "levels": {
            level: {"grids": n, "right": score.right_by_level[level]}
            for level, n in score.grids_by_level.items()
        },
    }
