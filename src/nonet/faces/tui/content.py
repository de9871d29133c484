"""The content of a board: what is to be drawn of the game, the hint and the rules of a variant.

Rules are drawn in characters, as far as characters allow; the panel tells everything in words. Clues outside the board
are written beside it.

    ┏12━━━━━┯15━━━━━┳━━━      the sum of a cage stands on the line above its first cell
    ┃       ┊       ┃         a border inside a cage is dotted, one between cages is not
    ┠───────┼┈┈○┈┈┈┈╂───      dots and signs stand on the border between their cells
    ┃      ◉│      →┃         a line: where it begins, and from each cell the way to the next
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from nonet.explain.marks import Mark, Tag
from nonet.explain.voice import digit_letter
from nonet.faces.tui.palette import Ink
from nonet.layout import Layout
from nonet.play.hint_view import HintView
from nonet.puzzle import Puzzle
from nonet.rules.shapes import Badge, BorderMark, Cover, Outline, Outside, Shape, Stroke, Tint

_TELLING = (Mark.ELIMINATED, Mark.PLACED, Mark.WRONG, Mark.LOOK)
_INKS = {Mark.PLACED: Ink.PLACED, Mark.ELIMINATED: Ink.GONE}

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
_BADGES = {
    "light": "☼*",
    "circle": "○o",
    "square": "□#",
    "pill": "○o",
    "inward": "×x",
    "outward": "◇%",
    "": "◇%",
}
_DOTS = {"white": "○o", "black": "●*", "none": "·."}
_END = "∙."
_FOG = "░:"


@dataclass(eq=False)
class RuleSigns:
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


NO_RULES = RuleSigns()


@lru_cache(maxsize=16)
def rule_signs(puzzle: Puzzle, *, plain: bool = False) -> RuleSigns:
    """The signs for a puzzle's rules; `plain`: in ASCII.

    >>> from nonet.rules import Cage, Difference
    >>> signs = rule_signs(Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3), Difference((2, 6))]))
    >>> signs.inner, signs.labels, signs.between
    ({(0, 1)}, {0: '3'}, {(2, 6): '○'})
    """
    if not puzzle.rules:
        return NO_RULES
    drawing = _Drawing(puzzle.layout, plain)
    for rule in puzzle.rules:
        for shape in rule.shapes(puzzle.layout):
            if puzzle.layout.label_cells.keys().isdisjoint(getattr(shape, "cells", ())):
                drawing.add(shape)
    return drawing.signs


class _Drawing:
    """Adds the signs of shapes."""

    def __init__(self, layout: Layout, plain: bool) -> None:
        self.layout, self.plain, self.signs = layout, plain, RuleSigns()

    def add(self, shape: Shape) -> None:
        match shape:
            case Outline(_, cells, label):
                self.signs.inner.update(self._neighbours(cells))
                if label:
                    self.signs.labels.setdefault(cells[0], label)
            case BorderMark(_, cells, fill, label):
                self._mark(tuple(sorted(cells)), label or _DOTS[fill][self.plain])
            case Stroke(style, cells, start):
                if style != "diagonal":
                    self._line(cells, _STARTS.get(start, ""))
            case Badge(_, (cell,), "", _, ((right, down),)):
                self.signs.badges.setdefault(cell, _WAYS[down, right][self.plain])
            case Badge(_, cells, form, label):
                for cell in cells:
                    self.signs.badges.setdefault(cell, label[:1] or _BADGES[form][self.plain])
            case Tint(_, cells):
                self.signs.tinted.update(cells)
            case Outside():
                self._outside(shape)
            case Cover(_, cells):
                self._cover(frozenset(cells))

    def _cover(self, hidden: frozenset[int]) -> None:
        """Fog: what other shapes, which come before it, have in these cells is gone."""
        signs = self.signs
        for found in (signs.labels, signs.badges, signs.lines, signs.corners):
            for cell in hidden & found.keys():
                del found[cell]
        signs.tinted -= hidden
        signs.inner -= {pair for pair in signs.inner if hidden.intersection(pair)}
        signs.between = {pair: sign for pair, sign in signs.between.items() if not hidden.issuperset(pair)}
        signs.badges |= dict.fromkeys(hidden, _FOG[self.plain])

    def _neighbours(self, cells: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for first, second in self.layout.neighbours:
            if first in cells and second in cells:
                yield min(first, second), max(first, second)

    def _mark(self, cells: tuple[int, ...], sign: str) -> None:
        if len(cells) == 2:
            self.signs.between.setdefault((cells[0], cells[1]), sign)
        elif len(cells) == 4:
            self.signs.corners.setdefault(cells[0], sign.replace(" ", ""))

    def _line(self, cells: tuple[int, ...], start: str) -> None:
        for place, cell in enumerate(cells):
            if place == 0 and start:
                self.signs.badges.setdefault(cell, start[self.plain])
            if place + 1 < len(cells):
                self.signs.lines.setdefault(cell, self._way(cell, cells[place + 1]))
            else:
                self.signs.lines.setdefault(cell, _END[self.plain])

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
        self.signs.outside[side] = (
            f"{self.signs.outside[side]} {text}" if side in self.signs.outside else text
        )


@dataclass(frozen=True)
class BoardContent:
    """A board to be drawn. Masks have the bit 1 << (digit - 1)."""

    layout: Layout
    values: bytes
    givens: bytes
    corner: tuple[int, ...] = ()
    centre: tuple[int, ...] = ()
    cursor: int | None = None
    selected: frozenset[int] = frozenset()
    digit: int = 0
    """The digit to highlight everywhere: of the cell under the cursor, or the selected one."""
    peers: frozenset[int] = frozenset()
    conflicts: frozenset[int] = frozenset()
    wrong: frozenset[int] = frozenset()
    revealed: frozenset[int] = frozenset()
    colours: tuple[int, ...] = ()
    candidate_colours: Mapping[tuple[int, int], int] = field(default_factory=dict)
    targets: frozenset[int] = frozenset()
    pattern: frozenset[int] = frozenset()
    marks: Mapping[tuple[int, int], tuple[str, Ink]] = field(default_factory=dict)
    """For candidates in a hint: a sign, and whether they are placed or eliminated."""
    cell_signs: Mapping[int, str] = field(default_factory=dict)
    hidden: bool = False
    ascii: bool = False
    letters: bool = False
    """Digits from 10 on are written as letters."""
    rules: RuleSigns = NO_RULES

    def symbol(self, digit: int) -> str:
        written = self.layout.digit_of(digit)
        return digit_letter(written) if self.letters else str(written)


def with_hint(content: BoardContent, given: HintView | None, *, tall: bool) -> BoardContent:
    """The content with what a hint highlights; `tall`: candidates have places of their own."""
    if given is None:
        return content
    plain = content.ascii
    targets: set[int] = set()
    pattern: set[int] = set()
    marks: dict[tuple[int, int], tuple[str, Ink]] = {}
    best: dict[int, Tag] = {}
    for house, _ in given.picture.houses:
        pattern.update(content.layout.houses[house].cells)
    for cell, digit, tag in given.picture.marks:
        (targets if tag.mark in _TELLING else pattern).add(cell)
        if digit is not None and tall and not content.values[cell]:
            sign = tag.sign(plain=plain)
            marks[cell, digit] = (sign, _INKS.get(tag.mark, Ink.MARK))
            continue
        old = best.get(cell)
        if old is None or (tag.mark in _TELLING and old.mark not in _TELLING):
            best[cell] = tag
    marked = {cell for cell, _ in marks}
    signs = {cell: tag.sign(plain=plain) for cell, tag in best.items() if cell not in marked}
    return replace(
        content,
        targets=frozenset(targets),
        pattern=frozenset(pattern - targets),
        marks=marks,
        cell_signs=signs,
    )
