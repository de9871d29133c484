"""Facts about the rules of a variant: cages and their combinations, sums of houses, and what any rule implies.

`EveryWay` is about the cells that the fact before it is about: those of a cage, of an equation or of a rule.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nonet.bitsets import digits_in
from nonet.explain.grammar.base import Fact, Said
from nonet.explain.phrases import (
    AllOf,
    CellGroup,
    CellPath,
    DigitChoice,
    DigitList,
    DigitSet,
    HouseList,
    Listed,
    Phrase,
    Quoted,
    Results,
    SumOf,
    Title,
)
from nonet.messages import TN, T
from nonet.step import Candidate, Equation

MOST_LISTED = 4
"""More cages than this are counted, not listed."""


def _sets(masks: tuple[int, ...]) -> tuple[Phrase, ...]:
    """Combinations in the order of their digits."""
    return tuple(DigitSet(digits) for digits in sorted(tuple(digits_in(mask)) for mask in masks))


@dataclass(frozen=True)
class CageSum(Fact):
    """A cage has this sum; its cells that are still empty make the rest of it."""

    cells: tuple[int, ...]
    total: int
    empty: tuple[int, ...]
    rest: int

    def said(self) -> Said:
        slots: dict[str, Phrase] = {"cells": CellGroup(self.cells), "total": str(self.total)}
        if self.empty == self.cells:
            return Said(T("The cage {cells:in} sums to {total}."), slots)
        slots |= {"empty": CellGroup(self.empty), "rest": str(self.rest)}
        return Said(
            TN(
                "The cage {cells:in} sums to {total}, and {empty} is its last empty cell: {rest} is left for it.",
                "The cage {cells:in} sums to {total}: {rest} is left for {empty}.",
            ),
            slots,
            len(self.empty),
        )


@dataclass(frozen=True)
class Combinations(Fact):
    """The combinations of digits that the cells can hold, as bitmasks; without any, a case fails."""

    cells: tuple[int, ...]
    combinations: tuple[int, ...]

    def said(self) -> Said:
        cells = CellGroup(self.cells)
        if not self.combinations:
            return Said(T("No combination of digits is left for {cells}."), {"cells": cells})
        return Said(
            TN(
                "The only combination for {cells} is {sets}.",
                "The only combinations for {cells} are {sets}.",
            ),
            {"cells": cells, "sets": AllOf(_sets(self.combinations))},
            len(self.combinations),
        )


@dataclass(frozen=True)
class EveryWay(Fact):
    """Candidates that no way to fill the cells of the cage, equation or rule just named uses.

    `digits`: they are all the candidates of these digits, because no combination (no `other` one) has them.
    """

    eliminations: tuple[Candidate, ...]
    digits: tuple[int, ...] = ()
    other: bool = False

    def said(self) -> Said:
        if self.digits:
            forms = (
                TN(
                    "The digit {digits} is in no other combination.",
                    "The digits {digits} are in no other combination.",
                )
                if self.other
                else TN(
                    "The digit {digits} is in no combination.", "The digits {digits} are in no combination."
                )
            )
            return Said(forms, {"digits": DigitList(self.digits)}, len(self.digits))
        return Said(T("The candidates eliminated here fit into none of the ways to fill these cells."), {})


@dataclass(frozen=True)
class Needs(Fact):
    """Every combination of the cage just named has the digit, or at least `least` of these digits."""

    digits: tuple[int, ...]
    least: int = 1

    def said(self) -> Said:
        if self.least == 1:
            return Said(T("Every combination has {digits}."), {"digits": DigitChoice(self.digits)})
        return Said(
            T("Every combination has at least {least} of the digits {digits}."),
            {"digits": DigitList(self.digits), "least": str(self.least)},
        )


@dataclass(frozen=True)
class UsedUp(Fact):
    """The groups just named take all these digits of the house."""

    digits: tuple[int, ...]
    house: int
    eliminations: tuple[Candidate, ...]

    def said(self) -> Said:
        return Said(
            T("Together they use up {digits} {house:in}: no other cell there can have them."),
            {"digits": DigitList(self.digits), "house": HouseList((self.house,))},
        )


@dataclass(frozen=True)
class LeavesNothing(Fact):
    """Combinations of the cage that was named first would leave nothing for other cells of the house."""

    combinations: tuple[int, ...]
    cells: tuple[int, ...]
    house: int

    def said(self) -> Said:
        return Said(
            TN(
                "{house:in} the combination {sets} would leave nothing for {cells}.",
                "{house:in} the combinations {sets} would leave nothing for {cells}.",
            ),
            {
                "house": HouseList((self.house,)),
                "sets": AllOf(_sets(self.combinations)),
                "cells": CellGroup(self.cells),
            },
            len(self.combinations),
        )


@dataclass(frozen=True)
class SumsAre(Fact):
    """The sum of houses, and that of cages."""

    houses: tuple[int, ...]
    whole: int
    cages: tuple[tuple[int, ...], ...]
    part: int

    def said(self) -> Said:
        slots: dict[str, Phrase] = {
            "houses": HouseList(self.houses),
            "whole": str(self.whole),
            "part": str(self.part),
        }
        if len(self.cages) > MOST_LISTED:
            return Said(
                T("The digits {houses:of} add up to {whole}, and those of {count} cages there to {part}."),
                {**slots, "count": str(len(self.cages))},
            )
        return Said(
            TN(
                "The digits {houses:of} add up to {whole}, and those of the cage at {cages} to {part}.",
                "The digits {houses:of} add up to {whole}, and those of the cages at {cages} to {part}.",
            ),
            {**slots, "cages": AllOf(tuple(map(CellGroup, self.cages)))},
            len(self.cages),
        )


@dataclass(frozen=True)
class EquationIs(Fact):
    """What the sums just named leave for the other cells; `known`: some of these are filled."""

    equation: Equation
    known: bool

    def said(self) -> Said:
        return Said(
            T("With the digits that are known, that leaves {equation}.")
            if self.known
            else T("That leaves {equation}."),
            {"equation": SumOf(self.equation.cells, self.equation.weights, self.equation.total)},
        )


@dataclass(frozen=True)
class RuleSays(Fact):
    """A rule of the puzzle: its name and clue, its cells, what it says, and the ways to fill them if there are few."""

    title: str
    cells: tuple[int, ...]
    text: str
    values: tuple[tuple[str, object], ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()
    clue: str = ""

    def said(self) -> Said:
        title = Quoted(self.title)
        slots: dict[str, Phrase] = {
            "title": Listed((title, self.clue), " ") if self.clue else title,
            "cells": CellPath(self.cells),
            "text": Quoted(self.text, self.values),
        }
        if not self.ways:
            return Said(T("{title} ({cells}): {text}"), slots)
        between = "-" if any(digit > 9 for way in self.ways for digit in way) else ""
        slots["ways"] = AllOf(tuple(between.join(map(str, way)) for way in self.ways))
        return Said(
            TN(
                "{title} ({cells}): {text} The only way to fill them is {ways}.",
                "{title} ({cells}): {text} The only ways to fill them are {ways}.",
            ),
            slots,
            len(self.ways),
        )


@dataclass(frozen=True)
class Briefly(Fact):
    """A step within a trial: what it concludes, by which technique, and by which rules, each with its cells."""

    technique: str
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    cells: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    rules: tuple[tuple[str, tuple[int, ...]], ...] = ()
    depth: int = field(default=2, kw_only=True)

    def said(self) -> Said:
        reasons = [_at(Quoted(title), CellGroup(cells)) for title, cells in self.rules]
        if self.cells:
            reasons.insert(0, _at(Title(self.technique), CellGroup(self.cells)))
        elif self.houses:
            reasons.insert(0, _at(Title(self.technique), HouseList(self.houses)))
        slots: dict[str, Phrase] = {
            "result": Results(self.placements, self.eliminations),
            "name": Listed(tuple(reasons) or (Title(self.technique),)),
        }
        return Said(T("{result}: {name}."), slots)


def _at(name: Phrase, place: Phrase) -> Phrase:
    """`anti-king (r1c1 and r2c2)`."""
    return Listed((name, " (", place, ")"), "")
