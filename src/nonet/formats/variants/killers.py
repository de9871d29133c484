"""Killers as text: those of PS and JSudoku, SumoCue's, and killers in 81 characters."""

from __future__ import annotations

import re
from collections import deque

from nonet.dimensions import MAX_SIZE
from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import layout_of
from nonet.grouping import grouped
from nonet.layout import CLASSIC, Layout
from nonet.puzzle import Puzzle
from nonet.rules import Cage


def cages_of(puzzle: Puzzle) -> list[Cage]:
    """The cages, by their first cells."""
    return sorted((rule for rule in puzzle.rules if isinstance(rule, Cage)), key=lambda cage: cage.cells)


def cages_alone(
    puzzle: Puzzle, *, sums: bool, most: int | None = None, largest: int | None = None, givens: bool = False
) -> dict[str, str]:
    """What of a puzzle does not fit into a map of cages: other rules, cages that overlap, too many of them.

    `sums`: every cage needs a sum. `most`: how many cages there may be; `largest`: the largest sum.
    """
    if kinds := {rule.kind for rule in puzzle.rules if not isinstance(rule, Cage)}:
        return {"rules": f"the rules {', '.join(sorted(kinds))}"}
    cages = cages_of(puzzle)
    cells = [cell for cage in cages for cell in cage.cells]
    if not cages:
        return {"rules": "a puzzle without cages"}
    if len(cells) != len(set(cells)):
        return {"rules": "cages that overlap"}
    if sums and not all(cage.sum for cage in cages):
        return {"rules": "cages without a sum"}
    if most is not None and len(cages) > most:
        return {"rules": f"more than {most} cages"}
    if largest is not None and any((cage.sum or 0) > largest for cage in cages):
        return {"rules": f"a sum above {largest}"}
    if puzzle.clue_count and not givens:
        return {"rules": "givens in a killer"}
    return {}


class KillerTextFormat(LineFormat):
    """Killers as PS and JSudoku write them: `3x3:d:k:3841:7705:…:`.

    The box, `d` if both diagonals are houses, `k`, and then a number for each cell: 256 times the sum of its cage, plus
    a number that is the same throughout the cage. Cells with a sum of 0 are in no cage.
    """

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


_TEXT = re.compile(r"SumoCueV1(D?)((?:[=+]\d{1,3}(?:J[0-8])?)+)", re.ASCII)


class SumoCueFormat(LineFormat):
    """SumoCue: `SumoCueV1=20J0+0J0=8J1…`.

    An entry for each cell: `=` and a sum for the first cell of a cage, 0 where there is none; `+` and the number of the
    first cell for the others, counted from 0. `J` and a number behind each entry are the regions of a jigsaw. A `D`
    behind `SumoCueV1` means that both diagonals are houses. A cage of one cell is a given.
    """

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
            len(cage.cells) == 1 or puzzle.givens.entries[cell]
            for cage in cages_of(puzzle)
            for cell in cage.cells
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
    """Killers in 81 characters: `G<<L<K<L<^G>^>^E…`.

    `^ v < >` point to the neighbour whose cage a cell belongs to, `` ` ' , . `` to the diagonal ones (up left, up
    right, down left, down right). Any other character is the sum of a cage: 0-9, A = 10 … Z = 35, a = 36 … j = 45;
    0 means no sum.
    """

    name = "compact-killer"
    title = "killers in 81 characters, arrows to the cell with the sum: `G<<L<K<L<^G>…`"
    holds = frozenset({"several", "rules"})
    pattern = re.compile(rf"(?=.*[<>^])[{re.escape(''.join(_STEPS))}{_SUMS}]{{81}}", re.ASCII)

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        groups = grouped((_head(line, cell), cell) for cell in range(81))
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
    arrows: dict[int, str] = {}
    waiting = deque([cells[0]])
    while waiting:
        at = waiting.popleft()
        for sign, (down, right) in _STEPS.items():
            row, column = at // 9 - down, at % 9 - right
            cell = row * 9 + column
            if 0 <= row < 9 and 0 <= column < 9 and cell in cells and cell not in arrows and cell != cells[0]:
                arrows[cell] = sign
                waiting.append(cell)
    return arrows
