"""The answer in what a model wrote: one of its grids, or digits of cells that are placed one by one.

What is struck out, a draft before `</think>`, and a grid that only checks another are no answers; what the text behind
a grid corrects cannot be read as one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from nonet.dimensions import HouseKind
from nonet.errors import NonetError
from nonet.layout import Layout
from nonet.models.written_grids import (
    entries_of_signs,
    grids_in,
    named_row,
    normalized,
    prepared,
    row_lengths,
)
from nonet.puzzle import Puzzle
from nonet.step import Candidate


def written_answer(puzzle: Puzzle, text: str) -> list[Candidate] | None:
    """The placements of the answer in order, clues that are repeated among them; None if there is no answer."""
    text = normalized(text)
    start = text.lower().rfind("<answer>")
    if start >= 0:
        text = re.split("</answer>", text[start + 8 :], maxsplit=1, flags=re.IGNORECASE)[0]
    for opening, closing in (("<!--", "-->"), (r"<(?:s|del|strike)\b[^<>]{0,80}>", "</(?:s|del|strike)>")):
        text = _without(text, opening, closing)
    text = re.sub("</?think>", r"\n\g<0>\n", text, flags=re.IGNORECASE).replace("->", "→")
    text = re.sub(r"\{[^{}]{5,120}\}", _object_in_words, text)
    behind = re.split("</think>", text, flags=re.IGNORECASE)[-1]
    found = [_answer_in(puzzle, part) for part in dict.fromkeys((behind, text))]
    repeated = [(cell, entry) for cell, entry in enumerate(puzzle.givens.entries) if entry]
    return next((each for each in found if each not in (None, repeated)), found[-1]) or None


def _without(text: str, opening: str, closing: str) -> str:
    """A text without what is between two tags."""
    first, *others = re.split(opening, text, flags=re.IGNORECASE)
    others = [re.split(closing, part, maxsplit=1, flags=re.IGNORECASE)[-1] for part in others]
    return " ".join([first, *others])


def _answer_in(puzzle: Puzzle, text: str) -> list[Candidate] | None:
    """The placements of the answer in a part of a text: of its grid, or those written singly if they are for all empty
    cells or there is no grid. None of them if the answer cannot be read, or the text behind it contradicts it.
    """
    layout, text = puzzle.layout, prepared(text)
    grids = _answers(puzzle, grids_in(layout, text))
    if not grids:
        return [] if grids is None else list(_placements(layout, text)) or None
    chosen = next((grid for grid, _ in reversed(grids) if 0 not in grid), grids[-1][0])
    start = max(line for grid, line in grids if grid == chosen)
    behind = text.split("\n")[start:]
    placed = list(_placements(layout, "\n".join(behind)))
    if placed and {cell for cell, _ in placed}.issuperset(_open_cells(puzzle)):
        return placed
    if _is_contradicted(layout, chosen, behind):
        return []
    return [(cell, entry) for cell, entry in enumerate(chosen) if entry]


def _open_cells(puzzle: Puzzle) -> Iterator[int]:
    return (cell for cell in range(puzzle.layout.board_count) if not puzzle.givens.entries[cell])


def _is_contradicted(layout: Layout, grid: bytes, lines: Iterable[str]) -> bool:
    """Whether a row that is named has other digits than the grid, or a digit of it is corrected."""
    lengths = row_lengths(layout)
    ends = [0, *accumulate(lengths)]
    rows = [grid[start:end] for start, end in pairwise(ends)]
    named = dict[int, bytes]()
    for line in lines:
        corrected = _CORRECTION.sub("", _SHOULD_BE.sub("is", line))
        if corrected != line and any(grid[cell] != entry for cell, entry in _placements(layout, corrected)):
            return True
        if row := named_row(layout, corrected):
            named.update([row])
    return any(
        cells != bytes(sorted(cells))
        and not any(_fits(cells, row) for row in rows[max(number - 1, 0) : number + 1])
        for number, cells in named.items()
    )


def _fits(cells: bytes, row: bytes) -> bool:
    """Whether cells are those of a row, but for empty ones."""
    return len(cells) == len(row) and all(a in (0, b) for a, b in zip(cells, row, strict=True))


def _answers(puzzle: Puzzle, grids: Iterable[tuple[bytes, int]]) -> list[tuple[bytes, int]] | None:
    """Grids without those that only check another: its columns or boxes in rows, or all digits for each row. The puzzle
    itself is an answer only if there is no other. None if most of a grid was read, but not the whole, and no other
    comes after it: what comes before it, or prose around it, is not the answer.
    """
    layout, found, checks, left = puzzle.layout, list[tuple[bytes, int]](), set[bytes](), 0
    count = row_lengths(layout)[0]
    for grid, line in grids:
        if len(grid) < layout.board_count:
            left = max(left, len(grid)) if found else left + len(grid)
        elif grid not in checks and grid != bytes(sorted(grid[:count])) * (len(grid) // count):
            found.append((grid, line))
            checks |= {bytes(grid[cell] for cell in order) for order in _other_orders(layout)} - {grid}
            left = 0
    if 2 * left > layout.board_count:
        return None
    givens = puzzle.givens.entries[: layout.board_count]
    return [each for each in found if each[0] != givens] or found


@lru_cache(maxsize=32)
def _other_orders(layout: Layout) -> list[tuple[int, ...]]:
    """The cells of all columns, and of all boxes, if these are as long as rows."""
    kinds = (HouseKind.COLUMN, HouseKind.BOX)
    orders = [
        tuple(cell for house in layout.houses if house.kind is kind for cell in house.cells) for kind in kinds
    ]
    return [order for order in orders if len(set(order)) == len(order) == layout.board_count]


_PLACEMENT = re.compile(
    r"(?:\br(?:ow)?\W{0,4}(\d{1,2})\W{0,20}c(?:ol(?:umn)?)?\W{0,4}(\d{1,2})"  # r1c2, row 1, column 2
    r"|[(\"](\d{1,2}),\s{0,3}(\d{1,2})[)\"]|\[(\d{1,2})\]\[(\d{1,2})\])"  # (1,2), "1,2", [1][2]
    r"[\s\"'*`)]{0,6}(?:[:=→|]|(?:is|must be)\b|,[\s\"']{0,20}(?:value|digit|number|v)\b[\"':]{1,3})[\s\"'*`]{0,6}"
    r"(?:\\boxed\{)?(\d{1,2}|[a-z])(?!\w|\.\d|[ \t,/*\"']{0,4}(?:(?:or|and) )?\d(?!\d?,\s?\d{1,2}\"))",
    re.IGNORECASE,
)
"""`r1c2: 5`, `(1,2) = 5`, {"row": 1, "col": 2, "value": 5}; not a list of digits."""


def _object_in_words(found: re.Match[str]) -> str:
    """{"value": 2, "col": 3, "row": 1}, in any order, as r1c3: 2; what is none, as it is."""
    try:
        members = {key[:3].lower(): value for key, value in json.loads(found[0]).items()}
    except (ValueError, RecursionError):
        return found[0]
    values = members.get("row"), members.get("col"), members.get("val", members.get("dig"))
    return "\nr{}c{}: {}\n".format(*values) if None not in values else found[0]


_SENTENCE_END = re.compile(r"(?<=[.!;])\s|\n")
_NOTHING_ELSE = re.compile(
    r"(?:\s{0,9}(?:step\s)?\d{1,3}[.):])?(?:\"[a-z_]{1,20}\"\s{0,3}:|[\s,.:;!*_`'\"()\[\]{}|•>#$\\–—-]"
    r"|\b(?:so|thus|hence|therefore|then|finally|and|now|json|in|the|my|our|final|answer|solution|result"
    r"|placements?|cells?|is|are|we|i|have|get|know|place|put|write)\b)*+",
    re.IGNORECASE,
)
"""What may stand around placements in their sentence."""


def _placements(layout: Layout, text: str) -> Iterator[Candidate]:
    """Digits of cells, one after the other, from sentences that say nothing else: in others they may be supposed, asked
    or taken back. Rows and columns count from 0 if one of them is 0.
    """
    entries = entries_of_signs(layout)
    claimed: list[Any] = []
    for sentence in _SENTENCE_END.split(text):
        if _NOTHING_ELSE.fullmatch(_PLACEMENT.sub(" ", sentence)):
            claimed += (match.groups() for match in _PLACEMENT.finditer(sentence))
    found = [(*(int(place) for place in places if place), digit) for *places, digit in claimed]
    first = 0 if any(0 in (row, column) for row, column, _ in found) else 1
    for row, column, digit in found:
        try:
            cell = layout.cell(row - first, column - first)
        except NonetError:
            continue
        if entry := entries.get(digit.upper()):
            yield cell, entry


_CORRECTION = re.compile(
    r"\b(?:wait|oops|sorry|no|hmm|actually|instead|correct(?:ed|ion)|fix(?:ed)?)\b[\s,.:!…–—-]{0,9}",
    re.IGNORECASE,
)
_SHOULD_BE = re.compile(r"\bshould (?:be|read)\b", re.IGNORECASE)
