"""Facts that frame an explanation: where to look, the name of the technique, the conclusion."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.explain.grammar.base import Fact, Said
from nonet.explain.phrases import CellList, DigitSet, HouseList, Listed, PartName, Phrase, Results, Title
from nonet.messages import TN, T
from nonet.step import Candidate, Node, Truth

__all__ = ["Folded", "Heading", "LookAt", "RoleIs", "StartFrom", "TechniqueIs", "Therefore", "TryAll"]


@dataclass(frozen=True)
class LookAt(Fact):
    """Where to look: at houses, at cells, at all places of a digit; with none of these, at the whole board."""

    houses: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    digit: int = 0

    def said(self) -> Said:
        if self.houses:
            return Said(T("Look {houses:at}."), {"houses": HouseList(self.houses)})
        if self.cells:
            return Said(T("Look at {cells}."), {"cells": CellList(self.cells)})
        if self.digit:
            return Said(T("Look at where {digit} can still go."), {"digit": self.digit})
        return Said(T("Look at the whole board: nearly every empty cell has two candidates."), {})


@dataclass(frozen=True)
class StartFrom(Fact):
    """Where a chain begins."""

    node: Node

    def said(self) -> Said:
        return Said(T("See what follows from {node}."), {"node": self.node})


@dataclass(frozen=True)
class TryAll(Fact):
    """Where a proof by cases begins: the candidates of a cell, the places of a digit, a candidate true or false."""

    truth: Truth | None = None
    node: Node | None = None

    def said(self) -> Said:
        if self.node is not None:
            return Said(T("Try {node}, and the opposite."), {"node": self.node})
        assert self.truth is not None
        if self.truth.cell is not None:
            return Said(T("Try every candidate of {cells}."), {"cells": CellList((self.truth.cell,))})
        assert self.truth.house is not None
        assert self.truth.digit is not None
        return Said(
            T("Try every place of {digit} {house:in}."),
            {"digit": self.truth.digit, "house": HouseList((self.truth.house,))},
        )


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
        return Said(
            T("{role}: {what}."), {"role": PartName(self.part, self.label), "what": Listed(tuple(parts))}
        )


@dataclass(frozen=True)
class Folded(Fact):
    """Lines that are left out here, and can be unfolded."""

    count: int

    def said(self) -> Said:
        return Said(TN("… {n} line …", "… {n} lines …"), {}, self.count)


@dataclass(frozen=True)
class Therefore(Fact):
    """What a step concludes. Always the last fact."""

    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()

    def said(self) -> Said:
        return Said(T("Therefore {conclusion}."), {"conclusion": Results(self.placements, self.eliminations)})
