"""Boards as pictures: in the terminal, as the format `board`, with lines and colour where it supports them; and in
files, with the options for them.

Nothing is said by colour alone: a solution is shown beside its puzzle.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TextIO

import click

from nonet.errors import NonetError
from nonet.faces.cli.options import F, number_option
from nonet.faces.cli.status import say
from nonet.formats import format_grid
from nonet.grid import Grid
from nonet.puzzle import Puzzle


def draw(grid: Grid, *, givens: Grid, lines: bool, colour: bool) -> str:
    """The board; its givens bold and the rest of its digits green, if colour is wanted.

    >>> from nonet.layout import Layout
    >>> grid = Grid.of(Layout.named("4x4"), [1, 2, 3, 4] + [0] * 12)
    >>> print(draw(grid, givens=grid, lines=True, colour=False))
    ┏━━━━━┳━━━━━┓
    ┃ 1 2 ┃ 3 4 ┃
    ┃ . . ┃ . . ┃
    ┣━━━━━╋━━━━━┫
    ┃ . . ┃ . . ┃
    ┃ . . ┃ . . ┃
    ┗━━━━━┻━━━━━┛
    """
    text = format_grid(grid, "board", style="unicode" if lines else "ascii")
    if not colour:
        return text
    cells: Iterator[int] = iter(range(len(grid)))

    def painted(match: re.Match[str]) -> str:
        cell = next(cells)
        if givens[cell]:
            return click.style(match[0], bold=True)
        return click.style(match[0], fg="green") if grid[cell] else click.style(match[0], dim=True)

    return re.sub(r"[0-9A-Za-z]+|\.", painted, text)


def wants_lines(stream: TextIO) -> bool:
    """Whether the stream can write box-drawing signs."""
    try:
        "┏━╋┃".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def wants_colour(stream: TextIO) -> bool:
    """Whether it is a terminal and NO_COLOR is not set (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


if TYPE_CHECKING:
    from nonet.draw.scene import Scene

MOST = 1000
"""Pictures that -o makes of a command's results."""

_THEMES = ("light", "dark", "print", "contrast", "sepia")  # nonet.draw.themes.THEMES, without importing it

theme_option = click.option(
    "--theme", type=click.Choice(_THEMES), default="light", show_default=True, help="Colours of the picture."
)
width_option = number_option(
    "--width",
    least=16,
    most=20_000,
    help="Width of the picture: pixels for SVG and PNG, millimetres for PDF.",
)


def output_option(*, required: bool = False, what: str = "Save a picture to this file") -> Callable[[F], F]:
    return click.option(
        "-o",
        "--output",
        "output",
        metavar="FILE",
        required=required,
        help=f"{what}: .svg, .png or .pdf.",
    )


class PictureFile:
    """The file that -o names. It collects pictures and saves them: one as that file, several as the pages of a PDF or
    with a number each (board-01.svg). Without -o, it does nothing.
    """

    def __init__(self, path: str | None, *, count: int = 1) -> None:
        self._path = path
        self._scenes: list[Scene] = []
        if path is not None:
            from nonet.draw.files import check_extension

            check_extension(path)
            if count > MOST:
                raise NonetError(
                    f"-o makes pictures of {MOST:,} puzzles at most, not {count:,}; `sudoku book` makes books"
                )

    def add(self, puzzle: Puzzle, *, grid: Grid | None = None, small: Grid | None = None) -> None:
        """Adds a puzzle: solved as far as `grid` is, with the solution `small` below it."""
        if self._path is None:
            return
        from nonet.draw.board import board_scene, with_small_solution

        if len(self._scenes) == MOST:
            raise NonetError(f"-o makes pictures of {MOST:,} solutions at most; add --limit {MOST}")
        scene = board_scene(puzzle, grid=grid)
        self._scenes.append(scene if small is None else with_small_solution(scene, puzzle, small))

    def save(self) -> None:
        """Writes the files, if there is anything to write; says so if there are several."""
        if self._path is not None and self._scenes:
            from nonet.draw.files import save_scenes

            names = save_scenes(self._scenes, self._path)
            if len(names) > 1:
                say(f"{len(names)} pictures: {names[0]} to {names[-1]}")
