"""The puzzle bank of SudokuExchange: a checksum, 81 digits and a rating, 100 bytes per line.

bbab350d8ae7 530070000600195000098000060800060003400803001700020006060000280000419005000080079  1.2
"""

from __future__ import annotations

import re

from nonet.formats.entry import About, PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import grid_of, zeros
from nonet.puzzle import Puzzle


class ExchangeFormat(LineFormat):
    name = "exchange"
    title = "SudokuExchange's puzzle bank: checksum, 81 digits, rating"
    holds = frozenset({"several", "words"})
    pattern = re.compile(r"[0-9a-f]{12} ([0-9.]{81}) +(\d{1,2}\.\d)", re.ASCII)

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        match = self.groups(line)
        rating = "" if match[2] == "0.0" else match[2]
        return PuzzleEntry(Puzzle(grid_of(match[1], options)), about=About(rating=rating))

    def format_line(self, entry: PuzzleEntry) -> str:
        from hashlib import sha1  # a checksum, as the puzzle bank has it

        digits = zeros(entry.puzzle.givens)
        checksum = sha1(digits.encode(), usedforsecurity=False).hexdigest()[:12]
        return f"{checksum} {digits} {entry.about.rating or '0.0':>4}"

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        about = entry.about
        fits = not about.rating or re.fullmatch(r"\d{1,2}\.\d", about.rating, re.ASCII)
        if {*about.filled_fields} <= {"rating"} and fits:
            return {}
        return {"words": "more than a rating such as 7.2"}
