"""The rules of variants, drawn as solvers know them from SudokuPad: cages, lines, dots, arrows, clues outside.

A rule lists its shapes (`nonet.rules.shapes`); here each kind of shape has a function that draws it. `under` are drawn
below the grid (tints, lines, badges), `over` above it (cages, dots), `around` outside the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot

from nonet.draw.outlines import INSET, cage_outlines
from nonet.draw.scene import CELL, Disc, Item, Label, Outlined, PenStyle, Rectangle
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.rules.base import Rule
from nonet.rules.shapes import Badge, BorderMark, Cover, Outline, Outside, Shape, Stroke, Tint

CAPITAL = 0.727
"""The height of a digit, as a share of the size of the font."""
ARROWS = ("arrow", "average_arrow", "fuzzy_arrow", "ambiguous_arrow", "index_line")
FILLED = ("odd", "even")
OUTER = 0.78 * CELL
"""The width of the margin for clues outside the board."""
OUTSIDE_CLUE = 26.0
"""The usual size of clues outside the board; longer ones, and those of crowded diagonals, are smaller."""

Point = tuple[float, float]


@dataclass(frozen=True)
class RuleDrawing:
    """What the rules of a puzzle add to its board."""

    under: tuple[Item, ...] = ()
    over: tuple[Item, ...] = ()
    around: tuple[Item, ...] = ()
    margins: tuple[float, float, float, float] = (0, 0, 0, 0)
    """Room for clues outside: left, top, right, bottom."""
    covered: bool = False
    """Whether fog covers lines of the grid, which are to be drawn again."""


def draw_rules(
    rules: Sequence[Rule],
    layout: Layout,
    *,
    small: bool = False,
    clues: float = 1,
    outside: float = 1,
    grid: Grid | None = None,
) -> RuleDrawing:
    """The drawing of all these rules; if `small`, cages are thin and their sums leave room for candidates. `clues` is
    how many times as large as usual numbers of cages are, `outside` those outside the board. `grid` has the labels that
    are known.
    """
    found = [shape for rule in rules for shape in rule.shapes(layout)]
    found += [shape for rule in rules if grid is not None for shape in rule.shapes_known(grid)]
    shapes = [shape for shape in found if layout.label_cells.keys().isdisjoint(getattr(shape, "cells", ()))]
    under = [item for kind in (Tint, Stroke, Badge) for item in _drawn(shapes, kind, layout)]
    outlines = [shape for shape in shapes if isinstance(shape, Outline)]
    over = [item for shape in outlines for item in draw_outline(shape, layout, small=small, clues=clues)]
    over += [
        item
        for shape in shapes
        if isinstance(shape, BorderMark)
        for item in _border_mark(shape, layout, clues)
    ]
    fog = [cell_square(layout, cell, "fog") for cell in covered_cells(shapes)]
    around, margins = _outside([shape for shape in shapes if isinstance(shape, Outside)], layout, outside)
    return RuleDrawing(tuple(under), (*over, *fog), tuple(around), margins, bool(fog))


def covered_cells(shapes: Iterable[Shape]) -> list[int]:
    """The cells in the fog."""
    return [cell for shape in shapes if isinstance(shape, Cover) for cell in shape.cells]


def center(layout: Layout, cell: int) -> Point:
    """The middle of a cell."""
    return (layout.column_of(cell) + 0.5) * CELL, (layout.row_of(cell) + 0.5) * CELL


def cell_square(layout: Layout, cell: int, fill: str, *, opacity: float = 1) -> Item:
    """The background of a cell."""
    x, y = center(layout, cell)
    return Rectangle(x - CELL / 2, y - CELL / 2, CELL, CELL, fill, opacity=opacity)


def _drawn(shapes: list[Shape], kind: type[Shape], layout: Layout) -> Iterator[Item]:
    for shape in shapes:
        if isinstance(shape, kind):
            yield from _DRAW[kind](shape, layout)


# -- below the grid ------------------------------------------------------------------------------------------


def _tint(shape: Tint, layout: Layout) -> Iterator[Item]:
    for cell in shape.cells:
        yield cell_square(layout, cell, "tint", opacity=0.8)


def _stroke(shape: Stroke, layout: Layout) -> Iterator[Item]:
    points = [center(layout, cell) for cell in shape.cells]
    if shape.closed:
        points.append(points[0])
    if shape.style == "diagonal":
        yield _line(points, PenStyle("diagonal", 2.5, round=True))
    elif shape.style in ARROWS:
        yield from _arrow(points)
    else:
        width = 16 if shape.start == "bulb" else 11
        yield _line(points, PenStyle(shape.style, width, round=True))
        if shape.start == "bulb":
            yield Disc(*points[0], 23, fill=shape.style)
        if shape.style == "slow_thermometer":
            yield _line(points, PenStyle("paper", 8, round=True))
            yield Disc(*points[0], 18, fill="paper")
        for end, point in ((shape.start, points[0]), (shape.end, points[-1])):
            if end == "circle":
                yield _end_circle(shape.style, point)


def _end_circle(style: str, point: Point) -> Item:
    x, y = point
    if style != "lockout_line":
        return Disc(x, y, 23, fill="paper", pen=PenStyle(style, 4))
    reach = 27.0
    corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    return Outlined.polygon(corners, fill="paper", pen=PenStyle(style, 4))


def _line(points: list[Point], pen: PenStyle) -> Outlined:
    return Outlined.polygon(tuple(points), pen=pen, closed=False)


def _arrow(points: list[Point]) -> Iterator[Item]:
    pen = PenStyle("arrow", 4)
    (x1, y1), (x2, y2) = points[-2:]
    length = hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    tip = (x2 + dx * 9, y2 + dy * 9)
    yield _line([*points[:-1], tip], pen)
    wings = [(tip[0] - dx * 14 + side * dy * 11, tip[1] - dy * 14 - side * dx * 11) for side in (1, -1)]
    yield _line([wings[0], tip, wings[1]], pen)


def _badge(shape: Badge, layout: Layout) -> Iterator[Item]:
    points = [center(layout, cell) for cell in shape.cells]
    x, y = points[0]
    filled = shape.style in FILLED
    match shape.form:
        case "circle" if filled:
            yield Disc(x, y, 26, fill="badge")
        case "circle":
            yield Disc(x, y, 25, fill="paper", pen=PenStyle("arrow", 4))
        case "square":
            yield Rectangle(
                x - 25,
                y - 25,
                50,
                50,
                fill="badge" if filled else "paper",
                pen=None if filled else PenStyle("arrow", 4),
            )
        case "pill":
            yield _line(points, PenStyle("arrow", 54, round=True))
            yield _line(points, PenStyle("paper", 46, round=True))
        case "corner":
            yield Label(x + CELL / 2 - 7, y + CELL / 2 - 7, shape.label, 13, "ink", bold=True, anchor="end")
            return
        case "light":
            yield Disc(x, y, 20, pen=PenStyle("nabner", 5))
        case "inward" | "outward":
            yield cell_square(layout, shape.cells[0], "tint", opacity=0.8)
            yield from _small_arrows(x, y, _FOUR_WAYS, outward=shape.form == "outward")
    yield from _small_arrows(x, y, shape.ways, outward=True)
    if shape.label:
        yield Label(x, y + 6, shape.label, 15, "faint")


_FOUR_WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _small_arrows(x: float, y: float, ways: Iterable[Point], *, outward: bool) -> Iterator[Item]:
    near, far = (22, 28) if outward else (28, 22)
    for dx, dy in ways:
        tip = (x + dx * far, y + dy * far)
        wings = [(x + dx * near + side * dy * 6, y + dy * near + side * dx * 6) for side in (1, -1)]
        yield _line([wings[0], tip, wings[1]], PenStyle("arrow", 2.5))


# -- above the grid ------------------------------------------------------------------------------------------


def draw_outline(shape: Outline, layout: Layout, *, small: bool, clues: float = 1) -> Iterator[Item]:
    """A cage: dashed, with its label in the corner of its first cell."""
    pen, opacity = PenStyle("cage", 1.2 if small else 1.6, (5, 3.5)), 0.6 if small else 1
    left, top = layout.column_of(shape.cells[0]) * CELL, layout.row_of(shape.cells[0]) * CELL
    size = 8.0 if small else clues * (15.0 if len(shape.label) <= 6 else 11.0)
    width, height = size * 0.62 * len(shape.label) + 4, size * 0.95
    for loop in cage_outlines(layout, shape.cells):
        corner = next((point for point in loop if point == (left + INSET, top + INSET)), None)
        if corner is None or not shape.label:
            yield Outlined.polygon(loop, pen=pen, opacity=opacity)
        else:
            line = tuple(_opened(loop, corner, width - INSET + 2, height - INSET + 2))
            yield Outlined.polygon(line, pen=pen, closed=False, opacity=opacity)
    if shape.label:
        yield Label(left + 4.5, top + 3 + size * 0.82, shape.label, size, "ink", bold=True, anchor="start")


def _opened(loop: tuple[Point, ...], corner: Point, right: float, down: float) -> list[Point]:
    """The loop with a gap for a label at its corner, so that the label needs no background."""
    start = loop.index(corner)
    x, y = corner
    (end, _), (_, bottom) = loop[(start + 1) % len(loop)], loop[start - 1]
    others = loop[start + 1 :] + loop[:start]
    return [(min(x + right, end), y), *others, (x, min(y + down, bottom))]


_CHEVRONS = {
    "<": ((5, -8), (-5, 0), (5, 8)),
    ">": ((-5, -8), (5, 0), (-5, 8)),
    "^": ((-8, 5), (0, -5), (8, 5)),
    "v": ((-8, -5), (0, 5), (8, -5)),
}


def _border_mark(shape: BorderMark, layout: Layout, clues: float) -> Iterator[Item]:
    points = [center(layout, cell) for cell in shape.cells]
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    if shape.label in _CHEVRONS:
        yield Disc(x, y, 11, fill="paper")
        yield _line([(x + dx, y + dy) for dx, dy in _CHEVRONS[shape.label]], PenStyle("mark", 2.2))
    elif len(points) > 2:
        larger = min(clues, 1.2)
        yield Disc(x, y, 20 * larger, fill="white-dot", pen=PenStyle("mark", 1.5))
        yield from _quadruple(x, y, shape.label.split(), 15 * larger)
    elif shape.fill == "none":
        yield Disc(x, y, 11, fill="paper")
        yield Label(
            x, y + 17 * CAPITAL / 2, shape.label, 17 if len(shape.label) < 3 else 13, "mark", bold=True
        )
    else:
        black = shape.fill == "black"
        yield Disc(
            x, y, 9.5 if len(shape.label) < 2 else 12, fill=f"{shape.fill}-dot", pen=PenStyle("mark", 1.5)
        )
        if shape.label:
            yield Label(
                x, y + 12 * CAPITAL / 2, shape.label, 12, "#ffffff" if black else "#16191d", bold=True
            )


def _quadruple(x: float, y: float, digits: list[str], size: float) -> Iterator[Item]:
    rows = [digits] if len(digits) < 3 else [digits[:2], digits[2:]]
    for number, row in enumerate(rows):
        base = y + size * CAPITAL / 2 + (number - (len(rows) - 1) / 2) * (size * 0.95)
        yield Label(x, base, " ".join(row), size, "#16191d", bold=True)


# -- outside the board ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Clue:
    """A clue outside the board: its text and size, its middle, the way into the board. An arrow ends at `tip`."""

    text: str
    size: float
    x: float
    y: float
    way: tuple[int, int]
    tip: Point | None = None

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Its left, upper, right and lower end, with a little room."""
        across, down = _clue_width(self.text, self.size) / 2, self.size * CAPITAL / 2 + 1
        return self.x - across, self.y - down, self.x + across, self.y + down

    def is_apart(self, others: Iterable[_Clue]) -> bool:
        left, top, right, bottom = self.box
        return all(
            right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            for other in (clue.box for clue in others)
        )

    def draw(self) -> Iterator[Item]:
        if self.tip is not None:
            yield from _small_arrow(self.tip, self.way)
        yield Label(self.x, self.y + self.size * CAPITAL / 2, self.text, self.size, "outside")


def _outside(
    shapes: list[Outside], layout: Layout, larger: float
) -> tuple[list[Item], tuple[float, float, float, float]]:
    """The clues outside, none over another: first those of diagonals, smaller where these are crowded; others are
    further out where they would be over one of them.
    """
    diagonals = {(shape.cells[0], _direction(shape, layout)): shape for shape in shapes if shape.arrow}
    found: dict[Outside, _Clue] = {}
    for share in (1, 0.9, 0.8, 0.7, 0.6, 0.5):
        found.clear()
        for shape in diagonals.values():
            places = _diagonal_places(shape, layout, larger * share)
            if clue := next((place for place in places if place.is_apart(found.values())), None):
                found[shape] = clue
        if len(found) == len(diagonals):
            break
    for shape in shapes:
        if shape not in found:
            clue = (
                next(_diagonal_places(shape, layout, larger))
                if shape.arrow
                else _side_place(shape, layout, larger)
            )
            while not clue.is_apart(found.values()):
                clue = replace(clue, x=clue.x - clue.way[0] * OUTER, y=clue.y - clue.way[1] * OUTER)
            found[shape] = clue
    margins = [0.0, 0.0, 0.0, 0.0]
    width, height = layout.width * CELL, layout.height * CELL
    for clue in found.values():
        (left, top, right, bottom), (dx, dy) = clue.box, clue.way
        used = (dx > 0, dy > 0, dx < 0, dy < 0)
        for side, out in enumerate((-left, -top, right - width, bottom - height)):
            margins[side] = max(margins[side], out + 8, OUTER * used[side])
    left, top, right, bottom = margins
    return [item for clue in found.values() for item in clue.draw()], (left, top, right, bottom)


def _clue_size(text: str, larger: float) -> float:
    return larger * (OUTSIDE_CLUE if len(text) < 3 else 19.0)


def _clue_width(text: str, size: float) -> float:
    return size * (0.62 * len(text) + 0.25)


def _side_place(shape: Outside, layout: Layout, larger: float) -> _Clue:
    """The place of a clue of a row or a column."""
    dx, dy = _direction(shape, layout)
    x, y = center(layout, shape.cells[0])
    size = _clue_size(shape.label, larger)
    aside = (CELL + max(OUTER, _clue_width(shape.label, size) + 4)) / 2
    return _Clue(shape.label, size, x - dx * aside, y - dy * (CELL + OUTER) / 2, (dx, dy))


def _diagonal_places(shape: Outside, layout: Layout, larger: float) -> Iterator[_Clue]:
    """Places of a clue of a diagonal: beside the corner through which that enters the board, 16 along the side, so that
    clues at other corners are 32 away; then a little to each side of there. The arrow is between clue and corner.
    """
    dx, dy = _direction(shape, layout)
    first = shape.cells[0]
    x, y = center(layout, first)
    x, y = x - dx * CELL / 2, y - dy * CELL / 2
    beside = layout.column_of(first) == (0 if dx > 0 else layout.width - 1)
    above = layout.row_of(first) == (0 if dy > 0 else layout.height - 1)
    size = _clue_size(shape.label, larger)
    width, near = _clue_width(shape.label, size), 12 if beside and above else 16
    across = near + width / 2 if beside else 16
    down = near + 1 + size * CAPITAL / 2 if above else 16
    for shift in (0, width - 32, 32 - width) if above and not beside else (0,):
        place = x - dx * (across + shift), y - dy * down
        yield _Clue(shape.label, size, *place, (dx, dy), (x - dx * 4, y - dy * 4))


def _direction(shape: Outside, layout: Layout) -> tuple[int, int]:
    """The way into the board, a step in x and y."""
    first = shape.cells[0]
    if len(shape.cells) > 1:
        second = shape.cells[1]
        return (
            layout.column_of(second) - layout.column_of(first),
            layout.row_of(second) - layout.row_of(first),
        )
    right = layout.column_of(first) == layout.width - 1
    return (-1 if right else 1, 1 if layout.row_of(first) == 0 else -1)  # a corner, cut by a diagonal


def _small_arrow(tip: Point, way: tuple[int, int]) -> Iterator[Item]:
    (x, y), (dx, dy) = tip, way
    pen = PenStyle("outside", 1.8)
    yield _line([(x - dx * 8, y - dy * 8), tip], pen)
    yield _line([(x - dx * 7, y), tip, (x, y - dy * 7)], pen)


_DRAW: dict[type[Shape], Callable[..., Iterator[Item]]] = {
    Tint: _tint,
    Stroke: _stroke,
    Badge: _badge,
}
