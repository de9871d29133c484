r"""Plain text without borders: rows of numbers, joined rows, the whole board on one line, CSV.

    rows     5 3 0 0 7 0 0 0 0      numbers separated by blanks or tabs; between tabs a cell may be empty
    joined   530070000              one symbol per cell, with or without gaps between the boxes: 53. .7. ...
    line     53..7....6..195...…    all rows on one line: 81 characters for the classic board
    csv      5,3,,,7,,,,            commas or semicolons, nothing for a blank; cells may be in quotation marks

All numbers of `rows` may also be on one line, if there are more than the largest board has in a row. A separator may
follow the last cell of every row.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.dimensions import MAX_SIZE
from nonet.errors import FormatError
from nonet.formats import cells, shape
from nonet.formats.entry import PuzzleEntry, Reading
from nonet.formats.plain import PlainFormat, reading
from nonet.formats.reading import ReadOptions, Text, in_words
from nonet.grid import Grid, symbols_of
from nonet.layout import CLASSIC, Layout
from nonet.limits import check_time
from nonet.puzzle import Puzzle


class RowsFormat(PlainFormat):
    name = "rows"
    title = "one line per row, numbers separated by spaces or tabs"
    blank = "0"
    one_symbol = False
    separator = " "

    def read(self, text: Text, options: ReadOptions) -> Reading:
        """The puzzle in rows of numbers."""
        if (rows := tab_rows(text, options)) is not None:
            return self.from_rows(rows, options, between=" between tabs", lines=text.lines)
        rows = [line.split() for line in text.lines]
        if not all(len(row) == len(rows) for row in rows) and any("\t\t" in line for line in text.lines):
            rows = [_fields(line) for line in text.lines]  # so that the error message counts empty cells too
        return self.from_rows(rows, options, between="", lines=text.lines)

    def from_rows(
        self, rows: Sequence[Sequence[str]], options: ReadOptions, *, between: str, lines: Sequence[str]
    ) -> Reading:
        """The puzzle in these cells: a row for each line, or all of them in one. `lines` is their text."""
        shape.refuse_numbers_of_rows(rows, options.board)
        words = ""
        if len(rows) == 1 and (
            options.board or len(rows[0]) > MAX_SIZE
        ):  # otherwise it is one row of a board
            board = shape.board_on_line(rows[0], options.board, line=lines[0])
            words = f"{len(rows[0])} numbers{between} on one line"
            rows = [rows[0][start : start + board.columns] for start in range(0, len(rows[0]), board.columns)]
        else:
            board = shape.board_of_rows(rows, options.board, lines=lines)
        found = cells.from_tokens(rows, board, options.symbols)
        what = "numbers" if found.symbols is None else f"symbols {found.symbols}"
        words = words or f"{in_words(board.rows)} row{'s' * (board.rows > 1)} of {what}{between}"
        return reading(self.name, words, found, board, options)

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        signs = [blank, *map(str, grid.layout.digits)]
        return "\n".join([self.separator.join([signs[entry] for entry in row]) for row in _entry_rows(grid)])


def _entry_rows(grid: Grid) -> list[bytes]:
    width = grid.layout.width
    return [grid.entries[start : start + width] for start in range(0, grid.layout.board_count, width)]


def tab_rows(text: Text, options: ReadOptions) -> list[list[str]] | None:
    r"""The cells of a text in which all rows have the same number of tabs, as many as a board needs.

    >>> tab_rows(Text(["1\t"], ["1\t", "\t"]), ReadOptions())
    [['1', ''], ['', '']]
    """
    tabs = text.lines[0].count("\t")
    if not tabs or any(line.count("\t") != tabs for line in text.lines):
        return None
    rows = [_fields(line) for line in text.tabbed if line.count("\t") == tabs]
    board = options.board or shape.square(len(rows))
    ended = tabs == board.columns and not any(row[-1] for row in rows)
    if ended and (options.board or not _lacks_a_row(rows)):  # a tab after each cell
        rows = [row[:-1] for row in rows]
        tabs -= 1
    return rows if (len(rows), tabs + 1) == (board.rows, board.columns) else None


def _fields(line: str) -> list[str]:
    return [field.strip() for field in line.split("\t")]


_USUAL = (4, 6, 9, 12, 16, 25)
"""Sizes of boards that people print."""


class CsvFormat(RowsFormat):
    name = "csv"
    title = "one line per row, cells separated by commas or semicolons"
    blank = ""
    separator = ","

    def read(self, text: Text, options: ReadOptions) -> Reading:
        """The separators are commas, or semicolons if there is no comma."""
        separator = "," if any("," in line for line in text.lines) else ";"
        rows = [[_unquoted(cell.strip()) for cell in line.split(separator)] for line in text.lines]
        board = options.board or shape.square(len(rows))
        ended = all(len(row) == board.columns + 1 and not row[-1] for row in rows) and len(rows) == board.rows
        if ended and (options.board or not _lacks_a_row(rows)):  # a comma after each cell
            rows = [row[:-1] for row in rows]
        between = " between commas" if separator == "," else " between semicolons"
        return self.from_rows(rows, options, between=between, lines=text.lines)

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        if grid.layout.size == 1 and not blank:
            blank = "0"  # an empty text would not be a puzzle
        return super().write(grid, blank=blank, style=style)


def _lacks_a_row(rows: list[list[str]]) -> bool:
    """Whether the last column may be one of empty cells: eight rows of nine, in which nothing stands for a blank."""
    return len(rows) + 1 in _USUAL and not all(cell for row in rows for cell in row[:-1])


def _unquoted(cell: str) -> str:
    return cell[1:-1].strip() if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


class JoinedFormat(PlainFormat):
    name = "joined"
    title = "one line per row, one symbol per cell"
    blank = "0"
    one_symbol = True

    def read(self, text: Text, options: ReadOptions) -> Reading:
        rows = ["".join(line.split()) for line in text.lines]
        board = shape.board_of_rows(rows, options.board, lines=text.lines)
        found = cells.from_symbols(rows, board, options.symbols)
        which = f" {found.symbols}" if found.symbols else ""
        words = (
            f"{in_words(board.rows)} row{'s' * (board.rows > 1)} of {in_words(board.columns)} symbols{which}"
        )
        return reading("joined", words, found, board, options)

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        signs = f"{blank}{symbols_of(grid.layout)[1:]}"
        return "\n".join(["".join([signs[entry] for entry in row]) for row in _entry_rows(grid)])


# From byte to value; 255 if it is neither a digit nor a blank.
_VALUES = bytes(
    0 if sign in cells.BLANKS else int(sign) if sign in "123456789" else 255 for sign in map(chr, range(256))
)


def quickly(text: str, layout: Layout | None) -> Puzzle | None:
    """The puzzle, if the line is digits 1-9 and blanks only, one for each cell; otherwise None."""
    text = text.strip()
    if layout is None:
        if len(text) != CLASSIC.cell_count:
            return None
        layout = CLASSIC
    if len(text) != layout.cell_count or layout.size > 9 or not layout.first_digit or not text.isascii():
        return None
    values = text.encode("ascii").translate(_VALUES)
    return Puzzle(Grid(layout, values)) if max(values) <= layout.size else None


class OneLineFormat(PlainFormat):
    name = "line"
    title = "the whole board on one line, one symbol per cell"
    blank = "."
    one_symbol = True
    endings = (".txt",)

    def blocks(self, text: str) -> list[str]:
        return text.split("\n")

    def quickly(self, block: str, options: ReadOptions) -> Reading | None:
        check_time()
        puzzle = quickly(block, options.layout)
        if puzzle is None:
            return None
        words = f"{puzzle.layout.cell_count} symbols on one line"
        return Reading(puzzle, format=self.name, description=words)

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        """A line for each; they name their board where as many lines would be the rows of one board."""
        grids = [entry.puzzle.givens for entry in entries]
        like_rows = len(grids) > 1 and all(len(grid.entries) == len(grids) for grid in grids)
        return "\n".join(self.labelled(grid, with_layout=like_rows, usual=not like_rows) for grid in grids)

    def read(self, text: Text, options: ReadOptions) -> Reading:
        """The puzzle on the one line of a text."""
        rows = ["".join(line.split()) for line in text.lines]
        if not rows:
            raise FormatError("no puzzle in the input")
        if len(rows) > 1:
            shape.board_on_line(rows[0], options.board, line=text.lines[0])
            raise FormatError(
                f"{len(rows)} lines instead of one", row=2, column=1, text=text.lines[1].strip()
            )
        row = rows[0]
        board = shape.board_on_line(row, options.board, line=text.lines[0])
        parts = [row[start : start + board.columns] for start in range(0, len(row), board.columns)]
        try:
            found = cells.from_symbols(parts, board, options.symbols)
        except FormatError as error:
            if error.row is None or error.column is None:
                raise
            place = (error.row - 1) * board.columns + error.column
            short = (
                f"; {len(row)} cells on one line make {cells.a_board(board)}"
                if 1 < len(row) <= MAX_SIZE
                else ""
            )
            reason = f"{error.reason} (cell {place} of the line{short})"
            raise FormatError(reason, row=error.row, column=error.column, text=error.text) from None
        which = f" {found.symbols}" if found.symbols else ""
        words = f"{len(row)} symbol{'s' * (len(row) > 1)}{which} on one line"
        return reading("line", words, found, board, options)

    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        signs = f"{blank}{symbols_of(grid.layout)[1:]}"
        return "".join([signs[entry] for entry in grid.entries[: grid.layout.board_count]])
