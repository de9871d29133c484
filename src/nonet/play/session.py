"""A session: one game being played. Actions go in; the new state and what happened come out.

It holds the history of moves, the clock, the settings and how often the player was helped, and it knows nothing
of files: `saved.session` adds those.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, TypedDict

from nonet.arguments import clear_type_errors
from nonet.errors import expect
from nonet.fields import Whole
from nonet.play import events as ev
from nonet.play.actions import (
    Action,
    AutoNotes,
    Move,
    Note,
    Pause,
    Place,
    Redo,
    Resume,
    ReturnTo,
    SetMark,
    Strike,
    ToggleNote,
    Undo,
    UndoToMistake,
    checked,
)
from nonet.play.board import Board
from nonet.play.derive_events import derive_events
from nonet.play.errors import PlayError
from nonet.play.game import Game
from nonet.play.history import History
from nonet.play.settings import Settings
from nonet.play.state import State, Status, state_of, wrong_cells
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.hints import Hint
    from nonet.play.hint_view import HintView


@dataclass(frozen=True)
class Stopwatch:
    """The seconds so far, and the moment when it was started.

    `now` is always an argument. While a clock goes back, no time passes.

    >>> watch = Stopwatch(5.0).started(100.0)
    >>> watch.seconds(102.5), watch.stopped(103.0).seconds(200.0)
    (7.5, 8.0)
    """

    before: float = 0.0
    since: float | None = None

    @property
    def running(self) -> bool:
        return self.since is not None

    def seconds(self, now: float) -> float:
        return self.before + (max(0.0, now - self.since) if self.since is not None else 0.0)

    def started(self, now: float) -> Stopwatch:
        return Stopwatch(self.seconds(now), now)

    def stopped(self, now: float) -> Stopwatch:
        return Stopwatch(self.seconds(now))

    def at_least(self, seconds: float, now: float) -> Stopwatch:
        """Moved forward to `seconds`, if it shows less."""
        return Stopwatch(max(seconds, self.seconds(now)), now if self.running else None)


LONGEST_BEAT = 10.0
"""Seconds. Whoever plays reads the clock more often; a program that does not was stopped."""


class AwakeClock:
    """A clock that leaves out the time in which the program was stopped, as by SIGSTOP or SIGTSTP.

    >>> moments = iter([5.0, 6.0, 3600.0, 3601.0])
    >>> clock = AwakeClock(lambda: next(moments))
    >>> clock(), clock(), clock(), clock()
    (5.0, 6.0, 6.0, 7.0)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stopped = 0.0
        self._last: float | None = None

    def __call__(self) -> float:
        now = self._clock()
        if self._last is not None and now - self._last > LONGEST_BEAT:
            self._stopped += now - self._last
        self._last = now
        return now - self._stopped


AidCount = Annotated[int, Whole(0, (1 << 53) - 1)]


@dataclass(frozen=True, kw_only=True)
class Aids:
    """How often the player was helped; undo does not take it back."""

    hints: AidCount = 0
    checks: AidCount = 0
    reveals: AidCount = 0

    @property
    def any(self) -> bool:
        return bool(self.hints or self.checks or self.reveals)


@dataclass(frozen=True)
class Outcome:
    """The state after an action, and what happened, the action itself first."""

    state: State
    events: tuple[ev.GameEvent, ...]

    @property
    def refused(self) -> ev.Refused | None:
        """Why nothing was done, if nothing was."""
        return next((event for event in self.events if isinstance(event, ev.Refused)), None)


@dataclass(frozen=True)
class Progress:
    """How far a game has come: all of a session that actions change, as one value."""

    history: History
    aids: Aids
    stopwatch: Stopwatch


class OpeningOptions(TypedDict, total=False):
    """How a session is opened, whatever was played."""

    settings: Settings | None
    clock: Callable[[], float]


class SessionOptions(OpeningOptions, total=False):
    """The options of `Session`: also what was played."""

    moves: Iterable[Move]
    cursor: int | None
    seconds: float
    aids: Aids | None


@clear_type_errors
class Session:
    """A game being played.

    >>> from nonet.formats import parse
    >>> session = Session(Game.of(parse("0130430202030000")))
    >>> session.play(Place((0,), 2)).events[0]
    Placed(cells=(0,), digit=2)
    >>> session.undo().state.values.entries[0], session.redo().state.values.entries[0]
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
    ) -> None:
        self.game = game
        self._settings = settings or Settings()
        self._clock = clock
        self.known_hint: tuple[Board, Hint] | None = None
        """The last hint, and the position it is for."""
        history = History.of(game, (self._checked_move(move) for move in moves), cursor)
        self._progress = Progress(history, aids or Aids(), Stopwatch(float(seconds)))
        if not self.is_over:
            self._change(stopwatch=self._stopwatch.started(clock()))

    def _checked_move(self, move: Move) -> Move:
        if not isinstance(move, Move):
            raise PlayError("only moves are kept in the history", where="moves")
        return checked(move, self.game.layout)

    # -- what is known ---------------------------------------------------------------------------------------

    @property
    def history(self) -> History:
        return self._progress.history

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, those that were undone included."""
        return self.history.moves

    @property
    def cursor(self) -> int:
        """How many of the moves are made."""
        return self.history.cursor

    @property
    def board(self) -> Board:
        return self.history.board

    @property
    def aids(self) -> Aids:
        return self._progress.aids

    @property
    def played(self) -> SessionOptions:
        """What was done so far, as the options of another session."""
        return {"moves": self.moves, "cursor": self.cursor, "seconds": self.seconds, "aids": self.aids}

    @property
    def settings(self) -> Settings:
        return self._settings

    @cached_property
    def state(self) -> State:
        """The game now."""
        history = self.history
        return state_of(
            self.game,
            history.board,
            check=self._settings.check,
            marks=history.marks,
            can_undo=history.can_undo,
            can_redo=history.can_redo,
        )

    @property
    def seen(self) -> Puzzle:
        """The puzzle as far as the player sees it now: without what is in the fog of war."""
        return self.board.seen(self.game)

    @property
    def is_over(self) -> bool:
        """Finished or given up."""
        return self.state.status is not Status.PLAYING

    # -- playing ---------------------------------------------------------------------------------------------

    def play(self, action: Action) -> Outcome:
        """Does what the player wants, and says what happened. An action that does not fit the board is a
        PlayError; one that is not possible now is refused.
        """
        events = self._act(checked(action, self.game.layout))
        return Outcome(self.state, events)

    def _act(self, action: Action) -> tuple[ev.GameEvent, ...]:
        if isinstance(action, Pause | Resume):
            return (self._pause() if isinstance(action, Pause) else self._resume(),)
        if self.paused and not self.is_over:
            return (ev.Refused("paused"),)
        if self.is_over and not action.when_over:
            return (ev.Refused("over"),)
        match action:
            case Undo(by=int(by)):
                return self._go(*self.history.take_back(by))
            case Redo() | UndoToMistake() | ReturnTo() if action.by is not None:
                return (ev.Refused("together"),)
            case Undo():
                return self._go(*self.history.undo())
            case Redo():
                return self._go(*self.history.redo())
            case UndoToMistake():
                return self._go(*self.history.undo_to_mistake())
            case ReturnTo(name):
                return self._go(*self.history.return_to(name))
            case ToggleNote(cells, digit, kind):
                return self._move(replace(self.toggled_note(cells, digit, kind), by=action.by))
            case Move():
                return self._move(action)
        raise PlayError(f"nothing is known about the action {action.type!r}", where="type")

    def _move(self, move: Move) -> tuple[ev.GameEvent, ...]:
        if isinstance(move, Place) and move.clean is None:
            move = replace(move, clean=self._settings.clean_notes)
        before = self.board
        if refused := move.refusal(before, self.game):
            return (refused,)
        history = self.history.then(move)
        if history.board is before and not isinstance(move, SetMark):
            return (ev.Refused("nothing"),)
        self._go(history)
        shown = move.shown(before, self.board)
        self._change(aids=replace(self.aids, reveals=self.aids.reveals + shown))
        events = tuple(derive_events(self.game, move, before, self.board, self.state))
        if self.state.status is Status.FINISHED:
            events += (ev.Finished(self.seconds),)
        return events

    def _go(self, history: History, *events: ev.GameEvent) -> tuple[ev.GameEvent, ...]:
        """Takes over a history. The clock is stopped while the game is over."""
        if history is not self.history:
            now = self._clock()
            self._change(history=history, stopwatch=self._stopwatch.stopped(now))
            if not self.is_over:
                self._change(stopwatch=self._stopwatch.started(now))
        return events

    def _change(
        self, *, history: History | None = None, aids: Aids | None = None, stopwatch: Stopwatch | None = None
    ) -> None:
        old = self._progress
        self._progress = Progress(history or old.history, aids or old.aids, stopwatch or old.stopwatch)
        if history is not None:
            self.__dict__.pop("state", None)

    # -- the same by name ------------------------------------------------------------------------------------

    def undo(self) -> Outcome:
        return self.play(Undo())

    def redo(self) -> Outcome:
        return self.play(Redo())

    def undo_to_mistake(self) -> Outcome:
        return self.play(UndoToMistake())

    def mark(self, name: str) -> Outcome:
        return self.play(SetMark(name))

    def return_to(self, name: str) -> Outcome:
        return self.play(ReturnTo(name))

    def toggle_note(self, cells: Iterable[int], digit: int, kind: str = "corner") -> Outcome:
        return self.play(ToggleNote(tuple(cells), digit, kind))

    def toggled_note(self, cells: tuple[int, ...], digit: int, kind: str = "corner") -> Note:
        """The move that `toggle_note` makes."""
        note = checked(Note(cells, digit, kind), self.game.layout)
        state = self.state
        empty = [cell for cell in note.cells if not state.values.entries[cell]]
        bit = 1 << (digit - 1)
        if kind == "corner" and state.auto:
            return replace(note, on=any(state.struck[cell] & bit for cell in empty))
        masks = state.centre if kind == "centre" else state.corner
        return replace(note, on=not all(masks[cell] & bit for cell in empty))

    # -- help ------------------------------------------------------------------------------------------------

    def hint(self, tier: int = 1) -> HintView:
        """A hint of a tier, 1 to 4. Asking for more about the same position costs no second search and counts once."""
        from nonet.play.hint_view import find_hint, hint_view  # the techniques load when first needed

        if self.known_hint is None or self.known_hint[0] != self.board:
            self.known_hint = (self.board, find_hint(self.game, self.board))
            if not self.is_over:
                self._change(aids=replace(self.aids, hints=self.aids.hints + 1))
        shown = hint_view(self.known_hint[1], tier=tier, language=self._settings.voice)
        return replace(shown, moves=self._made_visible(shown.moves))

    def _made_visible(self, moves: tuple[Action, ...]) -> tuple[Action, ...]:
        """Moves that change something the player can see: candidates are shown before they are struck out, unless
        one of them is among the notes.
        """
        board = self.board
        struck = [each for move in moves if isinstance(move, Strike) for each in move.candidates]
        noted = any((board.corner[cell] | board.centre[cell]) >> (digit - 1) & 1 for cell, digit in struck)
        return (AutoNotes(), *moves) if struck and not board.auto and not noted else moves

    def apply(self, hint: HintView) -> Outcome:
        """Makes the moves of a hint."""
        outcomes = [self.play(move) for move in hint.moves]
        if not outcomes:
            return Outcome(self.state, (ev.Refused("nothing"),))
        return Outcome(self.state, tuple(event for outcome in outcomes for event in outcome.events))

    def check(self) -> frozenset[int]:
        """The cells that are wrong now, whatever the settings say; it counts as help, unless the game is over."""
        if not self.is_over:
            self._change(aids=replace(self.aids, checks=self.aids.checks + 1))
        return wrong_cells(self.game, self.board)

    def change(self, settings: Settings) -> State:
        """Plays on with other settings."""
        expect(settings, Settings, "settings")
        self._settings = settings
        self.__dict__.pop("state", None)
        return self.state

    # -- the clock -------------------------------------------------------------------------------------------

    @property
    def _stopwatch(self) -> Stopwatch:
        return self._progress.stopwatch

    @property
    def paused(self) -> bool:
        """Whether the clock is stopped; it also is when the game is over."""
        return not self._stopwatch.running

    @property
    def seconds(self) -> float:
        """How long the game was played, without the pauses."""
        return self._stopwatch.seconds(self._clock())

    def set_seconds(self, seconds: float) -> None:
        """Sets the clock of a game that is not over, for a face that keeps the time itself; it never goes back."""
        if not self.is_over:
            self._change(stopwatch=self._stopwatch.at_least(float(seconds), self._clock()))

    def start_clock(self) -> None:
        """Ends a pause, for a face that keeps the time itself."""
        if self.paused and not self.is_over:
            self._change(stopwatch=self._stopwatch.started(self._clock()))

    def pause(self) -> Outcome:
        return self.play(Pause())

    def resume(self) -> Outcome:
        return self.play(Resume())

    def _pause(self) -> ev.GameEvent:
        if self.is_over:
            return ev.Refused("over")
        if self.paused:
            return ev.Refused("paused")
        self._change(stopwatch=self._stopwatch.stopped(self._clock()))
        return ev.Paused()

    def _resume(self) -> ev.GameEvent:
        if self.is_over:
            return ev.Refused("over")
        if not self.paused:
            return ev.Refused("nothing")
        self._change(stopwatch=self._stopwatch.started(self._clock()))
        return ev.Resumed()
