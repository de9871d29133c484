"""Pictures instead of digits, for children: nine things of different shapes, so that they work without colour too.

Each is drawn in a square of 100 units around its middle, and scaled to its cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from nonet.draw.scene import Disc, Inset, Item, Outlined, PenStyle, Rectangle, Scene
from nonet.errors import NonetError
from nonet.layout import Layout

_EDGE = PenStyle("#2b2b2b", 4, round=True)


def check_size(layout: Layout) -> None:
    """Raises an error for a board with more digits than there are pictures."""
    if layout.size > len(_SCENES):
        raise NonetError(f"there are {len(_SCENES)} pictures; a {layout.name} board needs {layout.size}")


def picture_digits(value: int, x: float, y: float, width: float, colour: str, bold: bool) -> Iterator[Item]:
    """A picture for each digit, 1 to 9; a `DigitDrawing` for boards up to 9x9."""
    scale = width * 0.74 / 100
    yield Inset(_SCENES[value - 1], x - 50 * scale, y - 50 * scale, scale)


def _ring(corners: int, *radii: float, start: float = -90) -> tuple[tuple[float, float], ...]:
    return tuple(
        (
            radii[n % len(radii)] * cos((start + 360 * n / corners) * pi / 180),
            radii[n % len(radii)] * sin((start + 360 * n / corners) * pi / 180),
        )
        for n in range(corners)
    )


def _shape(*points: tuple[float, float], fill: str) -> Item:
    return Outlined.polygon(points, fill=fill, pen=_EDGE)


_PICTURES: dict[str, tuple[Item, ...]] = {
    "sun": (
        *(
            Outlined.polygon(ray, pen=PenStyle("#e39a00", 7, round=True), closed=False)
            for ray in zip(_ring(8, 31), _ring(8, 46), strict=True)
        ),
        Disc(0, 0, 24, fill="#ffd23e", pen=_EDGE),
    ),
    "fish": (
        _shape((18, 0), (44, -24), (44, 24), fill="#3f9be0"),
        Outlined(
            (("M", (-44, 0)), ("C", (-28, -34, 14, -34, 28, 0)), ("C", (14, 34, -28, 34, -44, 0)), ("Z", ())),
            fill="#6db9f2",
            pen=_EDGE,
        ),
        Disc(-22, -6, 5, fill="#2b2b2b"),
    ),
    "heart": (
        Outlined(
            (
                ("M", (0, 40)),
                ("C", (-58, 2, -42, -42, -18, -36)),
                ("C", (-6, -33, 0, -24, 0, -16)),
                ("C", (0, -24, 6, -33, 18, -36)),
                ("C", (42, -42, 58, 2, 0, 40)),
                ("Z", ()),
            ),
            fill="#f0566a",
            pen=_EDGE,
        ),
    ),
    "tree": (
        Rectangle(-7, 22, 14, 22, fill="#9a6436", pen=_EDGE),
        _shape((0, -46), (34, 24), (-34, 24), fill="#58b368"),
    ),
    "house": (
        Rectangle(-32, -8, 64, 50, fill="#f4c790", pen=_EDGE),
        _shape((-44, -6), (0, -44), (44, -6), fill="#d1603d"),
        Rectangle(-9, 14, 18, 28, fill="#7b4a2b", pen=_EDGE),
    ),
    "star": (_shape(*_ring(10, 46, 20), fill="#f7c325"),),
    "flower": (
        *(Disc(x, y, 16, fill="#c98be0", pen=_EDGE) for x, y in _ring(6, 26)),
        Disc(0, 0, 15, fill="#ffd23e", pen=_EDGE),
    ),
    "moon": (
        Outlined(
            (
                ("M", (14, -43)),
                ("C", (-66, -52, -66, 52, 14, 43)),
                ("C", (-20, 24, -20, -24, 14, -43)),
                ("Z", ()),
            ),
            fill="#b9c7de",
            pen=_EDGE,
        ),
    ),
    "boat": (
        Outlined.polygon(((0, 8), (0, -44)), pen=_EDGE, closed=False),
        _shape((5, -42), (36, 4), (5, 4), fill="#ffffff"),
        _shape((-44, 14), (44, 14), (28, 40), (-28, 40), fill="#c4483c"),
    ),
}
_SCENES = tuple(Scene(100, 100, items, -50, -50) for items in _PICTURES.values())
