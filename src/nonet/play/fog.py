"""Fog of war: which cells are still hidden, and the puzzle as far as the player sees it.

A puzzle with the rule `Fog` begins with everything hidden but its lights. Each correct digit of the player lifts the
fog from its cell and the cells around it, unless the puzzle has triggers: then these alone lift it. Givens, and clues
that are drawn on the board, are hidden with their cells; clues outside the board are not. To the player, a given in the
fog is an empty cell; it appears when the fog lifts. A rule is known to the player, to candidates and hints once all its
cells are clear.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.play.game import Game

KINDS = ("fog", "fog_trigger")
T = TypeVar("T")


class _FogParts(NamedTuple):
    """The fog of a puzzle: the cells that are clear from the beginning, the cells that are not given, and the triggers,
    each with the cells that need their digits (givens do not) and those that they light.
    """

    lights: tuple[int, ...]
    own: frozenset[int]
    triggers: tuple[tuple[frozenset[int], frozenset[int]], ...]


@lru_cache(maxsize=64)
def _fog_of(puzzle: Puzzle) -> _FogParts | None:
    if not any(rule.kind in KINDS for rule in puzzle.rules):
        return None
    from nonet.rules.fog import Fog, FogTrigger

    own = frozenset(cell for cell, given in enumerate(puzzle.givens.entries) if not given)
    needed = (
        (own.intersection(rule.cells) or frozenset(rule.cells), rule) for rule in _of(puzzle, FogTrigger)
    )
    triggers = tuple((cells, frozenset(rule.lit)) for cells, rule in needed)
    return _FogParts(tuple(cell for fog in _of(puzzle, Fog) for cell in fog.cells), own, triggers)


def _of(puzzle: Puzzle, kind: type[T]) -> Iterator[T]:
    return (rule for rule in puzzle.rules if isinstance(rule, kind))


def has_fog(puzzle: Puzzle) -> bool:
    return _fog_of(puzzle) is not None


def hidden_cells(game: Game, grid: Grid, found: Collection[int] = ()) -> frozenset[int]:
    """The cells that are in the fog while the board is this. `found`: givens that the player wrote while they were
    hidden. A board on which every cell that is not given is right has no fog.
    """
    fog, layout = _fog_of(game.puzzle), grid.layout
    if fog is None:
        return frozenset()
    right = {cell for cell in (*fog.own, *found) if is_right(game, grid, cell)}
    if right.issuperset(cell for cell in fog.own if cell < layout.board_count):
        return frozenset()
    if fog.triggers:
        lit = [lit for cells, lit in fog.triggers if cells <= right]
    else:
        lit = [_around(layout)[cell] for cell in right]
    return frozenset(range(len(grid))).difference(fog.lights, *lit)


def is_right(game: Game, grid: Grid, cell: int) -> bool:
    """Whether a cell has its digit; where there are several solutions, any digit."""
    value = grid.entries[cell]
    return bool(value) and (game.solution is None or value == game.solution.entries[cell])


@lru_cache(maxsize=64)
def _around(layout: Layout) -> tuple[frozenset[int], ...]:
    """For each cell itself and the cells that touch it."""
    places = [(layout.row_of(cell), layout.column_of(cell)) for cell in range(layout.cell_count)]
    numbers = {place: cell for cell, place in enumerate(places[: layout.board_count])}
    near = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    touching = ([(row + down, column + right) for down, right in near] for row, column in places)
    return tuple(frozenset(numbers[place] for place in found if place in numbers) for found in touching)


def seen_puzzle(puzzle: Puzzle, hidden: frozenset[int]) -> Puzzle:
    """The puzzle as the player knows it; a puzzle without fog is itself. Of rules that are partly hidden only the
    drawing is left, behind the fog.
    """
    return puzzle if not has_fog(puzzle) else _seen(puzzle, hidden).with_about(puzzle.about)


@lru_cache(maxsize=64)
def _seen(puzzle: Puzzle, hidden: frozenset[int]) -> Puzzle:
    from nonet.rules.base import cells_of
    from nonet.rules.fog import Fog, FogTrigger, RemainingFog
    from nonet.rules.pairs import Negative
    from nonet.rules.shapes import Outside

    known, partly = [], []
    for rule in puzzle.rules:
        shapes = list(rule.shapes(puzzle.layout))
        is_outside = shapes and all(isinstance(shape, Outside) for shape in shapes)
        cells = () if is_outside else cells_of(rule)
        if isinstance(rule, Fog | FogTrigger) or (hidden and isinstance(rule, Negative)):
            continue  # which marks are missing is only known where there is no fog
        if hidden.isdisjoint(cells):
            known.append(rule)
        elif not hidden.issuperset(cells):
            partly.append(rule)
    ruled_out = tuple(0 if cell in hidden else mask for cell, mask in enumerate(puzzle.ruled_out))
    fog = RemainingFog(tuple(hidden), tuple(partly), any(_of(puzzle, FogTrigger)))
    givens = (0 if cell in hidden else value for cell, value in enumerate(puzzle.givens.entries))
    return Puzzle(Grid(puzzle.layout, bytes(givens)), ruled_out, (*known, fog))


def seen_at_first(puzzle: Puzzle) -> Puzzle:
    """The puzzle as it is shown before anything is played."""
    fog = _fog_of(puzzle)
    if fog is None:
        return puzzle
    return seen_puzzle(puzzle, frozenset(range(puzzle.layout.cell_count)) - set(fog.lights))
