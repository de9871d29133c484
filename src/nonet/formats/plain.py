"""What the plain text formats have in common: `read` and `write` for one board, comments, several boards in a file.

Boards that overlap, such as samurai, are the rows of the whole sheet, or all cells on one line. Blanks and line ends
between their cells are ignored. Either there is one symbol for each cell, or one for each place of the sheet; symbols
at places outside all boards are then ignored.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from nonet.dimensions import Dimensions
from nonet.errors import FormatError, LayoutError, LimitExceeded, NonetError
from nonet.formats.cells import BLANKS, Cells, note_needed
from nonet.formats.entry import PuzzleEntry, Reading
from nonet.formats.format import Format
from nonet.formats.reading import ReadOptions, Text, blanks_in_words, clean
from nonet.grid import SYMBOLS, Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle


def read_overlapping(text: Text, layout: Layout) -> Reading:
    """The puzzle on a board of overlapping squares; raises FormatError that says where, and what is wrong."""
    signs = [
        (sign, row, column)
        for row, line in enumerate(text.lines, start=1)
        for column, sign in enumerate("".join(line.split()), start=1)
    ]
    if len(signs) == layout.height * layout.width:
        signs = [
            signs[layout.row_of(c) * layout.width + layout.column_of(c)] for c in range(layout.cell_count)
        ]
    if len(signs) != layout.cell_count:
        raise FormatError(
            f"{len(signs)} symbols; a {layout.name} board has {layout.cell_count} cells "
            f"on {layout.height} rows of {layout.width}"
        )
    values = [_value(sign, row, column, layout) for sign, row, column in signs]
    puzzle = Puzzle(Grid.of(layout, values))
    return Reading(
        puzzle, format="rows", description=f"the {layout.cell_count} cells of a {layout.name} board"
    )


def _value(sign: str, row: int, column: int, layout: Layout) -> int:
    value = 0 if sign in BLANKS else SYMBOLS.find(sign.upper())
    if not 0 <= value <= layout.size:
        raise FormatError(
            f"not a digit from 1 to {layout.size} or a blank", row=row, column=column, text=sign
        )
    return value


def write_overlapping(grid: Grid, name: str, blank: str | None) -> str:
    """The grid as `line` or `rows`; the other formats cannot leave places out."""
    if name == "line":
        return grid.symbols.replace(".", blank or ".")
    if name != "rows":
        raise FormatError("overlapping boards are written as rows or line", text=name)
    layout = grid.layout
    at = {(layout.row_of(cell), layout.column_of(cell)): SYMBOLS[value] for cell, value in enumerate(grid)}
    rows = (
        " ".join(at.get((row, column), " ") for column in range(layout.width)).rstrip()
        for row in range(layout.height)
    )
    return "\n".join(rows).replace(".", blank or "0")


class PlainFormat(Format):
    """Cells as text. Comments say what the cells alone do not: `# layout: 9x9+x`, `# symbols: 1-G`."""

    holds = frozenset({"several", "boards", "any boards", "houses"})
    detected = False
    blank: ClassVar[str]
    """What it writes for an empty cell by default."""
    one_symbol: ClassVar[bool]
    """Each cell is one symbol: 10 and above are letters."""

    @abstractmethod
    def read(self, text: Text, options: ReadOptions) -> Reading:
        """The puzzle in a text that has one."""

    @abstractmethod
    def write(self, grid: Grid, *, blank: str, style: str) -> str:
        """The cells alone, without a newline at the end."""

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        beside = any(entry.puzzle.givens.entries[entry.puzzle.layout.board_count :])
        return {"any boards": "digits in cells beside the board"} if beside else {}

    def detect(self, text: str) -> bool:
        """Plain text has no marks; `detect` tells these formats apart by the shape of the whole text."""
        return False

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        """One puzzle; or several, with an empty line between any two."""
        content = clean(text)
        try:
            return [self._read(content, options)]
        except FormatError as error:
            entries: list[PuzzleEntry] = []
            try:
                entries.extend(self._several(text, options))
            except LimitExceeded:
                raise
            except NonetError as wrong:
                if entries:
                    raise FormatError(f"puzzle {len(entries) + 1}: {wrong}") from None
            if len(entries) < 2:
                raise error from None
            return entries

    def _several(self, text: str, options: ReadOptions) -> Iterator[PuzzleEntry]:
        for block in self.blocks(text):
            if (reading := self.quickly(block, options)) is not None:
                yield reading
                continue
            content = clean(block)
            if content.lines or content.layout or content.symbols:
                yield self._read(content, options)

    def _read(self, content: Text, options: ReadOptions) -> Reading:
        if not content.lines:
            raise FormatError("no puzzle in the input")
        known = declared(content, *options)
        if known.layout is not None and known.layout.places is not None:
            return read_overlapping(content, known.layout)
        return self.read(content, known)

    def quickly(self, block: str, options: ReadOptions) -> Reading | None:
        """The puzzle of a block of the usual kind, if there is a quick way to read it."""
        return None

    def blocks(self, text: str) -> list[str]:
        """The parts of a text that may each be a puzzle. A line of tabs is empty unless other lines have tabs."""
        tabs = any("\t" in line for line in clean(text).lines)
        return re.split(r"\n *\n" if tabs else r"\n\s*\n", text)

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        between = "\n\n" if any(entry.puzzle.layout.size > 1 for entry in entries) else "\n"
        return between.join(self.labelled(entry.puzzle.givens, usual=True) for entry in entries)

    def labelled(
        self,
        grid: Grid,
        *,
        blank: str | None = None,
        style: str = "ascii",
        with_layout: bool = False,
        usual: bool = False,
    ) -> str:
        """The cells, with the comments that a reader needs. `with_layout` names the layout; `usual` does so only
        where it is not the usual one of that size.
        """
        layout = grid.layout
        if layout.places is None:
            usual_blank = self.blank if layout.first_digit else "."
            if blank == "0" and not layout.first_digit:
                raise FormatError("0 is a digit of this board and cannot be a blank", text=blank)
            text = self.write(grid, blank=usual_blank if blank is None else blank, style=style)
        else:
            text = write_overlapping(grid, self.name, blank)
        if usual:
            with_layout = layout != Layout.named(f"{layout.size}x{layout.size}")
        notes = [f"layout: {layout.name}"] if with_layout else []
        if self.one_symbol and layout.digits[-1] > 9:
            notes += note_needed(text, layout.dimensions)
        if not notes:
            return text
        comment = f"# {', '.join(notes)}"
        return f"{text} {comment}" if self.name == "line" else f"{comment}\n{text}"


def declared(content: Text, layout: Layout | None, symbols: str | None) -> ReadOptions:
    """What the caller asks for; where nothing is asked for, what a comment in the text says."""
    if content.conflict is not None:
        raise content.conflict
    if layout is None and content.layout is not None:
        try:
            layout = Layout.named(content.layout)
        except LayoutError as error:
            raise FormatError(f"in the comment: {error}") from None
    return ReadOptions(layout, symbols if symbols is not None else content.symbols)


def reading(name: str, words: str, cells: Cells, board: Dimensions, options: ReadOptions) -> Reading:
    """The puzzle in these cells of a board, in the format of that name; the words say what they look like."""
    layout = options.layout_of(board.rows)
    puzzle = Puzzle(Grid(layout, cells.values.ljust(layout.cell_count, b"\0")))
    return Reading(puzzle, format=name, description=f"{words}, {blanks_in_words(cells.blanks)}")
