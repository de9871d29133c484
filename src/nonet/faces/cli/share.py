"""`sudoku share`: a link that holds the puzzle, its QR code, and a picture to go with it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from nonet.engines import engine_for
from nonet.faces.cli.options import Command, flag_option, puzzle_source, refuse_together, require
from nonet.faces.cli.picture_file import output_option, theme_option, width_option
from nonet.faces.cli.source import PuzzleSource
from nonet.faces.cli.status import DONE
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.draw.scene import Scene

_SITES = ("sudokupad", "coach", "sudokuwiki", "sudokuexchange", "f-puzzles")

site_option = click.option(
    "--site",
    type=click.Choice(_SITES),
    default="sudokupad",
    show_default=True,
    help="The site that opens the link.",
)
link_base_option = click.option(
    "--link-base",
    "link_base",
    metavar="URL",
    default="",
    help="Link to another page that reads nonet's share text: https://example.org/#p=",
)


@click.command("share", cls=Command)
@site_option
@link_base_option
@flag_option("--qr", help="Also draw the QR code of the link in the terminal.")
@output_option()
@flag_option("--solved", help="The picture shows the solved puzzle.")
@theme_option
@width_option
@puzzle_source("layout", "symbols")
def command(
    source: PuzzleSource,
    site: str,
    link_base: str,
    qr: bool,
    output: str | None,
    solved: bool,
    theme: str,
    width: int | None,
) -> int:
    """Print a link that opens the puzzle. The puzzle is in the link itself: no server of ours is involved.

    QR codes and PNG or PDF pictures need the extra `print`.

    For example:
        sudoku share puzzle.txt  # a link that opens the puzzle on SudokuPad
        sudoku share puzzle.txt --site coach  # the same on sudoku.coach
        sudoku share puzzle.txt --link-base https://example.org/#p=  # a link to a page of your own
        sudoku share puzzle.txt -o card.svg  # also save a picture: the puzzle and the QR code of the link
        sudoku share puzzle.txt --solved -o result.svg  # the solved puzzle instead
    """
    from nonet.draw.files import check_extension, save_scene
    from nonet.draw.share import link, qr_lines, qr_scene

    require("-o", "--solved", "--theme", "--width")
    refuse_together("--site", "--link-base")
    if output is not None:
        check_extension(output)
    puzzle = source.puzzle()
    url = link(puzzle, site=site, base=link_base)
    if output is not None:
        save_scene(_card(puzzle, qr_scene(url), solved=solved), output, theme=theme, width=width)
    click.echo(url)
    if qr:
        click.echo("\n".join(qr_lines(url, encoding=sys.stdout.encoding)))
    return DONE


def _card(puzzle: Puzzle, code: Scene, *, solved: bool) -> Scene:
    """The puzzle, and the code below it on the right."""
    from nonet.draw.board import board_scene
    from nonet.draw.scene import Inset, Label, Scene

    answer = engine_for(puzzle).solution(puzzle) if solved else None
    board = board_scene(puzzle, grid=answer)
    margin, side = 28.0, board.width * 0.26
    bottom = margin + board.height + 20
    width = board.width + 2 * margin
    items = (
        Inset(board, margin, margin),
        Inset(code, width - margin - side, bottom, side / code.width),
        Label(margin + 2, bottom + 40, "Sudoku", 34, "ink", bold=True, anchor="start"),
        Label(margin + 2, bottom + 70, "Scan the code to solve it.", 19, "faint", anchor="start"),
    )
    return Scene(width, bottom + side + margin, items, title=board.title)
