"""What a fact is: one statement, as a value, in no language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any, ClassVar, NamedTuple, dataclass_transform

from nonet.explain.phrases import CellList, DigitList, HouseList, Phrase, Subjects, subjects

Message = str | tuple[str, str]
"""A sentence in English with slots; one whose form depends on a number has two forms: for one and for several."""


class Said(NamedTuple):
    """A sentence, the phrases for its slots, and the number that chooses its form."""

    message: Message
    slots: Mapping[str, Phrase]
    number: int = 1


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _Declared:
    """Every subclass is a dataclass: frozen for type checkers; at run time that would make it take thrice as long to
    create a fact.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        dataclass(unsafe_hash=True, **options)(cls)


class Fact(_Declared, kw_only=True):
    """One statement. At `depth` 0 it is a sentence of the text; deeper ones are lines of their own, indented.

    A subclass has its data and one `sentence`, or several in `said`. Slots are named after fields.
    """

    depth: int = 0
    paragraph: bool = False
    """Whether a new line begins with it."""
    sentence: ClassVar[Message] = ""
    counted: ClassVar[str] = ""
    """The field whose items choose the form of the sentence, if it has two."""

    def said(self) -> Said:
        """The sentence."""
        return self.stated(self.sentence, len(getattr(self, self.counted)) if self.counted else 1)

    def stated(self, message: Message, number: int = 1, /, **phrases: Phrase) -> Said:
        """A sentence whose slots have these phrases, as far as it uses them; other slots are said as their fields."""
        names = _slots(message)
        slots = {name: self._phrase(name) for name in names if name not in phrases}
        slots |= {name: phrase for name, phrase in phrases.items() if name in names}
        return Said(message, slots, number)

    def _phrase(self, slot: str) -> Phrase:
        """The field that a slot is named after, in the singular or the plural."""
        value: Any = getattr(self, slot) if hasattr(self, slot) else getattr(self, f"{slot}s")
        if slot in _LISTS:
            return _LISTS[slot](value if isinstance(value, tuple) else (value,))
        phrase: Phrase = str(value) if isinstance(value, int) and slot != "digit" else value
        return phrase

    @property
    def subjects(self) -> Subjects:
        """The cells, houses and digits that the sentence names.

        >>> from nonet.explain.grammar import OnlyPlaces
        >>> OnlyPlaces((5,), (3,), (27, 35)).subjects
        Subjects(cells=(27, 35), houses=(3,), digits=(5,))
        """
        return subjects(self.said().slots.values())


_LISTS: dict[str, type[CellList | HouseList | DigitList]] = {
    **dict.fromkeys(("cell", "cells", "others", "fins"), CellList),
    **dict.fromkeys(("house", "houses", "bases", "covers", "line", "box"), HouseList),
    "digits": DigitList,
}
"""The slots that name cells, houses and digits. Text, nodes and one digit stand for themselves."""


@cache
def _slots(message: Message) -> tuple[str, ...]:
    """The slots of a sentence in their order; `n` is its number, which has no phrase."""
    forms = (message,) if isinstance(message, str) else message
    names = [name for form in forms for _, name, _, _ in Formatter().parse(form) if name]
    return tuple(name for name in dict.fromkeys(names) if name != "n")
