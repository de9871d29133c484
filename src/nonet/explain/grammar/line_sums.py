"""Facts about clues that add up some cells of a line: how many these can be."""

from __future__ import annotations

from nonet.explain import phrases
from nonet.explain.grammar.base import Fact, Said
from nonet.explain.phrases import Phrase
from nonet.messages import TN, T


def _sum(digits: tuple[int, ...]) -> Phrase:
    """`8 + 7 = 15`; these are the digits themselves. Without any it is 0."""
    total = str(sum(digits))
    return f"{' + '.join(map(str, digits))} = {total}" if len(digits) > 1 else total


class CellsBetween(Fact):
    """How many cells are between two digits; with fewer, these digits make too little, and with more, too much."""

    digits: tuple[int, ...]
    counts: tuple[int, ...]
    fewer: tuple[int, ...]
    more: tuple[int, ...]

    def said(self) -> Said:
        slots: dict[str, Phrase] = {
            "counts": phrases.OneOf(tuple(map(str, self.counts))),
            "few": str(len(self.fewer)),
            "many": str(len(self.more)),
            "least": _sum(self.more),
            "most": _sum(self.fewer),
        }
        if self.counts == (0,):
            return self.stated(T("{digits} are next to each other."))
        if self.fewer and self.more:
            forms = TN(
                "There is {counts} cell between {digits}: with {few} the sum is at most {most}, with {many} at least "
                "{least}.",
                "There are {counts} cells between {digits}: with {few} the sum is at most {most}, with {many} at least "
                "{least}.",
            )
        elif self.more:
            forms = TN(
                "There is {counts} cell between {digits}: with {many} the sum is at least {least}.",
                "There are {counts} cells between {digits}: with {many} the sum is at least {least}.",
            )
        else:
            forms = TN(
                "There is {counts} cell between {digits}: with {few} the sum is at most {most}.",
                "There are {counts} cells between {digits}: with {few} the sum is at most {most}.",
            )
        return self.stated(forms, max(self.counts), **slots)


class NoOtherCrust(Fact):
    """In these cells the digit would have no place for the other one, so many cells away."""

    cells: tuple[int, ...]
    digit: int
    other: int

    def said(self) -> Said:
        forms = TN(
            "{digit} is not in {cells}: no cell that far from it can be {other}.",
            "{digit} is not in {cells}: no cell that far from them can be {other}.",
        )
        return self.stated(forms, len(self.cells), other=self.other)


class Between(Fact):
    """The sets of digits that can be between the two digits of a sandwich, wherever they are."""

    digits: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]

    def said(self) -> Said:
        sets = phrases.OneOf(tuple(map(phrases.DigitSet, self.sets)))
        return self.stated(T("Between {digits}, the sum can only be made by {sets}."), sets=sets)


class InOrOut(Fact):
    """Cells that are between the two digits wherever these are, or never; so they lack digits."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    inside: bool

    def said(self) -> Said:
        if self.inside:
            forms = TN(
                "{cells} is between them in any case, so it is not {digits}.",
                "{cells} are between them in any case, so they are not {digits}.",
            )
        else:
            forms = TN(
                "{cells} is never between them, where {digits} must be.",
                "{cells} are never between them, where {digits} must be.",
            )
        named = phrases.DigitChoice(self.digits) if self.inside else phrases.DigitList(self.digits)
        return self.stated(forms, len(self.cells), digits=named)


class WithFirst(Fact):
    """With these first digits an X-sum is at most, or at least, the sum of the digits `added`."""

    cell: int
    digits: tuple[int, ...]
    added: tuple[int, ...]
    most: bool

    def said(self) -> Said:
        message = T("If {cell} were {digits}, the sum would be at least {sum}.")
        if self.most:
            message = T("If {cell} were {digits}, the sum would be at most {sum}.")
        return self.stated(message, digits=phrases.DigitChoice(self.digits), sum=_sum(self.added))
