"""Facts about the board: what can be seen in the position, without any reasoning.

Each of them names the house or the cells it is about. A singular and a plural sentence where grammar asks for them.
"""

from __future__ import annotations

from dataclasses import field

from nonet.explain import phrases
from nonet.explain.grammar.base import Fact, Said
from nonet.messages import TN, T

# -- one cell, one place -----------------------------------------------------------------------------------------


class LastOpenCell(Fact):
    """The house has one open cell."""

    cell: int
    houses: tuple[int, ...]

    sentence = T("{cell} is the last empty cell {house:of}.")


class MissingOnly(Fact):
    """The house has every digit but this one."""

    digit: int
    houses: tuple[int, ...]

    sentence = T("{house:in} only {digit} is missing.")


class Has(Fact):
    """The house has these digits already, in these cells: of which the sentence does not speak."""

    houses: tuple[int, ...]
    digits: tuple[int, ...]
    cells: tuple[int, ...] = field(compare=False)

    sentence = T("{house} already has {digits}.")


class Blocks(Fact):
    """A digit that is on the board already keeps these cells from taking it: it is in the house with them."""

    digit: int
    cell: int
    cells: tuple[int, ...]
    houses: tuple[int, ...] = ()

    sentence = T("The {digit} in {cell} blocks {cells}.")


class RuledOut(Fact):
    """Candidates that the rules would leave, but that were eliminated earlier."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]

    sentence = TN(
        "The candidate {digits} was eliminated from {cells} earlier.",
        "The candidates {digits} were eliminated from {cells} earlier.",
    )
    counted = "digits"


# -- several places, several candidates --------------------------------------------------------------------------


class OnlyPlaces(Fact):
    """The digits have candidates in these cells of the house, and in no other; `others`: houses that have them all."""

    digits: tuple[int, ...]
    houses: tuple[int, ...]
    cells: tuple[int, ...]
    others: tuple[int, ...] = ()

    def said(self) -> Said:
        if len(self.digits) == len(self.cells) == 1:
            return self.stated(
                T("{house:in} only one place is left for {digit}: {cell}."), digit=self.digits[0]
            )
        if self.others:
            return self.stated(
                T(
                    "{base:in} the digit {digit} can only go in {cells}, and these cells are all {cover:in} too."
                ),
                base=phrases.HouseList(self.houses),
                digit=self.digits[0],
                cover=phrases.HouseList(self.others),
            )
        if len(self.digits) == 1:
            return self.stated(
                T("{house:in} the digit {digit} can only go in {places}."),
                digit=self.digits[0],
                places=phrases.CellChoice(self.cells),
            )
        return self.stated(T("{houses:in} the digits {digits} can only go in {cells}."))


class OnlyCandidates(Fact):
    """The cells have these candidates between them, and no others; they are all in the houses, if any are named.

    `each`: every one of the cells has all of them.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    houses: tuple[int, ...] = ()
    each: bool = False

    def said(self) -> Said:
        if len(self.cells) == len(self.digits) == 1:
            return self.stated(T("{cell} has only one candidate left: {digit}."), digit=self.digits[0])
        if len(self.cells) == 1:
            return self.stated(T("{cell} can only be {digits}."), digits=phrases.DigitChoice(self.digits))
        if self.each:
            return self.stated(T("{cells} have the same two candidates, {digits}."))
        if not self.houses:
            return self.stated(T("{cells} have only the candidates {digits} between them."))
        return self.stated(
            T("{houses:in} these cells have only the candidates {digits} between them: {cells}.")
        )


class AlmostLockedSet(Fact):
    """The cells, all in the house, have one digit more than there are cells."""

    label: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    houses: tuple[int, ...]

    def said(self) -> Said:
        forms = TN(
            "Set {label} is {cells} ({house}): {n} cell, but {more} candidates ({digits}).",
            "Set {label} is {cells} ({house}): {n} cells, but {more} candidates ({digits}).",
        )
        return self.stated(forms, len(self.cells), more=str(len(self.digits)))


class Crossing(Fact):
    """A line and a box share these cells, which have these candidates between them."""

    line: int
    box: int
    cells: tuple[int, ...]
    digits: tuple[int, ...]

    sentence = T("{line} and {box} cross in {cells}, with the candidates {digits}.")


# -- what sees what ----------------------------------------------------------------------------------------------


class Sees(Fact):
    """Every one of the cells sees every one of the others; `labels` are the sets or colours of the others.

    With a `digit`, the others are all its places in the cells just named. `mutual`: neither side is the one that
    loses something; then `houses` are those that they share, if any are named.
    """

    cells: tuple[int, ...]
    others: tuple[int, ...]
    labels: tuple[str, ...] = ()
    digit: int = 0
    mutual: bool = False
    houses: tuple[int, ...] = ()

    def said(self) -> Said:
        if self.mutual:
            message = T("{one} and {other} see each other.")
            if self.houses:
                message = T("{one} and {other} see each other ({house}).")
            return self.stated(message, one=phrases.CellList(self.cells), other=phrases.CellList(self.others))
        if self.digit:
            forms = TN(
                "{cells} sees every place for {digit} there: {others}.",
                "{cells} see every place for {digit} there: {others}.",
            )
            return self.stated(forms, len(self.cells))
        others = (
            phrases.AllOf(
                tuple(
                    phrases.Labelled(cell, label)
                    for cell, label in zip(self.others, self.labels, strict=True)
                )
            )
            if self.labels
            else phrases.CellList(self.others)
        )
        return self.stated(
            TN("{cells} sees {others}.", "{cells} see {others}."), len(self.cells), others=others
        )


class EachSeesNext(Fact):
    """A row of cells, each of which sees the one after it."""

    cells: tuple[int, ...]

    def said(self) -> Said:
        order = phrases.Listed(tuple(phrases.CellList((cell,)) for cell in self.cells))
        return self.stated(T("Each of these cells sees the next: {cells}."), cells=order)


class FitOnce(Fact):
    """Of each of these digits, all places in these cells see each other; a cell is `left` for one digit more."""

    digits: tuple[int, ...]
    cells: tuple[int, ...]
    left: int = 0

    def said(self) -> Said:
        if self.left:
            return self.stated(
                T(
                    "There, each of {digits} fits only once, because all its places see each other: "
                    "at least one cell is left for {left}."
                ),
                left=self.left,
            )
        forms = TN(
            "In {cells} the digit {digits} fits only once: all its places there see each other.",
            "In {cells} each of {digits} fits only once: all its places there see each other.",
        )
        return self.stated(forms, len(self.digits))
