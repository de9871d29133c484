"""Options and arguments that several commands share: source, board, engine, format, limit, seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import reduce, wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from nonet.engines import Engine, engine_for, engine_names
from nonet.errors import EngineError
from nonet.faces.cli.command_base import CommandBase, GroupBase
from nonet.faces.cli.source import PuzzleSource, puzzles_last
from nonet.faces.cli.tally import parse_whole_number
from nonet.formats import format_names
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])

LIMIT = 1_000_000


class Command(CommandBase):
    """A command that accepts puzzles beginning with a dash."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Like Click's, but `--5-3…` of 16 characters or more is a puzzle with blanks, not an option."""
        return super().parse_args(ctx, puzzles_last(args))


class CommandGroup(Command, GroupBase):
    """A group that lists its commands in the order in which they were added; Click would sort them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


class NumberRange(click.FloatRange):
    """Click's float range with a name for people: "'abc' is not a valid number."; nor is nan."""

    name = "number"

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = super().convert(value, param, ctx)
        if number != number:
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return number


def number_option(
    *names: str,
    help: str,  # noqa: A002 — Click's own word
    least: int = 0,
    most: int | None = None,
    default: int | None = None,
    metavar: str = "N",
    required: bool = False,
) -> Callable[[F], F]:
    """An option that takes a whole number; the error for anything else names the range."""

    def convert(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        try:
            return parse_whole_number(value, least=least, most=most)
        except ValueError as error:
            raise click.BadParameter(str(error), ctx, param) from None

    shown: dict[str, Any] = {} if default is None else {"default": str(default), "show_default": True}
    return click.option(*names, metavar=metavar, callback=convert, help=help, required=required, **shown)


def flag_option(*names: str, help: str) -> Callable[[F], F]:  # noqa: A002
    return click.option(*names, is_flag=True, help=help)


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """One decorator that adds all these options."""
    return lambda command: reduce(lambda function, option: option(function), reversed(options), command)


def given_options() -> list[str]:
    """The options on the command line, in the order in which --help lists them, each by its first name."""
    context = click.get_current_context()
    return [
        option.opts[0]
        for option in context.command.params
        if isinstance(option, click.Option)
        and context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
    ]


def refuse_together(*options: str) -> None:
    """Refuses two of these options on one command line: the command could heed only one of them."""
    given = [option for option in options if option in given_options()]
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} cannot be used together")


def require(option: str, *others: str) -> None:
    """Refuses these options where another one, without which they have no effect, is missing."""
    given = given_options()
    for each in others:
        if each in given and option not in given:
            raise click.UsageError(f"{each} needs {option}")


json_option = flag_option("--json", "as_json", help="Write JSON.")


def chosen_format(form: str | None, as_json: bool) -> str | None:
    """What --format and --json ask for."""
    refuse_together("--format", "--json")
    return "json" if as_json else form


threads_option = number_option(
    "--threads", least=1, most=1024, help="Number of cores to use; the results are the same. Default: all."
)


def complete(
    names: Callable[[], Iterable[str]],
) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Completes a word with these names."""
    return lambda ctx, param, incomplete: [name for name in names() if name.startswith(incomplete)]


def _complete_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


BOARD_NAMES = ("4x4", "6x6", "9x9", "12x12", "16x16", "25x25", "x", "windoku", "6x6/3x2")


def technique_names() -> tuple[str, ...]:
    from nonet.logic.catalog import technique_keys

    return technique_keys()


def _keys(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> frozenset[str]:
    """Techniques: the option may be repeated, and may list several separated by commas."""
    words = [word.strip() for value in values for word in value.split(",")]
    if "" in words:
        raise click.BadParameter("a technique is missing; 'sudoku techniques' lists them", ctx, param)
    return frozenset(re.sub(r"[ _]+", "-", word.lower()) for word in words)


def techniques_option(name: str, parameter: str, metavar: str, help: str) -> Callable[[F], F]:  # noqa: A002
    return click.option(
        name,
        parameter,
        metavar=metavar,
        multiple=True,
        callback=_keys,
        shell_complete=complete(technique_names),
        help=help,
    )


def widened(keys: frozenset[str]) -> frozenset[str]:
    """`uniqueness` means all techniques that assume a unique solution."""
    if "uniqueness" not in keys:
        return keys
    from nonet.logic.catalog import technique, technique_keys

    return keys - {"uniqueness"} | {key for key in technique_keys() if technique(key).unique}


source_argument = click.argument(
    "source", required=False, metavar="[PUZZLE|FILE|-]", shell_complete=_complete_file
)

layout_option = click.option(
    "--layout",
    metavar="NAME",
    shell_complete=complete(lambda: (*BOARD_NAMES, "jigsaw:", "samurai", "twodoku")),
    help="The board: 4x4, 6x6, 9x9, 16x16, 6x6/3x2, x, windoku, jigsaw:MAP, samurai, ... "
    "Default: the standard board with that many cells.",
)

_SOURCE_OPTIONS = {
    "layout": layout_option,
    "symbols": click.option(
        "--symbols",
        metavar="FROM-TO",
        help="The symbols of a board with more than nine rows: 1-G, 0-F or A-P for 16x16.",
    ),
    "input_format": click.option(
        "--from",
        "input_format",
        metavar="FORMAT",
        help="The format of the input; `sudoku convert --list` shows them all. Default: detected.",
    ),
    "number": number_option(
        "--number", least=1, help="Which puzzle of a file that has several, counted from 1."
    ),
}


def puzzle_source(*names: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Gives a command the argument that names a puzzle and the options about it (all, or those of these names, in this
    order). The command gets them as one value: `source`, a PuzzleSource.
    """
    names = names or tuple(_SOURCE_OPTIONS)

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def with_source(source: str | None, **values: Any) -> int:
            options = {name: values.pop(name) for name in names}
            return command(source=PuzzleSource(source, **options), **values)

        return together(source_argument, *(_SOURCE_OPTIONS[name] for name in names))(with_source)

    return decorate


def scheme_option(help: str) -> Callable[[F], F]:  # noqa: A002
    return click.option("--scheme", default="hodoku", show_default=True, metavar="NAME", help=help)


engine_option = click.option(
    "--engine",
    "engine_name",
    type=click.Choice(engine_names()),
    help="The search engine. Default: the fastest that supports the board.",
)

format_option = click.option(
    "--format",
    "form",
    type=click.Choice(format_names()),
    default="rows",
    show_default=True,
    help="Output format.",
)

limit_option = number_option(
    "--limit", default=LIMIT, help="Stop after this many solutions; 0 means no limit."
)

seed_option = number_option(
    "--seed", most=(1 << 64) - 1, help="Random seed: the same number gives the same result on every machine."
)


def chosen_engine(name: str | None, puzzle: Puzzle) -> Engine:
    """The requested engine, or the default one for the puzzle."""
    try:
        return engine_for(puzzle, name)
    except EngineError as error:
        raise EngineError(f"{error}; leave --engine out") if name is not None else error from None
