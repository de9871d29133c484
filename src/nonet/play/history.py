"""The history of a game: its moves, and how many of them are made. A value.

    moves    place 5 │ note 3 │ mark A │ place 7 │ place 2 │
    cursor                                       ▲            undo ◀  ▶ redo

The board is the givens after the moves up to the cursor. Undo and redo move the cursor; a new move drops the moves
behind it. Marks are moves too, but undo and redo pass over them.

Boards are computed from the nearest earlier snapshot, kept every `STRIDE` moves, so a long game on a large board
needs little memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from nonet.play import events as ev
from nonet.play.board import Board
from nonet.play.errors import PlayError
from nonet.play.game import Game
from nonet.play.moves import AutoNotes, Move, RefreshNotes, SetMark, applied
from nonet.play.state import wrong_cells

STRIDE = 32
"""Moves between two snapshots."""


@dataclass(frozen=True)
class History:
    """The methods that go through it return the new history and the event; a refusal returns it unchanged.

    >>> from nonet.formats import parse
    >>> from nonet.play.moves import Place
    >>> history = History.of(Game.of(parse("0130430202030000")), [Place((0,), 2), Place((3,), 4)])
    >>> history, event = history.undo()
    >>> history.board.grid.rows()[0] == bytes([2, 1, 3, 0]), history.cursor, len(history.moves)
    (True, 1, 2)
    """

    game: Game
    moves: tuple[Move, ...]
    cursor: int
    _snapshots: tuple[Board, ...]

    @staticmethod
    def of(game: Game, moves: Iterable[Move] = (), cursor: int | None = None) -> History:
        """The history with these moves; without a cursor all of them are made."""
        every = tuple(moves)
        snapshots = [board := Board.start(game)]
        for number, move in enumerate(every, start=1):
            board = applied(board, move, game)
            if number % STRIDE == 0:
                snapshots.append(board)
        if cursor is not None and not 0 <= cursor <= len(every):
            raise PlayError(f"there are {len(every)} moves, not {cursor}", where="cursor")
        return History(game, every, len(every) if cursor is None else cursor, tuple(snapshots))

    @cached_property
    def board(self) -> Board:
        """The board at the cursor."""
        number = self.cursor // STRIDE
        board = self._snapshots[number]
        for move in self.moves[number * STRIDE : self.cursor]:
            board = applied(board, move, self.game)
        return board

    def boards(self) -> Iterator[Board]:
        """The board before the first move, after it, after the second …, up to the cursor."""
        board = self._snapshots[0]
        yield board
        for move in self.moves[: self.cursor]:
            board = applied(board, move, self.game)
            yield board

    def then(self, move: Move) -> History:
        """The history with one more move at the cursor; what was undone is dropped."""
        board = applied(self.board, move, self.game)
        cursor = self.cursor + 1
        snapshots = self._snapshots[: self.cursor // STRIDE + 1]
        if cursor % STRIDE == 0:
            snapshots = (*snapshots, board)
        after = History(self.game, (*self.moves[: self.cursor], move), cursor, snapshots)
        after.__dict__["board"] = board  # fills the cached property: the board is known already
        return after

    def with_moves(self, moves: tuple[Move, ...], cursor: int) -> History:
        """The history with these moves; those at the beginning that it has already are not made again."""
        same = 0
        while same < min(len(moves), len(self.moves)) and moves[same] is self.moves[same]:
            same += 1
        history = History(self.game, moves[:same], same, self._snapshots[: same // STRIDE + 1])
        for move in moves[same:]:
            history = history.then(move)
        return replace(history, cursor=cursor)

    @property
    def marks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(move.name for move in self.moves if isinstance(move, SetMark)))

    @property
    def can_undo(self) -> bool:
        return any(not isinstance(move, SetMark) for move in self.moves[: self.cursor])

    @property
    def can_redo(self) -> bool:
        return any(not isinstance(move, SetMark) for move in self.moves[self.cursor :])

    def undo(self) -> tuple[History, ev.GameEvent]:
        cursor = self.cursor
        while cursor and isinstance(self.moves[cursor - 1], SetMark):
            cursor -= 1
        if not cursor:
            return self, ev.Refused("nothing-to-undo")
        return replace(self, cursor=cursor - 1), ev.Undone(self.moves[cursor - 1])

    def take_back(self, by: int) -> tuple[History, ev.GameEvent]:
        """Without the last move of one of several players; those of the others stay, and there is nothing to redo."""
        for number in range(self.cursor - 1, -1, -1):
            move = self.moves[number]
            if move.by == by and not isinstance(move, SetMark):
                left = (*self.moves[:number], *self.moves[number + 1 : self.cursor])
                return self.with_moves(left, len(left)), ev.Undone(move)
        return self, ev.Refused("nothing-to-undo")

    def redo(self) -> tuple[History, ev.GameEvent]:
        """Makes one move again, and the marks after it."""
        cursor = self._behind_marks(self.cursor)
        if cursor == len(self.moves):
            return self, ev.Refused("nothing-to-redo")
        return replace(self, cursor=self._behind_marks(cursor + 1)), ev.Redone(self.moves[cursor])

    def _behind_marks(self, cursor: int) -> int:
        while cursor < len(self.moves) and isinstance(self.moves[cursor], SetMark):
            cursor += 1
        return cursor

    def undo_to_mistake(self) -> tuple[History, ev.GameEvent]:
        """Goes back to the last board without a mistake."""
        if not self._is_wrong(self.board):
            return self, ev.Refused("no-mistake")
        cursor = max(number for number, board in enumerate(self.boards()) if not self._is_wrong(board))
        undone = self.moves[cursor : self.cursor]
        count = sum(not isinstance(move, SetMark) for move in undone)
        return replace(self, cursor=cursor), ev.Undone(undone[0], count)

    def _is_wrong(self, board: Board) -> bool:
        """Whether a value differs from the solution, or a candidate of the solution is struck out."""
        solution = self.game.solution
        if wrong_cells(self.game, board):
            return True
        return solution is not None and any(
            mask >> (digit - 1) & 1 and not value
            for mask, digit, value in zip(board.struck, solution.entries, board.grid.entries, strict=True)
        )

    def return_to(self, name: str) -> tuple[History, ev.GameEvent]:
        """Goes to the latest mark of that name."""
        for number in range(len(self.moves) - 1, -1, -1):
            if self.moves[number] == SetMark(name):
                return replace(self, cursor=number + 1), ev.Returned(name)
        return self, ev.Refused("no-mark", name=name)


def used_candidates(history: History) -> bool:
    """Whether the game showed or wrote the candidates for the player."""
    return any(
        isinstance(move, RefreshNotes) or (isinstance(move, AutoNotes) and move.on)
        for move in history.moves[: history.cursor]
    )
