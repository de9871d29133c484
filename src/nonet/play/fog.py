"""Fog of war: which cells are still hidden, and the puzzle as far as the player sees it.

A puzzle with the rule `Fog` begins with everything hidden but its lights. Each correct digit of the player lifts the
fog from its cell and the cells around it. Givens, and clues that are drawn on the board, are hidden with their cells;
clues outside the board are not. A rule is known to the player, to candidates and hints once all its cells are clear.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.play.game import Game


def lights_of(puzzle: Puzzle) -> tuple[int, ...] | None:
    """The cells that are clear from the beginning; None where there is no fog."""
    return next((rule.cells for rule in puzzle.rules if rule.kind == "fog"), None)  # type: ignore[attr-defined]


def hidden_cells(game: Game, grid: Grid) -> frozenset[int]:
    """The cells that are in the fog while the board is this."""
    lights = lights_of(game.puzzle)
    if lights is None or grid == game.solution:
        return frozenset()
    givens, answer = game.puzzle.givens.entries, (game.solution or grid).entries
    clear = set(lights)
    for cell, value in enumerate(grid.entries):
        if value and not givens[cell] and value == answer[cell]:
            clear.update(_around(cell, grid.layout))
    return frozenset(range(len(grid))) - clear


def _around(cell: int, layout: Layout) -> Iterator[int]:
    row, column = layout.row_of(cell), layout.column_of(cell)
    for other in range(layout.cell_count):
        if abs(layout.row_of(other) - row) <= 1 and abs(layout.column_of(other) - column) <= 1:
            yield other


def seen_grid(puzzle: Puzzle, grid: Grid, hidden: frozenset[int]) -> Grid:
    """The grid without the givens that are hidden."""
    if not hidden:
        return grid
    givens = puzzle.givens.entries
    values = (0 if cell in hidden and givens[cell] else value for cell, value in enumerate(grid.entries))
    return Grid(grid.layout, bytes(values))


def seen_puzzle(puzzle: Puzzle, hidden: frozenset[int]) -> Puzzle:
    """The puzzle as the player knows it; a puzzle without fog is itself. Of rules that are partly hidden only the
    drawing is left, behind the fog.
    """
    return puzzle if lights_of(puzzle) is None else _seen(puzzle, hidden).with_about(puzzle.about)


@lru_cache(maxsize=64)
def _seen(puzzle: Puzzle, hidden: frozenset[int]) -> Puzzle:
    from nonet.rules.base import cells_of
    from nonet.rules.fog import Fog, RemainingFog
    from nonet.rules.pairs import Negative
    from nonet.rules.shapes import Outside

    known, partly = [], []
    for rule in puzzle.rules:
        shapes = list(rule.shapes(puzzle.layout))
        is_outside = shapes and all(isinstance(shape, Outside) for shape in shapes)
        cells = () if is_outside else cells_of(rule)
        if isinstance(rule, Fog) or (hidden and isinstance(rule, Negative)):
            continue  # which marks are missing is only known where there is no fog
        if hidden.isdisjoint(cells):
            known.append(rule)
        elif not hidden.issuperset(cells):
            partly.append(rule)
    ruled_out = tuple(0 if cell in hidden else mask for cell, mask in enumerate(puzzle.ruled_out))
    fog = RemainingFog(tuple(hidden), tuple(partly))
    return Puzzle(seen_grid(puzzle, puzzle.givens, hidden), ruled_out, (*known, fog))


def seen_at_first(puzzle: Puzzle) -> Puzzle:
    """The puzzle as it is shown before anything is played."""
    lights = lights_of(puzzle)
    if lights is None:
        return puzzle
    return seen_puzzle(puzzle, frozenset(range(puzzle.layout.cell_count)) - set(lights))
