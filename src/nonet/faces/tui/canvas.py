"""What to draw, and the canvas to draw it on: the look of a board, and characters, each with its pen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from nonet.explain.voice import digit_letter
from nonet.faces.tui.rule_look import NO_RULES, RuleLook
from nonet.layout import Layout

__all__ = ["Background", "BoardLook", "Canvas", "Ink", "Pen"]


class Background(Enum):
    """The state of a cell; if several apply, the first one."""

    CURSOR = "cursor"
    SELECTED = "selected"
    TARGET = "target"
    PATTERN = "pattern"
    CONFLICT = "conflict"
    COLOUR = "colour"
    SAME = "same"
    PEER = "peer"
    HOUSE = "house"
    PLAIN = "plain"

    __hash__ = object.__hash__


class Ink(Enum):
    """What a character is."""

    GIVEN = "given"
    VALUE = "value"
    WRONG = "wrong"
    REVEALED = "revealed"
    NOTE = "note"
    CENTRE = "centre"
    SAME_NOTE = "same-note"
    MARK = "mark"
    GONE = "gone"
    PLACED = "placed"
    SIGN = "sign"
    CLUE = "clue"
    EMPTY = "empty"
    LINE = "line"
    HEAVY = "heavy"
    LABEL = "label"
    LIT_LABEL = "lit-label"
    BLANK = "blank"

    __hash__ = object.__hash__


class Pen(NamedTuple):
    """All that a style depends on. `close`: the digit of a cell, or the lowest line of a tall cell; `floor`: must
    be underlined, because there is no line below; `colour` 1 to 8, or 0.
    """

    ground: Background = Background.PLAIN
    ink: Ink = Ink.BLANK
    colour: int = 0
    close: bool = False
    floor: bool = False


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


class Canvas:
    """Characters and their pens, line by line."""

    def __init__(self, width: int, height: int) -> None:
        self.signs = [[" "] * width for _ in range(height)]
        self.pens = [[Pen()] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, pen: Pen) -> None:
        """Writes text, cut off at the edges; a floor stays a floor."""
        for number, sign in enumerate(text, start=x):
            if 0 <= number < len(self.signs[y]):
                floor = self.pens[y][number].floor
                self.signs[y][number] = sign
                self.pens[y][number] = pen._replace(floor=True) if floor else pen

    def runs(self, y: int) -> list[tuple[str, Pen]]:
        """A line as runs of characters with the same pen."""
        found: list[tuple[str, Pen]] = []
        signs, pens = self.signs[y], self.pens[y]
        start = 0
        for x in range(1, len(signs) + 1):
            if x == len(signs) or pens[x] != pens[start]:
                found.append(("".join(signs[start:x]), pens[start]))
                start = x
        return found

    def text(self) -> str:
        return "\n".join("".join(line).rstrip() for line in self.signs)
