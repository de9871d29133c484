"""The rules of variants, drawn as solvers know them from SudokuPad: cages, lines, dots, arrows, clues outside.

A rule lists its shapes (`nonet.rules.shapes`); here each kind of shape has a function that draws it. `under` are drawn
below the grid (tints, lines, badges), `over` above it (cages, dots), `around` outside the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
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
    grid: Grid | None = None,
) -> RuleDrawing:
    """The drawing of all these rules; if `small`, cages are thin and their sums leave room for candidates. `clues` is
    how many times as large as usual numbers are, of cages and outside the board. `grid` has the labels that are known.
    """
    hidden = {label for rule in rules for label in rule.labels_on(layout)}
    found = [shape for rule in rules for shape in rule.shapes(layout)]
    found += [shape for rule in rules if grid is not None for shape in rule.shapes_known(grid)]
    shapes = [shape for shape in found if hidden.isdisjoint(getattr(shape, "cells", ()))]
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
    outside = [shape for shape in shapes if isinstance(shape, Outside)]
    around, margins = _outside(outside, layout, clues)
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


def _outside(
    shapes: list[Outside], layout: Layout, clues: float
) -> tuple[list[Item], tuple[float, float, float, float]]:
    items: list[Item] = []
    margins = [0.0, 0.0, 0.0, 0.0]
    placed: list[Point] = []
    for shape in sorted(shapes, key=lambda shape: not shape.arrow):
        dx, dy = _direction(shape, layout)
        depth, (x, y) = 1, _label_place(shape, layout, dx, dy)
        while not shape.arrow and any(hypot(x - other_x, y - other_y) < 40 for other_x, other_y in placed):
            depth, x, y = depth + 1, x - dx * OUTER, y - dy * OUTER
        placed.append((x, y))
        for side, is_used in enumerate((dx > 0, dy > 0, dx < 0, dy < 0)):
            margins[side] = max(margins[side], depth * OUTER * is_used)
        size = clues * (26.0 if len(shape.label) < 3 else 19.0)
        if shape.arrow:
            size = min(clues * 21.0, 25.0)
            items += _small_arrow((x + dx * 13, y + dy * 13), (dx, dy))
        items.append(Label(x, y + size * CAPITAL / 2, shape.label, size, "outside"))
    left, top, right, bottom = margins
    return items, (left, top, right, bottom)


def _label_place(shape: Outside, layout: Layout, dx: int, dy: int) -> Point:
    """The middle of a label outside the board. That of a diagonal is 48 away from its cell along its side
    of the board, so that labels of other diagonals are 32 away from it, whichever way they go.
    """
    first = shape.cells[0]
    x, y = center(layout, first)
    if not shape.arrow:
        return x - dx * (CELL + OUTER) / 2, y - dy * (CELL + OUTER) / 2
    across, along = (CELL + OUTER) / 2 + 3, 48
    beside = layout.column_of(first) == (0 if dx > 0 else layout.width - 1)
    above = layout.row_of(first) == (0 if dy > 0 else layout.height - 1)
    return x - dx * (across if beside else along), y - dy * (across if above else along)


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


def _small_arrow(start: Point, way: tuple[int, int]) -> Iterator[Item]:
    (x, y), (dx, dy) = start, way
    tip = (x + dx * 8, y + dy * 8)
    pen = PenStyle("outside", 1.8)
    yield _line([(x, y), tip], pen)
    yield _line([(tip[0] - dx * 7, tip[1]), tip, (tip[0], tip[1] - dy * 7)], pen)


_DRAW: dict[type[Shape], Callable[..., Iterator[Item]]] = {
    Tint: _tint,
    Stroke: _stroke,
    Badge: _badge,
}
