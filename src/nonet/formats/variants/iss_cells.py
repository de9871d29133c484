"""Cells, rows and columns as ISS names them, and constraints that are repeated elsewhere on the board.

Rows and columns above 9 are one letter: `R1Ca` is in column 10. `.Replicate~cells~origin … .End` holds constraints that
are moved from the origin (R1C1, if it is left out) to each of some cells: a set of places counted from the origin, six
to a letter, the lowest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise, product
from typing import NamedTuple

from nonet.dimensions import Dimensions
from nonet.errors import FormatError
from nonet.formats.variants.places import Places
from nonet.limits import check

_CELL = re.compile(r"R([1-9a-g])C([1-9a-g])", re.ASCII | re.IGNORECASE)
_LINE = re.compile(r"([RC])([1-9a-g])", re.ASCII | re.IGNORECASE)
_DIGITS = "0123456789abcdefg"


class IssCells:
    """The names on a board.

    >>> cells = IssCells(Dimensions(16, 16))
    >>> cells.cells(["R1Ca", "r2c1"]), cells.name(9), cells.line("C1")[:2]
    ((9, 16), 'R1Ca', (0, 16))
    """

    def __init__(
        self,
        dimensions: Dimensions,
        extras: Sequence[tuple[str, int]] = (),
        columns: Mapping[str, int] | None = None,
    ) -> None:
        """`columns` are those of groups beside the board that are not as wide as the board."""
        self.rows, self.columns, self.digits = dimensions.rows, dimensions.columns, dimensions.digits
        self.places = Places(dimensions.rows, dimensions.columns)
        self.board_count = dimensions.rows * dimensions.columns
        self.groups: dict[str, tuple[int, ...]] = {}
        """The cells beside the board, by the names of their groups."""
        start = self.board_count
        for name, count in extras:
            self.groups[name] = self.groups.get(name, ()) + tuple(range(start, start + count))
            start += count
        self.extras = tuple(
            name if count == 1 else f"{name}{number}"
            for name, count in extras
            for number in range(1, count + 1)
        )
        """The names of the cells beside the board; a cell that is alone in its group has no number."""
        ends = list(accumulate((count for _, count in extras), initial=self.board_count))
        self._groups = (range(self.board_count), *(range(*pair) for pair in pairwise(ends)))
        own = columns or {}
        self._columns = (self.columns, *(own.get(name, self.columns) for name, _ in extras))
        beside = {name: cell for cell, name in enumerate(self.extras, start=self.board_count)}
        self._numbers = _board_cells(self.rows, self.columns) | beside

    def is_cell(self, name: str) -> bool:
        return name in self._numbers or _CELL.fullmatch(name) is not None

    def group_of(self, cell: int) -> range:
        """All cells of the board, or of a group beside it; groups count as rows of the same width."""
        return next(group for group in self._groups if cell in group)

    def neighbours(self, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The pairs of cells in a list that share an edge, on the board or in a group beside it."""
        for group, columns in zip(self._groups, self._columns, strict=True):
            places = [cell - group.start for cell in cells if cell in group]
            for one, other in Places(len(group) // columns, columns).neighbours(places):
                yield group[one], group[other]

    def _one(self, name: str) -> int:
        found = self._numbers.get(name)
        if found is None and _CELL.fullmatch(name):  # with small letters
            found = self._numbers.get(f"R{name[1].lower()}C{name[3].lower()}")
        if found is None:
            raise FormatError("there is no such cell", text=name)
        return found

    def cells(self, names: Iterable[str]) -> tuple[int, ...]:
        found = tuple(map(self._one, names))
        if not found:
            raise FormatError("a constraint without cells")
        return found

    def name(self, cell: int) -> str:
        if cell >= self.board_count:
            return self.extras[cell - self.board_count]
        return f"R{_DIGITS[cell // self.columns + 1]}C{_DIGITS[cell % self.columns + 1]}"

    def names(self, cells: Iterable[int]) -> list[str]:
        return [self.name(cell) for cell in cells]

    def line(self, name: str) -> tuple[int, ...]:
        """The cells of `R1` or `C1`, from the left or from the top."""
        match = _LINE.fullmatch(name)
        number = _DIGITS.index(match[2].lower()) if match else 0
        along_row = match is not None and match[1].upper() == "R"
        if match is None or number > (self.rows if along_row else self.columns):
            raise FormatError("not a row or column such as R1", text=name)
        if along_row:
            return tuple(range((number - 1) * self.columns, number * self.columns))
        return tuple(range(number - 1, self.rows * self.columns, self.columns))

    def line_name(self, cells: Sequence[int]) -> tuple[str, bool]:
        """The name of a whole row or column, and whether it is read from its far end."""
        for kind, count in (("R", self.rows), ("C", self.columns)):
            for number in range(1, count + 1):
                name = f"{kind}{_DIGITS[number]}"
                line = self.line(name)
                if line in (tuple(cells), tuple(cells)[::-1]):
                    return name, line != tuple(cells)
        raise FormatError("a clue outside the board needs a whole row or column")

    def diagonal(self, name: str) -> tuple[int, ...]:
        """The diagonal whose first cell this is. The clues of the top edge look down to the left, those of the other
        edges follow by turning the board.
        """
        cell = self._one(name)
        row, column = divmod(cell, self.columns)
        bottom, right = self.rows - 1, self.columns - 1
        if row == 0 and column > 0:
            step = (1, -1)
        elif column == right and row > 0:
            step = (-1, -1)
        elif row == bottom and column < right:
            step = (-1, 1)
        elif column == 0 and row < bottom:
            step = (1, 1)
        else:
            raise FormatError("a little killer clue is at the edge of the board", text=name)
        found = []
        while 0 <= row <= bottom and 0 <= column <= right:
            found.append(row * self.columns + column)
            row, column = row + step[0], column + step[1]
        return tuple(found)


@cache
def _board_cells(rows: int, columns: int) -> dict[str, int]:
    names = product(_DIGITS[1 : rows + 1], _DIGITS[1 : columns + 1])
    return {f"R{row}C{column}": cell for cell, (row, column) in enumerate(names)}


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


class Constraint(NamedTuple):
    name: str
    words: list[str]


def written_out(constraints: Sequence[Constraint], cells: IssCells) -> Sequence[Constraint]:
    """The same constraints, each repetition written out; in a group its copies are a group of their own."""
    if not any(name == "Replicate" for name, _ in constraints):
        return constraints
    return list(_expanded(iter(constraints), cells))


def _expanded(
    rest: Iterator[Constraint], cells: IssCells, group: str = "", depth: int = 0
) -> Iterator[Constraint]:
    """The constraints up to the `.End` of the group that they are in."""
    if depth > 10:
        raise FormatError("constraints nested more than ten levels deep")
    for constraint in rest:
        name, words = constraint
        if name == "End" and group:
            return
        if name not in ("Or", "And", "Replicate"):
            yield constraint
            continue
        inner = list(_expanded(rest, cells, name, depth + 1))
        if name == "Replicate":
            origin, targets = _targets(words, cells)
            check("rules", len(inner) * len(targets))
            inner = [
                Constraint(each.name, [_moved_word(word, origin, target, cells) for word in each.words])
                for target in targets
                for each in inner
            ]
            name = "And" if group else ""
        yield from [Constraint(name, []), *inner, Constraint("End", [])] if name else inner
    if group:
        raise FormatError(f".{group} has no .End")


def _targets(words: Sequence[str], cells: IssCells) -> tuple[int, list[int]]:
    """The cell from which the constraints are moved, and those to which they are moved."""
    letters = words[0] if words else ""
    if any(letter not in LETTERS for letter in letters) or len(words) > 2:
        raise FormatError("Replicate needs a set of cells", text="~".join(words))
    (origin,) = cells.cells(words[1:] or ["R1C1"])
    targets = [
        origin + 6 * at + bit
        for at, letter in enumerate(letters)
        for bit in range(6)
        if LETTERS.index(letter) >> bit & 1
    ]
    if any(target not in cells.group_of(origin) for target in targets):
        raise FormatError("Replicate: a copy is not on the board")
    return origin, targets


def _moved_word(word: str, origin: int, target: int, cells: IssCells) -> str:
    name, mark, rest = word.partition("_")
    if not cells.is_cell(name):
        return word
    (cell,) = cells.cells([name])
    group = cells.group_of(origin)
    column, before, after = ((each - group.start) % cells.columns for each in (cell, origin, target))
    moved = cell + target - origin
    if cell not in group or moved not in group or not 0 <= column + after - before < cells.columns:
        raise FormatError("Replicate: a copy is not on the board", text=word)
    return cells.name(moved) + mark + rest
