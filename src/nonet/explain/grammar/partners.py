"""Facts about cells that a rule relates: what a cell is at least or at most, digits without a partner, twins, ends.

The rule was named before; what it says of the cells decides.
"""

from __future__ import annotations

from nonet.explain import phrases
from nonet.explain.grammar.base import Fact, Said
from nonet.messages import TN, T

MOST_LISTED = 4
"""More candidates than this are not listed."""


class Bounds(Fact):
    """What the digits of cells, one after the other, are at least; or at most, if not `least`.

    `apart`: some of them cannot be equal, because the cells see each other.
    """

    cells: tuple[int, ...]
    bounds: tuple[int, ...]
    least: bool
    apart: bool = False

    def said(self) -> Said:
        if len(self.cells) == 2 and not self.apart:
            message = T("{one} is at most {first}, so {other} is at most {second}.")
            if self.least:
                message = T("{one} is at least {first}, so {other} is at least {second}.")
            one, other = (phrases.CellList((cell,)) for cell in self.cells)
            return self.stated(message, one=one, other=other, first=self.bounds[0], second=self.bounds[1])
        message = T("Along {cells} the digits are at most {bounds}.")
        if self.least:
            message = T("Along {cells} the digits are at least {bounds}.")
        if self.apart:
            message = T(
                "Along {cells} the digits are at most {bounds}, because cells that see each other differ."
            )
            if self.least:
                message = T(
                    "Along {cells} the digits are at least {bounds}, because cells that see each other differ."
                )
        return self.stated(message, cells=phrases.CellPath(self.cells), bounds=phrases.AllOf(self.bounds))


class NoPartner(Fact):
    """Digits of cells that go with no digit at all or, if `others` names a cell, with none that it can `have`.

    Of one digit alone the fact says which digits would go with it (`needed`), if there are few.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    others: tuple[int, ...] = ()
    have: tuple[int, ...] = ()
    needed: tuple[int, ...] = ()

    def said(self) -> Said:
        digits = phrases.DigitChoice(self.digits)
        if not self.others:
            return self.stated(T("No digit goes with {digits} {cells:in}."), digits=digits)
        if self.needed and len(self.have) > 1:
            needed = phrases.DigitChoice(self.needed)
            return self.stated(
                T("{digits} {cells:in} would need {needed} {others:in}."), digits=digits, needed=needed
            )
        if len(self.have) <= MOST_LISTED:
            have = phrases.DigitChoice(self.have)
            return self.stated(
                T("With {have} {others:in}, {cells} cannot be {digits}."), digits=digits, have=have
            )
        return self.stated(T("No candidate {others:of} goes with {digits} {cells:in}."), digits=digits)


class SamePartner(Fact):
    """With any of these digits in the cell, fewer digits than cells are left for others, which see each other.

    `left`: what one digit would leave for both of two cells.
    """

    cell: int
    digits: tuple[int, ...]
    others: tuple[int, ...]
    left: int = 0

    def said(self) -> Said:
        digits = phrases.DigitChoice(self.digits)
        if self.left:
            return self.stated(
                T("With {digits} {cell:in}, {others} would both be {left}, but they see each other."),
                digits=digits,
                left=self.left,
            )
        if len(self.others) == 2:
            return self.stated(
                T("With {digits} {cell:in}, {others} would have to be equal, but they see each other."),
                digits=digits,
            )
        return self.stated(
            T("With {digits} {cell:in}, too few digits would be left for {others}, which see each other."),
            digits=digits,
        )


class SameDigit(Fact):
    """The cells hold the same digit, and these are all that each of them can hold; `gone`: what some can hold.

    The shorter of the two lists is told.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    gone: tuple[int, ...]

    def said(self) -> Said:
        if len(self.gone) < len(self.digits):
            gone = phrases.DigitChoice(self.gone)
            return self.stated(
                T("{cells} hold the same digit, and not all of them can be {gone}."), gone=gone
            )
        forms = TN(
            "{cells} hold the same digit, and the only one that they have in common is {digits}.",
            "{cells} hold the same digit, and they have only {digits} in common.",
        )
        return self.stated(forms, len(self.digits))


class InTurn(Fact):
    """Two kinds of digits take turns from cell to cell: these cells hold the first kind, others the `opposite` one."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    others: tuple[int, ...]
    opposite: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(
            T("Digits of {one} and of {other} take turns: {one} {cells:in}, {other} {others:in}."),
            one=phrases.DigitSet(self.digits),
            other=phrases.DigitSet(self.opposite),
        )


class EndIs(Fact):
    """What an end of a line is at most if it is the `smaller` one, or at least if it is the greater one; or both ends.

    The reason is that the other cells, which differ from each other, must be greater, or smaller. Without a `bound` the
    cell cannot be that end.
    """

    cells: tuple[int, ...]
    smaller: bool
    bound: int
    others: tuple[int, ...]

    def said(self) -> Said:
        if not self.bound:
            forms = TN(
                "{cells} cannot be the greater end, because {others} must be smaller.",
                "{cells} cannot be the greater end, because {others} must be smaller and different.",
            )
            if self.smaller:
                forms = TN(
                    "{cells} cannot be the smaller end, because {others} must be greater.",
                    "{cells} cannot be the smaller end, because {others} must be greater and different.",
                )
        elif len(self.cells) > 1:
            forms = TN(
                "The greater end is at least {bound}, because {others} must be smaller.",
                "The greater end is at least {bound}, because {others} must be smaller and different.",
            )
            if self.smaller:
                forms = TN(
                    "The smaller end is at most {bound}, because {others} must be greater.",
                    "The smaller end is at most {bound}, because {others} must be greater and different.",
                )
        else:
            forms = TN(
                "If {cells} is the greater end, it is at least {bound}, because {others} must be smaller.",
                "If {cells} is the greater end, it is at least {bound}, because {others} must be smaller and "
                "different.",
            )
            if self.smaller:
                forms = TN(
                    "If {cells} is the smaller end, it is at most {bound}, because {others} must be greater.",
                    "If {cells} is the smaller end, it is at most {bound}, because {others} must be greater and "
                    "different.",
                )
        return self.stated(forms, len(self.others), bound=self.bound)


class LockedOut(Fact):
    """What the smaller end of a line is at most and the greater one at least; so the cells are not `low` to `high`."""

    cells: tuple[int, ...]
    low: int
    high: int

    def said(self) -> Said:
        message = T(
            "The smaller end is at most {low} and the greater end at least {high}, so no digit from {low} to {high} is "
            "{cells:in}."
        )
        if self.low == self.high:
            message = T(
                "The smaller end is at most {low} and the greater end at least {low}, so {low} is not {cells:in}."
            )
        return self.stated(message, low=self.low, high=self.high)


class EndLocks(Fact):
    """With these digits at an end, too few digits would be left for others, outside of what lies between the ends."""

    cell: int
    digits: tuple[int, ...]
    others: tuple[int, ...]

    def said(self) -> Said:
        forms = TN(
            "With {digits} {cell:in}, all candidates {others:of} would lie between the ends or equal one of them.",
            "With {digits} {cell:in}, too few digits outside of the ends would be left for {others}, which see each "
            "other.",
        )
        return self.stated(forms, len(self.others), digits=phrases.DigitChoice(self.digits))


class BetweenEnds(Fact):
    """What the ends of a line are at least and at most, and so the cells between them; `low` and `high` are outside."""

    cells: tuple[int, ...]
    low: int
    high: int

    def said(self) -> Said:
        return self.stated(
            TN(
                "The smaller end is at least {low} and the greater end at most {high}, so {cells} lies between {low} "
                "and {high}.",
                "The smaller end is at least {low} and the greater end at most {high}, so {cells} lie between {low} "
                "and {high}.",
            ),
            len(self.cells),
            low=self.low,
            high=self.high,
        )
