"""The group of all commands. Each is listed here with one line of help, and imported only when it is called.

To add a command: a line in `SECTIONS`, and a module of that name beside this one which holds `command`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from nonet.faces.cli.command_base import GroupBase
from nonet.limits import allow_everywhere

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

SECTIONS: dict[str, dict[str, str]] = {
    "Solve": {
        "solve": "Solve a puzzle and count its solutions.",
        "count": "Count the solutions of a puzzle.",
        "check": "Check whether a puzzle has no solution, one, or several.",
        "minimal": "Find the unnecessary clues of a puzzle.",
        "inside": "Show unavoidable sets, backdoors, minimal puzzles inside.",
        "compare": "Compare the engines on a puzzle: nodes, backtracks, time.",
    },
    "Explain": {
        "explain": "Explain how a puzzle is solved, step by step.",
        "hint": "Give a hint: the first mistake, or the next step.",
        "rate": "Rate puzzles: how hard they are, and why.",
        "study": "Tell what a sample of puzzles says about all: means and shares.",
        "techniques": "List the solving techniques, or show one by example.",
        "judge": "Judge what a model wrote: its answer, or each of its sentences.",
    },
    "Create": {
        "create": "Create a puzzle with exactly one solution.",
        "demo": "Create, draw and solve a puzzle: a quick tour.",
    },
    "Formats": {
        "convert": "Convert puzzles between formats: files, links, plain text.",
        "read": "Read the puzzle in a photograph.",
    },
    "Print and share": {
        "draw": "Draw a puzzle as a picture: SVG, PNG or PDF.",
        "book": "Make a book or worksheets of puzzles, as PDF.",
        "share": "Print a link that opens a puzzle, and its QR code.",
    },
    "Bulk": {
        "bulk": "Solve, check, rate, convert or create puzzles by the million.",
        "dataset": "Build and audit data sets of puzzles; score a model's answers.",
    },
    "Play": {
        "play": "Play in the terminal: notes, hints, undo, saved games.",
        "web": "Play in the browser: the same games, served from this computer.",
        "games": "List the saved games; check and repair their file.",
        "console": "Play on the console, with hints.",
        "mini": "Play Mini Sudoku (in Czech), 4x4 or any other size.",
    },
    "Models and assistants": {
        "benchmark": "500 puzzles to test a model with, and the score of its answers.",
        "mcp": "Serve the tools of nonet to an AI assistant (MCP).",
    },
    "Set up": {
        "doctor": "Show what is installed, what works and what is missing.",
        "completion": "Print a script for shell completion.",
    },
}

_SUMMARIES = {name: summary for section in SECTIONS.values() for name, summary in section.items()}


class LazyGroup(GroupBase):
    """Imports the module of a command when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _SUMMARIES:
            return None
        command: click.Command = import_module(f"nonet.faces.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands by section, without importing any."""
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names and options for the shell, without importing any command."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [
            CompletionItem(name, help=text)
            for name, text in _SUMMARIES.items()
            if name.startswith(incomplete)
        ]


def _about() -> str:
    """The version, the Python it runs on, the engines, and whether the kernel is compiled in."""
    import platform

    from nonet.engines import default_engine, engine_names
    from nonet.layout import CLASSIC
    from nonet.native import kernel
    from nonet.version import __version__

    default = default_engine(CLASSIC).name
    names = [f"{name} (default)" if name == default else name for name in engine_names()]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{platform.system()} {platform.machine()}"
    return "\n".join(
        [
            f"sudoku (nonet) {__version__}",
            f"Python:  {python} on {machine}",
            f"engines: {', '.join(names)}",
            f"kernel:  {'none (pure Python)' if kernel is None else f'compiled in ({kernel.isa})'}",
        ]
    )


def _show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(_about())
        ctx.exit()


def _allow(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> None:
    for value in values:
        allow_everywhere(value)


@click.group(cls=LazyGroup)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, the engines and the kernel, and exit.",
)
@click.option(
    "--set-limit",
    metavar="NAME=VALUE",
    multiple=True,
    is_eager=True,
    expose_value=False,
    callback=_allow,
    help="Raise or lower a limit for what is read, such as pixels=100000000. May be repeated.",
)
def sudoku(**ignored: Any) -> None:
    """Solve, explain, rate, create and play Sudoku.

    A puzzle is nine rows of nine digits, with or without spaces, 0 or . for a blank cell; or 81 characters on
    one line; or a board of another size. Give it as an argument, in a file, or on standard input.

    For example:
        sudoku demo  # a quick tour
        sudoku create | sudoku solve  # create a puzzle and solve it
        sudoku solve --help  # help and examples for a command
    """
