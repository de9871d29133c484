"""What all screens of the game are made of: a list to choose from, a screen with such a list, dialogs.

Keys may be typed faster than screens open and close: Textual hands them to the screen that is on top when they
arrive, and by the time that screen gets to them another one may be. The player had not seen that one yet, so such
keys are dropped. And a screen closes only itself, once.

Textual calls a handler `on_key` of every base class; ours are methods `take_key`, which override each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, cast

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Static

from nonet.errors import NonetError
from nonet.faces.tui.base import PlayBase


class KeyTaker(MessagePump):
    """Takes keys while its screen is on top.

    No widget itself: of several bases, Textual takes the styles of the first that is one.
    """

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Key) or cast("Widget", self).screen.is_active:
            await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        if self.take_key(event):
            event.stop()
            event.prevent_default()

    def take_key(self, event: events.Key) -> bool:
        """Does what the key stands for, and says whether it stands for anything."""
        raise NotImplementedError


class PlayScreen(KeyTaker, Screen[ScreenResultType]):
    """A screen that speaks the player's language."""

    @property
    def play_app(self) -> PlayBase:
        return cast("PlayBase", self.app)

    def say(self, text: str, /, **slots: object) -> str:
        return self.play_app.say(text, **slots)

    def take_key(self, event: events.Key) -> bool:
        if event.key in ("escape", "q"):
            self.close()
        return event.key in ("escape", "q")

    def close(self, result: ScreenResultType | None = None) -> None:
        """Ends this screen with a result; nothing if it is not on top (any more)."""
        if self.is_active and not self.app._exit:
            self.dismiss(result)

    def update(self, name: str, text: str | Content) -> None:
        """Shows a text in the widget of that name."""
        self.query_one(f"#{name}", Static).update(Content(text) if isinstance(text, str) else text)

    @work(thread=True, exclusive=True)
    def in_background(self, make: Callable[[], Any], then: Callable[[Any], object]) -> None:
        """Calls `make` in a thread, and `then` with what it gives, or with an error message."""
        try:
            result = make()
        except NonetError as error:
            result = self.play_app.trouble(error)
        self.app.call_from_thread(then, result)

    def show_foot(self, keys: list[tuple[str, str]]) -> None:
        """Shows keys and what they do."""
        self.update("foot", Content("  ").join([self.play_app.chip(key, label) for key, label in keys]))

    def tell(self, title: str, text: str | Content) -> None:
        """Shows a text to read."""
        self.app.push_screen(TextScreen(title, text))

    def complain(self, trouble: NonetError | str) -> None:
        """Shows an error message."""
        text = trouble if isinstance(trouble, str) else self.play_app.trouble(trouble)
        self.tell(self.say("That did not work"), text)

    def pick(self, title: str, rows: list[tuple[str, str]], then: Callable[[str], None]) -> None:
        """Lets the player choose a row; `then` gets its name, unless that is empty or nothing was chosen."""
        self.app.push_screen(PickScreen(title, rows), lambda name: then(name) if name else None)

    def ask(self, question: str, then: Callable[[], None]) -> None:
        """Calls `then` if the player says yes."""
        rows = [("no", self.say("No")), ("yes", self.say("Yes"))]
        self.pick(question, rows, lambda answer: then() if answer == "yes" else None)


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


class Menu(KeyTaker, Static):
    """Up and down to move, left and right to change a value, Enter to choose; or the mouse."""

    can_focus = True
    DEFAULT_CSS = "Menu { width: 1fr; height: auto; text-wrap: nowrap; text-overflow: ellipsis; }"

    @dataclass
    class Chosen(Message):
        """Enter on a row, or a click."""

        menu: Menu
        name: str

    @dataclass
    class Changed(Message):
        """The value of a row changed."""

        menu: Menu
        name: str
        value: str

    def __init__(self, rows: list[Row], *, id: str | None = None, plain: bool = False) -> None:  # noqa: A002
        super().__init__(id=id)
        self.rows = rows
        self.at = 0
        self.plain = plain

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

    def take_key(self, event: events.Key) -> bool:
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
                return False
        return True

    def on_click(self, event: events.Click) -> None:
        """A click chooses a row; on a value it takes the next one."""
        if 0 <= event.y < len(self.rows):
            self.at = event.y
            self.draw()
            if self.rows[self.at].choices:
                self.turn(1)
            else:
                self.post_message(self.Chosen(self, self.rows[self.at].name))


class DrawnScreen(PlayScreen[ScreenResultType]):
    """A screen that `show` draws, again whenever it comes back."""

    def on_mount(self) -> None:
        self.show()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.show()

    def show(self) -> None:
        """Redraws everything."""
        raise NotImplementedError


class ListScreen(DrawnScreen[ScreenResultType]):
    """A title, a few lines of text, a list to choose from, and the keys at the foot; subclasses give them."""

    HEADING: str

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with VerticalScroll(classes="list", can_focus=False):
            yield Static(id="text", classes="words")
            yield Menu([Row("", "")], plain=self.play_app.plain)
        yield Static(id="foot")

    def on_mount(self) -> None:
        self.query_one(Menu).focus(scroll_visible=False)

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
        try:
            text, rows = self.text(), self.rows()
        except NonetError as error:  # the file of saved games cannot be read
            text, rows = Content(self.play_app.trouble(error)), []
        self.update("head", f" {self.say(self.HEADING)}")
        self.update("text", text)
        self.query_one(Menu).set_rows(rows)
        self.show_foot(self.keys())


class Dialog(PlayScreen[Any], ModalScreen[Any]):
    """A box in the middle."""


class PickScreen(Dialog):
    """A title and rows to choose from; it ends with the name of the row."""

    def __init__(self, title: str = "", rows: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__()
        self._heading = title
        self._rows = [Row(name, label) for name, label in rows]

    def heading(self) -> str:
        return self._heading

    def rows(self) -> list[Row]:
        return self._rows

    def texts(self) -> ComposeResult:
        """What stands between the title and the rows."""
        yield from ()

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False):
            yield Static(Content.styled(self.heading(), "bold"), id="title", classes="title")
            yield from self.texts()
            yield Menu(self.rows(), plain=self.play_app.plain)

    def on_mount(self) -> None:
        self.query_one(Menu).focus(scroll_visible=False)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.close(message.name)

    def take_key(self, event: events.Key) -> bool:
        """y, a and n answer Yes and No."""
        names = [row.name for row in self.rows()]
        if names == ["no", "yes"] and event.character in ("y", "a", "n"):
            self.close("no" if event.character == "n" else "yes")
            return True
        return super().take_key(event)


class TextScreen(Dialog):
    """A text to read."""

    def __init__(self, title: str, text: str | Content) -> None:
        super().__init__()
        self.heading = title
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog wide"):
            yield Static(Content.styled(self.heading, "bold"), classes="title")
            yield Static(self.text if isinstance(self.text, Content) else Content(self.text))
            yield Static(Content(self.say("Press Esc to close.")), classes="closing")

    def on_mount(self) -> None:
        """Focuses the text, so that keys scroll it."""
        self.query_one(VerticalScroll).focus()

    def take_key(self, event: events.Key) -> bool:
        """Enter closes it too; j and k scroll."""
        box = self.query_one(VerticalScroll)
        if event.key in ("enter", "question_mark", "f1"):
            self.close()
        elif event.key in ("j", "down"):
            box.scroll_relative(y=1, animate=False)
        elif event.key in ("k", "up"):
            box.scroll_relative(y=-1, animate=False)
        elif event.key in ("space", "pagedown"):
            box.scroll_page_down(animate=False)
        elif event.key == "pageup":
            box.scroll_page_up(animate=False)
        else:
            return super().take_key(event)
        return True


class WaitScreen(Dialog):
    """Makes something in the background, and says so. It ends with the result, or with an error message."""

    def __init__(self, make: Callable[[], Any]) -> None:
        super().__init__()
        self.make = make

    def compose(self) -> ComposeResult:
        """Usually the game is ready before this can be read."""
        with Container(classes="dialog"):
            yield Static(Content(self.say("One moment… (Esc cancels)")))

    def on_mount(self) -> None:
        self.in_background(self.make, self.close)
