"""Links that have the 81 digits of a puzzle as they are: SudokuWiki's and SudokuExchange's."""

from __future__ import annotations

import re
from typing import ClassVar

from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import grid_of, zeros
from nonet.puzzle import Puzzle


class _PlainLink(LineFormat):
    """`site` recognises the address, `parameter` the cells in it, `start` is what we write before them."""

    site: ClassVar[re.Pattern[str]]
    parameter: ClassVar[re.Pattern[str]]
    start: ClassVar[str]

    def matches(self, line: str) -> bool:
        return self.site.match(line) is not None

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        match = self.parameter.search(line)
        if match is None:
            raise FormatError("no puzzle in the link; the page would have to be downloaded", text=line)
        return PuzzleEntry(Puzzle(grid_of(match[1], options)))

    def format_line(self, entry: PuzzleEntry) -> str:
        return self.start + zeros(entry.puzzle.givens)


class SudokuWikiFormat(_PlainLink):
    name = "sudokuwiki"
    title = "links to SudokuWiki's solvers, `…sudoku.htm?bd=5300…`"
    site = re.compile(r"(?:https?://)?(?:www\.)?sudokuwiki\.org/", re.IGNORECASE)
    parameter = re.compile(r"[?&]bd=([0-9.]+)(?=[&#]|$)", re.ASCII)
    start = "https://www.sudokuwiki.org/sudoku.htm?bd="


class SudokuExchangeFormat(_PlainLink):
    name = "sudokuexchange"
    title = "links to SudokuExchange, `…/play/?s=5300…`"
    site = re.compile(r"(?:https?://)?(?:www\.)?sudokuexchange\.com/", re.IGNORECASE)
    parameter = re.compile(r"[?&]s=([0-9.]+)(?=[&#]|$)", re.ASCII)
    start = "https://sudokuexchange.com/play/?s="
