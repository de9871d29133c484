"""Options that were renamed. The old names work for one more version; a line on standard error says the new one."""

from __future__ import annotations

from collections.abc import Sequence

import click

from nonet.faces.cli.status import say

OLD_NAMES = {
    "sudoku": {"--allow": "--set-limit"},
    "sudoku book": {"--givens": "--clues"},
    "sudoku bulk create": {"--number": "--count"},
    "sudoku create": {"--format json": "--json", "--givens": "--clues"},
    "sudoku dataset audit": {"--format json": "--json"},
    "sudoku dataset score": {"--format json": "--json", "--format text": "", "--no-levels": "--no-rate"},
    "sudoku draw": {"--solution": "--with-solution"},
    "sudoku explain": {"--pictures": "--boards"},
    "sudoku play": {"--language": "--lang"},
    "sudoku rate": {"--format json": "--json", "--jobs": "--threads"},
}
"""For each command: an old name, or an old name with its value, and the new name; none if it can be left out."""


def with_new_names(ctx: click.Context, arguments: Sequence[str]) -> list[str]:
    """The arguments of a command, with old names of options replaced. Values, and the words of a subcommand, stay."""
    old_names = OLD_NAMES.get(ctx.command_path)
    if old_names is None:
        return list(arguments)
    options = [each for each in ctx.command.get_params(ctx) if isinstance(each, click.Option)]
    take_value = {name for option in options if not option.is_flag for name in option.opts}
    take_value |= {old.split()[0] for old, new in old_names.items() if " " in old or new in take_value}
    found: list[str] = []
    used: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--" or not (word.startswith("-") or ctx.allow_interspersed_args):
            found += [word, *rest]
            break
        name, _, value = word.partition("=")
        words = [word]
        if word in take_value and rest:
            value = rest.pop(0)
            words.append(value)
        if (old := f"{name} {value}") in old_names:
            used[old] = old_names[old]
            words = [used[old]] if used[old] else []
        elif name in old_names:
            used[name] = old_names[name]
            words[0] = used[name] + word.removeprefix(name)
        found += words
    if not ctx.resilient_parsing:
        for old, new in used.items():
            say(f"{old} is now called {new}" if new else f"{old} is the default; leave it out")
    return found
