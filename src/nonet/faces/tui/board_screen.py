"""The board as a widget, and a screen with a head, a board, a panel of text and a foot of keys, arranged to fit the
window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import ScreenResultType
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from nonet.faces.tui.content import BoardContent
from nonet.faces.tui.drawing import Canvas, draw
from nonet.faces.tui.geometry import Arrangement, Geometry, arrange, geometry
from nonet.faces.tui.palette import Pen, style
from nonet.faces.tui.screens import DrawnScreen
from nonet.layout import Layout
from nonet.messages import T


class BoardView(ScrollView):
    """Draws a `BoardContent`; it knows nothing about the game."""

    can_focus = False
    DEFAULT_CSS = "BoardView { scrollbar-size: 1 1; }"

    @dataclass
    class Picked(Message):
        """A cell was clicked; `digit` is that of the note under the pointer, where notes have places."""

        cell: int
        digit: int | None
        more: bool

    @dataclass
    class Swept(Message):
        """The mouse went to a cell with its button held."""

        cell: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 — Textual's own word
        super().__init__(id=id)
        self.theme_name = "dark"
        self.canvas: Canvas | None = None
        self.place: Geometry | None = None
        self._strips: list[Strip] = []
        self._held: int | None = None

    def show(self, content: BoardContent, place: Geometry, theme_name: str) -> None:
        """Redraws the board."""
        self.place, self.theme_name = place, theme_name
        self.canvas = draw(content, place)
        self._strips = [
            Strip([Segment(text, style(theme_name, pen)) for text, pen in self.canvas.runs(y)])
            for y in range(place.height)
        ]
        self.virtual_size = Size(place.width, place.height)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        scroll_x, scroll_y = self.scroll_offset
        line = y + scroll_y
        empty = style(self.theme_name, Pen())
        if not 0 <= line < len(self._strips):
            return Strip.blank(self.size.width, empty)
        return self._strips[line].crop_extend(scroll_x, scroll_x + self.size.width, empty)

    def reveal_cell(self, cell: int) -> None:
        """Scrolls until the cell is seen, with its neighbours."""
        if self.place is None:
            return
        scale = self.place.scale
        region = Region(*self.place.corner(cell), scale.width, scale.height)
        around = region.grow((2, scale.width + 1, 2, scale.width + 1))
        self.scroll_to_region(around, animate=False, force=True)

    # -- the mouse -------------------------------------------------------------------------------------------

    def _spot(self, event: events.MouseEvent) -> tuple[int, int]:
        return event.x + int(self.scroll_offset.x), event.y + int(self.scroll_offset.y)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self.place is None:
            return
        x, y = self._spot(event)
        cell = self.place.cell_at(x, y)
        if cell is not None:
            self._held = cell
            self.capture_mouse()
            more = event.shift or event.ctrl or event.meta or event.button == 3
            self.post_message(self.Picked(cell, self.place.digit_at(x, y), more=more))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Extends the selection while the button is held."""
        if self._held is None or self.place is None:
            return
        cell = self.place.cell_at(*self._spot(event))
        if cell is not None and cell != self._held:
            self._held = cell
            self.post_message(self.Swept(cell))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self._held is not None:
            self._held = None
            self.release_mouse()


class BoardScreen(DrawnScreen[ScreenResultType]):
    """Subclasses call `display_board` in `show`; keys at the foot can be clicked and come to `act`."""

    TOO_SMALL = T("The window is too small for the board.")
    _plan: tuple[Arrangement, Geometry] | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Container(id="middle"):
            with Container(id="stage"):
                yield BoardView(id="board")
            with VerticalScroll(id="panel", can_focus=False):
                yield Static(id="facts")
        yield Static(id="foot")
        yield Static(id="small")

    def on_resize(self, event: events.Resize) -> None:
        self.show()

    def act(self, name: str) -> None:
        """Does what a key at the foot stands for."""
        raise NotImplementedError

    def board_content(self, layout: Layout, values: bytes, givens: bytes, **parts: Any) -> BoardContent:
        """The content of a board, as the terminal and the settings want it; filled cells have no notes."""
        for kind in {"corner", "centre"} & parts.keys():
            parts[kind] = tuple(0 if value else mask for value, mask in zip(values, parts[kind], strict=True))
        letters = self.play_app.settings.digits == "letters"
        return BoardContent(layout, values, givens, ascii=self.play_app.plain, letters=letters, **parts)

    def plan_for(self, content: BoardContent) -> Arrangement:
        return arrange(content.layout, self.size.width, self.size.height, content.rules.margins)

    def chips(self, keys: list[tuple[str, str, str]]) -> Content:
        """Keys, their labels and their names for `act`, on one line."""
        return Content(" ").join([self.play_app.chip(*key) for key in keys])

    def display_board(
        self,
        content: BoardContent,
        *,
        head: str,
        text: Content,
        foot: Content,
        without_panel: str | None = None,
    ) -> None:
        """Shows a board with text beside or below it.

        Where there is no room for the text, the head shows `without_panel`, by default the text itself.
        """
        if not self.is_mounted or not self.size.width:
            return
        plan = self.plan_for(content)
        for name in ("#head", "#middle", "#foot"):
            self.query_one(name).display = plan.scale is not None
        self.query_one("#small").display = plan.scale is None
        if plan.scale is None:
            self.update("small", self.say(self.TOO_SMALL))
            return
        labels = plan.labels and self.play_app.settings.terminal_labels
        place = geometry(content.layout, plan.scale, labels, content.rules.margins)
        if self._plan != (plan, place):
            self._plan = (plan, place)
            self._arrange(plan, place)
        board = self.query_one("#board", BoardView)
        board.show(content, place, self.play_app.theme_name)
        if plan.scrolls and content.cursor is not None:
            self.call_after_refresh(board.reveal_cell, content.cursor)
        if not plan.side and not plan.below:
            head = text.plain if without_panel is None else without_panel
        self.update("head", f" {head}")
        self.update("facts", text)
        self.update("foot", foot)

    def _arrange(self, plan: Arrangement, place: Geometry) -> None:
        """Lays out the widgets; only when the arrangement changes, because it is slow."""
        board, side = self.query_one("#board"), self.query_one("#panel")
        board.styles.width = "100%" if plan.scrolls else place.width
        board.styles.height = "100%" if plan.scrolls else place.height
        self.query_one("#middle").styles.layout = "vertical" if plan.below else "horizontal"
        side.display = bool(plan.side or plan.below)
        side.styles.width = plan.side if plan.side else "100%"
        side.styles.height = plan.below if plan.below else "100%"

    def on_click(self, event: events.Click) -> None:
        if "act" in event.style.meta:
            self.act(event.style.meta["act"])
