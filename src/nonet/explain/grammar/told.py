"""What a friend would say: the sentences that an explanation begins with, and its short form consists of.

Each tells a pattern and what follows from it at once; the facts after them prove it.
"""

from __future__ import annotations

from nonet.explain.grammar.base import Fact, Said
from nonet.explain.phrases import (
    AllOf,
    CellChoice,
    CellList,
    DigitAt,
    DigitChoice,
    DigitList,
    HouseList,
    LabelledCells,
    Listed,
    OneOf,
)
from nonet.messages import TN, T
from nonet.step import Candidate, Node

# -- subsets, locked candidates, fish ------------------------------------------------------------------------------


class OnlyIn(Fact):
    """Without the fins, the digit is in the covers alone, in all the bases; as many covers as bases.

    `twice`: one of its places is in two of the covers.
    """

    digit: int
    bases: tuple[int, ...]
    covers: tuple[int, ...]
    fins: tuple[int, ...] = ()
    twice: bool = False

    def said(self) -> Said:
        if self.fins:
            forms = TN(
                "Apart from {fins}, the {digit}s {bases:in} can only be {covers:in}. So either that cell is "
                "{digit}, or no other {digit} fits {covers:those}.",
                "Apart from {fins}, the {digit}s {bases:in} can only be {covers:in}. So either one of those cells "
                "is {digit}, or no other {digit} fits {covers:those}.",
            )
            if self.twice:
                forms = TN(
                    "Apart from {fins}, the {digit}s {bases:in} can only be {covers:in}. So either that cell is "
                    "{digit}, or no other {digit} fits {covers:those}, and none in two of these at once.",
                    "Apart from {fins}, the {digit}s {bases:in} can only be {covers:in}. So either one of those cells "
                    "is {digit}, or no other {digit} fits {covers:those}, and none in two of these at once.",
                )
            return self.stated(forms, len(self.fins))
        if self.twice:
            return self.stated(
                T(
                    "{bases:in} the {digit}s can only be {covers:in}, so no other {digit} fits {covers:those}, and "
                    "none in two of these at once."
                )
            )
        forms = TN(
            "{bases:in} the {digit} can only be {covers:in}, so no other {digit} fits {covers:those}.",
            "{bases:in} the {digit}s can only be {covers:in}, so no other {digit} fits {covers:those}.",
        )
        return self.stated(forms, len(self.bases))


class Share(Fact):
    """As many cells as candidates, all in the houses."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    houses: tuple[int, ...]

    sentence = T("{cells} share {digits} between them, so {digits} fit nowhere else {houses:in}.")


class KeptFor(Fact):
    """As many digits as places in the house."""

    digits: tuple[int, ...]
    houses: tuple[int, ...]
    cells: tuple[int, ...]

    sentence = T("{houses:in} the digits {digits} can only go in {cells}, so nothing else fits there.")


class AllUsed(Fact):
    """As many cells as digits, of which none fits into them twice, but for those that count for two."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    twice: tuple[int, ...] = ()

    def said(self) -> Said:
        if self.twice:
            return self.stated(
                T(
                    "{cells} have only the candidates {digits}, and of these only {twice} fits there twice: so all "
                    "of them are used there, {twice} twice."
                ),
                twice=DigitList(self.twice),
            )
        return self.stated(
            T(
                "{cells} have only the candidates {digits}, and none of these fits there twice: so all of them are "
                "used there."
            )
        )


# -- one digit -----------------------------------------------------------------------------------------------------


class TwoEach(Fact):
    """Houses with two places for the digit each. One of each sees the other, in the joint if that is a house: so one of
    the ends has the digit.
    """

    digit: int
    houses: tuple[int, ...]
    cells: tuple[int, ...]
    joint: int | None
    ends: tuple[int, ...]

    def said(self) -> Said:
        message = T(
            "{houses} have only two places for {digit} each, and {cells} see each other. So {ends} is {digit}."
        )
        if self.joint is not None:
            message = T(
                "{houses} have only two places for {digit} each, and one of each is {joint:in}. Only one {digit} fits "
                "there, so {ends} is {digit}."
            )
        joint = HouseList(() if self.joint is None else (self.joint,))
        return self.stated(message, joint=joint, ends=CellChoice(self.ends))


class Crossed(Fact):
    """All places for the digit in a box are in two lines; if it is in the first, one cell of a house is left for it."""

    digit: int
    box: int
    line: int
    other: int
    house: int
    cell: int
    again: bool = False

    def said(self) -> Said:
        if self.again:
            return self.stated(
                T("If it is {line:in}, then {cell} is the only place left for {digit} {house:in}.")
            )
        return self.stated(
            T(
                "{box:in} the {digit} is {line:in} or {other:in}. If it is {line:in}, then {cell} is the only place "
                "left for {digit} {house:in}."
            ),
            other=HouseList((self.other,)),
        )


class EitherColour(Fact):
    """Cells joined by houses with two places for the digit: it is in all of one colour."""

    digit: int
    label: str
    cells: tuple[int, ...]
    other: str
    others: tuple[int, ...]
    likewise: bool = False

    def said(self) -> Said:
        message = T(
            "Follow the houses with only two places for {digit}: either every cell of {one} is {digit}, or every "
            "cell of {other}."
        )
        if self.likewise:
            message = T("Likewise, either every cell of {one} is {digit}, or every cell of {other}.")
        return self.stated(
            message,
            one=LabelledCells(self.label, self.cells),
            other=LabelledCells(self.other, self.others),
        )


class SeesBoth(Fact):
    """One of the colours is true."""

    digit: int
    label: str
    other: str

    sentence = T("So a cell that sees {label} as well as {other} cannot be {digit}.")


# -- wings, pairs --------------------------------------------------------------------------------------------------


class SamePair(Fact):
    """Two cells with the same two candidates, each of which sees another of the two places for the digit in a house."""

    cells: tuple[int, ...]
    digit: int
    left: int
    house: int

    def said(self) -> Said:
        return self.stated(
            T(
                "{cells} are both {choice}, and each of them sees one of the two places for {digit} {house:in}. So "
                "they cannot both be {digit}: one of them is {left}."
            ),
            choice=DigitChoice(tuple(sorted((self.digit, self.left)))),
            left=self.left,
        )


class Hinge(Fact):
    """A cell, the digits that two others lose to it, and the digit that is left for them; maybe for itself, too."""

    cell: int
    digits: tuple[int, ...]
    ends: tuple[Node, ...]
    itself: bool

    def said(self) -> Said:
        message = T(
            "{cell} is {a} or {b}: with {a}, {one}; with {b}, {two}. So a cell that sees both ends cannot be {digit}."
        )
        if self.itself:
            message = T(
                "{cell} is {a}, {b} or {digit}: with {a}, {one}; with {b}, {two}. So a cell that sees all three "
                "cannot be {digit}."
            )
        (a, b), (one, two) = self.digits, self.ends
        return self.stated(message, a=a, b=b, one=one, two=two, digit=one.digit)


class Alternate(Fact):
    """Cells with the same two candidates, each of which sees the next."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(
            T(
                "Each of these cells is {choice} and sees the next: {cells}. So {digits} alternate, and a cell that "
                "sees both kinds is neither."
            ),
            cells=Listed(tuple(CellList((cell,)) for cell in self.cells)),
            choice=DigitChoice(self.digits),
        )


# -- almost locked sets --------------------------------------------------------------------------------------------


class SetsClash(Fact):
    """Two sets with one candidate more than cells each; they cannot both have one of the digits."""

    digits: tuple[int, ...]
    label: str
    cells: tuple[int, ...]
    other: str
    others: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(
            T(
                "{one} and {other} each have just one candidate more than cells, and cannot both have {choice}."
            ),
            one=LabelledCells(self.label, self.cells),
            other=LabelledCells(self.other, self.others),
            choice=DigitChoice(self.digits),
        )


class SetNeeds(Fact):
    """Sets of which the first has the digit, or else the last; `places` are those of the digit in both."""

    digit: int
    label: str
    cells: tuple[int, ...]
    other: str
    others: tuple[int, ...]
    places: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(
            T("If {one} has no {digit}, {other} needs it: so one of these two has {digit}."),
            one=LabelledCells(self.label, self.cells),
            other=LabelledCells(self.other, self.others),
        )


class Whatever(Fact):
    """Whatever the cell is, the digit is in one of the places."""

    cell: int
    digits: tuple[int, ...]
    digit: int
    places: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(
            T("{cell} is {choice}. In each case, {places} is {digit}."),
            choice=DigitChoice(self.digits),
            places=CellChoice(self.places),
        )


# -- one solution --------------------------------------------------------------------------------------------------


class Swappable(Fact):
    """As `DeadlyPattern`."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    filled: bool = False

    def said(self) -> Said:
        message = T(
            "If {cells} held only {digits}, these two could be swapped, and the puzzle would have two solutions."
        )
        if self.filled:
            message = T(
                "{cells} were not given. If they held only {digits}, these two could be swapped, and the puzzle "
                "would have two solutions."
            )
        return self.stated(message)


class AllPairs(Fact):
    """As `Grave`."""

    extras: tuple[Candidate, ...]

    def said(self) -> Said:
        extras = AllOf(tuple(DigitAt(cell, digit) for cell, digit in self.extras))
        return self.stated(
            TN(
                "Without the candidate {extras}, every empty cell would have two candidates, and such a board never "
                "has exactly one solution.",
                "Without the candidates {extras}, every empty cell would have two candidates, and such a board never "
                "has exactly one solution.",
            ),
            len(self.extras),
            extras=extras,
        )


class NothingExtra(Fact):
    """Each of these would leave none of the extra candidates of a deadly pattern of the two digits, or of a grave."""

    gone: tuple[Candidate, ...]
    digits: tuple[int, ...] = ()

    def said(self) -> Said:
        message = T("With {gone}, just such a board would be left.")
        if self.digits:
            message = T("With {gone}, only {digits} would be left in all of these cells.")
        return self.stated(message, gone=OneOf(tuple(DigitAt(cell, digit) for cell, digit in self.gone)))


# -- chains --------------------------------------------------------------------------------------------------------


class ChainMeans(Fact):
    """What a chain says, from its start to its end."""

    start: Node
    end: Node

    def said(self) -> Said:
        start, end = self.start, self.end
        if start.cells != end.cells:
            if start.digit == end.digit:
                return self.stated(
                    T("If {start}, then {end}: so one of the two is {digit}."), digit=end.digit
                )
            return self.stated(
                T("If {start}, then {end}: so {options}."), options=OneOf((start._replace(on=True), end))
            )
        if start.on and start.digit == end.digit:
            return self.stated(T("If {start}, the opposite follows: so that is wrong."))
        if start.on:
            return self.stated(
                T("If {start}, it follows that it is {other} as well: so it is not {digit}."),
                other=end.digit,
                digit=start.digit,
            )
        return self.stated(T("Even if {start}, it follows that {end}: so that is right in any case."))


class Ring(Fact):
    """A chain that ends where it began."""

    pairs: tuple[tuple[Node, Node], ...]
    """Two neighbours each that cannot both be true: one is."""

    sentence = T(
        "The chain is a ring: going round, one candidate is true, the next is false, and so on. So of any two "
        "neighbours one is true, and what neither of them allows is wrong."
    )


class SameInEachCase(Fact):
    """All cases of the fact before lead to the conclusion, but for those that fail."""

    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    fails: bool = False

    def said(self) -> Said:
        if self.fails:
            return self.stated(T("All of these cases that do not fail lead to the same."))
        return self.stated(T("All of these cases lead to the same."))
