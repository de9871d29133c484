"""Facts about the least and the greatest sums of cells, and what they leave for a cell."""

from __future__ import annotations

from typing import NamedTuple

from nonet.explain import phrases
from nonet.explain.grammar.base import Fact, Message, Said
from nonet.explain.phrases import Phrase
from nonet.messages import TN, T
from nonet.step import Candidate


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

    `exact`: they are filled, or have one candidate. `side`: they are the whole circle or shaft of an arrow. `all_but`:
    these are the cells of which any one may be left out; the terms are those without the first, and the sum is the same
    without another.
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
    `exact`: all these are known, so the cell is.
    """

    cells: tuple[int, ...]
    bound: int
    most: bool
    whole: int
    part: int = 0
    weight: int = 1
    exact: bool = False

    def said(self) -> Said:
        rest = self.whole - self.part
        number = f"{self.whole} − {self.part} = {rest}" if self.part else str(rest)
        slots: dict[str, Phrase] = {"number": number.replace("= -", "= −"), "bound": str(self.bound)}
        if self.exact and self.weight == 1:
            message = T("That leaves {number} for {cells}.") if self.part else T("So {cells} is {number}.")
            return self.stated(message, **slots)
        if self.weight != 1:
            slots["weight"] = str(self.weight)
            message = T("That leaves at least {number} for {weight} × {cell}: {cell} is at least {bound}.")
            if self.exact:
                message = T("That leaves {number} for {weight} × {cell}: {cell} is {bound}.")
            elif self.most:
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


class AddsUp(Fact):
    """The cells that a clue beside a line adds up: those between two digits, or as many as the first digit says."""

    known: tuple[Candidate, ...]
    cells: tuple[int, ...]
    clue: int
    total: int

    def said(self) -> Said:
        results = phrases.Results(self.known)
        if self.total == self.clue:
            forms = TN("Because {known}, {cells} is {total}.", "Because {known}, {cells} make {total}.")
            return self.stated(forms, len(self.cells), known=results)
        message = T("Because {known}, {clue} − {first} = {total} is left for {cells}.")
        return self.stated(message, known=results, first=self.known[0][1])


MOST_SUMS = 6
"""Of more sums than this only the least and the greatest are said."""


def _sum_slots(sums: tuple[int, ...]) -> dict[str, Phrase]:
    return {
        "sums": phrases.OneOf(tuple(map(str, sums))),
        "low": str(min(sums, default=0)),
        "high": str(max(sums, default=0)),
    }


class PieceSums(Fact):
    """The sums that a piece of a rule with equal sums can make; or each of several pieces of a `house`, whose digits
    differ, because of what they make at least and at most as a `whole`.
    """

    cells: tuple[int, ...]
    sums: tuple[int, ...]
    pieces: int = 1
    house: int | None = None
    whole: tuple[int, ...] = ()

    def said(self) -> Said:
        listed = len(self.sums) <= MOST_SUMS
        if self.pieces > 1:
            forms: Message = T(
                "The {pieces} pieces {cells:in} have different digits ({house}) and make at least {least} and at most "
                "{most} together, so each of them makes at least {low} and at most {high}."
            )
            if listed:
                forms = T(
                    "The {pieces} pieces {cells:in} have different digits ({house}) and make at least {least} and at "
                    "most {most} together, so each of them can only make {sums}."
                )
            if len(set(self.whole)) == 1:
                forms = T(
                    "The {pieces} pieces {cells:in} have different digits ({house}) and make {least} together, so each "
                    "of them makes {sums}."
                )
            least, most = map(str, self.whole)
            return self.stated(forms, least=least, most=most, **_sum_slots(self.sums))
        forms = TN(
            "{cells} is at least {low} and at most {high}.", "{cells} make at least {low} and at most {high}."
        )
        if listed:
            forms = TN("{cells} can only be {sums}.", "{cells} can only make {sums}.")
        return self.stated(forms, len(self.cells), **_sum_slots(self.sums))


class SumsLeft(Fact):
    """The sums that are left for a piece: those of the pieces just named that it can make, too."""

    cells: tuple[int, ...]
    sums: tuple[int, ...]

    def said(self) -> Said:
        forms = TN(
            "The pieces have the same sum, so {cells} is at least {low} and at most {high}.",
            "The pieces have the same sum, so {cells} make at least {low} and at most {high}.",
        )
        if len(self.sums) <= MOST_SUMS:
            forms = TN(
                "The pieces have the same sum, so {cells} can only be {sums}.",
                "The pieces have the same sum, so {cells} can only make {sums}.",
            )
        return self.stated(forms, len(self.cells), **_sum_slots(self.sums))
