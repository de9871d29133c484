"""Rules about the digits along a line, two cells at a time: thermometers, whispers, palindromes and others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.base import Number, RuleExample
from nonet.rules.line_base import PairedLine, Related, apart
from nonet.rules.tables import Relation, thirds

# Relations are made once and kept, because tables are cached by the relation (see `Paired`).


@cache
def _below(steps: int) -> Relation:
    return lambda a, b: b - a >= steps


def _differ_in_parity(a: int, b: int) -> bool:
    return (a - b) % 2 == 1


@cache
def _differ_modulo(modulus: int) -> Relation:
    return lambda a, b: (a - b) % modulus != 0


@cache
def _different_thirds(digits: range) -> Relation:
    part = {digit: k for k, third in enumerate(thirds(digits)) for digit in third}
    return lambda a, b: part[a] != part[b]


@dataclass(frozen=True)
class Thermometer(PairedLine):
    """Digits increase from the bulb, the first cell. A branching thermometer is several of these."""

    kind = "thermometer"
    title = T("thermometer")
    text = T("Digits increase along a thermometer, starting at the bulb.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"]})
    ends = ("bulb", "")

    def validate(self, layout: Layout) -> None:
        self.check_room_to_differ(self.cells, layout)

    def relations(self, layout: Layout) -> Iterable[Related]:
        return [
            (_below(steps), zip(self.cells, self.cells[steps:], strict=False))
            for steps in range(1, len(self.cells))
        ]


@dataclass(frozen=True)
class SlowThermometer(PairedLine):
    kind = "slow_thermometer"
    title = T("slow thermometer")
    text = T("Digits increase or stay the same along a slow thermometer, starting at the bulb.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c3"]})
    ends = ("bulb", "")

    def relations(self, layout: Layout) -> Iterable[Related]:
        return [(_below(0), pairwise(self.cells))]


@dataclass(frozen=True)
class Whisper(PairedLine):
    """Neighbours on the line differ by at least 5 (German whispers), or another number."""

    difference: Number = 5

    kind = "whisper"
    title = T("whisper line")
    text = T("Digits next to each other on a whisper line differ by at least {difference}.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"], "difference": 2})

    def validate(self, layout: Layout) -> None:
        if not 1 <= self.difference < layout.size:
            raise self.impossible(
                "digits from {low} to {high} cannot differ by {difference}",
                difference=self.difference,
                **layout.digit_ends,
            )

    def relations(self, layout: Layout) -> Iterable[Related]:
        return [(apart(self.difference), pairwise(self.cells))]


@dataclass(frozen=True)
class Nabner(PairedLine):
    """The reverse of a renban: no two digits of the line are equal or consecutive."""

    kind = "nabner"
    title = T("nabner line")
    text = T("No two digits on a nabner line are equal or consecutive, wherever they are on it.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r2c2"]})

    def relations(self, layout: Layout) -> Iterable[Related]:
        return [(apart(2), combinations(dict.fromkeys(self.cells), 2))]


@dataclass(frozen=True)
class Palindrome(PairedLine):
    kind = "palindrome"
    title = T("palindrome")
    text = T("A palindrome reads the same in both directions.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r1c3", "r2c3", "r3c1"]})
    renameable = True

    def relations(self, layout: Layout) -> Iterable[Related]:
        half = len(self.cells) // 2
        return [(int.__eq__, zip(self.cells[:half], self.cells[::-1], strict=False))]


@dataclass(frozen=True)
class ModularLine(PairedLine):
    modulus: Number = 3

    kind = "modular_line"
    title = T("modular line")
    text = T(
        "Any {modulus} digits in a row on the line, or all digits of a shorter one, have different remainders when "
        "divided by {modulus}."
    )
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"], "modulus": 2})

    def validate(self, layout: Layout) -> None:
        if not 2 <= self.modulus <= layout.size:
            raise self.refuse(
                "modulus must be 2 to {size}, not {value}", size=layout.size, value=self.modulus
            )

    def relations(self, layout: Layout) -> Iterable[Related]:
        return [(_differ_modulo(self.modulus), self.near(self.modulus))]


@dataclass(frozen=True)
class EntropicLine(PairedLine):
    """Any three digits in a row: one low, one middle, one high."""

    by_value = False
    kind = "entropic_line"
    title = T("entropic line")
    text = T(
        "Any three digits in a row on the line are a low, a middle and a high one; a line of two has two of these."
    )
    example = RuleExample("6x6", {"cells": ["r1c1", "r1c2", "r2c2", "r2c3"]})

    def validate(self, layout: Layout) -> None:
        if layout.size % 3:
            raise self.refuse("{size} digits do not divide into low, middle and high ones", size=layout.size)

    def relations(self, layout: Layout) -> Iterable[Related]:
        return [(_different_thirds(layout.digits), self.near(3))]


@dataclass(frozen=True)
class ParityLine(PairedLine):
    kind = "parity_line"
    title = T("parity line")
    text = T("Odd and even digits alternate along the line.")
    example = RuleExample("4x4", {"cells": ["r1c1", "r1c2", "r2c2"]})

    def relations(self, layout: Layout) -> Iterable[Related]:
        return [(_differ_in_parity, pairwise(self.cells))]
