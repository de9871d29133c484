"""A scene as SVG: one file with the font inside, no scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonet.draw.fonts import FAMILY, embedded
from nonet.draw.scene import Disc, Inset, Label, Outlined, PenStyle, Rectangle, Scene
from nonet.draw.themes import Theme, theme_named

__all__ = ["SvgElement", "element_of", "labels_of", "scene_elements", "svg_lines", "to_svg_file"]


def to_svg_file(
    scene: Scene,
    *,
    theme: str = "light",
    width: float | None = None,
    fonts: bool = True,
    background: bool = True,
) -> str:
    """The SVG document of a scene; `width` in pixels, as large as the scene unless given.

    Without `fonts` the file relies on fonts of the reader's system; without `background` it is transparent.

    >>> print(to_svg_file(Scene(10, 10, (Disc(5, 5, 4, "ink"),)), fonts=False))
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10" role="img">
    <rect width="10" height="10" fill="#ffffff"/>
    <circle cx="5" cy="5" r="4" fill="#16191d"/>
    </svg>
    """
    colours = theme_named(theme)
    lines = svg_lines(
        scene, scene_elements(scene, colours), colours, width=width, fonts=fonts, background=background
    )
    return "\n".join(lines) + "\n"


def svg_lines(
    scene: Scene,
    elements: Iterable[str],
    theme: Theme,
    *,
    width: float | None = None,
    fonts: bool = True,
    background: bool = True,
    style: str = "",
) -> Iterator[str]:
    """The lines of a document: the size, the title and the fonts of a scene around these elements."""
    shown = scene.width if width is None else width
    box = f"{_n(scene.left)} {_n(scene.top)} {_n(scene.width)} {_n(scene.height)}"
    texts = list(labels_of(scene))
    font = f' font-family="\'{FAMILY}\', sans-serif" text-anchor="middle"' if texts else ""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_n(shown)}" '
        f'height="{_n(shown * scene.height / scene.width)}" role="img"{font}>'
    )
    if scene.title:
        yield f"<title>{_escaped(scene.title)}</title>"
    if scene.description:
        yield f"<desc>{_escaped(scene.description)}</desc>"
    if texts and fonts:
        style += embedded((label.text, label.bold) for label in texts)
    if style:
        yield f"<style>{style}</style>"
    if background:
        place = _places(x=scene.left or None, y=scene.top or None, width=scene.width, height=scene.height)
        yield SvgElement("rect", {**place, "fill": theme.colour("paper")}).markup
    yield from elements
    yield "</svg>"


def labels_of(scene: Scene) -> Iterator[Label]:
    """Every label of a scene and of those inside it."""
    for item in scene.items:
        if isinstance(item, Label):
            yield item
        elif isinstance(item, Inset):
            yield from labels_of(item.scene)


def scene_elements(scene: Scene, theme: Theme) -> Iterator[str]:
    """The elements of a scene, one per line."""
    for item in scene.items:
        if isinstance(item, Inset):
            inner, scale = item.scene, item.scale
            move = f"translate({_n(item.x - inner.left * scale)} {_n(item.y - inner.top * scale)})"
            yield f'<g transform="{move}{f" scale({scale:.5g})" if scale != 1 else ""}">'
            yield from scene_elements(inner, theme)
            yield "</g>"
        else:
            yield element_of(item, theme).markup


class SvgElement(NamedTuple):
    """An element without children, such as a path; only labels have text."""

    tag: str
    attributes: dict[str, str]
    text: str = ""

    @property
    def markup(self) -> str:
        start = "".join((self.tag, *(f' {name}="{value}"' for name, value in self.attributes.items())))
        return f"<{start}>{_escaped(self.text)}</{self.tag}>" if self.text else f"<{start}/>"


def element_of(item: Rectangle | Disc | Outlined | Label, theme: Theme) -> SvgElement:
    """The element that draws an item.

    >>> element_of(Disc(5, 5, 4, "ink"), theme_named("light"))
    SvgElement(tag='circle', attributes={'cx': '5', 'cy': '5', 'r': '4', 'fill': '#16191d'}, text='')
    """
    match item:
        case Rectangle():
            place = _places(x=item.x, y=item.y, width=item.width, height=item.height, rx=item.radius or None)
            return SvgElement("rect", {**place, **_look(item, theme)})
        case Disc():
            return SvgElement(
                "circle", {**_places(cx=item.x, cy=item.y, r=item.radius), **_look(item, theme)}
            )
        case Outlined():
            path = "".join(f"{name}{' '.join(map(_n, numbers))}" for name, numbers in item.commands)
            return SvgElement("path", {"d": path, **_look(item, theme)})
        case Label():
            look = {"font-size": _n(item.size)}
            if item.bold:
                look["font-weight"] = "700"
            if item.anchor != "middle":
                look["text-anchor"] = item.anchor
            look["fill"] = theme.colour(item.colour)
            return SvgElement(
                "text", {**_places(x=item.x, y=item.y), **look, **_opacity(item.opacity)}, item.text
            )


def _look(item: Rectangle | Disc | Outlined, theme: Theme) -> dict[str, str]:
    fill = {"fill": theme.colour(item.fill) if item.fill else "none"}
    return {**fill, **({} if item.pen is None else _stroke(item.pen, theme)), **_opacity(item.opacity)}


def _stroke(pen: PenStyle, theme: Theme) -> dict[str, str]:
    look = {"stroke": theme.colour(pen.colour), "stroke-width": _n(pen.width)}
    if pen.dash:
        look["stroke-dasharray"] = " ".join(map(_n, pen.dash))
    if pen.round:
        return {**look, "stroke-linecap": "round", "stroke-linejoin": "round"}
    return {**look, "stroke-linecap": "butt" if pen.dash else "square"}


def _opacity(opacity: float) -> dict[str, str]:
    return {} if opacity == 1 else {"opacity": f"{opacity:.3g}"}


def _places(**numbers: float | None) -> dict[str, str]:
    return {name: _n(number) for name, number in numbers.items() if number is not None}


def _n(number: float) -> str:
    """A coordinate: at most two decimal places."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
