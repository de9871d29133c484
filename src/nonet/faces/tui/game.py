"""The screen of a game: keys and the mouse become actions, the state that comes back is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from textual import events
from textual.containers import VerticalScroll
from textual.timer import Timer

from nonet.errors import NonetError
from nonet.explain.voice import voice
from nonet.faces.tui.board_screen import BoardView
from nonet.faces.tui.dialogs import SettingsScreen, show_help
from nonet.faces.tui.game_view import GameView, hint_text
from nonet.faces.tui.keys import MOVES, STEPS, action_of, digit_of
from nonet.faces.tui.lessons import open_lesson
from nonet.faces.tui.results import LEARN, FinishedScreen, show_statistics
from nonet.faces.tui.saved_games import ReplayScreen
from nonet.messages import TN
from nonet.play import actions
from nonet.play.events import Finished, GameEvent
from nonet.play.hint_view import HintView
from nonet.play.lessons import has_lesson
from nonet.play.saved.session import SavedSession
from nonet.play.session import Outcome

PATIENCE = 0.9
"""Seconds to wait for a second digit, where 1 may become 12."""


class GameScreen(GameView):
    """One game. It ends with what is wanted next: "start", "again", or "quit"."""

    def __init__(self, session: SavedSession) -> None:
        super().__init__(session)
        self._asked_more = 0
        self._pending_timer: Timer | None = None

    def take_key(self, event: events.Key) -> bool:
        """A digit, or one of the keys of the table."""
        layout = self.session.game.layout
        if self.pending and event.character and event.character.isdigit() and event.character.isascii():
            self._second_digit(event.character)
        elif (digit := digit_of(event.character, layout)) is not None:
            self._first_digit(digit, event.character or "")
        elif (action := action_of(event.key)) is not None:
            self._end_pending()
            self.act(action)
        else:
            return False
        return True

    def on_click(self, event: events.Click) -> None:
        """The digits in the panel can be clicked; BoardScreen sees to the keys."""
        if "digit" in event.style.meta:
            self._end_pending()
            self.digit(event.style.meta["digit"])

    def act(self, name: str) -> None:
        """Carries out an action of the key table; clicks in the footer and the panel send these too."""
        calm = ("pause", "menu", "quit", "help", "settings")
        if self.hidden and name not in calm:
            self.news = self.say("Paused. The board is hidden; press p to continue.")
        elif self.thinking and name not in calm:
            self._asked_more += name == "hint"
            return
        else:
            if name in MOVES:
                self.news = ""
            if name in STEPS:
                self.selection.move(*STEPS[name], more=name.startswith("more"))
            elif name in SHORT_ACTIONS:
                SHORT_ACTIONS[name](self)
            else:
                getattr(self, f"_do_{name}")()
        if self.is_active:
            self.show()

    # -- the keys of the table -------------------------------------------------------------------------------

    def _do_clear(self) -> None:
        selection = self.selection
        if selection.mode == "colour":
            self.play(actions.Paint(selection.cells, 0))
        elif selection.mode == "candidate" and selection.candidate:
            self.play(actions.PaintCandidate(selection.cursor, selection.candidate, 0))
            selection.candidate = 0
        else:
            self.play(actions.Clear(selection.cells))

    def _do_first(self) -> None:
        wanted = "cell" if self.play_app.settings.input == "digit" else "digit"
        self.selection.chosen = 0
        self.play_app.change_settings(input=wanted)
        self.news = (
            self.say("Digit first: type a digit, then press Enter or click to write it into cells.")
            if wanted == "digit"
            else self.say("Cell first: select a cell, then type a digit.")
        )

    def _do_enter(self) -> None:
        if self.given is not None and self.given.moves:
            given = self.given
            self._done(lambda: self.session.apply(given))
        elif self.play_app.settings.input == "digit" and self.selection.chosen:
            self._write(self.selection.chosen)
        elif self.session.is_over:
            self.leave("start")

    def _do_hint(self) -> None:
        if self.given is not None and self.given.tier == 4 and self.given.short != self.given.text:
            self.given = replace(self.given, short=self.given.text)
            self.show()
            return
        if not self.thinking and self.given is None:
            self._asked_more = 0
        tier = 1 if self.given is None else min(4, self.given.tier + 1)
        self.thinking = True
        self.in_background(lambda: self.session.hint(tier), self._thought)

    def _thought(self, given: HintView | str) -> None:
        self.thinking = False
        if isinstance(given, str):
            self.news = given
        else:
            self.given, self.news = given, ""
            self.query_one("#panel", VerticalScroll).scroll_home(animate=False)
            if self._asked_more and given.tier < 4:
                self._asked_more -= 1
                self._do_hint()
            elif not self.arrangement.side and not self.arrangement.below:
                # Where there is no panel, a dialog shows the hint first, then the board its cells.
                text = hint_text(given, self.play_app.plain, self.say)
                self.tell(self.say("Hint {n} of 4", n=given.tier), text)
        self.show()

    def _do_learn(self) -> None:
        """Opens the lesson of the hint's technique; meanwhile the clock stands still."""
        key = self.given.technique if self.given is not None else None
        if key is None or not has_lesson(key):
            self.news = self.say("Ask for a hint first; its technique can then be learned.")
            return
        given, running = self.given, not self.session.paused and not self.session.is_over
        if running:
            self.session.play(actions.Pause())

        def back() -> None:
            if running:
                self.session.play(actions.Resume())
            self.given = given
            self.show()

        open_lesson(self, key, back)

    def _do_check(self) -> None:
        try:
            self.checked = self.session.check()
        except NonetError as error:
            self.news = self.play_app.trouble(error)
            return
        count = len(self.checked)
        if count:
            self.news = self.play_app.count(
                TN("{n} wrong cell, marked on the board.", "{n} wrong cells, marked on the board."), count
            )
        else:
            self.news = self.say("No mistakes so far.")

    def _do_ways(self) -> None:
        self.news = self.cage_text() or self.say("This cell is in no cage.")

    def _do_mark(self) -> None:
        names = self.session.state.marks
        number = next(n for n in range(1, len(names) + 2) if str(n) not in names)
        self.play(actions.SetMark(str(number)))

    def _do_go_mark(self) -> None:
        names = self.session.state.marks
        if not names:
            self.news = self.say("There is no mark yet; press m to set one.")
        elif len(names) == 1:
            self.play(actions.ReturnTo(names[0]))
        else:
            rows = [(name, self.say("mark {name}", name=name)) for name in reversed(names)]
            self.pick(self.say("Back to"), rows, lambda name: self._play_and_show(actions.ReturnTo(name)))

    def _play_and_show(self, action: actions.Action) -> None:
        self.play(action)
        self.show()

    def _do_menu(self) -> None:
        if self.given is not None:
            self.given = None
            return
        if self.selection.selected:
            self.selection.selected.clear()
            return
        over = self.session.is_over
        rows = [("", self.say("Continue"))]
        if not over:
            rows += [
                ("reveal", self.say("Reveal cell")),
                ("give_up", self.say("Give up and see the solution")),
            ]
        rows += [
            ("restart", self.say("Start over")),
            *((("rules", self.say("Rules and clues")),) if self.has_rules else ()),
            ("share", self.say("Puzzle as text")),
            ("settings", self.say("Settings")),
            ("statistics", self.say("Statistics")),
            ("help", self.say("Help")),
            ("start", self.say("Main menu (the game is saved)")),
            ("quit", self.say("Quit (the game is saved)")),
        ]
        self.pick(self.say("Menu"), rows, self._from_menu)

    def _from_menu(self, name: str) -> None:
        match name:
            case "reveal":
                self._confirm(self.say("Reveal this cell?"), actions.Reveal((self.selection.cursor,)))
            case "give_up":
                self._confirm(self.say("Give up and see the solution?"), actions.GiveUp())
            case "restart":
                self._confirm(self.say("Clear everything and start over?"), actions.Restart())
            case "rules":
                self._show_rules()
            case "share":
                from nonet.play.exchange import to_share

                text = to_share(self.session.game.puzzle)
                self.tell(self.say("Puzzle as text"), f"sudoku play {text}")
            case "settings" | "help":
                self.act(name)
            case "statistics":
                show_statistics(self)
            case "start" | "quit":
                self.leave(name)

    def _show_rules(self) -> None:
        """The rules in words, and every clue."""
        from nonet.play.rule_words import clues_of, with_setters_words

        puzzle, language = self.session.seen, self.play_app.settings.voice
        clues = [clue.text(puzzle, voice(language)) for clue in clues_of(puzzle, language=language)]
        lines = [*with_setters_words(puzzle, language=language), "", *clues]
        self.tell(self.say("Rules and clues"), "\n".join(lines))

    def _confirm(self, question: str, action: actions.Action) -> None:
        self.ask(question, lambda: self._play_and_show(action))

    def scroll_panel(self, by: int) -> None:
        panel = self.query_one("#panel", VerticalScroll)
        (panel.scroll_page_up if by < 0 else panel.scroll_page_down)(animate=False)

    # -- typing: where digits go beyond 9, a 1 may be the beginning of 12 and waits a moment ------------------

    def _first_digit(self, digit: int, character: str) -> None:
        self._end_pending()
        if character.isdigit() and 0 < int(character) * 10 <= self.session.game.layout.digits[-1]:
            self.pending = character
            self._pending_timer = self.set_timer(PATIENCE, self._end_pending)
            self.show()
        else:
            self.digit(digit)

    def _second_digit(self, character: str) -> None:
        whole, layout = int(self.pending + character), self.session.game.layout
        if whole > layout.digits[-1]:
            self._end_pending()
            if (digit := digit_of(character, layout)) is not None:
                self.digit(digit)
            return
        self.pending = ""
        self._stop_waiting()
        self.digit(layout.entry_of(whole))

    def _end_pending(self) -> None:
        self._stop_waiting()
        if self.pending:
            digit, self.pending = self.session.game.layout.entry_of(int(self.pending)), ""
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
                self._paint(self.session.game.layout.digit_of(digit))
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
            same = self.session.state.values.entries[
                selection.cursor
            ] == digit and not self.session.state.is_fixed(selection.cursor)
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

    def _finish_if(self, happened: tuple[GameEvent, ...]) -> None:
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


SHORT_ACTIONS: dict[str, Callable[[GameScreen], object]] = {
    "go_start": lambda game: game.selection.go_in_row(0),
    "go_end": lambda game: game.selection.go_in_row(-1),
    "next_empty": lambda game: game.selection.next_empty(game.session.state.values.entries, 1),
    "last_empty": lambda game: game.selection.next_empty(game.session.state.values.entries, -1),
    "corner": lambda game: game.selection.switch("corner"),
    "centre": lambda game: game.selection.switch("centre"),
    "next_mode": lambda game: game.selection.next_mode(),
    "colour": lambda game: game.selection.next_colouring(),
    "auto": lambda game: game.play(actions.AutoNotes(not game.session.state.auto)),
    "refresh": lambda game: game.play(actions.RefreshNotes()),
    "undo": lambda game: game.play(actions.Undo()),
    "redo": lambda game: game.play(actions.Redo()),
    "to_mistake": lambda game: game.play(actions.UndoToMistake()),
    "pause": lambda game: game.play(actions.Resume() if game.hidden else actions.Pause()),
    "help": show_help,
    "settings": lambda game: game.app.push_screen(SettingsScreen()),
    "panel_up": lambda game: game.scroll_panel(-1),
    "panel_down": lambda game: game.scroll_panel(1),
    "quit": lambda game: game.leave("quit"),
}
"""Keys of the table that one call answers; `GameScreen` has a method `_do_…` for each of the others."""
