"""`sudoku read`: the puzzle in a photograph."""

from __future__ import annotations

import sys

import click

from nonet.faces.cli.extras import remember_input
from nonet.faces.cli.options import Command, flag_option, format_option, number_option, refuse_together
from nonet.faces.cli.photo_input import ask, parse_corrections, read_photo, report
from nonet.faces.cli.source import chosen, open_standard_input, tell_several
from nonet.faces.cli.status import DONE, NO, say
from nonet.formats import format_grid
from nonet.limits import limits


@click.command("read", cls=Command)
@click.argument("photo", metavar="FILE|-")
@format_option
@click.option(
    "--set",
    "corrections",
    metavar="CELL=DIGIT",
    multiple=True,
    help="Correct a cell: r3c4=7; 0 for an empty cell. Can be repeated.",
)
@number_option("--number", least=1, help="Which puzzle of a picture that has several; 1 is the clearest.")
@flag_option("--corners", help="Also print where the corners of the grid are, on standard error.")
def command(photo: str, form: str, corrections: tuple[str, ...], number: int | None, corners: bool) -> int:
    """Read the Sudoku in a photograph: JPEG, PNG or WebP.

    The picture may be taken at an angle, in bad light, sideways or upside down, and show other things around the
    grid. Digits must be printed. Cells that are hard to read are named on standard error, with what else they may
    be; at a terminal you are asked for them. If only one of the possible digits gives a puzzle with exactly one
    solution, that one is taken, and a line says so. If there are several Sudokus, the clearest is read, and a line
    says how many there are.

    The exit status is 0 if there is nothing left to check, 1 if some digits are doubtful or there is not exactly
    one solution, and 2 for a file without a Sudoku.

    For example:
        sudoku read photo.jpg  # the puzzle in a photograph, as rows of digits
        sudoku read photo.jpg --format line  # the same as 81 characters
        sudoku read photo.jpg --set r1c1=5  # correct a digit that was misread
        sudoku read page.png --number 2  # the second Sudoku of a page
        sudoku read photo.jpg | sudoku solve --format board  # read and solve
        sudoku explain photo.jpg  # other commands take photographs too
    """
    refuse_together("--number", "--set")
    known = parse_corrections(corrections)
    data: str | bytes = photo
    if photo == "-":
        data = open_standard_input().read(limits().picture + 1)
        remember_input(data)
    name = photo if photo != "-" else "standard input"
    found = read_photo(data, name=name, known=known)
    if number is None:
        tell_several(1 + len(found.others))
    else:
        found = chosen([found, *found.others], number)
    if (
        number is None
        and found.doubts
        and sys.stdin is not None
        and sys.stdin.isatty()
        and sys.stderr.isatty()
        and photo != "-"
    ):
        known |= ask(found.doubts)
        found = read_photo(data, name=name, known=known)
    if corners:
        say("corners: " + " ".join(f"{x:g},{y:g}" for x, y in found.corners))
    click.echo(format_grid(found.puzzle.givens, form))
    return DONE if report(found) else NO
