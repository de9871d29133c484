"""Options shared by the commands that save pictures: the file, the theme, the width."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nonet.faces.cli.options import whole_number

if TYPE_CHECKING:
    from nonet.grid import Grid
    from nonet.puzzle import Puzzle

__all__ = ["output_option", "save_board", "theme_option", "width_option"]

F = TypeVar("F", bound=Callable[..., Any])

_THEMES = ("light", "dark", "print", "contrast", "sepia")  # nonet.draw.themes.THEMES, without importing it

theme_option = click.option(
    "--theme", type=click.Choice(_THEMES), default="light", show_default=True, help="Colours of the picture."
)
width_option = click.option(
    "--width",
    metavar="N",
    callback=whole_number(least=16, most=20_000),
    help="Width of the picture: pixels for SVG and PNG, millimetres for PDF.",
)


def output_option(*, required: bool = False) -> Callable[[F], F]:
    return click.option(
        "-o",
        "--output",
        "output",
        metavar="FILE",
        required=required,
        help="Save a picture to this file: .svg, .png or .pdf.",
    )


def save_board(path: str, puzzle: Puzzle, *, grid: Grid | None = None) -> None:
    """Saves the picture of a puzzle, solved as far as `grid` is."""
    from nonet.draw.board import board_scene
    from nonet.draw.files import check_ending, save_scene

    check_ending(path)
    save_scene(board_scene(puzzle, grid=grid), path)
