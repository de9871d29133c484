"""A screen with a title, a few lines of text, a list to choose from, and the keys at the foot."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ScreenResultType
from textual.widgets import Static

from nonet.errors import NonetError
from nonet.faces.tui.menu import Menu, Row
from nonet.faces.tui.screens import PlayScreen

__all__ = ["ListScreen"]


class ListScreen(PlayScreen[ScreenResultType]):
    """Subclasses give the title, the text and the rows."""

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with VerticalScroll(classes="list", can_focus=False):
            yield Static(id="text", classes="words")
            yield Menu([Row("", "")], plain=self.play_app.plain)
        yield Static(id="foot")

    def on_mount(self) -> None:
        self.show()
        self.query_one(Menu).focus(scroll_visible=False)

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.show()

    def title_text(self) -> str:
        raise NotImplementedError

    def text(self) -> Content:
        raise NotImplementedError

    def rows(self) -> list[Row]:
        raise NotImplementedError

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Arrows" if self.play_app.plain else "↑↓", self.say("select")),
            ("Enter", self.say("open")),
            ("Esc", self.say("back")),
        ]

    def show(self) -> None:
        """Redraws everything."""
        try:
            text, rows = self.text(), self.rows()
        except NonetError as error:  # the file of saved games cannot be read
            text, rows = Content(self.play_app.trouble(error)), []
        self.query_one("#head", Static).update(Content(f" {self.title_text()}"))
        self.query_one("#text", Static).update(text)
        self.query_one(Menu).set_rows(rows)
        foot = [self.play_app.chip(key, label) for key, label in self.keys()]
        self.query_one("#foot", Static).update(Content("  ").join(foot))

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "q"):
            event.stop()
            self.close()
