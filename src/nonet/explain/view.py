"""What the words are made from: a step as its teller sees it, and what the teller says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

from nonet.explain.notation import conclusions, digit_set, node_text
from nonet.explain.voice import Houses, Voice, capital
from nonet.layout import HouseKind, Layout
from nonet.messages import T
from nonet.step import Link, Node, Role, RoleKind, Step, Truth

__all__ = ["Teller", "Told", "View"]


class Told(NamedTuple):
    """Where to look; the pattern, sentence by sentence; why it proves what the step concludes.

    `sketch` is what the pattern needs besides as long as the reasoning is not told: a chain without its
    reasons, say. A sentence that begins with two blanks is a line of its own, in this and deeper columns.
    """

    where: str
    pattern: tuple[str, ...]
    reasoning: tuple[str, ...]
    sketch: tuple[str, ...] = ()


class View:
    """A step on its board, in one language. It looks things up; it never searches."""

    def __init__(self, step: Step, layout: Layout, voice: Voice) -> None:
        self.step = step
        self.layout = layout
        self.voice = voice

    # -- speaking --------------------------------------------------------------------------------------------

    def say(self, message: str, **slots: object) -> str:
        """A sentence."""
        return self.voice.sentence(message, **slots)

    def count(self, forms: tuple[str, str], number: int, **slots: object) -> str:
        """A sentence whose form depends on a number."""
        return capital(self.voice.count(forms, number, **slots))

    def look(self, houses: Iterable[int]) -> str:
        """Where to look: houses."""
        return self.say(T("Look {houses:at}."), houses=self.houses(houses))

    def look_at_cells(self, cells: Iterable[int]) -> str:
        """Where to look: cells."""
        return self.say(T("Look at {cells}."), cells=self.cells(cells))

    def look_at_digit(self, digit: int) -> str:
        """Where to look: one digit on the whole board."""
        return self.say(T("Look where {digit} can still stand."), digit=digit)

    # -- pieces ----------------------------------------------------------------------------------------------

    def cell(self, cell: int) -> str:
        """`r4c7`."""
        return self.layout.cell_name(cell)

    def cells(self, cells: Iterable[int]) -> str:
        """`r4c78 and r5c1`."""
        return self.voice.cells(self.layout, cells)

    def places(self, cells: Iterable[int]) -> str:
        """`r4c7 or r4c8`."""
        return self.voice.places(self.layout, cells)

    def houses(self, houses: Iterable[int]) -> Houses:
        """Houses, in the form that the slot asks for."""
        return self.voice.houses(self.layout, houses)

    def digits(self, digits: Iterable[int]) -> str:
        """`1, 2 and 3`."""
        return self.voice.digits(digits)

    def set_text(self, role: Role) -> str:
        """`r4c28 {159}`."""
        return f"{self.cells(role.cells)} {digit_set(role.digits)}"

    def node(self, node: Node) -> str:
        """`r4c7 = 5`; an almost locked set is named with it."""
        text = node_text(self.layout, node)
        if node.set_cells:
            text += " " + self.voice.say(T("[set {cells}]"), cells=self.cells(node.set_cells))
        return text

    # -- the step --------------------------------------------------------------------------------------------

    def roles(self, kind: RoleKind) -> list[Role]:
        """The roles of a kind, in order."""
        return [role for role in self.step.evidence.roles if role.kind is kind]

    def role(self, kind: RoleKind) -> Role:
        """The first role of a kind; an empty one if there is none."""
        return next(iter(self.roles(kind)), Role(kind))

    @cached_property
    def digit(self) -> int:
        """The digit of a step that speaks of one."""
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

    def conclusion(self) -> str:
        """The last sentence: candidates eliminated last."""
        found = conclusions(self.layout, self.step.placements, self.step.eliminations)
        return self.say(T("Therefore {conclusion}."), conclusion=", ".join(found))

    # -- links -----------------------------------------------------------------------------------------------

    def chain(self, links: Iterable[Link], *, reasons: bool = False) -> str:
        """A chain on a line of its own: `r1c2 ≠ 5 → r1c8 = 5 → …`; with reasons, `r1c8 = 5 (row 1)`."""
        parts: list[str] = []
        for link in links:
            if not parts:
                parts.append(self.node(link.start))
            text = self.node(link.end)
            if reasons and link.strong:
                text += f" ({self._reason(link)})"
            parts.append(text)
        return "  " + " → ".join(parts)

    def _reason(self, link: Link) -> str:
        """Why the one end holds where the other does not: the cell, or the house, that has nothing else to
        offer.
        """
        start, end = link.start, link.end
        if start.cells == end.cells and start.digit != end.digit:
            return self.cells(end.cells)
        house = self.strong_house(link)
        if house is not None:
            return str(self.houses([house]))
        return self.cells(start.set_cells or end.set_cells or end.cells)

    def strong_house(self, link: Link) -> int | None:
        """The house in which the two nodes are all places of the digit, as the evidence has it; else any
        house of both.
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

    def truth(self, truth: Truth) -> str:
        """What must hold, as a phrase: `5 in row 4`, or a cell."""
        if truth.cell is not None:
            return self.cell(truth.cell)
        assert truth.house is not None
        return self.voice.say(T("{digit} {house:in}"), digit=truth.digit, house=self.houses([truth.house]))

    def dead_end(self, truth: Truth) -> str:
        """A sentence: nothing is left for what must hold."""
        if truth.cell is not None:
            return self.say(T("{cell} is left without a candidate."), cell=self.cell(truth.cell))
        assert truth.house is not None
        house = self.houses([truth.house])
        return self.say(
            T("{house:in} no place is left for the digit {digit}."), house=house, digit=truth.digit
        )

    def is_line(self, house: int) -> bool:
        """Whether the house is a row or a column."""
        return self.layout.houses[house].kind in (HouseKind.ROW, HouseKind.COLUMN)


Teller = Callable[[View], Told]
