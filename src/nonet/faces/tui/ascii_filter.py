"""Filters for everything that is drawn: ASCII only; no control characters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from nonet.visible import without_controls

_SIGNS = {
    **dict.fromkeys("─━═╌╍┄┅┈┉▔▁▂▃", "-"),
    **dict.fromkeys("│┃║▏▎▍▌▕▐", "|"),
    **dict.fromkeys("▀▄▊▋▉▆▅▇█▓▒░", "#"),
    **{"·": ".", "•": "*", "●": "*", "…": ".", "–": "-", "—": "-", "„": '"', "“": '"', "”": '"', "’": "'"},
    **{"▶": ">", "▸": ">", "◂": "<", "×": "x", "✓": "+", "✗": "x", "←": "<", "→": ">", "↑": "^", "↓": "v"},
    **{"≠": "/", "‹": "<", "›": ">", "ß": "s"},
}


@lru_cache(maxsize=2048)
def ascii_sign(sign: str) -> str:
    """One ASCII character for one of any kind.

    >>> "".join(map(ascii_sign, "Řádek → ▶ ┏━┓"))
    'Radek > > +-+'
    """
    if sign.isascii():
        return sign
    if sign in _SIGNS:
        return _SIGNS[sign]
    if "─" <= sign <= "╿":
        return "+"
    base = unicodedata.normalize("NFKD", sign)[:1]
    return base if base.isascii() else "?"


class AsciiFilter(LineFilter):
    """Turns every line into ASCII, sign by sign, so that nothing moves."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment("".join(map(ascii_sign, text)), style, control) for text, style, control in segments]


class ControlFilter(LineFilter):
    """Leaves out control characters, which have no width, so that nothing moves."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(without_controls(text), style, control) for text, style, control in segments]
