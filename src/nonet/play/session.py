"""A session: one game being played. It keeps the log of moves and the cursor in it, the clock and the aids.

    log      place 5 │ note 3 │ mark A │ place 7 │ place 2 │
    cursor                                       ▲            undo ◀  ▶ redo

State is derived: it is the board after the moves up to the cursor. Undo and redo move the cursor; a new move
cuts off what lies behind it. A saved game is the puzzle, the log, the cursor and the seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from nonet.hints import Hint
from nonet.play import events as ev
from nonet.play.actions import (
    MOVES,
    Action,
    Clear,
    GiveUp,
    Mark,
    Move,
    Note,
    Pause,
    Place,
    Redo,
    Restart,
    Resume,
    ReturnTo,
    Reveal,
    ToggleNote,
    Undo,
    UndoToMistake,
    checked,
)
from nonet.play.board import Board, applied, open_cells
from nonet.play.derive_events import derive_events
from nonet.play.errors import PlayError, StaleGame
from nonet.play.game import Game
from nonet.play.hint_view import HintView, find_hint, hint_view
from nonet.play.log import Log
from nonet.play.settings import Settings
from nonet.play.state import State, Status, state_of, wrong_cells

if TYPE_CHECKING:
    from nonet.play.saved.store import Store

__all__ = ["Aids", "Outcome", "Session"]

_LOGGED = (*MOVES.values(), ToggleNote)
_ALWAYS = (Undo, Redo, UndoToMistake, ReturnTo, Restart)
"""What can be done when a game is over."""


@dataclass(frozen=True, kw_only=True)
class Aids:
    """How often the player was helped; undo does not take it back."""

    hints: int = 0
    checks: int = 0
    reveals: int = 0

    @property
    def any(self) -> bool:
        """Whether at all."""
        return bool(self.hints or self.checks or self.reveals)


@dataclass(frozen=True)
class Outcome:
    """What an action came to: the state now, and what happened, the action itself first."""

    state: State
    events: tuple[ev.Event, ...]

    @property
    def refused(self) -> ev.Refused | None:
        """Why nothing was done, if nothing was."""
        return next((event for event in self.events if isinstance(event, ev.Refused)), None)


class Session:
    """A game being played.

    >>> from nonet.formats import parse
    >>> session = Session(Game.of(parse("0130430202030000")))
    >>> session.play(Place((0,), 2)).events[0]
    Placed(cells=(0,), digit=2)
    >>> session.undo().state.values[0], session.redo().state.values[0]
    (0, 2)
    >>> session.play(Place((1,), 2)).events
    (Refused(reason='given', cell=1, name=''),)
    """

    def __init__(
        self,
        game: Game,
        *,
        moves: Iterable[Move] = (),
        cursor: int | None = None,
        settings: Settings | None = None,
        seconds: float = 0.0,
        aids: Aids | None = None,
        clock: Callable[[], float] = time.monotonic,
        store: Store | None = None,
        revision: int = 0,
    ) -> None:
        self.game = game
        self.settings = settings or Settings()
        self.aids = aids or Aids()
        self.store = store
        self.revision = revision
        self._clock = clock
        self._log = Log(game)
        self._cursor = 0
        self._state: State | None = None
        self._take_log(moves, cursor)
        self._seconds = seconds
        self._since: float | None = None
        self._cut: list[Move] = []
        self._found: tuple[Board, Hint] | None = None
        if not self.is_over:
            self._since = clock()

    # -- the log ---------------------------------------------------------------------------------------------

    def _take_log(self, moves: Iterable[Move], cursor: int | None) -> None:
        layout = self.game.layout
        self._log = Log(self.game, (cast(Move, checked(move, layout)) for move in moves))
        self._cursor = len(self._log) if cursor is None else cursor
        if not 0 <= self._cursor <= len(self._log):
            raise PlayError(f"the log has {len(self._log)} moves, not {self._cursor}", where="cursor")
        self._state = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The whole log, what was undone included."""
        return tuple(self._log.moves)

    @property
    def cursor(self) -> int:
        """How many moves of the log are made."""
        return self._cursor

    @property
    def board(self) -> Board:
        """The board at the cursor."""
        return self._log.board(self._cursor)

    @property
    def state(self) -> State:
        """The game as it stands."""
        if self._state is None:
            moves = self._log.moves
            self._state = state_of(
                self.game,
                self.board,
                check=self.settings.check,
                marks=tuple(dict.fromkeys(move.name for move in moves if isinstance(move, Mark))),
                can_undo=any(not isinstance(moves[number], Mark) for number in range(self._cursor)),
                can_redo=any(
                    not isinstance(moves[number], Mark) for number in range(self._cursor, len(moves))
                ),
            )
        return self._state

    @property
    def is_over(self) -> bool:
        """Finished or given up."""
        return self.state.status is not Status.PLAYING

    @property
    def is_best(self) -> bool | None:
        """Whether the game was finished without help, and sooner than any other on this board and level.

        None while it is not finished, or where no times are kept.
        """
        if self.store is None or self.state.status is not Status.FINISHED:
            return None
        return not self.aids.any and self.store.is_best(self.game, self.seconds)

    # -- playing ---------------------------------------------------------------------------------------------

    def play(self, action: Action) -> Outcome:
        """Does what the player wants, and says what came of it. A senseless action is a PlayError."""
        action = checked(action, self.game.layout)
        try:
            return self._played(action)
        except StaleGame:  # another process went on with this game: take over what it did, then do this
            self.reload()
            return self._played(action)

    def _played(self, action: Action) -> Outcome:
        cursor, aids, seconds, since = self._cursor, self.aids, self._seconds, self._since
        self._cut = []
        events = self._act(action)
        if not isinstance(events[0], ev.Refused):
            try:
                self._save()
            except BaseException:  # as if it had never been tried
                if isinstance(action, _LOGGED):
                    self._log.cut(cursor)
                    for move in self._cut:
                        self._log.append(move)
                self._cursor, self.aids, self._seconds, self._since = cursor, aids, seconds, since
                self._state = None
                raise
        return Outcome(self.state, events)

    def _act(self, action: Action) -> tuple[ev.Event, ...]:
        if isinstance(action, Pause):
            return (self._pause(),)
        if isinstance(action, Resume):
            return (self._resume(),)
        if self.paused and not self.is_over:
            return (ev.Refused("paused"),)
        if self.is_over and not isinstance(action, _ALWAYS):
            return (ev.Refused("over"),)
        match action:
            case Undo():
                return self._undo()
            case Redo():
                return self._redo()
            case UndoToMistake():
                return self._undo_to_mistake()
            case ReturnTo(name):
                return self._return_to(name)
            case ToggleNote(cells, digit, kind):
                return self._move(self.toggled_note(cells, digit, kind))
        return self._move(action)

    def _move(self, move: Move) -> tuple[ev.Event, ...]:
        if isinstance(move, Place) and move.clean is None:
            move = replace(move, clean=self.settings.clean_notes)
        before, board_before = self.state, self.board
        if refused := self._refusal(move):
            return (refused,)
        board = applied(board_before, move, self.game)
        if board is board_before and not isinstance(move, Mark):
            return (ev.Refused("nothing"),)
        self._cut = self._log.cut(self._cursor)
        self._log.append(move)
        self._go(self._cursor + 1)
        if isinstance(move, Reveal):
            self.aids = replace(self.aids, reveals=self.aids.reveals + len(move.cells))
        events = list(derive_events(self.game, move, board_before, board, before, self.state))
        if self.state.status is Status.FINISHED:
            events.append(ev.Finished(self.seconds, self.is_best))
        return tuple(events)

    def _refusal(self, move: Move) -> ev.Refused | None:
        if isinstance(move, Place | Clear | Reveal):
            cells = open_cells(self.board, move.cells, self.game)
            painted = isinstance(move, Clear) and any(self.board.colours[cell] for cell in move.cells)
            if not cells and not painted:
                cell = move.cells[0]
                return ev.Refused("given" if self.game.puzzle.givens[cell] else "revealed", cell)
        if isinstance(move, Note) and all(self.board.grid[cell] for cell in move.cells):
            return ev.Refused("filled", move.cells[0])
        if isinstance(move, Reveal | GiveUp) and self.game.solution is None:
            return ev.Refused("no-solution")
        return None

    def _go(self, cursor: int) -> None:
        """Sets the cursor; the clock stands while the game is over."""
        self._stop()
        self._cursor = cursor
        self._state = None
        if not self.is_over:
            self._since = self._clock()

    def _undo(self) -> tuple[ev.Event, ...]:
        moves, cursor = self._log.moves, self._cursor
        while cursor and isinstance(moves[cursor - 1], Mark):
            cursor -= 1
        if not cursor:
            return (ev.Refused("nothing-to-undo"),)
        self._go(cursor - 1)
        return (ev.Undone(moves[cursor - 1]),)

    def _redo(self) -> tuple[ev.Event, ...]:
        moves, cursor = self._log.moves, self._cursor
        while cursor < len(moves) and isinstance(moves[cursor], Mark):
            cursor += 1
        if cursor == len(moves):
            return (ev.Refused("nothing-to-redo"),)
        move = moves[cursor]
        cursor += 1
        while cursor < len(moves) and isinstance(moves[cursor], Mark):
            cursor += 1
        self._go(cursor)
        return (ev.Redone(move),)

    def _undo_to_mistake(self) -> tuple[ev.Event, ...]:
        if not self._is_wrong(self.board):
            return (ev.Refused("no-mistake"),)
        boards = zip(range(self._cursor), self._log.boards(), strict=False)
        cursor = max(number for number, board in boards if not self._is_wrong(board))
        undone = self._log.moves[cursor : self._cursor]
        self._go(cursor)
        return (ev.Undone(undone[0], sum(not isinstance(move, Mark) for move in undone)),)

    def _is_wrong(self, board: Board) -> bool:
        """A value that is not in the solution, or a candidate struck out that is."""
        solution = self.game.solution
        if wrong_cells(self.game, board):
            return True
        return solution is not None and any(
            mask >> (digit - 1) & 1 and not value
            for mask, digit, value in zip(board.struck, solution, board.grid, strict=True)
        )

    def _return_to(self, name: str) -> tuple[ev.Event, ...]:
        for number in range(len(self._log) - 1, -1, -1):
            if self._log.moves[number] == Mark(name):
                self._go(number + 1)
                return (ev.Returned(name),)
        return (ev.Refused("no-mark", name=name),)

    # -- the same by name ------------------------------------------------------------------------------------

    def undo(self) -> Outcome:
        """Takes the last move back."""
        return self.play(Undo())

    def redo(self) -> Outcome:
        """Makes it again."""
        return self.play(Redo())

    def undo_to_mistake(self) -> Outcome:
        """Undoes to before the mistake that everything since then rests on."""
        return self.play(UndoToMistake())

    def mark(self, name: str) -> Outcome:
        """Sets a checkpoint."""
        return self.play(Mark(name))

    def return_to(self, name: str) -> Outcome:
        """Goes to a checkpoint."""
        return self.play(ReturnTo(name))

    def toggle_note(self, cells: Iterable[int], digit: int, kind: str = "corner") -> Outcome:
        """Writes a note in all these cells; rubs it out, where all of them have it."""
        return self.play(ToggleNote(tuple(cells), digit, kind))

    def toggled_note(self, cells: tuple[int, ...], digit: int, kind: str = "corner") -> Note:
        """The move that `toggle_note` makes."""
        note = cast(Note, checked(Note(cells, digit, kind), self.game.layout))
        state = self.state
        empty = [cell for cell in note.cells if not state.values[cell]]
        bit = 1 << (digit - 1)
        if kind == "corner" and state.auto:
            return replace(note, on=any(state.struck[cell] & bit for cell in empty))
        masks = state.centre if kind == "centre" else state.corner
        return replace(note, on=not all(masks[cell] & bit for cell in empty))

    # -- help ------------------------------------------------------------------------------------------------

    def hint(self, tier: int = 1, *, search: Callable[[Game, Board], Hint] = find_hint) -> HintView:
        """What to tell the player; asking for more about the same position costs no second search.

        `search` finds the hint, for a face that has it found elsewhere.
        """
        if self._found is None or self._found[0] != self.board:
            self._found = (self.board, search(self.game, self.board))
            if not self.is_over:
                self.aids = replace(self.aids, hints=self.aids.hints + 1)
                self._save_aids()
        return hint_view(self._found[1], tier=tier, language=self.settings.language)

    def apply(self, given: HintView) -> Outcome:
        """Makes the moves of a hint."""
        outcomes = [self.play(move) for move in given.moves]
        if not outcomes:
            return Outcome(self.state, (ev.Refused("nothing"),))
        return Outcome(self.state, tuple(event for outcome in outcomes for event in outcome.events))

    def check(self) -> frozenset[int]:
        """The cells that are wrong now, whatever the settings say; it counts as help."""
        self.aids = replace(self.aids, checks=self.aids.checks + 1)
        self._save_aids()
        return wrong_cells(self.game, self.board)

    def change(self, settings: Settings) -> State:
        """Plays on with other settings."""
        self.settings = settings
        self._state = None
        return self.state

    # -- the clock -------------------------------------------------------------------------------------------

    @property
    def paused(self) -> bool:
        """Whether the clock stands; it does when the game is over, too."""
        return self._since is None

    @property
    def seconds(self) -> float:
        """How long it was played, pauses left out."""
        return self._seconds + (self._clock() - self._since if self._since is not None else 0.0)

    def set_seconds(self, seconds: float) -> None:
        """Sets the clock, for a face that keeps the time itself; it never goes back."""
        self._seconds = max(self.seconds, seconds)
        if self._since is not None:
            self._since = self._clock()

    def pause(self) -> Outcome:
        """Stops the clock."""
        return self.play(Pause())

    def resume(self) -> Outcome:
        """Lets it go on."""
        return self.play(Resume())

    def tick(self) -> None:
        """Writes the seconds to the store; a face calls this every few seconds."""
        if self.store is not None:
            self.store.save_seconds(self.game.id, self.seconds)

    def _stop(self) -> None:
        self._seconds = self.seconds
        self._since = None

    def _pause(self) -> ev.Event:
        if self.is_over:
            return ev.Refused("over")
        if self.paused:
            return ev.Refused("paused")
        self._stop()
        return ev.Paused()

    def _resume(self) -> ev.Event:
        if self.is_over:
            return ev.Refused("over")
        if not self.paused:
            return ev.Refused("nothing")
        self._since = self._clock()
        return ev.Resumed()

    # -- keeping ---------------------------------------------------------------------------------------------

    def _save(self) -> None:
        if self.store is not None:
            self.store.save(self)

    def _save_aids(self) -> None:
        if self.store is not None:
            self.store.save_aids(self.game.id, self.aids)

    def reload(self) -> None:
        """Takes over what another process has done in this game."""
        if self.store is None:
            return
        fresh = self.store.session(self.game.id, settings=self.settings)
        self._take_log(fresh.moves, fresh.cursor)
        self.aids, self.revision = fresh.aids, fresh.revision
        self.set_seconds(fresh.seconds)
        if self.is_over:
            self._stop()

    def to_record(self) -> dict[str, Any]:
        """The whole game as plain data: to download, to keep, to go on with elsewhere."""
        from nonet.play.saved.record import to_record

        return to_record(self)

    @staticmethod
    def from_record(record: object, **options: Any) -> Session:
        """The session of a record; options as for Session itself."""
        from nonet.play.saved.record import from_record

        return from_record(record, **options)
