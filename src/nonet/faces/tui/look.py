"""The look of a board: what is to be drawn, computed from the state of the game, the selection and the hint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from nonet.explain.marks import Mark, sign_of
from nonet.explain.voice import digit_letter
from nonet.faces.tui.palette import Ink
from nonet.faces.tui.rule_look import NO_RULES, RuleLook
from nonet.layout import Layout

if TYPE_CHECKING:
    from nonet.play.hint_view import HintView

_TELLING = ("eliminated", "placed", "wrong", "look")
_INKS = {"placed": Ink.PLACED, "eliminated": Ink.GONE}


@dataclass(frozen=True)
class BoardLook:
    """A board to be drawn. Masks have the bit 1 << (digit - 1)."""

    layout: Layout
    values: bytes
    givens: bytes
    corner: tuple[int, ...] = ()
    centre: tuple[int, ...] = ()
    cursor: int | None = None
    selected: frozenset[int] = frozenset()
    digit: int = 0
    """The digit to highlight everywhere: of the cell under the cursor, or the selected one."""
    peers: frozenset[int] = frozenset()
    conflicts: frozenset[int] = frozenset()
    wrong: frozenset[int] = frozenset()
    revealed: frozenset[int] = frozenset()
    colours: tuple[int, ...] = ()
    candidate_colours: Mapping[tuple[int, int], int] = field(default_factory=dict)
    targets: frozenset[int] = frozenset()
    pattern: frozenset[int] = frozenset()
    marks: Mapping[tuple[int, int], tuple[str, Ink]] = field(default_factory=dict)
    """For candidates in a hint: a sign, and whether they are placed or eliminated."""
    cell_signs: Mapping[int, str] = field(default_factory=dict)
    hidden: bool = False
    ascii: bool = False
    letters: bool = False
    """Digits from 10 on are written as letters."""
    rules: RuleLook = NO_RULES

    def symbol(self, digit: int) -> str:
        return digit_letter(digit) if self.letters else str(digit)


def role_sign(role: str, label: str = "", *, plain: bool = False) -> str:
    """The sign for the role of a candidate or a cell in a hint; sets and colours have letters."""
    return sign_of(Mark(role), label, plain=plain)


def signs_of(look: BoardLook, given: HintView | None, *, tall: bool) -> BoardLook:
    """The look with what a hint highlights; `tall`: candidates have places of their own."""
    if given is None:
        return look
    plain = look.ascii
    targets: set[int] = set()
    pattern: set[int] = set()
    marks: dict[tuple[int, int], tuple[str, Ink]] = {}
    best: dict[int, tuple[str, str]] = {}
    for house in given.houses:
        pattern.update(look.layout.houses[house].cells)
    for light in given.lights:
        (targets if light.role in _TELLING else pattern).add(light.cell)
        if light.digit is not None and tall and not look.values[light.cell]:
            sign = role_sign(light.role, light.label, plain=plain)
            marks[light.cell, light.digit] = (sign, _INKS.get(light.role, Ink.MARK))
            continue
        old = best.get(light.cell)
        if old is None or (light.role in _TELLING and old[0] not in _TELLING):
            best[light.cell] = (light.role, light.label)
    marked = {cell for cell, _ in marks}
    signs = {
        cell: role_sign(role, label, plain=plain)
        for cell, (role, label) in best.items()
        if cell not in marked
    }
    return replace(
        look,
        targets=frozenset(targets),
        pattern=frozenset(pattern - targets),
        marks=marks,
        cell_signs=signs,
    )
