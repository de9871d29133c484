"""The state of a game: all that a face needs to draw it, derived from the board and the settings. A value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any

from nonet.candidates import Candidates
from nonet.dimensions import MAX_SIZE
from nonet.engines import engine_for
from nonet.errors import RuleError
from nonet.fields import HIDDEN, Cell, CellKind, Count, Digit, FieldKind, ListOf, Schema, Whole, kind_of
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.play.action_type import Colour
from nonet.play.board import Board
from nonet.play.game import Game
from nonet.play.rule_candidates import candidates_left
from nonet.puzzle import Puzzle
from nonet.rules import Rule


class Status(Enum):
    """The status of a game."""

    PLAYING = "playing"
    FINISHED = "finished"
    GIVEN_UP = "given-up"

    __hash__ = object.__hash__


class CandidateColours(FieldKind):
    """In JSON a list of [cell, digit, colour]."""

    def plain(self, value: Any, layout: Any = None) -> list[list[int]]:
        return [[*candidate, colour] for candidate, colour in value.items()]

    def schema(self) -> Schema:
        return kind_of(tuple[tuple[Cell, Digit, Colour], ...]).schema()


class GridEntries(ListOf):
    """In JSON a number for each cell: its digit, counted from 1 as in `Layout.entries`, or 0."""

    def plain(self, value: Any, layout: Any = None) -> list[int]:
        return list(value.entries)


GridValues = Annotated[Grid, GridEntries(Whole(0, MAX_SIZE))]
Masks = tuple[Count, ...]
CellSet = Annotated[frozenset[int], ListOf(CellKind())]


@dataclass(frozen=True, kw_only=True)
class State:
    """A game at one moment; the JSON of a game follows from these fields. Digits are counted from 1, whatever they are
    (`Layout.entries`). Masks are bitmasks of digits (digit d is the bit 1 << (d - 1)), one for each cell.

    `corner`, `centre`: the player's notes. `candidates`: what the rules leave and the player has not struck out; it is
    shown instead of the corner notes where `auto` is on. `conflicts`: cells whose value appears twice in a house or
    breaks another rule, givens too; `mistakes`: the player's cells that are wrong; both depend on the check setting, so
    a face shows all of them. `colours` is the first colour of each cell, `more_colours` has the others. `left[d]`: how
    many d are still to be placed (`left[0]` is 0). `dead_end`: some cell or house has nothing left; only where all
    mistakes are shown. `hidden`: the cells in the fog of war; givens and values are those that are seen.
    """

    layout: Annotated[Layout, HIDDEN]
    givens: GridValues
    values: GridValues
    corner: Masks
    centre: Masks
    candidates: Masks
    struck: Annotated[tuple[int, ...], HIDDEN]
    auto: bool
    colours: tuple[Colour, ...]
    candidate_colours: Annotated[Mapping[tuple[int, int], int], CandidateColours()]
    more_colours: tuple[tuple[Cell, Colour], ...]
    revealed: CellSet
    conflicts: CellSet
    mistakes: CellSet
    left: tuple[Count, ...]
    marks: tuple[str, ...]
    status: Status
    dead_end: bool
    hidden: CellSet
    can_undo: bool
    can_redo: bool

    @property
    def filled(self) -> int:
        return _filled(self.values)

    @property
    def total(self) -> int:
        return self.layout.board_count

    @property
    def given(self) -> int:
        """How many of the cells on the board are givens."""
        return _filled(self.givens)

    @property
    def progress(self) -> float:
        """How much of what was empty is filled: 0 … 1."""
        given = self.given
        return (self.filled - given) / (self.total - given) if self.total > given else 1.0

    def shown(self, cell: int) -> int:
        """The digits to draw small in a cell: the candidates, or the corner notes; none in a filled one."""
        if self.values.entries[cell]:
            return 0
        return self.candidates[cell] if self.auto else self.corner[cell]

    def is_fixed(self, cell: int) -> bool:
        """Whether the cell cannot be changed: given or revealed."""
        return bool(self.givens.entries[cell]) or cell in self.revealed


def state_of(
    game: Game,
    board: Board,
    *,
    check: str = "rules",
    marks: tuple[str, ...] = (),
    can_undo: bool = False,
    can_redo: bool = False,
) -> State:
    """All that follows from a board."""
    layout, puzzle, grid = game.layout, board.seen(game), board.grid
    rules = candidates_left(puzzle, grid)
    candidates = tuple(mask & ~out for mask, out in zip(rules.masks, board.struck, strict=True))
    clashing = board.clashing(game)
    solved = not clashing and _is_solved(game, board.grid)
    status = Status.GIVEN_UP if board.given_up else Status.FINISHED if solved else Status.PLAYING
    mistakes: frozenset[int] = frozenset()
    if check == "solution" and game.solution is not None:
        mistakes = wrong_cells(game, board)
    elif check != "off":
        mistakes = _own(game, board, clashing)
    entries = grid.entries[: layout.board_count]
    return State(
        layout=layout,
        givens=puzzle.givens,
        values=grid,
        corner=board.corner,
        centre=board.centre,
        candidates=candidates,
        struck=board.struck,
        auto=board.auto,
        colours=tuple(board.colours),
        candidate_colours=MappingProxyType(
            {(cell, digit): colour for cell, digit, colour in sorted(board.candidate_colours)}
        ),
        more_colours=tuple(sorted(board.more_colours)),
        revealed=board.revealed,
        conflicts=clashing if check != "off" else frozenset(),
        mistakes=mistakes,
        left=(0, *(max(0, layout.most_of_each - entries.count(digit)) for digit in layout.entries)),
        marks=marks,
        status=status,
        dead_end=check == "solution" and status is Status.PLAYING and is_dead(grid, rules),
        hidden=board.hidden(game),
        can_undo=can_undo,
        can_redo=can_redo,
    )


def _filled(grid: Grid) -> int:
    """How many cells of the board are filled."""
    count = grid.layout.board_count
    return count - grid.entries.count(0, 0, count)


def _is_solved(game: Game, grid: Grid) -> bool:
    """Cells beside the board may be left empty, if there is one solution: the board is what is solved. Labels and marks
    always may, since players do not see them.
    """
    if game.solution is not None:
        return grid.values == game.solution.values
    labels = game.layout.label_cells
    if not labels or grid.is_filled:
        return grid.is_filled
    return all(entry or cell in labels for cell, entry in enumerate(grid.entries)) and _has_labels(
        grid, game.puzzle.rules
    )


@lru_cache(maxsize=64)
def _has_labels(grid: Grid, rules: tuple[Rule, ...]) -> bool:
    """Whether a full board has labels or marks with which the rules hold."""
    try:
        puzzle = Puzzle(grid, rules=rules)
    except RuleError:
        return False
    return engine_for(puzzle).some_solution(puzzle) is not None


def wrong_cells(game: Game, board: Board) -> frozenset[int]:
    """The cells that differ from the solution; the cells in conflict, if the puzzle has several solutions."""
    if game.solution is None:
        return _own(game, board, board.clashing(game))
    return frozenset(
        cell
        for cell, value in enumerate(board.grid.entries)
        if value and value != game.solution.entries[cell]
    )


def _own(game: Game, board: Board, cells: frozenset[int]) -> frozenset[int]:
    """Those that the player has filled: given and revealed cells are right."""
    return frozenset(board.open_cells(cells, game))


def is_dead(grid: Grid, candidates: Candidates) -> bool:
    """Whether some empty cell has no candidate, or some house no place for a digit."""
    for cell, value in enumerate(grid.entries):
        if not value and not candidates.masks[cell]:
            return True
    every = grid.layout.all_digits
    for house in grid.layout.full_houses:
        have = 0
        for cell in house.cells:
            value = grid.entries[cell]
            have |= 1 << (value - 1) if value else candidates.masks[cell]
        if have != every:
            return True
    return False
