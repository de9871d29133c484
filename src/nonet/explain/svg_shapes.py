"""The shapes of marks as SVG, and the elements that pictures of steps are made of."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin

from nonet.explain.marks import STYLES, colour_of
from nonet.explain.picture import Tag

__all__ = ["element", "label", "mark_shape", "path", "quoted", "rounded", "strike"]

# -- shapes -------------------------------------------------------------------------------------------------


def mark_shape(tag: Tag, x: float, y: float, reach: float) -> Iterator[str]:
    """The shape of a mark around a candidate."""
    shape, name = STYLES[tag.mark].shape, colour_of(tag.mark, tag.label)
    look: dict[str, object] = {"style": f"{name}-shape", "stroke_width": 1.8}
    if shape in _DASHES:
        look["stroke_dasharray"] = _DASHES[shape]
    if shape in _CORNERS:
        line = "L".join(f"{rounded(x + dx * reach)} {rounded(y + dy * reach)}" for dx, dy in _CORNERS[shape])
        yield element("path", d=f"M{line}Z", **look)
    elif shape in ("square", "box", "frame"):
        side = reach * 0.92
        round_ = 5 if shape == "box" else 0
        yield element("rect", x=x - side, y=y - side, width=2 * side, height=2 * side, rx=round_, **look)
        if shape == "frame":
            side += 2.4
            frame = {"style": f"{name}-line line", "stroke_width": 1.2}
            yield element("rect", x=x - side, y=y - side, width=2 * side, height=2 * side, **frame)
    else:
        yield element("circle", cx=x, cy=y, r=reach, **look)
        if shape == "ring":
            yield element("circle", style=f"{name}-line line", cx=x, cy=y, r=reach + 2.6, stroke_width=1.4)


def _turned(corners: int, *radii: float, start: float = -pi / 2) -> tuple[tuple[float, float], ...]:
    """The corners of a regular shape; a star has two radii in turn."""
    return tuple(
        (cos(start + 2 * pi * n / corners) * radii[n % len(radii)],
         sin(start + 2 * pi * n / corners) * radii[n % len(radii)])
        for n in range(corners)
    )  # fmt: skip


_DASHES = {"stripes": "3 2", "dashes": "3 2", "dots": "1.5 2.5"}
_CORNERS = {
    "diamond": _turned(4, 1.18),
    "hexagon": _turned(6, 1.15, start=0),
    "octagon": _turned(8, 1.12, start=pi / 8),
    "star": _turned(10, 1.35, 0.85),
    "triangle": ((0, -1.3), (1.25, 0.95), (-1.25, 0.95)),
    "shield": ((-1.1, -0.95), (1.1, -0.95), (0, 1.3)),
}


def strike(x: float, y: float, reach: float, width: float) -> str:
    line = f"M{rounded(x - reach)} {rounded(y + reach)}L{rounded(x + reach)} {rounded(y - reach)}"
    return path("red-line line", line, width)


# -- elements -----------------------------------------------------------------------------------------------


def label(style: str, x: float, y: float, text: str, size: float, *, weight: int = 400) -> str:
    return element("text", text, style=style, x=x, y=y, font_size=size, font_weight=weight)


def path(style: str, line: str, width: float, **attributes: object) -> str:
    return element("path", style=style, d=line, stroke_width=width, **attributes)


def element(name: str, content: object = None, **attributes: object) -> str:
    """An element; `style` is its class, and numbers have at most one decimal place (opacities two)."""
    parts = [name]
    for key, value in attributes.items():
        if value is None or (key == "font_weight" and value == 400):
            continue
        shown = rounded(value) if isinstance(value, float) and "opacity" not in key else str(value)
        parts.append(f"{'class' if key == 'style' else key.replace('_', '-')}={quoted(shown)}")
    head = " ".join(parts)
    return f"<{head}/>" if content is None else f"<{head}>{escape(str(content), quote=False)}</{name}>"


def rounded(number: float) -> str:
    """A coordinate: at most one decimal place."""
    return f"{number:.1f}".removesuffix(".0")


def quoted(value: str) -> str:
    """The value of an attribute, with its quotation marks."""
    return '"' + escape(value, quote=False).replace('"', "&quot;").replace("\n", "&#10;") + '"'
