"""Killers as PS and JSudoku write them: `3x3:d:k:3841:7705:…:`.

The box, `d` if both diagonals are houses, `k`, and then a number for each cell: 256 times the sum of its cage, plus a
number that is the same throughout the cage. Cells with a sum of 0 are in no cage.
"""

from __future__ import annotations

import re

from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.variants.cages import cages_alone, cages_of
from nonet.layout import MAX_SIZE, Layout
from nonet.puzzle import Puzzle
from nonet.rules import Cage


class KillerTextFormat(LineFormat):
    name = "killer"
    title = "killers of PS and JSudoku, `3x3::k:8704:8704:…`"
    holds = frozenset({"several", "boards", "houses", "rules"})
    pattern = re.compile(r"(\d{1,2})x(\d{1,2}):(d?):k:([\d:]*)", re.ASCII)

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        match = self.groups(line)
        size = int(match[1]) * int(match[2])
        if not 2 <= size <= MAX_SIZE:
            raise FormatError(f"a board has 2 to {MAX_SIZE} rows", text=line)
        layout = options.layout or Layout.boxed(int(match[1]), int(match[2]), diagonals=bool(match[3]))
        numbers = match[4].rstrip(":").split(":")
        if len(numbers) != layout.cell_count:
            raise FormatError(f"{len(numbers)} cells instead of {layout.cell_count}", text=line)
        groups: dict[int, list[int]] = {}
        for cell, number in enumerate(numbers):
            if not number or len(number) > 8:
                raise FormatError("not the number of a cage", text=number)
            if int(number) >= 256:
                groups.setdefault(int(number), []).append(cell)
        rules = [Cage(tuple(cells), number // 256) for number, cells in groups.items()]
        return PuzzleEntry(Puzzle.of(layout, [0] * layout.cell_count, rules=rules))

    def format_line(self, entry: PuzzleEntry) -> str:
        layout = entry.puzzle.layout
        numbers = [0] * layout.cell_count
        for identity, cage in enumerate(cages_of(entry.puzzle), start=1):
            for cell in cage.cells:
                numbers[cell] = 256 * (cage.sum or 0) + identity
        rows, columns = layout.box_shape or (0, 0)
        diagonals = "d" if len(layout.houses) > 3 * layout.size else ""
        return f"{rows}x{columns}:{diagonals}:k:{''.join(f'{number}:' for number in numbers)}"

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        found = cages_alone(entry.puzzle, sums=True, most=255)
        layout = entry.puzzle.layout
        diagonals = sum(house.kind.value == "diagonal" for house in layout.houses)
        if layout.box_shape is None or len(layout.houses) != 3 * layout.size + diagonals:
            found["houses"] = "windows or irregular regions"
        if layout.size < 2:
            found["boards"] = "a board of one cell"
        return found
