"""`sudoku study`: means and shares of a sample of puzzles, with standard errors."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from nonet.errors import FormatError, NonetError
from nonet.faces.cli.options import Command, json_option, number_option, threads_option
from nonet.faces.cli.source import read_text
from nonet.faces.cli.status import DONE
from nonet.faces.cli.tally import LiveLine

if TYPE_CHECKING:
    from nonet.research.samples import Measured, Sample, Study

PACKED = (".parquet", ".pq", ".gz", ".zst")
"""Files that are no text."""


@click.command("study", cls=Command)
@click.argument("file")
@click.option(
    "--scheme", metavar="NAME", help="Also rate the puzzles: hodoku, se, te, b, w, gw ...; see `sudoku rate`."
)
@number_option(
    "--tries",
    least=1,
    help="Of how many tries these puzzles were kept, as `sudoku create --unbiased --weighted` prints it: also "
    "estimate how many minimal puzzles there are. Default: the sum of the column tries.",
)
@json_option
@threads_option
def command(file: str, scheme: str | None, tries: int | None, as_json: bool, threads: int | None) -> int:
    """Tell what a sample says about all puzzles: means and shares, with standard errors.

    FILE is a table with the columns puzzle and weight (CSV, Parquet, .csv.gz, .csv.zst, or a folder of such files), or
    any file of puzzles, which then count alike; - reads standard input. The true number is within one standard error in
    two of three samples, and within three in 997 of 1000.

    For example:
        sudoku create --minimal --count 1000 --format line | sudoku study -  # how many clues dug puzzles have
        sudoku create --unbiased --weighted --count 10 | sudoku study - --scheme w
            all minimal puzzles have more, and this is how long the whips are that solve them
        sudoku bulk create --unbiased -n 4 -o sample.parquet && sudoku study sample.parquet
            such a table also knows its tries: how many minimal puzzles there are
        sudoku study puzzles.txt --scheme se --json  # Sudoku Explainer's ratings of a file, as JSON
    """
    from nonet.research.samples import study

    try:
        sample, line = _sample(file), LiveLine()
        if not sample.puzzles:
            raise FormatError("no puzzle in the table")
    except FormatError as error:
        raise NonetError(str(error) if file == "-" else f"{file}: {error}") from error

    def show(rated: int) -> None:
        if line.is_due():
            line.show(f"{rated:,} of {len(sample.puzzles):,} rated")

    try:
        found = study(sample, scheme=scheme, tries=tries, threads=threads, progress=show)
    finally:
        line.clear()
    click.echo(_json(found) if as_json else "\n".join(_lines(found)))
    return DONE


def _sample(file: str) -> Sample:
    from nonet.research.samples import read_sample, sample_of

    if file != "-" and (file.endswith(PACKED) or os.path.isdir(file)):
        from nonet.bulk.readers import rows_of

        return sample_of(rows_of(file))
    return read_sample(read_text(file))


def _json(found: Study) -> str:
    import json
    from dataclasses import asdict

    def finite(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        """JSON has no word for the infinite error of a single puzzle."""
        return {name: None if value == float("inf") else value for name, value in pairs}

    return json.dumps(asdict(found, dict_factory=finite), allow_nan=False)


def _lines(found: Study) -> list[str]:
    is_weighted = found.worth < found.puzzles - 0.5
    worth = f", worth {found.worth:,.0f} of equal weight" if is_weighted else ""
    lines = [f"puzzles: {found.puzzles:,}{worth}"]
    if len(found.boards) > 1:
        boards = ", ".join(f"{name} {count:,}" for name, count in found.boards.items())
        lines.append(f"boards: {boards}; what follows is of all together")
    lines.append(f"clues: {found.clues}")
    lines += _shares({str(clues): share for clues, share in found.clue_shares.items()})
    if found.scheme is not None:
        lines.append(f"{found.scheme}: {found.score}" if found.score is not None else f"{found.scheme}:")
        lines += _shares(found.shares)
    if found.minimal is not None:
        lines.append(f"minimal puzzles: {found.minimal:.4g}")
    return lines


def _shares(shares: Mapping[str, Measured]) -> list[str]:
    width = max(map(len, shares))
    return [
        f"  {name:>{width}}  {100 * share.value:7.3f} % ± {100 * share.error:.2g} %"
        for name, share in shares.items()
    ]
