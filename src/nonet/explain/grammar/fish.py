"""Facts about fish: base and cover, fins, and what the cover takes up."""

from __future__ import annotations

from nonet.explain.grammar.base import Fact, Said
from nonet.messages import TN, T


class Covered(Fact):
    """All candidates of the digit in the base houses, fins apart, are in the cover houses."""

    digit: int
    bases: tuple[int, ...]
    covers: tuple[int, ...]
    cells: tuple[int, ...]
    fins: tuple[int, ...] = ()

    def said(self) -> Said:
        if not self.fins:
            return self.stated(
                T(
                    "The base is {bases}; the cover is {covers}. Every place for {digit} in the "
                    "base is in the cover too: {cells}."
                )
            )
        forms = TN(
            "The base is {bases}; the cover is {covers}. Except for one extra place, the fin, "
            "every place for {digit} in the base is in the cover too: {cells}.",
            "The base is {bases}; the cover is {covers}. Except for some extra places, the fins, "
            "every place for {digit} in the base is in the cover too: {cells}.",
        )
        return self.stated(forms, len(self.fins))


class Fins(Fact):
    """The fins: base cells outside the cover (`inner`: in two base houses at once)."""

    cells: tuple[int, ...]
    inner: bool = False

    def said(self) -> Said:
        forms = TN("The fin is {cells}.", "The fins are {cells}.")
        if self.inner:
            forms = TN(
                "{cells} is in two base houses at once and counts as a fin.",
                "{cells} are in two base houses at once and count as fins.",
            )
        return self.stated(forms, len(self.cells))


class SashimiBase(Fact):
    """Without its fins, a base house has one place for the digit left, or none."""

    digit: int
    houses: tuple[int, ...]

    sentence = TN(
        "Without fins, {houses} has fewer than two places for {digit}: such a fish is called sashimi.",
        "Without fins, {houses} have fewer than two places for {digit} each: such a fish is called sashimi.",
    )
    counted = "houses"


class CoverFull(Fact):
    """As many base houses as cover houses: without fins, the base uses up the cover."""

    digit: int
    bases: tuple[int, ...]
    covers: tuple[int, ...]
    fins: tuple[int, ...] = ()

    def said(self) -> Said:
        if not self.fins:
            return self.stated(
                T(
                    "Each base house needs its own {digit}, and each cover house has room for only one: "
                    "the base uses up the whole cover."
                )
            )
        forms = TN(
            "If the fin is not {digit}, the base uses up the whole cover: each base house needs "
            "its own {digit}, and each cover house has room for only one.",
            "If no fin is {digit}, the base uses up the whole cover: each base house needs "
            "its own {digit}, and each cover house has room for only one.",
        )
        return self.stated(forms, len(self.fins))


class InCover(Fact):
    """These cells are in the cover, but not in the base; so they lose the digit (unless a fin is true).

    `twice`: they are in two cover houses, so that one of them would use up both.
    """

    digit: int
    cells: tuple[int, ...]
    houses: tuple[int, ...]
    fins: bool = False
    twice: bool = False

    def said(self) -> Said:
        forms = TN(
            "{cells} is in the cover ({houses}) but not in the base: no {digit} is left for it.",
            "{cells} are in the cover ({houses}) but not in the base: no {digit} is left for them.",
        )
        if self.twice:
            forms = TN(
                "{cells} is in two cover houses ({houses}): it would use up both, "
                "and too few would be left for the base.",
                "{cells} are in two cover houses each ({houses}): any of them would use up two, "
                "and too few would be left for the base.",
            )
        elif self.fins:
            forms = TN(
                "Then no {digit} is left for {cells}, which is in the cover ({houses}) but not in the base.",
                "Then no {digit} is left for {cells}, which are in the cover ({houses}) but not in the base.",
            )
        return self.stated(forms, len(self.cells))


class FinsSeen(Fact):
    """These cells see every fin: they lose the digit if a fin is true."""

    digit: int
    cells: tuple[int, ...]
    fins: tuple[int, ...]

    def said(self) -> Said:
        forms = TN(
            "If one of the fins is {digit}, {cells} is not: it sees every fin ({fins}).",
            "If one of the fins is {digit}, {cells} are not: they see every fin ({fins}).",
        )
        if len(self.fins) == 1:
            forms = TN(
                "If the fin is {digit}, {cells} is not: it sees the fin ({fins}).",
                "If the fin is {digit}, {cells} are not: they see the fin ({fins}).",
            )
        return self.stated(forms, len(self.cells))
