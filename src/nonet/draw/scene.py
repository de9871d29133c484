"""A drawing as a value: shapes and labels in their places, the same for SVG, PNG and PDF.

    Rectangle, Disc, Outlined      shapes with a fill, a border, or both
    Label                          a line of text, in one of the two weights of our font
    Inset                         a whole scene inside another one: moved and scaled

Lengths are in units of which a cell of a board has 64 (`CELL`); x grows to the right and y downwards. Colours are names
that a theme knows (`ink`, `paper`), or `#rrggbb` as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

CELL = 64
"""The width of a cell."""

Command = tuple[str, tuple[float, ...]]
"""Part of a path, as in SVG, with absolute coordinates: M x y, L x y, Q x1 y1 x y, C x1 y1 x2 y2 x y, Z."""


@dataclass(frozen=True)
class PenStyle:
    """How a border is drawn."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    round: bool = False
    """Round ends and corners; otherwise square ends and sharp corners."""


@dataclass(frozen=True)
class Rectangle:
    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    pen: PenStyle | None = None
    radius: float = 0
    opacity: float = 1


@dataclass(frozen=True)
class Disc:
    """A circle, filled or not."""

    x: float
    y: float
    radius: float
    fill: str = ""
    pen: PenStyle | None = None
    opacity: float = 1


@dataclass(frozen=True)
class Outlined:
    """A path, filled or not."""

    commands: tuple[Command, ...]
    fill: str = ""
    pen: PenStyle | None = None
    opacity: float = 1

    @staticmethod
    def polygon(
        points: tuple[tuple[float, float], ...],
        *,
        fill: str = "",
        pen: PenStyle | None = None,
        closed: bool = True,
        opacity: float = 1,
    ) -> Outlined:
        """Straight lines through these points."""
        commands: list[Command] = [("L" if n else "M", point) for n, point in enumerate(points)]
        if closed:
            commands.append(("Z", ()))
        return Outlined(tuple(commands), fill, pen, opacity)


@dataclass(frozen=True)
class Label:
    """Text that begins, is centred, or ends at x (`anchor`: start, middle, end); y is its baseline. Turned
    text reads from top to bottom, as on the spine of a book: it begins, is centred, or ends at y; x is its baseline.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str = "ink"
    bold: bool = False
    anchor: str = "middle"
    opacity: float = 1
    turned: bool = False


@dataclass(frozen=True)
class Inset:
    """A scene at another place, `scale` times as large. (x, y) is where its upper left corner goes."""

    scene: Scene
    x: float
    y: float
    scale: float = 1


Shape = Rectangle | Disc | Outlined | Label
Item = Shape | Inset


@dataclass(frozen=True)
class Scene:
    """Items from back to front, and the part of the plane that they fill."""

    width: float
    height: float
    items: tuple[Item, ...]
    left: float = 0
    top: float = 0
    title: str = ""
    description: str = ""
    language: str = ""
