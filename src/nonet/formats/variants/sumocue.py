"""SumoCue: `SumoCueV1=20J0+0J0=8J1…`.

An entry for each cell: `=` and a sum for the first cell of a cage, 0 where there is none; `+` and the number of the
first cell for the others, counted from 0. `J` and a number behind each entry are the regions of a jigsaw. A `D` behind
`SumoCueV1` means that both diagonals are houses. A cage of one cell is a given.
"""

from __future__ import annotations

import re

from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import layout_of
from nonet.formats.variants.cages import cages_alone, cages_of
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rules import Cage

_TEXT = re.compile(r"SumoCueV1(D?)((?:[=+]\d{1,3}(?:J[0-8])?)+)", re.ASCII)


class SumoCueFormat(LineFormat):
    name = "sumocue"
    title = "killers and jigsaws of SumoCue, `SumoCueV1=20+0=8…`"
    holds = frozenset({"several", "houses", "rules"})

    def matches(self, line: str) -> bool:
        return line.startswith("SumoCueV1")

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        match = _TEXT.fullmatch(line)
        if match is None:
            raise FormatError("expected =NUMBER or +NUMBER for each cell", text=line)
        entries = re.findall(r"([=+])(\d+)(?:J(\d))?", match[2])
        if len(entries) != 81:
            raise FormatError(f"{len(entries)} cells instead of 81", text=line)
        regions = [region for _, _, region in entries if region]
        if regions and len(regions) != 81:
            raise FormatError("only some of the cells have a region", text=line)
        layout = options.layout or _layout(list(map(int, regions)), diagonals=bool(match[1]))
        sums, groups = dict[int, int](), dict[int, list[int]]()
        for cell, (sign, number, _) in enumerate(entries):
            if sign == "=":
                sums[cell] = int(number)
                groups[cell] = [cell]
        for cell, (sign, number, _) in enumerate(entries):
            if sign == "+":
                if int(number) not in groups:
                    raise FormatError(f"cell {cell} belongs to a cage that has no first cell", text=number)
                groups[int(number)].append(cell)
        givens = [sums.get(cell, 0) if len(groups.get(cell, ())) == 1 else 0 for cell in range(81)]
        if max(givens) > 9:
            raise FormatError("a cage of one cell has a sum above 9", text=str(max(givens)))
        rules = [Cage(tuple(cells), sums[first] or None) for first, cells in groups.items() if len(cells) > 1]
        return PuzzleEntry(Puzzle.of(layout, givens, rules=rules))

    def format_line(self, entry: PuzzleEntry) -> str:
        layout = entry.puzzle.layout
        words = [f"={value}" for value in entry.puzzle.givens]
        for cage in cages_of(entry.puzzle):
            for cell in cage.cells:
                words[cell] = f"+{cage.cells[0]}"
            words[cage.cells[0]] = f"={cage.sum or 0}"
        if layout.box_shape is None:
            words = [f"{word}J{region}" for word, region in zip(words, layout.box_of, strict=True)]
        return f"SumoCueV1{'D' if _has_diagonals(layout) else ''}{''.join(words)}"

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        puzzle = entry.puzzle
        found = cages_alone(puzzle, sums=False, givens=True) if puzzle.rules else {}
        if any(
            len(cage.cells) == 1 or puzzle.givens[cell] for cage in cages_of(puzzle) for cell in cage.cells
        ):
            found["rules"] = "cages of one cell, or with a given in them"
        layout = puzzle.layout
        if len(layout.houses) != 27 + 2 * _has_diagonals(layout):
            found["houses"] = "windows"
        return found


def _layout(regions: list[int], *, diagonals: bool) -> Layout:
    if not regions:
        return Layout.boxed(3, 3, diagonals=True) if diagonals else CLASSIC
    if any(regions.count(number) != 9 for number in range(9)):
        raise FormatError("the regions do not have nine cells each")
    return layout_of(regions, diagonals=diagonals)


def _has_diagonals(layout: Layout) -> bool:
    return any(house.kind.value == "diagonal" for house in layout.houses)
