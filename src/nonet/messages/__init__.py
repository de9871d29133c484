"""What nonet says to people, in every language it speaks.

Messages are written in English where they are used, with slots: `say("Solved in {time}.", time=clock)`. One
gettext catalogue a language translates them for the command, the explanations, the terminal game and the page:

    cs.po       the translations, edited by people
    cs.mo       the same, compiled; read at run time
    nonet.pot   every message in the code, in English

`make messages` collects the messages, compiles the catalogues and writes the page's JSON. **To add a language**,
copy `nonet.pot` to its code (`de.po`), translate it and run `make messages`; nothing else lists the languages.

A message without a translation is said in English.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from nonet.errors import NonetError

if TYPE_CHECKING:
    from gettext import NullTranslations

__all__ = ["LANGUAGES", "TN", "Catalogue", "T", "catalogue"]

FOLDER = os.path.dirname(__file__)

LANGUAGES: tuple[str, ...] = (
    "en",
    *sorted(name.removesuffix(".mo") for name in os.listdir(FOLDER) if name.endswith(".mo")),
)
"""The codes of the languages, English first."""


def T(message: str) -> str:  # noqa: N802 — a mark, kept short
    """Marks a message for translation, where it is defined far from where it is said."""
    return message


def TN(one: str, several: str) -> tuple[str, str]:  # noqa: N802
    """Marks a message that depends on a number: the forms for one and for several, in English."""
    return one, several


class Catalogue:
    """The messages of one language.

    >>> catalogue("cs").say("{all} and {last}", all="1, 2", last=3)
    '1, 2 a 3'
    >>> catalogue("cs").count(("row {numbers}", "rows {numbers}"), 2, numbers="1 a 2")
    'řádky 1 a 2'
    """

    def __init__(self, language: str, translations: NullTranslations) -> None:
        self.language = language
        self._translations = translations

    def say(self, message: str, /, **slots: object) -> str:
        """The message in this language, its slots filled."""
        text = self._translations.gettext(message)
        return text.format(**slots) if slots else text

    def count(self, forms: tuple[str, str], number: int, /, **slots: object) -> str:
        """The form of the message for this number; `{n}` in it is the number."""
        return self._translations.ngettext(*forms, number).format(n=number, **slots)

    @lru_cache(maxsize=1 << 12)  # noqa: B019 - catalogues are remembered anyway
    def pieces(self, message: str | tuple[str, str], number: int = 1) -> tuple[tuple[str, str, str], ...]:
        """The message taken apart: a text, and the slot after it with its form; the last may have no slot.

        >>> catalogue("cs").pieces("{house:in} only {digit} is missing.")
        (('', 'house', 'in'), (' chybí už jen ', 'digit', ''), ('.', '', ''))
        """
        from string import Formatter

        forms = (message,) if isinstance(message, str) else message
        said = (
            self._translations.gettext(*forms)
            if len(forms) == 1
            else self._translations.ngettext(*forms, number)
        )
        return tuple((text, slot or "", form or "") for text, slot, form, _ in Formatter().parse(said))

    @property
    def name(self) -> str:
        """What the language calls itself: English, čeština."""
        # Translators: the name of your language, as it is written in a menu of languages.
        return self.say(T("English"))


@cache
def catalogue(language: str = "en") -> Catalogue:
    """The catalogue of a language; the error for an unknown one names those there are."""
    from gettext import GNUTranslations, NullTranslations

    if language not in LANGUAGES:
        raise NonetError(f"unknown language {language!r}; choose from {', '.join(LANGUAGES)}")
    if language == "en":
        return Catalogue(language, NullTranslations())
    with open(os.path.join(FOLDER, f"{language}.mo"), "rb") as file:
        return Catalogue(language, GNUTranslations(file))
