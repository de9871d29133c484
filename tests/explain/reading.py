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
    "region": r"[Rr]egions?|[Oo]blast\w*|Regionen",
    "diagonal": r"[Dd]iagonals?|[Dd]iagonál\w*|Diagonalen?",
    "window": r"[Ww]indows?|[Oo]k[ne]\w*|Fenstern?",
}
AND = r"(?:, | and | a | und )"
LIST = r"\d+(?:(?:, | and | a | und | or | nebo | oder )\d+\b)*"
PLACE = re.compile(rf"\b(?:{ROWS}) ({LIST}), (?:{COLUMNS}) ({LIST})")
"""Cells in words: every row named with every column named."""


def assert_says(fact: Fact, sentence: str, layout: Layout) -> None:
    """The sentence names the cells and houses of the fact, and no others; and its digits."""
    cells, houses, digits = fact.subjects
    assert cells_in(sentence, layout) == set(cells), sentence
    bare = PLACE.sub("", re.sub(r"\br\d+c\d+", "", sentence))
    assert houses_in(bare) == {layout.houses[house].name for house in houses}, sentence
    named = {int(each) for run in re.findall(r"\d+", bare) for each in (run if layout.size < 10 else [run])}
    assert named.issuperset(digits), sentence


def cells_in(text: str, layout: Layout) -> set[int]:
    """`r12c3` and `rows 1 and 2, column 3` name two cells; `r12c3` only on boards of up to nine rows."""
    pairs = [(numbers(rows), numbers(columns)) for rows, columns in PLACE.findall(text)]
    for rows, columns in re.findall(r"\br(\d+)c(\d+)\b", text):
        pairs.append(
            ([int(rows)], [int(columns)]) if layout.size > 9 else ([*map(int, rows)], [*map(int, columns)])
        )
    return {layout.cell(row - 1, column - 1) for rows, columns in pairs for row in rows for column in columns}


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def houses_in(text: str) -> set[str]:
    return {
        f"{kind} {number}"
        for kind, words in HOUSES.items()
        for listed in re.findall(rf"\b(?:{words}) (\d+(?:{AND}\d+\b(?! [=≠]))*)", text)
        for number in numbers(listed)
    }
