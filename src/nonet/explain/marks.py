"""Marks: the part that a cell, a candidate or a house plays, and how each face shows it.

Every mark has a colour and a shape, the same everywhere: drawn in SVG and on the page, and as a sign that looks like
it in the terminal. Nothing is said by colour alone.

    base ● circle       fin ◆ diamond       pivot ■ square      pincer ▲ triangle       common ★ star
    placed ◎ ring       eliminated ✗        assumed ⬢ hexagon   pattern ▣ frame         blocking ▼ shield
    set, colour: a letter in a box, a colour for each letter                            cover ▒ stripes

The colours are those of Okabe and Ito, darkened or lightened until they can be read; colour-blind people can tell
them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from nonet.messages import T


class Mark(Enum):
    """The part that a cell, a candidate or a house plays. Where it plays several, the first of these is shown."""

    WRONG = "wrong"  # a mistake of the player's
    ELIMINATED = "eliminated"
    PLACED = "placed"
    ASSUMED = "assumed"
    FIN = "fin"
    COMMON = "common"
    PINCER = "pincer"
    PIVOT = "pivot"
    COLOR = "color"
    SET = "set"
    BASE = "base"
    COVER = "cover"
    RECTANGLE = "rectangle"
    BLOCKER = "blocker"  # a digit on the board that blocks other cells
    ON = "on"  # true in the chain
    OFF = "off"  # false in the chain
    LOOK = "look"  # where to look, before the pattern is shown

    __hash__ = object.__hash__


class MarkStyle(NamedTuple):
    """How a mark is shown."""

    colour: str  # a key of COLOURS
    shape: str  # what `draw.mark_shapes` draws
    sign: str  # in a terminal
    plain: str  # in ASCII
    name: str


STYLES = {
    Mark.PLACED: MarkStyle("green", "ring", "◎", "!", T("placed")),
    Mark.ELIMINATED: MarkStyle("red", "cross", "✗", "x", T("eliminated")),
    Mark.BASE: MarkStyle("blue", "circle", "●", "*", T("base")),
    Mark.COVER: MarkStyle("yellow", "stripes", "▒", "%", T("cover")),
    Mark.FIN: MarkStyle("orange", "diamond", "◆", "^", T("fin")),
    Mark.PIVOT: MarkStyle("purple", "square", "■", "@", T("pivot")),
    Mark.PINCER: MarkStyle("teal", "triangle", "▲", "&", T("pincer")),
    Mark.SET: MarkStyle("blue", "box", "▢", "$", T("set")),
    Mark.COMMON: MarkStyle("purple", "star", "★", "o", T("common digit")),
    Mark.COLOR: MarkStyle("blue", "octagon", "◯", "~", T("colour")),
    Mark.RECTANGLE: MarkStyle("violet", "frame", "▣", "+", T("pattern")),
    Mark.ASSUMED: MarkStyle("violet", "hexagon", "⬢", "?", T("assumption")),
    Mark.BLOCKER: MarkStyle("orange", "shield", "▼", "v", T("blocking digit")),
    Mark.ON: MarkStyle("green", "disc", "=", "=", T("true in the chain")),
    Mark.OFF: MarkStyle("orange", "dashes", "≠", "/", T("false in the chain")),
    Mark.LOOK: MarkStyle("blue", "dots", "◌", ">", T("look here")),
    Mark.WRONG: MarkStyle("red", "bang", "‼", "#", T("wrong")),
}

COLOURS = {  # in the light, in the dark, and as the code of a terminal
    "blue": ("#0067a5", "#6cc4ff", "1;34"),
    "green": ("#00795a", "#2fd0a3", "1;32"),
    "red": ("#c0392b", "#ff8a7a", "1;31"),
    "yellow": ("#8a6d00", "#e0c341", "2"),
    "orange": ("#b86b00", "#ffb84d", "1;33"),
    "purple": ("#9b3f7e", "#f2a3d6", "1;35"),
    "teal": ("#00738c", "#5fd9ee", "1;36"),
    "violet": ("#5b4bb5", "#b3a6ff", "35"),
}
LETTERS = ("blue", "green", "purple", "orange", "violet")
"""The colours of sets and colours A, B, C …, in turn."""


_RANKS = {mark: rank for rank, mark in enumerate(Mark)}


@dataclass(frozen=True)
class Tag:
    """A mark, and the letter that tells it from others of its kind (A, B for sets and colours).

    >>> Tag(Mark.FIN).colour, Tag(Mark.SET, "B").colour
    ('orange', 'green')
    >>> Tag(Mark.FIN).sign(), Tag(Mark.FIN).sign(plain=True), Tag(Mark.SET, "B").sign()
    ('◆', '^', 'B')
    """

    mark: Mark
    label: str = ""

    @property
    def rank(self) -> int:
        """Which of several tags is shown: the lowest."""
        return _RANKS[self.mark]

    @property
    def shape(self) -> str:
        return STYLES[self.mark].shape

    @property
    def colour(self) -> str:
        """Sets and colours have one for each letter."""
        if self._has_letter:
            return LETTERS[(ord(self.label[0]) - ord("A")) % len(LETTERS)]
        return STYLES[self.mark].colour

    def sign(self, *, plain: bool = False) -> str:
        """In a terminal; sets and colours have letters."""
        if self._has_letter:
            return self.label[0]
        return STYLES[self.mark].plain if plain else STYLES[self.mark].sign

    @property
    def _has_letter(self) -> bool:
        return bool(self.label) and self.mark in (Mark.SET, Mark.COLOR)
