"""A board as a picture for the terminal: the format `board`, with lines and colour where the terminal supports them.

Nothing is said by colour alone: a solution is shown beside its puzzle.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TextIO

import click

from nonet.formats import format_grid
from nonet.grid import Grid


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
