"""Colours by name, in several themes.

    light      ink on white, with the colours that solvers know from SudokuPad
    dark       the same on a dark background
    print      black and greys that a laser printer can show; for books
    contrast   black on white, no greys, heavy lines: for people with low vision
    sepia      brown on cream

A new theme is one entry of `_THEMES`. A colour that a theme does not name is that of `light`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nonet.errors import NonetError
from nonet.explain.marks import COLOURS

_LIGHT = {
    "paper": "#ffffff",
    "ink": "#16191d",
    "entered": "#1d5bbf",
    "faint": "#6b737c",
    "thin": "#a4abb3",
    "thick": "#16191d",
    "house": "#e9edf2",
    "diagonal": "#9fb4cf",
    "wrong": "#c0392b",
    "cage": "#16191d",
    "tint": "#dcdfe3",
    "mark": "#16191d",
    "white-dot": "#ffffff",
    "black-dot": "#16191d",
    "badge": "#d3d6da",
    "arrow": "#8b9096",
    "outside": "#16191d",
    # the lines of variants
    "thermometer": "#cdd1d5",
    "slow_thermometer": "#cdd1d5",
    "whisper": "#67d96b",
    "renban": "#e07ae0",
    "nabner": "#e3c53c",
    "palindrome": "#b9bdc2",
    "region_sum_line": "#6cc0ea",
    "sum_line": "#c9c883",
    "between_line": "#a9b4c9",
    "lockout_line": "#86a8e0",
    "zipper_line": "#c3b1f5",
    "modular_line": "#63c5bd",
    "entropic_line": "#f7c59b",
    "parity_line": "#f2a08a",
    "index_line": "#c7a27c",
    "split_peas": "#a8d39c",
    "double_arrow": "#b7bcc2",
    "pair_relation": "#d0b8a8",
    "regex_line": "#d0b8a8",
    "automaton": "#d0b8a8",
    "weighted_sum": "#d0b8a8",
    **{name: light for name, (light, _, _) in COLOURS.items()},
}
_DARK = {
    "paper": "#15181d",
    "ink": "#eef1f5",
    "entered": "#86b7ff",
    "faint": "#9aa4af",
    "thin": "#4d5661",
    "thick": "#cfd6de",
    "house": "#232a33",
    "diagonal": "#4c6687",
    "wrong": "#ff8a7a",
    "cage": "#cfd6de",
    "tint": "#2c333c",
    "mark": "#eef1f5",
    "white-dot": "#eef1f5",
    "black-dot": "#000000",
    "badge": "#3a424c",
    "arrow": "#8d97a2",
    "outside": "#eef1f5",
    "thermometer": "#434b55",
    "slow_thermometer": "#434b55",
    "whisper": "#2f7d35",
    "renban": "#8b3d8b",
    "nabner": "#86701a",
    "palindrome": "#565e68",
    "region_sum_line": "#2b6f94",
    "sum_line": "#6d6c37",
    "between_line": "#4c5870",
    "lockout_line": "#3d5f9a",
    "zipper_line": "#65549a",
    "modular_line": "#2b716b",
    "entropic_line": "#8b5c34",
    "parity_line": "#8a4a3a",
    "index_line": "#6d543c",
    "split_peas": "#4b6e43",
    "double_arrow": "#565e68",
    **{name: dark for name, (_, dark, _) in COLOURS.items()},
}
_PRINT = {
    "ink": "#000000",
    "entered": "#333333",
    "faint": "#4d4d4d",
    "thin": "#808080",
    "thick": "#000000",
    "house": "#e6e6e6",
    "diagonal": "#a6a6a6",
    "wrong": "#000000",
    "cage": "#000000",
    "tint": "#dedede",
    "mark": "#000000",
    "black-dot": "#000000",
    "badge": "#d9d9d9",
    "arrow": "#808080",
    "outside": "#000000",
}
_CONTRAST = {
    "ink": "#000000",
    "entered": "#0000c8",
    "faint": "#000000",
    "thin": "#000000",
    "thick": "#000000",
    "cage": "#000000",
    "mark": "#000000",
    "black-dot": "#000000",
    "arrow": "#000000",
    "outside": "#000000",
}
_SEPIA = {
    "paper": "#fbf5e6",
    "ink": "#3b2a1a",
    "entered": "#8a4b12",
    "faint": "#7d6a55",
    "thin": "#c7b395",
    "thick": "#3b2a1a",
    "house": "#f1e6cd",
    "diagonal": "#cdb48b",
    "cage": "#3b2a1a",
    "tint": "#eadcbd",
    "mark": "#3b2a1a",
    "white-dot": "#fbf5e6",
    "black-dot": "#3b2a1a",
    "badge": "#e2d1ac",
    "arrow": "#9c8766",
    "outside": "#3b2a1a",
}


@dataclass(frozen=True)
class Theme:
    """Colours by name, and how wide lines are drawn."""

    name: str
    colours: Mapping[str, str] = field(default_factory=dict)
    greys: bool = False
    """Whether colours become greys."""

    def colour(self, name: str) -> str:
        """The colour of that name as #rrggbb.

        >>> theme_named("print").colour("whisper")
        '#aaaaaa'
        """
        colour = name if name.startswith("#") else self.colours.get(name) or _LIGHT[name]
        return _grey(colour) if self.greys else colour


def _grey(colour: str) -> str:
    """The grey that looks as bright as a colour (Rec. 601)."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


_THEMES = {
    "light": Theme("light", _LIGHT),
    "dark": Theme("dark", _DARK),
    "print": Theme("print", _PRINT, greys=True),
    "contrast": Theme("contrast", _CONTRAST),
    "sepia": Theme("sepia", _SEPIA),
}
THEMES = tuple(_THEMES)


def theme_named(name: str) -> Theme:
    """The theme of that name; an error lists those there are."""
    if name not in _THEMES:
        raise NonetError(f"unknown theme {name!r}; choose from {', '.join(THEMES)}")
    return _THEMES[name]
