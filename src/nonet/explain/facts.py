"""What an explanation states: a list of facts, as values, in no language.

Each kind of fact has its data and one sentence. `wording.py` says it in a language; `Fact.subjects` tells which
cells, houses and digits it speaks of, so that faces can point at them. Facts of the kinds in `BOARD_FACTS` can be
checked on the board without knowing the technique, and the tests do. A sentence that has no kind of its own is a
`Remark`.

To add a kind: a class with the data and `said`, which gives the English sentence and its phrases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from nonet.explain.phrases import (
    AllOf,
    Arrows,
    CellChoice,
    CellList,
    CellSet,
    DigitList,
    DigitSet,
    HouseList,
    Phrase,
    Results,
    Subjects,
    Title,
    subjects,
)
from nonet.messages import T
from nonet.step import Candidate, Link, Node, Truth

__all__ = [
    "BOARD_FACTS",
    "AlmostLockedSet",
    "Chain",
    "Covered",
    "DeadEnd",
    "Fact",
    "FailsAt",
    "Follows",
    "Heading",
    "LastCandidate",
    "LastOpenCell",
    "LastPlace",
    "LookAt",
    "OnlyCandidates",
    "OnlyPlaces",
    "OnlyPlacesOfDigits",
    "PlacesInBoth",
    "Remark",
    "Said",
    "SameTwoCandidates",
    "SeeEachOther",
    "TechniqueIs",
    "Therefore",
]


class Said(NamedTuple):
    """A sentence in English, with slots, and the phrases for them.

    A sentence whose form depends on a number has two forms: for one and for several.
    """

    message: str | tuple[str, str]
    slots: Mapping[str, Phrase]
    number: int = 1


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One statement. At `depth` 0 it is a sentence of the text; deeper ones are lines of their own, indented."""

    depth: int = 0
    paragraph: bool = False
    """Whether a new line begins with it."""

    def said(self) -> Said:
        """The sentence."""
        raise NotImplementedError

    @property
    def subjects(self) -> Subjects:
        """The cells, houses and digits that the sentence names.

        >>> OnlyPlaces(5, (3,), (27, 35)).subjects
        Subjects(cells=(27, 35), houses=(3,), digits=(5,))
        """
        return subjects(self.said().slots.values())


@dataclass(frozen=True)
class Remark(Fact):
    """Any other sentence."""

    message: str | tuple[str, str]
    slots: tuple[tuple[str, Phrase], ...] = ()
    number: int = 1

    def said(self) -> Said:
        return Said(self.message, dict(self.slots), self.number)


@dataclass(frozen=True)
class LookAt(Fact):
    """Where to look: at houses, at cells, or at all places of a digit."""

    houses: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    digit: int = 0

    def said(self) -> Said:
        if self.houses:
            return Said(T("Look {houses:at}."), {"houses": HouseList(self.houses)})
        if self.cells:
            return Said(T("Look at {cells}."), {"cells": CellList(self.cells)})
        return Said(T("Look at where {digit} can still go."), {"digit": self.digit})


@dataclass(frozen=True)
class TechniqueIs(Fact):
    """The name of the technique, as a sentence."""

    technique: str

    def said(self) -> Said:
        return Said(T("Technique: {name}."), {"name": Title(self.technique)})


@dataclass(frozen=True)
class Heading(Fact):
    """The name of the technique, before the facts of its pattern; with the number of the step in a proof."""

    technique: str
    number: int | None = None

    def said(self) -> Said:
        if self.number is None:
            return Said("{name}:", {"name": Title(self.technique)})
        return Said("{number}. {name}:", {"number": str(self.number), "name": Title(self.technique)})


@dataclass(frozen=True)
class Therefore(Fact):
    """What a step concludes. Always the last fact."""

    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()

    def said(self) -> Said:
        return Said(T("Therefore {conclusion}."), {"conclusion": Results(self.placements, self.eliminations)})


# -- facts about the board -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LastOpenCell(Fact):
    """The house has one open cell."""

    cell: int
    houses: tuple[int, ...]

    def said(self) -> Said:
        return Said(
            T("{cell} is the last empty cell {house:of}."),
            {"cell": CellList((self.cell,)), "house": HouseList(self.houses)},
        )


@dataclass(frozen=True)
class LastCandidate(Fact):
    """The cell has one candidate."""

    cell: int
    digit: int

    def said(self) -> Said:
        return Said(
            T("{cell} has only one candidate left: {digit}."),
            {"cell": CellList((self.cell,)), "digit": self.digit},
        )


@dataclass(frozen=True)
class LastPlace(Fact):
    """The digit has one candidate in the house."""

    digit: int
    houses: tuple[int, ...]
    cell: int

    def said(self) -> Said:
        return Said(
            T("{house:in} only one place is left for the digit {digit}: {cell}."),
            {"house": HouseList(self.houses), "digit": self.digit, "cell": CellList((self.cell,))},
        )


@dataclass(frozen=True)
class OnlyPlaces(Fact):
    """The digit has candidates in these cells of the house, and in no other."""

    digit: int
    houses: tuple[int, ...]
    cells: tuple[int, ...]

    def said(self) -> Said:
        return Said(
            T("{house:in} the digit {digit} can only go in {places}."),
            {"house": HouseList(self.houses), "digit": self.digit, "places": CellChoice(self.cells)},
        )


@dataclass(frozen=True)
class PlacesInBoth(Fact):
    """All candidates of the digit in the house are in these cells, and so in another house too."""

    digit: int
    houses: tuple[int, ...]
    cells: tuple[int, ...]
    others: tuple[int, ...]

    def said(self) -> Said:
        return Said(
            T("{base:in} the digit {digit} can only go in {cells}, which are all {cover:in} too."),
            {
                "base": HouseList(self.houses),
                "digit": self.digit,
                "cells": CellList(self.cells),
                "cover": HouseList(self.others),
            },
        )


@dataclass(frozen=True)
class Covered(Fact):
    """All candidates of the digit in the base houses, fins apart, are in the cover houses."""

    digit: int
    bases: tuple[int, ...]
    covers: tuple[int, ...]
    cells: tuple[int, ...]
    fins: tuple[int, ...] = ()

    def said(self) -> Said:
        return Said(
            T("Apart from fins, {bases:in} the digit {digit} can only go {covers:in} ({cells}).")
            if self.fins
            else T("{bases:in} the digit {digit} can only go {covers:in}: {cells}."),
            {
                "bases": HouseList(self.bases),
                "digit": self.digit,
                "covers": HouseList(self.covers),
                "cells": CellList(self.cells),
            },
        )


@dataclass(frozen=True)
class OnlyPlacesOfDigits(Fact):
    """The digits have candidates in these cells of the house, and in no other."""

    digits: tuple[int, ...]
    houses: tuple[int, ...]
    cells: tuple[int, ...]

    def said(self) -> Said:
        return Said(
            T("{houses:in} the digits {digits} can only go in {cells}."),
            {
                "houses": HouseList(self.houses),
                "digits": DigitList(self.digits),
                "cells": CellList(self.cells),
            },
        )


@dataclass(frozen=True)
class OnlyCandidates(Fact):
    """The cells, all in the house, have these candidates between them, and no others."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    houses: tuple[int, ...]

    def said(self) -> Said:
        return Said(
            T("{houses:in} the cells {cells} have only the candidates {digits} between them."),
            {
                "houses": HouseList(self.houses),
                "cells": CellList(self.cells),
                "digits": DigitList(self.digits),
            },
        )


@dataclass(frozen=True)
class SameTwoCandidates(Fact):
    """Each of the cells has these two candidates."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def said(self) -> Said:
        return Said(
            T("{cells} have the same two candidates, {digits}."),
            {"cells": CellList(self.cells), "digits": DigitSet(self.digits)},
        )


@dataclass(frozen=True)
class AlmostLockedSet(Fact):
    """The cells, all in one house, have one digit more than there are cells."""

    label: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def said(self) -> Said:
        return Said(
            T("Set {label}: {cells}."), {"label": self.label, "cells": CellSet(self.cells, self.digits)}
        )


@dataclass(frozen=True)
class SeeEachOther(Fact):
    """Every one of the cells sees every one of the others."""

    cells: tuple[int, ...]
    others: tuple[int, ...]

    def said(self) -> Said:
        return Said(
            T("{one} and {other} see each other."),
            {"one": CellList(self.cells), "other": CellList(self.others)},
        )


BOARD_FACTS = (
    *(LastOpenCell, LastCandidate, LastPlace, OnlyPlaces, OnlyPlacesOfDigits, PlacesInBoth, Covered),
    *(OnlyCandidates, SameTwoCandidates, AlmostLockedSet, SeeEachOther),
)


# -- what follows from an assumption ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Chain(Fact):
    """One thing leads to the next. `reasons`, if told, say why a digit must be there."""

    links: tuple[Link, ...]
    reasons: tuple[HouseList | CellList | None, ...] = ()
    depth: int = field(default=1, kw_only=True)

    def said(self) -> Said:
        return Said("{chain}", {"chain": Arrows(self.links, self.reasons)})


@dataclass(frozen=True)
class Follows(Fact):
    """A node holds because others do."""

    node: Node
    causes: tuple[Node, ...]

    def said(self) -> Said:
        return Said(T("{node}, because {causes}"), {"node": self.node, "causes": AllOf(self.causes)})


@dataclass(frozen=True)
class DeadEnd(Fact):
    """Nothing is left for what must hold: a cell without a candidate, a digit without a place in a house."""

    truth: Truth

    def said(self) -> Said:
        truth = self.truth
        if truth.cell is not None:
            return Said(T("{cell} has no candidate left."), {"cell": CellList((truth.cell,))})
        assert truth.house is not None
        assert truth.digit is not None
        return Said(
            T("{house:in} no place is left for the digit {digit}."),
            {"house": HouseList((truth.house,)), "digit": truth.digit},
        )


@dataclass(frozen=True)
class FailsAt(Fact):
    """Supposing a node and placing singles, nothing is left for what must hold."""

    node: Node
    truth: Truth

    def said(self) -> Said:
        truth = self.truth
        if truth.cell is not None:
            return Said(
                T("Suppose {start}: singles leave {cell} without a candidate."),
                {"start": self.node, "cell": CellList((truth.cell,))},
            )
        assert truth.house is not None
        assert truth.digit is not None
        return Said(
            T("Suppose {start}: singles leave no place for {digit} {house:in}."),
            {"start": self.node, "digit": truth.digit, "house": HouseList((truth.house,))},
        )
