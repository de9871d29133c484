"""The colours of cells in f-puzzles and SudokuPad: `#rrggbb` there, 1 to 8 here.

The eight colours are those of f-puzzles' own palette; any other is read as the nearest of them.
"""

from __future__ import annotations

import re

__all__ = ["colour_code", "colour_number"]

_COLOURS = (
    "#A8A8A8",  # grey
    "#FFA0A0",  # red
    "#FFE060",  # yellow
    "#B0FFB0",  # green
    "#60D060",  # dark green
    "#D0D0FF",  # blue
    "#8080F0",  # dark blue
    "#FF80FF",  # purple
)


def colour_code(number: int) -> str:
    """The code of a colour, 1 to 8."""
    return _COLOURS[number - 1]


def colour_number(code: object) -> int:
    """The number of the nearest colour; 0 for no colour, for white, and for what is not a code.

    >>> colour_number("#ffa0a1"), colour_number("#FFFFFF"), colour_number(None)
    (2, 0, 0)
    """
    if not isinstance(code, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", code):
        return 0
    wanted = _parts(code)
    if min(wanted) > 250:
        return 0
    return 1 + min(range(len(_COLOURS)), key=lambda each: _distance(wanted, _parts(_COLOURS[each])))


def _parts(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def _distance(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
