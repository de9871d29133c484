"""A screen with a head, a board, a panel of text and a foot of keys, arranged to fit the window."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.screen import ScreenResultType
from textual.widgets import Static

from nonet.faces.tui.board import BoardView
from nonet.faces.tui.canvas import BoardLook
from nonet.faces.tui.geometry import Arrangement, arrange, geometry
from nonet.faces.tui.screens import PlayScreen

__all__ = ["BoardScreen", "board_widgets"]


def board_widgets() -> ComposeResult:
    """The head, the board with its panel, the foot, and what a window that is too small shows instead."""
    yield Static(id="head")
    with Container(id="middle"):
        with Container(id="stage"):
            yield BoardView(id="board")
        with VerticalScroll(id="panel", can_focus=False):
            yield Static(id="facts")
    yield Static(id="foot")
    yield Static(id="small")


class BoardScreen(PlayScreen[ScreenResultType]):
    """Subclasses say what is shown, in `show`, by `display`; keys at the foot can be clicked and come to `act`."""

    def compose(self) -> ComposeResult:
        yield from board_widgets()

    def on_mount(self) -> None:
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.show()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.show()

    def show(self) -> None:
        """Redraws everything."""
        raise NotImplementedError

    def act(self, name: str) -> None:
        """Does what a key at the foot stands for."""
        raise NotImplementedError

    def plan_for(self, look: BoardLook) -> Arrangement:
        return arrange(look.layout, self.size.width, self.size.height, look.rules.margins)

    def display_board(
        self,
        look: BoardLook,
        *,
        head: str,
        text: Content,
        keys: list[tuple[str, str, str]],
        without_panel: str | None = None,
    ) -> None:
        """Shows a board with text beside or below it; `keys` are a key, its label and the name for `act`.

        Where there is no room for the text, the head shows `without_panel`, by default the text itself.
        """
        if not self.is_mounted or not self.size.width:
            return
        plan = self.plan_for(look)
        for name in ("#head", "#middle", "#foot"):
            self.query_one(name).display = plan.scale is not None
        self.query_one("#small").display = plan.scale is None
        if plan.scale is None:
            self.query_one("#small", Static).update(self.say("The window is too small for the board."))
            return
        board, side = self.query_one("#board", BoardView), self.query_one("#panel")
        self.query_one("#middle").styles.layout = "vertical" if plan.below else "horizontal"
        side.display = bool(plan.side or plan.below)
        side.styles.width = plan.side if plan.side else "100%"
        side.styles.height = plan.below if plan.below else "100%"
        labels = plan.labels and self.play_app.settings.terminal_labels
        place = geometry(look.layout, plan.scale, labels, look.rules.margins)
        board.styles.width = "100%" if plan.scrolls else place.width
        board.styles.height = "100%" if plan.scrolls else place.height
        board.show(look, place, self.play_app.theme_name)
        if plan.scrolls and look.cursor is not None:
            self.call_after_refresh(board.reveal_cell, look.cursor)
        if not plan.side and not plan.below:
            head = text.plain if without_panel is None else without_panel
        self.query_one("#head", Static).update(Content(f" {head}"))
        self.query_one("#facts", Static).update(text)
        foot = [self.play_app.chip(key, label, name) for key, label, name in keys]
        self.query_one("#foot", Static).update(Content(" ").join(foot))

    def on_click(self, event: events.Click) -> None:
        if "act" in event.style.meta:
            self.act(event.style.meta["act"])
