"""`sudoku solve`: spec 001's solver, and with --first spec 004's."""

from __future__ import annotations

import click

from nonet.faces.cli.batch import answer_file, lines_option
from nonet.faces.cli.deadline import timeout_option
from nonet.faces.cli.options import (
    Command,
    NumberRange,
    chosen_engine,
    engine_option,
    flag_option,
    format_option,
    given_options,
    limit_option,
    number_option,
    puzzle_source,
    refuse_together,
    require,
)
from nonet.faces.cli.picture_file import PictureFile, output_option
from nonet.faces.cli.solutions import print_all, print_each, print_first, print_last
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import INTERRUPTED, UNKNOWN, say
from nonet.parallel.interrupts import OutOfTime, time_limit


@click.command("solve", cls=Command)
@flag_option("--first", help="Print the smallest solution, and do not count.")
@flag_option("--all", "every", help="Print every solution in ascending order, up to the limit.")
@lines_option
@limit_option
@format_option
@puzzle_source()
@engine_option
@timeout_option
@output_option(what="Also save a picture of the solution (several: numbered files, or pages of a PDF)")
@flag_option(
    "--trace", help="Show the steps of the search on standard error; for the engines backtracking and dlx."
)
@click.option(
    "--trace-format",
    type=click.Choice(["text", "json"]),
    default="text",
    help="A line of text or of JSON for each event.",
)
@number_option("--trace-limit", default=1000, help="Show at most this many events; 0 means all.")
@click.option(
    "--delay", metavar="SECONDS", type=NumberRange(0, 60), default=0.0, help="Pause after each event."
)
def command(
    source: PuzzleSource,
    first: bool,
    every: bool,
    lines: str | None,
    limit: int,
    form: str,
    engine_name: str | None,
    timeout: float | None,
    output: str | None,
    trace: bool,
    trace_format: str,
    trace_limit: int,
    delay: float,
) -> int:
    """Solve a puzzle: print its last solution, and the number of solutions on standard error.

    Solutions are in the order in which plain backtracking finds them: row by row, small digits first. The last
    one is therefore the greatest. It is printed at once; counting follows and stops at the limit. Ctrl-C stops
    counting and prints how many were found so far.

    A file may be of any format that `sudoku convert --list` names. If it has several puzzles, the solution of each
    is printed: with --format line, one per line.

    The exit status is 0 for a solution, 1 for a puzzle without one, 2 for input that is not a puzzle.

    With --lines, each line of the file is a puzzle and each line of output its solution; if there are several,
    the greatest, with a note after it. A line that is not a puzzle or has no solution gives an empty line, is
    reported with its number on standard error, and makes the exit status 1.

    For example:
        sudoku solve puzzle.txt  # solve the puzzle in a file
        sudoku solve < puzzle.txt  # the same from standard input
        sudoku create | sudoku solve --format board  # create, solve and draw a puzzle
        sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
            solve a puzzle given as an argument
        sudoku solve --first puzzle.txt > answer.txt  # only the smallest solution, for scripts
        sudoku solve --all --format line 12..............  # every solution of a 4x4 puzzle, one per line
        sudoku solve --engine backtracking --trace puzzle.txt  # watch the search
        sudoku solve --engine dlx --trace --trace-format json puzzle.txt 2> trace.jsonl
            save the search, one event per line
        sudoku solve --lines puzzles.txt > solutions.txt  # solve a file, one puzzle per line
        sudoku solve puzzle.txt -o solution.svg  # also save a picture of the solution
        sudoku solve 'https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79'
            solve the puzzle in a link; nothing is downloaded
    """
    if lines is not None:
        return answer_file(lines, "solve", source)
    refuse_together("--first", "--all")
    refuse_together("--first", "--limit")
    require("--trace", "--trace-format", "--trace-limit", "--delay")
    if trace and engine_name not in ("backtracking", "dlx"):
        raise click.UsageError("--trace needs --engine backtracking or --engine dlx")
    entries = source.entries()
    of_one = [option for option in ("--all", "--trace", "--limit") if option in given_options()]
    if len(entries) > 1 and of_one:
        raise click.UsageError(f"{of_one[0]} takes one puzzle, not {len(entries)}; add --number")
    pictures = PictureFile(output, count=len(entries))
    puzzle = entries[0].puzzle
    engine = chosen_engine(engine_name, puzzle)
    if trace:
        from nonet.faces.cli.trace import show_trace

        show_trace(
            puzzle,
            engine.name,
            as_json=trace_format == "json",
            first_only=first,
            limit=trace_limit,
            delay=delay,
        )
    try:
        with time_limit(timeout):
            if len(entries) > 1:
                puzzles = [entry.puzzle for entry in entries]
                return print_each(puzzles, form, first_only=first, engine=engine_name, pictures=pictures)
            if first:
                return print_first(engine, puzzle, form, pictures=pictures)
            if every:
                return print_all(engine, puzzle, form, limit=limit, pictures=pictures)
            return print_last(engine, puzzle, form, limit=limit, pictures=pictures)
    except OutOfTime:
        say(f"unknown: not finished within {timeout:g} s")
        return UNKNOWN
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        pictures.save()
