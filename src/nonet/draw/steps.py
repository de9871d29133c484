"""Pictures of steps as scenes. `nonet.explain` draws them as SVG; here its elements are read into a scene, so that the
same picture goes into PNG and PDF files, onto the pages of a book, and into animations.

It reads what `nonet.explain.svg` writes and nothing else: rectangles, circles, text, paths of M L Q H V Z, classes,
arrow heads and one pattern, stripes. The rules of a variant are drawn here, into the places left for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from xml.etree.ElementTree import Element, fromstring

from nonet.draw.rule_shapes import draw_rules
from nonet.draw.scene import CELL, Command, Disc, Inset, Item, Label, Outlined, PenStyle, Rectangle, Scene
from nonet.draw.svg import to_svg_file
from nonet.explain.picture import Picture
from nonet.explain.svg import StepDrawing, svg_style, to_svg
from nonet.rules.base import Rule

__all__ = ["step_scene", "step_svg"]

_NAMED = {"paper": "paper", "ink": "ink", "soft": "faint", "thin": "thin", "thick": "thick", "wrong": "wrong"}
"""Classes whose colour is up to the theme."""
_SVG = "{http://www.w3.org/2000/svg}"


def step_scene(
    picture: Picture, *, rules: Sequence[Rule] = (), dark: bool = False, legend: bool = True
) -> Scene:
    """The scene of a position with marks, and all rules of the puzzle; its title and its description are those of the
    picture.
    """
    shapes = draw_rules(rules, picture.layout, small=True)
    scale = StepDrawing(picture, "", legend).cell / CELL
    left, top, right, bottom = (margin * scale for margin in shapes.margins)
    drawing = StepDrawing(picture, "", legend, (left, top, right, bottom) if rules else None)
    root = fromstring("\n".join(drawing.lines()))
    layers = {
        f"rules-{name}": Inset(Scene(1, 1, items), drawing.left, drawing.top, scale)
        for name, items in (("under", shapes.under), ("over", (*shapes.over, *shapes.around)))
        if items
    }
    reader = _Reader(svg_style("dark" if dark else "light"), layers)
    items = [item for element in root for item in reader.items(element)]
    width, height = (float(root.get(name, "0")) for name in ("width", "height"))
    return Scene(width, height, tuple(items[1:]), title=picture.title, description=picture.description)


def step_svg(picture: Picture, *, rules: Sequence[Rule] = (), styled: bool = True) -> str:
    """The picture of a step as SVG, with all rules of the puzzle. Without rules it follows the reader's light or dark
    setting; `styled` is that of `nonet.explain.to_svg`.
    """
    if not rules:
        return to_svg(picture, styled=styled)
    return to_svg_file(step_scene(picture, rules=rules), fonts=False)


class _Reader:
    def __init__(self, style: str, layers: Mapping[str, Item]) -> None:
        self.layers = layers
        self.rules: dict[str, dict[str, str]] = {}
        for name, body in re.findall(r"\.([\w-]+)\{([^}]*)\}", style):
            self.rules[name] = dict(rule.split(":", 1) for rule in body.split(";") if rule)
        stripe = self.rules.get("yellow-line", {})
        self.stripe = stripe.get("stroke", "#8a6d00")

    def items(self, element: Element) -> Iterator[Item]:
        """What an element draws: its fill, its border, and the head of an arrow."""
        kind = element.tag.removeprefix(_SVG)
        if kind == "g" and (layer := self.layers.get(element.get("class", ""))):
            yield layer
        if kind not in ("rect", "circle", "path", "text"):
            return
        look = self._look(element)
        fill, opacity = look.get("fill", ""), float(look.get("fill-opacity", "1"))
        if kind == "text":
            yield _label(element, fill)
            return
        if "url(" in fill:
            yield from self._stripes(element)
            return
        if fill and fill != "none":
            yield _shape(element, kind, fill, None, opacity)
        if "stroke" in look:
            pen = _pen(element, look["stroke"])
            yield _shape(element, kind, "", pen, float(look.get("stroke-opacity", "1")))
            if element.get("marker-end"):
                yield _arrow_head(element, look["stroke"])

    def _look(self, element: Element) -> dict[str, str]:
        look: dict[str, str] = {}
        for name in element.get("class", "").split():
            rules = dict(self.rules.get(name, {}))
            for key in ("fill", "stroke"):
                if key in rules and name in _NAMED:
                    rules[key] = _NAMED[name]
            look |= rules
        for name in ("fill", "fill-opacity", "stroke-opacity"):
            if element.get(name) is not None:
                look[name] = element.get(name, "")
        return look

    def _stripes(self, element: Element) -> Iterator[Item]:
        """Diagonal lines inside a rectangle, 8 units apart, cut off at its borders."""
        left, top, width, height = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
        pen = PenStyle(self.stripe, 3.6)
        gap = 8 * 2**0.5
        first = int((left - top - height) // gap) + 1
        for number in range(first, int((left + width - top) // gap) + 1):
            shift = number * gap  # the line x - y = shift
            start_x, end_x = max(left, top + shift), min(left + width, top + height + shift)
            if end_x - start_x > 1:
                line = ((start_x, start_x - shift), (end_x, end_x - shift))
                yield Outlined.polygon(line, pen=pen, closed=False, opacity=0.28)


def _label(element: Element, fill: str) -> Label:
    x, y, size = (float(element.get(name, "0")) for name in ("x", "y", "font-size"))
    anchor = "start" if "head" in element.get("class", "").split() else "middle"
    bold = int(element.get("font-weight", "400")) >= 600
    return Label(x, y, element.text or "", size, fill, bold, anchor)


def _pen(element: Element, colour: str) -> PenStyle:
    dash = tuple(float(length) for length in element.get("stroke-dasharray", "").split())
    return PenStyle(
        colour, float(element.get("stroke-width", "1")), dash, element.get("stroke-linecap") == "round"
    )


def _shape(element: Element, kind: str, fill: str, pen: PenStyle | None, opacity: float) -> Item:
    if kind == "rect":
        x, y, width, height = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
        return Rectangle(x, y, width, height, fill, pen, float(element.get("rx", "0")), opacity)
    if kind == "circle":
        x, y, radius = (float(element.get(name, "0")) for name in ("cx", "cy", "r"))
        return Disc(x, y, radius, fill, pen, opacity)
    return Outlined(tuple(_commands(element.get("d", ""))), fill, pen, opacity)


def _commands(path: str) -> Iterator[Command]:
    """The commands of a path, with absolute coordinates."""
    x = y = 0.0
    for name, rest in re.findall(r"([MLQHVZhv])([^MLQHVZhv]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", rest)]
        match name:
            case "H" | "h":
                x = numbers[0] + (x if name == "h" else 0)
                yield "L", (x, y)
            case "V" | "v":
                y = numbers[0] + (y if name == "v" else 0)
                yield "L", (x, y)
            case "Z":
                yield "Z", ()
            case _:
                x, y = numbers[-2:]
                yield name, tuple(numbers)


def _arrow_head(element: Element, colour: str) -> Item:
    """A triangle at the end of a path, pointing where the path goes."""
    points = [number for _, numbers in _commands(element.get("d", "")) for number in numbers]
    x0, y0, x, y = points[-4:]
    length = hypot(x - x0, y - y0) or 1
    dx, dy = (x - x0) / length, (y - y0) / length
    tip = (x + dx * 1.3, y + dy * 1.3)
    back = (x - dx * 5.7, y - dy * 5.7)
    wings = [(back[0] + side * dy * 3.5, back[1] - side * dx * 3.5) for side in (1, -1)]
    return Outlined.polygon((tip, wings[0], wings[1]), fill=colour)
