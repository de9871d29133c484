"""From a move, and the boards before and after it, to what happened."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.play import events as ev
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
from nonet.play.board import Board
from nonet.play.game import Game
from nonet.play.state import State, Status

__all__ = ["derive_events"]


def derive_events(
    game: Game, move: Move, board: Board, after: Board, before: State, state: State
) -> Iterator[ev.Event]:
    """The move itself first, then what it brought about; all but the end of the game."""
    yield _itself(game, move, board, after)
    if not isinstance(move, Place | Reveal):
        return
    changed = tuple(cell for cell in range(len(board.grid)) if board.grid[cell] != after.grid[cell])
    if isinstance(move, Place):
        yield from _trouble(game, move, changed, after, state)
        cleaned = tuple(
            cell
            for cell in range(len(board.grid))
            if (board.corner[cell], board.centre[cell]) != (after.corner[cell], after.centre[cell])
        )
        if cleaned:
            yield ev.Cleaned(cleaned, move.digit)
    if state.status is Status.PLAYING:
        yield from _done(game, changed, board, after, state)


def _itself(game: Game, move: Move, board: Board, after: Board) -> ev.Event:
    match move:
        case Place(cells, digit):
            return ev.Placed(tuple(c for c in cells if board.grid[c] != after.grid[c]), digit)
        case Clear(cells):
            what = "values" if board.grid != after.grid else "notes"
            if what == "notes" and (board.corner, board.centre) == (after.corner, after.centre):
                what = "colours"
            return ev.Cleared(cells, what)
        case Note(cells, digit, kind, on):
            return ev.Noted(tuple(cell for cell in cells if not board.grid[cell]), digit, kind, on)
        case AutoNotes(on):
            return ev.AutoSwitched(on)
        case RefreshNotes():
            return ev.Refreshed()
        case Strike(candidates, on):
            return ev.Struck(len(candidates), on)
        case Paint(cells, colour):
            return ev.Painted(cells, colour)
        case PaintCandidate(cell, digit, colour):
            return ev.CandidatePainted(cell, digit, colour)
        case Mark(name):
            return ev.Marked(name)
        case Reveal():
            return ev.Revealed(tuple(sorted(after.revealed - board.revealed)))
        case Restart():
            return ev.Restarted()
        case GiveUp():
            return ev.GaveUp()


def _trouble(
    game: Game, move: Place, changed: tuple[int, ...], after: Board, state: State
) -> Iterator[ev.Event]:
    clash = {cell for cell in changed if cell in state.conflicts}
    if clash:
        others = {peer for cell in clash for peer in game.layout.peers[cell]}
        seen = sorted(clash | {cell for cell in others if after.grid[cell] == move.digit})
        yield ev.Conflict(tuple(seen), move.digit)
    wrong = tuple(cell for cell in changed if cell in state.mistakes and cell not in clash)
    if wrong:
        yield ev.Mistake(wrong)


def _done(
    game: Game, changed: tuple[int, ...], board: Board, after: Board, state: State
) -> Iterator[ev.Event]:
    layout, bad = game.layout, after.clashing | state.mistakes
    houses = []
    for number in dict.fromkeys(number for cell in changed for number in layout.houses_at[cell]):
        cells = layout.houses[number].cells
        if all(after.grid[cell] for cell in cells) and not bad.intersection(cells):
            houses.append(number)
    if houses:
        yield ev.HouseDone(tuple(houses))
    for digit in sorted({after.grid[cell] for cell in changed}):
        places = [cell for cell, value in enumerate(after.grid) if value == digit]
        if len(places) == layout.size and not bad.intersection(places):
            yield ev.DigitDone(digit)
    if after.grid.is_filled:
        yield ev.Full()
    elif state.dead_end and not bad:
        yield ev.DeadEnd()
