"""A scene as SVG: one file with the font inside, no scripts.

Colours are attributes, as a theme has them. With the theme `auto` they are classes (`fill-ink`, `stroke-ink`), and a
style sheet gives these the colours of the light or the dark theme, as set in the reader's system.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from zlib import crc32

from nonet.draw.fonts import FAMILY, embedded
from nonet.draw.scene import Disc, Inset, Label, Outlined, PenStyle, Rectangle, Scene, Shape
from nonet.draw.themes import Theme, theme_named

CLASSES = Theme("auto")
"""Stands for classes instead of colours."""


def to_svg_file(
    scene: Scene,
    *,
    theme: str = "light",
    width: float | None = None,
    fonts: bool = True,
    background: bool = True,
    styled: bool = True,
) -> str:
    """The SVG document of a scene; `width` in pixels, as large as the scene unless given. The theme `auto` is light or
    dark, as set in the reader's system.

    Without `fonts` the file relies on fonts of the reader's system; without `background` it is transparent; without
    `styled` a file of the theme `auto` lacks its `colour_style`.

    >>> print(to_svg_file(Scene(10, 10, (Disc(5, 5, 4, "ink"),)), fonts=False))
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10" role="img">
    <rect width="10" height="10" fill="#ffffff"/>
    <circle cx="5" cy="5" r="4" fill="#16191d"/>
    </svg>
    """
    colours, style = theme_named(theme) if theme != "auto" else CLASSES, ""
    if colours is CLASSES and styled:
        style = colour_style(name for item in items_of(scene) for name in _colours_of(item))
    lines = svg_lines(
        scene,
        scene_elements(scene, colours),
        colours,
        width=width,
        fonts=fonts,
        background=background,
        style=style,
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
    texts = [item for item in items_of(scene) if isinstance(item, Label)]
    font = f' font-family="\'{FAMILY}\', sans-serif" text-anchor="middle"' if texts else ""
    language = f' lang="{scene.language.partition("@")[0]}"' if scene.language else ""
    names = _names(scene)
    labelled = f' aria-labelledby="{" ".join(names.values())}"' if scene.description else ""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_n(shown)}" '
        f'height="{_n(shown * scene.height / scene.width)}" role="img"{language}{labelled}{font}>'
    )
    for tag, text in (("title", scene.title), ("desc", scene.description)):
        if text:
            yield SvgElement(tag, {"id": names[tag]} if labelled else {}, text).markup
    if texts and fonts:
        style += embedded((label.text, label.bold) for label in texts)
    if style:
        yield f"<style>{style}</style>"
    if background:
        place = _places(x=scene.left or None, y=scene.top or None, width=scene.width, height=scene.height)
        yield SvgElement("rect", {**place, **_colours(theme, "paper")}).markup
    yield from elements
    yield "</svg>"


def colour_style(names: Iterable[str]) -> str:
    """The style sheet for these colours of the theme `auto`.

    >>> colour_style(["ink"]).partition("@media")[0]
    '.fill-ink{fill:#16191d}.stroke-ink{stroke:#16191d}.fill-paper{fill:#ffffff}.stroke-paper{stroke:#ffffff}'
    """
    used = sorted(name for name in {"paper", *names} if name and not name.startswith("#"))

    def rules(theme: str) -> str:
        colours = {name: theme_named(theme).colour(name) for name in used}
        return "".join(
            f".fill-{name}{{fill:{colour}}}.stroke-{name}{{stroke:{colour}}}"
            for name, colour in colours.items()
        )

    return f"{rules('light')}@media (prefers-color-scheme:dark){{{rules('dark')}}}"


def _colours_of(item: Shape) -> tuple[str, ...]:
    if isinstance(item, Label):
        return (item.colour,)
    return (item.fill, item.pen.colour if item.pen else "")


def items_of(scene: Scene) -> Iterator[Shape]:
    """Every shape and label of a scene and of those inside it."""
    for item in scene.items:
        if isinstance(item, Inset):
            yield from items_of(item.scene)
        else:
            yield item


def _names(scene: Scene) -> dict[str, str]:
    """The ids of the title and the description, which no other picture on a page has."""
    key = f"n{crc32((scene.title + scene.description).encode()):08x}"
    return {"title": f"{key}t", "desc": f"{key}d"}


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


def element_of(item: Shape, theme: Theme) -> SvgElement:
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
            if item.turned:
                look["transform"] = f"rotate(90 {_n(item.x)} {_n(item.y)})"
            look |= {**_colours(theme, item.colour), **_opacity(item.opacity)}
            return SvgElement("text", {**_places(x=item.x, y=item.y), **look}, item.text)


def _look(item: Rectangle | Disc | Outlined, theme: Theme) -> dict[str, str]:
    pen = item.pen
    colours = _colours(theme, item.fill, pen.colour if pen else "")
    return {**colours, **(_stroke(pen) if pen else {}), **_opacity(item.opacity)}


def _colours(theme: Theme, fill: str, stroke: str = "") -> dict[str, str]:
    classes: list[str] = []
    attributes: dict[str, str] = {}
    for kind, name in (("fill", fill), ("stroke", stroke)):
        if theme is CLASSES and name and not name.startswith("#"):
            classes.append(f"{kind}-{name}")
        elif name or kind == "fill":
            attributes[kind] = theme.colour(name) if name else "none"
    return {"class": " ".join(classes), **attributes} if classes else attributes


def _stroke(pen: PenStyle) -> dict[str, str]:
    look = {"stroke-width": _n(pen.width)}
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
