"""Writes what the page has of our drawings: `rule_colours.css`, the colours of rules and marks from the themes of
pictures, and `mark_shapes.js`, the shapes of marks.

Run it after a change of `nonet.draw.themes` or `nonet.draw.mark_shapes`.
"""

from __future__ import annotations

from pathlib import Path

from nonet.draw.mark_shapes import mark_outline
from nonet.draw.svg import element_of
from nonet.draw.themes import theme_named
from nonet.explain.marks import STYLES

FOLDER = Path(__file__).resolve().parents[1] / "src/nonet/faces/web/static"
CSS_HEAD = "/* The colours of rules and marks. Written by tools/page_drawing.py; do not edit. */"
SCRIPT_HEAD = """\
// The shapes of marks that are not round, around a circle of radius 1. Written by tools/page_drawing.py; do not edit.

/** @type {Record<string, ["path" | "rect", Record<string, string>]>} */
// biome-ignore format: one shape per line
export const MARK_SHAPES = {"""

OF_THE_PAGE = {
    "paper": "var(--cell)",
    "ink": "var(--ink)",
    "mark": "var(--ink)",
    "cage": "var(--ink)",
    "outside": "var(--ink)",
    "faint": "var(--soft)",
    "tint": "light-dark(rgb(31 42 68 / 17%), rgb(236 232 221 / 15%))",
}
"""These are the page's own, so that rules fit its themes; a tint lets the colours of cells shine through."""


def css() -> str:
    light, dark = theme_named("light"), theme_named("dark")
    colours = {
        name: OF_THE_PAGE.get(name) or f"light-dark({light.colour(name)}, {dark.colour(name)})"
        for name in light.colours
    }
    lines = [f"  --rule-{name}: {colour};" for name, colour in colours.items()]
    return "\n".join((CSS_HEAD, "", ":root {", *lines, "}", ""))


def script() -> str:
    lines = []
    for shape in sorted({style.shape for style in STYLES.values()}):
        tag, attributes, _ = element_of(mark_outline(shape, 0, 0, 1), theme_named("light"))
        listed = ", ".join(f'{name}: "{value}"' for name, value in attributes.items() if name != "fill")
        if tag != "circle":
            lines.append(f'  {shape}: ["{tag}", {{ {listed} }}],')
    return "\n".join((SCRIPT_HEAD, *lines, "};", ""))


FILES = {"rule_colours.css": css, "mark_shapes.js": script}

if __name__ == "__main__":
    for name, written in FILES.items():
        (FOLDER / name).write_text(written(), encoding="utf-8")
