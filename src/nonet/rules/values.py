"""Values that differ from digits: in each row, column and box one unknown cell counts as something else than its digit.

Each cell has a mark beside the board, in the group M: the first digit says that the cell counts as its
digit, the second that it is modified, a third that it is modified in another way. Rules inside such a rule read values;
all others, and the houses, read digits.

Engines know nothing of values. A rule that reads them is compiled for a board whose digits are the values, and each of
its primitives becomes a word of marks and digits, in turn:

    r1c1 + r1c2 = 12        the cells M1 r1c1 M2 r1c2 are a word of an automaton that adds values
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, ClassVar, TypeVar

from nonet.dimensions import HouseKind
from nonet.errors import EngineError
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.automaton import Automaton, built
from nonet.rules.base import (
    Flag,
    Numbers,
    Rule,
    RuleExample,
    Rules,
    RuleText,
    cells_of,
    check_named,
    compiled,
)
from nonet.rules.primitives import (
    Among,
    Count,
    Different,
    DigitsByLabel,
    Either,
    EqualSums,
    Linear,
    Pair,
    Primitive,
    Sets,
    Word,
)
from nonet.rules.shapes import Badge, Shape, Tint
from nonet.rules.tables import pair_table

Board = TypeVar("Board", Layout, Grid)

_FARTHEST = 100
"""The greatest value, and the least if it is negative."""


@dataclass(frozen=True)
class Doublers(Rule):
    """Cells that count twice; `rules` read their values.

    >>> from nonet.rules import Sum
    >>> layout = Layout.named("4x4+M16")
    >>> grid = Grid.of(layout, "2143341212344321" + "1112121121111121")
    >>> Doublers((Sum((0, 1, 5), 11),)).holds(grid)  # 2 + 1 + 2 · 4
    True
    """

    rules: Rules = ()
    repeats: Flag = False
    """Whether a digit may be in several modified cells."""

    kind = "doublers"
    title = T("doublers")
    text = T(
        "Each row, column and box has one doubler, and no two doublers hold the same digit. "
        "A doubler counts as twice its digit in these rules: {kinds}."
    )
    text_repeats = T(
        "Each row, column and box has one doubler. "
        "A doubler counts as twice its digit in these rules: {kinds}."
    )
    example = RuleExample(
        "4x4+M16",
        {
            "rules": [
                {"kind": "cage", "cells": ["r1c1", "r1c2", "r2c2"], "sum": 11},
                {"kind": "thermometer", "cells": ["r3c3", "r4c3"]},
            ]
        },
    )
    square_only = True
    signs: ClassVar[tuple[str, ...]] = ("×2",)
    """What is written into modified cells, where they are known: for each way to modify them."""

    def tables(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        """For each way to modify a cell the value of each digit."""
        return (tuple(2 * digit for digit in layout.digits),)

    # -- what a rule says -------------------------------------------------------------------------------------

    def validate(self, layout: Layout) -> None:
        count, size = layout.board_count, layout.size
        if not self.labels_on(layout):
            name = f"{layout.name}+M{count}"
            raise self.refuse("it needs a mark beside the board for each cell: a board {name}", name=name)
        lines = {layout.height, layout.width, len(layout.boxes) or layout.height}
        if len(lines) > 1 or size <= len(self.tables(layout)) or (layout.height != size and not self.repeats):
            raise self.refuse("the board must have as many rows as columns, boxes and digits")
        if any(cell >= count for rule in self.rules for cell in cells_of(rule)):
            raise self.refuse("all its cells must be on the board")

    def _check_parts(self, rules: Sequence[Rule], layout: Layout) -> None:
        self._check_values(layout)
        for rule in rules:
            if not rule.by_value:
                raise self.refuse("the rule {rule} reads digits, not values", rule=rule.title)
        for part, board in self._parts(self._values(layout), layout):
            check_named(part, board)

    def _check_values(self, layout: Layout) -> None:
        """Refuses tables that don't fit the board."""

    def labels_on(self, layout: Layout) -> tuple[int, ...]:
        return layout.labels_named("M")

    def holds(self, grid: Grid) -> bool:
        layout = grid.layout
        every = ((), *self.tables(layout))
        held = [(grid.entries[mark], grid[cell]) for cell, mark in enumerate(self.labels_on(layout))]
        if any(mark > len(every) for mark, _ in held):
            return False
        for mark in range(2, len(every) + 1):
            digits = [digit for own, digit in held if own == mark]
            if len(set(digits)) < len(digits) and not self.repeats:
                return False
            if any(sum(held[cell][0] == mark for cell in house) != 1 for house in _lines(layout)):
                return False
        board = self._values(layout)
        values = [digit if mark == 1 else every[mark - 1][layout.digits.index(digit)] for mark, digit in held]
        others = [board.entry_of(grid[cell]) for cell in range(layout.board_count, layout.cell_count)]
        known = _ValueGrid(board, bytes([*map(board.entry_of, values), *others]))
        return all(part.holds(own) for part, own in self._parts(known, grid))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        marks, tables = self.labels_on(layout), self.tables(layout)
        kinds = range(1, len(tables) + 1)
        yield from (Among(mark, (2 << len(tables)) - 1) for mark in marks)
        for kind in kinds:
            yield from (Count(tuple(marks[cell] for cell in house), 1 << kind, 2) for house in _lines(layout))
        if not self.repeats:
            cells = tuple(range(layout.board_count))
            yield DigitsByLabel(cells, marks, layout.size, (2 << len(tables)) - 2)
        board = self._values(layout)
        entries = tuple(tuple(map(board.entry_of, table)) for table in (layout.digits, *tables))
        for part, own in self._parts(board, layout):
            primitives = compiled(part, own)
            yield from primitives if own is layout else _read(primitives, marks, entries)

    def words(self) -> RuleText:
        return RuleText(
            self.text_repeats if self.repeats else self.text, {**self.slots(), "kinds": self.rules}
        )

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        for rule in self.rules:
            yield from rule.shapes(layout)

    def clue(self, layout: Layout) -> str:
        """None: each of the rules has its own."""
        return ""

    def shapes_known(self, grid: Grid) -> Iterator[Shape]:
        for cell, mark in enumerate(self.labels_on(grid.layout)):
            if grid.entries[mark] > 1:
                yield Tint(self.kind, (cell,))
                yield Badge(self.kind, (cell,), "corner", self.signs[grid.entries[mark] - 2])

    def without_clues(self) -> Rule:
        return replace(self, rules=())

    def _parts(self, of_values: Board, of_digits: Board) -> Iterator[tuple[Rule, Board]]:
        """What its rules say about values and about digits, each with what it is about."""
        for rule in self.rules:
            for part, board in ((rule.of_values(), of_values), (rule.of_digits(), of_digits)):
                if part is not None:
                    yield part, board

    def _values(self, layout: Layout) -> Layout:
        """The board whose digits are the values."""
        every = [value for table in (layout.digits, *self.tables(layout)) for value in table]
        return _value_layout(layout, range(min(every), max(every) + 1))


@dataclass(frozen=True)
class Negators(Doublers):
    kind = "negators"
    title = T("negators")
    text = T(
        "Each row, column and box has one negator, and no two negators hold the same digit. "
        "A negator counts as minus its digit in these rules: {kinds}."
    )
    text_repeats = T(
        "Each row, column and box has one negator. "
        "A negator counts as minus its digit in these rules: {kinds}."
    )
    example = RuleExample(
        "4x4+M16", {"rules": [{"kind": "sum", "cells": ["r1c1", "r1c2", "r2c2"], "sum": 2}]}
    )
    signs = ("−",)

    def tables(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        return (tuple(-digit for digit in layout.digits),)


@dataclass(frozen=True)
class ModifiedCells(Doublers):
    """Cells that count as any other value: `values` has one for each digit.

    With `others` there is one more cell in each row, column and box, with these values: hot cells that count one more
    than their digit, and cold ones that count one less.
    """

    values: Numbers = ()
    others: Numbers = ()

    kind = "modified_cells"
    title = T("modified cells")
    text = T(
        "Each row, column and box has one modified cell, and no two of them hold the same digit. "
        "The digits there count, in order, as {values} in these rules: {kinds}."
    )
    text_repeats = T(
        "Each row, column and box has one modified cell. "
        "The digits there count, in order, as {values} in these rules: {kinds}."
    )
    text_two = T(
        "Each row, column and box has two modified cells of different kinds, and no two of a kind hold the same digit. "
        "The digits there count, in order, as {values} or as {others} in these rules: {kinds}."
    )
    text_two_repeats = T(
        "Each row, column and box has two modified cells of different kinds. "
        "The digits there count, in order, as {values} or as {others} in these rules: {kinds}."
    )
    example = RuleExample(
        "4x4+M16",
        {
            "rules": [{"kind": "arrow", "circle": ["r1c1"], "shaft": ["r2c1", "r2c2"]}],
            "values": [2, 3, 4, 5],
            "others": [0, 1, 2, 3],
        },
    )
    signs = ("1", "2")

    def tables(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        return (self.values, self.others) if self.others else (self.values,)

    def words(self) -> RuleText:
        text, slots = super().words()
        if self.others:
            text = self.text_two_repeats if self.repeats else self.text_two
        return RuleText(text, slots)

    def _check_values(self, layout: Layout) -> None:
        if any(len(table) != layout.size for table in self.tables(layout)):
            raise self.refuse("it needs {size} values, one for each digit", size=layout.size)
        if max(map(abs, self.values + self.others)) > _FARTHEST:
            raise self.refuse("values are -{most} to {most}", most=_FARTHEST)


def _lines(layout: Layout) -> list[tuple[int, ...]]:
    """The cells of each row, column and box."""
    own = (HouseKind.ROW, HouseKind.COLUMN, HouseKind.BOX, HouseKind.REGION)
    return [house.cells for house in layout.houses if house.kind in own]


# -- a board whose digits are values ---------------------------------------------------------------------------


class _ValueLayout(Layout):
    """A board with any whole numbers as digits. It is never searched or shown."""

    def __post_init__(self) -> None:
        pass


@lru_cache(maxsize=64)
def _value_layout(layout: Layout, values: range) -> Layout:
    plan = replace(layout.plan, size=len(values), first_digit=values[0], shape=(layout.height, layout.width))
    return _ValueLayout(*(getattr(plan, field.name) for field in fields(plan)))


class _ValueGrid(Grid):
    """The values of a board; unlike digits, they may be negative."""

    def __getitem__(self, cell: int) -> int:
        return self.layout.digit_of(self.entries[cell])


# -- primitives that read values ---------------------------------------------------------------------------

Entries = tuple[tuple[int, ...], ...]
"""For each mark, and each digit, how its value is counted."""


def _read(parts: Sequence[Primitive], marks: Sequence[int], entries: Entries) -> Iterator[Primitive]:
    """Primitives about values as primitives about marks and digits."""
    for part in parts:
        match part:
            case Either():
                yield Either(tuple(tuple(_read(branch, marks, entries)) for branch in part.branches))
            case EqualSums():
                equations = [part.difference(*pair) for pair in pairwise(range(len(part.groups)))]
                yield from _read(equations, marks, entries)
            case Different():
                unequal = pair_table(range(max(map(max, entries))), int.__ne__)
                pairs = [Pair(pair, unequal) for pair in combinations(part.cells, 2)]
                yield from _read(pairs, marks, entries)
            case Among() | Pair() | Linear() | Sets() | Word():
                cells = tuple(each for cell in part.cells for each in (marks[cell], cell))
                anywhere = replace(part, **({"cell": 0} if isinstance(part, Among) else {"cells": ()}))
                yield Word(cells, _automaton(anywhere, entries))
            case _:
                raise EngineError(f"{type(part).__name__} cannot read values")


@lru_cache(maxsize=1024)
def _automaton(part: Primitive, entries: Entries) -> Automaton:
    """The words of a mark and a digit for each cell, in which the values are as the primitive wants them."""
    start, step, accepts = _reader(part)

    def read(state: tuple[Any, int], entry: int) -> tuple[Any, int] | None:
        before, mark = state
        if not mark:
            return (before, entry) if entry <= len(entries) else None
        after = step(before, entries[mark - 1][entry - 1])
        return None if after is None else (after, 0)

    digits = range(1, len(entries[0]) + 1)
    return built(digits, (start, 0), read, lambda state: not state[1] and accepts(state[0]))


def _reader(part: Primitive) -> tuple[Any, Callable[[Any, int], Any], Callable[[Any], bool]]:
    """The first state, the state after a value (None if there is no way on), and whether a state may be the last."""
    match part:
        case Among():
            return 0, lambda _, value: 0 if part.digits >> (value - 1) & 1 else None, lambda _: True
        case Pair():
            return 0, lambda first, value: _second(part, first, value), lambda _: True
        case Sets():
            return 0, lambda held, value: _one_more(part, held, 1 << (value - 1)), lambda _: True
        case Word():
            table = part.automaton.table
            return (
                0,
                lambda state, value: _forward(table[state][value - 1]),
                part.automaton.accepting.__contains__,
            )
        case Linear():
            ends = [sorted((weight, weight * part.size)) for weight in part.weights]
            rests = [
                [sum(end[side] for end in ends[place:]) for side in (0, 1)] for place in range(len(ends) + 1)
            ]

            def add(state: tuple[int, int], value: int) -> tuple[int, int] | None:
                place, total = state
                if place == len(ends):
                    return None
                total += part.weights[place] * value
                low, high = rests[place + 1]
                return (place + 1, total) if low <= part.total - total <= high else None

            return (0, 0), add, lambda state: state[0] == len(ends)
    raise EngineError(f"{type(part).__name__} cannot read values")


def _second(part: Pair, first: int, value: int) -> int | None:
    if not first:
        return value
    return -1 if first > 0 and part.table[first - 1] >> (value - 1) & 1 else None


def _one_more(part: Sets, held: int, bit: int) -> int | None:
    return held | bit if not held & bit and any(not (held | bit) & ~mask for mask in part.masks) else None


def _forward(state: int) -> int | None:
    return state if state >= 0 else None
