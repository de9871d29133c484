"""SudoCue's .sdx: a game in progress, nine rows of cells separated by blanks.

    5 3 u4 u6 7 28 189 129 28        5 given   u4 set by the player   28 the player's notes

A cell with one digit is a given, unless a peer has a note of the same digit: then it is a note. 123456789 means that
there are no notes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import Format
from nonet.formats.reading import ReadOptions
from nonet.formats.values import checked_mask
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle

_CELL = re.compile(r"u[1-9]|1?2?3?4?5?6?7?8?9?", re.ASCII)
_ALL = "123456789"


def is_without_notes(words: Sequence[str]) -> bool:
    """Whether all words are digits and cells without notes. As candidates, they would have the same solutions."""
    return _ALL in words and all(word == _ALL or word in tuple(_ALL) for word in words)


class SdxFormat(Format):
    name = "sdx"
    title = "SudoCue: a game in progress, `u4` for a digit that the player wrote, otherwise candidates"
    endings = (".sdx",)
    holds = frozenset({"digits", "corner"})
    one_kind_of_notes = True

    def detect(self, text: str) -> bool:
        words = text.split() if len(text) < 5_000 else []
        return len(words) == 81 and (
            is_without_notes(words)
            or (any(word[0] == "u" for word in words) and all(map(_CELL.fullmatch, words)))
        )

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        rows = [line.split() for line in text.split("\n") if line.strip()]
        cells = [cell for row in rows for cell in row]
        if [len(row) for row in rows] != [9] * 9:
            raise FormatError("expected nine rows of nine cells")
        for place, cell in enumerate(cells):
            if not _CELL.fullmatch(cell):
                raise FormatError(
                    "neither candidates in order nor u and a digit",
                    row=place // 9 + 1,
                    column=place % 9 + 1,
                    text=cell,
                )
        return [_entry(cells, options.layout or CLASSIC)]

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        (entry,) = entries
        cells = _cells(entry)
        return "\n".join(" ".join(cells[start : start + 9]) for start in range(0, 81, 9))

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        if _entry(_cells(entry), entry.puzzle.layout).puzzle.givens == entry.puzzle.givens:
            return {}
        return {"corner": "these notes, some of which look like givens"}


def _entry(cells: Sequence[str], layout: Layout) -> PuzzleEntry:
    notes = [0 if cell[0] == "u" or cell == _ALL else checked_mask(map(int, cell)) for cell in cells]
    givens = bytes(
        mask.bit_length() if _is_given(mask, cell, notes) else 0 for cell, mask in enumerate(notes)
    )
    values = bytes(
        int(cell[1]) if cell[0] == "u" else value for cell, value in zip(cells, givens, strict=True)
    )
    corner = tuple(0 if value else mask for value, mask in zip(values, notes, strict=True))
    return PuzzleEntry(Puzzle(Grid(layout, givens)), SavedState(values=Grid(layout, values), corner=corner))


def _is_given(mask: int, cell: int, notes: Sequence[int]) -> bool:
    single = mask and mask & (mask - 1) == 0
    return bool(single) and not any(notes[peer] & mask for peer in CLASSIC.peers[cell])


def _cells(entry: PuzzleEntry) -> list[str]:
    givens, state = entry.puzzle.givens, entry.state or SavedState(values=entry.puzzle.givens)
    found = []
    for cell, (given, value) in enumerate(zip(givens, state.values, strict=True)):
        notes = "".join(map(str, state.digits_of("corner", cell)))
        found.append(str(given) if given else f"u{value}" if value else notes or _ALL)
    return found
