"""Facts about what cells can hold together, and what they must hold; "there" is in the cells of the rule just named."""

from __future__ import annotations

from nonet.explain import phrases
from nonet.explain.grammar.base import Fact, Said
from nonet.messages import TN, T


class Span(Fact):
    """A cell is at least `digit` (or at most), so `count` consecutive digits, of which it has one, are at least `bound`
    (or at most). `known`: the cell is filled.
    """

    cell: int
    digit: int
    bound: int
    count: int
    least: bool
    known: bool

    def said(self) -> Said:
        message = {
            (True, True): T(
                "{cell} is {digit}, so none of the {count} consecutive digits is less than {bound}."
            ),
            (True, False): T(
                "{cell} is at least {digit}, so none of the {count} consecutive digits is less than {bound}."
            ),
            (False, True): T(
                "{cell} is {digit}, so none of the {count} consecutive digits is greater than {bound}."
            ),
            (False, False): T(
                "{cell} is at most {digit}, so none of the {count} consecutive digits is greater than {bound}."
            ),
        }[self.least, self.known]
        return self.stated(message, bound=self.bound)


class Lacks(Fact):
    """None of the cells holds these digits or can hold them."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(
            T("None of the cells {cells} can be {digits}."), digits=phrases.DigitChoice(self.digits)
        )


class Missing(Fact):
    """Digits that the cells of a rule must still hold, each as often as listed; or, as a `choice`, one of them."""

    digits: tuple[int, ...]
    choice: bool = False

    def said(self) -> Said:
        if self.choice:
            return self.stated(
                T("One of these digits is still missing there: {digits}."),
                digits=phrases.DigitChoice(self.digits),
            )
        if len(self.digits) > 1 and len(set(self.digits)) == 1:
            return self.stated(
                T("The digit {digit} is still missing there {times} times."),
                digit=self.digits[0],
                times=str(len(self.digits)),
            )
        forms = TN(
            "The digit {digits} is still missing there.", "The digits {digits} are still missing there."
        )
        return self.stated(forms, len(self.digits), digits=phrases.AllOf(self.digits))


class RoomOnlyIn(Fact):
    """What is missing or needed, as just said, can go into these cells alone, and takes them all."""

    digits: tuple[int, ...]
    cells: tuple[int, ...]

    def said(self) -> Said:
        forms = TN(
            "The only cell left for that is {cells}.",
            "The only cells left for that are {cells}, so no other digit fits into them.",
        )
        return self.stated(forms, len(self.cells))


class CountedOut(Fact):
    """Digits that are there `times` times already and not allowed more often; or, if `few`, that can be there at most
    so many times, which is too few.
    """

    digits: tuple[int, ...]
    times: int
    few: bool = False

    def said(self) -> Said:
        digits = phrases.DigitChoice(self.digits)
        if self.few:
            forms = TN(
                "Only {times} cell there can be {digits}, and that is not enough.",
                "Only {times} cells there can be {digits}, and that is not enough.",
            )
            return self.stated(forms, self.times, digits=digits)
        if not self.times:
            return self.stated(T("No cell there may be {digits}."), digits=digits)
        forms = TN(
            "{times} cell there is {digits} already, and no other may be.",
            "{times} cells there are {digits} already, and no other may be.",
        )
        return self.stated(forms, self.times, digits=digits)
