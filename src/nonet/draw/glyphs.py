"""Text as outlines, for programs that do not know our font: those for page layout ignore fonts inside SVG files."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from nonet.draw.fonts import font_file
from nonet.draw.scene import Command, Inset, Item, Label, Outlined, Scene
from nonet.optional_import import optional_import

_LETTERS = {"_moveTo": "M", "_lineTo": "L", "_curveToOne": "C", "_qCurveToOne": "Q", "_closePath": "Z"}
"""What fontTools calls for each part of an outline."""


def outlined(scene: Scene) -> Scene:
    """The scene with its text as shapes."""
    return replace(scene, items=tuple(map(_outlined, scene.items)))


def _outlined(item: Item) -> Item:
    if isinstance(item, Inset):
        return replace(item, scene=outlined(item.scene))
    if not isinstance(item, Label):
        return item
    glyphs = [_glyph(item.bold, character) for character in item.text]
    width = sum(width for _, width in glyphs) * item.size
    x = item.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor]
    commands: list[Command] = []
    for outline, width in glyphs:
        for letter, points in outline:
            placed = (number for px, py in points for number in (x + px * item.size, item.y - py * item.size))
            commands.append((letter, tuple(placed)))
        x += width * item.size
    return Outlined(tuple(commands), fill=item.colour, opacity=item.opacity)


@cache
def _font(bold: bool) -> Any:
    return optional_import("fontTools.ttLib", "text as outlines").TTFont(font_file(bold=bold))


@cache
def _glyph(bold: bool, character: str) -> tuple[list[tuple[str, list[tuple[float, float]]]], float]:
    """The outline of a character and its width, both at size 1; y grows upwards."""
    font, found = _font(bold), []
    unit, glyphs = font["head"].unitsPerEm, font.getGlyphSet()

    def method(letter: str) -> Any:
        return lambda pen, *points: found.append((letter, [(x / unit, y / unit) for x, y in points]))

    base = optional_import("fontTools.pens.basePen", "text as outlines").BasePen
    pen = type("OutlinePen", (base,), {name: method(letter) for name, letter in _LETTERS.items()})
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    glyph.draw(pen(glyphs))
    return found, glyph.width / unit
