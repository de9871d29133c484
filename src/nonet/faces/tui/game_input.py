"""Digits and clicks on the board: what they put, note or colour, by the mode and the selection."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.timer import Timer

from nonet.errors import NonetError
from nonet.faces.tui.board_screen import BoardView
from nonet.faces.tui.game_view import GameView
from nonet.faces.tui.lessons import open_lesson
from nonet.faces.tui.results import LEARN, FinishedScreen, show_statistics
from nonet.faces.tui.saved_games import ReplayScreen
from nonet.play import actions
from nonet.play.events import Event, Finished

if TYPE_CHECKING:
    from nonet.play.saved.session import SavedSession
    from nonet.play.session import Outcome


PATIENCE = 0.9
"""Seconds to wait for a second digit, where 1 may become 12."""


class GameInput(GameView):
    """A game that digits and the mouse play; `GameScreen` adds the keys of the table."""

    def __init__(self, session: SavedSession) -> None:
        super().__init__(session)
        self._pending_timer: Timer | None = None

    # -- typing: where digits go beyond 9, a 1 may be the beginning of 12 and waits a moment ------------------

    def _first_digit(self, digit: int, character: str) -> None:
        self._end_pending()
        if character.isdigit() and digit * 10 <= self.session.game.layout.size:
            self.pending = character
            self._pending_timer = self.set_timer(PATIENCE, self._end_pending)
            self.show()
        else:
            self.digit(digit)

    def _second_digit(self, character: str) -> None:
        whole = int(self.pending + character)
        if whole > self.session.game.layout.size:
            self._end_pending()
            if character != "0":
                self.digit(int(character))
            return
        self.pending = ""
        self._stop_waiting()
        self.digit(whole)

    def _end_pending(self) -> None:
        self._stop_waiting()
        if self.pending:
            digit, self.pending = int(self.pending), ""
            self.digit(digit)

    def _stop_waiting(self) -> None:
        if self._pending_timer is not None:
            self._pending_timer.stop()
            self._pending_timer = None

    # -- writing ---------------------------------------------------------------------------------------------

    def digit(self, digit: int) -> None:
        """Handles a typed digit: places it, notes it, selects it, or takes it as a colour."""
        if self.hidden:
            self.news = self.say("Paused. The board is hidden; press p to continue.")
        elif not self.thinking:
            selection = self.selection
            if selection.mode == "colour":
                self._paint(digit)
            elif selection.mode == "candidate":
                self._paint_candidate(digit)
            elif self.play_app.settings.input == "digit":
                selection.chosen = 0 if selection.chosen == digit else digit
                self.news = (
                    self.say("Now press Enter or click to write it into cells.") if selection.chosen else ""
                )
            else:
                self._write(digit)
        self.show()

    def _write(self, digit: int) -> None:
        """Writes a digit in the current mode; into several cells only as a note."""
        selection, cells = self.selection, self.selection.cells
        if selection.mode == "digit" and len(cells) == 1:
            same = self.session.state.values[selection.cursor] == digit and not self.session.state.is_fixed(
                selection.cursor
            )
            self.play(actions.Clear(cells) if same else actions.Place(cells, digit))
        else:
            kind = "centre" if selection.mode == "centre" else "corner"
            self._done(lambda: self.session.toggle_note(cells, digit, kind))

    def _paint(self, colour: int) -> None:
        if colour > actions.COLOURS:
            self.news = self.say("Colours are 1 to 8; 0 removes a colour.")
            return
        self.selection.colour = colour
        cells = self.selection.cells
        same = all(self.session.state.colours[cell] == colour for cell in cells)
        self.play(actions.Paint(cells, 0 if same else colour))

    def _paint_candidate(self, digit: int) -> None:
        if not self.selection.candidate:
            self.selection.candidate = digit
            return
        if digit > actions.COLOURS:
            self.news = self.say("Colours are 1 to 8; 0 removes a colour.")
            return
        self.selection.colour = digit
        self.play(actions.PaintCandidate(self.selection.cursor, self.selection.candidate, digit))
        self.selection.candidate = 0

    def play(self, action: actions.Action) -> None:
        self._done(lambda: self.session.play(action))

    def _done(self, deed: Callable[[], Outcome]) -> None:
        """Plays, and shows what happened."""
        try:
            outcome = deed()
        except NonetError as error:
            self.news = self.play_app.trouble(error)
            return
        if outcome.refused is None:
            self.given, self.checked = None, frozenset()
        self.news = self.play_app.describe(outcome.events, self.session.game.layout)
        self._finish_if(outcome.events)

    def _finish_if(self, happened: tuple[Event, ...]) -> None:
        for event in happened:
            if isinstance(event, Finished):
                self.show()
                self.app.push_screen(FinishedScreen(self.session, event), self._after_end)

    def _after_end(self, wanted: str | None) -> None:
        if wanted in ("start", "again", "quit"):
            self.leave(wanted)
        elif wanted == "statistics":
            show_statistics(self)
        elif wanted == "replay":
            self.app.push_screen(ReplayScreen(self.session))
        elif wanted is not None and wanted.startswith(LEARN):
            open_lesson(self, wanted.removeprefix(LEARN))

    def leave(self, wanted: str) -> None:
        """Saves the clock and closes the screen."""
        self._keep_clock()
        self.close(wanted)

    # -- the mouse -------------------------------------------------------------------------------------------

    def on_board_view_picked(self, message: BoardView.Picked) -> None:
        if self.hidden or self.thinking:
            return
        self._end_pending()
        selection = self.selection
        if message.more:
            selection.toggle(message.cell)
        else:
            selection.go(message.cell)
            if selection.mode == "candidate" and message.digit is not None:
                colours = self.session.state.candidate_colours
                same = colours.get((message.cell, message.digit)) == selection.colour
                self.play(
                    actions.PaintCandidate(message.cell, message.digit, 0 if same else selection.colour)
                )
            elif self.play_app.settings.input == "digit" and selection.chosen:
                self._write(selection.chosen)
        self.show()

    def on_board_view_swept(self, message: BoardView.Swept) -> None:
        """The mouse was dragged to another cell."""
        if not self.hidden and not self.thinking:
            self.selection.go(message.cell, more=True)
            self.show()
