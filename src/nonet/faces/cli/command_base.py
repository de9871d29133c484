"""The base classes of commands and groups: --help with examples, and suggestions for mistyped names."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from typing import Any

import click

from nonet.faces.cli.old_names import with_new_names


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


def _parsed_examples(text: str) -> Iterator[tuple[str, str]]:
    r"""Pairs of a command line and what it does; the second may have a line of its own.

    >>> list(_parsed_examples("    sudoku demo  # a quick tour\n    sudoku web\n        in your browser"))
    [('sudoku demo', 'a quick tour'), ('sudoku web', 'in your browser')]
    """
    for example in re.split(r"(?:^|\n)    (?! )", text.rstrip())[1:]:
        line, meaning = re.split(r"  # |\n +", example, maxsplit=1)
        yield line, meaning


class CommandBase(click.Command):
    """A command or a group whose help shows examples.

    They are at the end of its docstring, after a line `For example:`; the tests run each of them. `words` are what a
    player types during the game.
    """

    def __init__(self, *args: Any, words: Sequence[tuple[str, str]] = (), **options: Any) -> None:
        text, found, listed = inspect.cleandoc(options.get("help") or "").partition("\n\nFor example:\n")
        super().__init__(*args, **{**options, "help": text})
        self.examples = tuple(_parsed_examples(listed)) if found else ()
        self.words = tuple(words)
        self._help = click.Option(
            ["-h", "--help"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_help,
            help="Show this message and exit.",
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Like Click's; options may also have their old names."""
        return super().parse_args(ctx, with_new_names(ctx, args))

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        """Both names; the first is the one that messages advise."""
        return ["--help", "-h"]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """An option of our own: Click's asks for a translation, and the search for one costs 2 ms per start."""
        return self._help

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence in full; Click would cut it to the width of the line."""
        return super().get_short_help_str(limit=1000)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes what can be typed, and the examples, each with what it does."""
        if self.words:
            with formatter.section("Type"):
                formatter.write_dl(self.words)
        if self.examples:
            with formatter.section("Examples"):
                for line, meaning in self.examples:
                    formatter.write(f"  {line}\n      {meaning}\n")


class GroupBase(CommandBase, click.Group):
    """A group that suggests the nearest command for a mistyped one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Like Click's, but the error for an unknown command says what to type instead."""
        name, known = args[0], self.list_commands(ctx)
        if name in known or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        near = get_close_matches(name.lower(), known, n=1)
        advice = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(known)}"
        raise click.UsageError(f"unknown command {name!r}; {advice}", ctx)
