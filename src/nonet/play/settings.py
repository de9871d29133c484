"""The player's settings, shared by the terminal and the page and kept in the store."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from nonet.arguments import clear_type_errors
from nonet.explain.voice import LETTERS, WORDS
from nonet.fields import Choice, Some, String, to_plain
from nonet.messages import LANGUAGES, T
from nonet.play.errors import PlayError, as_play_error

Language = Annotated[str, Choice(LANGUAGES)]


@dataclass(frozen=True, kw_only=True)
@clear_type_errors
class Settings:
    """Preferences.

    `check`: mistakes are not shown, those against the rules are, or those against the solution. `clean_notes`:
    a digit that is put disappears from the notes of its peers. `input`: first the cell or first the digit. `digits`:
    those from 10 on are written as numbers or as letters. `labels`: rows and columns of the page's board have numbers;
    `terminal_labels`: those of the terminal's. `accent`, `sound` and `haptics` are for the page alone. `name`: what
    others in the household call the player.

    >>> Settings().changed({"check": "off"}).check
    'off'
    >>> Settings().changed({"check": "maybe"})
    Traceback (most recent call last):
        ...
    nonet.play.errors.PlayError: check: expected one of off, rules, solution, not 'maybe'
    """

    check: Annotated[str, Choice(("off", "rules", "solution"))] = "rules"
    clean_notes: bool = True
    language: Language = "en"
    theme: Annotated[str, Choice(("auto", "light", "dark", "contrast"))] = "auto"
    input: Annotated[str, Choice(("cell", "digit"))] = "cell"
    highlight_peers: bool = True
    highlight_same: bool = True
    show_timer: bool = True
    digits: Annotated[str, Choice(("numbers", "letters"))] = "numbers"
    labels: bool = False
    terminal_labels: bool = True
    accent: Annotated[str, Choice(("blue", "green", "plum", "rust", "slate"))] = "blue"
    sound: bool = False
    haptics: bool = False
    name: Annotated[str, String(0, 30, printable=True)] = ""

    @property
    def voice(self) -> str:
        """The language as `explain.voice` names it: cells in words, and how digits are written.

        >>> Settings(digits="letters").voice
        'en@letters@words'
        """
        return self.language + ("" if self.digits == "numbers" else LETTERS) + WORDS

    def changed(self, changes: object) -> Settings:
        """With these changes; a PlayError names what is wrong."""
        with as_play_error():
            return replace(self, **Some(Settings).check(changes, "", None))

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return to_plain(self)

    @staticmethod
    def from_json(record: Mapping[str, Any]) -> Settings:
        """From plain data; what is not known or not valid (another version wrote it) is as usual."""
        settings = Settings()
        for name, value in record.items():
            with suppress(PlayError):
                settings = settings.changed({name: value})
        return settings


@dataclass(frozen=True)
class SettingWords:
    """What a setting is called, what its values are called, and what it means. One that is on or off has no values."""

    title: str
    values: dict[str, str] = field(default_factory=dict)
    about: str = ""


SETTING_WORDS = {
    "check": SettingWords(
        T("Show mistakes"),
        {"off": T("never"), "rules": T("conflicts only"), "solution": T("all mistakes")},
        T(
            "Conflicts: the same digit twice in a row, column or box. All mistakes: every digit that differs from the "
            "solution."
        ),
    ),
    "clean_notes": SettingWords(T("Remove notes automatically")),
    "language": SettingWords(T("Language")),
    "theme": SettingWords(
        T("Colours"),
        {"auto": T("System"), "light": T("light"), "dark": T("dark"), "contrast": T("high contrast")},
    ),
    "input": SettingWords(
        T("Input order"),
        {"cell": T("cell first"), "digit": T("digit first")},
        T("With the digit first, every cell you tap or click takes that digit."),
    ),
    "highlight_peers": SettingWords(T("Highlight row, column and box")),
    "highlight_same": SettingWords(T("Highlight equal digits")),
    "show_timer": SettingWords(T("Show the time")),
    "digits": SettingWords(T("Digits above 9"), {"numbers": T("10, 11, 12 …"), "letters": T("A, B, C …")}),
    "labels": SettingWords(T("Number the rows and columns")),
    "terminal_labels": SettingWords(T("Number rows and columns")),
    "accent": SettingWords(
        T("Accent"),
        {"blue": T("Blue"), "green": T("Green"), "plum": T("Plum"), "rust": T("Rust"), "slate": T("Slate")},
    ),
    "sound": SettingWords(T("Sounds")),
    "haptics": SettingWords(T("Vibration")),
    "name": SettingWords(T("Your name"), about=T("Others in your household see it.")),
}
"""For the terminal, and for the page, which has them as `setting_words.js` (`make api-types`)."""
