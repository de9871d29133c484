"""`sudoku solve`: spec 001's solver, and with --first spec 004's."""

from __future__ import annotations

import click

from nonet.faces.cli.batch import answer_file, lines_option
from nonet.faces.cli.options import (
    Command,
    chosen_engine,
    engine_option,
    format_option,
    layout_option,
    limit_option,
    source_argument,
    symbols_option,
    whole_number,
)
from nonet.faces.cli.solutions import print_all, print_first, print_last
from nonet.faces.cli.source import read_puzzle

__all__ = ["command"]


@click.command(
    "solve",
    cls=Command,
    examples=[
        ("sudoku solve puzzle.txt", "the puzzle of a file"),
        ("sudoku solve < puzzle.txt", "from standard input; - says the same"),
        ("sudoku create | sudoku solve --format board", "made, solved and drawn"),
        (
            "sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "given here",
        ),
        ("sudoku solve --first puzzle.txt > answer.txt", "the smallest solution, and not a word more"),
        ("sudoku solve --all --format line 12..............", "every solution of a 4x4, one a line"),
        ("sudoku solve --engine backtracking --trace puzzle.txt", "watch the search at work"),
        ("sudoku solve --lines puzzles.txt > solutions.txt", "a puzzle a line, millions of them"),
    ],
)
@source_argument
@click.option("--first", is_flag=True, help="Print the first solution (the smallest), and count none.")
@click.option("--all", "every", is_flag=True, help="Print every solution, ascending, up to the limit.")
@lines_option
@limit_option
@format_option
@layout_option
@symbols_option
@engine_option
@click.option("--trace", is_flag=True, help="Show on standard error what the engine backtracking does.")
@click.option(
    "--trace-limit",
    metavar="N",
    callback=whole_number(),
    default="1000",
    show_default=True,
    help="Show so many events; 0 for all.",
)
@click.option(
    "--delay", metavar="SECONDS", type=click.FloatRange(0, 60), default=0.0, help="Wait after each event."
)
def command(
    source: str | None,
    first: bool,
    every: bool,
    lines: str | None,
    limit: int,
    form: str,
    layout: str | None,
    symbols: str | None,
    engine_name: str | None,
    trace: bool,
    trace_limit: int,
    delay: float,
) -> int:
    """Solve a puzzle: print its last solution, and on standard error how many there are.

    Solutions are ordered as plain backtracking finds them, row by row, small digits first; so the last one is
    the greatest. It is printed at once; counting follows, and stops at the limit. Ctrl-C stops counting too,
    and says how many there are at least.

    The status is 0 for a solution, 1 for a puzzle that has none, 2 for what is no puzzle.

    With --lines every line of a file is a puzzle, and every line of the output its solution; the greatest and
    a remark behind it, if there are several. A line that is no puzzle or has no solution gives an empty
    line, is named by its number on standard error, and makes the status 1.
    """
    if lines is not None:
        if source is not None or first or every or trace:
            raise click.UsageError("--lines solves the puzzles of a file; it goes with --layout alone")
        return answer_file(lines, "solve", layout=layout)
    if first and every:
        raise click.UsageError("--first and --all ask for different things: choose one")
    if trace and engine_name != "backtracking":
        raise click.UsageError("--trace shows the engine backtracking at work: add --engine backtracking")
    puzzle = read_puzzle(source, layout=layout, symbols=symbols)
    engine = chosen_engine(engine_name, puzzle.layout)
    if trace:
        from nonet.faces.cli.trace import show_trace

        show_trace(puzzle, first_only=first, limit=trace_limit, delay=delay)
    if first:
        return print_first(engine, puzzle, form)
    if every:
        return print_all(engine, puzzle, form, limit=limit)
    return print_last(engine, puzzle, form, limit=limit)
