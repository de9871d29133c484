"""Dialogs: a list to choose from, help, settings, a text, a message while something takes time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from nonet.errors import NonetError
from nonet.faces.tui.keys import FILL, KEYS
from nonet.faces.tui.menu import Menu, Row
from nonet.faces.tui.screens import Dialog
from nonet.messages import LANGUAGES, catalogue

__all__ = ["HelpScreen", "PickScreen", "SettingsScreen", "TextScreen", "WaitScreen"]


class PickScreen(Dialog):
    """A title and rows to choose from; it ends with the name of the row."""

    def __init__(self, title: str, rows: list[tuple[str, str]]) -> None:
        super().__init__()
        self.heading = title
        self.rows = [Row(name, label) for name, label in rows]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False):
            yield Static(Content.styled(self.heading, "bold"), classes="title")
            yield Menu(self.rows, plain=self.play_app.plain)

    def on_mount(self) -> None:
        self.query_one(Menu).focus(scroll_visible=False)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.close(message.name)

    def on_key(self, event: events.Key) -> None:
        """y, a and n answer Yes and No. Textual also calls the handler of Dialog."""
        names = [row.name for row in self.rows]
        if names == ["no", "yes"] and event.character in ("y", "a", "n"):
            event.stop()
            event.prevent_default()
            self.close("no" if event.character == "n" else "yes")


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

    def on_key(self, event: events.Key) -> None:
        """Enter closes it too; j and k scroll."""
        box = self.query_one(VerticalScroll)
        if event.key in ("escape", "q", "enter", "question_mark", "f1"):
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
            return
        event.stop()
        event.prevent_default()


class HelpScreen(TextScreen):
    """Every key, and what the signs mean."""

    def __init__(self) -> None:
        super().__init__("", "")

    def compose(self) -> ComposeResult:
        self.heading = self.say("Help")
        self.text = help_text(self.say)
        yield from super().compose()


def help_text(say: Callable[..., str]) -> Content:
    """The help page."""
    parts = [
        Content(
            say(
                "Fill every row, column, box and other house of the board with all the digits, each of them once."
            )
        ),
        Content(""),
    ]
    width = max(len(key.shown) for key in KEYS)
    section = ""
    for key in KEYS:
        if not key.text:
            continue
        if key.section != section:
            section = key.section
            parts += [Content(""), Content.styled(say(section), "bold underline")]
            if section == FILL:
                parts.append(_line("1-9 A-P", say("write the digit; again: remove it"), width))
        parts.append(_line(key.shown, say(key.text), width))
    parts += [Content(""), Content.styled(say("Symbols"), "bold underline")]
    for sign, text in (
        ("!", say("conflict: the digit appears twice in a house")),
        ("✗", say("wrong; or a candidate that a hint eliminates")),
        ("a-h", say("colour of a cell or candidate")),
        ("╲ ╱ ╳ ▫", say("cell on a diagonal, in a window")),
        ("‹12›", say("centre notes; other small digits are corner notes")),
        (":", say("a small cell with notes, which are shown beside the board")),
    ):
        parts.append(_line(sign, text, width))
    parts += [
        Content(""),
        Content(
            say(
                "Mouse: click a cell; Shift-click or drag to select several; digits and keys can be clicked too."
            )
        ),
    ]
    return Content("\n").join(parts)


def _line(left: str, right: str, width: int) -> Content:
    return Content.assemble((left.ljust(width), "bold"), "  ", right)


class SettingsScreen(Dialog):
    """What the player prefers; a change holds at once."""

    def rows(self) -> list[Row]:
        say, settings = self.say, self.play_app.settings
        on_off = (("yes", say("yes")), ("no", say("no")))

        def flag(name: str, label: str) -> Row:
            return Row(name, label, on_off, "yes" if getattr(settings, name) else "no")

        return [
            Row(
                "check",
                say("Show mistakes"),
                (
                    ("off", say("never")),
                    ("rules", say("conflicts only")),
                    ("solution", say("all mistakes")),
                ),
                settings.check,
            ),
            flag("clean_notes", say("Remove notes automatically")),
            Row(
                "input",
                say("Input order"),
                (("cell", say("cell first")), ("digit", say("digit first"))),
                settings.input,
            ),
            flag("highlight_peers", say("Highlight row, column and box")),
            flag("highlight_same", say("Highlight equal digits")),
            flag("show_timer", say("Show the time")),
            flag("terminal_labels", say("Number rows and columns")),
            Row(
                "digits",
                say("Digits above 9"),
                (("numbers", say("10, 11, 12 …")), ("letters", say("A, B, C …"))),
                settings.digits,
            ),
            Row(
                "theme",
                say("Colours"),
                (
                    ("auto", say("match terminal")),
                    ("dark", say("dark")),
                    ("light", say("light")),
                    ("contrast", say("high contrast")),
                ),
                settings.theme,
            ),
            Row(
                "language",
                say("Language"),
                tuple((code, catalogue(code).name) for code in LANGUAGES),
                settings.language,
            ),
            Row("", say("Done")),
        ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False):
            yield Static(id="title", classes="title")
            yield Menu(self.rows(), plain=self.play_app.plain)

    def on_mount(self) -> None:
        self._show_title()
        self.query_one(Menu).focus(scroll_visible=False)

    def _show_title(self) -> None:
        self.query_one("#title", Static).update(Content.styled(self.say("Settings"), "bold"))

    def on_menu_changed(self, message: Menu.Changed) -> None:
        """Applies the new value at once."""
        value: object = message.value
        if message.value in ("yes", "no"):
            value = message.value == "yes"
        self.play_app.change_settings(**{message.name: value})
        self.query_one(Menu).set_rows(self.rows())
        self._show_title()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Enter on a value takes the next one; on Done it ends."""
        if message.name:
            message.menu.turn(1)
        else:
            self.close()


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
        self._make()

    @work(thread=True)
    def _make(self) -> None:
        try:
            result = self.make()
        except NonetError as error:
            result = self.play_app.trouble(error)
        self.app.call_from_thread(self._made, result)

    def _made(self, result: Any) -> None:
        self.close(result)
