"""A session whose every move is written to the store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from nonet.arguments import clear_type_errors
from nonet.play import events as ev
from nonet.play.actions import Action
from nonet.play.errors import PlayError, StaleGame
from nonet.play.game import Game
from nonet.play.saved.lesson_progress import record_hint
from nonet.play.saved.tables import UNSAVED, Tables, Version
from nonet.play.session import Outcome, Progress, Session, SessionOptions, Stopwatch
from nonet.play.state import Status

if TYPE_CHECKING:
    from nonet.play.hint_view import HintView

MOST_TAKEOVERS = 50
"""An action is given up after another process has been faster this many times in a row."""


@clear_type_errors
class SavedSession(Session):
    """`version` is that of the game which this session has read or written last."""

    def __init__(
        self, game: Game, *, tables: Tables, version: Version = UNSAVED, **options: Unpack[SessionOptions]
    ) -> None:
        super().__init__(game, **options)
        self.tables = tables
        self.version = version
        self._written = self.moves if version.revision else ()
        """The moves that the store has at this version."""

    @property
    def revision(self) -> int:
        return self.version.revision

    def play(self, action: Action, *, alongside: Callable[[], None] = lambda: None) -> Outcome:
        """As Session.play; the outcome is in the store when this returns. If it cannot be written, it is as if
        the action had never been tried. Where another process has played on, its moves are taken over first.
        `alongside` writes, or refuses, in the same transaction, which starts when all is computed: it keeps others
        from writing.
        """
        for _ in range(MOST_TAKEOVERS):
            try:
                return self._play_and_save(action, alongside)
            except StaleGame:
                self.reload()
        return self._play_and_save(action, alongside)

    def _play_and_save(self, action: Action, alongside: Callable[[], None]) -> Outcome:
        before, version, written = self._progress, self.version, self._written
        outcome = super().play(action)
        try:
            with self.tables.transaction():
                alongside()
                if outcome.refused is None:
                    self.save()
                else:
                    self.tick()
        except BaseException:
            self._restore(before)
            self.version, self._written = version, written
            raise
        events = tuple(
            replace(event, best=self.is_best) if isinstance(event, ev.Finished) else event
            for event in outcome.events
        )
        return Outcome(outcome.state, events)

    @property
    def is_best(self) -> bool | None:
        """Whether the game was finished without help, and sooner than any other on this board and level, if
        there is one; None while it is not finished, or if it does not count.
        """
        if self.state.status is not Status.FINISHED or not self.game.counts:
            return None
        return not self.aids.any and self.tables.is_best(self.game, self.seconds)

    def hint(self, tier: int = 1) -> HintView:
        before = self.aids
        shown = super().hint(tier)
        if self.aids != before:
            self._save_aids()
            if self.known_hint is not None and (step := self.known_hint[1].step) is not None:
                record_hint(self.tables, step.technique)
        return shown

    def check(self) -> frozenset[int]:
        wrong = super().check()
        self._save_aids()
        return wrong

    def _save_aids(self) -> None:
        self.tables.save_aids(self.version.row, self.aids)
        self.version = self.version._replace(revision=self.revision + 1)

    def save(self, *, result: bool = True) -> None:
        """Writes what has changed. Without `result` the end of the game is not counted: it was played elsewhere."""
        self.version = self.tables.save(self, self.version, known=self._written, result=result)
        self._written = self.moves

    def tick(self) -> None:
        """Writes the seconds; a face calls this every few seconds."""
        self.tables.save_seconds(self.version.row, self.seconds)

    def catch_up(self) -> bool:
        """Takes over what other processes have done, if they have; False if the game was deleted."""
        found = self.tables.version(self.game.id)
        if found is None or found.row != self.version.row:  # or another game was begun under its id
            return False
        if found != self.version:
            self.reload()
        self.set_seconds(self.tables.seconds(self.game.id))
        return True

    def reload(self) -> None:
        """Takes over what another process has done in this game."""
        waiting, played = self.paused and not self.is_over, self.seconds
        row = self.tables.load(self.game.id, known=self.moves)
        if row.rowid != self.version.row:
            raise PlayError("this game was deleted", where="id")
        history = self.history.with_moves(row.moves, row.cursor)
        self._change(history=history, aids=row.aids, stopwatch=Stopwatch(row.seconds))
        self.set_seconds(played)
        if not (waiting or self.is_over):
            self._change(stopwatch=self._stopwatch.started(self._clock()))
        self.version, self._written = Version(row.rowid, row.revision), row.moves

    def _restore(self, progress: Progress) -> None:
        self._change(history=progress.history, aids=progress.aids, stopwatch=progress.stopwatch)
