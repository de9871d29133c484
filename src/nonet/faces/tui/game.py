"""The screen of a game: keys and the mouse become actions, the state that comes back is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual import events, work
from textual.containers import VerticalScroll

from nonet.errors import NonetError
from nonet.faces.tui.game_input import GameInput
from nonet.faces.tui.keys import MOVES, action_of, digit_of
from nonet.faces.tui.panel import hint_text
from nonet.messages import TN
from nonet.play import actions

if TYPE_CHECKING:
    from nonet.play.hint_view import HintView
    from nonet.play.saved.session import SavedSession

__all__ = ["GameScreen"]

STEPS = {
    f"{word}_{way}": step
    for word in ("go", "more")
    for way, step in {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}.items()
}
"""How far the keys of the table move the cursor, in rows and columns; `more_…` extends the selection."""


class GameScreen(GameInput):
    """One game. It ends with what is wanted next: "start", "again", or "quit"."""

    def __init__(self, session: SavedSession) -> None:
        super().__init__(session)
        self._asked_more = 0

    def on_key(self, event: events.Key) -> None:
        """A digit, or one of the keys of the table."""
        size = self.session.game.layout.size
        if self.pending and event.character and event.character.isdigit() and event.character.isascii():
            self._second_digit(event.character)
        elif (digit := digit_of(event.character, size)) is not None:
            self._first_digit(digit, event.character or "")
        elif (action := action_of(event.key)) is not None:
            self._end_pending()
            self.act(action)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """The keys at the foot and the digits in the panel can be clicked."""
        meta = event.style.meta
        if "act" in meta:
            self.act(meta["act"])
        elif "digit" in meta:
            self._end_pending()
            self.digit(meta["digit"])

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
            else:
                getattr(self, f"_do_{name}")()
        if self.is_active:
            self.show()

    # -- the keys of the table -------------------------------------------------------------------------------

    def _do_go_start(self) -> None:
        self.selection.go(self.selection.cursor - self.selection.cursor % self.selection.size)

    def _do_go_end(self) -> None:
        self.selection.go(
            self.selection.cursor - self.selection.cursor % self.selection.size + self.selection.size - 1
        )

    def _do_next_empty(self) -> None:
        self.selection.next_empty(self.session.state.values.values, 1)

    def _do_last_empty(self) -> None:
        self.selection.next_empty(self.session.state.values.values, -1)

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

    def _do_corner(self) -> None:
        self.selection.switch("corner")

    def _do_centre(self) -> None:
        self.selection.switch("centre")

    def _do_next_mode(self) -> None:
        self.selection.next_mode()

    def _do_colour(self) -> None:
        self.selection.next_colouring()

    def _do_auto(self) -> None:
        self.play(actions.AutoNotes(not self.session.state.auto))

    def _do_refresh(self) -> None:
        self.play(actions.RefreshNotes())

    def _do_hint(self) -> None:
        if self.given is not None and self.given.tier == 4 and self.given.short != self.given.text:
            self.given = replace(self.given, short=self.given.text)
            self.show()
            return
        if not self.thinking and self.given is None:
            self._asked_more = 0
        tier = 1 if self.given is None else min(4, self.given.tier + 1)
        self.thinking = True
        self._think(tier)

    @work(thread=True, exclusive=True)
    def _think(self, tier: int) -> None:
        try:
            found: HintView | str = self.session.hint(tier)
        except NonetError as error:
            found = self.play_app.trouble(error)
        self.app.call_from_thread(self._thought, found)

    def _thought(self, found: HintView | str) -> None:
        self.thinking = False
        if isinstance(found, str):
            self.news = found
        else:
            self.given, self.news = found, ""
            self.query_one("#panel", VerticalScroll).scroll_home(animate=False)
            if self._asked_more and found.tier < 4:
                self._asked_more -= 1
                self._do_hint()
            elif not self.arrangement.side and not self.arrangement.below:
                self._show_hint_alone(found)
        self.show()

    def _do_learn(self) -> None:
        """Opens the lesson of the hint's technique; meanwhile the clock stands still."""
        from nonet.play.lessons import has_lesson

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

        self.play_app.open_lesson(key, back)

    def _show_hint_alone(self, given: HintView) -> None:
        """Where there is no panel, a dialog shows the hint first, then the board its cells."""
        from nonet.faces.tui.dialogs import TextScreen

        text = hint_text(given, self.play_app.plain, self.say)
        self.app.push_screen(TextScreen(self.say("Hint {n} of 4", n=given.tier), text))

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
        from nonet.faces.tui.panel import cage_text

        game, state = self.session.game, self.session.state
        language = self.play_app.settings.voice
        text = cage_text(state, game.puzzle, self.selection.cursor, language=language)
        self.news = text or self.say("This cell is in no cage.")

    def _do_undo(self) -> None:
        self.play(actions.Undo())

    def _do_redo(self) -> None:
        self.play(actions.Redo())

    def _do_to_mistake(self) -> None:
        self.play(actions.UndoToMistake())

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
            from nonet.faces.tui.dialogs import PickScreen

            rows = [(name, self.say("mark {name}", name=name)) for name in reversed(names)]
            self.app.push_screen(PickScreen(self.say("Back to"), rows), self._return_to)

    def _return_to(self, name: str | None) -> None:
        if name:
            self.play(actions.ReturnTo(name))
            self.show()

    def _do_pause(self) -> None:
        self.play(actions.Resume() if self.hidden else actions.Pause())

    def _do_help(self) -> None:
        self.play_app.open_help()

    def _do_settings(self) -> None:
        self.play_app.open_settings()

    def _do_panel_up(self) -> None:
        self.query_one("#panel", VerticalScroll).scroll_page_up(animate=False)

    def _do_panel_down(self) -> None:
        self.query_one("#panel", VerticalScroll).scroll_page_down(animate=False)

    def _do_quit(self) -> None:
        self.leave("quit")

    def _do_menu(self) -> None:
        if self.given is not None:
            self.given = None
            return
        if self.selection.selected:
            self.selection.selected.clear()
            return
        from nonet.faces.tui.dialogs import PickScreen

        over = self.session.is_over
        rows = [("", self.say("Continue"))]
        if not over:
            rows += [
                ("reveal", self.say("Reveal cell")),
                ("give_up", self.say("Give up and see the solution")),
            ]
        rows += [
            ("restart", self.say("Start over")),
            *((("rules", self.say("Rules and clues")),) if self.session.game.puzzle.rules else ()),
            ("share", self.say("Puzzle as text")),
            ("settings", self.say("Settings")),
            ("statistics", self.say("Statistics")),
            ("help", self.say("Help")),
            ("start", self.say("Main menu (the game is saved)")),
            ("quit", self.say("Quit (the game is saved)")),
        ]
        self.app.push_screen(PickScreen(self.say("Menu"), rows), self._from_menu)

    def _from_menu(self, name: str | None) -> None:
        match name:
            case "reveal":
                self._ask(self.say("Reveal this cell?"), actions.Reveal((self.selection.cursor,)))
            case "give_up":
                self._ask(self.say("Give up and see the solution?"), actions.GiveUp())
            case "restart":
                self._ask(self.say("Clear everything and start over?"), actions.Restart())
            case "rules":
                self._show_rules()
            case "share":
                from nonet.faces.tui.dialogs import TextScreen
                from nonet.play.share import to_share

                text = to_share(self.session.game.puzzle)
                self.app.push_screen(TextScreen(self.say("Puzzle as text"), f"sudoku play {text}"))
            case "settings" | "help":
                self.act(name)
            case "statistics":
                self.play_app.open_statistics()
            case "start" | "quit":
                self.leave(name)

    def _show_rules(self) -> None:
        """The rules in words, and every clue."""
        from nonet.explain.voice import voice
        from nonet.faces.tui.dialogs import TextScreen
        from nonet.play.rule_words import clues_of, rules_in_words

        puzzle, language = self.session.game.puzzle, self.play_app.settings.voice
        clues = [clue.text(puzzle, voice(language)) for clue in clues_of(puzzle, language=language)]
        lines = [*rules_in_words(puzzle, language=language), "", *clues]
        self.app.push_screen(TextScreen(self.say("Rules and clues"), "\n".join(lines)))

    def _ask(self, question: str, action: actions.Action) -> None:
        from nonet.faces.tui.dialogs import PickScreen

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self.play(action)
                self.show()

        rows = [("no", self.say("No")), ("yes", self.say("Yes"))]
        self.app.push_screen(PickScreen(question, rows), answered)
