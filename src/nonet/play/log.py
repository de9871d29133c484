"""The log of moves, and the board after any number of them.

A board is worked out from the last snapshot before it: at most so many moves are made again as lie between two
snapshots. The rest is not kept, so a long game on a large board needs little memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonet.play.actions import Move
from nonet.play.board import Board, applied
from nonet.play.game import Game

__all__ = ["Log"]

STRIDE = 32
"""Moves between two snapshots."""


class Log:
    """Moves, in order.

    >>> from nonet.formats import parse
    >>> from nonet.play.actions import Place
    >>> log = Log(Game.of(parse("0130430202030000")), [Place((0,), 2), Place((3,), 4)])
    >>> log.board(1).grid.rows()[0] == bytes([2, 1, 3, 0]), len(log)
    (True, 2)
    """

    def __init__(self, game: Game, moves: Iterable[Move] = ()) -> None:
        self.game = game
        self.moves: list[Move] = []
        self._snapshots = [Board.start(game)]
        self._last = (0, self._snapshots[0])
        for move in moves:
            self.append(move)

    def __len__(self) -> int:
        return len(self.moves)

    def board(self, cursor: int) -> Board:
        """The board after so many moves; the same object each time, as long as nobody asks for another."""
        if self._last[0] == cursor:
            return self._last[1]
        number = cursor // STRIDE
        board = self._snapshots[number]
        for move in self.moves[number * STRIDE : cursor]:
            board = applied(board, move, self.game)
        self._last = (cursor, board)
        return board

    def boards(self) -> Iterator[Board]:
        """The board at the start, after one move, after two moves: one after another."""
        board = self._snapshots[0]
        yield board
        for move in self.moves:
            board = applied(board, move, self.game)
            yield board

    def append(self, move: Move) -> Board:
        """Adds a move at the end; the board after it."""
        board = applied(self.board(len(self.moves)), move, self.game)
        self.moves.append(move)
        self._last = (len(self.moves), board)
        if len(self.moves) % STRIDE == 0:
            self._snapshots.append(board)
        return board

    def cut(self, cursor: int) -> list[Move]:
        """Forgets the moves after the cursor, and hands them back."""
        board = self.board(cursor)
        gone = self.moves[cursor:]
        del self.moves[cursor:]
        del self._snapshots[cursor // STRIDE + 1 :]
        self._last = (cursor, board)
        return gone
