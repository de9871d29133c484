"""What a fact is: one statement, as a value, in no language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from nonet.explain.phrases import Phrase, Subjects, subjects


class Said(NamedTuple):
    """A sentence in English, with slots, and the phrases for them.

    A sentence whose form depends on a number has two forms: for one and for several.
    """

    message: str | tuple[str, str]
    slots: Mapping[str, Phrase]
    number: int = 1


@dataclass(frozen=True, kw_only=True)
class Fact(ABC):
    """One statement. At `depth` 0 it is a sentence of the text; deeper ones are lines of their own, indented."""

    depth: int = 0
    paragraph: bool = False
    """Whether a new line begins with it."""

    @abstractmethod
    def said(self) -> Said:
        """The sentence."""

    @property
    def subjects(self) -> Subjects:
        """The cells, houses and digits that the sentence names.

        >>> from nonet.explain.grammar import OnlyPlaces
        >>> OnlyPlaces((5,), (3,), (27, 35)).subjects
        Subjects(cells=(27, 35), houses=(3,), digits=(5,))
        """
        return subjects(self.said().slots.values())
