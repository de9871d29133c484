"""The rules of a variant in characters, as far as characters allow.

    ┏12━━━━━┯15━━━━━┳━━━      the sum of a cage stands on the line above its first cell
    ┃       ┊       ┃         a border inside a cage is dotted, one between cages is not
    ┠───────┼┈┈○┈┈┈┈╂───      dots and signs stand on the border between their cells
    ┃      ◉│      →┃         a line: where it begins, and from each cell the way to the next

Clues outside the board are written beside it. The panel tells everything in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules.shapes import Badge, BorderMark, Outline, Outside, Shape, Stroke, Tint

Side = tuple[str, int]
"""`left`, `top`, `right` or `bottom`, and the row or column."""

_WAYS = {
    (0, 1): "→>",
    (1, 1): "↘\\",
    (1, 0): "↓v",
    (1, -1): "↙/",
    (0, -1): "←<",
    (-1, -1): "↖\\",
    (-1, 0): "↑^",
    (-1, 1): "↗/",
}
"""Arrows by the step down and to the right; for terminals with and without Unicode."""
_STARTS = {"bulb": "◉@", "circle": "○o"}
_BADGES = {"circle": "○o", "square": "□#", "pill": "○o", "inward": "×x", "outward": "◇%"}
_DOTS = {"white": "○o", "black": "●*", "none": "·."}
_END = "∙."


@dataclass(eq=False)
class RuleLook:
    """What is drawn for rules. Pairs of cells are in order.

    `inner`: pairs of neighbours between which there is no border of a cage; `labels`: by the cell on whose upper border
    they stand; `between`: signs on the borders of pairs; `corners`: signs at the lower right corner of a cell;
    `badges`, `lines`: signs in cells, the second the way that a line goes on. Where two shapes want the same place, the
    first has it.
    """

    inner: set[tuple[int, int]] = field(default_factory=set)
    labels: dict[int, str] = field(default_factory=dict)
    between: dict[tuple[int, int], str] = field(default_factory=dict)
    corners: dict[int, str] = field(default_factory=dict)
    badges: dict[int, str] = field(default_factory=dict)
    lines: dict[int, str] = field(default_factory=dict)
    tinted: set[int] = field(default_factory=set)
    outside: dict[Side, str] = field(default_factory=dict)

    @property
    def margins(self) -> tuple[int, int, int, int]:
        """Columns or rows that clues outside need: on the left, at the top, on the right, at the bottom."""
        widths = dict.fromkeys(("left", "top", "right", "bottom"), 0)
        for (side, _), text in self.outside.items():
            widths[side] = max(widths[side], len(text) + 1 if side in ("left", "right") else 1)
        return widths["left"], widths["top"], widths["right"], widths["bottom"]


NO_RULES = RuleLook()


@lru_cache(maxsize=16)
def rule_look(puzzle: Puzzle, *, plain: bool = False) -> RuleLook:
    """The look of a puzzle's rules; `plain`: in ASCII.

    >>> from nonet.rules import Cage, Difference
    >>> look = rule_look(Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3), Difference((2, 6))]))
    >>> look.inner, look.labels, look.between
    ({(0, 1)}, {0: '3'}, {(2, 6): '○'})
    """
    if not puzzle.rules:
        return NO_RULES
    drawing = _Drawing(puzzle.layout, plain)
    for rule in puzzle.rules:
        for shape in rule.shapes(puzzle.layout):
            drawing.add(shape)
    return drawing.look


class _Drawing:
    """Adds shapes to a look."""

    def __init__(self, layout: Layout, plain: bool) -> None:
        self.layout, self.plain, self.look = layout, plain, RuleLook()

    def add(self, shape: Shape) -> None:
        match shape:
            case Outline(_, cells, label):
                self.look.inner.update(self._neighbours(cells))
                if label:
                    self.look.labels.setdefault(cells[0], label)
            case BorderMark(_, cells, fill, label):
                self._mark(tuple(sorted(cells)), label or _DOTS[fill][self.plain])
            case Stroke(style, cells, start):
                if style != "diagonal":
                    self._line(cells, _STARTS.get(start, ""))
            case Badge(_, cells, form, label):
                for cell in cells:
                    self.look.badges.setdefault(cell, label[:1] or _BADGES[form][self.plain])
            case Tint(_, cells):
                self.look.tinted.update(cells)
            case Outside():
                self._outside(shape)

    def _neighbours(self, cells: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for first, second in self.layout.neighbours:
            if first in cells and second in cells:
                yield min(first, second), max(first, second)

    def _mark(self, cells: tuple[int, ...], sign: str) -> None:
        if len(cells) == 2:
            self.look.between.setdefault((cells[0], cells[1]), sign)
        elif len(cells) == 4:
            self.look.corners.setdefault(cells[0], sign.replace(" ", ""))

    def _line(self, cells: tuple[int, ...], start: str) -> None:
        for place, cell in enumerate(cells):
            if place == 0 and start:
                self.look.badges.setdefault(cell, start[self.plain])
            if place + 1 < len(cells):
                self.look.lines.setdefault(cell, self._way(cell, cells[place + 1]))
            else:
                self.look.lines.setdefault(cell, _END[self.plain])

    def _way(self, start: int, end: int) -> str:
        return _WAYS.get(self._step(start, end), _END)[self.plain]

    def _step(self, start: int, end: int) -> tuple[int, int]:
        down = self.layout.row_of(end) - self.layout.row_of(start)
        right = self.layout.column_of(end) - self.layout.column_of(start)
        return (down > 0) - (down < 0), (right > 0) - (right < 0)

    def _outside(self, shape: Outside) -> None:
        """A diagonal that begins in the first or last row is written above or below it, others beside their row."""
        first, layout = shape.cells[0], self.layout
        row, column = layout.row_of(first), layout.column_of(first)
        alone = len(shape.cells) == 1
        down, right = (
            (1 if row == 0 else -1, 1 if column == 0 else -1) if alone else self._step(*shape.cells[:2])
        )
        text = shape.label
        if shape.arrow:
            text += _WAYS[down, right][self.plain]
        if down and (not right or row == (0 if down > 0 else layout.height - 1)):
            side = ("top" if down > 0 else "bottom", column)
        else:
            side = ("left" if right > 0 else "right", row)
        self.look.outside[side] = f"{self.look.outside[side]} {text}" if side in self.look.outside else text
