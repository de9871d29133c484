"""`sudoku check`."""

from __future__ import annotations

import click

from nonet.faces.cli.batch import answer_file, lines_option
from nonet.faces.cli.options import (
    Command,
    chosen_engine,
    engine_option,
    layout_option,
    source_argument,
    symbols_option,
)
from nonet.faces.cli.source import read_puzzle
from nonet.faces.cli.status import DONE, NO

__all__ = ["command"]


@click.command(
    "check",
    cls=Command,
    examples=[
        ("sudoku check puzzle.txt", "prints `one` for a proper puzzle"),
        ("sudoku create | sudoku check", "read from standard input"),
        ("sudoku check puzzle.txt >/dev/null && echo proper", "use in a script"),
        ("sudoku check --lines puzzles.txt | sort | uniq -c", "check a file, one puzzle per line"),
    ],
)
@source_argument
@lines_option
@layout_option
@symbols_option
@engine_option
def command(
    source: str | None, lines: str | None, layout: str | None, symbols: str | None, engine_name: str | None
) -> int:
    """Check whether a puzzle has no solution, one, or several.

    Prints `none`, `one` or `several`. The exit status is 0 for exactly one solution, as a proper puzzle has,
    and 1 otherwise.
    """
    if lines is not None:
        if source is not None:
            raise click.UsageError("--lines takes its puzzles from a file; leave the other puzzle out")
        return answer_file(lines, "check", layout=layout)
    puzzle = read_puzzle(source, layout=layout, symbols=symbols)
    count = chosen_engine(engine_name, puzzle.layout).count_solutions(puzzle, limit=2)
    click.echo(("none", "one", "several")[count])
    return DONE if count == 1 else NO
