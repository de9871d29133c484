"""Pictures of values for notebooks: what `_repr_svg_` of a grid, a puzzle or candidates shows."""

from __future__ import annotations

from nonet.candidates import Candidates
from nonet.draw.board import board_scene
from nonet.draw.svg import to_svg_file
from nonet.grid import Grid
from nonet.puzzle import Puzzle

__all__ = ["notebook_svg"]

WIDTH = 320
"""Pixels."""


def notebook_svg(value: object) -> str:
    """The SVG of a puzzle, a grid or candidates. A grid may have conflicts.

    >>> notebook_svg(Grid.of("4x4", "11..............")).count("<text")
    2
    """
    if isinstance(value, Puzzle):
        scene = board_scene(value)
    elif isinstance(value, Candidates):
        scene = board_scene(_empty(value.grid), grid=value.grid, candidates=value)
    elif isinstance(value, Grid):
        scene = board_scene(_empty(value), grid=value)
    else:
        raise TypeError(f"{type(value).__name__} has no picture")
    return to_svg_file(scene, width=WIDTH)


def _empty(grid: Grid) -> Puzzle:
    return Puzzle(Grid.empty(grid.layout))
