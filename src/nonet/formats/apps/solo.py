"""Game ids of Simon Tatham's Solo: `3x3:5_3b7d6b1_9_5d9_8d6a…`.

Before the colon: rows and columns of a box (`2x3`), or the size and a `j` for a jigsaw (`9j`); then `x` for diagonals,
`k` for killer cages. After it, separated by commas: the givens, the walls of a jigsaw, the walls and the sums of the
cages. In the givens a letter is a run of blanks (a is one, z is 26) and `_` stands between two numbers. Walls: all
inner edges between neighbours of a row, row by row, then those of a column, column by column; a letter counts the edges
without a wall before the next one (`_` none, a one … y 25; z is 25 edges and no wall), and one more wall is thought to
follow the last edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

from nonet.dimensions import MAX_SIZE
from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import LineFormat
from nonet.formats.reading import ReadOptions
from nonet.formats.values import layout_of
from nonet.formats.variants.killers import cages_alone, cages_of
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Rule


class SoloFormat(LineFormat):
    name = "solo"
    title = "game ids of Simon Tatham's Solo, `3x3:5_3b7d6b1_9_5…`, killers and jigsaws too"
    holds = frozenset({"several", "boards", "houses", "rules"})
    pattern = re.compile(
        r"(?:(\d{1,2})x(\d{1,2})|(\d{1,2})j)([xk]*)(?:[mr][0-9]*|a|d[a-z])*:(?=.*[a-z_])([0-9a-z_,]*)",
        re.ASCII,
    )

    def parse_line(self, line: str, options: ReadOptions) -> PuzzleEntry:
        box_rows, box_columns, jigsaw, extras, description = self.groups(line).groups()
        size = int(jigsaw) if jigsaw else int(box_rows) * int(box_columns)
        if not 1 < size <= MAX_SIZE:
            raise FormatError(f"a board has 2 to {MAX_SIZE} rows", text=line)
        parts = description.split(",")
        expected = 1 + bool(jigsaw) + 2 * ("k" in extras)
        if len(parts) != expected:
            raise FormatError(f"{len(parts)} parts after the colon instead of {expected}", text=line)
        rules = _cages(parts[-2], parts[-1], size) if "k" in extras else []
        if jigsaw:
            layout = layout_of(_regions(parts[1], size), diagonals="x" in extras)
        else:
            layout = Layout.boxed(int(box_rows), int(box_columns), diagonals="x" in extras)
        values = numbers(parts[0], size * size, size)
        return PuzzleEntry(Puzzle.of(options.layout or layout, values, rules=rules))

    def format_line(self, entry: PuzzleEntry) -> str:
        layout = entry.puzzle.layout
        shape = layout.box_shape
        head = f"{shape[0]}x{shape[1]}" if shape else f"{layout.size}j"
        head += "x" if _has_diagonals(layout) else ""
        parts = [runs(list(entry.puzzle.givens))]
        if not shape:
            parts.append(walls(layout.box_of, layout.size))
        if cages := cages_of(entry.puzzle):
            head += "k"
            sums = {cage.cells[0]: cage.sum or 0 for cage in cages}
            cells = range(layout.cell_count)
            parts += [
                walls(_groups(cages, layout.cell_count), layout.size),
                runs([sums.get(cell, 0) for cell in cells]),
            ]
        return f"{head}:{','.join(parts)}"

    def lacks_in(self, entry: PuzzleEntry) -> dict[str, str]:
        layout = entry.puzzle.layout
        known = (3 if layout.boxes else 2) * layout.size + (2 if _has_diagonals(layout) else 0)
        lacking = {}
        if len(layout.houses) != known or not layout.boxes:
            lacking["houses"] = "windows, or a board without boxes"
        elif (
            not layout.box_shape
            and len(set(groups(walls(layout.box_of, layout.size), layout.size))) > layout.size
        ):
            lacking["houses"] = "a region of separate parts"
        if layout.size < 2:
            lacking["boards"] = "a board of one cell"
        if entry.puzzle.rules:
            lacking |= _lacking_cages(entry.puzzle)
        return lacking


def _has_diagonals(layout: Layout) -> bool:
    return sum(house.kind.value == "diagonal" for house in layout.houses) == 2


def numbers(text: str, count: int, most: int) -> list[int]:
    """The numbers of a grid part, 0 for a blank; the twin of `runs`.

    >>> numbers("5_3b7", 5, 9)
    [5, 3, 0, 0, 7]
    """
    values: list[int] = []
    for word in re.findall(r"\d+|.", text):
        if word.isdecimal():
            if len(word) > 4 or not 1 <= int(word) <= most:
                raise FormatError(f"numbers are 1 to {most}", text=word)
            values.append(int(word))
        elif word != "_":
            values += [0] * (ascii_lowercase.index(word) + 1)
        if len(values) > count:
            break
    if len(values) != count:
        raise FormatError(
            f"{len(values)} cells instead of {count}" if len(values) < count else f"more than {count} cells",
            text=text,
        )
    return values


def runs(values: list[int]) -> str:
    """Numbers as Solo writes them.

    >>> runs([5, 3, 0, 0, 7])
    '5_3b7'
    """
    text, blanks = "", 0
    for value in [*values, -1]:
        if value == 0:
            blanks += 1
            continue
        while blanks:
            text += ascii_lowercase[min(blanks, 26) - 1]
            blanks -= min(blanks, 26)
        if value > 0:
            text += f"_{value}" if text[-1:].isdecimal() else str(value)
    return text


def _edges(size: int) -> Iterator[tuple[int, int]]:
    """The pairs of cells on both sides of each inner edge, in Solo's order."""
    for row in range(size):
        for column in range(size - 1):
            yield row * size + column, row * size + column + 1
    for column in range(size):
        for row in range(size - 1):
            yield row * size + column, (row + 1) * size + column


def walls(group_of: tuple[int, ...] | list[int], size: int) -> str:
    """The walls between groups of cells; the twin of `groups`."""
    text, free = "", 0
    for a, b in _edges(size):
        if group_of[a] == group_of[b]:
            free += 1
            if free == 26:  # z is 25 edges; this one is the first of the next letter
                text, free = text + "z", 1
        else:
            text, free = text + "_abcdefghijklmnopqrstuvwxy"[free], 0
    return text + "_abcdefghijklmnopqrstuvwxy"[free]


def groups(text: str, size: int) -> list[int]:
    """For each cell the number of its group: cells that no wall separates."""
    edges = list(_edges(size))
    parent = list(range(size * size))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            cell = parent[cell]
        return cell

    place = 0
    for letter in text:
        free = 25 if letter == "z" else "_abcdefghijklmnopqrstuvwxy".find(letter)
        if free < 0 or place + free > len(edges):
            raise FormatError("the walls do not fit the board", text=text)
        for a, b in edges[place : place + free]:
            parent[root(a)] = root(b)
        place += free + (letter != "z")
    if place != len(edges) + 1:
        raise FormatError("the walls do not fit the board", text=text)
    roots = [root(cell) for cell in range(size * size)]
    names = {each: number for number, each in enumerate(dict.fromkeys(roots))}
    return [names[each] for each in roots]


def _regions(text: str, size: int) -> list[int]:
    found = groups(text, size)
    if any(found.count(number) != size for number in range(size)):
        raise FormatError(f"the walls do not make {size} regions of {size} cells", text=text)
    return found


# -- cages --------------------------------------------------------------------------------------------------


def _cages(structure: str, clues: str, size: int) -> list[Rule]:
    """The cages: groups of cells within walls, and in one cell of each its sum."""
    group_of = groups(structure, size)
    sums: dict[int, int] = {}
    for cell, number in enumerate(numbers(clues, size * size, size * size * size)):
        if number:
            if group_of[cell] in sums:
                raise FormatError("a cage has two sums", text=clues)
            sums[group_of[cell]] = number
    members = grouped((number, cell) for cell, number in enumerate(group_of))
    return [
        Cage(tuple(cells), sums.get(number))
        for number, cells in members.items()
        if number in sums or len(cells) > 1
    ]


def _groups(cages: list[Cage], count: int) -> list[int]:
    """For each cell the first cell of its cage, or itself."""
    group_of = list(range(count))
    for cage in cages:
        for cell in cage.cells:
            group_of[cell] = cage.cells[0]
    return group_of


def _lacking_cages(puzzle: Puzzle) -> dict[str, str]:
    found = cages_alone(puzzle, sums=False, givens=True)
    if found:
        return found
    cages, size = cages_of(puzzle), puzzle.layout.size
    options = _groups(cages, puzzle.layout.cell_count)
    if len({*groups(walls(options, size), size)}) != len({*options}):
        return {"rules": "a cage of separate parts"}
    if any(cage.sum is None and len(cage.cells) == 1 for cage in cages):
        return {"rules": "a cage of one cell without a sum"}
    return {}
