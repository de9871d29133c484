"""`sudoku console`: the game of spec 000."""

from __future__ import annotations

import io
import sys

import click

from nonet.faces.cli.options import Command, seed_option


@click.command(
    "console",
    cls=Command,
    words=[
        ("set X Y Z", "write Z into column X, row Y; 0 clears the cell"),
        ("hint X Y", "show the digit for that cell in the known solution"),
        ("validate", "check whether the board can still be solved; hints then follow that solution"),
        ("restart", "start a new game"),
        ("exit", "quit; so do Ctrl-D and Ctrl-C"),
    ],
)
@seed_option
def command(seed: int | None) -> int:
    r"""Play on the console, with hints.

    The game asks how many cells to fill in for you; the rest are yours. Columns are numbered from the left and
    rows from the top, both starting at 1.

    For example:
        sudoku console  # start a game; it asks how many cells to fill in
        sudoku console --seed 7  # the same games every time
        printf '30\nvalidate\nexit\n' | sudoku console  # play from a script
    """
    from nonet.faces.console import play

    return play(seed=seed, stdin=sys.stdin or io.StringIO(), stdout=sys.stdout)
