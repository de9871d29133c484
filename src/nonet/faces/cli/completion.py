"""`sudoku completion`."""

from __future__ import annotations

import click

from nonet.faces.cli.options import Command


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print a script that lets your shell complete sudoku's commands, options and files.

    Bash completes ./sudoku as well; for zsh and fish, sudoku must be on the PATH.

    For example:
        eval "$(sudoku completion bash)"  # enable it in this shell; add the line to ~/.bashrc to keep it
        eval "$(sudoku completion zsh)"  # the same for zsh; add the line to ~/.zshrc
        sudoku completion fish > ~/.config/fish/completions/sudoku.fish  # install it for fish
    """
    click.echo(completion_script(shell, context.find_root().command), nl=False)


def completion_script(shell: str, sudoku: click.Command) -> str:
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    return kind(sudoku, {}, "sudoku", "_SUDOKU_COMPLETE").source()
