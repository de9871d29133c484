"""Facts that follow from others: either … or, if … then, suppose, and what comes of it.

Below a `Suppose`, deeper facts hold in that case alone. `Left` and `Gone` name the house or cell they follow from,
and the causes: what has taken the other candidates away there.
"""

from __future__ import annotations

from dataclasses import field

from nonet.explain import phrases
from nonet.explain.grammar.base import Fact, Said
from nonet.explain.phrases import Phrase, Reason
from nonet.grouping import grouped
from nonet.messages import T
from nonet.step import Candidate, Link, Node, Truth

Literal = tuple[Candidate, bool]
"""A candidate, and whether it is true."""


def because(causes: tuple[Literal, ...]) -> phrases.Because:
    """` (because of r1c2,r9c9 = 7, r5c3 ≠ 4)`; nothing, if there are no causes."""
    return phrases.Because(
        tuple(candidate for candidate, on in causes if on),
        tuple(candidate for candidate, on in causes if not on),
    )


# -- either … or, if … then --------------------------------------------------------------------------------------


class EitherOr(Fact):
    """One of these is true (or several are); `likewise`: for the same reason as what was said before."""

    options: tuple[Node, ...]
    likewise: bool = False

    def said(self) -> Said:
        if len(self.options) == 2:
            node, opposite = self.options
            if opposite == node._replace(on=not node.on):
                return self.stated(T("Either {node} or {opposite}."), node=node, opposite=opposite)
        cells = {node.cells for node in self.options}
        digits = {node.digit for node in self.options}
        if all(node.on for node in self.options):
            if len(digits) == 1:
                places = tuple(cell for node in self.options for cell in node.cells)
                return self.stated(
                    T("Likewise, {places} is {digit}.") if self.likewise else T("So {places} is {digit}."),
                    places=phrases.CellChoice(places),
                    digit=digits.pop(),
                )
            if len(cells) == 1 and len(next(iter(cells))) == 1:
                return self.stated(
                    T("Likewise, {cell} is {digits}.") if self.likewise else T("So {cell} is {digits}."),
                    cell=phrases.CellList(cells.pop()),
                    digits=phrases.DigitChoice(tuple(digits)),
                )
        if len(self.options) > 2 and all(node.on and len(node.cells) == 1 for node in self.options):
            by_cell = grouped((node.cells[0], node.digit) for node in self.options)
            choices = tuple(phrases.CellDigits(cell, tuple(own)) for cell, own in by_cell.items())
            return self.stated(
                T("So one of these is true: {candidates}."), candidates=phrases.Listed(choices, "; ")
            )
        message = T("Likewise, {options}.") if self.likewise else T("So {options}.")
        return self.stated(message, options=phrases.OneOf(self.options))


class Implies(Fact):
    """If `start` holds, so does `end`."""

    start: Node
    end: Node

    sentence = T("If {start}, then {end}.")


class Chain(Fact):
    """One thing leads to the next. `reasons` say why a digit must be there; None where it is plain to see."""

    links: tuple[Link, ...]
    reasons: tuple[Reason | None, ...] = ()
    depth: int = field(default=1, kw_only=True)

    def said(self) -> Said:
        return self.stated("{chain}", chain=phrases.Arrows(self.links, self.reasons))


class LeadsBack(Fact):
    """A chain comes back to the cell it started from."""

    start: Node
    end: Node

    def said(self) -> Said:
        same = self.start.digit == self.end.digit
        if self.start.on and not self.end.on and same:
            return self.stated(T("Supposing that {start} leads to the opposite, so it is false."))
        if self.start.on:
            return self.stated(T("If {start}, then {end}: a cell cannot be both, so the first is false."))
        if same:
            return self.stated(T("Even if {start}, then {end}: so that is true in any case."))
        return self.stated(T("If {start}, then {end}, and the opposite leads to the same: so {end}."))


# -- suppose -----------------------------------------------------------------------------------------------------


class Fails(Fact):
    """What is supposed below, and fails: nothing is left for the truth, or it is no truth that fails."""

    node: Node
    truth: Truth | None = None

    def said(self) -> Said:
        slots = {"start": self.node, **_where(self.truth, ())}
        if self.truth is None:
            return self.stated(T("If {start}, that leads to a contradiction."), **slots)
        if self.truth.house is not None:
            return self.stated(
                T("If {start}, then in the end no place is left for {digit} {house:in}."), **slots
            )
        return self.stated(T("If {start}, then in the end no candidate is left for {cell}."), **slots)


class Suppose(Fact):
    """The head of a case: deeper facts hold in it alone."""

    node: Node

    def said(self) -> Said:
        return self.stated(T("Suppose that {start}:"), start=self.node)


class EachCase(Fact):
    """What all cases lead to, but for those that fail."""

    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    fails: bool = False

    def said(self) -> Said:
        message = T("So in every case {result}.")
        if self.fails:
            message = T("So in every case that does not fail, {result}.")
        return self.stated(message, result=phrases.Results(self.placements, self.eliminations))


def _where(truth: Truth | None, left: tuple[Candidate, ...]) -> dict[str, Phrase]:
    """How sentences name a truth and the candidates that it has left."""
    where: dict[str, Phrase] = {}
    if truth is not None and truth.house is not None:
        where["house"] = phrases.HouseList((truth.house,))
    if truth is not None and truth.digit is not None:
        where |= {"digit": truth.digit, "places": phrases.CellChoice(tuple(cell for cell, _ in left))}
    if truth is not None and truth.cell is not None:
        where["cell"] = phrases.CellList((truth.cell,))
    where["left"] = phrases.OneOf(tuple(Node(digit, (cell,)) for cell, digit in left))
    return where


class Left(Fact):
    """What a cell, a digit in a house or a pattern just named (None) has left in this case.

    Nothing: the case fails. One candidate: it is true. Several: each is tried in turn.
    """

    truth: Truth | None
    left: tuple[Candidate, ...] = ()
    causes: tuple[Literal, ...] = ()

    def said(self) -> Said:
        truth, place = self.truth, self.truth is not None and self.truth.house is not None
        slots = {"why": because(self.causes), **_where(truth, self.left)}
        if not self.left and truth is None:
            return self.stated(T("None of the extra candidates is left{why}."), **slots)
        if not self.left and place:
            return self.stated(T("{house:in} no place is left for {digit}{why}."), **slots)
        if not self.left:
            return self.stated(T("{cell} has no candidate left{why}."), **slots)
        if len(self.left) == 1:
            slots["node"] = phrases.Results(self.left)
            message = T("{node}: the only candidate left there{why}.")
            if truth is None:
                message = T("{node}: the only extra candidate left{why}.")
            elif place:
                message = T("{node}: the only place left {house:in}{why}.")
            return self.stated(message, **slots)
        if truth is None:
            return self.stated(T("One of these is true: {left}{why}. Try each:"), **slots)
        if place:
            return self.stated(
                T("{house:in} the digit {digit} can only go in {places}{why}. Try each:"), **slots
            )
        slots["digits"] = phrases.DigitChoice(tuple(digit for _, digit in self.left))
        return self.stated(T("{cell} can only be {digits}{why}. Try each:"), **slots)


class Gone(Fact):
    """Candidates are gone in this case: one that is true sees them, or all that a truth has `left` do."""

    gone: tuple[Candidate, ...]
    causes: tuple[Literal, ...] = ()
    truth: Truth | None = None
    left: tuple[Candidate, ...] = ()

    def said(self) -> Said:
        slots = {"why": because(self.causes), **_where(self.truth, self.left)}
        message = T("{gone}, because one of these is true: {left}{why}.")
        if not self.left:
            message = "{gone}{why}."
        elif self.truth is not None and self.truth.house is not None:
            message = T("{gone}: {house:in} the digit {digit} can only go in {places}{why}.")
        return self.stated(message, gone=phrases.Results((), self.gone), **slots)


class Clash(Fact):
    """Nodes that cannot all hold: opposites, or digits that exclude each other."""

    nodes: tuple[Node, ...]

    def said(self) -> Said:
        return self.stated(T("These exclude each other: {nodes}."), nodes=phrases.AllOf(self.nodes))


class AllFail(Fact):
    """Every case of a split fails, and so does what the cases were part of."""

    sentence = T("All of these cases fail.")


class ItsConclusion(Fact):
    """What is supposed in this case is what all cases lead to."""

    sentence = T("That is the conclusion itself.")
