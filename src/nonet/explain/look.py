"""What one tier of a hint tells and shows: the value between a step and its words, colours and pictures.

    step, hint  →  Look  →  sentences (`wording`), marks and links (`picture`), what a player sees lit up

A look has the facts to be told, in order, and the parts to be shown: cells, candidates and houses, each with the
mark of the part it plays. A look knows nothing of colours or of languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from nonet.explain.facts import Fact
from nonet.explain.telling import facts
from nonet.explain.wording import text_of
from nonet.layout import Layout
from nonet.step import Candidate, Link, RoleKind, Step

__all__ = ["Look", "Mark", "Part", "look_at"]


class Mark(Enum):
    """The part that a cell, a candidate or a house plays. Each face has a shape or a sign for it."""

    PLACED = "placed"
    ELIMINATED = "eliminated"
    BASE = "base"
    COVER = "cover"
    FIN = "fin"
    PIVOT = "pivot"
    PINCER = "pincer"
    SET = "set"
    COMMON = "common"
    COLOR = "color"
    RECTANGLE = "rectangle"
    ASSUMED = "assumed"
    ON = "on"  # true in the chain
    OFF = "off"  # false in the chain
    LOOK = "look"  # where to look, before the pattern is told
    WRONG = "wrong"  # a mistake of the player's

    __hash__ = object.__hash__


OF_ROLE = {kind: Mark[kind.name] for kind in RoleKind}


@dataclass(frozen=True)
class Part:
    """Cells, digits in them and houses that play a part; `label` tells sets and colours apart (A, B …)."""

    mark: Mark
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    label: str = ""
    name: str = ""
    """What the legend calls it, if not by its mark."""


@dataclass(frozen=True)
class Look:
    """What one tier tells and shows."""

    facts: tuple[Fact, ...]
    parts: tuple[Part, ...] = ()
    chains: tuple[tuple[Link, ...], ...] = ()
    digit: int | None = None
    """All places of this digit are worth a look."""
    technique: str | None = None
    """The technique, once its name is told."""

    def text(self, layout: Layout, *, language: str = "en") -> str:
        """The facts in words."""
        return text_of(self.facts, layout, language=language)


def look_at(step: Step, layout: Layout, *, tier: int = 4) -> Look:
    """What a tier tells and shows of a step.

    >>> from nonet.layout import CLASSIC
    >>> from nonet.step import Evidence, Role
    >>> step = Step("hidden-single", ((0, 5),), (), Evidence((Role(RoleKind.BASE, (0,), (5,), (18,)),)))
    >>> look_at(step, CLASSIC, tier=1).parts
    (Part(mark=<Mark.LOOK: 'look'>, cells=(), digits=(), houses=(18,), label='', name=''),)
    >>> [part.mark.value for part in look_at(step, CLASSIC).parts]
    ['placed', 'base']
    """
    told = facts(step, layout, tier=tier)
    if tier < 3:
        cells, houses, digits = told[0].subjects
        digit = digits[0] if digits and not cells else None
        parts = (Part(Mark.LOOK, cells, houses=houses),) if cells or houses else ()
        return Look(told, parts, digit=digit, technique=step.technique if tier == 2 else None)
    fin = "extra" if step.evidence.deadly is not None else ""
    shown = [
        Part(
            OF_ROLE[role.kind],
            role.cells,
            role.digits,
            role.houses,
            role.label,
            fin if role.kind is RoleKind.FIN else "",
        )
        for role in step.evidence.roles
    ]
    if tier == 4:
        placed, gone = _by_digit(Mark.PLACED, step.placements), _by_digit(Mark.ELIMINATED, step.eliminations)
        shown = [*placed, *gone, *shown]
    chains = step.evidence.chains or ((step.evidence.links,) if step.evidence.links else ())
    return Look(told, tuple(shown), chains, technique=step.technique)


def _by_digit(mark: Mark, candidates: Iterable[Candidate]) -> Iterator[Part]:
    cells: dict[int, list[int]] = {}
    for cell, digit in candidates:
        cells.setdefault(digit, []).append(cell)
    for digit in sorted(cells):
        yield Part(mark, tuple(cells[digit]), (digit,))
