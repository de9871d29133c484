"""`sudoku count`."""

from __future__ import annotations

import click

from nonet.faces.cli.batch import answer_file, lines_option
from nonet.faces.cli.deadline import timeout_option
from nonet.faces.cli.options import (
    Command,
    chosen_engine,
    engine_option,
    flag_option,
    given_options,
    json_option,
    limit_option,
    number_option,
    puzzle_source,
    seed_option,
)
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import INTERRUPTED, UNKNOWN
from nonet.faces.cli.tally import Ticker, at_least, attributes, json_answer
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.puzzle import Puzzle


@click.command("count", cls=Command)
@lines_option
@limit_option
@puzzle_source()
@engine_option
@flag_option("--estimate", help="Estimate the number from random walks instead of counting.")
@number_option("--walks", least=1, most=10_000_000, default=200, help="With --estimate: the number of walks.")
@seed_option
@timeout_option
@json_option
def command(
    source: PuzzleSource,
    lines: str | None,
    limit: int,
    engine_name: str | None,
    estimate: bool,
    walks: int,
    seed: int | None,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Count the solutions of a puzzle.

    Prints the number, or `more than N` if counting stopped at the limit; a line for each puzzle of the file. Ctrl-C
    stops counting and prints how many were found so far.

    With --estimate, prints about how many there are, for puzzles with too many to count; the range in brackets
    contains the true number in 19 of 20 cases. The same seed (0 by default) gives the same estimate.

    For example:
        sudoku count puzzle.txt  # prints 1 for a proper puzzle
        sudoku create | sudoku count  # read from standard input
        sudoku count --limit 0 1234............  # 12: the ways to complete a 4x4 board with this first row
        sudoku count --limit 1 puzzle.txt  # prints 1 or `more than 1`
        sudoku count --lines puzzles.txt  # count for a file, one puzzle per line
        sudoku count --estimate --walks 20 1234............  # about how many there are, from random samples
        sudoku count --json puzzle.txt  # for use in a program
    """
    _refuse_unused(estimate=estimate)
    if lines is not None:
        return answer_file(lines, "count", source, limit=limit, heeds=("--limit",))
    puzzles = [entry.puzzle for entry in source.entries()]
    puzzle = puzzles[0]
    ticker = Ticker(f"{{:,}} of {walks:,} walks; Ctrl-C stops") if estimate else Ticker()
    try:
        with time_limit(timeout):
            for puzzle in puzzles:
                ticker.seen = 0
                if estimate:
                    answer = _estimated(puzzle, walks, seed or 0, ticker, as_json=as_json)
                    ticker.clear()
                    click.echo(answer)
                    continue
                count = chosen_engine(engine_name, puzzle).count_solutions(
                    puzzle, limit=limit + 1 if limit else None, progress=ticker
                )
                ticker.clear()
                more = 0 < limit < count
                if as_json:
                    click.echo(json_answer(puzzle, solutions=limit if more else count, more=more))
                else:
                    click.echo(f"more than {limit}" if more else count)
    except OutOfTime:
        ticker.clear()
        click.echo(json_answer(puzzle, solutions=None) if as_json else "unknown")
        if not estimate:
            click.echo(at_least(ticker.seen), err=True)
        return UNKNOWN
    except KeyboardInterrupt:
        ticker.clear()
        if not estimate:
            click.echo(at_least(ticker.seen), err=True)
        return INTERRUPTED
    return 0


def _refuse_unused(*, estimate: bool) -> None:
    """Options that would be ignored: walks without an estimate, a limit or an engine with one."""
    unused = ("--limit", "--engine") if estimate else ("--walks", "--seed")
    for option in given_options():
        if option in unused:
            connection = "cannot be used together with" if estimate else "needs"
            raise click.UsageError(f"{option} {connection} --estimate")


def _estimated(puzzle: Puzzle, walks: int, seed: int, ticker: Ticker, *, as_json: bool) -> str:
    from nonet.estimate import estimate_solutions

    found = estimate_solutions(puzzle, walks=walks, seed=seed, progress=ticker)
    if as_json:
        bounds = attributes(found, "low", "high", "walks", "exact")
        return json_answer(puzzle, solutions=found.mean, **bounds)
    if found.exact:
        return f"{found.mean:.0f}"
    return f"about {_round(found.mean)} ({_round(found.low)} to {_round(found.high)}; {found.walks} walks)"


def _round(number: float) -> str:
    """Three digits are all that an estimate can tell."""
    return f"{number:.3g}" if number >= 1000 else f"{number:.0f}"
