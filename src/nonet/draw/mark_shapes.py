"""The shapes of marks (`nonet.explain.marks`): tinted inside, with a border around."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import cos, pi, sin

from nonet.draw.scene import Disc, Item, Outlined, PenStyle, Rectangle
from nonet.explain.marks import Tag


def mark_shape(tag: Tag, x: float, y: float, reach: float) -> Iterator[Item]:
    """The shape of a mark around (x, y); `reach` is about half its width."""
    shape, colour = tag.shape, tag.colour
    outline = _outline(shape, x, y, reach)
    yield replace(outline, fill=colour, opacity=0.22)
    yield replace(outline, pen=PenStyle(colour, 1.8, _DASHES.get(shape, ())))
    if shape in ("ring", "frame"):
        yield replace(_outline(shape, x, y, reach + 2.6), pen=PenStyle(colour, 1.3))


def strike(x: float, y: float, reach: float, width: float) -> Item:
    """The line through something that is eliminated or wrong."""
    ends = ((x - reach, y + reach), (x + reach, y - reach))
    return Outlined.polygon(ends, pen=PenStyle("red", width), closed=False)


def _outline(shape: str, x: float, y: float, reach: float) -> Outlined | Rectangle | Disc:
    if shape in _CORNERS:
        return Outlined.polygon(tuple((x + dx * reach, y + dy * reach) for dx, dy in _CORNERS[shape]))
    if shape in ("square", "box", "frame"):
        side = reach * 0.92
        return Rectangle(x - side, y - side, 2 * side, 2 * side, radius=0.55 * reach if shape == "box" else 0)
    return Disc(x, y, reach)


def _turned(corners: int, *radii: float, start: float = -pi / 2) -> tuple[tuple[float, float], ...]:
    """The corners of a regular shape; a star has two radii in turn."""
    return tuple(
        (cos(start + 2 * pi * n / corners) * radii[n % len(radii)],
         sin(start + 2 * pi * n / corners) * radii[n % len(radii)])
        for n in range(corners)
    )  # fmt: skip


_DASHES = {"stripes": (3.0, 2.0), "dashes": (3.0, 2.0), "dots": (1.5, 2.5)}
_CORNERS = {
    "diamond": _turned(4, 1.18),
    "hexagon": _turned(6, 1.15, start=0),
    "octagon": _turned(8, 1.12, start=pi / 8),
    "star": _turned(10, 1.35, 0.85),
    "triangle": ((0, -1.3), (1.25, 0.95), (-1.25, 0.95)),
    "shield": ((-1.1, -0.95), (1.1, -0.95), (0, 1.3)),
}
"""Around a circle of radius 1."""
