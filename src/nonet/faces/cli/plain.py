"""`sudoku console`, `create`, `mini` and `solve` without Click, for a clone where nothing is installed.

These commands have the options of the specs, and no others. What they do is in the modules that the commands
with Click use, so answers, messages and statuses are the same; only usage errors are worded by argparse.
"""

from __future__ import annotations

import io
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence

from nonet.dimensions import MAX_SIZE
from nonet.engines import engine_for
from nonet.errors import NonetError
from nonet.faces.cli.solutions import print_first, print_last
from nonet.faces.cli.source import PuzzleSource, puzzles_last
from nonet.faces.cli.status import DONE, REFUSED, complain
from nonet.faces.cli.tally import parse_whole_number

COMMANDS = ("console", "create", "mini", "solve")


def run_plain(arguments: Sequence[str]) -> int:
    """Runs one command line and returns its status.

    >>> run_plain(["solve", "--first", "0130430202030000"])
    2 1 3 4
    4 3 1 2
    1 2 4 3
    3 4 2 1
    0
    """
    if "NONET_NOT_SET_UP" not in os.environ:  # else ./sudoku has said it
        complain(
            "Click is not installed; only a few commands work, in pure Python (./sudoku sets up the rest)"
        )
    parser = _parser()
    if not arguments:
        parser.print_usage(sys.stderr)
        return REFUSED
    if arguments[0] not in COMMANDS and not arguments[0].startswith("-"):
        raise NonetError(f"{arguments[0]!r} is not among the commands that work without Click: {_NAMES}")
    options, rest = parser.parse_known_args(puzzles_last(arguments))
    if rest:
        raise NonetError(f"{rest[0]!r} does not work without Click")
    if "run" not in options:
        parser.print_usage(sys.stderr)
        return REFUSED
    run: Callable[[Namespace], int] = options.run
    return run(options)


_NAMES = ", ".join(COMMANDS)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="sudoku",
        description="Solve, create and play Sudoku. These commands work without the set-up.",
        epilog="The set-up downloads Click and adds all other commands: ./sudoku --version starts it.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(metavar="COMMAND")

    def add(name: str, run: Callable[[Namespace], int], summary: str, *, seed: bool = True) -> ArgumentParser:
        command = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        command.set_defaults(run=run)
        if seed:
            most = (1 << 64) - 1
            command.add_argument("--seed", metavar="N", type=_number(most=most), help="random seed")
        return command

    add("console", _console, "Play on the console, with hints.")
    add("create", _create, "Create a puzzle with exactly one solution.")
    mini = add("mini", _mini, "Play Mini Sudoku (in Czech), 4x4 or any other size.")
    mini.add_argument("file", nargs="?", metavar="FILE", help="the puzzle; - for standard input")
    mini.add_argument(
        "--size", metavar="N", type=_number(least=1, most=MAX_SIZE), help="number of rows and columns"
    )
    mini.add_argument("--solve", action="store_true", help="print the solved board instead of playing")
    solve = add("solve", _solve, "Solve a puzzle and count its solutions.", seed=False)
    solve.add_argument("source", nargs="?", metavar="PUZZLE|FILE|-", help="default: standard input")
    solve.add_argument("--first", action="store_true", help="print the smallest solution, and do not count")
    solve.add_argument(
        "--limit",
        metavar="N",
        type=_number(),
        default=1_000_000,
        help="stop after this many solutions; 0 means no limit",
    )
    return parser


def _number(*, least: int = 0, most: int | None = None) -> Callable[[str], int]:
    def convert(text: str) -> int:
        try:
            return parse_whole_number(text, least=least, most=most)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from None

    return convert


def _console(options: Namespace) -> int:
    from nonet.faces.console import play

    return play(seed=options.seed, stdin=sys.stdin or io.StringIO(), stdout=sys.stdout)


def _create(options: Namespace) -> int:
    from nonet.generate import create

    print(create(options.seed))
    return DONE


def _mini(options: Namespace) -> int:
    from nonet.faces.mini import main

    return main(options.file, size=options.size, solve=options.solve, seed=options.seed)


def _solve(options: Namespace) -> int:
    puzzle = PuzzleSource(options.source).puzzle()
    engine = engine_for(puzzle)
    return print_first(engine, puzzle) if options.first else print_last(engine, puzzle, limit=options.limit)
