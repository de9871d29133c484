"""The player's settings, shared by the terminal and the page and kept in the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from nonet.explain.voice import LETTERS, WORDS
from nonet.messages import LANGUAGES
from nonet.play.errors import PlayError

__all__ = ["ACCENTS", "CHECKS", "DIGITS", "INPUTS", "THEMES", "Settings"]

CHECKS = ("off", "rules", "solution")
INPUTS = ("cell", "digit")
DIGITS = ("numbers", "letters")
ACCENTS = ("blue", "green", "plum", "rust", "slate")
THEMES = ("auto", "light", "dark", "contrast")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Preferences.

    `check`: mistakes are not shown, those against the rules are, or those against the solution. `clean_notes`:
    a digit that is put disappears from the notes of its peers. `input`: first the cell or first the digit. `digits`:
    those from 10 on are written as numbers or as letters. `labels`: rows and columns of the page's board have numbers;
    `terminal_labels`: those of the terminal's. `accent`, `sound` and `haptics` are for the page alone.

    >>> Settings().changed({"check": "off"}).check
    'off'
    >>> Settings().changed({"check": "maybe"})
    Traceback (most recent call last):
        ...
    nonet.play.errors.PlayError: check: expected one of off, rules, solution, not 'maybe'
    """

    check: str = "rules"
    clean_notes: bool = True
    language: str = "en"
    theme: str = "auto"
    input: str = "cell"
    highlight_peers: bool = True
    highlight_same: bool = True
    show_timer: bool = True
    digits: str = "numbers"
    labels: bool = False
    terminal_labels: bool = True
    accent: str = "blue"
    sound: bool = False
    haptics: bool = False

    @property
    def voice(self) -> str:
        """The language as `explain.voice` names it: cells in words, and how digits are written.

        >>> Settings(digits="letters").voice
        'en@letters@words'
        """
        return self.language + ("" if self.digits == "numbers" else LETTERS) + WORDS

    def changed(self, changes: object) -> Settings:
        """With these changes; a PlayError names what is wrong."""
        if not isinstance(changes, Mapping):
            raise PlayError("settings are an object of names and values")
        for name, value in changes.items():
            _check(name, value)
        return replace(self, **dict(changes))

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @staticmethod
    def from_json(record: Mapping[str, Any]) -> Settings:
        """From plain data; what is not known or not valid (another version wrote it) is as usual."""
        valid = {}
        for name, value in record.items():
            try:
                _check(name, value)
            except PlayError:
                continue
            valid[name] = value
        return Settings(**valid)


_CHOICES = {
    "check": CHECKS,
    "language": LANGUAGES,
    "theme": THEMES,
    "input": INPUTS,
    "digits": DIGITS,
    "accent": ACCENTS,
}


def _check(name: object, value: object) -> None:
    if name not in {field.name for field in fields(Settings)}:
        raise PlayError("unknown setting", where=str(name)[:40])
    assert isinstance(name, str)
    if name in _CHOICES:
        if not isinstance(value, str) or value not in _CHOICES[name]:
            raise PlayError(f"expected one of {', '.join(_CHOICES[name])}, not {value!r:.40}", where=name)
    elif not isinstance(value, bool):
        raise PlayError(f"expected true or false, not {value!r:.40}", where=name)
