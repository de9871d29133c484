"""`sudoku check`."""

from __future__ import annotations

from typing import Any

import click

from nonet.faces.cli.batch import answer_file, lines_option
from nonet.faces.cli.deadline import timeout_option
from nonet.faces.cli.options import (
    Command,
    chosen_engine,
    engine_option,
    flag_option,
    json_option,
    number_option,
    puzzle_source,
    require,
)
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE, NO, UNKNOWN
from nonet.faces.cli.tally import json_answer
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.true_candidates import TrueCandidates, possible


@click.command("check", cls=Command)
@lines_option
@puzzle_source()
@engine_option
@flag_option(
    "--true-candidates", help="Also print, for each cell, the digits that it holds in some solution."
)
@number_option("--counts", least=1, help="With --true-candidates: in how many solutions, counted up to N.")
@timeout_option
@json_option
def command(
    source: PuzzleSource,
    lines: str | None,
    engine_name: str | None,
    true_candidates: bool,
    counts: int | None,
    timeout: float | None,
    as_json: bool,
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
        sudoku check --json puzzle.txt  # for use in a program
    """
    require("--true-candidates", "--counts")
    if lines is not None:
        return answer_file(lines, "check", source)
    puzzles = [entry.puzzle for entry in source.entries()]
    puzzle = puzzles[0]
    status = DONE
    try:
        with time_limit(timeout):
            for puzzle in puzzles:
                count = chosen_engine(engine_name, puzzle).count_solutions(puzzle, limit=2)
                found = possible(puzzle, limit=counts or 1, engine=engine_name) if true_candidates else None
                answer = ("none", "one", "several")[count]
                if as_json:
                    click.echo(json_answer(puzzle, solutions=answer, **_candidates_data(found, counts)))
                else:
                    click.echo(answer if found is None else f"{answer}\n{_candidates_table(found, counts)}")
                status = status if count == 1 else NO
    except OutOfTime:
        click.echo(json_answer(puzzle, solutions="unknown") if as_json else "unknown")
        return UNKNOWN
    return status


def _candidates_data(found: TrueCandidates | None, limit: int | None) -> dict[str, Any]:
    """For each cell its true candidates, or in how many solutions it holds each digit."""
    if found is None:
        return {}
    cells = range(found.layout.cell_count)
    return {"counts": found.counts} if limit else {"candidates": [found.digits(cell) for cell in cells]}


def _candidates_table(found: TrueCandidates, limit: int | None) -> str:
    """The true candidates, a row of the board on each line."""
    layout = found.layout
    separator = "" if layout.size <= 9 and limit is None else ","

    def shown(cell: int) -> str:
        if limit is None:
            return separator.join(map(str, found.digits(cell)))
        counts = zip(found.layout.digits, found.counts[cell], strict=True)
        return separator.join(f"{digit}={count}{'+' * (count == limit)}" for digit, count in counts if count)

    cells = [shown(cell) or "-" for cell in range(layout.cell_count)]
    width = max(map(len, cells))
    at = {(layout.row_of(cell), layout.column_of(cell)): shown for cell, shown in enumerate(cells)}
    rows = ([at.get((row, column), "") for column in range(layout.width)] for row in range(layout.height))
    return "\n".join(" ".join(cell.ljust(width) for cell in row).rstrip() for row in rows)
