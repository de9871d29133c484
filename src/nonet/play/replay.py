"""A game move by move: what each move did, in words, and the board after it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from nonet.play.board import Board
from nonet.play.session import Session
from nonet.play.words import say


@dataclass(frozen=True)
class ReplayFrame:
    text: str
    before: Board
    after: Board

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that the move changed."""
        one, other = _contents(self.before), _contents(self.after)
        return tuple(cell for cell, parts in enumerate(other) if parts != one[cell])


def _contents(board: Board) -> list[tuple[int, int, int, int]]:
    return list(zip(board.grid, board.corner, board.centre, board.colours, strict=True))


def frames_of(session: Session) -> tuple[ReplayFrame, ...]:
    """A frame for each move that was made, in order."""
    history, layout = session.history, session.game.layout
    made = history.moves[: history.cursor]
    return tuple(
        ReplayFrame(say(move.event(before, after), layout, language=session.settings.voice), before, after)
        for move, (before, after) in zip(made, pairwise(history.boards()), strict=True)
    )
