"""The help page and the settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.content import Content

from nonet.faces.tui.keys import FILL, KEYS
from nonet.faces.tui.screens import Menu, PickScreen, PlayScreen, Row
from nonet.messages import LANGUAGES, T, catalogue
from nonet.play.settings import SETTING_WORDS


def show_help(screen: PlayScreen[Any]) -> None:
    screen.tell(screen.say("Help"), help_text(screen.say))


def help_text(say: Callable[..., str]) -> Content:
    """The help page: every key, and what the signs mean."""
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


_ON_OFF = {"yes": T("yes"), "no": T("no")}
"""The values of a setting that is true or false."""
_THEMES = ("auto", "dark", "light", "contrast")
_MATCH_TERMINAL = T("match terminal")
_SETTINGS = (
    *("check", "clean_notes", "input", "highlight_peers", "highlight_same", "show_timer", "terminal_labels"),
    *("digits", "theme", "language"),
)


class SettingsScreen(PickScreen):
    """What the player prefers; a change holds at once."""

    def rows(self) -> list[Row]:
        say, settings = self.say, self.play_app.settings
        rows = []
        for name in _SETTINGS:
            words, value = SETTING_WORDS[name], getattr(settings, name)
            choices = {choice: say(text) for choice, text in (words.values or _ON_OFF).items()}
            if name == "theme":
                choices = {theme: choices[theme] for theme in _THEMES} | {"auto": say(_MATCH_TERMINAL)}
            elif name == "language":
                choices = {code: catalogue(code).name for code in LANGUAGES}
            shown = {True: "yes", False: "no"}.get(value, value)
            rows.append(Row(name, say(words.title), tuple(choices.items()), shown))
        return [*rows, Row("", say("Done"))]

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
