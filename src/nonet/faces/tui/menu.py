"""A list to choose from: rows that do something, rows with a value to change, and rows of plain text."""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual import events
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from nonet.faces.tui.screens import is_stale_key

__all__ = ["Menu", "Row"]


@dataclass(frozen=True)
class Row:
    """`choices` are pairs of a name and what is shown for it; `value` is the name that is chosen now."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()
    value: str = ""
    note: str = ""

    @property
    def shown(self) -> str:
        """The value as it is shown."""
        return dict(self.choices).get(self.value, self.value)


class Menu(Static):
    """Up and down to move, left and right to change a value, Enter to choose; or the mouse."""

    can_focus = True
    DEFAULT_CSS = "Menu { width: 1fr; height: auto; text-wrap: nowrap; text-overflow: ellipsis; }"

    class Chosen(Message):
        """Enter on a row, or a click."""

        def __init__(self, menu: Menu, name: str) -> None:
            self.menu = menu
            self.name = name
            super().__init__()

    class Changed(Message):
        """The value of a row changed."""

        def __init__(self, menu: Menu, name: str, value: str) -> None:
            self.menu = menu
            self.name = name
            self.value = value
            super().__init__()

    def __init__(self, rows: list[Row], *, id: str | None = None, plain: bool = False) -> None:  # noqa: A002
        super().__init__(id=id)
        self.rows = rows
        self.at = 0
        self.plain = plain

    async def on_event(self, event: events.Event) -> None:
        if not is_stale_key(self, event):
            await super().on_event(event)

    def on_mount(self) -> None:
        self.draw()

    def set_rows(self, rows: list[Row]) -> None:
        """Replaces the rows; stays on the current one if it is still there."""
        name = self.rows[self.at].name if self.rows else ""
        self.rows = rows
        last = max(0, len(rows) - 1)
        self.at = next((i for i, row in enumerate(rows) if row.name == name), min(self.at, last))
        self.draw()

    def go_to(self, name: str) -> None:
        """Moves to the row of that name."""
        self.at = next((i for i, row in enumerate(self.rows) if row.name == name), self.at)
        self.draw()

    def draw(self) -> None:
        """Shows the rows, the current one marked."""
        mark, left, right = (">", "<", ">") if self.plain else ("▶", "◂", "▸")
        width = max((len(row.label) for row in self.rows if row.choices), default=0)
        noted = max((len(row.label) for row in self.rows if row.note and not row.choices), default=0)
        lines = []
        for number, row in enumerate(self.rows):
            here = number == self.at
            parts: list[Content | str] = [f" {mark if here else ' '} "]
            if row.choices:
                label = row.label.ljust(width)
                parts.append(f"{label}  {left} {row.shown} {right}")
            else:
                parts.append(row.label)
            line = Content.assemble(*parts)
            if here:
                line = line.stylize("reverse bold")
            if row.note:
                gap = " " * (2 + (0 if row.choices else noted - len(row.label)))
                line = Content.assemble(line, gap, (row.note, "dim"))
            lines.append(line)
        self.update(Content("\n").join(lines))

    def step(self, by: int) -> None:
        """Moves up or down, around the ends."""
        if self.rows:
            self.at = (self.at + by) % len(self.rows)
            self.draw()
            self.show_row()

    def show_row(self) -> None:
        """Scrolls the parent until the current row is visible."""
        if isinstance(self.parent, Widget):
            row = Region(0, self.virtual_region.y + self.at, 1, 1)
            self.parent.scroll_to_region(row, animate=False, force=True, immediate=True)

    def turn(self, by: int) -> None:
        """Changes the row to its next or previous value."""
        row = self.rows[self.at] if self.rows else Row("", "")
        if not row.choices:
            return
        names = [name for name, _ in row.choices]
        at = names.index(row.value) if row.value in names else 0
        value = names[(at + by) % len(names)]
        self.rows[self.at] = replace(row, value=value)
        self.draw()
        self.post_message(self.Changed(self, row.name, value))

    def on_key(self, event: events.Key) -> None:
        match event.key:
            case "up" | "k" | "shift+tab":
                self.step(-1)
            case "down" | "j" | "tab":
                self.step(1)
            case "left" | "h":
                self.turn(-1)
            case "right" | "l" | "space":
                self.turn(1)
            case "enter" if self.rows:
                self.post_message(self.Chosen(self, self.rows[self.at].name))
            case _:
                return
        event.stop()
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """A click chooses a row; on a value it takes the next one."""
        if 0 <= event.y < len(self.rows):
            self.at = event.y
            self.draw()
            if self.rows[self.at].choices:
                self.turn(1)
            else:
                self.post_message(self.Chosen(self, self.rows[self.at].name))
