"""`sudoku check`."""

from __future__ import annotations

import click

from nonet.faces.cli.batch import answer_file, lines_option
from nonet.faces.cli.deadline import timeout_option
from nonet.faces.cli.options import (
    Command,
    chosen_engine,
    engine_option,
    flag_option,
    number_option,
    puzzle_source,
)
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE, NO, UNKNOWN
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.puzzle import Puzzle
from nonet.true_candidates import possible


@click.command("check", cls=Command)
@lines_option
@puzzle_source()
@engine_option
@flag_option(
    "--true-candidates", help="Also print, for each cell, the digits that it holds in some solution."
)
@number_option("--counts", least=1, help="With --true-candidates: in how many solutions, counted up to N.")
@timeout_option
def command(
    source: PuzzleSource,
    lines: str | None,
    engine_name: str | None,
    true_candidates: bool,
    counts: int | None,
    timeout: float | None,
) -> int:
    """Check whether a puzzle has no solution, one, or several.

    Prints `none`, `one` or `several`, for each puzzle of the file. The exit status is 0 for exactly one solution,
    as a proper puzzle has, and 1 otherwise.

    With --true-candidates a table follows: for each cell the digits that occur there in some solution, a dash if
    there are none.

    For example:
        sudoku check puzzle.txt  # prints `one` for a proper puzzle
        sudoku create | sudoku check  # read from standard input
        sudoku check puzzle.txt >/dev/null && echo proper  # use in a script
        sudoku check --lines puzzles.txt | sort | uniq -c  # check a file, one puzzle per line
        sudoku check --true-candidates puzzle.txt  # the digits that occur in some solution, cell by cell
        sudoku check --timeout 60 puzzle.txt  # answer `unknown` after a minute
    """
    if counts is not None and not true_candidates:
        raise click.UsageError("--counts needs --true-candidates")
    if lines is not None:
        if true_candidates or timeout is not None:
            raise click.UsageError("--lines can be combined with --layout only")
        return answer_file(lines, "check", source)
    entries = source.entries()
    status = DONE
    try:
        with time_limit(timeout):
            for entry in entries:
                count = chosen_engine(engine_name, entry.puzzle).count_solutions(entry.puzzle, limit=2)
                table = _true_candidates(entry.puzzle, counts, engine_name) if true_candidates else None
                click.echo(("none", "one", "several")[count])
                if table is not None:
                    click.echo(table)
                status = status if count == 1 else NO
    except OutOfTime:
        click.echo("unknown")
        return UNKNOWN
    return status


def _true_candidates(puzzle: Puzzle, limit: int | None, engine_name: str | None) -> str:
    """The table of true candidates, a row of the board on each line."""
    found = possible(puzzle, limit=limit or 1, engine=engine_name)
    layout = puzzle.layout
    separator = "" if layout.size <= 9 and limit is None else ","

    def shown(cell: int) -> str:
        if limit is None:
            return separator.join(map(str, found.digits(cell)))
        counts = enumerate(found.counts[cell], start=1)
        return separator.join(f"{digit}={count}{'+' * (count == limit)}" for digit, count in counts if count)

    cells = [shown(cell) or "-" for cell in range(layout.cell_count)]
    width = max(map(len, cells))
    at = {(layout.row_of(cell), layout.column_of(cell)): shown for cell, shown in enumerate(cells)}
    rows = ([at.get((row, column), "") for column in range(layout.width)] for row in range(layout.height))
    return "\n".join(" ".join(cell.ljust(width) for cell in row).rstrip() for row in rows)
