"""`sudoku completion`."""

from __future__ import annotations

import click

from nonet.faces.cli.options import Command

__all__ = ["command"]


@click.command(
    "completion",
    cls=Command,
    examples=[
        ('eval "$(sudoku completion bash)"', "for this shell; as a line of ~/.bashrc, for every one"),
        ('eval "$(sudoku completion zsh)"', "the same, in ~/.zshrc"),
        ("sudoku completion fish > ~/.config/fish/completions/sudoku.fish", "once"),
    ],
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that teaches your shell to complete sudoku's commands, options and files.

    Bash completes ./sudoku as well; zsh and fish want sudoku on the PATH.
    """
    from click.shell_completion import get_completion_class

    from nonet.faces.cli.app import sudoku

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(sudoku, {}, "sudoku", "_SUDOKU_COMPLETE").source(), nl=False)
