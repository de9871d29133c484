"""HoDoKu's library: one position per line, in fields separated by colons.

    :0401:x:53+4+67....6..1…:113 213:121::            technique : candidates : cells : deleted : eliminated : placed :

A + stands before a digit that is not a given. Deleted and eliminated candidates are written digit, row, column.
"""

from __future__ import annotations

import re

from nonet.bitsets import digits_in
from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

_CELLS = re.compile(r"(?:\+[1-9]|[1-9.0]){81}", re.ASCII)
_CANDIDATE = re.compile(r"([1-9])([1-9])([1-9])", re.ASCII)


class HodokuLibraryFormat(LineFormat):
    name = "hodoku"
    title = "HoDoKu's library: fields separated by colons, with the player's digits and deleted candidates"
    holds = frozenset({"several", "digits", "struck"})

    def matches(self, line: str) -> bool:
        fields = line.split(":")
        return len(fields) in (7, 8) and not fields[0] and len(fields[3]) >= 81

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        fields = line.split(":")
        if len(fields) < 5:
            raise FormatError("expected seven fields, each after a colon", text=line)
        if not _CELLS.fullmatch(fields[3]):
            raise FormatError(
                "the third field is not 81 cells: 1 to 9, . or 0, + before a digit set later", text=fields[3]
            )
        layout = options.layout or CLASSIC
        cells = re.findall(r"\+?.", fields[3])
        values = bytes(int(cell[-1]) if cell[-1] in "123456789" else 0 for cell in cells)
        givens = bytes(0 if cell[0] == "+" else value for cell, value in zip(cells, values, strict=True))
        struck = [0] * 81
        for word in fields[4].split():
            match = _CANDIDATE.fullmatch(word)
            if match is None:
                raise FormatError("a deleted candidate is written as digit, row, column", text=word)
            digit, row, column = map(int, match.groups())
            struck[row * 9 + column - 10] |= 1 << (digit - 1)
        state = SavedState(values=Grid(layout, values), struck=tuple(struck))
        return PuzzleEntry(Puzzle(Grid(layout, givens)), state)

    def format_line(self, entry: PuzzleEntry) -> str:
        state = entry.state or SavedState(values=entry.puzzle.givens)
        cells = [
            f"+{value}" if value and not given else str(value) if value else "."
            for value, given in zip(state.values, entry.puzzle.givens, strict=True)
        ]
        deleted = " ".join(
            f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
            for cell, mask in enumerate(state.struck)
            for digit in digits_in(mask)
        )
        return f":0000:x:{''.join(cells)}:{deleted}:::"
