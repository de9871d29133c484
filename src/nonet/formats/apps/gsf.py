"""Lists in the style of gsf's taxonomy: ratings before the puzzle, notes after it.

99480,99408,114,1895,1000000020904…,Easter-Monster,20.00s,0,x,y        the fifth field is the puzzle
"""

from __future__ import annotations

import re

from nonet.formats.entry import About, PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import grid_of, zeros
from nonet.puzzle import Puzzle

_CELLS = re.compile(r"[0-9.]{81}", re.ASCII)


class GsfFormat(LineFormat):
    name = "gsf"
    title = "gsf's taxonomy: fields separated by commas, the fifth is the puzzle"
    holds = frozenset({"several", "words"})

    def matches(self, line: str) -> bool:
        fields = line.split(",", 7)
        return len(fields) >= 7 and _CELLS.fullmatch(fields[4].strip()) is not None

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        fields = [field.strip() for field in line.split(",")]
        rating = fields[0] if fields[0] != "0" else ""
        return PuzzleEntry(Puzzle(grid_of(fields[4], options)), about=About(title=fields[5], rating=rating))

    def format_line(self, entry: PuzzleEntry) -> str:
        about = entry.about
        return f"{about.rating or 0},0,0,0,{zeros(entry.puzzle.givens)},{about.title},0.00s,0"

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        about = entry.about
        if {*about.filled_fields} - {"title", "rating"} or any(
            sign in about.title + about.rating for sign in ",\n"
        ):
            return {"words": "more than a title and a rating, each without commas"}
        return {}
