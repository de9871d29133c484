"""Facts about the least and the greatest sums of cells, and what they leave for a cell."""

from __future__ import annotations

from typing import NamedTuple

from nonet.explain import phrases
from nonet.explain.grammar.base import Fact, Message, Said
from nonet.explain.phrases import Phrase
from nonet.messages import TN, T


class Term(NamedTuple):
    """Cells that differ, and the digits with which their sum is least, or greatest; `house` has them all.

    The digits count `weight` times.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    weight: int = 1
    house: int | None = None

    def phrase(self, *, alone: bool) -> Phrase:
        """`1 + 2 + 3 (box 4)`; `10 × 2`. The cells of a term that is `alone` are named already."""
        digits: tuple[Phrase, ...] = self.digits
        if self.weight != 1:
            digits = tuple(phrases.Listed((str(self.weight), digit), " × ") for digit in self.digits)
        written = phrases.Listed(digits, " + ")
        if len(self.cells) == 1 or (alone and self.house is None):
            return written
        where = phrases.CellGroup(self.cells) if self.house is None else phrases.HouseList((self.house,))
        return phrases.placed(written, where)


class Makes(Fact):
    """Cells make at least, or at most, this sum: that of the least, or greatest, digits of each term.

    `exact`: they are filled. `side`: they are the whole circle or shaft of an arrow. `all_but`: these are the cells of
    which any one may be left out; the terms are those without the first, and the sum is the same without another.
    """

    terms: tuple[Term, ...]
    total: int
    most: bool
    exact: bool = False
    side: str = ""
    all_but: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """All of them, with the one that is left out."""
        return tuple(sorted({*(cell for term in self.terms for cell in term.cells), *self.all_but[:1]}))

    def said(self) -> Said:
        sum_: Phrase = phrases.Listed(
            tuple(term.phrase(alone=len(self.terms) == 1) for term in self.terms), " + "
        )
        if sum(len(term.digits) for term in self.terms) > 1 or self.terms[0].weight != 1:
            sum_ = phrases.Listed((sum_, str(self.total)), " = ")
        if not self.all_but:
            kind = "" if self.exact else "most" if self.most else "least"
            return self.stated(_MAKES[self.side][kind], len(self.cells), sum=sum_)
        if {*self.all_but} == {*self.cells}:
            forms = T("Of {cells}, all but one make at least {sum}.")
            if self.most:
                forms = T("Of {cells}, all but one make at most {sum}.")
            if len(self.cells) == 2:
                forms = (
                    T("Each of {cells} is at most {sum}.")
                    if self.most
                    else T("Each of {cells} is at least {sum}.")
                )
            return self.stated(forms, sum=sum_)
        message = T("Without {one}, the rest of {cells} makes at least {sum}.")
        if self.most:
            message = T("Without {one}, the rest of {cells} makes at most {sum}.")
        return self.stated(message, one=phrases.CellChoice(self.all_but), sum=sum_)


_MAKES: dict[str, dict[str, Message]] = {
    "": {
        "least": TN("{cells} is at least {sum}.", "{cells} make at least {sum}."),
        "most": TN("{cells} is at most {sum}.", "{cells} make at most {sum}."),
        "": TN("{cells} is {sum}.", "{cells} make {sum}."),
    },
    "circle": {
        "least": T("The circle ({cells}) is at least {sum}."),
        "most": T("The circle ({cells}) is at most {sum}."),
        "": T("The circle ({cells}) is {sum}."),
    },
    "shaft": {
        "least": T("The shaft ({cells}) makes at least {sum}."),
        "most": T("The shaft ({cells}) makes at most {sum}."),
        "": T("The shaft ({cells}) makes {sum}."),
    },
}


class LeavesAtMost(Fact):
    """What the sums just named leave for a cell, or for each of several: it is at most, or at least, this digit.

    `whole` is the sum that it is part of, `part` what the others make of it; the cell counts `weight` times.
    """

    cells: tuple[int, ...]
    bound: int
    most: bool
    whole: int
    part: int = 0
    weight: int = 1

    def said(self) -> Said:
        rest = self.whole - self.part
        number = f"{self.whole} − {self.part} = {rest}" if self.part else str(rest)
        slots: dict[str, Phrase] = {"number": number.replace("= -", "= −"), "bound": str(self.bound)}
        if self.weight != 1:
            slots["weight"] = str(self.weight)
            message = T("That leaves at least {number} for {weight} × {cell}: {cell} is at least {bound}.")
            if self.most:
                message = T("That leaves at most {number} for {weight} × {cell}: {cell} is at most {bound}.")
            return self.stated(message, **slots)
        if not self.part:
            forms = TN("So {cells} is at least {number}.", "So each of {cells} is at least {number}.")
            if self.most:
                forms = TN("So {cells} is at most {number}.", "So each of {cells} is at most {number}.")
        else:
            forms = TN(
                "That leaves at least {number} for {cells}.",
                "That leaves at least {number} for each of {cells}.",
            )
            if self.most:
                forms = TN(
                    "That leaves at most {number} for {cells}.",
                    "That leaves at most {number} for each of {cells}.",
                )
        return self.stated(forms, len(self.cells), **slots)
