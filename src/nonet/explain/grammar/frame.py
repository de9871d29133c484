"""Facts that frame an explanation: where to look, the name of the technique, the conclusion."""

from __future__ import annotations

from nonet.explain.grammar.base import Fact, Said
from nonet.explain.phrases import (
    CellList,
    DigitChoice,
    DigitSet,
    HouseList,
    Listed,
    PartName,
    Phrase,
    Results,
    Title,
)
from nonet.messages import TN, T
from nonet.step import Candidate


class LookAt(Fact):
    """Where to look: at houses, at cells, at all places of digits; with none of these, at the whole board.

    `only`: at cells that have no other candidates than the digits. `places`: at every place of the digit in the house.
    `pairs`: nearly every cell has two candidates. `rule`: the name of a rule, which is in the houses if there are any.
    """

    houses: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    only: bool = False
    places: bool = False
    pairs: bool = False
    rule: Phrase = ""

    def said(self) -> Said:
        if self.rule and self.houses:
            return self.stated(T("Look at a rule {houses:in}: {rule}."))
        if self.rule:
            return self.stated(T("Look at a rule: {rule}."))
        if self.places:
            return self.stated(T("Try every place of {digits} {houses:in}."))
        if self.houses:
            return self.stated(T("Look {houses:at}."))
        if self.cells:
            return self.stated(T("Look at {cells}."))
        if self.only:
            choice = DigitChoice(self.digits)
            return self.stated(T("Look at the cells that can only be {choice}."), choice=choice)
        if self.digits:
            return self.stated(T("Look at where {digits} can still go."))
        if self.pairs:
            return self.stated(T("Look at the whole board: nearly every empty cell has two candidates."))
        return self.stated(T("Look at the whole board."))


class Heading(Fact):
    """The name of the technique: before the facts of its pattern, `alone` as a sentence, numbered in a long proof."""

    technique: str
    number: int | None = None
    alone: bool = False

    def said(self) -> Said:
        message = "{name}:" if self.number is None else "{number}. {name}:"
        return self.stated(T("Technique: {name}.") if self.alone else message, name=Title(self.technique))


class RoleIs(Fact):
    """A part of a pattern, of which we know nothing else: its cells and digits."""

    part: str
    label: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    houses: tuple[int, ...]

    def said(self) -> Said:
        parts: list[Phrase] = []
        if self.cells:
            parts.append(CellList(self.cells))
        if self.digits:
            parts.append(DigitSet(self.digits))
        if self.houses:
            parts.append(HouseList(self.houses))
        role = PartName(self.part, self.label)
        return self.stated(T("{role}: {what}."), role=role, what=Listed(tuple(parts)))


class Folded(Fact):
    """Lines that are left out here, and can be unfolded."""

    count: int

    def said(self) -> Said:
        return self.stated(TN("… {n} line …", "… {n} lines …"), self.count)


class Therefore(Fact):
    """What a step concludes. Always the last fact."""

    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()

    def said(self) -> Said:
        return self.stated(
            T("Therefore {conclusion}."), conclusion=Results(self.placements, self.eliminations)
        )


class ShortFor(Fact):
    """How to read the notation, by an example; sentences before it use it. `signs` are those used of ≠ and →."""

    cell: int
    short: str
    signs: str = ""

    def said(self) -> Said:
        message = T("({short} is short for {cell}.)")
        if "→" in self.signs:
            message = T("({short} is short for {cell}; ≠ means “is not”, and → means “therefore”.)")
        elif self.signs:
            message = T("({short} is short for {cell}; ≠ means “is not”.)")
        return self.stated(message)
