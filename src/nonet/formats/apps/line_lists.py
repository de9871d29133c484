"""Lists with one puzzle per line: gsf's taxonomy, SudokuExchange's puzzle bank, Sukaku, and plain collections."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonet.about import About
from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.plain_text import OneLineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import candidate_masks, checked_mask, grid_of, puzzle_of_candidates, zeros
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle


class SdmFormat(OneLineFormat):
    """SadMan's .sdm: a collection, one puzzle of 81 characters per line. It reads like the plain format `line`."""

    name = "sdm"
    title = "a collection, 81 characters per line, 0 for a blank"
    endings = (".sdm",)
    holds = frozenset({"several"})

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        return "\n".join(zeros(entry.puzzle.givens) for entry in entries)


_CELLS = re.compile(r"[0-9.]{81}", re.ASCII)


class GsfFormat(LineFormat):
    """Lists in the style of gsf's taxonomy: ratings before the puzzle, notes after it.

    99480,99408,114,1895,1000000020904…,Easter-Monster,20.00s,0,x,y        the fifth field is the puzzle
    """

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

    def words_of(self, entry: PuzzleEntry) -> About:
        about = entry.about.only(["title", "rating"])
        unfit = re.compile(r"[,\n]|^#|^//")  # a line that begins like the last two is a comment
        return about.only(name for name in about.filled_fields if not unfit.search(getattr(about, name)))


class ExchangeFormat(LineFormat):
    """The puzzle bank of SudokuExchange: a checksum, 81 digits and a rating, 100 bytes per line.

    bbab350d8ae7 530070000600195000098000060800060003400803001700020006060000280000419005000080079  1.2
    """

    name = "exchange"
    title = "SudokuExchange's puzzle bank: checksum, 81 digits, rating"
    holds = frozenset({"several", "words"})
    pattern = re.compile(r"([0-9a-f]{12}) ([0-9.]{81}) +(\d{1,2}\.\d)", re.ASCII)

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        checksum, cells, rating = self.groups(line).groups()
        if checksum != _checksum(cells.replace(".", "0")):
            raise FormatError("the checksum is not that of these digits", text=checksum)
        return PuzzleEntry(
            Puzzle(grid_of(cells, options)), about=About(rating="" if rating == "0.0" else rating)
        )

    def format_line(self, entry: PuzzleEntry) -> str:
        digits = zeros(entry.puzzle.givens)
        return f"{_checksum(digits)} {digits} {entry.about.rating or '0.0':>4}"

    def words_of(self, entry: PuzzleEntry) -> About:
        fits = re.fullmatch(r"\d{1,2}\.\d", entry.about.rating, re.ASCII)
        return entry.about.only(["rating"] if fits else [])


def _checksum(digits: str) -> str:
    """The first digits of a SHA-1, as the puzzle bank has them."""
    from hashlib import sha1

    return sha1(digits.encode(), usedforsecurity=False).hexdigest()[:12]


class SukakuFormat(LineFormat):
    """Sukaku: no givens, only candidates. Nine characters for each cell in the order of the digits, . or 0 for a
    candidate that is ruled out; 729 in all.
    """

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
