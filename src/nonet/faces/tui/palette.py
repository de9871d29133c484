"""What a character of the board is drawn with, and the colours of each theme: of every background (ground) and every
kind of text (ink).

    dark, light    for most people
    contrast       the eight colours of Okabe and Ito (https://jfly.uni-koeln.de/color/), which everyone
                   can tell apart, on black
    mono           no colour at all: bold, underlined, reversed; for NO_COLOR and for plain terminals

Every ground differs from the plain one in 256 colours, too. A ground may name the colour of the text on it; otherwise
the ink's own colour is used. Tests check that every pair has enough contrast to be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple

from rich.style import Style


class Background(Enum):
    """The state of a cell; if several apply, the first one. Its colours in the themes dark, light and contrast; behind
    some of them that of all text on it.
    """

    CURSOR = ("cursor", "#1f5fbf #ffffff", "#1f5fbf #ffffff", "#f0e442 #000000")
    SELECTED = ("selected", "#1d4480 #ffffff", "#b9d2f5 #000000", "#a89f2e #000000")
    TARGET = ("target", "#14532d", "#c6efd2", "#00664a #ffffff")
    PATTERN = ("pattern", "#4a3c0c", "#ffe9a8", "#00507d #ffffff")
    CONFLICT = ("conflict", "#5c1a20", "#ffd9d6", "#d55e00 #000000")
    COLOUR = ("colour",)
    SAME = ("same", "#3a3a7a #ffffff", "#d3d1f5 #000000", "#0072b2 #ffffff")
    PEER = ("peer", "#2b2e36", "#eeeeec", "#262626")
    HOUSE = ("house", "#0c3236", "#e2f0ec", "#12302a")
    PLAIN = ("plain",)

    __hash__ = object.__hash__


class Ink(Enum):
    """What a character is, and its colours in the themes dark, light and contrast."""

    GIVEN = ("given", "#ffffff", "#000000", "#ffffff")
    VALUE = ("value", "#7cc4ff", "#0b4fa0", "#56b4e9")
    WRONG = ("wrong", "#ff9d94", "#a50e0e", "#ffb000")
    REVEALED = ("revealed", "#d7a6ff", "#6a1b9a", "#f5a6d6")
    NOTE = ("note", "#bcc6d4", "#4b5563", "#d0d0d0")
    CENTRE = ("centre", "#d9c58b", "#6d4c00", "#f0e442")
    SAME_NOTE = ("same-note", "#ffffff", "#000000", "#ffffff")
    MARK = ("mark", "#ffd166", "#6a3d00", "#f0e442")
    GONE = ("gone", "#ff9d94", "#a50e0e", "#ffb000")
    PLACED = ("placed", "#8ff0b0", "#0a5a2a", "#ffffff")
    SIGN = ("sign", "#ffd9a0", "#7a3d00", "#f0e442")
    CLUE = ("clue", "#d5ebe0", "#1f4638", "#ffffff")
    EMPTY = ("empty", "#8a94a6", "#6b7280", "#b0b0b0")
    LINE = ("line", "#454e5f", "#b9bcc4", "#808080")
    HEAVY = ("heavy", "#aeb8ca", "#3c424d", "#ffffff")
    LABEL = ("label", "#8a94a6", "#6b7280", "#c0c0c0")
    LIT_LABEL = ("lit-label", "#ffffff", "#000000", "#f0e442")
    BLANK = ("blank",)

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
class Palette:
    """The colours of a theme, as #rrggbb; and of the frame around the board."""

    name: str
    dark: bool
    background: str
    surface: str
    text: str
    muted: str
    accent: str
    warning: str
    colours: tuple[str, ...]
    """1 to 8, as `nonet.play` names them: yellow, green, blue, red, purple, orange, turquoise, grey."""
    on_colours: str

    @property
    def _column(self) -> int:
        """The place of the theme's colours in the values of inks and grounds."""
        return 1 + [*PALETTES].index(self.name)

    @cached_property
    def inks(self) -> dict[Ink, str]:
        return {ink: ink.value[self._column] for ink in Ink if len(ink.value) > 1}

    @cached_property
    def grounds(self) -> dict[Background, tuple[str, str | None]]:
        pairs = {each: each.value[self._column].split() for each in Background if len(each.value) > 1}
        return {each: (colours[0], colours[1] if colours[1:] else None) for each, colours in pairs.items()}

    def colours_of(self, pen: Pen) -> tuple[str, str]:
        """The colour of the text, and of the background."""
        if pen.ground is Background.COLOUR and pen.colour:
            return self.on_colours, self.colours[pen.colour - 1]
        ground, over = self.grounds.get(pen.ground, (self.background, None))
        if pen.ink is Ink.BLANK:  # only the line under it is visible
            return self.inks[Ink.LINE], ground
        return over or self.inks.get(pen.ink, self.text), ground


_BOLD = {Ink.GIVEN, Ink.WRONG, Ink.MARK, Ink.GONE, Ink.PLACED, Ink.SAME_NOTE, Ink.LIT_LABEL}
_UNDERLINED = {Ink.SAME_NOTE, Ink.PLACED, Ink.REVEALED}

_PARTS = {
    "background": ("#12151c", "#fbfaf7", "#000000"),
    "surface": ("#23262d", "#e9e9e7", "#1a1a1a"),
    "text": ("#e8eaf0", "#1c1f26", "#ffffff"),
    "muted": ("#9aa5b8", "#575f6d", "#d0d0d0"),
    "accent": ("#7cc4ff", "#0b5cad", "#56b4e9"),
    "warning": ("#ffb454", "#8a4b00", "#f0e442"),
    "on_colours": ("#ffffff", "#000000", "#000000"),
}
_COLOURS = (
    ("#7d6a00", "#f5e07f", "#f0e442"),
    ("#2f7a3c", "#b5e0b0", "#009e73"),
    ("#2f62a8", "#b0cdf5", "#56b4e9"),
    ("#a03c3c", "#f5bfb8", "#d55e00"),
    ("#7a4a9c", "#dfc0ea", "#cc79a7"),
    ("#94531a", "#f5cc9c", "#e69f00"),
    ("#1f7474", "#a5e3df", "#7fe0d0"),
    ("#5f6670", "#d3d6da", "#b0b0b0"),
)
PALETTES = {
    name: Palette(
        name=name,
        dark=name != "light",
        colours=tuple(row[column] for row in _COLOURS),
        **{part: row[column] for part, row in _PARTS.items()},
    )
    for column, name in enumerate(("dark", "light", "contrast"))
}
MONO = "mono"


@lru_cache(maxsize=2048)
def style(theme: str, pen: Pen) -> Style:
    """The style of a pen in a theme: dark, light, contrast or mono."""
    bold, underlined = pen.ink in _BOLD, pen.ink in _UNDERLINED
    struck = pen.ink is Ink.GONE
    if theme == MONO:
        ground = pen.ground
        return Style(
            bold=bold or ground is Background.CURSOR,
            underline=underlined
            or pen.floor
            or (pen.close and ground in (Background.PEER, Background.PATTERN, Background.CONFLICT)),
            reverse=ground in (Background.CURSOR, Background.SELECTED, Background.TARGET)
            or (pen.close and ground is Background.SAME and pen.ink is not Ink.BLANK)
            or pen.ink is Ink.LIT_LABEL,
            strike=struck,
            dim=pen.ink in (Ink.LINE, Ink.LABEL),
        )
    written, ground_colour = PALETTES[theme].colours_of(pen)
    same = pen.ground is Background.SAME and pen.close and pen.ink is not Ink.BLANK
    return Style(
        color=written,
        bgcolor=ground_colour,
        bold=bold or same or pen.ground is Background.CURSOR,
        underline=underlined or same or pen.floor,
        strike=struck,
    )
