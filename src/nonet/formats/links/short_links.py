"""Links that have the digits of a puzzle as they are, or nearly so: SudokuWiki's, SudokuExchange's, SudokuPad's."""

from __future__ import annotations

import re
from typing import ClassVar

from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.links.address import parameter
from nonet.formats.reading import ReadOptions
from nonet.formats.values import grid_of, zeros
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle

_CELLS = re.compile(r"[0-9.]+", re.ASCII)


class _PlainLink(LineFormat):
    """`site` recognises the address, `cells` is the parameter that has them, `start` is what we write before them."""

    site: ClassVar[re.Pattern[str]]
    cells: ClassVar[str]
    start: ClassVar[str]

    def matches(self, line: str) -> bool:
        return self.site.match(line) is not None

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        cells = parameter(line, self.cells) or ""
        if not _CELLS.fullmatch(cells):
            raise FormatError("no puzzle in the link; the page would have to be downloaded", text=line)
        return PuzzleEntry(Puzzle(grid_of(cells, options)))

    def format_line(self, entry: PuzzleEntry) -> str:
        return self.start + zeros(entry.puzzle.givens)


class SudokuWikiFormat(_PlainLink):
    name = "sudokuwiki"
    title = "links to SudokuWiki's solver, `…sudoku.htm?bd=5300…`"
    site = re.compile(r"(?:https?://)?(?:www\.)?sudokuwiki\.org/", re.IGNORECASE)
    cells = "bd"
    start = "https://www.sudokuwiki.org/sudoku.htm?bd="
    classic_page = re.compile(rf"{site.pattern}(?:sudoku(?:\.[a-z]+)?)?[?]", re.IGNORECASE)

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        if parameter(line, self.cells) and not self.classic_page.match(line):
            raise FormatError(
                "only the page sudoku.htm is read; other solvers of the site have other rules", text=line
            )
        return super().parse_line(line, options)


class SudokuExchangeFormat(_PlainLink):
    name = "sudokuexchange"
    title = "links to SudokuExchange, `…/play/?s=5300…`"
    site = re.compile(r"(?:https?://)?(?:www\.)?sudokuexchange\.com/", re.IGNORECASE)
    cells = "s"
    start = "https://sudokuexchange.com/play/?s="


_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_MOST_BLANKS = 5
_START = "https://sudokupad.app/scf"


class SudokuPadClassicFormat(LineFormat):
    """SudokuPad's short links for classic puzzles: `https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79`.

    A character of `0-9A-Za-x` is a digit and the blanks behind it: value % 10 is the digit (0 is a blank too), value //
    10 how many blanks follow, five at most. Constraints, a title and an author may follow: `*` and `t…`, `a…`.
    """

    name = "scf"
    title = "SudokuPad's short links for classic puzzles, `https://sudokupad.app/scf5NlQ…`"
    pattern = re.compile(
        r"(?:(?:https?://)?(?:(?:beta\.)?sudokupad\.app|app\.crackingthecryptic\.com)/(?:sudoku/|\?puzzleid=)?)?"
        r"scf([0-9A-Za-x]+)(\*\S*)?(?:\?\S*)?",
        re.ASCII,
    )

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        match = self.groups(line)
        if match[2]:
            raise FormatError("the link has rules that nonet does not read", text=match[2])
        values: list[int] = []
        for letter in match[1]:
            blanks, digit = divmod(_LETTERS.index(letter), 10)
            values += [digit, *[0] * blanks]
        layout = options.layout or CLASSIC
        if len(values) != layout.cell_count:
            raise FormatError(f"{len(values)} cells instead of {layout.cell_count}", text=match[1])
        return PuzzleEntry(Puzzle(Grid.of(layout, values)))

    def format_line(self, entry: PuzzleEntry) -> str:
        values = list(entry.puzzle.givens)
        letters, place = [], 0
        while place < len(values):
            digit, blanks = values[place], 0
            while blanks < _MOST_BLANKS and values[place + blanks + 1 : place + blanks + 2] == [0]:
                blanks += 1
            letters.append(_LETTERS[digit + 10 * blanks])
            place += blanks + 1
        return _START + "".join(letters)
