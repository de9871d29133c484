"""Rows of numbers after a line with the shape of a box; a full stop after a number that cannot be changed.

    3 3
    5. 3. 0 0 7. 0 0 0 0
    6. 0 4 1. 9. 5. 0 0 0          4 was set by the player

Where no number has a full stop, all of them are givens.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonet.dimensions import MAX_SIZE
from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry, SavedState
from nonet.formats.format import Format
from nonet.formats.reading import ReadOptions
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

_HEADER = re.compile(r"(\d{1,2})[ \t]+(\d{1,2})", re.ASCII)
_NUMBER = re.compile(r"(\d{1,2})(\.?)", re.ASCII)


class FixedRowsFormat(Format):
    name = "fixed-rows"
    title = "the shape of a box, then rows of numbers, `5.` for a given"
    holds = frozenset({"boards", "digits"})

    def detect(self, text: str) -> bool:
        if len(text) > 5_000:
            return False
        head, *rows = [line for line in text.split("\n") if line.strip()] or [""]
        match = _HEADER.fullmatch(head.strip())
        size = int(match[1]) * int(match[2]) if match else 0
        return 4 <= size <= MAX_SIZE and len(rows) == size and len(rows[0].split()) == size

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        head, *lines = [line for line in text.split("\n") if line.strip()] or [""]
        match = _HEADER.fullmatch(head.strip())
        if match is None:
            raise FormatError("expected the rows and columns of a box", row=1, text=head)
        box_rows, box_columns = int(match[1]), int(match[2])
        size = box_rows * box_columns
        if not 4 <= size <= MAX_SIZE:
            raise FormatError(f"a board has 4 to {MAX_SIZE} rows", row=1, text=head)
        layout = options.layout or Layout.boxed(box_rows, box_columns)
        rows = [line.split() for line in lines]
        if [len(row) for row in rows] != [size] * layout.size:
            raise FormatError(f"expected {size} rows of {size} numbers after the first line")
        values, fixed = [], []
        for place, word in enumerate(word for row in rows for word in row):
            number = _NUMBER.fullmatch(word)
            if number is None or int(number[1]) > size:
                row, column = place // size + 1, place % size + 1
                raise FormatError(f"not a number from 0 to {size}", row=row, column=column, text=word)
            values.append(int(number[1]))
            fixed.append(bool(number[2]))
        if not any(fixed):
            return [PuzzleEntry(Puzzle.of(layout, values))]
        givens = [value if fix else 0 for value, fix in zip(values, fixed, strict=True)]
        return [PuzzleEntry(Puzzle.of(layout, givens), SavedState(values=Grid.of(layout, values)))]

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        (entry,) = entries
        givens = entry.puzzle.givens
        values = givens if entry.state is None else entry.state.values
        words = [f"{value}." if given else str(value) for value, given in zip(values, givens, strict=True)]
        size = givens.layout.size
        shape = givens.layout.box_shape or (size, 1)
        rows = [" ".join(words[start : start + size]) for start in range(0, len(words), size)]
        return "\n".join([f"{shape[0]} {shape[1]}", *rows])

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        found = {}
        if entry.puzzle.layout.size < 4:
            found["boards"] = "a board of fewer than four rows"
        if not entry.puzzle.clue_count and entry.state is not None and entry.state.values.clue_count:
            found["digits"] = "the player's digits on a board without givens"
        return found
