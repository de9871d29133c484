"""Reads sentences back: which cells and houses they name, in the notation or in words, in every language."""

from __future__ import annotations

import re

from nonet.explain.grammar import Fact
from nonet.layout import Layout

ROWS, COLUMNS = r"[Rr]ows?|[Řř]ád\w+|Zeilen?", r"[Cc]olumns?|[Ss]loup\w+|Spalten?"
HOUSES = {
    "row": ROWS,
    "column": COLUMNS,
    "box": r"[Bb]ox(?:es)?|[Bb]l[oö][kc]\w*",
    "region": r"(?<![Ee]xtra )[Rr]egions?|[Oo]blast\w*|Regionen",
    "extra region": r"[Ee]xtra regions?|[Oo]blast\w* navíc|Zusatzregion(?:en)?",
    "diagonal": r"[Dd]iagonals?|[Dd]iagonál\w*|Diagonalen?",
    "window": r"[Ww]indows?|[Oo]k[ne]\w*|Fenstern?",
}
AND = r"(?:, | and | a | und )"
LIST = r"\d+(?:(?:, | and | a | und | or | nebo | oder )\d+\b)*"
PLACE = re.compile(rf"\b(?:{ROWS}) ({LIST}), (?:{COLUMNS}) ({LIST})")
"""Cells in words: every row named with every column named."""
CELLS = re.compile(rf"{PLACE.pattern}|\br(\d+)c(\d+)\b")
"""The same, or in the notation."""


def assert_says(fact: Fact, sentence: str, layout: Layout) -> None:
    """The sentence names the cells and houses of the fact, and no others; and its digits."""
    cells, houses, digits = fact.subjects
    assert cells_in(sentence, layout) == set(cells), sentence
    bare = PLACE.sub("", re.sub(r"\br\d+c\d+", "", sentence))
    assert houses_in(bare) == {layout.houses[house].name for house in houses}, sentence
    named = {int(each) for run in re.findall(r"\d+", bare) for each in (run if layout.size < 10 else [run])}
    assert named.issuperset(digits), sentence


def cells_in(text: str, layout: Layout) -> set[int]:
    """`r12c3` and `rows 1 and 2, column 3` name two cells; `r12c3` only on boards of up to nine rows. In
    `r1c1 … r1c4`, the cells between are named too.
    """
    found: set[tuple[int, int]] = set()
    before, end = (0, 0), 0
    for match in CELLS.finditer(text):
        in_words = match[1] is not None
        rows, columns = (match[1], match[2]) if in_words else (match[3], match[4])
        digit = r"\d" if layout.size < 10 and not in_words else r"\d+"
        named = [(row, column) for row in numbers(rows, digit) for column in numbers(columns, digit)]
        found.update(named, between(before, named[0]) if text[end : match.start()] == " … " else ())
        before, end = named[-1], match.end()
    return {layout.cell(row - 1, column - 1) for row, column in found}


def between(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """The places of a straight line, without its start."""
    down, across = end[0] - start[0], end[1] - start[1]
    length = max(abs(down), abs(across))
    return [(start[0] + down * k // length, start[1] + across * k // length) for k in range(1, length + 1)]


def numbers(text: str, digits: str = r"\d+") -> list[int]:
    return [int(number) for number in re.findall(digits, text)]


def houses_in(text: str) -> set[str]:
    return {
        f"{kind} {number}"
        for kind, words in HOUSES.items()
        for listed in re.findall(rf"\b(?:{words}) (\d+(?:{AND}\d+\b(?! [=≠]))*)", text)
        for number in numbers(listed)
    }
