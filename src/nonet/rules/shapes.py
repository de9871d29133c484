"""What a rule looks like: a small vocabulary of shapes, as plain data. Whoever draws decides on colours and widths.

Cells are numbers; `style` names the kind of rule where a drawing may want to tell two of them apart (a whisper line is
green, a renban purple).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """Something to draw for a rule."""

    style: str


@dataclass(frozen=True)
class Outline(Shape):
    """A dashed border around cells, with a label in the corner of the first."""

    cells: tuple[int, ...]
    label: str = ""


@dataclass(frozen=True)
class Stroke(Shape):
    """A line through the centres of cells. Its ends may be a `bulb`, a `circle` or an `arrow`, or plain ("")."""

    cells: tuple[int, ...]
    start: str = ""
    end: str = ""
    closed: bool = False


@dataclass(frozen=True)
class BorderMark(Shape):
    """A sign on the border of two cells or the corner of four: `white`, `black` or `none` is the fill of its dot.

    `<`, `>`, `^` and `v` as a label point to the smaller digit.
    """

    cells: tuple[int, ...]
    fill: str = "white"
    label: str = ""


@dataclass(frozen=True)
class Badge(Shape):
    """A sign inside a cell: `circle`, `square`, `light`, `inward` or `outward` arrows, `pill` over several cells; or
    nothing but its label, in the `corner`.
    """

    cells: tuple[int, ...]
    form: str
    label: str = ""
    ways: tuple[tuple[int, int], ...] = ()
    """Small arrows out of the cell: how far each points to the right and down, -1 to 1."""


@dataclass(frozen=True)
class Tint(Shape):
    """A background for cells."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Cover(Shape):
    """Fog over cells: nothing that other shapes draw in them is seen."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Outside(Shape):
    """A clue outside the board, before the first cell of a line; an arrow points along a diagonal line."""

    cells: tuple[int, ...]
    label: str
    arrow: bool = False
