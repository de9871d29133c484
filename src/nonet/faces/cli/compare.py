"""`sudoku compare`: the engines side by side on one puzzle."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from nonet.engines.comparison import Comparison, compared_engines, measured, prepared
from nonet.engines.tally import Tally
from nonet.errors import MissingExtra
from nonet.faces.cli.extras import fetch_extra
from nonet.faces.cli.options import Command, NumberRange, json_option, puzzle_source
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE, INTERRUPTED, say
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.puzzle import Puzzle

_COLUMNS = ("engine", "solutions", "nodes", "backtracks", "time")


@click.command("compare", cls=Command)
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="NAME",
    help="Compare only this engine; can be repeated.",
)
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=NumberRange(0.001, 10_000_000),
    default=10.0,
    show_default=True,
    help="Stop an engine after this time.",
)
@json_option
@puzzle_source("layout", "symbols", "input_format")
def command(
    source: PuzzleSource,
    engines: tuple[str, ...],
    timeout: float,
    as_json: bool,
) -> int:
    """Compare the engines on a puzzle: how much each of them searches until it has proved the answer.

    Each engine looks for two solutions, which proves whether there is exactly one. `nodes` are the positions that it
    visits, and `backtracks` those of them that are dead ends. Both are the same on every computer; the time is not.
    An engine that does not count shows a dash.

    A node is not the same amount of work everywhere: plain backtracking only checks whether a digit fits, while
    propagation applies its rules to the whole board.

    For example:
        sudoku compare puzzle.txt  # all engines on one puzzle
        sudoku compare --engine backtracking --engine dlx puzzle.txt  # only these two
        sudoku compare --timeout 1 --json puzzle.txt  # at most a second each, as JSON
    """
    puzzle = source.puzzle()
    for name in engines:
        prepared(puzzle, name)
    engines = engines or tuple(name for name in compared_engines(puzzle) if _is_there(puzzle, name))
    rows: list[Comparison] = []
    try:
        for name in engines:
            rows.append(_measured(puzzle, name, timeout))
            if not as_json:
                _print_row(rows[-1], timeout, first=len(rows) == 1)
    except KeyboardInterrupt:
        return INTERRUPTED
    if as_json:
        click.echo(json.dumps([asdict(row) for row in rows], indent=2))
    return DONE


def _is_there(puzzle: Puzzle, name: str) -> bool:
    """Whether an engine can be used; what it needs is installed where that is possible."""
    try:
        prepared(puzzle, name)
    except MissingExtra as error:
        fetch_extra(error)
        say(f"{name} skipped: {error}")
        return False
    return True


def _measured(puzzle: Puzzle, name: str, timeout: float) -> Comparison:
    tally = Tally()
    try:
        with time_limit(timeout):
            return measured(puzzle, name, tally)
    except OutOfTime:
        return Comparison(name, None, tally.nodes or None, tally.backtracks if tally.nodes else None, timeout)


def _print_row(row: Comparison, timeout: float, *, first: bool) -> None:
    if first:
        click.echo("{:<14}{:>12}{:>14}{:>14}{:>12}".format(*_COLUMNS))
    solutions = {None: "stopped", 0: "none", 1: "one"}.get(row.solutions, "several")
    spent = f"> {timeout:g} s" if row.solutions is None else _time(row.seconds)
    click.echo(
        f"{row.engine:<14}{solutions:>12}{_number(row.nodes):>14}{_number(row.backtracks):>14}{spent:>12}"
    )


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _time(seconds: float) -> str:
    """A time in a unit that fits.

    >>> _time(0.0000123), _time(0.0123), _time(1.23)
    ('12 µs', '12.3 ms', '1.23 s')
    """
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"
