"""Connected cells: those that hold some digits; and cells that are shaded, or on a loop, which the solver finds out.

Whether a cell is shaded is the digit of its label beside the board, in the group S: the first digit says
that it is not, the others that it is. What a puzzle says besides about shaded cells, such as how many a row has,
other rules say about the labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.rules.automaton import Automaton, built
from nonet.rules.base import CellSet, Digits, Flag, Number, Rule, RuleExample, RuleText
from nonet.rules.primitives import Among, Connected, Count, Primitive, Word
from nonet.rules.shapes import Outline, Shape, Tint
from nonet.rules.tables import at_least


def _in_one_piece(cells: Iterable[int], steps: Iterable[tuple[int, int]]) -> bool:
    """Whether there are cells, and steps connect them all."""
    parts = {cell: {cell} for cell in cells}
    for one, other in steps:
        if one in parts and other in parts and parts[one] is not parts[other]:
            parts[one] |= parts[other]
            parts |= dict.fromkeys(parts[other], parts[one])
    return len({id(part) for part in parts.values()}) == 1


@dataclass(frozen=True)
class ConnectedDigits(Rule):
    """Some cells hold one of these digits, and they are connected; without `cells`, they may be anywhere on the board.

    >>> grid = Grid.of("4x4", "1234341221434321")
    >>> ConnectedDigits((1, 2)).holds(grid), ConnectedDigits((1, 2, 4)).holds(grid)
    (False, True)
    """

    digits: Digits
    cells: CellSet = ()
    size: Number | None = None

    kind = "connected_digits"
    title = T("connected digits")
    text = T(
        "Some cells hold one of these digits, and all that do are connected along their edges: {digits}."
    )
    text_size = T(
        "Of some cells, exactly {size} hold one of these digits, and they are connected along their edges: {digits}."
    )
    example = RuleExample("4x4", {"digits": [1, 2, 4]})
    renameable = True
    rigid = True
    least_cells = 0

    def validate(self, layout: Layout) -> None:
        if not self.digits:
            raise self.refuse("it needs at least one digit")
        if self.size is not None and not 1 <= self.size <= len(self._cells(layout)):
            raise self.impossible(
                "its size is 1 to {count}, not {size}", size=self.size, count=len(self._cells(layout))
            )

    def holds(self, grid: Grid) -> bool:
        cells = [cell for cell in self._cells(grid.layout) if grid[cell] in self.digits]
        return self.size in (None, len(cells)) and _in_one_piece(cells, grid.layout.neighbours_among(cells))

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        cells = self._cells(layout)
        digits = layout.mask_of(self.digits)
        yield Connected(cells, layout.neighbours_among(cells), (digits,), self.size or 0)

    def words(self) -> RuleText:
        return RuleText(self.text if self.size is None else self.text_size, self.slots())

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        if self.cells:
            yield Outline(self.kind, self.cells)

    def _cells(self, layout: Layout) -> tuple[int, ...]:
        return self.cells or tuple(range(layout.board_count))


# -- cells that are shaded or not ----------------------------------------------------------------------------------

_OFF, _ON = 1, ~1
"""The labels of cells that are not shaded, and of those that are, as sets."""
_ANY = 5
"""Any number of neighbours; there are never more than four."""


@dataclass(frozen=True)
class _Shading(Rule):
    """What shadings have in common: labels, and shaded cells that are connected."""

    rigid = True
    square_only = True
    kinds: ClassVar[int] = 2
    """How many kinds of cells there are: those that are not shaded are the first."""

    def fits(self, held: Sequence[int], layout: Layout) -> bool:
        """Whether the labels of all cells are as the rule wants them; each is 1 to `kinds`."""
        shaded = [cell for cell, label in enumerate(held) if label > 1]
        return _in_one_piece(shaded, layout.neighbours)

    def labels_on(self, layout: Layout) -> tuple[int, ...]:
        return layout.labels_named("S")

    def validate(self, layout: Layout) -> None:
        if not self.labels_on(layout):
            name = f"{layout.name}+S{layout.board_count}"
            raise self.refuse("it needs a label beside the board for each cell: a board {name}", name=name)
        if layout.size < self.kinds:
            raise self.refuse("the board must have at least {count} digits", count=self.kinds)

    def holds(self, grid: Grid) -> bool:
        held = [grid.entries[label] for label in self.labels_on(grid.layout)]
        return max(held) <= self.kinds and self.fits(held, grid.layout)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        labels = self.labels_on(layout)
        yield from (Among(label, (1 << self.kinds) - 1) for label in labels)
        yield Connected(labels, layout.neighbours_among(labels), (_ON & layout.all_digits,))

    def shapes_known(self, grid: Grid) -> Iterator[Shape]:
        labels = self.labels_on(grid.layout)
        shaded = tuple(cell for cell, label in enumerate(labels) if grid.entries[label] > 1)
        if shaded:
            yield Tint(self.kind, shaded)


@dataclass(frozen=True)
class ConnectedShading(_Shading):
    """Shaded cells are connected; without `squares`, they never fill a 2x2 square."""

    squares: Flag = True

    kind = "connected_shading"
    title = T("connected shading")
    text = T("Some cells are shaded. The shaded cells are connected along their edges.")
    text_squares = T(
        "Some cells are shaded. The shaded cells are connected along their edges, and no 2x2 square is all shaded."
    )
    example = RuleExample("4x4+S16", {})

    def fits(self, held: Sequence[int], layout: Layout) -> bool:
        full = any(all(held[cell] > 1 for cell in square) for square in layout.squares)
        return (self.squares or not full) and super().fits(held, layout)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield from super().compile(layout)
        if not self.squares:
            for square in _label_squares(layout):
                yield Count(square, _ON & layout.all_digits, 0b1111)

    def words(self) -> RuleText:
        return RuleText(self.text if self.squares else self.text_squares, {})


@dataclass(frozen=True)
class YinYang(_Shading):
    kind = "yin_yang"
    title = T("yin-yang")
    text = T(
        "Some cells are shaded. The shaded cells are connected along their edges, and so are the others. "
        "No 2x2 square is all shaded or all unshaded."
    )
    example = RuleExample("4x4+S16", {})

    def fits(self, held: Sequence[int], layout: Layout) -> bool:
        others = [cell for cell, label in enumerate(held) if label == 1]
        mixed = all(len({held[cell] for cell in square}) == 2 for square in layout.squares)
        return mixed and _in_one_piece(others, layout.neighbours) and super().fits(held, layout)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        """Two that cross in a square, or around the edge of the board, could not both be connected."""
        yield from super().compile(layout)
        labels = self.labels_on(layout)
        yield Connected(labels, layout.neighbours_among(labels), (_OFF,))
        yield from (Word(square, _changes(layout.digits, (2,))) for square in _label_squares(layout))
        edge = tuple(labels[cell] for cell in _edge(layout))
        yield Word(edge, _changes(layout.digits, (0, 2)))


@dataclass(frozen=True)
class Cave(_Shading):
    kind = "cave"
    title = T("cave")
    text = T(
        "Some cells are shaded. The others, the cave, are connected along their edges, and shaded cells lead from each "
        "shaded cell to the edge of the board."
    )
    example = RuleExample("4x4+S16", {})

    def fits(self, held: Sequence[int], layout: Layout) -> bool:
        cave = [cell for cell, label in enumerate(held) if label == 1]
        outside = layout.board_count
        shaded = [outside, *(cell for cell, label in enumerate(held) if label > 1)]
        ways = (*layout.neighbours, *((cell, outside) for cell in _edge(layout)))
        return len(shaded) > 1 and _in_one_piece(cave, layout.neighbours) and _in_one_piece(shaded, ways)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        """Shaded cells at the edge, of which there are some, are connected by what is outside."""
        labels = self.labels_on(layout)
        steps, edge = layout.neighbours_among(labels), tuple(labels[cell] for cell in _edge(layout))
        yield from (Among(label, 0b11) for label in labels)
        yield at_least(edge, 0b10, 1)
        yield Connected(labels, steps, (_OFF,))
        yield Connected(labels, tuple({*steps, *combinations(edge, 2)}), (0b10,))
        yield from (Word(square, _changes(layout.digits, (0, 2))) for square in _label_squares(layout))


@dataclass(frozen=True)
class Loop(_Shading):
    """Cells that are on a loop: each has two neighbours on it. With `apart`, two cells that touch only at a corner have
    a common neighbour on it.
    """

    apart: Flag = False

    kind = "loop"
    title = T("loop")
    text = T(
        "A loop runs through the centres of some cells, along rows and columns. Each cell of the loop has exactly two "
        "neighbours that belong to it."
    )
    text_apart = T(
        "A loop runs through the centres of some cells, along rows and columns. Each cell of the loop has exactly two "
        "neighbours that belong to it, and the loop does not touch itself, not even at a corner."
    )
    example = RuleExample("4x4+S16", {})
    near: ClassVar[tuple[int, ...]] = (_ANY, 2)
    """For each kind of cell how many neighbours it has that belong to the loop."""

    def fits(self, held: Sequence[int], layout: Layout) -> bool:
        near = [0] * len(held)
        for one, other in layout.neighbours:
            near[one] += held[other] > 1
            near[other] += held[one] > 1
        wanted = all(self.near[label - 1] in (_ANY, count) for label, count in zip(held, near, strict=True))
        touching = any(
            [held[cell] > 1 for cell in square] in ([True, False, False, True], [False, True, True, False])
            for square in layout.squares
        )
        return wanted and not (self.apart and touching) and super().fits(held, layout)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield from super().compile(layout)
        labels = self.labels_on(layout)
        steps = layout.neighbours_among(labels)
        for label in labels:
            near = (other for step in steps if label in step for other in step if other != label)
            yield Word((label, *near), _near(layout.digits, self.near))
        if self.apart:
            yield from (Word(square, _changes(layout.digits, (0, 2))) for square in _label_squares(layout))

    def words(self) -> RuleText:
        return RuleText(self.text_apart if self.apart else self.text, {})


@dataclass(frozen=True)
class Snake(Loop):
    """A path from one end to the other: the labels of its ends are the third digit."""

    kind = "snake"
    title = T("snake")
    text = T(
        "A snake runs through the centres of some cells, along rows and columns. Its two ends have one neighbour each "
        "that belongs to the snake, its other cells exactly two."
    )
    text_apart = T(
        "A snake runs through the centres of some cells, along rows and columns. Its two ends have one neighbour each "
        "that belongs to the snake, its other cells exactly two, and the snake does not touch itself, not even at a "
        "corner."
    )
    example = RuleExample("4x4+S16", {})
    kinds = 3
    near = (_ANY, 2, 1)

    def fits(self, held: Sequence[int], layout: Layout) -> bool:
        return held.count(3) == 2 and super().fits(held, layout)

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        yield from super().compile(layout)
        yield Count(self.labels_on(layout), 1 << 2, 1 << 2)


# -- parts of the board, and what their labels may be ----------------------------------------------------------------


def _edge(layout: Layout) -> tuple[int, ...]:
    """The cells at the edge of the board, clockwise."""
    rows = [range(at, at + layout.width) for at in range(0, layout.board_count, layout.width)]
    right, left = [row[-1] for row in rows], [row[0] for row in rows]
    return tuple(dict.fromkeys((*rows[0], *right, *reversed(rows[-1]), *reversed(left))))


def _label_squares(layout: Layout) -> Iterator[tuple[int, ...]]:
    """The labels of each 2x2 square, clockwise."""
    labels = layout.labels_named("S")
    for a, b, c, d in layout.squares:
        yield labels[a], labels[b], labels[d], labels[c]


@cache
def _changes(digits: range, counts: tuple[int, ...]) -> Automaton:
    """For the labels of cells in a circle: how often a shaded cell and one that is not are next to each other."""

    def step(state: tuple[bool, bool, int], digit: int) -> tuple[bool, bool, int] | None:
        first, last, count = state
        shaded = digit > digits[0]
        if count < 0:
            return shaded, shaded, 0
        count += shaded != last
        return (first, shaded, count) if count <= max(counts) else None

    def accepts(state: tuple[bool, bool, int]) -> bool:
        first, last, count = state
        return count + (first != last) in counts

    return built(digits, (False, False, -1), step, accepts)


@cache
def _near(digits: range, counts: tuple[int, ...]) -> Automaton:
    """For the label of a cell and those of its neighbours: the first says how many of the others are shaded."""
    start = _ANY + 1

    def step(left: int, digit: int) -> int | None:
        kind = digits.index(digit)
        if left == start:
            return counts[kind] if kind < len(counts) else None
        if left == _ANY or not kind:
            return left
        return left - 1 if left else None

    return built(digits, start, step, lambda left: left in (0, _ANY))
