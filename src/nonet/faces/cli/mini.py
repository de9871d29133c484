"""`sudoku mini`: Mini Sudoku, spec 003."""

from __future__ import annotations

import click

from nonet.dimensions import MAX_SIZE
from nonet.faces.cli.options import Command, flag_option, number_option, seed_option


@click.command("mini", cls=Command)
@click.argument("file", required=False)
@number_option(
    "--size", least=1, most=MAX_SIZE, help="Number of rows and columns. Default: 4, or as in the file."
)
@flag_option("--solve", help="Print the solved board instead of playing.")
@seed_option
def command(file: str | None, size: int | None, solve: bool, seed: int | None) -> int:
    """Play Mini Sudoku (in Czech), 4x4 or any other size.

    Type a row, a column and a number, separated by spaces; rows and columns are numbered from 0. Ctrl-D ends
    the game. FILE may be - for standard input.

    For example:
        sudoku mini  # a random 4x4 board
        sudoku mini --size 9 --seed 7  # nine rows, the same board every time
        sudoku mini puzzle.txt  # play the board in a file
        sudoku mini --solve puzzle.txt  # solve it instead of playing
    """
    from nonet.faces.mini import main

    return main(file, size=size, solve=solve, seed=seed)
