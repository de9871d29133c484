"""A few clues of each variant on a small board, for the picture by which players choose it. They are not a puzzle."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.rules.base import Rule


@cache
def variant_example(name: str) -> Puzzle | None:
    """The clues of a variant on an empty 4x4 board; None for boards without rules."""
    rules = tuple(_rules(name))
    return Puzzle.of("4x4", "." * 16, rules=rules) if rules else None


def _cells(names: str) -> tuple[int, ...]:
    """Cells by their rows and columns: `11 12 22`."""
    return tuple((int(name[0]) - 1) * 4 + int(name[1]) - 1 for name in names.split())


def _rules(name: str) -> list[Rule]:
    from nonet import rules as r

    match name:
        case "killer":
            groups = ("11 12 22", "13 14", "21 31", "23 33 32", "24 34 44", "41 42 43")
            return [r.Cage(_cells(group)) for group in groups]
        case "thermo":
            return [r.Thermometer(_cells(line)) for line in ("21 11 12 13", "43 33 23 24")]
        case "arrow":
            lines = (("11", "12 13"), ("42", "32 23"), ("44", "34 24"))
            return [r.Arrow(_cells(circle), _cells(shaft)) for circle, shaft in lines]
        case "whispers":
            return [r.Whisper(_cells(line), 2) for line in ("12 21 32 42", "13 24 33 44")]
        case "renban":
            return [r.Renban(_cells(line)) for line in ("11 12 22", "43 33 24", "31 41 42")]
        case "kropki":
            white = [r.Difference(_cells(pair)) for pair in ("11 12", "24 34", "32 33")]
            return [*white, *(r.Ratio(_cells(pair)) for pair in ("21 31", "13 23", "43 44"))]
        case "little-killer":
            return [r.LittleKiller(_cells("12 23 34"), 7), r.LittleKiller(_cells("31 22 13"), 6)]
        case "sandwich":
            row, columns = r.Sandwich(_cells("21 22 23 24"), 5), ("11 21 31 41", "13 23 33 43")
            return [
                row,
                *(r.Sandwich(_cells(column), total) for column, total in zip(columns, (2, 3), strict=True)),
            ]
        case "quadruple":
            corners = (("11 12 21 22", (1, 4)), ("23 24 33 34", (2, 3)), ("31 32 41 42", (2,)))
            return [r.Quadruple(_cells(cells), digits) for cells, digits in corners]
        case "anti-knight":
            return [r.AntiKnight()]
        case "mixed":
            strokes = (r.Thermometer(_cells("21 11 12")), r.Whisper(_cells("34 43 32"), 2))
            return [*strokes, r.Cage(_cells("13 14 24")), r.Difference(_cells("31 41"))]
    return []
