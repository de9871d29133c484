"""The end of a game: the time, the help that was used, how it compares, what the puzzle needed, what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from nonet.errors import NonetError
from nonet.explain import technique_name
from nonet.explain.voice import capital
from nonet.faces.tui.dialogs import PickScreen
from nonet.faces.tui.menu import Menu, Row
from nonet.faces.tui.panel import clock
from nonet.play.lessons import has_lesson
from nonet.play.result import needed_words, result_sentences, techniques_needed
from nonet.play.saved.statistics import standing

if TYPE_CHECKING:
    from nonet.play.events import Finished
    from nonet.play.saved.session import SavedSession

__all__ = ["FinishedScreen"]

LEARN = "learn "


class FinishedScreen(PickScreen):
    """It ends with what is wanted next: again, start, statistics, replay, `learn TECHNIQUE`, quit, or nothing."""

    def __init__(self, session: SavedSession, event: Finished) -> None:
        super().__init__("", [])
        self.session = session
        self.event = event
        self.hardest = ""

    def compose(self) -> ComposeResult:
        self.heading = self.say("Well done!")
        self.rows = self._rows()
        with VerticalScroll(classes="dialog", can_focus=False):
            yield Static(Content.styled(self.heading, "bold"), classes="title")
            yield Static("\n".join(self._lines()), classes="words", markup=False)
            yield Static(id="needed", classes="words", markup=False)
            yield Menu(self.rows, plain=self.play_app.plain)

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one("#needed").display = False
        if self.session.game.solution is not None:
            self._find_techniques()

    def _rows(self) -> list[Row]:
        rows = [
            Row("again", self.say("Play another")),
            Row("start", self.say("Main menu")),
            Row("statistics", self.say("Statistics")),
            Row("replay", self.say("Replay")),
            Row("", self.say("View the board")),
            Row("quit", self.say("Quit")),
        ]
        if self.hardest:
            name = technique_name(self.hardest, self.play_app.settings.language)
            rows.insert(4, Row(LEARN + self.hardest, self.say("Learn: {name}", name=name)))
        return rows

    def _lines(self) -> list[str]:
        lines = [self.say("Solved in {time}.", time=clock(self.event.seconds))]
        if self.event.best:
            lines.append(self.say("Your best time without help on this board and level!"))
        game, app = self.session.game, self.play_app
        try:
            results = app.store.results()
        except NonetError:  # without them, there is less to say
            return lines
        place = standing(results, game.id, board=game.board, level=game.level or "", today=app.today())
        return [*lines, *result_sentences(self.session, place, language=app.settings.voice)]

    @work(thread=True)
    def _find_techniques(self) -> None:
        self.app.call_from_thread(self._show_techniques, techniques_needed(self.session.game))

    def _show_techniques(self, needed: dict[str, int]) -> None:
        if not needed or not self.is_mounted:
            return
        words = needed_words(needed, language=self.play_app.settings.language)
        shown = self.query_one("#needed", Static)
        shown.update(Content(f"{self.say('What this puzzle needed')}: {capital(words)}."))
        shown.display = True
        self.hardest = next((key for key in needed if has_lesson(key)), "")
        self.rows = self._rows()
        self.query_one(Menu).set_rows(self.rows)
