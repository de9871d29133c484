"""Killers in 81 characters: `G<<L<K<L<^G>^>^E…`.

`^ v < >` point to the neighbour whose cage a cell belongs to, `` ` ' , . `` to the diagonal ones (up left, up right,
down left, down right). Any other character is the sum of a cage: 0-9, A = 10 … Z = 35, a = 36 … j = 45; 0 means no sum.
"""

from __future__ import annotations

import re
from collections import deque

from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.variants.cages import cages_alone, cages_of
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.rules import Cage

_STEPS = {
    "^": (-1, 0),
    "v": (1, 0),
    "<": (0, -1),
    ">": (0, 1),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"


class CompactKillerFormat(LineFormat):
    name = "compact-killer"
    title = "killers in 81 characters, arrows to the cell with the sum: `G<<L<K<L<^G>…`"
    holds = frozenset({"several", "rules"})
    pattern = re.compile(rf"(?=.*[<>^])[{re.escape(''.join(_STEPS))}{_SUMS}]{{81}}", re.ASCII)

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        groups: dict[int, list[int]] = {}
        for cell in range(81):
            groups.setdefault(_head(line, cell), []).append(cell)
        rules = [
            Cage(tuple(cells), _SUMS.index(line[head]) or None)
            for head, cells in groups.items()
            if line[head] != "0" or len(cells) > 1
        ]
        return PuzzleEntry(Puzzle.of(options.layout or CLASSIC, [0] * 81, rules=rules))

    def format_line(self, entry: PuzzleEntry) -> str:
        signs = ["0"] * 81
        for cage in cages_of(entry.puzzle):
            for cell, sign in _arrows(cage.cells).items():
                signs[cell] = sign
            signs[cage.cells[0]] = _SUMS[cage.sum or 0]
        return "".join(signs)

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        puzzle = entry.puzzle
        found = cages_alone(puzzle, sums=False, largest=45)
        cages = cages_of(puzzle)
        if not found and any(len(_arrows(cage.cells)) < len(cage.cells) - 1 for cage in cages):
            found["rules"] = "a cage of separate parts"
        if not found and any(len(cage.cells) == 1 and not cage.sum for cage in cages):
            found["rules"] = "a cage of one cell without a sum"
        if not found and all(len(cage.cells) == 1 for cage in cages):
            found["rules"] = "cages of one cell only"
        return found


def _head(line: str, cell: int) -> int:
    """The cell with the sum that the arrows lead to."""
    seen = {cell}
    while line[cell] in _STEPS:
        down, right = _STEPS[line[cell]]
        row, column = cell // 9 + down, cell % 9 + right
        cell = row * 9 + column
        if not (0 <= row < 9 and 0 <= column < 9) or cell in seen:
            raise FormatError(
                f"the arrows from r{row - down + 1}c{column - right + 1} lead nowhere", text=line
            )
        seen.add(cell)
    return cell


def _arrows(cells: tuple[int, ...]) -> dict[int, str]:
    """For each cell but the first the arrow to the next one on the way to the first; fewer if it has separate parts."""
    found: dict[int, str] = {}
    waiting = deque([cells[0]])
    while waiting:
        at = waiting.popleft()
        for sign, (down, right) in _STEPS.items():
            row, column = at // 9 - down, at % 9 - right
            cell = row * 9 + column
            if 0 <= row < 9 and 0 <= column < 9 and cell in cells and cell not in found and cell != cells[0]:
                found[cell] = sign
                waiting.append(cell)
    return found
