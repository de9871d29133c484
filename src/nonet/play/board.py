"""The board of a game, and what each move makes of it: a pure function.

A board holds what the moves have brought about; what follows from it (candidates, conflicts …) is in `state`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from nonet.candidates import Candidates
from nonet.grid import Grid
from nonet.play.actions import (
    AutoNotes,
    Clear,
    GiveUp,
    Mark,
    Move,
    Note,
    Paint,
    PaintCandidate,
    Place,
    RefreshNotes,
    Restart,
    Reveal,
    Strike,
)
from nonet.play.game import Game

__all__ = ["Board", "applied", "open_cells"]


@dataclass(frozen=True)
class Board:
    """Values, notes and colours; masks are bitmasks of digits, one for each cell.

    `struck` are candidates that the player has struck out, apart from notes.
    """

    grid: Grid
    corner: tuple[int, ...]
    centre: tuple[int, ...]
    struck: tuple[int, ...]
    colours: bytes
    candidate_colours: frozenset[tuple[int, int, int]] = frozenset()
    revealed: frozenset[int] = frozenset()
    auto: bool = False
    given_up: bool = False

    @staticmethod
    def start(game: Game) -> Board:
        """The givens alone."""
        none = (0,) * game.layout.cell_count
        return Board(game.puzzle.givens, none, none, none, bytes(game.layout.cell_count))

    @cached_property
    def clashing(self) -> frozenset[int]:
        """The cells whose value stands twice in a house."""
        return frozenset(cell for conflict in self.grid.conflicts() for cell in conflict.cells)


def applied(board: Board, move: Move, game: Game) -> Board:
    """The board after a move; the same object, if the move changes nothing."""
    after = _APPLY[type(move)](board, move, game)
    return board if after == board else after


def open_cells(board: Board, cells: tuple[int, ...], game: Game) -> list[int]:
    """Those of the cells that a player may change: neither given nor revealed."""
    return [cell for cell in cells if not game.puzzle.givens[cell] and cell not in board.revealed]


def _place(board: Board, move: Place, game: Game) -> Board:
    cells = open_cells(board, move.cells, game)
    values = bytearray(board.grid.values)
    for cell in cells:
        values[cell] = move.digit
    after = replace(board, grid=Grid(game.layout, bytes(values)))
    changed = [cell for cell in cells if board.grid[cell] != move.digit]
    if move.clean and changed and not after.clashing.intersection(changed):
        bit = 1 << (move.digit - 1)
        peers = {peer for cell in changed for peer in game.layout.peers[cell]}
        after = replace(
            after, corner=_without(board.corner, peers, bit), centre=_without(board.centre, peers, bit)
        )
    return after


def _without(masks: tuple[int, ...], cells: set[int], bit: int) -> tuple[int, ...]:
    return tuple(mask & ~bit if cell in cells else mask for cell, mask in enumerate(masks))


def _with(masks: tuple[int, ...], cells: set[int], bit: int) -> tuple[int, ...]:
    return tuple(mask | bit if cell in cells else mask for cell, mask in enumerate(masks))


def _clear(board: Board, move: Clear, game: Game) -> Board:
    cells = open_cells(board, move.cells, game)
    filled = {cell for cell in cells if board.grid[cell]}
    if filled:
        values = bytes(0 if cell in filled else value for cell, value in enumerate(board.grid))
        return replace(board, grid=Grid(game.layout, values))
    noted = {cell for cell in cells if board.corner[cell] or board.centre[cell]}
    if noted:
        every = game.layout.all_digits
        return replace(
            board, corner=_without(board.corner, noted, every), centre=_without(board.centre, noted, every)
        )
    return _painted(board, set(move.cells), 0)


def _note(board: Board, move: Note, game: Game) -> Board:
    bit = 1 << (move.digit - 1)
    cells = {cell for cell in move.cells if not board.grid[cell]}
    if not cells:
        return board
    change = _with if move.on else _without
    if move.kind == "centre":
        return replace(board, centre=change(board.centre, cells, bit))
    if board.auto:
        return replace(board, struck=(_without if move.on else _with)(board.struck, cells, bit))
    struck = _without(board.struck, cells, bit) if move.on else board.struck
    return replace(board, corner=change(board.corner, cells, bit), struck=struck)


def _auto(board: Board, move: AutoNotes, game: Game) -> Board:
    return replace(board, auto=move.on)


def _refresh(board: Board, move: RefreshNotes, game: Game) -> Board:
    candidates = Candidates.at(board.grid, ruled_out=game.puzzle.ruled_out).masks
    corner = tuple(
        own if value else mask for own, mask, value in zip(board.corner, candidates, board.grid, strict=True)
    )
    return replace(board, corner=corner, struck=(0,) * len(corner))


def _strike(board: Board, move: Strike, game: Game) -> Board:
    struck, corner, centre = list(board.struck), list(board.corner), list(board.centre)
    for cell, digit in move.candidates:
        bit = 1 << (digit - 1)
        if move.on:
            struck[cell] |= bit
            corner[cell] &= ~bit
            centre[cell] &= ~bit
        else:
            struck[cell] &= ~bit
            if board.corner[cell] and not board.auto:
                corner[cell] |= bit
    return replace(board, struck=tuple(struck), corner=tuple(corner), centre=tuple(centre))


def _painted(board: Board, cells: set[int], colour: int) -> Board:
    colours = bytes(colour if cell in cells else own for cell, own in enumerate(board.colours))
    kept = board.candidate_colours
    if not colour:
        kept = frozenset(each for each in kept if each[0] not in cells)
    return replace(board, colours=colours, candidate_colours=kept)


def _paint(board: Board, move: Paint, game: Game) -> Board:
    colours = bytes(move.colour if cell in set(move.cells) else own for cell, own in enumerate(board.colours))
    return replace(board, colours=colours)


def _paint_candidate(board: Board, move: PaintCandidate, game: Game) -> Board:
    rest = {each for each in board.candidate_colours if each[:2] != (move.cell, move.digit)}
    if move.colour:
        rest.add((move.cell, move.digit, move.colour))
    return replace(board, candidate_colours=frozenset(rest))


def _mark(board: Board, move: Mark, game: Game) -> Board:
    return board


def _reveal(board: Board, move: Reveal, game: Game) -> Board:
    if game.solution is None:
        return board
    cells = open_cells(board, move.cells, game)
    values = bytearray(board.grid.values)
    after = board
    for cell in cells:
        digit = values[cell] = game.solution[cell]
        peers, bit = set(game.layout.peers[cell]), 1 << (digit - 1)
        after = replace(
            after, corner=_without(after.corner, peers, bit), centre=_without(after.centre, peers, bit)
        )
    grid = Grid(game.layout, bytes(values))
    return replace(after, grid=grid, revealed=board.revealed.union(cells))


def _restart(board: Board, move: Restart, game: Game) -> Board:
    return replace(Board.start(game), auto=board.auto)


def _give_up(board: Board, move: GiveUp, game: Game) -> Board:
    return replace(board, given_up=True, grid=game.solution or board.grid)


_APPLY: dict[type[Move], Callable[[Board, Any, Game], Board]] = {
    Place: _place,
    Clear: _clear,
    Note: _note,
    AutoNotes: _auto,
    RefreshNotes: _refresh,
    Strike: _strike,
    Paint: _paint,
    PaintCandidate: _paint_candidate,
    Mark: _mark,
    Reveal: _reveal,
    Restart: _restart,
    GiveUp: _give_up,
}
