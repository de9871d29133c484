"""Pencil-mark grids: the candidates of each cell, with or without borders.

    *---------------------------*        5 3 124 26 7 2468 1489 1249 248
    | 5    3    124  | 26   7  …         6 247 247 1 9 5 3478 234 2478

What is missing in a cell is ruled out. A cell with one digit is a given, unless a peer can still take that digit.
Marks in front of a cell (`*67`, `#17`), as HoDoKu writes them, are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonet.bitsets import digits_in
from nonet.errors import FormatError
from nonet.formats.apps.sdx import is_without_notes
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import Format
from nonet.formats.reading import ReadOptions
from nonet.formats.values import candidate_masks, checked_mask, puzzle_of_candidates
from nonet.layout import Layout

_CELL = re.compile(r"[*#@&^]?(1?2?3?4?5?6?7?8?9?)", re.ASCII)
_BORDER = re.compile(r"[-+=|:.'*,` ]*-{3}[-+=|:.'*,` ]*")


class PencilmarksFormat(Format):
    name = "pencilmarks"
    title = "the candidates of each cell, with or without borders; what is missing is ruled out"
    holds = frozenset({"boards", "ruled out"})

    def detect(self, text: str) -> bool:
        rows = candidate_rows(text)
        enough = 1 if _BORDER.match(text.lstrip()) else 2  # a single one may be a slip, unless we drew it
        if rows is None or sum(len(cell) > 1 for row in rows for cell in row) < enough:
            return False
        return not is_without_notes(text.split())

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        rows = candidate_rows(text)
        if rows is None:
            raise FormatError(
                "expected as many cells in each row as there are rows, each with its candidates"
            )
        layout = options.layout or _drawn_layout(text, len(rows))
        if layout.size != len(rows):
            raise FormatError(f"{len(rows)} rows instead of {layout.size}")
        masks = [checked_mask(map(int, cell), layout.size) for row in rows for cell in row]
        return [PuzzleEntry(puzzle_of_candidates(masks, layout))]

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        (entry,) = entries
        cells = ["".join(map(str, digits_in(mask))) for mask in candidate_masks(entry)]
        return drawn_rows(cells, entry.puzzle.layout)

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        size = entry.puzzle.layout.size
        return {"boards": "a board with more than nine rows"} if size > 9 else {}


def candidate_rows(text: str) -> list[list[str]] | None:
    """The candidates of each cell, row by row; None if the text is something else."""
    if len(text) > 20_000:
        return None
    rows = []
    for line in text.split("\n"):
        if not line.strip() or _BORDER.fullmatch(line.strip()):
            continue
        matches = [_CELL.fullmatch(cell) for cell in re.sub(r"[|:]", " ", line).split()]
        row = [match[1] for match in matches if match]
        if len(row) != len(matches) or not all(row):
            return None
        rows.append(row)
    size = len(rows)
    if not 4 <= size <= 9 or any(len(row) != size for row in rows):
        return None
    return rows if all(cell[-1] <= str(size) for row in rows for cell in row) else None


def _drawn_layout(text: str, size: int) -> Layout:
    """The board whose boxes are as wide as the bars in the first row say; the usual one if there are no bars, or a bar
    after every cell.
    """
    first = next(line for line in text.split("\n") if line.strip() and not _BORDER.fullmatch(line.strip()))
    widths = {len(part.split()) for part in re.split(r"[|:]", first) if part.strip()}
    width = widths.pop()
    if widths or width in (1, size) or size % width:
        return ReadOptions().layout_of(size)
    return Layout.boxed(size // width, width)


def drawn_rows(cells: Sequence[str], layout: Layout) -> str:
    """The cells in columns of equal width, with borders between boxes."""
    size = layout.size
    box_rows, box_columns = layout.box_shape or (size, size)
    width = max(map(len, cells)) + 2
    inner = "+".join("-" * (width * box_columns + 1) for _ in range(size // box_columns))
    lines = []
    for row in range(size):
        if row % box_rows == 0:
            lines.append(f"|{inner}|" if row else f"*{inner.replace('+', '-')}*")
        starts = range(row * size, (row + 1) * size, box_columns)
        pieces = [
            "".join(cell.ljust(width) for cell in cells[start : start + box_columns]) for start in starts
        ]
        lines.append("| " + "| ".join(pieces) + "|")
    return "\n".join([*lines, f"*{inner.replace('+', '-')}*"])
