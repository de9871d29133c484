"""The board as a widget: it shows a `BoardLook`, and says which cell the mouse is on."""

from __future__ import annotations

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from nonet.faces.tui.canvas import BoardLook, Canvas, Pen
from nonet.faces.tui.drawing import draw
from nonet.faces.tui.geometry import Geometry
from nonet.faces.tui.palette import style

__all__ = ["BoardView"]


class BoardView(ScrollView):
    """Draws a `BoardLook`; it knows nothing about the game."""

    can_focus = False
    ALLOW_SELECT = False
    DEFAULT_CSS = "BoardView { scrollbar-size: 1 1; }"

    class Picked(Message):
        """A cell was clicked; `digit` is that of the note under the pointer, where notes have places."""

        def __init__(self, cell: int, digit: int | None, *, more: bool) -> None:
            self.cell = cell
            self.digit = digit
            self.more = more
            super().__init__()

    class Swept(Message):
        """The mouse went to a cell with its button held."""

        def __init__(self, cell: int) -> None:
            self.cell = cell
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 — Textual's own word
        super().__init__(id=id)
        self.theme_name = "dark"
        self.canvas: Canvas | None = None
        self.place: Geometry | None = None
        self._strips: list[Strip] = []
        self._held: int | None = None

    def show(self, look: BoardLook, place: Geometry, theme_name: str) -> None:
        """Redraws the board."""
        self.place, self.theme_name = place, theme_name
        self.canvas = draw(look, place)
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
        row, column = divmod(cell, self.place.layout.size)
        scale = self.place.scale
        region = Region(self.place.xs[column], self.place.ys[row], scale.width, scale.height)
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
