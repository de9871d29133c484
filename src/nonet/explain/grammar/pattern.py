"""Facts about patterns: subsets, almost locked sets, colours, loops, deadly patterns, and what each of them implies."""

from __future__ import annotations

from nonet.explain.grammar.base import Fact, Said
from nonet.explain.phrases import AllOf, CellList, DigitAt, DigitList, Labelled, LabelledCells, OneOf
from nonet.messages import TN, T
from nonet.step import Candidate, Link

# -- subsets -----------------------------------------------------------------------------------------------------


class Filled(Fact):
    """As many cells as digits: each of the digits is in one of the cells, and nothing else is.

    `hidden` says what follows: that the cells hold nothing else; otherwise that the digits are nowhere else.
    `extras` are candidates of which one is true; together they count as one more cell. Digits of `twice` fit into
    the cells twice, and so count for two.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    hidden: bool = False
    extras: tuple[Candidate, ...] = ()
    twice: tuple[int, ...] = ()

    def said(self) -> Said:
        if self.extras:
            return self.stated(
                T(
                    "Together these extra candidates count as one cell. With {cells} that makes as many "
                    "cells as digits, so {digits} fill them."
                )
            )
        if self.twice:
            return self.stated(
                T("There are as many cells as digits, with {twice} counted twice, so {digits} fill {cells}."),
                twice=DigitList(self.twice),
            )
        if self.hidden:
            return self.stated(
                T("There are as many digits as cells, so {cells} hold {digits} and nothing else.")
            )
        return self.stated(T("There are as many cells as digits, so {digits} fill {cells}."))


# -- almost locked sets ------------------------------------------------------------------------------------------


class CommonDigit(Fact):
    """All places of the digit in one set see all its places in the other."""

    digit: int
    label: str
    cells: tuple[int, ...]
    other: str
    others: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(
            T(
                "The places for {digit} in {one} and in {other} see each other: only one of the two "
                "sets can have {digit}."
            ),
            one=LabelledCells(self.label, self.cells),
            other=LabelledCells(self.other, self.others),
        )


class InSets(Fact):
    """The digit is in one of these sets, at one of these places."""

    digit: int
    sets: tuple[tuple[str, tuple[int, ...]], ...]

    def said(self) -> Said:
        return self.stated(
            T("A set that loses one of its digits needs all the others, so {digit} is in {sets}."),
            sets=OneOf(tuple(LabelledCells(label, cells) for label, cells in self.sets)),
        )


# -- colours, loops ----------------------------------------------------------------------------------------------


class Colours(Fact):
    """The houses have two places for the digit each, one of either colour; together they join all the cells."""

    digit: int
    houses: tuple[int, ...]
    label: str
    cells: tuple[int, ...]
    other: str
    others: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(
            TN(
                "{houses} has only two places for {digit}. Give them different colours: either {one} is {digit}, "
                "or {other}.",
                "{houses} have only two places for {digit} each. Give the two places of each house different "
                "colours: either every cell of {one} is {digit}, or every cell of {other}.",
            ),
            len(self.houses),
            one=LabelledCells(self.label, self.cells),
            other=LabelledCells(self.other, self.others),
        )


class ColoursClash(Fact):
    """A cell of one colour sees a cell of another, so the two colours are not both true; if they are the same colour,
    it is false.
    """

    label: str
    cell: int
    other: str
    other_cell: int
    opposites: tuple[str, ...] = ()
    """The other colour of each pair: one of the two is true. Stated where it matters."""

    def said(self) -> Said:
        message = T("{one} and {other} see each other, so {a} and {b} cannot both be true.")
        if self.label == self.other:
            message = T("{one} and {other} see each other.")
        elif self.opposites:
            message = T(
                "{one} and {other} see each other, so {a} and {b} cannot both be true: {opposites} is true."
            )
        return self.stated(
            message,
            one=Labelled(self.cell, self.label),
            other=Labelled(self.other_cell, self.other),
            a=self.label,
            b=self.other,
            opposites=OneOf(self.opposites),
        )


class ColourFalse(Fact):
    """No cell of the colour has the digit."""

    digit: int
    label: str

    sentence = T("So no cell of {label} is {digit}.")


class TakeTurns(Fact):
    """Cells with the same two candidates: these all hold one of the two digits, the others the other."""

    cells: tuple[int, ...]
    others: tuple[int, ...]
    digits: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(
            T("So {digits} alternate: {a} hold one of them, {b} hold the other."),
            a=CellList(self.cells),
            b=CellList(self.others),
        )


class LoopTurns(Fact):
    """The chain ends where it began, so that all its nodes hold, or none does."""

    links: tuple[Link, ...]

    sentence = T(
        "The chain ends where it began: either everything in it is true, or the opposite of everything is."
    )


# -- one solution ------------------------------------------------------------------------------------------------


class DeadlyPattern(Fact):
    """A house has two of these cells, or none: with these two digits alone in them, the two could be swapped.

    `filled`: some of the cells are filled already, but none of them came with the puzzle.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    filled: bool = False

    def said(self) -> Said:
        return self.stated(
            T(
                "Look at {cells}: every house (row, column, box) that contains one of these cells contains exactly "
                "two of them, and none of them was filled in at the start. If they held only {pair}, the two digits "
                "could be swapped, and the puzzle would have two solutions: one of the extra candidates must be true."
            )
            if self.filled
            else T(
                "Look at {cells}: every house (row, column, box) that contains one of these cells contains exactly "
                "two of them. If they held only {pair}, the two digits could be swapped, and the puzzle would have "
                "two solutions: one of the extra candidates must be true."
            ),
            pair=DigitList(self.digits),
        )


class Grave(Fact):
    """Without the extras, every open cell has two candidates, and every digit two places in each house."""

    extras: tuple[Candidate, ...]

    def said(self) -> Said:
        extras = AllOf(tuple(DigitAt(cell, digit) for cell, digit in self.extras))
        return self.stated(
            TN(
                "Without the extra candidate {extras}, every empty cell would have two candidates, and "
                "every digit would have two places in each house (row, column, box) that still needs it. Such a "
                "board (a bivalue universal grave, BUG) never has exactly one solution: the extra candidate is true.",
                "Without the extra candidates {extras}, every empty cell would have two candidates, and "
                "every digit would have two places in each house (row, column, box) that still needs it. Such a "
                "board (a bivalue universal grave, BUG) never has exactly one solution: one of the extra "
                "candidates is true.",
            ),
            len(self.extras),
            extras=extras,
        )


# -- templates ---------------------------------------------------------------------------------------------------


class Templates(Fact):
    """Of all ways to place the digit in the houses that need it, all use these cells, or none does.

    `helpers` are other digits whose templates fill cells.
    """

    digit: int
    cells: tuple[int, ...]
    used: bool
    helpers: tuple[int, ...] = ()

    def said(self) -> Said:
        helpers, count = DigitList(self.helpers), len(self.cells)
        if self.used and self.helpers:
            message = T(
                "If {digit} stays out of the cells that {digits} must take, every way to place {digit} in the "
                "houses that still need it uses {cells}."
            )
            return self.stated(message, digits=helpers)
        if self.used:
            return self.stated(T("Every way to place {digit} in all houses that still need it uses {cells}."))
        if self.helpers:
            forms = TN(
                "If {digit} stays out of the cells that {digits} must take, no way to place {digit} in the houses "
                "that still need it uses {cells}.",
                "If {digit} stays out of the cells that {digits} must take, no way to place {digit} in the houses "
                "that still need it uses any of {cells}.",
            )
            return self.stated(forms, count, digits=helpers)
        forms = TN(
            "No way to place {digit} in all houses that still need it uses {cells}.",
            "No way to place {digit} in all houses that still need it uses any of {cells}.",
        )
        return self.stated(forms, count)
