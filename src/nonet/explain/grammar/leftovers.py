"""Facts about what rows or columns, and as many regions of a jigsaw, do not share."""

from __future__ import annotations

from nonet.explain import phrases
from nonet.explain.grammar.base import Fact, Message, Said
from nonet.messages import TN, T


class SameLeftovers(Fact):
    """As many houses as `regions`, with the same digits; so the cells of the houses alone and the `rest` are alike."""

    houses: tuple[int, ...]
    regions: tuple[int, ...]
    cells: tuple[int, ...]
    rest: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(
            TN(
                "{houses} hold every digit as often as {regions}. Without the cells that they share, only {cells} "
                "remains on one side and {rest} on the other, so these two are equal.",
                "{houses} hold every digit as often as {regions}. Without the cells that they share, {cells} "
                "remain on one side and {rest} on the other, so these hold the same digits.",
            ),
            len(self.cells),
            regions=phrases.HouseList(self.regions),
            rest=phrases.CellList(self.rest),
        )


class LeftoverLacks(Fact):
    """None of the cells can be these digits; so none of the `rest`, which hold the same, can."""

    digits: tuple[int, ...]
    cells: tuple[int, ...]
    rest: tuple[int, ...]

    def said(self) -> Said:
        forms = TN(
            "{cells} cannot be {digits}, so {rest} cannot be either.",
            "None of {cells} can be {digits}, so {rest} cannot be either.",
        )
        digits, rest = phrases.DigitChoice(self.digits), phrases.CellList(self.rest)
        return self.stated(forms, len(self.cells), digits=digits, rest=rest)


class LeftoverFull(Fact):
    """The digit is in `filled`, as often as the cells on the other side can hold it: all of them, or one of several
    that see each other. So no cell of the `rest` holds it.
    """

    digit: int
    cells: tuple[int, ...]
    filled: tuple[int, ...]
    rest: tuple[int, ...]

    def said(self) -> Said:
        forms: Message = TN(
            "On one side only {cells} can be {digit}, and on the other {filled} is {digit} already: no {digit} is left "
            "for {rest}.",
            "On one side only {cells} can be {digit}, and on the other {filled} are {digit} already: no {digit} is "
            "left for {rest}.",
        )
        if len(self.cells) > len(self.filled):
            forms = T(
                "On one side only one of {cells} can be {digit}, since they see each other, and on the other {filled} "
                "is {digit} already: no {digit} is left for {rest}."
            )
        filled, rest = phrases.CellList(self.filled), phrases.CellList(self.rest)
        return self.stated(forms, len(self.filled), filled=filled, rest=rest)


class LeftoverPlaces(Fact):
    """The digit is in `filled` on one side, and has no more places on the other than these cells."""

    digit: int
    cells: tuple[int, ...]
    filled: tuple[int, ...]

    def said(self) -> Said:
        forms = TN(
            "On one side {filled} is {digit}, and on the other only {cells} can be.",
            "On one side {filled} are {digit}, and on the other only {cells} can be.",
        )
        return self.stated(forms, len(self.filled), filled=phrases.CellList(self.filled))
