"""Facts about the rules of a variant: cages and their combinations, sums of houses, and what any rule implies.

`EveryWay` is about the cells that the fact before it is about: those of a cage, of an equation or of a rule.
"""

from __future__ import annotations

from dataclasses import field

from nonet.bitsets import digits_in
from nonet.explain import phrases
from nonet.explain.grammar.base import Fact, Said
from nonet.explain.phrases import Phrase
from nonet.messages import TN, T
from nonet.step import Candidate, Equation

MOST_LISTED = 4
"""More cages than this are counted, not listed."""


def _sets(masks: tuple[int, ...]) -> tuple[Phrase, ...]:
    """Combinations in the order of their digits."""
    return tuple(phrases.DigitSet(digits) for digits in sorted(tuple(digits_in(mask)) for mask in masks))


def _ways(ways: tuple[tuple[int, ...], ...]) -> Phrase:
    """The digits of each way, one after the other."""
    between = "-" if any(digit > 9 for way in ways for digit in way) else ""
    return phrases.AllOf(tuple(between.join(map(str, way)) for way in ways))


class CageSum(Fact):
    """A cage has this sum; its cells that are still empty make the rest of it."""

    cells: tuple[int, ...]
    total: int
    empty: tuple[int, ...]
    rest: int

    def said(self) -> Said:
        cells = phrases.CellGroup(self.cells)
        if self.empty == self.cells:
            return self.stated(T("The cage {cells:in} sums to {total}."), cells=cells)
        forms = TN(
            "The cage {cells:in} sums to {total}, and {empty} is its last empty cell: {rest} is left for it.",
            "The cage {cells:in} sums to {total}: {rest} is left for {empty}.",
        )
        return self.stated(forms, len(self.empty), cells=cells, empty=phrases.CellGroup(self.empty))


class Combinations(Fact):
    """The combinations of digits that the cells can hold, as bitmasks; without any, a case fails."""

    cells: tuple[int, ...]
    combinations: tuple[int, ...]

    def said(self) -> Said:
        cells = phrases.CellGroup(self.cells)
        if not self.combinations:
            return self.stated(T("No combination of digits is left for {cells}."), cells=cells)
        forms = TN(
            "The only combination for {cells} is {sets}.", "The only combinations for {cells} are {sets}."
        )
        return self.stated(
            forms, len(self.combinations), cells=cells, sets=phrases.AllOf(_sets(self.combinations))
        )


class EveryWay(Fact):
    """Candidates that no way to fill the cells of the cage, equation or rule just named uses.

    `digits`: they are all the candidates of these digits, because no combination (no `other` one) has them.
    `single`: it is about one cell.
    """

    eliminations: tuple[Candidate, ...]
    digits: tuple[int, ...] = ()
    other: bool = False
    single: bool = False

    def said(self) -> Said:
        if not self.digits and len(self.eliminations) == 1:
            message = (
                T("That excludes {gone}.") if self.single else T("No way to fill these cells has {gone}.")
            )
            return self.stated(message, gone=phrases.DigitAt(*self.eliminations[0]))
        if self.single:
            return self.stated(T("The candidates eliminated here do not fit into this cell."))
        if not self.digits:
            return self.stated(
                T("The candidates eliminated here fit into none of the ways to fill these cells.")
            )
        forms = TN("The digit {digits} is in no combination.", "The digits {digits} are in no combination.")
        if self.other:
            forms = TN(
                "The digit {digits} is in no other combination.",
                "The digits {digits} are in no other combination.",
            )
        return self.stated(forms, len(self.digits))


class Needs(Fact):
    """Every combination of the cage or rule just named has the digits, or at least `least` of them."""

    digits: tuple[int, ...]
    least: int = 1

    def said(self) -> Said:
        if self.least == len(self.digits):
            return self.stated(T("Every combination has {digits}."))
        if self.least == 1:
            return self.stated(T("Every combination has {digits}."), digits=phrases.DigitChoice(self.digits))
        return self.stated(T("Every combination has at least {least} of the digits {digits}."))


class UsedUp(Fact):
    """The groups just named take all these digits of the house."""

    digits: tuple[int, ...]
    house: int
    eliminations: tuple[Candidate, ...]

    sentence = T("Together they use up {digits} {house:in}: no other cell there can have them.")


class LeavesNothing(Fact):
    """Combinations of the cage that was named first would leave nothing for other cells of the house."""

    combinations: tuple[int, ...]
    cells: tuple[int, ...]
    house: int

    def said(self) -> Said:
        return self.stated(
            TN(
                "{house:in} the combination {sets} would leave nothing for {cells}.",
                "{house:in} the combinations {sets} would leave nothing for {cells}.",
            ),
            len(self.combinations),
            sets=phrases.AllOf(_sets(self.combinations)),
            cells=phrases.CellGroup(self.cells),
        )


class SumsAre(Fact):
    """The sum of houses, and that of cages."""

    houses: tuple[int, ...]
    whole: int
    cages: tuple[tuple[int, ...], ...]
    part: int

    def said(self) -> Said:
        count = len(self.cages)
        if count > MOST_LISTED:
            return self.stated(
                T("The digits {houses:of} add up to {whole}, and those of {count} cages there to {part}."),
                count=str(count),
            )
        return self.stated(
            TN(
                "The digits {houses:of} add up to {whole}, and those of the cage at {cages} to {part}.",
                "The digits {houses:of} add up to {whole}, and those of the cages at {cages} to {part}.",
            ),
            count,
            cages=phrases.AllOf(tuple(map(phrases.CellGroup, self.cages))),
        )


class EquationIs(Fact):
    """What the sums just named leave for the other cells; `known`: some of these are filled."""

    equation: Equation
    known: bool

    def said(self) -> Said:
        message = T("That leaves {equation}.")
        if self.known:
            message = T("With the digits that are known, that leaves {equation}.")
        return self.stated(message, equation=phrases.SumOf(*self.equation[:3]))


class RuleSays(Fact):
    """A rule of the puzzle: its name and clue, its cells, what it says, and the ways to fill them if there are few."""

    title: str
    cells: tuple[int, ...]
    text: str
    values: tuple[tuple[str, object], ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()
    clue: str = ""

    def said(self) -> Said:
        title = phrases.Quoted(self.title)
        slots: dict[str, Phrase] = {
            "title": phrases.Listed((title, self.clue), " ") if self.clue else title,
            "cells": phrases.CellPath(self.cells),
            "text": phrases.Quoted(self.text, self.values),
        }
        if not self.ways:
            return self.stated(T("{title} ({cells}): {text}"), **slots)
        slots["ways"] = _ways(self.ways)
        forms = TN(
            "{title} ({cells}): {text} The only way to fill them is {ways}.",
            "{title} ({cells}): {text} The only ways to fill them are {ways}.",
        )
        if len(self.cells) == 1:
            forms = TN(
                "{title} ({cells}): {text} The only digit for this cell is {ways}.",
                "{title} ({cells}): {text} The only digits for this cell are {ways}.",
            )
        return self.stated(forms, len(self.ways), **slots)


class JointWays(Fact):
    """The ways to fill cells so that all rules just named hold."""

    cells: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...]

    def said(self) -> Said:
        if not self.ways:
            return self.stated(
                T("Together, they leave no way to fill {cells}."), cells=phrases.CellPath(self.cells)
            )
        forms = TN(
            "Together, they leave one way to fill {cells}: {ways}.",
            "Together, they leave only these ways to fill {cells}: {ways}.",
        )
        return self.stated(forms, len(self.ways), cells=phrases.CellPath(self.cells), ways=_ways(self.ways))


class RuleFails(Fact):
    """A rule, named with its cells, that the digits supposed so far break; so the case fails."""

    rule: Phrase
    depth: int = field(default=2, kw_only=True)

    sentence = T("That breaks a rule: {rule}.")


class Briefly(Fact):
    """A step within a trial: what it concludes, by which technique, and by which rules, named with their cells."""

    technique: str
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    cells: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    rules: tuple[Phrase, ...] = ()
    depth: int = field(default=2, kw_only=True)

    def said(self) -> Said:
        reasons, title = self.rules, phrases.Title(self.technique)
        if self.cells:
            reasons = (phrases.placed(title, phrases.CellGroup(self.cells)), *reasons)
        elif self.houses:
            reasons = (phrases.placed(title, phrases.HouseList(self.houses)), *reasons)
        return self.stated(
            T("{result}: {name}."),
            result=phrases.Results(self.placements, self.eliminations),
            name=phrases.Listed(reasons or (title,)),
        )
