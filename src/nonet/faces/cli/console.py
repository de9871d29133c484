"""`sudoku console`: the game of spec 000."""

from __future__ import annotations

import io
import sys

import click

from nonet.faces.cli.options import Command, seed_option

__all__ = ["command"]


@click.command(
    "console",
    cls=Command,
    examples=[
        ("sudoku console", "play; it asks how many cells to fill"),
        ("sudoku console --seed 7", "the same games every time"),
        ("printf '30\\nvalidate\\nexit\\n' | sudoku console", "from a script"),
    ],
    words=[
        ("set X Y Z", "write Z into column X, row Y; 0 clears the cell"),
        ("hint X Y", "a digit that would do there, from the solution the program knows"),
        ("validate", "can the board still be solved? Hints follow the solution it finds"),
        ("restart", "begin a new game"),
        ("exit", "end; Ctrl-D and Ctrl-C do the same"),
    ],
)
@seed_option
def command(seed: int | None) -> int:
    """Play on the console, with hints.

    It asks how many cells it shall fill; the others are yours. Columns are counted from the left, rows from
    the top, both from 1.
    """
    from nonet.faces.console import play

    return play(seed=seed, stdin=sys.stdin or io.StringIO(), stdout=sys.stdout)
