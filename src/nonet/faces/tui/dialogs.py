"""The help page and the settings."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.content import Content

from nonet.faces.tui.keys import FILL, KEYS
from nonet.faces.tui.screens import Menu, PickScreen, Row, TextScreen
from nonet.messages import LANGUAGES, T, catalogue


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
    parts: list[Content | str] = [
        say(
            "Fill every row, column, box and other house of the board with all the digits, each of them once."
        ),
        "",
    ]
    width = max(len(key.shown) for key in KEYS)
    section = ""
    for key in KEYS:
        if not key.text:
            continue
        if key.section != section:
            section = key.section
            parts += ["", Content.styled(say(section), "bold underline")]
            if section == FILL:
                parts.append(_line("1-9 A-P", say("write the digit; again: remove it"), width))
        parts.append(_line(key.shown, say(key.text), width))
    parts += ["", Content.styled(say("Symbols"), "bold underline")]
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
        "",
        say(
            "Mouse: click a cell; Shift-click or drag to select several; digits and keys can be clicked too."
        ),
    ]
    return Content("\n").join(parts)


def _line(left: str, right: str, width: int) -> Content:
    return Content.assemble((left.ljust(width), "bold"), "  ", right)


_ON_OFF = (("yes", T("yes")), ("no", T("no")))
_THEMES = (
    ("auto", T("match terminal")),
    ("dark", T("dark")),
    ("light", T("light")),
    ("contrast", T("high contrast")),
)
_SETTINGS: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    (
        "check",
        T("Show mistakes"),
        (("off", T("never")), ("rules", T("conflicts only")), ("solution", T("all mistakes"))),
    ),
    ("clean_notes", T("Remove notes automatically"), _ON_OFF),
    ("input", T("Input order"), (("cell", T("cell first")), ("digit", T("digit first")))),
    ("highlight_peers", T("Highlight row, column and box"), _ON_OFF),
    ("highlight_same", T("Highlight equal digits"), _ON_OFF),
    ("show_timer", T("Show the time"), _ON_OFF),
    ("terminal_labels", T("Number rows and columns"), _ON_OFF),
    ("digits", T("Digits above 9"), (("numbers", T("10, 11, 12 …")), ("letters", T("A, B, C …")))),
    ("theme", T("Colours"), _THEMES),
)
"""The name of each setting, what it is called, and its values; `_ON_OFF` stands for true and false."""


class SettingsScreen(PickScreen):
    """What the player prefers; a change holds at once."""

    def rows(self) -> list[Row]:
        say, settings = self.say, self.play_app.settings
        rows = []
        for name, label, choices in _SETTINGS:
            value = getattr(settings, name)
            shown = {True: "yes", False: "no"}.get(value, value)
            rows.append(Row(name, say(label), tuple((choice, say(text)) for choice, text in choices), shown))
        languages = tuple((code, catalogue(code).name) for code in LANGUAGES)
        return [*rows, Row("language", say("Language"), languages, settings.language), Row("", say("Done"))]

    def heading(self) -> str:
        return self.say("Settings")

    def on_menu_changed(self, message: Menu.Changed) -> None:
        """Applies the new value at once."""
        value: object = message.value
        if message.value in ("yes", "no"):
            value = message.value == "yes"
        self.play_app.change_settings(**{message.name: value})
        self.query_one(Menu).set_rows(self.rows())
        self.update("title", Content.styled(self.heading(), "bold"))

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Enter on a value takes the next one; on Done it ends."""
        message.prevent_default()
        if message.name:
            message.menu.turn(1)
        else:
            self.close()
