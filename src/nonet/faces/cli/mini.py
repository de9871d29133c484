"""`sudoku mini`: Mini Sudoku, spec 003."""

from __future__ import annotations

import click

from nonet.faces.cli.options import Command, seed_option, whole_number
from nonet.layout import MAX_SIZE

__all__ = ["command"]


@click.command(
    "mini",
    cls=Command,
    examples=[
        ("sudoku mini", "a random 4x4 board"),
        ("sudoku mini --size 9 --seed 7", "nine rows, the same every time"),
        ("sudoku mini puzzle.txt", "the board of a file"),
        ("sudoku mini --solve puzzle.txt", "solved, without a game"),
    ],
)
@click.argument("file", required=False)
@click.option(
    "--size",
    metavar="N",
    callback=whole_number(least=1, most=MAX_SIZE),
    help="Rows and columns of the board. Default: 4, or the file's.",
)
@click.option("--solve", is_flag=True, help="Print the solved board instead of playing.")
@seed_option
def command(file: str | None, size: int | None, solve: bool, seed: int | None) -> int:
    """Play Mini Sudoku (in Czech), 4x4 or any other size.

    Type a row, a column and a number, separated by blanks; rows and columns count from 0. Ctrl-D ends the
    game. FILE may be - for standard input.
    """
    from nonet.faces.mini import main

    return main(file, size=size, solve=solve, seed=seed)
