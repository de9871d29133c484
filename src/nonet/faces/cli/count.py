"""`sudoku count`."""

from __future__ import annotations

import click

from nonet.faces.cli.batch import answer_file, lines_option
from nonet.faces.cli.options import (
    Command,
    chosen_engine,
    engine_option,
    layout_option,
    limit_option,
    source_argument,
    symbols_option,
)
from nonet.faces.cli.source import read_puzzle
from nonet.faces.cli.status import INTERRUPTED
from nonet.faces.cli.tally import Ticker, at_least

__all__ = ["command"]


@click.command(
    "count",
    cls=Command,
    examples=[
        ("sudoku count puzzle.txt", "prints 1 for a proper puzzle"),
        ("sudoku create | sudoku count", "read from standard input"),
        (
            "sudoku count --limit 0 1234............",
            "12: the ways to complete a 4x4 board with this first row",
        ),
        ("sudoku count --limit 1 puzzle.txt", "prints 1 or `more than 1`"),
        ("sudoku count --lines puzzles.txt", "count for a file, one puzzle per line"),
    ],
)
@source_argument
@lines_option
@limit_option
@layout_option
@symbols_option
@engine_option
def command(
    source: str | None,
    lines: str | None,
    limit: int,
    layout: str | None,
    symbols: str | None,
    engine_name: str | None,
) -> int:
    """Count the solutions of a puzzle.

    Prints the number, or `more than N` if counting stopped at the limit. Ctrl-C stops counting and prints
    how many were found so far.
    """
    if lines is not None:
        if source is not None:
            raise click.UsageError("--lines takes its puzzles from a file; leave the other puzzle out")
        return answer_file(lines, "count", layout=layout, limit=limit)
    puzzle = read_puzzle(source, layout=layout, symbols=symbols)
    ticker = Ticker()
    try:
        count = chosen_engine(engine_name, puzzle.layout).count_solutions(
            puzzle, limit=limit + 1 if limit else None, progress=ticker
        )
    except KeyboardInterrupt:
        ticker.clear()
        click.echo(at_least(ticker.seen), err=True)
        return INTERRUPTED
    ticker.clear()
    click.echo(f"more than {limit}" if limit and count > limit else count)
    return 0
