"""From a move, and the boards before and after it, to what happened."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.play import events as ev
from nonet.play.board import Board
from nonet.play.game import Game
from nonet.play.moves import Move, Place, Reveal
from nonet.play.rule_candidates import broken_rules
from nonet.play.state import State, Status


def derive_events(
    game: Game, move: Move, before: Board, after: Board, state: State
) -> Iterator[ev.GameEvent]:
    """The move itself first, then what it led to; all but the end of the game. `state` is that of `after`."""
    yield move.event(before, after)
    if not isinstance(move, Place | Reveal):
        return
    cells = range(game.layout.cell_count)
    changed = tuple(cell for cell in cells if before.grid.entries[cell] != after.grid.entries[cell])
    if isinstance(move, Place):
        yield from _trouble(game, move.digit, changed, after, state)
        cleaned = tuple(
            cell
            for cell in cells
            if (before.corner[cell], before.centre[cell]) != (after.corner[cell], after.centre[cell])
        )
        if cleaned:
            yield ev.Cleaned(cleaned, move.digit)
    if state.status is Status.PLAYING:
        yield from _done(game, changed, after, state)


def _trouble(
    game: Game, digit: int, changed: tuple[int, ...], after: Board, state: State
) -> Iterator[ev.GameEvent]:
    clash = {cell for cell in changed if cell in state.conflicts}
    others = {peer for cell in clash for peer in game.layout.peers[cell]}
    twice = {cell for cell in others if state.values.entries[cell] == digit}
    if twice:
        own = {cell for cell in clash if twice.intersection(game.layout.peers[cell])}
        yield ev.RuleBroken(tuple(sorted(own | twice)), digit)
    for rule, cells in broken_rules(after.seen(game), state.values) if clash else ():
        if clash.intersection(cells):
            yield ev.ClueBroken(rule.title, cells)
    wrong = tuple(cell for cell in changed if cell in state.mistakes and cell not in clash)
    if wrong:
        yield ev.Mistake(wrong)


def _done(game: Game, changed: tuple[int, ...], after: Board, state: State) -> Iterator[ev.GameEvent]:
    layout, bad = game.layout, after.clashing(game) | state.mistakes
    houses = []
    for number in dict.fromkeys(number for cell in changed for number in layout.houses_at[cell]):
        cells = layout.houses[number].cells
        if all(state.values.entries[cell] for cell in cells) and not bad.intersection(cells):
            houses.append(number)
    if houses:
        yield ev.HouseDone(tuple(houses))
    for digit in sorted({after.grid.entries[cell] for cell in changed}):
        on_board = state.values.entries[: layout.board_count]
        places = [cell for cell, value in enumerate(on_board) if value == digit]
        if len(places) == layout.most_of_each and not bad.intersection(places):
            yield ev.DigitDone(digit)
    if state.values.is_filled:
        yield ev.Full()
    elif state.dead_end and not bad:
        yield ev.NoPlaceLeft()
