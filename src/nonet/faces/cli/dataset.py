"""`sudoku dataset`: audit data sets of puzzles, and score a model's answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nonet.faces.cli.options import Command, whole_number
from nonet.faces.cli.status import DONE, NO, say
from nonet.faces.cli.tally import LiveLine

if TYPE_CHECKING:
    from nonet.data import Score

__all__ = ["command"]


class DatasetGroup(Command, click.Group):
    """Its commands in the order of this file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(
    "dataset",
    cls=DatasetGroup,
    examples=[
        ("sudoku dataset audit train.csv test.csv", "wrong answers, repeats, leaks between the two"),
        ("sudoku dataset score predictions.csv", "how many cells and grids a model got right"),
    ],
)
def command() -> None:
    """Audit data sets of puzzles, and score a model's answers."""


_threads = click.option(
    "--threads", metavar="N", callback=whole_number(least=1), help="Number of cores to use. Default: all."
)
_column = click.option(
    "--column", metavar="NAME", help="Column with the puzzles. Default: found by its header."
)


@command.command(
    "audit",
    cls=Command,
    examples=[
        ("sudoku dataset audit train.csv test.csv", "each file, and what they share"),
        ("sudoku dataset audit sudoku.csv --rate -o report.html", "with levels, as a page with plots"),
    ],
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@_column
@click.option("--rate", is_flag=True, help="Also rate every puzzle, by level.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "html"]), help="Default: by the name of OUTPUT."
)
@click.option("-o", "--output", metavar="OUTPUT", help="Write the report to a file (.txt, .json, .html).")
@_threads
def audit_command(
    files: tuple[str, ...],
    column: str | None,
    rate: bool,
    form: str | None,
    output: str | None,
    threads: int | None,
) -> int:
    """Check every puzzle and answer of a data set; find repeats and leaks under symmetry.

    Each FILE is one part of the data set, such as train and test: lines, CSV or Parquet (.gz, .zst), or a folder. Two
    puzzles repeat if symmetry and an exchange of digits turn one into the other. The status is 1 if something was
    found.
    """
    from nonet.data import as_html, as_json, as_text, audit

    line = LiveLine()

    def show(name: str, rows: int) -> None:
        if line.is_due():
            line.show(f"{name}: {rows:,} rows")

    found = audit(files, column=column, rate=rate, threads=threads, progress=show)
    line.clear()
    wanted = form or {".json": "json", ".html": "html", ".htm": "html"}.get(Path(output or "").suffix, "text")
    report = {"text": as_text, "json": as_json, "html": as_html}[wanted](found).rstrip() + "\n"
    if output is None:
        click.echo(report, nl=False)
    else:
        Path(output).write_text(report, encoding="utf-8")
        say(f"wrote {output}")
    return DONE if found.is_clean else NO


@command.command(
    "score",
    cls=Command,
    examples=[
        ("sudoku dataset score predictions.csv", "a table with the columns puzzle and prediction"),
        ("sudoku dataset score answers.parquet --prediction output --format json", "for a program"),
    ],
)
@click.argument("file", metavar="PREDICTIONS")
@_column
@click.option(
    "--prediction", metavar="NAME", help="Column with the model's answers. Default: found by its header."
)
@click.option("--no-levels", is_flag=True, help="Do not rate the puzzles.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@_threads
def score_command(
    file: str, column: str | None, prediction: str | None, no_levels: bool, form: str, threads: int | None
) -> int:
    """Grade a model's answers: cells, whole grids, and grids by level."""
    from nonet.data import score

    found = score(file, column=column, prediction=prediction, rate=not no_levels, threads=threads)
    click.echo(json.dumps(_score_data(found), indent=2) if form == "json" else _score_text(found))
    return DONE


def _share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,} ({100 * part / whole:.2f} %)" if whole else "none"


def _score_text(found: Score) -> str:
    from nonet.data.report import LEVELS

    lines = [
        f"{found.name}: {found.graded:,} puzzles graded",
        f"  cells: {_share(found.right_cells, found.cells)}",
        f"  grids: {_share(found.right_grids, found.graded)}",
    ]
    lines += [
        f"  {level}: {_share(found.right_by_level[level], found.grids_by_level[level])}"
        for level in LEVELS
        if level in found.grids_by_level
    ]
    if found.changed_clues:
        lines.append(f"  clues changed: in {found.changed_clues:,} grids")
    if found.skipped:
        lines.append(f"  skipped, without exactly one solution: {found.skipped:,}")
    return "\n".join(lines)


def _score_data(found: Score) -> dict[str, object]:
    return {
        "name": found.name,
        "graded": found.graded,
        "skipped": found.skipped,
        "cells": found.cells,
        "right_cells": found.right_cells,
        "right_grids": found.right_grids,
        "changed_clues": found.changed_clues,
        "levels": {
            level: {"grids": n, "right": found.right_by_level[level]}
            for level, n in found.grids_by_level.items()
        },
    }
