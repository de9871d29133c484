"""The code that GNOME Sudoku copies to the clipboard: `#`, five characters, and one for each given.

A character stands for two small numbers: chr(33 + first + 9 · second). The five say how many of each digit there
are, two digits per character (the last one has only the 9); then come row and column of all 1s, all 2s and so on.
"""

from __future__ import annotations

import re

from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

_CODE = re.compile(r"#[!-z]{4}[!-*][!-q]{0,81}", re.ASCII)


class GnomeShareFormat(LineFormat):
    name = "gnome-share"
    title = "GNOME Sudoku's code for the clipboard, `#66QQ%=mLJ…`"

    def matches(self, line: str) -> bool:
        return line[:1] == "#" and len(line) >= 6 and _CODE.fullmatch(line) is not None and _fits(line)

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        values = bytearray(81)
        places = iter(line[6:])
        for digit, count in enumerate(_counts(line), start=1):
            for _ in range(count):
                row, column = _pair(next(places))
                if values[row * 9 + column]:
                    raise FormatError(f"r{row + 1}c{column + 1} has two digits", text=line)
                values[row * 9 + column] = digit
        return PuzzleEntry(Puzzle(Grid(options.layout or CLASSIC, bytes(values))))

    def format_line(self, entry: PuzzleEntry) -> str:
        values = entry.puzzle.givens.values
        counts = [values.count(digit) for digit in range(1, 10)]
        sizes = [_character(*counts[at : at + 2]) for at in range(0, 9, 2)]
        cells = [
            _character(cell // 9, cell % 9)
            for digit in range(1, 10)
            for cell, value in enumerate(values)
            if value == digit
        ]
        return "#" + "".join(sizes) + "".join(cells)

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        """A count of nine does not fit where another digit shares the character."""
        values = entry.puzzle.givens.values
        if any(values.count(digit) == 9 for digit in range(1, 9)):
            return {"boards": "a digit that is given in all nine places"}
        return {}


def _pair(character: str) -> tuple[int, int]:
    second, first = divmod(ord(character) - 33, 9)
    return first, second


def _character(first: int, second: int = 0) -> str:
    return chr(33 + first + 9 * second)


def _counts(line: str) -> list[int]:
    return [count for sign in line[1:5] for count in _pair(sign)] + [ord(line[5]) - 33]


def _fits(line: str) -> bool:
    return sum(_counts(line)) == len(line) - 6
