"""Writes the manual pages and the completion scripts into a folder: `make man`; setup.py puts them into the wheel.

man/man1/sudoku.1, sudoku-solve.1, …          from the help of the commands, and tables of docs/commands.md
bash-completion/completions/sudoku            from Click, as `sudoku completion` prints them
zsh/site-functions/_sudoku
fish/vendor_completions.d/sudoku.fish
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from nonet.faces.cli.app import sudoku
from nonet.faces.cli.command_base import CommandBase
from nonet.faces.cli.completion import completion_script
from nonet.version import __version__

ROOT = Path(__file__).resolve().parent.parent
COMPLETIONS = {
    "bash": "bash-completion/completions/sudoku",
    "zsh": "zsh/site-functions/_sudoku",
    "fish": "fish/vendor_completions.d/sudoku.fish",
}


def below(context: click.Context) -> list[click.Context]:
    """The commands of a group."""
    group = context.command
    if not isinstance(group, click.Group):
        return []
    named = [(name, group.get_command(context, name)) for name in group.list_commands(context)]
    return [click.Context(command, info_name=name, parent=context) for name, command in named if command]


def all_commands(context: click.Context) -> Iterator[click.Context]:
    yield context
    for each in below(context):
        yield from all_commands(each)


def pages() -> dict[str, str]:
    """The manual pages by the names of their files."""
    root = click.Context(sudoku, info_name="sudoku")
    return {f"{_name(context)}.1": "\n".join(_page(context)) + "\n" for context in all_commands(root)}


def _name(context: click.Context) -> str:
    return context.command_path.replace(" ", "-")


def _page(context: click.Context) -> Iterator[str]:
    command = context.command
    assert isinstance(command, CommandBase)
    name = _name(context)
    yield f'.TH "{_escaped(name.upper())}" 1 "" "nonet {__version__}" "nonet"'
    yield ".nh\n.ad l"  # no hyphenation, left-aligned: command lines stay as they are typed
    yield ".SH NAME"
    yield f"{_escaped(name)} \\- {_escaped(command.get_short_help_str().rstrip('.'))}"
    yield ".SH SYNOPSIS"
    yield f".B {_escaped(context.command_path)}"
    yield _escaped(" ".join(command.collect_usage_pieces(context)))
    yield ".SH DESCRIPTION"
    for paragraph in (command.help or "").split("\n\n"):
        yield ".PP"
        yield _text(paragraph)
    yield from _list(
        "Commands", [(each.command_path, each.command.get_short_help_str()) for each in below(context)]
    )
    records = (
        each.get_help_record(context)
        for each in command.get_params(context)
        if isinstance(each, click.Option)
    )
    yield from _list("Options", (record for record in records if record is not None))
    yield from _list("Keys and commands", command.words)
    yield from _list("Examples", command.examples)
    if command is sudoku:
        yield from _list("Exit status", _table("Exit status"))
        yield from _list("Environment", _table("Environment"))
    others = [_name(each) for each in (context.parent, *below(context)) if each is not None]
    yield ".SH SEE ALSO"
    yield ",\n".join(f"\\fB{_escaped(each)}\\fR(1)" for each in others)


def _list(title: str, items: Iterable[tuple[str, str]]) -> Iterator[str]:
    for number, (term, meaning) in enumerate(items):
        if number == 0:
            yield f'.SH "{_escaped(title.upper())}"'
        yield ".TP"
        yield f"\\fB{_escaped(term)}\\fR"
        yield _text(meaning)


def _table(title: str) -> list[tuple[str, str]]:
    """The rows of a table in docs/commands.md with two columns."""
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    table = page.partition(f"\n## {title}\n")[2].partition("|---|---|\n")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", table, re.MULTILINE)
    return [(term.strip("`"), meaning.replace("\\|", "|")) for term, meaning in rows]


def _text(text: str) -> str:
    """A paragraph; `code` is bold, and links are their text."""
    text = re.sub(r"\[(.+?)\]\(.+?\)", r"\1", " ".join(text.split()))
    return re.sub(r"`(.+?)`", r"\\fB\1\\fR", _escaped(text))


def _escaped(text: str) -> str:
    """Text as roff writes it: no line begins with a request, hyphens stay hyphens, all in ASCII."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("|", "|\\:")  # a line may break after it
    text = re.sub(r"[^\x00-\x7f]", lambda sign: f"\\[u{ord(sign[0]):04X}]", text)
    return f"\\&{text}" if text.startswith((".", "'")) else text


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the manual pages and the completion scripts.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    files = {f"man/man1/{name}": page for name, page in pages().items()}
    files |= {path: completion_script(shell, sudoku) for shell, path in COMPLETIONS.items()}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
