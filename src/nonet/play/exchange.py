"""Puzzles as short texts (see `nonet.formats.links.share`); and games of other applications: what their files save
becomes a game here, and a game here becomes such a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from nonet.bitsets import digits_in
from nonet.formats import PuzzleEntry, SavedState, parse
from nonet.formats.links.share import to_share
from nonet.grid import Grid
from nonet.play.actions import Move, Note, Paint, Place, Strike
from nonet.play.session import Session
from nonet.puzzle import Puzzle

__all__ = ["from_share", "to_share"]

T = TypeVar("T")


def from_share(text: str) -> Puzzle:
    """The puzzle of such a text, or of any other that the formats read.

    >>> from_share("4x4:.13.43.2.2.3....").clue_count
    7
    >>> from_share("4x4:0130430202030000").clue_count
    7
    """
    return parse(text)


def options_of(state: SavedState | None, puzzle: Puzzle) -> dict[str, Any]:
    """The options of `Session` (and so of `Store.new`) that begin a game of the puzzle with a saved state.

    >>> from nonet.formats import read
    >>> from nonet.play.game import Game
    >>> entry = read(":0000:x:1" + "+2" + "." * 79 + ":323:::")
    >>> session = Session(Game.of(entry.puzzle), **options_of(entry.state, entry.puzzle))
    >>> session.state.values.entries[1], session.state.struck[11]
    (2, 4)
    """
    if state is None:
        return {}
    return {"moves": list(moves_of(state, puzzle)), "seconds": state.seconds}


def moves_of(state: SavedState, puzzle: Puzzle) -> Iterator[Move]:
    """The moves that lead to a saved state from the givens."""
    values = tuple(zip(state.values.entries, puzzle.givens.entries, strict=True))
    digits = state.values.layout.entries
    for digit in digits:
        if cells := _cells_with(values, (digit, 0)):
            yield Place(cells, digit, clean=False)
    if struck := tuple((cell, digit) for cell, mask in enumerate(state.struck) for digit in digits_in(mask)):
        yield Strike(struck)
    for kind, masks in (("corner", state.corner), ("centre", state.centre)):
        for digit in digits:
            bit = 1 << (digit - 1)
            cells = tuple(c for c, mask in enumerate(masks) if mask & bit and not state.values.entries[c])
            if cells:
                yield Note(cells, digit, kind)
    for colour in sorted({*state.colours} - {0}):
        yield Paint(_cells_with(state.colours, colour), colour)


def entry_of(session: Session) -> PuzzleEntry:
    """The game as the formats write it: the puzzle, the player's digits, notes, colours and time."""
    board, game = session.board, session.game
    givens = game.puzzle.givens.entries  # all of them: the puzzle has those in the fog
    values = bytes(given or value for given, value in zip(givens, board.grid.entries, strict=True))
    empty = [not value for value in values]
    state = SavedState(
        values=Grid(game.layout, values),
        corner=_where(empty, board.corner),
        centre=_where(empty, board.centre),
        struck=_where(empty, board.struck),
        colours=board.colours,
        seconds=round(session.seconds, 3),
    )
    return PuzzleEntry(game.puzzle, state)


def _where(chosen: Sequence[bool], masks: Sequence[int]) -> tuple[int, ...]:
    return tuple(mask if use else 0 for use, mask in zip(chosen, masks, strict=True))


def _cells_with(values: Sequence[T], value: T) -> tuple[int, ...]:
    return tuple(cell for cell, each in enumerate(values) if each == value)
