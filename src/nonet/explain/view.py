"""A step as its explainer sees it: its roles and links looked up, and facts made of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from nonet.explain.facts import Chain, Fact, Remark
from nonet.explain.phrases import CellChoice, CellList, CellSet, DigitList, HouseList, Phrase
from nonet.layout import Layout
from nonet.step import Link, Role, RoleKind, Step

__all__ = ["Account", "View"]


class Account(NamedTuple):
    """The facts that explain a step: where to look, the pattern, and why it proves what the step concludes.

    `sketch` goes with the pattern as long as the reasoning is not told: a chain without its reasons, say.
    """

    where: Fact
    pattern: tuple[Fact, ...]
    reasoning: tuple[Fact, ...]
    sketch: tuple[Fact, ...] = ()


class View:
    """A step on its board."""

    def __init__(self, step: Step, layout: Layout) -> None:
        self.step = step
        self.layout = layout

    # -- facts and phrases ---------------------------------------------------------------------------------

    def say(self, message: str, **slots: Phrase) -> Remark:
        """A fact that has no kind of its own."""
        return Remark(message, tuple(slots.items()))

    def line(self, depth: int, message: str, **slots: Phrase) -> Remark:
        """The same on a line of its own."""
        return Remark(message, tuple(slots.items()), depth=depth)

    def count(self, forms: tuple[str, str], number: int, **slots: Phrase) -> Remark:
        """The same, with a sentence whose form depends on a number."""
        return Remark(forms, tuple(slots.items()), number)

    def cells(self, cells: Iterable[int]) -> CellList:
        """`r4c78 and r5c1`."""
        return CellList(tuple(cells))

    def places(self, cells: Iterable[int]) -> CellChoice:
        """`r4c7 or r4c8`."""
        return CellChoice(tuple(cells))

    def houses(self, houses: Iterable[int]) -> HouseList:
        """`row 4`, or in the form that the slot asks for."""
        return HouseList(tuple(houses))

    def digits(self, digits: Iterable[int]) -> DigitList:
        """`1, 2 and 3`."""
        return DigitList(tuple(digits))

    def set_of(self, role: Role) -> CellSet:
        """`r4c28 {159}`."""
        return CellSet(role.cells, role.digits)

    # -- the step --------------------------------------------------------------------------------------------

    def roles(self, kind: RoleKind) -> list[Role]:
        """The roles of a kind, in order."""
        return [role for role in self.step.evidence.roles if role.kind is kind]

    def role(self, kind: RoleKind) -> Role:
        """The first role of a kind; an empty one if there is none."""
        return next(iter(self.roles(kind)), Role(kind))

    @cached_property
    def digit(self) -> int:
        """The digit of a step that is about one."""
        for role in self.step.evidence.roles:
            if role.digits:
                return role.digits[0]
        return (*self.step.placements, *self.step.eliminations)[0][1]

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The cells that lose a candidate."""
        return tuple(sorted({cell for cell, _ in self.step.eliminations}))

    @cached_property
    def target_digits(self) -> tuple[int, ...]:
        """The digits that are eliminated."""
        return tuple(sorted({digit for _, digit in self.step.eliminations}))

    # -- links -----------------------------------------------------------------------------------------------

    def chain(self, links: Iterable[Link], *, reasons: bool = False) -> Chain:
        """A chain on a line of its own; with reasons, each strong link says what leaves no other choice."""
        links = tuple(links)
        return Chain(links, tuple(map(self._reason, links)) if reasons else ())

    def _reason(self, link: Link) -> HouseList | CellList | None:
        """The house or the cell that has nothing else to offer; none for a weak link, which is plain to see."""
        start, end = link.start, link.end
        if not link.strong:
            return None
        if start.cells == end.cells and start.digit != end.digit:
            return self.cells(end.cells)
        house = self.strong_house(link)
        if house is not None:
            return self.houses([house])
        return self.cells(start.set_cells or end.set_cells or end.cells)

    def strong_house(self, link: Link) -> int | None:
        """The house in which the two nodes are all places of the digit, as the evidence has it; else any
        house that both are in.
        """
        start, end = link.start, link.end
        if start.digit != end.digit:
            return None
        shared = [
            number
            for number, house in enumerate(self.layout.houses)
            if set(house.cells).issuperset((*start.cells, *end.cells))
        ]
        proved = {truth.house for truth in self.step.evidence.truths if truth.digit == start.digit}
        return next((number for number in shared if number in proved), shared[0] if shared else None)
