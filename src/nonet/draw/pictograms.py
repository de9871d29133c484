"""Pictures instead of digits, for children: nine things of different shapes, so that they work without colour too.

Each is drawn in a square of 100 units around its middle, and scaled to its cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin

from nonet.draw.scene import Disc, Inset, Item, Outlined, PenStyle, Rectangle, Scene

_EDGE = PenStyle("#2b2b2b", 4, round=True)


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


def _sun() -> Iterator[Item]:
    for inner, outer in zip(_ring(8, 31), _ring(8, 46), strict=True):
        yield Outlined.polygon((inner, outer), pen=PenStyle("#e39a00", 7, round=True), closed=False)
    yield Disc(0, 0, 24, fill="#ffd23e", pen=_EDGE)


def _heart() -> Iterator[Item]:
    yield Outlined(
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
    )


def _fish() -> Iterator[Item]:
    yield Outlined.polygon(((18, 0), (44, -24), (44, 24)), fill="#3f9be0", pen=_EDGE)
    yield Outlined(
        (("M", (-44, 0)), ("C", (-28, -34, 14, -34, 28, 0)), ("C", (14, 34, -28, 34, -44, 0)), ("Z", ())),
        fill="#6db9f2",
        pen=_EDGE,
    )
    yield Disc(-22, -6, 5, fill="#2b2b2b")


def _tree() -> Iterator[Item]:
    yield Rectangle(-7, 22, 14, 22, fill="#9a6436", pen=_EDGE)
    yield Outlined.polygon(((0, -46), (34, 24), (-34, 24)), fill="#58b368", pen=_EDGE)


def _house() -> Iterator[Item]:
    yield Rectangle(-32, -8, 64, 50, fill="#f4c790", pen=_EDGE)
    yield Outlined.polygon(((-44, -6), (0, -44), (44, -6)), fill="#d1603d", pen=_EDGE)
    yield Rectangle(-9, 14, 18, 28, fill="#7b4a2b", pen=_EDGE)


def _star() -> Iterator[Item]:
    yield Outlined.polygon(_ring(10, 46, 20), fill="#f7c325", pen=_EDGE)


def _flower() -> Iterator[Item]:
    for x, y in _ring(6, 26):
        yield Disc(x, y, 16, fill="#c98be0", pen=_EDGE)
    yield Disc(0, 0, 15, fill="#ffd23e", pen=_EDGE)


def _moon() -> Iterator[Item]:
    yield Outlined(
        (
            ("M", (14, -43)),
            ("C", (-66, -52, -66, 52, 14, 43)),
            ("C", (-20, 24, -20, -24, 14, -43)),
            ("Z", ()),
        ),
        fill="#b9c7de",
        pen=_EDGE,
    )


def _boat() -> Iterator[Item]:
    yield Outlined.polygon(((0, 8), (0, -44)), pen=_EDGE, closed=False)
    yield Outlined.polygon(((5, -42), (36, 4), (5, 4)), fill="#ffffff", pen=_EDGE)
    yield Outlined.polygon(((-44, 14), (44, 14), (28, 40), (-28, 40)), fill="#c4483c", pen=_EDGE)


_DRAW: tuple[tuple[str, Callable[[], Iterator[Item]]], ...] = (
    ("sun", _sun),
    ("fish", _fish),
    ("heart", _heart),
    ("tree", _tree),
    ("house", _house),
    ("star", _star),
    ("flower", _flower),
    ("moon", _moon),
    ("boat", _boat),
)
NAMES = tuple(name for name, _ in _DRAW)
MOST = len(_DRAW)
_SCENES = tuple(Scene(100, 100, tuple(draw()), -50, -50) for _, draw in _DRAW)
