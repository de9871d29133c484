"""Text as outlines, for programs that do not know our font: those for page layout ignore fonts inside SVG files."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from nonet.draw.fonts import font_file
from nonet.draw.scene import Command, Inset, Item, Label, Outlined, Scene
from nonet.optional_import import optional_import


def outlined(scene: Scene) -> Scene:
    """The scene with its text as shapes."""
    return replace(scene, items=tuple(_outlined(item) for item in scene.items))


def _outlined(item: Item) -> Item:
    if isinstance(item, Inset):
        return replace(item, scene=outlined(item.scene))
    if not isinstance(item, Label):
        return item
    font, glyphs = _font(item.bold)
    scale = item.size / font["head"].unitsPerEm
    shapes = [_glyph(item.bold, font.getBestCmap()[ord(character)]) for character in item.text]
    widths = [glyphs[font.getBestCmap()[ord(character)]].width for character in item.text]
    x = item.x - sum(widths) * scale * {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor]
    commands: list[Command] = []
    for shape, width in zip(shapes, widths, strict=True):
        for name, numbers in shape:
            points = (
                x + number * scale if place % 2 == 0 else item.y - number * scale
                for place, number in enumerate(numbers)
            )
            commands.append((name, tuple(points)))
        x += width * scale
    return Outlined(tuple(commands), fill=item.colour, opacity=item.opacity)


@cache
def _font(bold: bool) -> tuple[Any, Any]:
    font = optional_import("fontTools.ttLib", "text as outlines").TTFont(font_file(bold=bold))
    return font, font.getGlyphSet()


@cache
def _glyph(bold: bool, name: str) -> tuple[Command, ...]:
    """The outline of a glyph, in units of the font."""
    pens = optional_import("fontTools.pens.basePen", "text as outlines")
    commands: list[Command] = []

    def command(letter: str) -> Any:
        def add(pen: object, *points: tuple[float, float]) -> None:
            commands.append((letter, tuple(number for point in points for number in point)))

        return add

    methods = {
        "_moveTo": command("M"), "_lineTo": command("L"), "_curveToOne": command("C"),
        "_qCurveToOne": command("Q"), "_closePath": command("Z"),
    }  # fmt: skip
    glyphs = _font(bold)[1]
    glyphs[name].draw(type("OutlinePen", (pens.BasePen,), methods)(glyphs))
    return tuple(commands)
