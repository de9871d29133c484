"""Sukaku: no givens, only candidates. Nine characters for each cell in the order of the digits, . or 0 for a
candidate that is ruled out; 729 in all.
"""

from __future__ import annotations

import re

from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import candidate_masks, checked_mask, puzzle_of_candidates
from nonet.layout import CLASSIC


class SukakuFormat(LineFormat):
    name = "sukaku"
    title = "nine characters per cell, one for each candidate, . or 0 where it is ruled out"
    holds = frozenset({"several", "ruled out"})
    pattern = re.compile(r"(?:[1.0][2.0][3.0][4.0][5.0][6.0][7.0][8.0][9.0]){81}", re.ASCII)

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        masks = [
            checked_mask(int(sign) for sign in line[at : at + 9] if sign in "123456789")
            for at in range(0, 729, 9)
        ]
        return PuzzleEntry(puzzle_of_candidates(masks, options.layout or CLASSIC))

    def format_line(self, entry: PuzzleEntry) -> str:
        return "".join(
            str(digit) if mask >> (digit - 1) & 1 else "."
            for mask in candidate_masks(entry)
            for digit in range(1, 10)
        )
