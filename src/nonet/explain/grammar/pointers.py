"""Facts about cells that say where a digit is."""

from __future__ import annotations

from nonet.explain import phrases
from nonet.explain.grammar.base import Fact, Said
from nonet.messages import T
from nonet.step import Node


class Points(Fact):
    """By the rule just named, the one means the other; it `fails` if the other is not possible."""

    start: Node
    end: Node
    fails: bool = False

    def said(self) -> Said:
        if self.fails:
            return self.stated(T("If {start}, then {end}, but that is no longer possible."))
        return self.stated(T("{start}, so {end}."))


class Pointed(Fact):
    """Each candidate of the cell puts the digit into one of these places."""

    cell: int
    digit: int
    places: tuple[int, ...]

    def said(self) -> Said:
        places = phrases.CellChoice(self.places)
        return self.stated(T("Whatever is in {cell}, it says that {places} is {digit}."), places=places)
