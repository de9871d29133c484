"""`sudoku create`."""

from __future__ import annotations

import click

from nonet.faces.cli.options import Command, format_option, seed_option
from nonet.formats import format_grid
from nonet.generate import create
from nonet.rng import fresh_seed

__all__ = ["command"]


@click.command(
    "create",
    cls=Command,
    examples=[
        ("sudoku create", "a new puzzle, nine rows, 0 for a blank"),
        ("sudoku create --seed 7", "the same one every time"),
        ("sudoku create -v --format board", "drawn; and the seed that makes it again"),
        ("sudoku create | sudoku solve", "made and solved"),
    ],
)
@seed_option
@format_option
@click.option("-v", "--verbose", is_flag=True, help="Name the seed that makes it again (on standard error).")
def command(seed: int | None, form: str, verbose: bool) -> None:
    """Create a puzzle with exactly one solution.

    It has 40 to 63 blanks, each number as likely as the others; at least 18 clues and 8 of the 9 digits.
    """
    seed = fresh_seed() if seed is None else seed
    puzzle = create(seed)
    if verbose:
        click.echo(f"seed {seed}: sudoku create --seed {seed}", err=True)
    click.echo(format_grid(puzzle.givens, form))
